/** Signs what a person does at a table: docs/fair.md, and *Signing* in docs/server.md. */
import { keyOf, sign } from './ed25519.js';
import { fromHex, toHex } from './sha256.js';

/**
 * @param {string} secret of this browser, 64 hexadecimal digits; unlike the token it is never sent
 * @returns {{key: string, cut: function(Object): string, decide: function(Object): string}}
 */
export function makeSigner(secret) {
    const bytes = fromHex(secret);
    let key = '';

    function signed(...words) {
        return toHex(sign(bytes, new TextEncoder().encode(['pairs', ...words].join(' '))));
    }

    return {
        get key() {
            key ||= toHex(keyOf(bytes));
            return key;
        },

        /** That we saw this seal before we told our cut. */
        cut({ table, game, shuffle, seat, cut, next }) {
            return signed('cut', table, game, shuffle.entry, shuffle.text, shuffle.pledged, seat, cut, next);
        },

        /** That this is our decision, after all that the link stands for. */
        decide({ table, game, link, seat, choice }) {
            return signed('decide', table, game, link, seat, choice);
        },
    };
}
