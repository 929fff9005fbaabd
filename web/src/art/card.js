/**
 * Our own card art. Each rank has a colour, a shape, and as many of it as its rank, in rows that grow as the deck does, so
 * that it reads without colour. What lies under the drawings, paper and its edge, is in style/art.css.
 */

import { h } from '../patch.js';
import { DIGITS } from './digits.js';
import { BACKS } from './back.js';
import { addPictures, picture } from './picture.js';

export const BOX = '0 0 100 140';

/** Half the size of a shape in its own coordinates. */
const REACH = 10;

/** The corners of a star or, with one radius, of a regular polygon. */
function corners(points, inner = 1) {
    const steps = inner === 1 ? points : points * 2;
    const at = [];
    for (let i = 0; i < steps; i++) {
        const radius = inner !== 1 && i % 2 ? REACH * inner : REACH;
        const angle = (i / steps) * 2 * Math.PI - Math.PI / 2;
        at.push(`${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`);
    }
    return `M${at.join('L')}Z`;
}

/** The shape of each rank as a path around 0 0; the number of corners hints at the rank where it can. */
const SHAPES = [
    '',
    'M0-9.5A9.5 9.5 0 1 1 0 9.5A9.5 9.5 0 1 1 0-9.5ZM0-4.2A4.2 4.2 0 1 0 0 4.2A4.2 4.2 0 1 0 0-4.2Z',
    'M0-11C8.5-4 8.5 4 0 11C-8.5 4-8.5-4 0-11Z',
    'M0-9.5L10.4 8.5H-10.4Z',
    'M0-11L8.5 0L0 11L-8.5 0Z',
    corners(5, 0.44),
    corners(6),
    'M0-11.5C4-5 8.3-1 8.3 3.5A8.3 7.6 0 1 1-8.3 3.5C-8.3-1-4-5 0-11.5Z',
    'M-3.6-9.6H3.6V-3.6H9.6V3.6H3.6V9.6H-3.6V3.6H-9.6V-3.6H-3.6Z',
    'M0 9.8C-15 .5-10-9.5-4.6-9.5C-1.8-9.5 0-7.5 0-5.5C0-7.5 1.8-9.5 4.6-9.5C10-9.5 15 .5 0 9.8Z',
    corners(10, 0.68),
];

/** How many shapes each row has, how far apart they stand, and how large they are. */
export const ROWS = [
    null,
    [[1], 0, 2.6],
    [[1, 1], 33, 1.4],
    [[1, 2], 30, 1.35],
    [[1, 2, 1], 26, 1.2],
    [[2, 1, 2], 25, 1.15],
    [[1, 2, 3], 23, 1.02],
    [[2, 3, 2], 23, 1.02],
    [[3, 2, 3], 22, 0.94],
    [[2, 3, 4], 19.5, 0.88],
    [[1, 2, 3, 4], 17.5, 0.8],
];

/** The decks: the colour of each rank, of the paper's light, and how a shape is shaded. */
export const DECKS = {
    classic: {
        colours: ['', '#5f646d', '#8f5e00', '#c5302c', '#23773f', '#1f63b5', '#7b3aa6', '#0b7780', '#b54a08', '#b01f66', '#36359a'],
        light: '#fff',
        shade: '#000',
    },
    night: {
        colours: ['', '#d3d8e2', '#f3c552', '#ff7d70', '#67d78c', '#68b4ff', '#c79bff', '#45d9d2', '#ffa04f', '#ff82c0', '#a5abff'],
        light: '#3a4566',
        shade: '#0a1020',
    },
};

/** The number of a rank, so high, with its foot in the corner: 10 is drawn narrower, to be read where 9 is. */
function number(rank, x, y, high, narrow = 0.66) {
    const size = high / 100;
    if (rank < 10)
        return `<path d='${DIGITS[rank][1]}' transform='translate(${x} ${y}) scale(${size})'/>`;
    const [[wide, one], [, zero]] = [DIGITS[1], DIGITS[0]];
    return `<g transform='translate(${x} ${y}) scale(${size * narrow} ${size})'><path d='${one}'/><path d='${zero}' transform='translate(${wide - 2})'/></g>`;
}

/** What all drawings of a rank have: the shape as #p, its right half in the shade, on paper that is lighter in the middle. */
function begin(rank, { colours, light, shade }) {
    const stop = (offset, opacity) => `<stop offset='${offset}' stop-color='${light}' stop-opacity='${opacity}'/>`;
    return `<defs><radialGradient id='l' cy='.45' r='.75'>${stop(0, 0.75)}${stop(1, 0)}</radialGradient>`
        + "<clipPath id='c'><path d='M0-12H12V12H0Z'/></clipPath>"
        + `<g id='p'><path id='s' d='${SHAPES[rank]}' fill-rule='evenodd'/><use href='#s' clip-path='url(#c)' fill='${shade}' opacity='.16'/></g></defs>`
        + `<path d='M0 0H100V140H0Z' fill='url(#l)'/><g fill='${colours[rank]}'>`;
}

function shape(x, y, size) {
    return `<use href='#p' transform='translate(${x} ${y}) scale(${size})'/>`;
}

/** The shapes of a rank around the middle of the card. */
function rows(rank) {
    const [counts, apart, size] = ROWS[rank];
    const between = Math.min(apart, 66 / counts.length);
    return counts.map((count, row) => Array.from({ length: count }, (unused, i) => shape(
        +(50 + (i - (count - 1) / 2) * apart).toFixed(2), +(70 + (row - (counts.length - 1) / 2) * between).toFixed(2), size)).join('')).join('');
}

/** The number in the corner, where it can be read when cards overlap, and turned; and the shapes, on a faint large one. */
export function face(rank, deck) {
    const index = `<g id='i'>${number(rank, rank < 10 ? 6 : 4.5, 34, 28)}</g><use href='#i' transform='rotate(180 50 70)'/>`;
    return `${begin(rank, deck)}${index}<g opacity='.06'>${shape(50, 70, 4.4)}</g>${rows(rank)}</g>`;
}

/** The face of a small card: only its number and one shape. */
function small(rank, deck) {
    return `${begin(rank, deck)}${number(rank, 10, 74, 64, 0.86)}${shape(68, 106, 2.3)}</g>`;
}

function* drawings() {
    for (const [name, deck] of Object.entries(DECKS)) {
        const where = name === 'classic' ? '' : `:root[data-deck='${name}'] `;
        for (let rank = 1; rank <= 10; rank++) {
            yield [`${where}.face-${rank}`, picture(BOX, face(rank, deck))];
            yield [`${where}.mini-${rank}`, picture(BOX, small(rank, deck))];
        }
    }
    for (const [name, drawing] of Object.entries(BACKS))
        yield [`:root[data-back='${name}'] .card-back`, picture(BOX, drawing)];
}

let drawn = false;

/** Makes the drawings ready, once for the page. */
export function drawCards() {
    if (drawn)
        return;
    drawn = true;
    addPictures(drawings());
}

function show(name) {
    return h('span', { class: `face ${name}`, 'aria-hidden': 'true', model: true });
}

const back = h('span', { class: 'card-back', 'aria-hidden': 'true', model: true });
const large = Array.from({ length: 11 }, (_, rank) => (rank ? show(`face-${rank}`) : back));
const little = Array.from({ length: 11 }, (_, rank) => (rank ? show(`mini-${rank}`) : back));

/** The picture of a card; 0 is its back. The same description each time, so that it costs nothing to show again. */
export function art(rank) {
    return large[rank];
}

/** The picture of a small card. */
export function mini(rank) {
    return little[rank];
}

function ready(pictures) {
    return pictures.map((drawing, rank) => h('span', { class: 'card', 'data-rank': rank, model: true }, drawing));
}

const plain = ready(large);
const tiny = ready(little);

/** A card that is only looked at, ready made. The caller gives the zone its words. */
export function card(rank, small = false) {
    return (small ? tiny : plain)[rank];
}
