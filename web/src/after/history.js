/** One's own games that are over, and what they have brought. */
import { catalogue, titleOf } from '../catalogue.js';
import { chart, figure, line, panel, reach, table } from '../chart.js';
import { engine } from '../engine.js';
import { h } from '../patch.js';
import { to } from '../router.js';
import { _, _n, language, moment as timeText } from '../words.js';
import { download, kept, localGames, recordOf, serverGames } from './games.js';
import { readHead, recordsIn } from './record.js';
import { fortune, place, statistics } from './statistics.js';
import { chartWidth } from './width.js';

const MOST = 200;
/** Where games go that come from a file. */
const IMPORTED = 'imported';

const FORTUNES = { won: () => _('won'), lost: () => _('lost'), even: () => _('even') };

/** How a game ended, which only the rules know: asked once for each and kept while the page is open. */
const ends = new Map();

async function endOf(game) {
    const key = `${game.table}/${game.number}`;
    if (!ends.has(key)) {
        const replay = await engine.ask('end', { record: game.record, language: language() });
        const head = readHead(game.record);
        ends.set(key, { ...replay, bots: head.bots, names: head.names });
    }
    return { ...game, ...ends.get(key), title: titleOf(game.name), game: game.name };
}

/** A game of the server with its end; without, where its cards stay closed. */
async function ended(game, token) {
    if (!game.open)
        return game;
    return recordOf(game, token).then((record) => endOf({ ...game, record })).catch(() => game);
}

function percent(share) {
    return _('{n} %', { n: figure(100 * share, 0) });
}

function heads(first) {
    return [first, _('games'), _('won'), _('fair'), _('place'), _('streak'), _('longest')];
}

function row(title, sum) {
    return [title, String(sum.played), percent(sum.won / sum.played), percent(sum.fair / sum.played), figure(sum.rank / sum.played, 1),
        `${sum.streak > 0 ? '+' : ''}${sum.streak}`, String(sum.longest)];
}

function curveChart(curve) {
    const points = [[0, 0], ...curve.map((value, i) => [i + 1, value])];
    const p = panel({
        width: chartWidth(), height: 240, x: { low: 0, high: Math.max(1, curve.length) }, y: reach(curve, [0]), xLabel: _('games'), yLabel: _('games'),
    });
    return chart({
        title: _('Games won beyond what luck brings'), tells: _('{n} after {games} games', { n: figure(curve.at(-1), 1), games: curve.length }),
        panel: p, marks: [line(p, points, 0)], heads: [_('game'), _('beyond')], rows: points.slice(1).map(([i, value]) => [String(i), figure(value, 1)]),
    });
}

function statisticsNode(all) {
    const { total, games, bots, curve } = statistics(all);
    if (!total.played)
        return h('p', null, _('No game of yours is over yet.'));
    return [
        h('div', { class: 'charts' }, curveChart(curve)),
        h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': _('By game') }, table(_('By game'), heads(_('game')),
            [row(_('all games'), total), ...games.map((group) => row(group.title, group))])),
        bots.length > 0 && h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': _('Against bots') },
            table(_('Against bots'), heads(_('bot')), bots.map((group) => row(group.name, group)))),
        h('p', { class: 'quiet' }, _('Fair is what a player like all others would win; place 1 is the best.')),
    ];
}

class History {
    #context;
    #local = null;
    #server = [];
    #trouble = '';
    #told = '';

    constructor(context) {
        this.#context = context;
    }

    async enter() {
        addEventListener('resize', this.#context.redraw);
        await catalogue().catch(() => {});
        await this.#read();
        const { token } = this.#context.sessionFor('server');
        this.#server = (await serverGames(token).catch(() => [])).slice(0, MOST);
        this.#context.redraw();
        this.#server = await Promise.all(this.#server.map((game) => ended(game, token)));
        this.#context.redraw();
    }

    leave() {
        removeEventListener('resize', this.#context.redraw);
    }

    async #read() {
        try {
            const games = (await localGames()).slice(0, MOST);
            this.#local = await Promise.all(games.map(endOf));
        } catch (error) {
            this.#trouble = error.message;
            this.#local = [];
        }
        this.#context.redraw();
    }

    #tell(words) {
        this.#told = words;
        this.#context.announce(words);
        this.#context.redraw();
    }

    #export() {
        const all = this.#local.toReversed().map(({ record }) => record.trimEnd()).join('\n\n');
        download('games.pairs', `${all}\n`);
    }

    async #import(file) {
        this.#trouble = '';
        try {
            const records = recordsIn(await file.text());
            const now = Date.now();
            const games = await Promise.all(records.map(async (record, i) => {
                await engine.ask('end', { record, language: language() });
                return { table: IMPORTED, number: now + i, ended: now + i, name: readHead(record).game, record };
            }));
            const known = new Set((this.#local ?? []).map(({ record }) => record.trim()));
            const fresh = games.filter(({ record }) => !known.has(record.trim()));
            await (await kept()).addGames(fresh);
            this.#tell(_n(fresh.length, '{n} game is here now.', '{n} games are here now.'));
        } catch (error) {
            this.#trouble = error.message;
        }
        await this.#read();
    }

    async #remove(game) {
        await (await kept()).removeGame(game);
        await this.#read();
        this.#tell(_('The game is gone.')); /* who imports it now does so to a list without it */
    }

    title() {
        return _('Your games');
    }

    view() {
        return h('div', { key: 'history', class: 'history' },
            h('h1', null, _('Your games')),
            this.#trouble && h('p', { class: 'trouble', role: 'alert' }, this.#trouble),
            this.#told && h('p', { role: 'status' }, this.#told),
            this.#local === null ? h('p', null, _('One moment ...')) : statisticsNode([...this.#local, ...this.#server].filter(({ over }) => over)),
            h('h2', null, _('Games in this browser')), this.#exchange(), this.#list(this.#local ?? []),
            this.#server.length > 0 && [h('h2', null, _('Games on this server')), this.#list(this.#server)]);
    }

    #exchange() {
        return h('div', { class: 'actions' },
            this.#local?.length > 0 && h('button', { key: 'export', type: 'button', onclick: () => this.#export() }, _('Download all')),
            h('label', { key: 'import', class: 'button' }, _('Import records ...'), h('input', {
                type: 'file', class: 'heard', accept: '.pairs,.txt,text/plain', onchange: (event) => {
                    const [file] = event.target.files;
                    event.target.value = '';
                    if (file)
                        this.#import(file);
                },
            })));
    }

    #list(games) {
        return h('ul', { class: 'plain games' }, games.map((game) => h('li', { key: `${game.table}/${game.number}` },
            h('a', { href: to('replay', game.where, game.table, String(game.number)) }, titleOf(game.name)), ' ',
            h('span', { class: 'quiet' }, timeText(game.ended)), ' ', this.#result(game),
            game.where === 'local' && h('button', {
                type: 'button', class: 'plain', 'aria-label': _('Delete {game} of {when}', { game: titleOf(game.name), when: timeText(game.ended) }),
                onclick: () => this.#remove(game),
            }, _('Delete')))));
    }

    #result(game) {
        if (!game.scores || game.you === null)
            return null;
        const how = fortune(game);
        return h('span', { class: `result ${how}` }, FORTUNES[how](), ', ',
            _('place {place} of {players}', { place: place(game), players: game.players }));
    }
}

/** @param {Object} context see main.js */
export function page(context) {
    const all = new History(context);
    return { enter: () => all.enter(), leave: () => all.leave(), view: () => all.view(), title: () => all.title() };
}
