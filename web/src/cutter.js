/** Cuts the cards for a person, so that the deal is fair to them: docs/fair.md, and *Fair dealing* in docs/server.md. */
import { sha256, toHex } from './sha256.js';

/** Shuffles that one chain is enough for; then the next one is pledged. A longer one would be felt on a phone. */
const LINKS = 128;

/** A chain of a table: its number-th link is hashed so often; the first is secret. */
function makeChain(secret, table, number) {
    const links = [sha256(new TextEncoder().encode(`${secret}/${table}/${number}`))];
    while (links.length < LINKS)
        links.push(sha256(links.at(-1)));
    return links.map(toHex);
}

/**
 * @param {string} secret of this browser, 64 hexadecimal digits; unlike the token it is never sent, or the server could
 *     reckon the cuts beforehand
 * @param {string} table
 * @returns {{read: function(Array), due: function(boolean)}} `read` takes the entries as they come; `due(cutting)` says what has
 *     to be sent for a person who sits there, `{do, ...keys}` or null, each once
 */
export function makeCutter(secret, table) {
    const chains = [];
    let number = 0; /* of the chain in use */
    let told = LINKS; /* its lowest link that everybody knows */
    let standing = false; /* a pledge for the next shuffle is there */
    let sent = '';

    function chain(which) {
        chains[which] ??= makeChain(secret, table, which);
        return chains[which];
    }

    function begin(next) {
        number = next;
        told = LINKS;
    }

    /** A link that was told: is it ours? */
    function tell(link) {
        if (told === 0 && chain(number + 1).includes(link))
            begin(number + 1);
        const at = chain(number).indexOf(link);
        if (at < 0)
            return;
        told = Math.min(told, at);
        standing = true;
    }

    function read(entries) {
        for (const { kind, text } of entries)
            if (kind === 'shuffled')
                standing = false;
            else if (kind === 'pledged' || kind === 'cut')
                tell(text);
    }

    function once(message) {
        const key = JSON.stringify(message);
        const fresh = key !== sent;
        sent = key;
        return fresh ? message : null;
    }

    function due(cutting) {
        const spent = told === 0; /* what follows the last link would be the secret's own origin */
        if (cutting)
            return spent ? null : once({ do: 'cut', cut: chain(number)[told - 1] });
        if (standing && !spent)
            return null;
        if (spent)
            begin(number + 1);
        return once({ do: 'pledge', seal: chain(number)[told - 1] });
    }

    return { read, due };
}
