/**
 * Where everything lies on a table: solved from the room there is and from what the game may hold, so that nothing overlaps,
 * nothing is cut off and nothing moves while a hand goes on. Pure; all numbers are pixels.
 */

/** A card is so much higher than it is wide. */
export const TALL = 1.4;

/** How far the next card of a fan lies from the one before, in widths of a card: as one likes it, and at least. */
const STEP = 0.6;
/** Cards below this width lie side by side where there is room: a strip of one would be nothing to read or to touch. */
const NARROW = 34;
const APART = 1.08;
const LEAST_STEP = 0.17;
/** The same for what lies in a column, in heights. */
const COLUMN_STEP = 0.3;
/** A small plate needs at least this width. */
const LEAST_PLATE = 96;
/** Room under a zone for its name. */
export const CAPTION = 15;
/** What a letter of it takes. */
const LETTER = 5.8;
const GAP = 8;
/** How much lower the last cards of a fan may reach than the middle one. */
export const DROP = 14;
/** What stays free above and below the middle, where there is room. */
const BREATH = 44;
/** So many zones in the middle lie below deck, discards and pot, not beside them. */
const SEVERAL = 4;
/** A line of numbers in the middle. */
const LINE = 17;
/** What is touched is at least so wide: equal cards lie closer together for it. */
const TARGET = 25;
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
function widthOf({ as, most, bare, side = 1, touched, letters }, wide, step) {
    if (as === 'heap')
        return wide * scaleOf({ as, bare }) * 1.15;
    if (as === 'text')
        return letters * LETTER + 30;
    if (as === 'shut')
        return wide * (1 + Math.min(6, most - 1) * 0.12);
    if (as === 'column')
        return side * (touched || step !== LEAST_STEP ? Math.max(wide + 4, TOUCHED) : wide + 4) - 4;
    return wide * (1 + (most - 1) * step);
}

function heightOf({ as, most, bare }, high) {
    return as === 'text' ? most * LINE : as === 'heap' ? high * scaleOf({ as, bare }) : as === 'column' ? high * (1 + (most - 1) * COLUMN_STEP) : high;
}

/**
 * Lays zones out in lines, each as wide as it may be.
 * @returns {{height: number, lines: Array<{zones: Array, height: number}>}}
 */
function linesOf(zones, width, high, caption) {
    const rest = zones.filter(({ bare }) => !bare);
    if (rest.length >= SEVERAL && rest.length < zones.length)
        return joined(linesOf(zones.filter(({ bare }) => bare), width, high, caption), evenLines(rest, width, high, caption));
    return brokenInto(zones, width, high, caption, Infinity);
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

/** The same with its name below it. */
function roomOf(zone, wide, step, caption) {
    return Math.max(widthOf(zone, wide, step), caption && !zone.bare && zone.as !== 'column' ? (zone.label ?? 0) * LETTER : 0);
}

/** Whether all zones fit into the width with the least that each needs. */
function fits(zones, width, high) {
    return zones.every((zone) => widthOf(zone, high / TALL, LEAST_STEP) <= width);
}

/** Gives the zones of lines their rectangles, centred around `middle`, from `top` on. */
function place(into, lines, left, width, top, high) {
    const wide = high / TALL;
    let y = top;
    for (const { zones, height, least, caption = 0 } of lines) {
        const wanted = zones.map((zone) => roomOf(zone, wide, liked(wide), caption));
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
function together(zones, touched = false) {
    const rest = zones.filter(({ as }) => as !== 'column');
    const all = zones.filter(({ as }) => as === 'column');
    if (!all.length)
        return rest;
    const most = Math.max(...all.map((zone) => zone.most));
    return [...rest, { as: 'column', place: 'columns', places: all.map((zone) => zone.place), side: Math.max(5, all.length), most, touched }];
}

/** How wide the choices are at most, with what is free around them. */
const CHOICES = 922;
/** Tips need at least this width. */
const TIPS = 240;

/** What the room is like: sizes of bar, question and plates, and of somebody who teaches: a column, above the question, or tips beside it. */
function frameOf({ width, height, taught }) {
    const flat = height < 520 && width > height; /* a phone on its side: the question stands beside the table */
    const small = !flat && (width < 700 || width < height * 0.72);
    const bar = flat || (taught && small) ? 44 : width < 700 ? 70 : 56; /* a phone has the goal in a line of its own */
    const ask = flat ? height - bar : small ? clamp(152, height * (width < 560 ? 0.26 : 0.2), 240) : clamp(176, height * 0.2, 250);
    const wide = flat ? clamp(240, width * 0.36, 330) : width;
    const beside = (width - CHOICES) / 2 - 2 * GAP;
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

/** The largest and the least height of cards: one's own and the others', for one measure between 0 and 1. */
function sizesOf(frame, felt, t, shrink) {
    const phone = frame.small || frame.flat;
    const most = phone ? clamp(110, felt.height * 0.36, 220) : clamp(160, felt.height * 0.34, 330);
    const least = frame.flat ? 64 : phone ? 98 : 152;
    const own = Math.round(Math.max(least, most * t));
    return {
        own,
        sub: Math.round(clamp((felt.height < 420 ? 30 : phone ? 42 : 60) * shrink, own * 0.55 * t + 12, own * 0.66)),
        other: Math.round(clamp((phone ? 32 : 44) * shrink, own * 0.66 * t, phone ? 92 : 190)),
    };
}

/** The room below a hand for the ends of its fan. */
function dropOf({ most }, { around }) {
    return most < 2 ? 0 : around ? DROP : DROP / 2;
}

/** What one's own side needs: the hand in front, the rest and the plate beside it or above. */
function ownSide(table, frame, sizes, cramped) {
    const { felt } = frame;
    const [main, ...rest] = together(table.mine, true);
    const width = felt.width - 2 * GAP;
    const plate = frame.around ? { width: 210, height: 56 + (table.marks ? 12 : 0) } : { width: Math.min(190, width * 0.5), height: 46 + (table.marks ? 13 : 0) };
    const hand = main ? Math.min(width - GAP, widthOf(main, sizes.own / TALL, STEP)) : 0;
    const wide = sizes.sub / TALL;
    const restWidth = rest.reduce((sum, zone) => sum + roomOf(zone, wide, STEP, CAPTION) + GAP, 0);
    const beside = (width - hand) / 2 - 2 * GAP;
    const mainHigh = main ? heightOf(main, sizes.own) + dropOf(main, frame) : 0;
    const leastPlate = LEAST_PLATE + (table.marks ? 44 : 0);
    const left = leastPlate + GAP; /* of a hand that makes room for the plate */
    if (cramped && !rest.length && beside >= leastPlate)
        return { plate: { ...plate, width: Math.min(plate.width, beside) }, main, rest, hand, height: Math.max(mainHigh, plate.height), one: true };
    if (cramped && !rest.length && main && widthOf(main, sizes.own / TALL, LEAST_STEP) <= width - left)
        return { plate: { ...plate, width: leastPlate }, main, rest, hand: width - left, left, height: Math.max(mainHigh, plate.height), one: true };
    const tallRest = Math.max(0, ...rest.map((zone) => heightOf(zone, sizes.sub) + CAPTION));
    if (beside >= plate.width && beside >= restWidth && tallRest <= Math.max(mainHigh, plate.height))
        return { plate, main, rest, hand, height: Math.max(mainHigh, plate.height), one: true };
    /* The rest lies above the hand, beside the plate if there is room, and the plate beside a narrow hand if there is none. */
    const full = linesOf(rest, width, sizes.sub, CAPTION);
    const least = rest.reduce((sum, zone) => sum + roomOf(zone, wide, LEAST_STEP, CAPTION) + GAP, 0);
    if (rest.length && least + plate.width > width && beside >= leastPlate)
        return { plate: { ...plate, width: Math.min(plate.width, beside) }, main, rest, hand, lines: full.lines, above: full.height, height: full.height + 4 + mainHigh, plateBeside: true };
    const near = Math.max(hand, least + plate.width + GAP); /* above the hand, not at the ends of a wide table */
    const begin = frame.around && near < width ? (width - near) / 2 : 0;
    const room = width - 2 * begin - plate.width - GAP;
    const lines = linesOf(rest, room, sizes.sub, CAPTION);
    const above = Math.max(plate.height, fits(rest, room, sizes.sub) ? lines.height : full.height + plate.height);
    return { plate, main, rest, hand, lines: lines.lines, above, height: above + 4 + mainHigh, room, begin };
}

/** How many sit in a row on a phone. */
function inRow({ felt }) {
    return felt.width < 420 ? 4 : 5;
}

/** How the others sit: slots of the same size, in rows or around the middle. */
function otherSlots(table, frame, crowd) {
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
    return { left, right, top, side, width: side || 320, topWidth: top ? Math.min(clamp(300, felt.width * 0.3, 620), (felt.width - 2 * (side ? side + GAP : GAP)) / top - GAP) : 0, rows: top ? 1 : 0, each: top };
}

/** How plates of the others may stand on a phone: above the cards, beside them where there is one alone, or lying above them. */
const STANDS = ['tall', 'beside', 'small'];

/** A plate of another seat; null if it cannot stand so. `strip` is the room below it for what its owner just did. */
function otherPlate(frame, slots, width, marks, { stand, strip }) {
    const line = frame.around ? (marks ? 18 : 0) : Math.min(2, marks) * 13;
    if (frame.around)
        return { height: 52 + line, strip: strip ? WIDE_STRIP : 0, kind: 'wide' };
    const below = strip ? STRIP : 0;
    if (stand === 'small')
        return { height: 30 + line, strip: below, kind: width < 64 ? 'least' : width < 96 ? 'tiny' : 'small' };
    if (slots.rows !== 1 || slots.each > 3)
        return null;
    if (stand === 'tall')
        return { height: 76 + line, strip: below, kind: 'tall' };
    return slots.each === 1 ? { height: 76 + line, strip: STRIP, kind: 'tall', beside: Math.min(140, width * 0.36) } : null;
}

/** What is only counted stands beside a plate that lies. */
function besidePlate(frame, zones) {
    return frame.around ? zones.filter(({ as }) => as === 'heap') : [];
}

/** The room of a seat's cards: below its plate, or beside it. */
function cardRoom({ height, strip, beside }, width) {
    return beside ? { left: beside + GAP, top: 0, width: width - beside - GAP } : { left: 0, top: height + strip + 4, width };
}

function seatHeight(zones, plate, width, high, caption) {
    const room = cardRoom(plate, width);
    return Math.max(plate.height + plate.strip, room.top + linesOf(zones, room.width, high, caption).height);
}

/** The middle needs at least this much height with cards so high. */
function middleHeight(items, width, high) {
    return fits(items, width, high) ? linesOf(items, width, high, CAPTION).height : Infinity;
}

/**
 * The whole with one measure and one way to sit: `stand` and `strip` of the others' plates, by how many more sit in a row (`crowd`), and
 * whether the own plate stands beside the hand (`cramped`). Null if it does not fit.
 */
function attempt(table, frame, t, shrink, way, anyway = false) {
    const { felt } = frame;
    const sizes = sizesOf(frame, felt, t, shrink);
    const own = table.seated ? ownSide(table, frame, sizes, way.cramped) : { height: 0 };
    const slots = otherSlots(table, frame, way.crowd);
    const counted = besidePlate(frame, table.theirs);
    const theirs = together(table.theirs).filter((zone) => !counted.includes(zone));
    const caption = frame.around ? CAPTION : 0;
    const topWidth = frame.around ? slots.topWidth : slots.width;
    const plate = otherPlate(frame, slots, topWidth, table.marks, way);
    if (!plate)
        return null;
    const topHigh = slots.rows ? seatHeight(theirs, plate, topWidth, sizes.other, caption) : 0;
    const sideHigh = slots.side ? seatHeight(theirs, plate, slots.width, sizes.other, caption) : 0;
    const rows = slots.rows * (topHigh + GAP);
    const middle = {
        left: slots.side ? slots.side + 2 * GAP : GAP, top: rows + GAP,
        width: felt.width - (slots.side ? 2 * slots.side + 4 * GAP : 2 * GAP),
        height: felt.height - rows - own.height - 3 * GAP,
    };
    const column = felt.height - own.height - 2 * GAP;
    const wideHand = own.main && widthOf(own.main, sizes.own / TALL, LEAST_STEP) > felt.width - 2 * GAP;
    const crowded = wideHand || Math.max(slots.left, slots.right) * (sideHigh + GAP) > column;
    const narrow = !fits(theirs, Math.min(cardRoom(plate, topWidth).width, slots.side || topWidth), sizes.other);
    const least = shrink * clamp(frame.around ? 48 : 32, sizes.other * 0.8, 90);
    if (!anyway && (crowded || narrow || middleHeight(table.middle, middle.width, least) > middle.height))
        return null;
    return { frame, sizes, own, slots, theirs, counted, plate, caption, topHigh, sideHigh, topWidth, middle, least };
}

/** The middle takes what is left, with cards as large as fit. */
function middleCard({ frame, middle, sizes, least }, items) {
    let high = Math.max(least, Math.min(sizes.own * 0.95, 200));
    const breath = frame.around ? Math.min(BREATH, middle.height * 0.16) : 0;
    while (high > least && middleHeight(items, middle.width, high) > middle.height - breath)
        high -= 2;
    return high;
}

function seatBox(found, left, top, width, height) {
    const { plate, counted } = found;
    const card = (plate.height - 2) / TALL;
    const side = counted.length * (card * 1.2 + 4);
    const box = { left, top, width, height, plate: { left: 0, top: 0, width: plate.beside ?? width - side, height: plate.height, kind: plate.kind }, zones: {} };
    counted.forEach((zone, i) => {
        box.zones[zone.place] = { left: width - side + i * (card * 1.2 + 4) + card * 0.1, top: 1, width: card, height: card * TALL, card };
    });
    const cards = cardRoom(plate, width);
    const { lines } = linesOf(found.theirs, cards.width, found.sizes.other, found.caption);
    const room = fits(found.theirs, cards.width - side, found.sizes.other) && lines.every((line) => line.least <= cards.width - side) ? cards.width - side : cards.width;
    place(box.zones, lines, cards.left, room, cards.top, found.sizes.other);
    return box;
}

/** Boxes of the others: in rows from the left to the right, or up on the left, along the top, down on the right. */
function otherBoxes(table, found) {
    const { slots, frame: { felt, around }, topHigh, sideHigh, topWidth } = found;
    const seats = {};
    if (!around) {
        table.others.forEach((seat, i) => {
            const row = Math.floor(i / slots.each);
            const inRow = Math.min(slots.each, table.others.length - row * slots.each);
            const width = slots.width;
            const left = (felt.width - inRow * (width + GAP) + GAP) / 2 + (i % slots.each) * (width + GAP);
            seats[seat] = seatBox(found, left, GAP + row * (topHigh + GAP), width, topHigh);
        });
        return seats;
    }
    const column = felt.height - found.own.height - 2 * GAP;
    const stack = (some, left) => some.forEach((seat, i) => {
        const room = column / some.length;
        seats[seat] = seatBox(found, left, GAP + i * room + Math.max(0, (room - sideHigh) * (some.length > 1 ? 0.5 : 0.45)), slots.width, sideHigh);
    });
    stack(table.others.slice(0, slots.left).reverse(), GAP);
    stack(table.others.slice(slots.left + slots.top), felt.width - slots.side - GAP);
    table.others.slice(slots.left, slots.left + slots.top).forEach((seat, i) => {
        const room = (felt.width - 2 * (slots.side ? slots.side + GAP : 0)) / slots.top;
        seats[seat] = seatBox(found, (slots.side ? slots.side + GAP : 0) + i * room + (room - topWidth) / 2, GAP, topWidth, topHigh);
    });
    return seats;
}

function ownBox(found) {
    const { own, sizes, frame: { felt } } = found;
    const width = felt.width - 2 * GAP;
    const top = felt.height - own.height - GAP / 2;
    const box = { left: GAP, top, width, height: own.height, zones: {} };
    const handTop = own.height - (own.main ? heightOf(own.main, sizes.own) + dropOf(own.main, found.frame) : 0);
    if (own.main)
        place(box.zones, [{ zones: [own.main], least: widthOf(own.main, sizes.own / TALL, LEAST_STEP), height: heightOf(own.main, sizes.own) }],
            own.left ?? (width - own.hand) / 2, own.hand, handTop, sizes.own);
    const kind = felt.width < 700 ? 'small' : 'wide';
    const beside = (width - own.hand) / 2 - GAP;
    if (own.one) {
        box.plate = { left: Math.max(0, beside - own.plate.width - GAP), top: Math.max(0, own.height - own.plate.height - 4), ...own.plate, kind };
        const { lines, height } = linesOf(own.rest, beside, sizes.sub, CAPTION);
        place(box.zones, lines, width - beside, beside, own.height - height, sizes.sub);
        return box;
    }
    if (own.plateBeside) {
        box.plate = { left: Math.max(0, beside - own.plate.width), top: own.height - own.plate.height - 8, ...own.plate, kind };
        place(box.zones, own.lines, 0, width, 0, sizes.sub);
        return box;
    }
    const begin = own.begin ?? 0;
    box.plate = { left: begin, top: Math.max(0, own.above - own.plate.height), ...own.plate, kind };
    place(box.zones, own.lines, begin + own.plate.width + GAP, own.room, 0, sizes.sub);
    return box;
}

function middleBox(found, items) {
    const { middle } = found;
    const high = middleCard(found, items);
    const { lines, height } = linesOf(items, middle.width, high, CAPTION);
    const box = { ...middle, zones: {} };
    place(box.zones, lines, 0, middle.width, Math.max(0, (middle.height - height) / 2), high);
    return box;
}

/**
 * The places of a game at this table, each with whether it lies in the middle: of columns those that there are.
 * @param {{lies: Object, zones: Object}} words
 * @param {Object} view
 */
export function placesAt({ lies, zones }, view) {
    const here = new Set(view.zones.map(({ place }) => place));
    const inMiddle = (place) => lies[place].whose === 'middle' || (lies[place].whose === 'both' && view.zones.some((zone) => zone.place === place && zone.owner === null));
    return Object.keys(lies).filter((place) => lies[place].as !== 'column' || here.has(place))
        .map((place) => ({ place, as: lies[place].as, most: lies[place].most, label: (zones[place] ?? place).length, middle: inMiddle(place) }));
}

/** What seats and the middle may hold, as `solve` is given it. */
export function heldAt({ counts, target, labels }, view, places) {
    const seats = places.filter(({ middle }) => !middle);
    const open = (zone) => (zone.as === 'shut' ? { ...zone, as: 'fan' } : zone);
    const told = (label) => target && view.numbers.some((one) => one.owner === null && one.label === label && one.value === target); /* by the goal */
    const owned = Object.entries(counts).filter(([label]) => !told(label));
    const shown = owned.filter(([, whose]) => whose !== 'seats').map(([label]) => (labels[label] ?? label).length);
    const piles = ['deck', 'discards', ...(view.chips ? ['pot'] : [])].map((place) => ({ place, as: 'heap', most: 1, bare: true }));
    const numbers = shown.length ? [{ place: 'numbers', as: 'text', most: shown.length, letters: Math.max(...shown), bare: true }] : [];
    return {
        mine: seats.map(open), theirs: seats, marks: owned.filter(([, whose]) => whose !== 'middle').length,
        middle: [...piles, ...places.filter(({ middle }) => middle), ...numbers],
    };
}

/** All ways to sit that differ here, those that one likes first. */
function waysOf({ others }, frame) {
    const own = [false, true].map((cramped) => ({ stand: 'tall', crowd: 0, strip: false, cramped }));
    if (frame.around)
        return [true, false].flatMap((strip) => own.map((way) => ({ ...way, strip })));
    const crowds = [0, 1, 2].filter((crowd) => !crowd || others.length >= inRow(frame) + crowd);
    return STANDS.flatMap((stand) => crowds.flatMap((crowd) => [true, false].flatMap((strip) => own.map((way) => ({ ...way, stand, crowd, strip })))));
}

/** What a way to sit is worth beside the sizes of cards: faces one sees, deeds that cover no card. */
function likes({ plate: { kind, strip }, slots: { width } }) {
    return ({ tall: 9, least: width < 50 ? -16 : -6 }[kind] ?? 0) + (strip ? 5 : 0);
}

/** What a height of cards is worth: larger is better up to where all is read with ease, and what one can hardly read is bad. */
function ease(high) {
    return Math.min(64, high) - 3 * Math.max(0, 26 - high);
}

function worth(found, items) {
    const { sizes, theirs, own } = found;
    return ease(theirs.length ? sizes.other : 64) + (ease(own.rest?.length ? sizes.sub : 50) + ease(middleCard(found, items))) / 2 + likes(found);
}

/** One way with the largest cards it allows: null if it does not fit at all. */
function largest(table, frame, way) {
    for (let shrink = 1; shrink > 0.35; shrink -= 0.1) { /* below 1 there are too many for so little room */
        let found = attempt(table, frame, LEAST, shrink, way);
        for (let low = LEAST, high = 1; found && high - low > 0.02;) {
            const t = (low + high) / 2;
            const more = attempt(table, frame, t, shrink, way);
            found = more ?? found;
            [low, high] = more ? [t, high] : [low, t];
        }
        if (found)
            return found;
    }
    return null;
}

/** Of all ways that fit the best one; null where none does. */
function best(table, frame) {
    let chosen = null;
    for (const way of waysOf(table, frame)) {
        const found = largest(table, frame, way);
        const value = found ? worth(found, table.middle) : -Infinity;
        if (value > (chosen?.value ?? -Infinity))
            chosen = { value, found };
    }
    return chosen?.found ?? null;
}

/** On a large screen everything is larger, and on a tablet that stands, by the same part as style/table.css has the letters. */
function unitOf({ width, height }) {
    if (width >= 760 && height >= 1000 && width < height)
        return 1.3;
    return width >= 2300 && height >= 1250 ? 1.5 : width >= 1840 && height >= 1000 ? 1.2 : 1;
}

/** The same with all its pixels so many times as large. */
function grown(boxes, unit) {
    return Object.fromEntries(Object.entries(boxes).map(([name, value]) => [name, typeof value === 'number' ? value * unit : value && typeof value === 'object' ? grown(value, unit) : value]));
}

/**
 * @typedef {Object} Zone a place where cards may lie
 * @property {string} place
 * @property {string} as `fan`, `heap`, `column`, or `shut` for backs alone
 * @property {number} most
 *
 * @param {Object} given
 * @param {number} given.width of the window, and its height
 * @param {number} given.height
 * @param {boolean} given.seated whether one plays
 * @param {Array<string>} given.others seats in turn, beginning after one's own
 * @param {Array<Zone>} given.mine what each seat has: one's own, of which the first lies in front, and the others'
 * @param {Array<Zone>} given.theirs
 * @param {Array<Zone>} given.middle what lies in the middle: deck, discards, pot and the game's zones
 * @param {string} given.taught who speaks beside the table: `lesson`, `tips`, or none
 * @param {number} given.marks how many numbers a seat has besides its score
 * @returns {{bar: number, ask: Object, felt: Object, teacher: Object, whole: Object, seats: Object, own: ?Object, middle: Object, small: boolean, flat: boolean,
 *     unit: number}} boxes: `left`, `top`, `width`, `height`, relative to what is around them; those of seats have `plate` and `zones` by place, whose `card` is
 *     the width of a card. `whole` is all below the bar but who teaches a lesson, `unit` how many times as large as usual all is
 */
export function solve(given) {
    const unit = unitOf(given);
    return { ...grown(solved({ ...given, width: given.width / unit, height: given.height / unit }), unit), unit };
}

function solved(given) {
    const [front, ...others] = given.theirs;
    const table = { ...given, theirs: front ? [{ ...front, bare: front.as !== 'heap' }, ...others] : [] }; /* what lies first needs no name */
    const frame = frameOf(table);
    const some = best(table, frame);
    if (!some && table.taught === 'tips')
        return solved({ ...given, taught: '' }); /* there is no room for them */
    const found = some ?? attempt(table, frame, LEAST, 0.3, waysOf(table, frame).at(-1), true);
    const { felt, ask, teacher, whole, bar, small, flat } = frame;
    return {
        bar, ask, felt, teacher, whole, small, flat, taught: table.taught,
        seats: otherBoxes(table, found),
        own: table.seated ? ownBox(found) : null,
        middle: middleBox(found, table.middle),
    };
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
