/** How people, places and scores are called at a table. */

import { _, list, number } from '../words.js';
import { LETTERS } from './places.js';

/** The names of all seats by letter; no two are the same, and who has none is called by the letter. */
export function namesOf(now) {
    return Object.fromEntries(now.chairs.map((chair) => [chair.seat, chair.name || chair.seat]));
}

const NUMERALS = ['', '', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'];

/**
 * The name of a seat where there is little room: one of several of the same name (Badger, Badger the Younger) has a numeral instead of
 * what tells them apart.
 * @returns {{name: string, numeral: string}}
 */
export function briefName(names, seat) {
    const full = names[seat];
    const first = Object.values(names).find((name) => full.startsWith(`${name} `));
    if (!first)
        return { name: full, numeral: '' };
    const alike = Object.keys(names).filter((other) => names[other] === first || names[other].startsWith(`${first} `));
    return { name: first, numeral: NUMERALS[alike.filter((other) => names[other] !== first).indexOf(seat) + 2] };
}

/** The names of all seats by letter as they are where there is little room. */
export function briefNames(names) {
    return Object.fromEntries(Object.keys(names).map((seat) => {
        const { name, numeral } = briefName(names, seat);
        return [seat, numeral ? `${name} ${numeral}` : name];
    }));
}

/** A name wherever words have it: German declines who is called like a king, "Dachs der Jüngere", but "Dachs des Jüngeren Karten". */
export function nameIn(name) {
    const literal = (text) => text.replace(/[^\p{L}\p{N} ]/gu, '\\$&');
    const [, first, last] = /^(.*) (?:der|die) (.*)$/.exec(name) ?? [];
    return new RegExp(first ? `${literal(first)} (der|die|des|dem|den) ${literal(last)}n?` : literal(name), 'g');
}

/** Who owns something, by a brief German name. */
function owner({ name, numeral }) {
    return `${name}${/[sxz]$/.test(name) ? "'" : 's'} ${numeral}`;
}

/** Words with all names as `briefNames` has them. */
export function briefly(words, names) {
    const brief = briefNames(names);
    return Object.keys(brief).filter((seat) => brief[seat] !== names[seat])
        .reduce((text, seat) => text.replace(nameIn(names[seat]), (_found, article) => (article === 'des' ? owner(briefName(names, seat)) : brief[seat])), words);
}

/** What a seat is called by the one who looks. */
export function callSeat(names, seat, you) {
    return seat === you ? _('You') : names[seat] ?? seat;
}

function signed(value) {
    return number(value, { signDisplay: 'exceptZero' });
}

/** A change of a score: +3, −2, 0. */
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

/** A score with what it counts: points, wounds, lives. */
export function counted({ unit: [one, several] }, score) {
    return `${number(score)} ${score === 1 ? one : several}`;
}

/** What stands on a plate: chips as they are, points with what ends the game. */
export function shortScore(view, words, score) {
    if (view.chips)
        return words.stack ? number(words.stack + score) : signed(score);
    return words.target ? _('{score} of {target}', { score: number(score), target: number(words.target) }) : counted(words, score);
}

/** The same for somebody who only hears it. */
export function scoreSpoken(view, words, score) {
    return view.chips ? _('{score} chips', { score: scoreText(view, words, score) }) : counted(words, score);
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

/** Seats in words: `Ann, Bob and Cleo`. */
export function listSeats(names, seats, you) {
    return list(seats.map((seat) => callSeat(names, seat, you)));
}

/** Where a seat's number is in a list of scores. */
export function seatNumber(seat) {
    return LETTERS.indexOf(seat);
}

/** What a hand is called here, with its number. */
export function handText(words, hand) {
    return words.rounds ? _('Round {hand}', { hand }) : _('Hand {hand}', { hand });
}
