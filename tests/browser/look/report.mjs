/** What a robot that looks has found: how often, where most, and an example of each. */

export class Report {
    /** Moments that were looked at, each once for each size. */
    #moments = { decision: 0, result: 0, end: 0 };
    #tables = new Set();
    #found = new Map(); /* by kind and what it is about */

    get decisions() {
        return this.#moments.decision;
    }

    get tables() {
        return this.#tables.size;
    }

    /** How many things were wrong, each counted at every moment at which it was. */
    get faults() {
        return [...this.#found.values()].reduce((sum, { count }) => sum + count, 0);
    }

    /**
     * @param {{game: string, players: number, size: string}} table
     * @param {{moment: string, entry: number}} now
     * @param {Array<{kind: string, what: string, more: string}>} faults
     * @returns {Array<Object>} those that were not seen before, whose `picture` can be set
     */
    add(table, now, faults) {
        this.#moments[now.moment]++;
        this.#tables.add(`${table.game} ${table.players} ${table.size}`);
        return faults.filter((fault) => this.#count(table, now, fault)).map(({ kind, what }) => this.#found.get(`${kind}: ${what}`));
    }

    /** Something that kept the robot from looking on. */
    trouble(table, error) {
        this.#count(table, { moment: 'trouble' }, { kind: 'trouble', what: error.message.split('\n')[0].slice(0, 160), more: '' });
    }

    #count(table, { moment }, { kind, what, more }) {
        const key = `${kind}: ${what}`;
        const known = this.#found.get(key) ?? { kind, what, more, moment, ...table, count: 0, sizes: {}, games: {}, picture: '' };
        known.count++;
        known.sizes[table.size] = (known.sizes[table.size] ?? 0) + 1;
        known.games[table.game] = (known.games[table.game] ?? 0) + 1;
        this.#found.set(key, known);
        return known.count === 1;
    }

    #byCount(kind) {
        return [...this.#found.values()].filter((one) => one.kind === kind).sort((a, b) => b.count - a.count);
    }

    /** A table of counts by kind and size, and for each kind what is found most often. */
    text(examples) {
        const kinds = [...new Set([...this.#found.values()].map(({ kind }) => kind))].sort();
        const sizes = [...new Set([...this.#found.values()].flatMap((one) => Object.keys(one.sizes)))];
        const row = (title, values) => `${title.padEnd(22)}${values.map((value) => String(value).padStart(11)).join('')}`;
        const sum = (kind, size) => this.#byCount(kind).reduce((all, one) => all + (one.sizes[size] ?? 0), 0);
        return [
            `${this.decisions} decisions, ${this.#moments.result} results and ${this.#moments.end} ends at ${this.tables} tables: ${this.faults} faults.`,
            ...kinds.length ? ['', row('', [...sizes, 'in all'])] : [],
            ...kinds.map((kind) => row(kind, [...sizes.map((size) => sum(kind, size)), this.#byCount(kind).reduce((all, { count }) => all + count, 0)])),
            ...kinds.flatMap((kind) => ['', `${kind}:`, ...this.#byCount(kind).slice(0, examples).map(example), ...rest(this.#byCount(kind).length - examples)]),
        ].join('\n');
    }

    toJSON() {
        return { moments: this.#moments, tables: this.tables, faults: this.faults, found: [...this.#found.values()].sort((a, b) => b.count - a.count) };
    }
}

function rest(count) {
    return count > 0 ? [`      and ${count} more`] : [];
}

/** One line: how often, what, and where it was seen first. */
function example({ count, what, more, game, players, size, moment, games, picture }) {
    const names = Object.keys(games);
    return `${String(count).padStart(5)} ${what} (${names.length} game${names.length === 1 ? '' : 's'}); first ${game} with ${players} at ${size}${moment === 'decision' ? '' : `, ${moment}`}`
        + `${more ? `: ${more.replace(/\s+/g, ' ')}` : ''}${picture ? ` [${picture}]` : ''}`;
}
