/** Friends at one device: each has a chair in the house of the page, and the device goes from hand to hand. */
import { h } from './patch.js';
import { _, language } from './words.js';
import { FACES } from './art/faces.js';
import { catalogue, known } from './catalogue.js';
import { openLine } from './line.js';
import { toTable } from './router.js';
import { Session, randomToken } from './session.js';
import { page as tablePage } from './table/table.js';

const KEY = 'pairs.company';
const MOST = 30;

/** Tables by name, each with the tokens of all but the one whose browser this is. */
function read() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '{}');
    } catch {
        return {};
    }
}

/** The tokens of those who play a table of this page at one device; undefined for other tables. */
export function companyAt(id) {
    return read()[id];
}

function keep(id, tokens) {
    const tables = Object.entries({ ...read(), [id]: tokens }).slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(tables)));
}

function makePerson(token) {
    return new Session({ connect: (ears) => openLine({ local: true }, ears), token, secret: null, language: language() });
}

/** When a session has been told how its table stands. */
function told(session) {
    return new Promise((resolve) => {
        const off = session.on('change', see);
        function see() {
            if (session.table?.live) {
                off();
                resolve();
            }
        }
        see();
    });
}

/**
 * Makes a table in the page, seats everybody, and begins.
 * @param {Object} context
 * @param {Object} wishes what `create` takes, with an open chair for each but the first
 * @param {Array<string>} names the first is one's own
 */
export async function openCompany(context, wishes, names) {
    const host = context.sessionFor('local');
    const { table } = await host.do('create', { ...context.settings.person, ...wishes, name: names[0] });
    await told(host);
    const tokens = names.slice(1).map(randomToken);
    const faces = FACES.filter((face) => face !== context.settings.person.face);
    keep(table, tokens);
    for (const [i, token] of tokens.entries()) {
        const guest = makePerson(token);
        await guest.enter(table, host.table.invitation);
        await guest.do('sit', { name: names[i + 1], face: faces[i], colour: i });
        guest.close();
    }
    await host.do('begin');
    context.go(toTable('local', table));
}

class Company {
    #context;
    #id;
    #people;
    #holder = -1; /* who has the device; nobody knows when the page has just been opened */
    #curtain = false; /* it is being passed on, and nobody's cards are shown */
    #page = null;
    #off = [];
    #agreed = new Map(); /* the proposal that each has said yes to last */

    constructor(context, id, tokens) {
        this.#context = context;
        this.#id = id;
        this.#people = [context.sessionFor('local'), ...tokens.map(makePerson)];
    }

    async enter() {
        this.#off = this.#people.map((person) => person.on('change', () => this.#changed()));
        for (const person of this.#people)
            if (person.table?.id !== this.#id)
                person.enter(this.#id).catch(() => {});
        await catalogue().catch(() => {}); /* which tells whether cards are hidden */
        this.#changed();
    }

    leave() {
        this.#page?.leave();
        this.#off.forEach((off) => off());
        this.#people.slice(1).forEach((person) => person.close());
    }

    title() {
        return this.#page?.title() ?? _('Pairs');
    }

    key(event) {
        this.#page?.key?.(event);
    }

    /** Whoever opens the page may be anybody: once all know how it stands, it is as if the device had been passed on. */
    #changed() {
        if (this.#holder < 0 && this.#people.every(({ table }) => table?.lost || (table?.live && table.view)))
            this.#pass(Math.max(0, this.#next()));
        this.#agree();
        this.#context.redraw();
    }

    /** Who holds the device speaks for all: whoever is asked about another game wants it, too. */
    #agree() {
        for (const person of this.#people) {
            const { now, you } = person.table ?? {};
            if (now?.proposal && now.proposal !== this.#agreed.get(person) && now.proposal.waits.includes(you)) {
                this.#agreed.set(person, now.proposal);
                person.do('agree').catch(() => {}); /* it was answered by all others already */
            }
        }
    }

    /** The table as one of them sees it. */
    #show() {
        const { redraw, go, replace, settings, announce } = this.#context;
        this.#curtain = false;
        this.#page = tablePage({ redraw, go, replace, settings, announce, sessionFor: () => this.#people[this.#holder] }, 'local', this.#id, '');
        this.#page.enter();
        redraw();
        requestAnimationFrame(() => document.querySelector('.prompt')?.focus({ preventScroll: true }));
    }

    /** Who is to decide while the one with the device is not; -1 if nobody. */
    #next() {
        const turn = this.#people.map(({ table }) => (table?.view?.legal ?? []).length > 0);
        return turn[this.#holder] ? -1 : turn.indexOf(true);
    }

    #name(person) {
        const { now, you } = this.#people[person].table;
        return now.chairs.find(({ seat }) => seat === you)?.name ?? '';
    }

    /** Where cards are hidden, nobody sees them while the device goes round, nor hears what was told before. */
    #pass(next) {
        this.#page?.leave();
        this.#page = null;
        this.#holder = next;
        const { now, lost } = this.#people[next].table;
        this.#curtain = !lost && (known(now.game.name)?.hidden ?? true);
        if (this.#curtain)
            this.#context.hush();
        else
            this.#show();
        this.#context.redraw();
    }

    view() {
        if (this.#curtain)
            return this.#curtainNode(this.#name(this.#holder));
        if (!this.#page)
            return h('p', { class: 'wait' }, _('One moment ...'));
        const next = this.#next();
        return next < 0 || !this.#page.settled() ? this.#page.view() : [
            h('p', { key: 'pass', class: 'pass' },
                h('button', { class: 'main', onclick: () => this.#pass(next) }, _('Pass the device to {name}', { name: this.#name(next) }))),
            this.#page.view(),
        ];
    }

    #curtainNode(name) {
        return h('section', { key: 'curtain', class: 'hero curtain' }, h('h1', null, name),
            h('p', null, _('The cards are shown when {name} has the device.', { name })),
            h('button', {
                class: 'main large', onclick: () => this.#show(), ref: (element) => requestAnimationFrame(() => element.focus()),
            }, _('I am {name}', { name })));
    }
}

/** The page of such a table: as that of a table, by pages.js. */
export function page(context, where, id) {
    return new Company(context, id, companyAt(id));
}
