/** The tables of this browser where a chair is one's own: "your games in progress". */

const KEY = 'pairs.tables';
const MOST = 30;
/** Milliseconds: what is kept of a table may be so much too old, so that not every message costs a write. */
const FRESH = 60000;

/** Milliseconds that news of a table waits to be kept: to write costs more than to draw, and a turn is soon another one's. */
const PAUSE = 1000;

/** What was kept last, or is about to be: of which table, in which words and when. */
const NOTHING = { where: '', id: '', words: '', at: 0 };
let last = NOTHING;

/** What waits to be kept, or null. */
let waiting = null;
let timer = 0;

function read() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '[]');
    } catch {
        return [];
    }
}

function write(tables) {
    try {
        localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
    } catch {
        /* nothing may be kept: then there is no list */
    }
}

/**
 * The tables, the latest first.
 * @returns {Array<{where: string, id: string, game: string, stage: string, hand: number, turn: boolean, waits: Array<string>, chairs: Array<Object>,
 *     at: number}>} `waits` are the names of those who are to decide
 */
export function mine() {
    flush();
    return read();
}

/** A table that is gone, or that somebody no longer wants to see here. */
export function forget(where, id) {
    flush();
    last = NOTHING;
    const all = read();
    const others = all.filter((table) => !isSame(table, { where, id }));
    if (others.length < all.length)
        write(others);
}

/** Keeps the list true to what a session knows of its table. */
export function remember(where, { id, now, view, you, live, lost }) {
    if (lost || (live && you === null)) {
        forget(where, id);
        return;
    }
    if (!live || !now)
        return;
    const chairs = now.chairs.filter(({ kind }) => kind !== 'empty').map(({ seat, name, face, colour }) => ({ seat, name, face, colour }));
    const next = {
        where, id, game: now.game.name, stage: now.stage, hand: view?.hand ?? 0, turn: (view?.legal ?? []).length > 0, chairs,
        waits: chairs.filter(({ seat }) => view?.to_act?.includes(seat)).map(({ name }) => name),
    };
    const words = JSON.stringify(next);
    if (words === last.words && Date.now() - last.at < FRESH)
        return;
    const known = isSame(last, next);
    if (!known)
        flush();
    last = { where, id, words, at: Date.now() };
    waiting = { ...next, at: last.at };
    timer ||= setTimeout(flush, PAUSE);
    if (!known)
        flush(); /* that one sits there is not lost, whatever happens to the page */
}

function isSame(one, other) {
    return one.where === other.where && one.id === other.id;
}

function flush() {
    clearTimeout(timer);
    timer = 0;
    if (!waiting)
        return;
    const next = waiting;
    waiting = null;
    write([next, ...read().filter((table) => !isSame(table, next))]);
}

globalThis.addEventListener?.('pagehide', flush);
