/** One's own side of a table: the hand in front, in the middle, with the plate and the other zones beside it or above. Pure. */

import { CAPTION, GAP, LEAST_STEP, STEP, TALL, fits, heightOf, linesOf, place, together, usual, wantedOf, widthOf } from './lines.js';

/** A small plate needs at least this width, and with numbers so much more. */
const LEAST_PLATE = 96;
const NUMBERS = 44;
/** How much lower the last cards of a fan may reach than the middle one. */
export const DROP = 14;

/** The ways it may lie, those one likes first: plate and zones beside the hand, above it, or the hand making room for the plate. */
export const LYING = ['beside', 'above', 'aside', 'squeezed'];

/** The room below a hand for the ends of its fan. */
function dropOf({ most }, { around }) {
    return most < 2 ? 0 : around ? DROP : DROP / 2;
}

function plateOf({ marks }, { around }, width) {
    return around ? { width: 210, height: 56 + (marks ? 12 : 0) } : { width: Math.min(190, width * 0.5), height: 46 + (marks ? 13 : 0) };
}

/**
 * What it needs if it lies so; null if it cannot.
 * @param {Object} table see layout.js
 * @param {Object} frame
 * @param {{own: number, sub: number}} sizes heights of cards
 * @param {string} lying one of LYING
 */
export function ownSide(table, frame, sizes, lying) {
    const [main, ...rest] = together(table.mine, true);
    const width = frame.felt.width - 2 * GAP;
    const wide = sizes.own / TALL;
    const side = {
        lying, main, rest, width, sub: sizes.sub, high: sizes.own,
        plate: plateOf(table, frame, width),
        leastPlate: LEAST_PLATE + (table.marks ? NUMBERS : 0),
        hand: main ? Math.min(width - GAP, Math.max(widthOf(usual(main), wide, STEP), widthOf(main, wide, LEAST_STEP))) : 0,
        least: main ? widthOf(main, wide, LEAST_STEP) : 0,
        mainHigh: main ? heightOf(main, sizes.own) + dropOf(main, frame) : 0,
    };
    return side.least > width - GAP ? null : WAYS[lying](side);
}

const WAYS = { beside, above, aside, squeezed };

/** All in one line: the plate, the hand in the middle, the rest. */
function beside(side) {
    const { plate, rest, width, hand, sub, mainHigh } = side;
    const room = (width - hand) / 2 - 2 * GAP;
    const { lines, height } = linesOf(rest, room, sub, CAPTION);
    if (room < plate.width || !fits(rest, room, sub))
        return null;
    return { ...side, lines, restHigh: height, room: Math.min(room, wantedOf(lines, sub, CAPTION)), height: Math.max(mainHigh, plate.height, height) };
}

/** The plate and the rest lie above the hand, together in the middle; where they do not fit side by side, one above the other. */
function above(side) {
    const { plate, rest, width, sub, mainHigh } = side;
    const most = width - plate.width - GAP;
    const near = linesOf(rest, most, sub, CAPTION);
    if (fits(rest, most, sub)) {
        const high = Math.max(plate.height, near.height);
        return { ...side, lines: near.lines, restHigh: near.height, room: Math.min(most, wantedOf(near.lines, sub, CAPTION)), high2: high, height: high + 4 + mainHigh };
    }
    const full = linesOf(rest, width, sub, CAPTION);
    return fits(rest, width, sub) ? { ...side, lines: full.lines, restHigh: full.height, room: width, apart: true, high2: full.height + 4 + plate.height, height: full.height + 8 + plate.height + mainHigh } : null;
}

/** The rest lies above, and the plate beside a narrow hand. */
function aside(side) {
    const { plate, rest, width, hand, sub, mainHigh, leastPlate } = side;
    const room = (width - hand) / 2 - GAP;
    const { lines, height } = linesOf(rest, width, sub, CAPTION);
    if (room < leastPlate || !fits(rest, width, sub))
        return null;
    const gap = rest.length ? 4 : 0;
    return { ...side, plate: { ...plate, width: Math.min(plate.width, room) }, lines, restHigh: height, room: width, height: height + gap + Math.max(mainHigh, plate.height) };
}

/** A wide hand makes room for the plate. */
function squeezed(side) {
    const { plate, rest, width, mainHigh, leastPlate, least } = side;
    const left = leastPlate + GAP;
    if (rest.length || !side.main || least > width - left)
        return null;
    return { ...side, plate: { ...plate, width: leastPlate }, lines: [], restHigh: 0, room: 0, hand: width - left, left, height: Math.max(mainHigh, plate.height) };
}

/** The boxes of a side that `ownSide` has found. */
export function ownBox(side, { felt }) {
    const { plate, main, width, hand, height, mainHigh, lines, restHigh, room, sub, high, lying } = side;
    const box = { left: GAP, top: felt.height - height - GAP / 2, width, height, zones: {} };
    const left = side.left ?? (width - hand) / 2;
    if (main)
        place(box.zones, [{ zones: [main], least: side.least, height: heightOf(main, high) }], left, hand, height - mainHigh, high);
    const kind = felt.width < 700 ? 'small' : 'wide';
    const level = height - (Math.max(mainHigh, plate.height) + plate.height) / 2; /* in the middle of the hand's height */
    if (lying === 'above') {
        const begin = side.apart ? 0 : (width - plate.width - (room && GAP) - room) / 2;
        box.plate = { left: side.apart ? (width - plate.width) / 2 : begin, top: side.high2 - plate.height, ...plate, kind };
        place(box.zones, lines, side.apart ? 0 : begin + plate.width + GAP, room, side.apart ? 0 : side.high2 - restHigh, sub);
        return box;
    }
    box.plate = { left: Math.max(0, left - GAP - plate.width), top: Math.max(0, level), ...plate, kind };
    if (lying === 'beside')
        place(box.zones, lines, left + hand + 2 * GAP, room, height - restHigh - Math.max(0, (mainHigh - restHigh) / 2), sub);
    else
        place(box.zones, lines, 0, room, 0, sub);
    return box;
}
