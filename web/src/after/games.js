/** Games that are over: those that were played in this page, and those of the server's tables where one sat. */
import { ask } from '../api.js';
import { mine } from '../mine.js';
import { openStore } from '../store.js';
import { readHead } from './record.js';

let store = null;

/** What the house in the page keeps; opened once. */
export function kept() {
    store ??= openStore();
    return store;
}

async function askText(path, token) {
    const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
    const text = await response.text();
    if (!response.ok)
        throw new Error(JSON.parse(text).error);
    return text;
}

/**
 * @typedef {Object} Game
 * @property {string} where `local` or `server`
 * @property {string} table
 * @property {number} number
 * @property {number} ended
 * @property {string} name of what was played
 * @property {?string} you the own seat
 * @property {boolean} open whether all cards may be seen
 * @property {string} [record] of local ones
 */

/** @returns {Game} */
function localGame({ table, number, ended, name, record }) {
    const { people } = readHead(record);
    return { where: 'local', table, number, ended, name, record, open: true, you: people.length === 1 ? people[0] : null };
}

/** Those of this page, the latest first. */
export async function localGames() {
    return (await (await kept()).games()).map(localGame);
}

async function listOf(table, token) {
    const games = await ask(`/api/tables/${table}/games`, token);
    return games.map(({ game, ended, name, you, open }) => ({ where: 'server', table, number: game, ended, name, you, open }));
}

/**
 * Those of the tables on this server where this browser has sat, the latest first. Tables that are gone are passed over.
 * @param {string} token who one is
 */
export async function serverGames(token) {
    const tables = mine().filter(({ where }) => where === 'server').map(({ id }) => id);
    const lists = await Promise.all(tables.map((table) => listOf(table, token).catch(() => [])));
    return lists.flat().sort((a, b) => b.ended - a.ended);
}

/**
 * One game with its record.
 * @param {Object} context
 * @param {string} where
 * @param {string} table
 * @param {string} number of the game at the table, or `last`
 * @returns {Promise<?Game>} null if there is none
 */
export async function loadGame(context, where, table, number) {
    const fits = (game) => number === 'last' || String(game.number) === number;
    if (where === 'local')
        return (await localGames()).find((game) => game.table === table && fits(game)) ?? null;
    const { token } = context.sessionFor('server');
    const listed = (await listOf(table, token)).find(fits);
    return listed && { ...listed, record: await recordOf(listed, token) };
}

/** The record of a game on the server, as far as one may know it. */
export function recordOf({ table, number }, token) {
    return askText(`/api/tables/${table}/games/${number}/record`, token);
}

/** Hands a text to the person as a file. */
export function download(name, text, type = 'text/plain') {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}
