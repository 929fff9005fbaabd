/** One person at one table at a time, over a line that may break: what docs/server.md asks of a client. */
import { makeCutter, makePurse } from './cutter.js';
import { toHex } from './sha256.js';
import { makeSigner } from './signer.js';

/** Milliseconds without an answer after which a connection is taken for dead. */
const PATIENCE = 10000;
/** Milliseconds of silence after which it is asked whether anybody is there. */
const SILENCE = 25000;
/** The same when somebody looks at the page again: the machine may have slept. */
const WAKING = 4000;

/** 32 random bytes as 64 hexadecimal digits. */
export function randomToken() {
    return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * @typedef {Object} Table what is known of the table that the session is at
 * @property {string} id
 * @property {string} invitation '' if not known
 * @property {?string} you the own chair
 * @property {?Object} now as docs/server.md has it
 * @property {?Object} view the same; null before the first game
 * @property {Array<Object>} entries all, from the first one on
 * @property {number} entry the number of the last one
 * @property {number} seen the number of the one that `view` and `link` go with: others may have come since, whose view is to come
 * @property {Array<string>} cutting chairs whose cut is waited for
 * @property {?Object} chosen who has chosen in secret and may change it, and of one's own choice what: as docs/server.md has it
 * @property {?string} link of the table's chain, when one is to decide or to cut; null where nothing is signed
 * @property {number} game how many have begun at the table, with `link`
 * @property {?Object} clocks milliseconds left by chair, as they were at `heardAt`
 * @property {number} heardAt performance.now() when the last news came
 * @property {boolean} live false while the connection is lost or it is still being told what was missed: what is
 *     shown may be old
 * @property {string} lost a sentence if the table cannot be shown any more; otherwise ''
 */

function newTable(id, invitation) {
    return {
        id, invitation, you: null, now: null, view: null, entries: [], entry: 0, seen: 0, cutting: [], chosen: null, link: null, game: 0, clocks: null, heardAt: 0,
        live: false, lost: '',
    };
}

/** Whether the own chair is not one's own any more though nothing has happened to it: as if somebody else had asked. */
function isUnseated({ you }, { now }, entries) {
    return Boolean(you && now) && now.you === null && !entries.some(({ kind, seat }) => ['left', 'kicked'].includes(kind) && seat === you);
}

export class Session {
    /** @type {?Table} */
    table = null;

    /** Of the line: `idle` before anything was asked, `connecting`, `open`, `lost`. */
    state = 'idle';

    #connect;
    #line = null;
    #token;
    #signer; /* null: this house asks for no signatures, and deals its own cards */
    #purse = makePurse();
    #language;
    #next = 1 + Math.floor(Math.random() * 2 ** 40);
    #pending = new Map(); /* number -> {message, resolve, reject}, in the order in which they were given */
    #ours = new Map(); /* the same for hello and enter, which begin every connection anew */
    #entering = null; /* who waits for the first enter of the table */
    #listeners = new Map();
    #heard = 0;
    #asked = 0; /* when the oldest message that is not answered was sent, or 0 */
    #cutter = null;
    #woken = false;
    #comingBack = 0; /* the number of the enter that is to bring us back, or 0 */

    /**
     * @param {Object} how
     * @param {function(Object): Object} how.connect makes a line: `(ears) => openLine(where, ears)`
     * @param {string} how.token who one is
     * @param {?string} how.secret for signing, never sent; null: in this house nobody cuts or signs
     * @param {string} how.language
     */
    constructor({ connect, token, secret, language }) {
        this.#connect = connect;
        this.#token = token;
        this.#signer = secret ? makeSigner(secret) : null;
        this.#language = language;
    }

    /**
     * Hears of `news` ({entries, before: {now, view}, caught}; `caught` if these were missed and not seen as they
     * happened), which comes before `change` (anything that is shown may be different), of `state`, a new one, and of `typing`,
     * the chairs that are about to say something, and of `notice`, a sentence of those who run the server.
     * @returns {function()} that ends it
     */
    on(kind, listener) {
        const all = this.#listeners.get(kind) ?? new Set();
        this.#listeners.set(kind, all.add(listener));
        return () => all.delete(listener);
    }

    /**
     * Sends a command; again with the same number if the connection is lost before the answer.
     * @returns {Promise<Object>} the answer; rejected with an Error whose message is the refusal, for people
     */
    do(word, keys = {}) {
        this.#open();
        return new Promise((resolve, reject) => {
            const message = { do: word, n: this.#next++, ...keys, ...(word === 'decide' && this.#about(keys)) };
            this.#pending.set(message.n, { message, resolve, reject });
            this.#send(message);
        });
    }

    /** A decision is about what is shown, and so signed, whatever has come since. */
    #about({ choice }) {
        const { id, game, link, seen, you } = this.table ?? {};
        return { after: seen, ...(this.#signer && link && { sign: this.#signer.decide({ table: id, game, link, seat: you, choice }) }) };
    }

    /** Goes to a table, and comes back to it after every loss, until `exit` or another one. */
    enter(id, invitation = '') {
        this.#goTo(id, invitation);
        this.#open();
        return new Promise((resolve, reject) => {
            this.#entering = { resolve, reject };
            if (this.state === 'open')
                this.#sendEnter();
        });
    }

    /** Looks no longer; the chair stays. */
    exit() {
        if (!this.table)
            return;
        this.table = null;
        this.#entering = null;
        if (this.state === 'open')
            this.do('exit').catch(() => {});
        this.#tell('change');
    }

    /** Another language from now on; the table is told again in it. */
    speak(language) {
        this.#language = language;
        if (this.state !== 'open')
            return;
        this.#sendHello();
        this.#tellAnew();
    }

    /** Somebody else from now on: the token of a personal link. */
    become(token) {
        this.#token = token;
        if (this.state !== 'open')
            return;
        this.#sendHello();
        this.#tellAnew();
    }

    /** A code lets one in, or brings back who one was: with the token of this browser from now on. */
    async useCode(code) {
        await this.do('hello', { version: 1, token: this.#token, language: this.#language, code, ...(this.key && { key: this.key }) });
        this.#tellAnew();
    }

    /** Nobody waits any longer for what was not answered: it is not sent again. */
    abandon() {
        for (const { reject } of this.#pending.values())
            reject(new Error(''));
        this.#pending.clear();
    }

    /** What is signed here can be known by this; '' where nothing is. */
    get key() {
        return this.#signer?.key ?? '';
    }

    /** For requests over HTTP that need to know who asks. */
    get token() {
        return this.#token;
    }

    /** To be called every few seconds, and with `woken` when somebody looks at the page again. */
    pulse(at = performance.now(), woken = false) {
        if (this.state !== 'open')
            return;
        if (this.#asked && at - this.#asked > (this.#woken ? WAKING : PATIENCE)) {
            this.#woken = false;
            this.#line.drop();
        } else if (!this.#asked && (woken || at - this.#heard > SILENCE)) {
            this.#woken = woken;
            this.#sendHello(at, (answer) => this.#stillThere(answer));
        }
    }

    close() {
        this.#line?.close();
        this.#line = null;
        this.state = 'idle';
    }

    #open() {
        if (!this.#line)
            this.#line = this.#connect({ hear: (message) => this.#hear(message), state: (word) => this.#turn(word) });
    }

    #turn(word) {
        this.state = word;
        this.#asked = 0;
        if (word === 'open')
            this.#begin();
        else if (this.table)
            this.table.live = false;
        this.#tell('state');
        this.#tell('change');
    }

    /** What a new connection begins with, and then all that was not answered, with its old numbers. */
    #begin() {
        this.#ours.clear();
        this.#heard = performance.now();
        this.#sendHello();
        if (this.table)
            this.#sendEnter();
        for (const { message } of this.#pending.values())
            this.#send(message);
    }

    #send(message, at = performance.now()) {
        if (this.state !== 'open')
            return;
        this.#asked ||= at;
        this.#line.send(message);
    }

    /** @param {function(Object)} [resolve] hears the answer */
    #sendHello(at, resolve) {
        const n = this.#next++;
        this.#ours.set(n, { resolve, reject: (error) => this.#giveUp(error) });
        this.#send({ do: 'hello', n, version: 1, token: this.#token, language: this.#language, ...(this.key && { key: this.key }) }, at);
    }

    #sendEnter() {
        const { id, invitation, entry } = this.table;
        const n = this.#next++;
        this.#ours.set(n, { resolve: (answer) => this.#entered(answer), reject: (error) => this.#notEntered(error, entry) });
        this.#send({ do: 'enter', n, table: id, since: entry, ...(invitation && { invitation }) });
        return n;
    }

    /** The house has said at which table it takes us to be. */
    #stillThere({ table }) {
        if (table !== this.table?.id)
            this.#comeBack();
    }

    /** The house does not take us to be at the table that is shown: it may be old until we are there again. */
    #comeBack() {
        if (!this.table || this.table.lost || this.#ours.has(this.#comingBack))
            return;
        this.table.live = false;
        this.#sendHello();
        this.#comingBack = this.#sendEnter();
        this.#tell('change');
    }

    /** What was refused only because we were at no table is sent again once we are; once only. */
    #sendAgain(waiting) {
        waiting.again = true;
        this.#pending.set(waiting.message.n, waiting);
        this.#comeBack();
        this.#send(waiting.message);
    }

    /** All that is known of the table is from before, and asked for again. */
    #tellAnew() {
        if (!this.table)
            return;
        this.#goTo(this.table.id, this.table.invitation);
        this.#sendEnter();
    }

    #goTo(id, invitation) {
        this.table = newTable(id, invitation);
        this.#cutter = this.#signer ? makeCutter(this.#purse) : null;
    }

    #entered(answer) {
        this.#entering?.resolve(answer);
        this.#entering = null;
    }

    /** A table that knows less than we do has been put back from a copy: everything is asked for again. */
    #notEntered(error, entry) {
        if (entry > 0)
            this.#tellAnew();
        else
            this.#giveUp(error);
    }

    #giveUp(error) {
        if (this.table)
            this.table.lost = error.message;
        this.#entering?.reject(error);
        this.#entering = null;
        this.#tell('change');
    }

    #hear(message) {
        this.#heard = performance.now();
        if ('n' in message)
            this.#answer(message);
        if ('entry' in message)
            this.#news(message);
        if ('typing' in message && message.table === this.table?.id)
            this.#tell('typing', message.typing);
        if ('struck' in message && message.table === this.table?.id)
            this.#strike(message.struck);
        if ('notice' in message)
            this.#tell('notice', message.notice);
        if ('lost' in message)
            this.#giveUp(new Error(message.lost));
    }

    /** What was said in an entry has been removed. */
    #strike(number) {
        this.table.entries = this.table.entries.map((entry) => (entry.entry === number ? { ...entry, text: undefined, struck: true } : entry));
        this.#tell('change');
    }

    #answer(message) {
        const waiting = this.#pending.get(message.n) ?? this.#ours.get(message.n);
        this.#pending.delete(message.n);
        this.#ours.delete(message.n);
        this.#asked = this.#pending.size + this.#ours.size ? performance.now() : 0;
        if (!waiting)
            return;
        if (message.outside && this.table && waiting.message && !waiting.again) {
            this.#sendAgain(waiting);
            return;
        }
        if (!message.done) {
            waiting.reject(new Error(message.refused));
            return;
        }
        if (waiting.message?.do === 'create')
            this.#goTo(message.table, '');
        waiting.resolve?.(message);
    }

    #news(message) {
        const table = this.table;
        if (!table || table.id !== message.table)
            return;
        const before = { now: table.now, view: table.view };
        const entries = message.entries.filter((entry) => entry.entry > table.entry);
        const caught = !table.live;
        const unseated = isUnseated(table, message, entries);
        this.#update(table, message, entries);
        this.#cut(table, entries, Boolean(message.view || message.now));
        this.#tell('news', { entries, before, caught });
        this.#tell('change');
        if (unseated)
            this.#comeBack();
    }

    #update(table, message, entries) {
        table.entries.push(...entries);
        table.entry = message.entry;
        table.heardAt = performance.now();
        if (message.now) {
            table.now = message.now;
            table.you = message.now.you;
            table.invitation = message.now.invitation ?? table.invitation;
        }
        if (!message.view && !message.now)
            return; /* more is to come */
        table.seen = message.entry;
        table.view = message.view ?? table.view;
        table.cutting = message.cutting ?? [];
        table.chosen = message.chosen ?? null;
        table.link = message.link ?? null;
        table.game = message.game ?? 0;
        table.clocks = message.clocks ?? null;
        table.live = true;
    }

    /** Whose cut is waited for is told at the end: before that, `cutting` is what it was. */
    #cut(table, entries, whole) {
        this.#cutter?.read(entries);
        if (!this.#cutter || !whole || !table.live || table.you === null)
            return;
        const due = this.#cutter.due(table.cutting.includes(table.you));
        if (due?.pledge)
            this.do('pledge', { seal: due.pledge }).catch(() => {});
        if (due?.cut)
            this.do('cut', this.#signedCut(table, due)).catch(() => {}); /* too late: the cards come without it */
    }

    #signedCut({ id, game, link, you }, { cut, next, shuffle }) {
        return { cut, next, ...(link && { sign: this.#signer.cut({ table: id, game, shuffle, seat: you, cut, next }) }) };
    }

    #tell(kind, what) {
        for (const listener of this.#listeners.get(kind) ?? [])
            listener(what);
    }
}
