/**
 * The house inside the page: a hall in WebAssembly (web/wasm/page.h), whose entries are kept in a store. What a visitor
 * is told is safe. It knows no browser, so that it can be tried without one.
 * @module
 */

const RETRY = 500;

/** After something has happened clocks may run that did not before. */
const TICK = 1000;

/** Thoughts at once: a hint and a bot do not wait for each other. */
const THOUGHTS = 2;

/** Milliseconds until which a timer of a browser can wait. */
const LONGEST = 2 ** 31 - 1;

/**
 * A house.
 *
 * What comes in while entries are being kept waits, and is heard together: one transaction a turn, as in the server.
 * Bots and hints do not hold this up: each thought is given to `think` with a copy of all memory, in which another instance
 * of the program can think as if it were this one.
 *
 * Several pages may show one table, each with a house of its own. In one of them the bots of the table think: where somebody
 * did something last, or where it was shown first. The others see what comes of it.
 */
export class House {
    /**
     * @param {Object} host
     * @param {function(): Promise<Object>} host.open an instance of the program (wasm.js)
     * @param {Object} host.store see store.js
     * @param {function(ArrayBuffer, number): {choice: Promise<Uint8Array>, stop: function()}} host.think
     * @param {function(string, boolean, function(boolean))} [host.claim] wants to be the page where the bots of a table think,
     *     at once or when no other wants to any more; is told whether it is, as often as that changes
     * @param {function(string): Promise<Uint8Array>} [host.net] the network of a game; until it is there bots think otherwise
     * @param {function(*, string)} host.tell a message for a visitor
     * @param {function(*, string)} host.state a visitor's line is 'open' or 'lost'; who is lost comes again
     * @param {function(): number} [host.now]
     */
    constructor(host) {
        this.host = { now: Date.now, net: () => Promise.reject(new Error('none')), claim: (table, atOnce, tell) => tell(true), ...host };
        this.visitors = new Map();
        this.waiting = [];
        this.texts = [];
        this.nets = new Map(); // by game, what bots play by there; null while it is on its way
        this.unsafe = [];
        this.shown = new Set(); // tables that somebody here was told of, or that something happened at
        this.stale = new Set(); // tables at which something happened elsewhere
        this.thoughts = new Map(); // by number, how to stop them
        this.leads = new Map(); // by table, whether its bots think here
        this.program = null;
        this.busy = false;
        this.late = false;
        this.timer = 0;
    }

    /** Somebody comes, by a name of the caller's, who is told 'open' when the house is. */
    come(who) {
        this.do(() => {
            this.visitors.set(who, this.program.come());
            this.host.state(who, 'open');
        });
    }

    /** And goes. */
    go(who) {
        this.do(() => this.forget(who));
    }

    /** Says something, in JSON. */
    hear(who, message) {
        this.do(() => {
            if ([...this.stale].some((table) => message.includes(table)))
                throw new Error('outdated');
            const visitor = this.visitors.get(who);
            if (visitor && !this.program.hear(visitor, message))
                this.lose(who);
        });
    }

    /** Gets texts of rules, by their names. */
    read(texts) {
        this.do(() => giveTexts(this.program, texts));
        this.texts.push(texts);
    }

    /** Another page has gone on with these tables: who is shown one of them comes again, others when they go there. */
    outdate(tables) {
        this.do(() => {
            if (tables.some((table) => this.shown.has(table)))
                throw new Error('outdated');
            tables.forEach((table) => this.stale.add(table));
        });
    }

    forget(who) {
        if (this.visitors.has(who))
            this.program.go(this.visitors.get(who));
        this.visitors.delete(who);
    }

    lose(who) {
        this.forget(who);
        this.host.state(who, 'lost');
    }

    do(act) {
        this.waiting.push(act);
        this.turn();
    }

    /** All that waits happens, is kept, and is told. */
    async turn() {
        if (this.busy)
            return;
        this.busy = true;
        while (this.waiting.length || this.late) {
            try {
                await this.begin();
                this.late = false;
                await this.act();
            } catch {
                await this.restart();
            }
        }
        this.busy = false;
    }

    async act() {
        const now = this.host.now();
        const next = this.program.time(now);
        const any = this.waiting.length > 0;
        while (this.waiting.length)
            this.waiting.shift()(); // where one fails, the others happen when the house has begun anew
        if (await this.keep()) {
            this.learn();
            this.think();
        }
        this.tell();
        this.wake(this.unsafe.length ? now + RETRY : any ? now + TICK : next);
    }

    /** The program with all that is kept, once. */
    async begin() {
        if (this.program)
            return;
        const program = await this.host.open();
        for (const texts of this.texts)
            giveTexts(program, texts);
        for (const [game, net] of this.nets)
            if (net)
                program.net(game, net);
        program.time(this.host.now());
        for (const table of await this.host.store.tables())
            program.recall(table);
        this.program = program;
    }

    /** Memory has run out in there, or another page has gone on with a table: everybody comes again. */
    async restart() {
        if (!this.program)
            await pause(RETRY); // it could not begin
        for (const stop of this.thoughts.values())
            stop();
        this.thoughts.clear();
        this.program = null;
        this.unsafe = [];
        this.shown.clear();
        this.stale.clear();
        for (const who of this.visitors.keys())
            this.host.state(who, 'lost');
        this.visitors.clear();
    }

    /** False while nothing can be kept. */
    async keep() {
        this.unsafe.push(...lines(this.program.keep()));
        const acted = tablesOf(this.unsafe);
        acted.forEach((table) => this.shown.add(table));
        if (this.unsafe.length && !(await this.host.store.keep(this.unsafe))) {
            this.program.trouble();
            return false;
        }
        this.unsafe = [];
        this.program.kept();
        acted.forEach((table) => this.claim(table, true));
        return true;
    }

    /** Bots of this table are to think here: at once if something was done here. */
    claim(table, acts) {
        const led = this.leads.get(table);
        if (led || (led === false && !acts))
            return;
        this.leads.set(table, false);
        this.host.claim(table, acts, (leads) => this.do(() => {
            const before = this.leads.get(table);
            this.leads.set(table, leads);
            if (before && !leads)
                throw new Error('outdated'); // what was being thought about goes on elsewhere
        }));
    }

    tell() {
        for (const [who, visitor] of this.visitors) {
            for (let m = this.program.next(visitor); m !== null; m = this.program.next(visitor)) {
                this.show(/"table":"(\w+)"/.exec(m)?.[1]);
                this.host.tell(who, m);
            }
        }
    }

    show(table) {
        if (!table)
            return;
        this.shown.add(table);
        this.claim(table, false);
    }

    /** Has the network fetched that a bot would play by; where that fails, again when it is next its turn. */
    learn() {
        const game = this.program.lacks();
        if (!game || this.nets.has(game))
            return;
        this.nets.set(game, null);
        this.host.net(game).then((net) => this.do(() => {
            this.nets.set(game, net);
            this.program.net(game, net);
        }), () => this.nets.delete(game));
    }

    /** A thought that nobody waits for any more is given up. */
    think() {
        for (const [number, stop] of this.thoughts)
            if (!this.program.wanted(number)) {
                stop();
                this.thoughts.delete(number);
            }
        const elsewhere = [...this.leads.keys()].filter((table) => !this.leads.get(table)).join(' ');
        while (this.thoughts.size < THOUGHTS) {
            const number = this.program.thought(elsewhere);
            if (!number)
                return;
            this.begins(number);
        }
    }

    begins(number) {
        const { choice, stop } = this.host.think(this.program.memory.buffer.slice(0), number);
        this.thoughts.set(number, stop);
        choice.then((found) => this.do(() => {
            if (this.thoughts.get(number) !== stop)
                return;
            this.thoughts.delete(number);
            this.program.decide(number, found);
        }));
    }

    wake(at) {
        clearTimeout(this.timer);
        if (at === Infinity)
            return;
        this.timer = setTimeout(() => {
            this.late = true;
            this.turn();
        }, Math.min(Math.max(at - this.host.now(), 0), LONGEST));
    }
}

/** Which tables these things of page_keep are about. */
export function tablesOf(things) {
    return [...new Set(things.map(({ id, table }) => id ?? table))];
}

/** Texts of rules and lessons, by their names. */
export function giveTexts(program, texts) {
    for (const [name, words] of Object.entries(texts))
        program.text(name, words);
}

function pause(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function lines(text) {
    return text === null ? [] : text.trimEnd().split('\n').map((line) => JSON.parse(line));
}
