/**
 * What the house in the page keeps, in IndexedDB: tables with their entries, and games that are over.
 *
 * An entry is safe when its transaction is complete. Nothing is ever written over: two pages that go on with the same
 * table both write its next entry, and the second one is refused.
 * @module
 */

const NAME = 'pairs';
const VERSION = 1;

/** Milliseconds after the end of a game until its table goes: so long one may come back to it and play again. */
const LINGERS = 24 * 60 * 60 * 1000;

/**
 * Whether nobody goes on at a table: its last game is over for long. What stays is the record of the game.
 * @param {string[]} lines all entries, as src/live/ledger.h has them
 * @param {Array<{number: number, ended: number}>} games of the table that are over
 * @param {number} now
 */
export function isLeft(lines, games, now) {
    const last = games.reduce((latest, game) => (game.number > (latest?.number ?? 0) ? game : latest), null);
    return last !== null && now - last.ended > LINGERS && !lines.slice(last.number).some((line) => /^\d+ (begun|again|undone) /.test(line));
}

function done(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

function complete(transaction) {
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
    });
}

/**
 * Opens what is kept, or makes it.
 * @returns {Promise<Store>}
 */
export async function openStore() {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
        const db = opening.result;
        db.createObjectStore('tables', { keyPath: 'id' });
        db.createObjectStore('entries', { keyPath: ['table', 'number'] });
        db.createObjectStore('games', { keyPath: ['table', 'number'] });
    };
    const db = await done(opening);
    db.onversionchange = () => db.close();
    return new Store(db);
}

const keepers = {
    table: (t, { keep, ...table }) => t.objectStore('tables').add(table),
    entry: (t, { keep, ...entry }) => t.objectStore('entries').add(entry),
    game: (t, { keep, ...game }) => t.objectStore('games').put(game),
    closed: (t, { table }) => {
        t.objectStore('tables').delete(table);
        t.objectStore('entries').delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
    },
};

class Store {
    constructor(db) {
        this.db = db;
    }

    /**
     * Makes what page_keep said safe, all or nothing.
     * @returns {Promise<boolean>} false if that cannot be done now
     * @throws if another page has gone on with one of the tables
     */
    async keep(things) {
        const t = this.db.transaction(['tables', 'entries', 'games'], 'readwrite');
        const end = complete(t);
        try {
            for (const thing of things)
                keepers[thing.keep](t, thing);
            await end;
            return true;
        } catch (error) {
            if (error?.name === 'ConstraintError')
                throw error;
            return false;
        }
    }

    /** All tables, each as page_recall takes it. Those that were left long ago are forgotten. */
    async tables(now = Date.now()) {
        const t = this.db.transaction(['tables', 'entries', 'games'], 'readwrite');
        const heads = await done(t.objectStore('tables').getAll());
        const all = await Promise.all(heads.map(async (head) => {
            const range = IDBKeyRange.bound([head.id, 0], [head.id, Infinity]);
            const [entries, games] = await Promise.all(['entries', 'games'].map((name) => done(t.objectStore(name).getAll(range))));
            const lines = entries.map(({ line }) => line);
            if (!isLeft(lines, games, now))
                return [JSON.stringify(head), ...lines, ''].join('\n');
            keepers.closed(t, { table: head.id });
            return null;
        }));
        return all.filter((table) => table !== null);
    }

    /** Games that are over, the latest first. */
    async games() {
        const all = await done(this.db.transaction('games').objectStore('games').getAll());
        return all.sort((a, b) => b.ended - a.ended);
    }

    /** Adds games from elsewhere, or puts them in the place of what is here by the same table and number. */
    async addGames(games) {
        const t = this.db.transaction('games', 'readwrite');
        const end = complete(t);
        for (const game of games)
            t.objectStore('games').put(game);
        await end;
    }

    /** Forgets a game that is over. */
    async removeGame({ table, number }) {
        const t = this.db.transaction('games', 'readwrite');
        const end = complete(t);
        t.objectStore('games').delete([table, number]);
        await end;
    }
}
