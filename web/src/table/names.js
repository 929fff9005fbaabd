/** How people, places and scores are called at a table. */

import { _, number } from '../words.js';
import { LETTERS } from './places.js';

/** The names of all seats by letter; those that are there twice have their letter behind them, as in what is told. */
export function namesOf(now) {
    const names = {};
    for (const chair of now.chairs)
        names[chair.seat] = chair.name || chair.seat;
    const all = Object.values(names);
    for (const seat of Object.keys(names))
        if (names[seat] !== seat && all.filter((name) => name === names[seat]).length > 1)
            names[seat] = `${names[seat]} ${seat}`;
    return names;
}

/** What a seat is called by the one who looks. */
export function callSeat(names, seat, you) {
    return seat === you ? _('You') : names[seat] ?? seat;
}

function signed(value) {
    return number(value, { signDisplay: 'exceptZero' });
}

/** A change of a score: +3, -2, 0. */
export function changeText(value) {
    return signed(value);
}

/** A score as it stands on a seat: the chips that one has and, if there is room, what was won of them; or points. */
export function scoreText(view, words, score, short = false) {
    if (!view.chips)
        return number(score);
    if (short && words.stack)
        return number(words.stack + score);
    return words.stack ? `${number(words.stack + score)} (${signed(score)})` : signed(score);
}

/** The same for somebody who only hears it. */
export function scoreSpoken(view, words, score) {
    return view.chips ? _('{score} chips', { score: scoreText(view, words, score) }) : _('{score} points', { score: number(score) });
}

/** Cards in words: `3, 5, 5`; those that nobody sees as their number. */
export function cardsSpoken(cards) {
    const seen = cards.filter((card) => card !== 0);
    const hidden = cards.length - seen.length;
    if (!cards.length)
        return _('no cards');
    const parts = seen.length ? [seen.join(', ')] : [];
    if (hidden)
        parts.push(hidden === 1 ? _('1 hidden card') : _('{n} hidden cards', { n: hidden }));
    return parts.join(', ');
}

/** Seats in words: `Ann, Bob`. */
export function listSeats(names, seats, you) {
    return seats.map((seat) => callSeat(names, seat, you)).join(', ');
}

/** Where a seat's number is in a list of scores. */
export function seatNumber(seat) {
    return LETTERS.indexOf(seat);
}

/** What a hand is called here, with its number. */
export function handText(words, hand) {
    return words.rounds ? _('Round {hand}', { hand }) : _('Hand {hand}', { hand });
}
