/** The tables of this browser where a chair is one's own: "your games in progress". */

const KEY = 'pairs.tables';
const MOST = 30;
/** Milliseconds: what is kept of a table may be so much too old, so that not every message costs a write. */
const FRESH = 60000;

/** What was kept last. */
let last = { words: '', at: 0 };

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
 * @returns {Array<{where: string, id: string, game: string, stage: string, hand: number, turn: boolean, at: number}>}
 */
export function mine() {
    return read();
}

/** A table that is gone, or that somebody no longer wants to see here. */
export function forget(where, id) {
    last = { words: '', at: 0 };
    write(read().filter((table) => table.where !== where || table.id !== id));
}

/** Keeps the list true to what a session knows of its table. */
export function remember(where, { id, now, view, you, live, lost }) {
    if (lost || (live && you === null)) {
        forget(where, id);
        return;
    }
    if (!live || !now)
        return;
    const next = { where, id, game: now.game.name, stage: now.stage, hand: view?.hand ?? 0, turn: (view?.legal ?? []).length > 0 };
    const words = JSON.stringify(next);
    if (words === last.words && Date.now() - last.at < FRESH)
        return;
    last = { words, at: Date.now() };
    const others = read().filter((table) => table.where !== where || table.id !== id);
    write([{ ...next, at: last.at }, ...others]);
}
