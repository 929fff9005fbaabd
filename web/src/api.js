/** What the server answers over HTTP: see docs/server.md. */
import { language } from './words.js';

/**
 * @param {string} path as `/api/games`
 * @param {string} [token] for what only those may read who sat there
 * @returns {Promise<*>} the JSON; rejected with an Error whose message is the server's sentence
 */
export async function ask(path, token) {
    const response = await fetch(`${path}?language=${language()}`, token && { headers: { Authorization: `Bearer ${token}` } });
    const body = await response.json();
    if (!response.ok)
        throw new Error(body.error);
    return body;
}
