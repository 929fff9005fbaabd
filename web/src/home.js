/** The first page: one touch to a game, where one was, and all games on a shelf. */
import { h } from './patch.js';
import { _, _n, moment } from './words.js';
import { ask } from './api.js';
import { card, drawCards } from './art/card.js';
import { catalogue, firstSteps, known, mood, moods, offline, titleOf } from './catalogue.js';
import { openCompany } from './company.js';
import { cover } from './art/cover.js';
import { dialog } from './dialog.js';
import { OPPONENTS } from './opponents.js';
import { count, favourite } from './played.js';
import { faceRow, portrait } from './person.js';
import { facts, sentence, sheet, wishesFor, wishesForFriends } from './setup.js';
import { mine, forget } from './mine.js';
import { toTable } from './router.js';

/** Milliseconds after which the list of open tables is asked for again. */
const REFRESH = 10000;

/** What "Play now" is, before anything else is known. */
const FIRST = { game: 'pairs', players: 3, chairs: ['you', '3', '3'] };

/** The cards that the page is opened with, and how far each is turned. */
const FAN = [3, 6, 8, 9, 10];
const TURN = 13;

/** What was searched for stays when one comes back from a game. */
const wanted = { words: '', mood: 'all' };

/**
 * Makes a table and goes there; the game begins at once if no chair waits for somebody.
 * @param {Object} wishes what `create` takes
 * @param {string} [where] whose house: `server`, or `local` for the one in the page
 */
export async function openTable(context, wishes, where = offline ? 'local' : 'server') {
    const session = context.sessionFor(where);
    /* Who plays among bots may see all cards afterwards: nobody's secrets are in them. */
    const alone = wishes.chairs.includes('open') ? {} : { open: true, begin: true };
    const { table } = await session.do('create', { ...context.settings.person, ...alone, ...wishes });
    count(known(wishes.game)?.game ?? wishes.game);
    context.go(toTable(where, table));
}

/** Goes to a public table: whoever finds a chair there is asked who they are. */
async function visit(context, id) {
    await context.sessionFor('server').enter(id);
    context.go(toTable('server', id));
}

class Home {
    #context;
    #games = [];
    #tables = [];
    #trouble = '';
    #waiting = false;
    #open = null; /* the sheet of a game, or the choice of one for friends */
    #timer = 0;
    #wishes = null; /* of a game against bots that waits for the server */

    constructor(context) {
        this.#context = context;
    }

    async enter() {
        drawCards();
        this.#context.sessionFor('server').exit();
        this.#timer = setInterval(() => document.visibilityState === 'visible' && this.#look(), REFRESH);
        this.#games = await catalogue().catch((error) => {
            this.#fail(error);
            return [];
        });
        this.#context.redraw();
        await this.#look();
    }

    leave() {
        clearInterval(this.#timer);
        if (this.#waiting)
            this.#context.sessionFor('server').abandon();
    }

    async #look() {
        this.#tables = offline ? [] : await ask('/api/tables').catch(() => []);
        this.#context.redraw();
    }

    #fail(error) {
        if (!error.message)
            return; /* given up: something else was wanted */
        this.#waiting = false;
        this.#trouble = error.message;
        this.#context.redraw();
    }

    #act(deed) {
        if (this.#waiting)
            return;
        this.#waiting = true;
        this.#trouble = '';
        this.#context.redraw();
        deed().catch((error) => this.#fail(error));
    }

    /** The game that somebody likes best, or the first one. */
    #usual() {
        const game = known(favourite(FIRST.game));
        return game ? wishesFor(game) : FIRST;
    }

    #playNow() {
        this.#wishes = this.#usual();
        this.#act(() => openTable(this.#context, this.#wishes));
    }

    /** The server does not answer, but a game against bots needs none. */
    #playHere() {
        this.#context.sessionFor('server').abandon();
        this.#waiting = false;
        this.#act(() => openTable(this.#context, this.#wishes, 'local'));
    }

    #close() {
        this.#open = null;
        this.#context.redraw();
    }

    #show(name) {
        this.#open = sheet(this.#context, this.#games, name, {
            play: (wishes, names) => (names ? openCompany(this.#context, wishes, names) : openTable(this.#context, wishes)),
            close: () => this.#close(),
        });
        this.#context.redraw();
    }

    view() {
        return h('div', { class: 'home' },
            this.#hero(),
            h('div', { class: 'below' }, this.#status(), this.#progress(), this.#gallery(), this.#openTables()),
            this.#open?.view());
    }

    /* --- The felt --- */

    #hero() {
        return h('section', { class: 'hero' },
            h('div', { class: 'hero-fan', 'aria-hidden': 'true' }, FAN.map((rank, i) => h('span', {
                key: rank, style: { '--turn': `${(i - (FAN.length - 1) / 2) * TURN}deg`, '--nth': String(i) },
            }, card(rank)))),
            h('div', { class: 'words' },
                h('h1', null, h('span', null, _('One odd deck.')), ' ', h('span', null, _('A whole shelf of games.'))),
                h('p', null, _('Press your luck, bluff, bid and gamble. No account: one touch and you hold cards.')),
                h('div', { class: 'doors' },
                    h('button', { class: 'main large', 'aria-disabled': String(this.#waiting), onclick: () => this.#playNow() }, _('Play now')),
                    h('button', { class: 'large', onclick: () => this.#invite() }, _('With friends'))),
                h('p', { class: 'who' }, faceRow(OPPONENTS), h('span', null, _('Next up: {game}. Eight opponents, from Pebble to Comet.', { game: known(this.#usual().game)?.title ?? _('Pairs') })))));
    }

    #status() {
        const lost = this.#waiting && this.#context.sessionFor('server').state === 'lost';
        return [
            h('div', { key: 'status', role: 'status' },
                offline && h('p', { class: 'notice' }, _('You are offline. Games against bots go on all the same, and are kept in this browser.')),
                lost && h('p', { class: 'trouble' }, _('The server does not answer. We keep trying.')),
                lost && this.#wishes && h('button', { class: 'main', onclick: () => this.#playHere() }, _('Play without the server'))),
            this.#trouble && h('p', { key: 'trouble', class: 'trouble', role: 'alert' }, this.#trouble),
        ];
    }

    /* --- With friends --- */

    #invite() {
        if (!this.#games.length)
            return;
        this.#open = { view: () => this.#whichGame() };
        this.#context.redraw();
    }

    /** One touch on a game makes the table, and its link is the next thing that one sees. */
    #whichGame() {
        const games = this.#games.filter((game) => game.name === game.game && game.players.at(-1) > 1);
        return dialog({
            key: 'which', className: 'which', title: _('What shall we play?'), close: () => this.#close(),
            body: [
                h('p', { class: 'quiet' }, offline
                    ? _('Without a network friends play at this device: choose a game, then More.')
                    : _('Touch a game, send the link, and begin when your friends are there.')),
                this.#trouble && h('p', { class: 'trouble', role: 'alert' }, this.#trouble),
                h('ul', { class: 'plain choices-of-games' }, games.map((game) => h('li', { key: game.name },
                    h('button', { type: 'button', onclick: () => (offline ? this.#show(game.name) : this.#act(() => openTable(this.#context, wishesForFriends(game)))) },
                        h('span', { class: 'picture' }, cover(game)), h('span', { class: 'named' }, h('strong', null, game.title), h('small', null, facts(game))))))),
            ],
        });
    }

    /* --- Where one was --- */

    #progress() {
        const list = mine().filter(({ stage }) => stage !== 'over');
        return list.length > 0 && h('section', { class: 'progress' }, h('h2', null, _('Go on where you were')),
            h('ul', { class: 'plain tables' }, list.map((table) => this.#place(table))));
    }

    #place({ where, id, game, stage, hand, turn, waits = [], chairs = [], at }) {
        const title = titleOf(game);
        const doing = stage === 'waiting' ? _('not begun') : turn ? _('your turn') : waits.length === 1 ? _('{name} is thinking', { name: waits[0] }) : _('hand {n}', { n: hand });
        return h('li', { key: id, class: `place${turn ? ' turn' : ''}` },
            known(game) && h('span', { class: 'picture' }, cover(known(game))),
            h('div', { class: 'grow' }, h('h3', null, h('a', { href: toTable(where, id), 'aria-label': _('Go on with {game}', { game: title }) }, title)),
                h('p', null, h('strong', null, doing), h('span', { class: 'quiet' }, ` · ${moment(at)}`)),
                faceRow(chairs)),
            h('button', {
                class: 'plain', 'aria-label': _('Take {game} off this list', { game: title }),
                onclick: () => {
                    forget(where, id);
                    this.#context.redraw();
                },
            }, '×'));
    }

    #openTables() {
        return this.#tables.length > 0 && h('section', null, h('h2', null, _('Tables you can join')),
            h('ul', { class: 'plain tables open' }, this.#tables.map(({ table, game, stage, chairs }) => {
                const people = chairs.filter(({ kind }) => kind !== 'empty');
                const free = chairs.length - people.length;
                return h('li', { key: table, class: 'place' },
                    known(game.name) && h('span', { class: 'picture' }, cover(known(game.name))),
                    h('div', { class: 'grow' }, h('h3', null, titleOf(game.name)),
                        h('p', null, people.map((one) => [portrait(one), ` ${one.name} `])),
                        h('p', { class: 'quiet' }, free ? _n(free, '{n} chair is free', '{n} chairs are free') : _('full'), stage === 'playing' && ` · ${_('a game is on')}`)),
                    h('button', { class: free && 'main', onclick: () => this.#act(() => visit(this.#context, table)) }, free ? _('Join') : _('Watch')));
            })));
    }

    /* --- The shelf --- */

    #found() {
        const [, , fits] = moods().find(([name]) => name === wanted.mood);
        const words = wanted.words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
        return this.#games.filter((game) => {
            if (game.name !== game.game)
                return false;
            const family = this.#games.filter((each) => each.game === game.name);
            const text = family.map(({ name, title, summary }) => `${name} ${title} ${summary}`).join(' ').toLocaleLowerCase();
            return words.every((word) => text.includes(word)) && family.some(fits);
        });
    }

    #gallery() {
        const first = firstSteps(this.#games);
        const isFirst = ({ name }) => first.includes(name);
        const found = this.#found().toSorted((one, other) => isFirst(other) - isFirst(one));
        return h('section', { class: 'gallery' }, h('h2', { class: 'heard' }, _('All games')),
            this.#filters(),
            h('p', { class: found.length ? 'heard' : 'nothing', role: 'status' },
                this.#games.length > 0 && (found.length ? _n(found.length, '{n} game', '{n} games') : _('Nothing on the shelf is called that.'))),
            h('ul', { class: 'plain shelf' }, found.map((game) => this.#cover(game, isFirst(game)))));
    }

    #filters() {
        const set = (change) => {
            Object.assign(wanted, change);
            this.#context.redraw();
        };
        return h('div', { class: 'filters', role: 'search' },
            h('div', { class: 'moods', role: 'group', 'aria-label': _('What you are in the mood for') }, moods().map(([name, title]) => h('button', {
                key: name, type: 'button', class: 'chip', 'aria-pressed': String(name === wanted.mood), onclick: () => set({ mood: name }),
            }, title))),
            h('input', {
                type: 'search', value: wanted.words, placeholder: _('Search'), 'aria-label': _('Search'), 'aria-keyshortcuts': '/',
                oninput: (event) => set({ words: event.target.value }),
            }));
    }

    #cover(game, first) {
        return h('li', { key: game.name, class: `game${first ? ' first' : ''}`, style: { '--game': game.colour } },
            h('span', { class: 'picture' }, cover(game)),
            first && h('span', { class: 'start' }, _('Start here')),
            h('div', { class: 'title' },
                h('h3', null, h('button', { type: 'button', 'aria-haspopup': 'dialog', onclick: () => this.#show(game.name) }, game.title)),
                h('p', null, sentence(game.summary)),
                h('p', { class: 'facts' }, facts(game, mood(game)))));
    }

    /** A slash leads to the search, as on many pages. */
    key(event) {
        if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog'))
            return;
        event.preventDefault();
        document.querySelector('input[type=search]').focus();
    }
}

export function page(context) {
    const home = new Home(context);
    return { enter: () => home.enter(), leave: () => home.leave(), view: () => home.view(), key: (event) => home.key(event), title: () => _('Pairs') };
}
