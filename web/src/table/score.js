/** The score sheet and the graph over the hands. */

import { h, svg } from '../patch.js';
import { _, number } from '../words.js';
import { callSeat, changeText } from './names.js';
import { LETTERS } from './places.js';
import { sheetOf } from './story.js';

/** In coordinates of the graph. */
const WIDE = 320;
const HIGH = 160;
const EDGE = 8;

/** Points of each seat's line, from 0 before the first hand. Pure. */
export function graphLines(sheet, players) {
    const rows = [Array(players).fill(0), ...sheet.map(({ totals }) => totals)];
    const all = rows.flat();
    const least = Math.min(0, ...all);
    const most = Math.max(1, ...all);
    const x = (i) => EDGE + (i / Math.max(1, rows.length - 1)) * (WIDE - 2 * EDGE);
    const y = (value) => HIGH - EDGE - ((value - least) / (most - least)) * (HIGH - 2 * EDGE);
    return {
        zero: y(0),
        lines: Array.from({ length: players }, (_unused, seat) => rows.map((row, i) => [x(i), y(row[seat])])),
        least,
        most,
    };
}

function graph(sheet, scene) {
    const { players } = scene.now.game;
    const { zero, lines, least, most } = graphLines(sheet, players);
    return h('figure', { class: 'graph' },
        svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': _('The scores over the hands') },
            svg('line', { class: 'zero', x1: 0, x2: WIDE, y1: zero, y2: zero }),
            lines.map((points, seat) => svg('g', { key: seat, class: `line seat-${seat}${LETTERS[seat] === scene.you ? ' own' : ''}` },
                svg('polyline', { points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ') }),
                svg('circle', { cx: points.at(-1)[0], cy: points.at(-1)[1], r: 3.5 })))),
        h('figcaption', null, _('from {least} to {most}', { least: number(least), most: number(most) })));
}

/** All hands of this game, one a row. */
export function sheetNode(scene) {
    const { players } = scene.now.game;
    const sheet = sheetOf(scene.story.settled, players);
    const seats = [...LETTERS.slice(0, players)];
    if (!sheet.length)
        return h('p', null, _('No hand is settled yet.'));
    return [
        graph(sheet, scene),
        h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': _('Score sheet') },
            h('table', { class: 'sheet' },
                h('thead', null, h('tr', null, h('th', { scope: 'col' }, scene.words.rounds ? _('Round') : _('Hand')),
                    seats.map((seat, i) => h('th', { key: seat, scope: 'col', class: `seat-${i}` }, callSeat(scene.names, seat, scene.you))))),
                h('tbody', null, sheet.map(({ hand, totals, changes }, row) => h('tr', { key: row }, h('th', { scope: 'row' }, hand),
                    totals.map((total, i) => h('td', { key: i }, number(total), changes[i] ? h('small', null, ` ${changeText(changes[i])}`) : null))))))),
        h('p', { class: 'small' }, better(scene)),
    ];
}

function better({ view, words }) {
    if (view?.chips)
        return _('More chips are better.');
    const unit = words.unit[1];
    return words.low_wins ? _('Fewer {unit} are better.', { unit }) : _('More {unit} are better.', { unit });
}
