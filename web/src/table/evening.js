/** What everybody has made of all games at this table so far. */

import { h } from '../patch.js';
import { _, number } from '../words.js';
import { callSeat, changeText } from './names.js';

/**
 * Whoever has won most comes first. Pure.
 * @param {Array<Object>} evening of `now`
 */
export function ranked(evening) {
    return evening.toSorted((a, b) => b.won - a.won || (b.chips ?? 0) - (a.chips ?? 0));
}

/** One line, from the second game on: before that it says nothing new. '' then. */
export function eveningText({ now, names, you }) {
    const evening = now.evening ?? [];
    if (!evening.some(({ games }) => games > 1))
        return '';
    const chips = evening.some((one) => one.chips);
    const wins = ranked(evening).map((one) => `${one.seat ? callSeat(names, one.seat, you) : one.name} ${number(one.won)}${chips ? ` (${changeText(one.chips ?? 0)})` : ''}`).join(', ');
    return chips ? _('Tonight, with chips: {wins}', { wins }) : _('Tonight: {wins}', { wins });
}

export function eveningNode(scene) {
    const text = eveningText(scene);
    return text ? h('p', { key: 'evening', class: 'evening' }, text) : null;
}
