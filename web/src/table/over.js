/** A game that is over: the places, when it was decided, and how somebody decided in it. Pure. */

import { LETTERS } from './places.js';

/** Losses smaller than this, in points or chips, are none that anybody would talk about; and so of what was gained. */
const LEAST = 0.05;

/** Who is ahead of all others after a hand, in the order that `best` says; null if two are level. */
function leader(seats, best) {
    const [first, second] = seats.toSorted((a, b) => best(b.total) - best(a.total));
    return second && best(first.total) === best(second.total) ? null : first?.seat ?? null;
}

/**
 * The hand that decided a game: from its end on the one who won at last, where there is one, was ahead for good; where the rules
 * name only who loses, that one was behind for good. Who plays alone is neither.
 * @param {Array<Object>} settled hands of the story
 * @param {Object} view at the end
 * @param {boolean} lowWins
 * @returns {?{seat: string, wins: boolean, hand: number, first: boolean, last: boolean, before: ?string}} `before` is who was there
 *     before; null where no hand can be named
 */
export function turningPoint(settled, { winners, losers }, lowWins) {
    const wins = winners.length === 1;
    const [seat] = wins ? winners : losers;
    if (settled.length < 2 || settled[0].seats.length < 2 || (!wins && losers.length !== 1))
        return null;
    const best = (total) => (lowWins === wins ? -total : total);
    const ahead = settled.map(({ seats }) => leader(seats, best));
    let at = settled.length;
    while (at > 0 && ahead[at - 1] === seat)
        at--;
    if (at === settled.length)
        return null;
    return { seat, wins, hand: settled[at].hand, first: at === 0, last: at === settled.length - 1, before: ahead[at - 1] ?? null };
}

/**
 * What somebody did best, by what it brought beyond the usual, and what cost them most.
 * @param {Array<Object>} decisions as decisionsOf has them (after/analysis.js)
 * @param {number} seat
 * @returns {{best: ?Object, worst: ?Object}} null where nothing stands out
 */
export function bestAndWorst(decisions, seat) {
    const own = decisions.filter((one) => one.seat === seat);
    const most = (some, of) => some.reduce((found, one) => (!found || of(one) > of(found) ? one : found), null);
    return {
        best: most(own.filter(({ play, best }) => !best && play > LEAST), ({ play }) => play),
        worst: most(own.filter(({ loss, error, best }) => best && loss > Math.max(LEAST, error)), ({ loss }) => loss),
    };
}

/**
 * The places as they were at the end, the best first; those who are level share one. Pure.
 * @returns {Array<{seat: string, total: number, place: number}>}
 */
export function placesOf({ scores, winners, losers }, lowWins) {
    const rank = (seat) => (winners.includes(seat) ? 0 : losers.includes(seat) ? 2 : 1);
    const order = scores.map((total, i) => ({ seat: LETTERS[i], total }))
        .sort((a, b) => rank(a.seat) - rank(b.seat) || (lowWins ? a.total - b.total : b.total - a.total));
    const level = (a, b) => a.total === b.total && rank(a.seat) === rank(b.seat);
    return order.map((one) => ({ ...one, place: 1 + order.findIndex((other) => level(other, one)) }));
}
