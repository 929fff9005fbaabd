/** Cuts the cards for a person, so that the deal is fair to them: docs/fair.md, and *Fair dealing* in docs/server.md. */
import { fromHex, sha256, toHex } from './sha256.js';

/** Secrets that are remembered until they are told; older ones were of tables that nobody came back to. */
const KEPT = 64;
const PLACE = 'pairs.cuts';

function load() {
    try {
        return JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    } catch {
        return {};
    }
}

/** What the browser forbids to be kept lasts as long as the page. */
function keep(all) {
    try {
        localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-KEPT))));
    } catch {
        /* see above */
    }
}

/**
 * What this browser has pledged: each pledge with the random secret that it seals. A secret is given out once. So nobody
 * can have it told a second time, as a server could that goes back to an older copy of its data.
 */
export function makePurse() {
    const own = new Map(); /* where nothing can be kept */

    return {
        /** A new secret; returns its pledge. */
        pledge() {
            const secret = crypto.getRandomValues(new Uint8Array(32));
            const seal = toHex(sha256(secret));
            own.set(seal, toHex(secret));
            keep({ ...load(), [seal]: toHex(secret) });
            return seal;
        },

        has(seal) {
            return own.has(seal) || seal in load();
        },

        /** The secret of a pledge, which is forgotten; null if there is none. */
        take(seal) {
            const { [seal]: kept, ...others } = load();
            const secret = own.get(seal) ?? kept ?? null;
            own.delete(seal);
            keep(others);
            return secret !== null && toHex(sha256(fromHex(secret))) === seal ? secret : null;
        },
    };
}

/**
 * @param {ReturnType<typeof makePurse>} purse
 * @returns {{read: function(Array), due: function(boolean)}} `read` takes the entries as they come; `due(cutting)` says what has
 *     to be sent for a person who sits there, or null: `{pledge}`, or `{cut, next, shuffle}` with the entry of the shuffle
 */
export function makeCutter(purse) {
    let standing = null; /* our pledge for the next shuffle, */
    let asked = null; /* and that for the last one */
    let shuffle = null; /* its entry */
    let pledging = false; /* a pledge is on its way */

    function read(entries) {
        for (const entry of entries) {
            if (entry.kind === 'shuffled') {
                [asked, standing, shuffle, pledging] = [standing, null, entry, false];
            } else if (entry.kind === 'pledged' && purse.has(entry.text)) {
                standing = entry.text;
            }
        }
    }

    function due(cutting) {
        if (cutting) {
            const cut = asked && purse.take(asked);
            asked = null;
            return cut && { cut, next: purse.pledge(), shuffle };
        }
        if (standing || pledging)
            return null;
        pledging = true;
        return { pledge: purse.pledge() };
    }

    return { read, due };
}
