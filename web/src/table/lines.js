/**
 * Zones of cards in lines: how much room they want and need, and where each lies. Pure; all numbers are pixels.
 *
 * @typedef {Object} Zone a place where cards may lie
 * @property {string} place
 * @property {string} as `fan`, `heap`, `column`, `text` for numbers, or `shut` for backs alone
 * @property {number} most
 */

/** A card is so much higher than it is wide. */
export const TALL = 1.4;
export const GAP = 8;
/** Room under a zone for its name. */
export const CAPTION = 15;

/** How far the next card of a fan lies from the one before, in widths of a card: as one likes it, and at least. */
export const STEP = 0.6;
export const LEAST_STEP = 0.17;
/** Cards below this width lie side by side where there is room: a strip of one would be nothing to read or to touch. */
const NARROW = 34;
const APART = 1.08;
/** The same for what lies in a column, in heights. */
const COLUMN_STEP = 0.3;
/** What a letter of a zone's name takes. */
const LETTER = 5.8;
/** What is touched is at least so wide: equal cards lie closer together for it. */
const TARGET = 25;

/** A heap that is only counted is smaller than what one looks at. */
const COUNTED = 0.62;

function scaleOf({ as, bare }) {
    return as !== 'heap' ? 1 : bare ? 0.72 : COUNTED;
}

/** The step that one likes between cards of this width. */
function liked(wide) {
    return wide < NARROW ? APART : STEP;
}

/** What a column takes where it can be touched. */
const TOUCHED = 46;

/** The width that cards of a zone want, or at least need, beside each other. */
export function widthOf({ as, most, bare, side = 1, touched, letters, letter, leastWidth = 0 }, wide, step) {
    if (as === 'heap')
        return Math.max(leastWidth, wide * scaleOf({ as, bare }) * 1.15);
    if (as === 'text')
        return letters * letter + 30;
    if (as === 'shut')
        return wide * (1 + Math.min(6, most - 1) * 0.12);
    if (as === 'column')
        return side * (touched || step !== LEAST_STEP ? Math.max(wide + 4, TOUCHED) : wide + 4) - 4;
    return wide * (1 + (most - 1) * step);
}

export function heightOf({ as, most, bare, line, leastHeight = 0 }, high) {
    return as === 'text' ? most * line : as === 'heap' ? Math.max(leastHeight, high * scaleOf({ as, bare })) : as === 'column' ? high * (1 + (most - 1) * COLUMN_STEP) : high;
}

/**
 * Lays zones out in lines, each as wide as it may be.
 * @returns {{height: number, lines: Array<{zones: Array, height: number}>}}
 */
export function linesOf(zones, width, high, caption) {
    return brokenInto(zones, width, high, caption, Infinity);
}

/** The same of the middle; `layered` with deck, discards and pot above all others. */
export function middleLines(zones, width, high, layered) {
    const rest = zones.filter(({ bare }) => !bare);
    return layered && rest.length && rest.length < zones.length
        ? joined(linesOf(zones.filter(({ bare }) => bare), width, high, CAPTION), evenLines(rest, width, high, CAPTION))
        : linesOf(zones, width, high, CAPTION);
}

function joined(...parts) {
    const lines = parts.flatMap((part) => part.lines);
    return { lines, height: lines.reduce((sum, { height }) => sum + height + 4, lines.length ? -4 : 0) };
}

/** As many lines as are needed, none of them much shorter than the others. */
function evenLines(zones, width, high, caption) {
    const greedy = brokenInto(zones, width, high, caption, Infinity);
    const even = brokenInto(zones, width, high, caption, Math.ceil(zones.length / greedy.lines.length));
    return even.lines.length > greedy.lines.length ? greedy : even;
}

function brokenInto(zones, width, high, caption, most) {
    const wide = high / TALL;
    const lines = [];
    let line = null;
    for (const zone of zones) {
        const least = roomOf(zone, wide, LEAST_STEP, caption);
        if (!line || line.zones.length === most || line.least + GAP + least > width) {
            line = { zones: [], least: -GAP, height: 0, caption: 0 };
            lines.push(line);
        }
        line.zones.push(zone);
        line.least += GAP + least;
        line.height = Math.max(line.height, heightOf(zone, high) + (zone.bare ? 0 : caption));
        line.caption = Math.max(line.caption, zone.bare ? 0 : caption);
    }
    return joined({ lines });
}

/** What lies open grows card by card: so many have room as one likes it, more lie closer. */
const OPEN = 5;

/** A zone with as many cards as have room in it as one likes it. */
export function usual(zone) {
    return zone.grows ? { ...zone, most: Math.min(zone.most, OPEN) } : zone;
}

/** The same with its name below it. */
export function roomOf(zone, wide, step, caption) {
    return Math.max(widthOf(zone, wide, step), caption && !zone.bare && zone.as !== 'column' ? (zone.label ?? 0) * LETTER : 0);
}

/** The width that it has where there is room. */
function wish(zone, wide, caption) {
    return Math.max(roomOf(usual(zone), wide, liked(wide), caption), roomOf(zone, wide, LEAST_STEP, caption));
}

/** Whether all zones fit into the width with the least that each needs. */
export function fits(zones, width, high) {
    return zones.every((zone) => widthOf(zone, high / TALL, LEAST_STEP) <= width);
}

/** What lines want at most beside each other. */
export function wantedOf(lines, high, caption) {
    const wide = high / TALL;
    return Math.max(0, ...lines.map(({ zones }) => zones.reduce((sum, zone) => sum + wish(zone, wide, caption) + GAP, -GAP)));
}

/** Gives the zones of lines their rectangles, centred around `middle`, from `top` on. */
export function place(into, lines, left, width, top, high) {
    const wide = high / TALL;
    let y = top;
    for (const { zones, height, least, caption = 0 } of lines) {
        const wanted = zones.map((zone) => wish(zone, wide, caption));
        const needed = zones.map((zone) => roomOf(zone, wide, LEAST_STEP, caption));
        const spare = Math.max(0, width - least);
        const more = wanted.reduce((sum, want, i) => sum + want - needed[i], 0);
        const share = more > 0 ? Math.min(1, spare / more) : 0;
        const widths = zones.map((_zone, i) => needed[i] + (wanted[i] - needed[i]) * share);
        let x = left + (width - widths.reduce((sum, one) => sum + one + GAP, -GAP)) / 2;
        zones.forEach((zone, i) => {
            const high = heightOf(zone, wide * TALL);
            const box = { left: x, top: y + Math.max(0, (height - caption - high) / 2), width: widths[i], height: high, card: wide * scaleOf(zone), caption: caption > 0 && !zone.bare };
            if (zone.as === 'column')
                columns(into, zone, box);
            else
                into[zone.place] = box;
            x += widths[i] + GAP;
        });
        y += height + 4;
    }
}

/** Columns lie side by side in the room of one zone. */
function columns(into, { places }, box) {
    const wide = box.width / Math.max(1, places.length);
    places.forEach((name, i) => {
        into[name] = { ...box, left: box.left + i * wide + 2, width: wide - 4, column: true };
    });
}

/** Zones that are columns count as one; one's own are `touched`. */
export function together(zones, touched = false) {
    const rest = zones.filter(({ as }) => as !== 'column');
    const all = zones.filter(({ as }) => as === 'column');
    if (!all.length)
        return rest;
    const most = Math.max(...all.map((zone) => zone.most));
    return [...rest, { as: 'column', place: 'columns', places: all.map((zone) => zone.place), side: Math.max(5, all.length), most, touched }];
}

/**
 * How cards of a zone lie in its box: the step from one to the next, and the smaller one to a card that is like the one before.
 * @param {Array<number>} cards
 * @param {{width: number, height: number, card: number, column: boolean}} box
 * @param {boolean} ordered
 * @returns {{step: number, tight: number}}
 */
export function stepsIn(cards, box, ordered) {
    const size = box.column ? box.card * TALL : box.card;
    const room = (box.column ? box.height : box.width) - size;
    const like = box.column ? COLUMN_STEP : liked(box.card);
    const same = cards.filter((card, i) => i && card === cards[i - 1]).length;
    const hidden = cards.length > 1 && cards.every((card) => card === 0);
    const free = cards.length - 1;
    if (free < 1)
        return { step: 0, tight: 0 };
    if (hidden)
        return { step: Math.min(size * 0.3, room / free), tight: Math.min(size * 0.3, room / free) };
    if (ordered || box.column || free * size * like <= room)
        return { step: Math.min(size * like, room / free), tight: Math.min(size * like, room / free) };
    const tight = Math.min(size * 0.14, room / free, same ? Math.max(3, (room - TARGET * (free - same)) / same) : Infinity);
    const step = free === same ? tight : Math.min(size * like, (room - same * tight) / (free - same));
    return { step, tight };
}
