/** The first page: one click to a game, and all that there is to play. */
import { h } from './patch.js';
import { _, _n, moment } from './words.js';
import { ask } from './api.js';
import { byKind, catalogue, difficulty, known, minutes, offline, playersText, titleOf } from './catalogue.js';
import { openCompany } from './company.js';
import { chips } from './form.js';
import { emblem } from './emblem.js';
import { setup, sentence, wishesFor } from './setup.js';
import { mine, forget } from './mine.js';
import { to, toTable } from './router.js';

/** Milliseconds after which the list of open tables is asked for again. */
const REFRESH = 10000;

/** What "Play now" is, before anything else is known. */
const FIRST = { game: 'pairs', players: 4, chairs: ['you', '3', '3', '3'] };

/** What was searched for stays when one comes back from a game. */
const wanted = { words: '', players: 0 };

/**
 * Makes a table and goes there; the game begins at once if no chair waits for somebody.
 * @param {Object} wishes what `create` takes
 * @param {string} [where] whose house: `server`, or `local` for the one in the page
 */
export async function openTable(context, wishes, where = offline ? 'local' : 'server') {
    const session = context.sessionFor(where);
    /* Who plays among bots may see all cards afterwards: nobody's secrets are in them. */
    const open = wishes.chairs.includes('open') ? {} : { open: true };
    const { table } = await session.do('create', { name: context.settings.name || _('Guest'), ...open, ...wishes });
    if (!wishes.chairs.includes('open'))
        await session.do('begin');
    context.go(toTable(where, table));
}

/** Takes the first empty chair of a public table, or watches. */
async function join(context, id, sit) {
    const session = context.sessionFor('server');
    await session.enter(id);
    if (sit && session.table?.you === null)
        await session.do('sit', { name: context.settings.name || _('Guest') });
    context.go(toTable('server', id));
}

function matches(game, games) {
    const family = games.filter((each) => each.game === game.name);
    const words = wanted.words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const text = family.map(({ name, title, summary }) => `${name} ${title} ${summary}`).join(' ').toLocaleLowerCase();
    return words.every((word) => text.includes(word))
        && (!wanted.players || family.some(({ players }) => players.includes(wanted.players)));
}

/** How hard it is, as dots for the eye and in words. */
function stars(game) {
    return h('span', { class: 'level', title: difficulty(game) },
        h('span', { 'aria-hidden': 'true' }, '●'.repeat(game.difficulty) + '○'.repeat(3 - game.difficulty)),
        h('span', { class: 'heard' }, difficulty(game)));
}

export function page(context) {
    let games = [];
    let tables = [];
    let trouble = '';
    let waiting = false;
    let prepared = null;
    let timer = 0;
    let wishes = null; /* of a game against bots that waits for the server */

    function fail(error) {
        if (!error.message)
            return; /* given up: something else was wanted */
        waiting = false;
        trouble = error.message;
        context.redraw();
    }

    function act(deed) {
        if (waiting)
            return;
        waiting = true;
        trouble = '';
        context.redraw();
        deed().catch(fail);
    }

    function play(next) {
        wishes = next;
        act(() => openTable(context, next));
    }

    /** The server does not answer, but a game against bots needs none. */
    function playHere() {
        const server = context.sessionFor('server');
        server.abandon();
        waiting = false;
        act(() => openTable(context, wishes, 'local'));
    }

    async function look() {
        tables = offline ? [] : await ask('/api/tables').catch(() => []);
        context.redraw();
    }

    async function enter() {
        context.sessionFor('server').exit();
        timer = setInterval(() => document.visibilityState === 'visible' && look(), REFRESH);
        games = await catalogue().catch((error) => {
            fail(error);
            return [];
        });
        await look();
    }

    function prepare(begin) {
        prepared = setup(context, games, begin, {
            play: (next, names) => (names ? openCompany(context, next, names) : openTable(context, next)),
            close() {
                prepared = null;
                context.redraw();
            },
        });
        context.redraw();
    }

    function hero() {
        return h('section', { class: 'hero' },
            h('h1', null, _('One deck, a family of games')),
            h('p', null, _('Press your luck, bluff and bid with a deck of one 1, two 2s, and so on up to ten 10s. At once, without an account.')),
            h('div', { class: 'doors' },
                h('button', { class: 'main large', 'aria-disabled': String(waiting), onclick: () => play(FIRST) }, _('Play now')),
                h('button', { class: 'large', onclick: () => games.length && prepare({ game: 'pairs', friends: true, any: true }) }, _('With friends'))),
            h('p', { class: 'quiet' }, _('Play now is Pairs, the first game of the family, against three bots.')));
    }

    function status() {
        const lost = waiting && context.sessionFor('server').state === 'lost';
        return h('div', { role: 'status' },
            offline && h('p', { class: 'quiet' }, _('There is no server now: you play in the page itself, and games are kept in this browser.')),
            lost && h('p', { class: 'trouble' }, _('The server does not answer. It is tried again by itself.')),
            lost && wishes && h('button', { class: 'main', onclick: playHere }, _('Play in the page, without the server')));
    }

    function progress() {
        const list = mine().filter(({ stage }) => stage !== 'over');
        return list.length > 0 && h('section', null, h('h2', null, _('Your games in progress')),
            h('ul', { class: 'plain tables' }, list.map(({ where, id, game, stage, hand, turn, at }) => h('li', { key: id, class: 'row' },
                known(game) && emblem(known(game)),
                h('div', { class: 'grow' }, h('h3', null, titleOf(game)),
                    h('p', { class: 'quiet' }, stage === 'waiting' ? _('not begun') : _('hand {n}', { n: hand }), turn && ` · ${_('your turn')}`,
                        ` · ${moment(at)}`)),
                h('a', { class: 'button main', href: toTable(where, id) }, _('Go on')),
                h('button', {
                    class: 'plain', 'aria-label': _('Take {game} off this list', { game: titleOf(game) }),
                    onclick() {
                        forget(where, id);
                        context.redraw();
                    },
                }, '×')))));
    }

    function openTables() {
        return tables.length > 0 && h('section', null, h('h2', null, _('Open tables')),
            h('ul', { class: 'plain tables' }, tables.map(({ table, game, stage, chairs }) => {
                const free = chairs.filter(({ kind }) => kind === 'empty').length;
                const names = chairs.filter(({ kind }) => kind !== 'empty').map(({ name }) => name).join(', ');
                return h('li', { key: table, class: 'row' },
                    known(game.name) && emblem(known(game.name)),
                    h('div', { class: 'grow' }, h('h3', null, titleOf(game.name)),
                        h('p', { class: 'quiet' }, names, ' · ', free ? _n(free, '{n} chair is free', '{n} chairs are free') : _('full'),
                            stage === 'playing' && ` · ${_('a game is on')}`)),
                    free > 0 && h('button', { class: 'main', onclick: () => act(() => join(context, table, true)) }, _('Join')),
                    h('button', { onclick: () => act(() => join(context, table, false)) }, _('Watch')));
            })));
    }

    function card(game) {
        const variants = games.filter((each) => each.game === game.name).length - 1;
        return h('li', { key: game.name, class: 'card', style: { '--game': game.colour } },
            h('div', { class: 'lead' }, emblem(game), h('h3', null, game.title)),
            h('p', null, sentence(game.summary)),
            h('p', { class: 'facts quiet' },
                h('span', null, _('{players} players', { players: playersText(game) })),
                h('span', null, _('about {n} min', { n: minutes(game) })), stars(game),
                variants > 0 && h('span', null, _n(variants, '{n} variant', '{n} variants'))),
            h('div', { class: 'doors' },
                h('button', {
                    class: 'main', 'aria-label': _('Play {game}', { game: game.title }), onclick: () => play(wishesFor(game)),
                }, _('Play')),
                h('button', { 'aria-label': _('Options of {game}', { game: game.title }), onclick: () => prepare({ game: game.name }) }, _('Options')),
                h('a', { class: 'button', 'aria-label': _('Learn {game}', { game: game.title }), href: to('learn', game.name) }, _('Learn'))));
    }

    function gallery() {
        const found = games.filter((game) => game.name === game.game && matches(game, games));
        const counts = [...new Set(games.flatMap(({ players }) => players))].sort((a, b) => a - b);
        return h('section', { class: 'gallery' }, h('h2', null, _('All games')),
            h('div', { class: 'filters', role: 'search' },
                h('label', { class: 'field' }, h('span', null, _('Search')), h('input', {
                    type: 'search', value: wanted.words,
                    oninput(event) {
                        wanted.words = event.target.value;
                        context.redraw();
                    },
                })),
                chips(_('Players'), wanted.players, [[0, _('any')], ...counts.map((count) => [count, String(count)])], (players) => {
                    wanted.players = players;
                    context.redraw();
                })),
            h('p', { class: 'quiet', role: 'status' }, games.length > 0 && _n(found.length, '{n} game', '{n} games')),
            byKind(found).map((group) => h('section', { key: group.kind }, h('h2', null, group.title),
                h('ul', { class: 'plain cards' }, group.games.map(card)))));
    }

    function view() {
        return h('div', { class: 'home' }, hero(), status(), trouble && h('p', { class: 'trouble', role: 'alert' }, trouble),
            progress(), openTables(), gallery(), prepared?.view());
    }

    function leave() {
        clearInterval(timer);
        if (waiting)
            context.sessionFor('server').abandon();
    }

    /** A slash leads to the search, as on many pages. */
    function key(event) {
        if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog'))
            return;
        event.preventDefault();
        document.querySelector('input[type=search]').focus();
    }

    return { view, enter, leave, key, title: () => _('Pairs') };
}
