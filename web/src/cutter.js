/** Cuts the cards for a person, so that the deal is fair to them: docs/fair.md, and *Fair dealing* in docs/server.md. */
import { sha256, toHex } from './sha256.js';

/** Shuffles that one chain is enough for. */
const LINKS = 2000;

/** The chain of one table: its number-th link is hashed so often; the first is secret. */
function chain(secret, table) {
    const links = [sha256(new TextEncoder().encode(`${secret}/${table}`))];
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
    let links = null;
    let told = LINKS; /* the lowest link that everybody knows */
    let standing = false; /* a pledge for the next shuffle is there */
    let sent = '';

    function read(entries) {
        for (const { kind, text } of entries) {
            if (kind === 'shuffled')
                standing = false;
            if (kind !== 'pledged' && kind !== 'cut')
                continue;
            links ??= chain(secret, table);
            const at = links.indexOf(text);
            if (at >= 0) {
                told = Math.min(told, at);
                standing = true;
            }
        }
    }

    function once(message, link) {
        const key = `${message.do} ${link}`;
        const fresh = key !== sent;
        sent = key;
        return fresh ? message : null;
    }

    function due(cutting) {
        if ((standing && !cutting) || told === 0)
            return null;
        links ??= chain(secret, table);
        const link = links[told - 1];
        return cutting ? once({ do: 'cut', cut: link }, link) : once({ do: 'pledge', seal: link }, link);
    }

    return { read, due };
}
