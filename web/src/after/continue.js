/** Going on from a moment of a game that was played: a table of the house in the page, where all of it has happened. */
import { beginning } from './record.js';
import { kept } from './games.js';
import { sha256, toHex } from '../sha256.js';

/** As worker.js has it: a house that hears this looks again at what is kept. */
const NEWS = 'pairs-kept';
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function randomId() {
    return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/**
 * The table as page_keep tells of one, with its entries.
 * @param {{lines: string[]}} answer of the question `continue`
 * @param {number} now
 */
export function nextTable({ lines }, now) {
    const secret = toHex(crypto.getRandomValues(new Uint8Array(32)));
    return { head: { id: randomId(), secret, public: false, open: true, opened: now }, lines };
}

/** What a house calls somebody: the digest of their token. */
export function guestOf(token) {
    return toHex(sha256(new TextEncoder().encode(token)));
}

/**
 * Makes the table.
 * @param {Object} engine
 * @param {Object} from
 * @param {string} from.record
 * @param {number} from.steps so many of it have happened
 * @param {string} from.seat the own one; bots sit on all others
 * @param {string} from.level of the bots
 * @param {string} from.person what one is called
 * @param {string} from.token who one is
 * @param {string} from.language
 * @returns {Promise<string>} its name
 */
export async function continueFrom(engine, { record, steps, token, ...how }) {
    const now = Date.now();
    const answer = await engine.ask('continue', { ...how, record: beginning(record, steps), guest: guestOf(token), now });
    const { head, lines } = nextTable(answer, now);
    await (await kept()).keep([{ keep: 'table', ...head }, ...lines.map((line, i) => ({ keep: 'entry', table: head.id, number: i + 1, line }))]);
    const news = new BroadcastChannel(NEWS);
    news.postMessage(null);
    news.close();
    return head.id;
}
