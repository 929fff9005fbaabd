/** Our own card art. Each rank has a colour, a shape, and as many of it as its rank, so that it reads without colour. */

import { h } from '../patch.js';

/** Half the size of a shape in its own coordinates. */
const REACH = 10;

/** The corners of a star or, with one radius, of a regular polygon. */
function corners(points, inner = 1) {
    const steps = inner === 1 ? points : points * 2;
    const at = [];
    for (let i = 0; i < steps; i++) {
        const radius = inner !== 1 && i % 2 ? REACH * inner : REACH;
        const angle = (i / steps) * 2 * Math.PI - Math.PI / 2;
        at.push(`${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`);
    }
    return `M${at.join('L')}Z`;
}

/** The shape of each rank as a path around 0 0; the number of corners hints at the rank where it can. */
const SHAPES = [
    '',
    'M0 -10A10 10 0 1 1 0 10A10 10 0 1 1 0 -10ZM0 -5A5 5 0 1 0 0 5A5 5 0 1 0 0 -5Z',
    'M0 -10.5C8 -4 8 4 0 10.5C-8 4 -8 -4 0 -10.5Z',
    corners(3),
    corners(4),
    corners(5, 0.42),
    corners(6),
    'M0 -11C5 -3 8.500 0 8.500 4A8.500 7.500 0 1 1 -8.500 4C-8.500 0 -5 -3 0 -11Z',
    'M-3.500 -10H3.500V-3.500H10V3.500H3.500V10H-3.500V3.500H-10V-3.500H-3.500Z',
    'M0 9.500C-14 0 -9 -9.500 -4 -9.500C-1.500 -9.500 0 -7.500 0 -6C0 -7.500 1.500 -9.500 4 -9.500C9 -9.500 14 0 0 9.500Z',
    corners(10, 0.66),
];

const LEFT = 30;
const MIDDLE = 50;
const RIGHT = 70;

/** Where the shapes of each rank stand on a card of 100 by 140, and how large they are. */
const PIPS = [
    null,
    [[2.6, [MIDDLE, 74]]],
    [[1.7, [MIDDLE, 48], [MIDDLE, 100]]],
    [[1.4, [MIDDLE, 42], [MIDDLE, 74], [MIDDLE, 106]]],
    [[1.3, [LEFT, 54], [RIGHT, 54], [LEFT, 96], [RIGHT, 96]]],
    [[1.25, [LEFT, 50], [RIGHT, 50], [MIDDLE, 75], [LEFT, 100], [RIGHT, 100]]],
    [[1.15, [LEFT, 48], [RIGHT, 48], [LEFT, 75], [RIGHT, 75], [LEFT, 102], [RIGHT, 102]]],
    [[1.05, [LEFT, 52], [RIGHT, 52], [LEFT, 78], [RIGHT, 78], [LEFT, 104], [RIGHT, 104], [MIDDLE, 65]]],
    [[1, [LEFT, 52], [RIGHT, 52], [LEFT, 78], [RIGHT, 78], [LEFT, 104], [RIGHT, 104], [MIDDLE, 65], [MIDDLE, 91]]],
    [[0.95, [26, 50], [MIDDLE, 50], [74, 50], [26, 77], [MIDDLE, 77], [74, 77], [26, 104], [MIDDLE, 104], [74, 104]]],
    [[0.88, [LEFT, 46], [RIGHT, 46], [LEFT, 68], [RIGHT, 68], [LEFT, 90], [RIGHT, 90], [LEFT, 112], [RIGHT, 112],
        [MIDDLE, 57], [MIDDLE, 101]]],
];

/** The colour of each rank: the same in both themes, because paper is paper. */
const COLOURS = ['', '#50535f', '#85560a', '#b3261e', '#1f6f43', '#1d5fa8', '#7a3e9d', '#006c74', '#a8440b', '#a31d63', '#38388c'];

function shape(rank, x, y, size) {
    return `<path d="${SHAPES[rank]}" transform="translate(${x} ${y}) scale(${size})" fill-rule="evenodd"/>`;
}

function digits(rank, x, y, size) {
    return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle">${rank}</text>`;
}

/** The face with its number in the corner, where it can be read when cards overlap. */
function face(rank) {
    const [[size, ...places]] = PIPS[rank];
    return digits(rank, rank === 10 ? 23 : 17, 34, 34) + shape(rank, 85, 17, 0.75) + places.map(([x, y]) => shape(rank, x, y, size)).join('');
}

/** The face of a small card: only its number and one shape. */
function small(rank) {
    return digits(rank, 50, 64, 62) + shape(rank, 50, 104, 2.2);
}

function drawing(rank, content) {
    return `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" font-family="system-ui, sans-serif" `
        + `font-weight="700" fill="${COLOURS[rank]}">${content}</svg>`)}")`;
}

let drawn = false;

/**
 * Makes the drawings ready, once for the page: as pictures of a style sheet, because each card is then a single element, and a
 * browser draws a picture again at once. Their paper is in table.css.
 */
export function drawCards() {
    if (drawn)
        return;
    drawn = true;
    const sheet = new CSSStyleSheet();
    for (let rank = 1; rank <= 10; rank++)
        for (const [name, content] of [['face', face(rank)], ['mini', small(rank)]])
            sheet.insertRule(`.${name}-${rank} { background-image: ${drawing(rank, content)}; }`);
    document.adoptedStyleSheets.push(sheet);
}

function picture(name) {
    return h('span', { class: `face ${name}`, 'aria-hidden': 'true', model: true });
}

const back = h('span', { class: 'card-back', 'aria-hidden': 'true', model: true });
const large = Array.from({ length: 11 }, (_, rank) => (rank ? picture(`face-${rank}`) : back));
const little = Array.from({ length: 11 }, (_, rank) => (rank ? picture(`mini-${rank}`) : back));

/** The picture of a card; 0 is its back. The same description each time, so that it costs nothing to show again. */
export function art(rank) {
    return large[rank];
}

/** The picture of a small card. */
export function mini(rank) {
    return little[rank];
}

function ready(pictures) {
    return pictures.map((drawn, rank) => h('span', { class: 'card', 'data-rank': rank, model: true }, drawn));
}

const plain = ready(large);
const tiny = ready(little);

/** A card that is only looked at, ready made. The caller gives the zone its words. */
export function card(rank, small = false) {
    return (small ? tiny : plain)[rank];
}
