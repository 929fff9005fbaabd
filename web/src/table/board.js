/** A view, and what an event makes of it: so that what happened is shown one thing after the other. Pure. */

import { LETTERS } from './places.js';

/** The name of a place on the table for elements: `hand/A`, `pool/`. */
export function spotName({ place, owner }) {
    return `${place}/${owner ?? ''}`;
}

function sameCards(a, b) {
    return a.length === b.length && a.every((card, i) => card === b[i]);
}

/** The new view with the zones of the old one where nothing has changed, so that they need not be drawn again. */
export function keepSame(before, view) {
    if (!before || !view)
        return view;
    const old = new Map(before.zones.map((zone) => [spotName(zone), zone]));
    return {
        ...view,
        zones: view.zones.map((zone) => {
            const was = old.get(spotName(zone));
            return was && was.ordered === zone.ordered && sameCards(was.cards, zone.cards) ? was : zone;
        }),
    };
}

function changeZone(view, spot, change) {
    const at = view.zones.findIndex((zone) => zone.place === spot.place && zone.owner === spot.owner);
    if (at < 0)
        return view;
    const zones = view.zones.slice();
    zones[at] = { ...zones[at], cards: change(zones[at].cards, zones[at]) };
    return { ...view, zones };
}

/** Without these cards; one whose face is not there is taken from those that nobody sees, or from the end. */
function without(cards, gone) {
    const left = cards.slice();
    for (const card of gone) {
        let at = left.indexOf(card);
        at = at < 0 ? left.indexOf(0) : at;
        left.splice(at < 0 ? left.length - 1 : at, left.length ? 1 : 0);
    }
    return left;
}

function allHidden(cards) {
    return cards.length > 0 && cards.every((card) => card === 0);
}

/** With these cards besides: sorted, unless the order means something there. What is held hidden stays so. */
function withCards(cards, more, ordered, hidden) {
    const all = [...cards, ...(hidden || allHidden(cards) ? more.map(() => 0) : more)];
    return ordered ? all : all.sort((a, b) => a - b);
}

function count(view, spot, by) {
    if (spot.owner !== null || !(spot.place === 'deck' || spot.place === 'discards'))
        return view;
    return { ...view, [spot.place]: Math.max(0, view[spot.place] + by) };
}

function move(view, event, { ordered, hidden }) {
    const { cards = [], from, to } = event;
    let next = count(count(view, from, -cards.length), to, cards.length);
    next = changeZone(next, from, (there) => without(there, cards));
    return changeZone(next, to, (there, zone) => withCards(there, cards, zone.ordered || ordered.has(to.place), hidden.has(spotName(to))));
}

/** Hands that were shown lie face up. */
function show(view, event) {
    return changeZone(view, event.from, (there) => {
        const unseen = there.filter((card) => card === 0).length;
        if (unseen === 0 && there.length > 0)
            return there;
        const rest = Math.max(0, unseen - event.cards.length);
        return [...there.filter((card) => card !== 0), ...event.cards, ...Array(rest).fill(0)].sort((a, b) => a - b);
    });
}

function addScore(scores, seat, number) {
    const at = LETTERS.indexOf(seat);
    return at < 0 || seat === null ? scores : scores.with(at, scores[at] + number);
}

function pay(view, { seat, other, number }) {
    const pot = view.pot + (other === null ? number : 0) - (seat === null ? number : 0);
    return { ...view, pot: Math.max(0, pot), scores: addScore(addScore(view.scores, seat, -number), other, number) };
}

function gather(view) {
    const lying = view.zones.reduce((sum, zone) => sum + zone.cards.length, 0);
    return {
        ...view,
        deck: view.deck + view.discards + lying,
        discards: 0,
        zones: view.zones.map((zone) => (zone.cards.length ? { ...zone, cards: [] } : zone)),
    };
}

const CHANGES = {
    hand: (view, event) => ({ ...view, hand: event.number }),
    shuffle: (view) => ({ ...view, deck: view.deck + view.discards, discards: 0 }),
    gather,
    decide: (view, event) => ({ ...view, to_act: view.to_act.filter((seat) => seat !== event.seat) }),
    move,
    show,
    pay,
    points: (view, event) => ({ ...view, scores: addScore(view.scores, event.seat, event.number) }),
    total: (view, event) => ({ ...view, scores: view.scores.with(LETTERS.indexOf(event.seat), event.number) }),
};

/**
 * The view after an event. What follows from the rules of a game is not known here: the next view of the table is.
 * @param {Object} view
 * @param {Object} event
 * @param {Object} notes see newNotes
 */
export function applyEvent(view, event, notes = newNotes()) {
    return CHANGES[event.kind]?.(view, event, notes) ?? view;
}

/**
 * What views have said of places and a single one does not: where the order of cards means something, which a zone with one
 * card does not say, and where they lie face down even before the one they come from.
 * @returns {{ordered: Set<string>, hidden: Set<string>}} places, and spots as `spotName` has them
 */
export function newNotes() {
    return { ordered: new Set(), hidden: new Set() };
}

/** The same of what comes: where others lay cards that nobody sees, in the middle, one's own lie face down too. */
export function noteEvents({ hidden }, events) {
    for (const { kind, to, cards } of events)
        if (kind === 'move' && to.owner === null && allHidden(cards ?? []))
            hidden.add(spotName(to));
}

export function noteView({ ordered, hidden }, view) {
    for (const zone of view?.zones ?? []) {
        if (zone.ordered)
            ordered.add(zone.place);
        if (zone.cards.length)
            hidden[allHidden(zone.cards) ? 'add' : 'delete'](spotName(zone));
    }
}
