/**
 * Where everything lies on a table: solved from the room there is and from what the game may hold, so that nothing overlaps,
 * nothing is cut off and nothing moves while a hand goes on. Pure; all numbers are pixels.
 */

import { CAPTION, GAP, TALL, fits, linesOf, middleLines, place, together, wantedOf } from './lines.js';
import { LYING, ownBox, ownSide } from './own.js';

export { CAPTION, TALL };

/** What stays free above and below the middle, where there is room. */
const BREATH = 44;
/** Zones in the middle lie below deck, discards and pot, if their cards are not less than so many times as large as beside them. */
const LAYERED = 0.72;
/** A line of numbers in the middle, and a letter of it: on a phone, and on a desk. */
const LINES = { small: { line: 17, letter: 5.8 }, around: { line: 22, letter: 7.6 } };
/** Cards grow by so many pixels, or make room for others; and so many ways to sit are looked at more closely. */
const GROWS = [12, -8, 3];
const KINDS = ['other', 'sub', 'own'];
const PROMISING = 8;
/** From this width on a table that stands is that of a tablet. */
const TABLET = 560;
/** Of a table's width, so much is free at the sides at most. */
const INSET = 0.06;
/** The least measure of cards, of which the most is 1. */
const LEAST = 0.1;
/** Room below a plate for the bubble that says what its owner just did: a small one, and one beside the middle. */
const STRIP = 15;
const WIDE_STRIP = 23;

/** How many of so many others sit on the left, at the top and on the right. */
const AROUND = [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 1, 1], [1, 2, 1], [1, 3, 1], [2, 2, 2], [2, 3, 2], [2, 4, 2]];

function clamp(least, value, most) {
    return Math.max(least, Math.min(most, value));
}

/** How wide the choices are at most, with what is free around them, and at least where tips stand beside them. */
const CHOICES = 922;
const LEAST_CHOICES = 640;
/** Tips need at least this width. */
const TIPS = 264;

/** What the room is like: sizes of bar, question and plates, and of somebody who teaches: a column, above the question, or tips beside it. */
function frameOf({ width, height, taught, seated, touched }) {
    const flat = height < 520 && width > height; /* a phone on its side: the question stands beside the table */
    const small = !flat && (width < 700 || width < height * 0.72);
    const bar = flat || (taught && small) ? 44 : width < 700 ? 70 : 56; /* a phone has the goal in a line of its own */
    const bare = touched && !taught;
    const ask = flat ? height - bar : small ? clamp(bare ? 112 : 152, height * (bare ? 0.15 : width < 560 ? 0.26 : 0.2), 240) : bare || !seated ? clamp(120, height * 0.14, 170) : clamp(176, height * 0.2, 250);
    const wide = flat ? clamp(240, width * 0.36, 330) : width;
    const beside = Math.max((width - CHOICES) / 2 - 2 * GAP, Math.min(TIPS, (width - LEAST_CHOICES) / 2 - 2 * GAP));
    const aside = taught === 'tips' && !small && !flat && beside >= TIPS;
    const column = taught && !small && !flat && !aside ? clamp(250, width * 0.24, 430) : 0;
    const above = taught && small ? (height < 620 ? 76 : clamp(116, height * 0.19, 190)) : taught && flat ? (height - bar) * 0.45 : 0;
    const left = flat ? width - wide : aside ? beside + 2 * GAP : column;
    return {
        flat, small, bar,
        ask: { left, top: height - ask + (flat ? above : 0), width: width - left - (aside ? left : 0), height: ask - (flat ? above : 0) },
        whole: { left: -column, top: 0, width: flat ? width - wide : width, height: height - bar - (taught === 'lesson' ? ask + above : 0) },
        felt: { left: column, top: bar, width: flat ? width - wide : width - column, height: flat ? height - bar : height - bar - ask - above },
        teacher: aside ? { left: GAP, top: height - ask + GAP, width: beside, height: ask - 2 * GAP } : column ? { left: GAP, top: bar + GAP, width: column - GAP, height: height - bar - 2 * GAP }
            : { left: left + GAP, top: height - ask - (flat ? 0 : above), width: width - left - 2 * GAP, height: above - 4, whole: ask + (flat ? 0 : above) - GAP },
        around: !small && !flat,
    };
}

/** The heights that cards have at most, and at least: one's own in front, one's others, those of others, and those in the middle. */
function boundsOf(frame) {
    const { felt: { height } } = frame;
    const phone = frame.small || frame.flat;
    const tablet = phone && frame.felt.width >= TABLET;
    return {
        own: { least: frame.flat ? 64 : tablet ? 118 : phone ? 98 : 152, most: phone ? clamp(110, height * 0.36, 220) : clamp(160, height * 0.34, 330) },
        sub: { least: height < 420 ? 30 : phone ? 42 : 60, most: phone && !tablet ? 110 : 170 },
        other: { least: phone ? 32 : 44, most: tablet ? 150 : phone ? 96 : 190 },
    };
}

/** Heights of cards by one measure between 0 and 1. */
function sizesOf(frame, bounds, t, shrink) {
    const own = Math.round(Math.max(bounds.own.least, bounds.own.most * t));
    const other = Math.round(clamp(bounds.other.least * shrink, own * 0.66 * t, bounds.other.most));
    return {
        own, other,
        sub: Math.round(clamp(bounds.sub.least * shrink, own * 0.55 * t + 12, own * 0.66)),
        middle: shrink * clamp(frame.around ? 48 : 32, other * 0.8, 90),
    };
}

/** How many sit in a row on a phone. */
function inRow({ felt }) {
    return felt.width < 420 ? 4 : 5;
}

/** How the others sit: slots of the same size, in rows or around the middle. */
function otherSlots(table, frame, { crowd, stand }) {
    const { felt } = frame;
    const n = table.others.length;
    if (!frame.around) {
        const most = inRow(frame) + crowd;
        const rows = Math.ceil(n / most);
        const each = Math.ceil(n / Math.max(1, rows));
        return { rows, each, left: 0, right: 0, width: (felt.width - GAP) / Math.max(1, each) - GAP };
    }
    const [left, top, right] = AROUND[n];
    const side = left || right ? clamp(200, felt.width * 0.2, 400) : 0;
    return { left, right, top, side, width: side || 320, topWidth: stand === 'beside' ? Math.min(felt.width - 2 * GAP, 1000) : top ? Math.min(clamp(300, felt.width * 0.3, 620), (felt.width - 2 * (side ? side + GAP : GAP)) / top - GAP) : 0, rows: top ? 1 : 0, each: top };
}

/** How wide a plate around a table is at most where something stands beside it. */
const PLATE = 190;

/** How plates of the others may stand on a phone: above the cards, beside them where there is one alone, or lying above them. */
const STANDS = ['tall', 'beside', 'small'];

/** A plate of another seat; null if it cannot stand so. `strip` is the room below it for what its owner just did. */
function otherPlate(frame, slots, width, marks, { stand, strip }) {
    const line = frame.around ? (marks ? 18 : 0) : Math.min(2, marks) * 13;
    if (frame.around)
        return { height: 52 + line, strip: strip ? WIDE_STRIP : 0, kind: 'wide', beside: stand === 'beside' ? PLATE + GAP : 0 };
    const below = strip ? STRIP : 0;
    if (stand === 'small')
        return { height: 30 + line, strip: below, kind: width < 64 ? 'least' : width < 96 ? 'tiny' : 'small' };
    if (slots.rows !== 1 || slots.each > 3)
        return null;
    if (stand === 'tall')
        return { height: 76 + line, strip: below, kind: 'tall' };
    return slots.each === 1 ? { height: 76 + line, strip: STRIP, kind: 'tall', beside: Math.min(140, width * 0.36) } : null;
}

/** What is only counted stands beside a plate that lies above the cards. */
function besidePlate({ around }, { stand }, zones) {
    return around && stand !== 'beside' ? zones.filter(({ as }) => as === 'heap') : [];
}

/** The room of a seat's cards: below its plate, or beside it. */
function cardRoom({ height, strip, beside }, width) {
    return beside ? { left: beside + GAP, top: 0, width: width - beside - GAP } : { left: 0, top: height + strip + 4, width };
}

/** The zones of a seat in lines; `sorted` each in one of its own. */
function seatLines(zones, width, high, caption, sorted) {
    return linesOf(zones, sorted ? 0 : width, high, caption);
}

function seatHeight(zones, plate, width, high, caption, sorted) {
    const room = cardRoom(plate, width);
    return Math.max(plate.height + plate.strip, room.top + seatLines(zones, room.width, high, caption, sorted).height);
}

/** Whether zones of seats have a line each: of all, or only of those at the sides, who have more height. */
const SORTED = ['all', 'sides', 'none'];

/** The middle needs at least this much height with cards so high. */
function middleHeight(items, width, high, layered) {
    return fits(items, width, high) ? middleLines(items, width, high, layered).height : Infinity;
}

/**
 * The whole with cards of these sizes and one way to sit: `stand` and `strip` of the others' plates, by how many more sit in a row
 * (`crowd`), which of their zones have a line each (`sorted`), and how one's own side lies (`lying`). Null if it does not fit.
 */
function attempt(table, frame, sizes, way, anyway = false) {
    const { felt } = frame;
    const own = table.seated ? ownSide(table, frame, sizes, way.lying) : { height: 0 };
    const slots = otherSlots(table, frame, way);
    const counted = besidePlate(frame, way, table.theirs);
    const theirs = together(table.theirs).filter((zone) => !counted.includes(zone));
    const caption = frame.around ? CAPTION : 0;
    const topWidth = frame.around ? slots.topWidth : slots.width;
    const plate = otherPlate(frame, slots, topWidth, table.marks, way);
    if (!plate || !own)
        return null;
    const topHigh = slots.rows ? seatHeight(theirs, plate, topWidth, sizes.other, caption, way.sorted === 'all') : 0;
    const sideHigh = slots.side ? seatHeight(theirs, plate, slots.width, sizes.other, caption, way.sorted !== 'none') : 0;
    const rows = slots.rows * (topHigh + GAP);
    const middle = {
        left: slots.side ? slots.side + 2 * GAP : GAP, top: rows + GAP,
        width: felt.width - (slots.side ? 2 * slots.side + 4 * GAP : 2 * GAP),
        height: felt.height - rows - own.height - 3 * GAP,
    };
    const column = felt.height - own.height - 2 * GAP;
    const crowded = Math.max(slots.left, slots.right) * (sideHigh + GAP) > column;
    const narrow = !fits(theirs, Math.min(cardRoom(plate, topWidth).width, slots.side || topWidth), sizes.other);
    const least = sizes.middle;
    if (!anyway && (crowded || narrow || Math.min(middleHeight(table.middle, middle.width, least, true), middleHeight(table.middle, middle.width, least, false)) > middle.height))
        return null;
    return { frame, sizes, way, own, slots, theirs, counted, plate, caption, topHigh, sideHigh, topWidth, middle };
}

/** The middle takes what is left, with cards as large as fit: above all others what is in a heap, if these are not much smaller for it. */
function middleCard({ frame, middle, sizes }, items) {
    const breath = frame.around ? Math.min(BREATH, middle.height * 0.16) : 0;
    const fit = (high, wanted, room) => middleHeight(items, middle.width, high, wanted) <= room;
    const [layered, joined] = [true, false].map((wanted) => {
        let [low, high] = [sizes.middle, Math.max(sizes.middle, Math.min(sizes.own * 0.95, 200))];
        while (high - low > 1) {
            const half = (low + high) / 2;
            [low, high] = fit(half, wanted, middle.height - breath) ? [half, high] : [low, half];
        }
        return fit(low, wanted, middle.height) ? low : 0;
    });
    return layered >= joined * LAYERED && layered ? { high: layered, layered: true } : { high: joined || sizes.middle, layered: false };
}

function seatBox(found, left, top, width, height, sorted) {
    const { plate, counted } = found;
    const card = (plate.height - 2) / TALL;
    const side = counted.length * (card * 1.2 + 4);
    const plateWidth = plate.beside || (side ? Math.min(PLATE, width - side) : width);
    const begin = plate.beside ? 0 : (width - plateWidth - side) / 2;
    const box = { left, top, width, height, plate: { left: begin, top: 0, width: plateWidth, height: plate.height, kind: plate.kind }, zones: {} };
    counted.forEach((zone, i) => {
        box.zones[zone.place] = { left: begin + plateWidth + i * (card * 1.2 + 4) + card * 0.1, top: 1, width: card, height: card * TALL, card };
    });
    const cards = cardRoom(plate, width);
    const { lines } = seatLines(found.theirs, cards.width, found.sizes.other, found.caption, sorted);
    place(box.zones, lines, cards.left, cards.width, cards.top, found.sizes.other);
    return box;
}

/** How far those at the sides move towards the middle where nothing needs the room. */
function insetOf({ slots, frame: { felt, around }, middle, topWidth, ...found }, items) {
    if (!around || !slots.side)
        return 0;
    const { high, layered } = middleCard({ ...found, middle, frame: { felt, around } }, items);
    const needed = wantedOf(middleLines(items, middle.width, high, layered).lines, high, CAPTION);
    const above = slots.top ? ((felt.width - 2 * (slots.side + GAP)) / slots.top - topWidth) / 2 - GAP : Infinity;
    return clamp(0, Math.min((middle.width - needed) / 2 - GAP, above, felt.width * INSET), felt.width * INSET);
}

/** Boxes of the others: in rows from the left to the right, or up on the left, along the top, down on the right. */
function otherBoxes(table, found, inset) {
    const { slots, frame: { felt, around }, topHigh, sideHigh, topWidth, way } = found;
    const seats = {};
    if (!around) {
        table.others.forEach((seat, i) => {
            const row = Math.floor(i / slots.each);
            const inRow = Math.min(slots.each, table.others.length - row * slots.each);
            const width = slots.width;
            const left = (felt.width - inRow * (width + GAP) + GAP) / 2 + (i % slots.each) * (width + GAP);
            seats[seat] = seatBox(found, left, GAP + row * (topHigh + GAP), width, topHigh, way.sorted === 'all');
        });
        return seats;
    }
    const column = felt.height - found.own.height - 2 * GAP;
    const stack = (some, left) => some.forEach((seat, i) => {
        const room = column / some.length;
        seats[seat] = seatBox(found, left, GAP + i * room + Math.max(0, (room - sideHigh) * (some.length > 1 ? 0.5 : 0.45)), slots.width, sideHigh, way.sorted !== 'none');
    });
    stack(table.others.slice(0, slots.left).reverse(), GAP + inset);
    stack(table.others.slice(slots.left + slots.top), felt.width - slots.side - GAP - inset);
    table.others.slice(slots.left, slots.left + slots.top).forEach((seat, i) => {
        const room = (felt.width - 2 * (slots.side ? slots.side + GAP : 0)) / slots.top;
        seats[seat] = seatBox(found, (slots.side ? slots.side + GAP : 0) + i * room + (room - topWidth) / 2, GAP, topWidth, topHigh, way.sorted === 'all');
    });
    return seats;
}

function middleBox(found, items, inset) {
    const middle = { ...found.middle, left: found.middle.left + inset, width: found.middle.width - 2 * inset };
    const { high, layered } = middleCard(found, items);
    const { lines, height } = middleLines(items, middle.width, high, layered);
    const box = { ...middle, zones: {} };
    place(box.zones, lines, 0, middle.width, Math.max(0, (middle.height - height) / 2), high);
    return box;
}

/** The oval that all sit around: through the seats on both sides, from the ones at the top to one's own. */
function ovalOf(table, { frame: { felt, around }, own, slots, topHigh }, inset) {
    if (!around)
        return null;
    const left = slots.side ? GAP + inset + slots.side * 0.36 : felt.width * 0.14;
    const top = slots.rows ? Math.min(topHigh * 0.4, 90) : GAP;
    const bottom = felt.height - (table.seated ? own.height * 0.72 : GAP);
    return { left, top, width: felt.width - 2 * left, height: bottom - top };
}

/** What chips and their number need, however small cards are. */
const POT = { leastWidth: 58, leastHeight: 20 };

/**
 * The places of a game at this table, each with whether it lies in the middle: of columns those that there are.
 * @param {{lies: Object, zones: Object}} words
 * @param {Object} view
 */
export function placesAt({ lies, zones }, view) {
    const here = new Set(view.zones.map(({ place }) => place));
    const inMiddle = (place) => lies[place].whose === 'middle' || (lies[place].whose === 'both' && view.zones.some((zone) => zone.place === place && zone.owner === null));
    return Object.keys(lies).filter((place) => lies[place].as !== 'column' || here.has(place))
        .map((place) => ({ place, as: lies[place].as, most: lies[place].most, label: (zones[place] ?? place).length, middle: inMiddle(place), grows: lies[place].as === 'fan' }));
}

/** What seats and the middle may hold, as `solve` is given it. */
export function heldAt({ counts, target, labels }, view, places) {
    const seats = places.filter(({ middle }) => !middle);
    const open = (zone) => (zone.as === 'shut' ? { ...zone, as: 'fan' } : zone);
    const told = (label) => target && view.numbers.some((one) => one.owner === null && one.label === label && one.value === target); /* by the goal */
    const owned = Object.entries(counts).filter(([label]) => !told(label));
    const shown = owned.filter(([, whose]) => whose !== 'seats').map(([label]) => (labels[label] ?? label).length);
    const piles = ['deck', 'discards', ...(view.chips ? ['pot'] : [])].map((place) => ({ place, as: 'heap', most: 1, bare: true, ...(place === 'pot' && POT) }));
    const numbers = shown.length ? [{ place: 'numbers', as: 'text', most: shown.length, letters: Math.max(...shown), bare: true }] : [];
    return {
        mine: seats.map(open), theirs: seats, marks: owned.filter(([, whose]) => whose !== 'middle').length,
        middle: [...piles, ...places.filter(({ middle }) => middle), ...numbers],
    };
}

/** All ways to sit that differ here, those that one likes first. */
function waysOf({ others, seated, theirs }, frame) {
    const lyings = !seated ? LYING.slice(0, 1) : frame.around ? LYING.slice(0, 2) : LYING;
    const strips = [true, false];
    const orders = theirs.length < 2 ? ['none'] : frame.around ? SORTED : ['all', 'none'];
    const own = lyings.flatMap((lying) => orders.map((sorted) => ({ stand: 'tall', crowd: 0, lying, sorted })));
    if (frame.around)
        return (others.length === 1 ? ['tall', 'beside'] : ['tall']).flatMap((stand) => strips.flatMap((strip) => own.map((way) => ({ ...way, stand, strip }))));
    const crowds = [0, 1, 2].filter((crowd) => !crowd || others.length >= inRow(frame) + crowd);
    return STANDS.flatMap((stand) => crowds.flatMap((crowd) => strips.flatMap((strip) => own.map((way) => ({ ...way, stand, crowd, strip })))));
}

/** What a way to sit is worth beside the sizes of cards: faces one sees, deeds that cover no card, a hand in the middle, zones below their plate. */
const LIKED = { tall: 9, least: -6, strip: 12, beside: 4, aside: -3, squeezed: -26, all: 5, sides: 4 };

function likes({ plate: { kind, strip }, slots: { width }, way }) {
    const some = [kind, strip && 'strip', way.lying, way.sorted].reduce((sum, name) => sum + (LIKED[name] ?? 0), 0);
    return kind === 'least' && width < 50 ? some - 10 : some;
}

/** What a height of cards is worth: larger is better up to where all is read with ease. */
function ease(high, easy) {
    return 64 * Math.min(1, high / easy);
}

/** Nobody is told anything beside cards that are smaller. */
const LEGIBLE = 20;

/** What it costs that one can hardly read them. */
function strain(high) {
    return 5 * Math.max(0, 26 - high);
}

/** Heights at which one reads with ease, on a phone and on a desk. */
function easyIn({ around, felt }) {
    return around || felt.width >= TABLET ? { other: 110, sub: 90, middle: 140, own: 170 } : { other: 64, sub: 64, middle: 72, own: 130 };
}

function worth(found, items) {
    const { sizes, theirs, own, frame } = found;
    const easy = easyIn(frame);
    const other = theirs.length ? sizes.other : easy.other;
    const sub = own.rest?.length ? sizes.sub : easy.sub;
    const { high } = middleCard(found, items);
    return ease(other, easy.other) + (ease(sub, easy.sub) + ease(high, easy.middle) + ease(sizes.own, easy.own)) / 2
        - strain(other) - strain(sub) - strain(high) + likes(found);
}

/** The height of the smallest cards that are looked at; Infinity where there are none. */
function smallest({ sizes, theirs, own, ...found }, items) {
    return Math.min(theirs.length ? sizes.other : Infinity, own.rest?.length ? sizes.sub : Infinity, items.length ? middleCard({ ...found, sizes }, items).high : Infinity);
}

/** One way with the largest cards it allows, all by one measure: null if it does not fit at all. */
function largest(table, frame, way) {
    const bounds = boundsOf(frame);
    const tried = (t, shrink) => attempt(table, frame, sizesOf(frame, bounds, t, shrink), way);
    for (let shrink = 1; shrink > 0.35; shrink -= 0.1) { /* below 1 there are too many for so little room */
        let found = tried(LEAST, shrink);
        for (let low = LEAST, high = 1; found && high - low > 0.02;) {
            const t = (low + high) / 2;
            const more = tried(t, shrink);
            found = more ?? found;
            [low, high] = more ? [t, high] : [low, t];
        }
        if (found)
            return found;
    }
    return null;
}

/** The same with cards larger or smaller, those of one kind after the other, while the whole is worth more for it. */
function filled(table, start) {
    const { frame, way } = start;
    const bounds = boundsOf(frame);
    let found = { ...start, value: worth(start, table.middle) };
    for (const [by, key] of GROWS.flatMap((by) => (by > 0 ? KINDS : KINDS.toReversed()).map((key) => [by, key])))
        for (let more = true; more;) {
            const sizes = { ...found.sizes, [key]: found.sizes[key] + by };
            const limit = key === 'own' ? Infinity : sizes.own * 0.8;
            const next = sizes[key] <= Math.min(bounds[key].most, limit) && (by > 0 || sizes[key] >= bounds[key].least) ? attempt(table, frame, sizes, way) : null;
            const value = next ? worth(next, table.middle) : -Infinity;
            more = by > 0 ? value >= found.value : value > found.value;
            found = more ? { ...next, value } : found;
        }
    return found;
}

/** Of all ways that fit the best one; null where none does. */
function best(table, frame) {
    return waysOf(table, frame).map((way) => largest(table, frame, way)).filter(Boolean)
        .map((found) => ({ found, value: worth(found, table.middle) })).sort((a, b) => b.value - a.value).slice(0, PROMISING)
        .map(({ found }) => filled(table, found)).sort((a, b) => b.value - a.value)[0] ?? null;
}

/** On a large screen everything is larger, and on a tablet that stands, by the same part as style/table.css has the letters. */
function unitOf({ width, height }) {
    if (width >= 760 && height >= 1000 && width < height)
        return 1.3;
    return width >= 2300 && height >= 1250 ? 1.5 : width >= 1840 && height >= 1000 ? 1.2 : 1;
}

/** The smallest windows that a table is made for: a phone's, standing and on its side. */
const SMALLEST = { stands: [320, 568], lies: [568, 320] };

/** How many times as large as usual letters are at a table, of those that the reader wants: what is left is as large as the smallest window. */
export function lettersIn({ width, height, letters }) {
    const [wide, high] = SMALLEST[width > height ? 'lies' : 'stands'];
    return Math.min(letters, Math.max(1, Math.min(width / wide, height / high) / unitOf({ width, height })));
}

/** The same with all its pixels so many times as large. */
function grown(boxes, unit) {
    return Object.fromEntries(Object.entries(boxes).map(([name, value]) => [name, typeof value === 'number' ? value * unit : value && typeof value === 'object' ? grown(value, unit) : value]));
}

/**
 * @param {Object} given
 * @param {number} given.width of the window, and its height
 * @param {number} given.height
 * @param {number} given.letters how many times as large as usual the reader has letters
 * @param {boolean} given.seated whether one plays
 * @param {Array<string>} given.others seats in turn, beginning after one's own
 * @param {Array<Zone>} given.mine what each seat has: one's own, of which the first lies in front, and the others'
 * @param {Array<Zone>} given.theirs
 * @param {Array<Zone>} given.middle what lies in the middle: deck, discards, pot and the game's zones
 * @param {boolean} given.touched whether one answers every question by touching a place on the table, and never by a button
 * @param {string} given.taught who speaks beside the table: `lesson`, `tips`, or none
 * @param {number} given.marks how many numbers a seat has besides its score
 * @returns {{bar: number, ask: Object, felt: Object, teacher: Object, whole: Object, seats: Object, own: ?Object, middle: Object, oval: ?Object, small: boolean, flat: boolean,
 *     unit: number}} boxes: `left`, `top`, `width`, `height`, relative to what is around them; those of seats have `plate` and `zones` by place, whose `card` is
 *     the width of a card. `whole` is all below the bar but who teaches a lesson, `unit` how many times as large as usual all is
 */
export function solve(given) {
    const unit = unitOf(given) * given.letters;
    return { ...grown(solved({ ...given, width: given.width / unit, height: given.height / unit }), unit), unit };
}

/** Where nothing fits: as small as can be. */
function squeezed(table, frame) {
    const sizes = sizesOf(frame, boundsOf(frame), LEAST, 0.3);
    return waysOf(table, frame).reduceRight((found, way) => found ?? attempt(table, frame, sizes, way, true), null);
}

function solved(given) {
    const [front, ...others] = given.theirs;
    const frame = frameOf(given);
    const letters = LINES[frame.around ? 'around' : 'small'];
    const table = {
        ...given,
        theirs: front ? [{ ...front, bare: front.as !== 'heap' }, ...others] : [], /* what lies first needs no name */
        middle: given.middle.map((zone) => (zone.as === 'text' ? { ...zone, ...letters } : zone)),
    };
    const some = best(table, frame);
    if (table.taught === 'tips' && (!some || smallest(some, table.middle) < LEGIBLE))
        return solved({ ...given, taught: '' }); /* there is no room for them */
    const found = some ?? squeezed(table, frame);
    const inset = insetOf(found, table.middle);
    const { felt, ask, teacher, whole, bar, small, flat } = frame;
    return {
        bar, ask, felt, teacher, whole, small, flat, taught: table.taught,
        seats: otherBoxes(table, found, inset),
        own: table.seated ? ownBox(found.own, frame) : null,
        oval: ovalOf(table, found, inset),
        middle: middleBox(found, table.middle, inset),
    };
}
