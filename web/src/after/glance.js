/** A quick look back on a game that has just ended: what somebody did best, and what cost them most. */
import { engine } from '../engine.js';
import { bestAndWorst } from '../table/over.js';
import { language } from '../words.js';
import { decisionsOf } from './analysis.js';
import { loadGame } from './games.js';
import { readHead } from './record.js';

/** Steps of a game that is too long to be looked at while somebody waits for nothing in particular. */
const LONG = 500;
/** Imagined games of all moments together, and of one at least: a second or two of one core. */
const ENOUGH = 8000;
const LEAST = 16;
const MOST = 60;

/**
 * @param {Object} context see main.js
 * @param {string} where `local` or `server`
 * @param {string} table
 * @param {string} you
 * @param {AbortSignal} signal
 * @returns {Promise<?{best: ?Object, worst: ?Object}>} null where the game is too long, or its cards stay closed
 */
export async function glance(context, where, table, you, signal) {
    const game = await loadGame(context, where, table, 'last');
    const steps = game ? readHead(game.record).steps : 0;
    if (!steps || steps > LONG)
        return null;
    const asked = { record: game.record, language: language(), signal };
    const replay = await engine.ask('replay', { ...asked, looks: you });
    const iterations = Math.round(Math.max(LEAST, Math.min(MOST, ENOUGH / steps)));
    const analysis = await engine.ask('analysis', { ...asked, iterations });
    return bestAndWorst(decisionsOf(analysis, replay), you.charCodeAt(0) - 65);
}
