/** Cards that lie together, and what is in the middle of the table. */

import { h } from '../patch.js';
import { _, number } from '../words.js';
import { art, mini } from '../art/card.js';
import { keep } from './kept.js';
import { chipArt } from './motion.js';
import { cardsSpoken } from './names.js';
import { spotName } from './board.js';
import { stepsIn } from './lines.js';
import { DROP } from './own.js';

/** Below this width a card shows its number and one shape alone. */
const SMALL = 46;
/** Degrees between the cards of one's own hand, and of all of them. */
const TURN = 2;
const TURNS = 11;

/** A zone whose cards cannot be chosen is drawn once and kept until it changes. */
const drawn = new WeakMap();

/** A box of layout.js as a style. */
export function boxStyle({ left, top, width, height }) {
    return { left: `${left.toFixed(1)}px`, top: `${top.toFixed(1)}px`, width: `${width.toFixed(1)}px`, height: `${height.toFixed(1)}px` };
}

/**
 * @param {Object} zone of a view
 * @param {Object} look
 * @param {Object} look.box where it lies, see layout.js; without one it is not shown
 * @param {string} look.title what the place is called
 * @param {string} look.whose whose it is, in words; '' in the middle
 * @param {boolean} look.heap whether its cards lie one upon the other
 * @param {boolean} look.fans whether it is the hand in front
 * @param {?{words: string, take: function()}} look.all what a touch of the whole zone does
 * @param {function(number): ?{words: string, take: function()}} look.take what a click on a card does
 */
export function zoneNode(zone, look) {
    if (!look.box)
        return null;
    const offers = look.take && !look.heap ? zone.cards.map(look.take) : [];
    if (look.all || offers.some(Boolean))
        return draw(zone, look, offers);
    const kept = drawn.get(zone);
    if (kept && kept.box === look.box && kept.title === look.title && kept.whose === look.whose)
        return kept.node;
    const node = draw(zone, look, offers);
    drawn.set(zone, { ...look, node });
    return node;
}

function draw(zone, look, offers) {
    const { box } = look;
    const { step, tight } = stepsIn(zone.cards, box, zone.ordered);
    const chooses = look.all || offers.some(Boolean);
    return h('div', {
        key: spotName(zone),
        class: `zone${zone.cards.length ? '' : ' empty'}${box.column ? ' column' : ''}${look.fans ? ' front' : ''}${chooses ? ' offered' : ''}`,
        'data-spot': spotName(zone),
        role: chooses ? 'group' : 'img',
        'aria-label': spoken(zone, look),
        title: look.heap && zone.cards.length ? cardsSpoken(zone.cards) : null,
        style: { ...boxStyle(box), '--card': `${box.card.toFixed(1)}px`, '--step': `${step.toFixed(1)}px`, '--tight': `${tight.toFixed(1)}px` },
    },
    h('span', { class: 'fan' }, look.heap ? heap(zone, box) : zone.cards.map((rank, i) => cardNode(zone, look, offers[i], i))),
    box.caption && (zone.cards.length || look.all) ? h('span', { class: 'zone-title', 'aria-hidden': 'true' }, box.column ? /\d*$/.exec(zone.place)[0] : look.title) : null,
    look.all && h('button', { key: 'all', type: 'button', class: 'zone-take', onclick: look.all.take, onfocus: look.all.look, onpointerenter: look.all.look }, h('span', { class: 'heard' }, look.all.words)));
}

function spoken(zone, look) {
    return _('{place}: {cards}', {
        place: look.whose ? _('{whose}, {place}', { whose: look.whose, place: look.title }) : look.title,
        cards: cardsSpoken(zone.cards),
    });
}

/** The last card of a heap, and how many there are. */
function heap(zone, box) {
    const { cards } = zone;
    return cards.length ? [h('span', { key: 'top', class: 'card', 'data-rank': cards.at(-1) }, picture(cards.at(-1), box)),
        h('span', { key: 'count', class: 'pile-count', 'aria-hidden': 'true' }, cards.length)] : null;
}

function picture(rank, box) {
    return box.card < SMALL ? mini(rank) : art(rank);
}

const models = new Map();

/** A card that is only looked at: described once and for all. */
function plain(rank, small, same) {
    const name = `${rank} ${small} ${same}`;
    if (!models.has(name))
        models.set(name, h('span', { class: same ? 'card same' : 'card', 'data-rank': rank, model: true }, small ? mini(rank) : art(rank)));
    return models.get(name);
}

/** How a card of a fan lies: turned a little, and a little lower at the ends. */
function fanned(zone, look, i) {
    const half = Math.max(1, (zone.cards.length - 1) / 2);
    const off = i - (zone.cards.length - 1) / 2;
    const turn = Math.min(TURN, TURNS / zone.cards.length) * (look.box.card > 90 ? 1 : 0.7);
    return { '--turn': `${(off * turn).toFixed(2)}deg`, '--drop': `${((off / half) ** 2 * DROP * (look.box.card > 90 ? 0.4 : 0.15) * Math.min(1, half / 3)).toFixed(1)}px` };
}

/** Of cards that are alike, one is enough for keys and ears: the last, of which one sees the most. */
function cardNode(zone, look, offer, i) {
    const rank = zone.cards[i];
    const same = !zone.ordered && i > 0 && zone.cards[i - 1] === rank;
    if (!offer && !look.fans)
        return plain(rank, look.box.card < SMALL, same);
    const style = look.fans ? fanned(zone, look, i) : undefined;
    if (!offer)
        return h('span', { key: i, class: same ? 'card same' : 'card', 'data-rank': rank, style }, picture(rank, look.box));
    const last = zone.cards.lastIndexOf(rank) === i;
    return h('button', {
        key: `b${i}`,
        type: 'button',
        class: `card${same ? ' same' : ''}${offer.chosen && last ? ' chosen' : ''}`,
        style,
        'data-rank': rank,
        'aria-label': offer.words,
        'aria-description': offer.means || null,
        'aria-pressed': offer.chosen ? 'true' : null,
        'aria-hidden': last ? null : 'true',
        tabindex: last ? null : '-1',
        onclick: offer.take,
        onfocus: offer.look,
        onpointerenter: offer.look,
    }, picture(rank, look.box));
}

/** A pile of which only the number is known. */
function pile(name, title, count, box) {
    return box && h('div', {
        key: name, class: `zone pile ${name}${count ? '' : ' empty'}`, 'data-spot': `${name}/`, role: 'img', title,
        style: { ...boxStyle(box), '--card': `${box.card.toFixed(1)}px` },
        'aria-label': _('{place}: {cards}', { place: title, cards: count === 1 ? _('1 card') : _('{n} cards', { n: count }) }),
    }, h('span', { class: 'fan', 'aria-hidden': 'true' },
        count ? h('span', { key: 'top', class: 'card', 'data-rank': 0 }, art(0)) : null,
        count ? h('span', { key: 'count', class: 'pile-count' }, count) : null));
}

function pot(view, box) {
    const chips = Math.min(9, Math.ceil(Math.sqrt(Math.max(0, view.pot)) * 1.5));
    return box && h('div', { key: 'pot', class: 'zone pot', 'data-spot': 'pot/', role: 'img', style: boxStyle(box), 'aria-label': _('Pot: {chips}', { chips: number(view.pot) }) },
        h('span', { class: 'coins', 'aria-hidden': 'true' }, Array.from({ length: chips }, (_unused, i) => h('span', { key: i, class: 'coin', style: { '--i': String(i) } }, chipArt()))),
        h('strong', { class: 'pot-count', 'aria-hidden': 'true' }, number(view.pot)));
}

/** What a letter of a number takes where there is little room, and how small it is written at least. */
const LETTER = 6.4;
const SMALLEST = 0.6;

/** Numbers that a seat has, or that all see in the middle; `room` is how wide they may be, side by side or each in a line. */
export function numbersNode(view, words, owner, { room = Infinity, beside = false } = {}) {
    const some = view.numbers.filter((one) => one.owner === owner && !(owner === null && words.target && one.value === words.target)); /* the goal says it */
    const told = [...new Set(some.map(({ label }) => label))].map((label) => [label, words.labels[label] ?? label, some.filter((one) => one.label === label).map(({ value }) => number(value)).join(' ')]);
    const letters = told.map(([, name, values]) => name.length + values.length + 1);
    const widest = beside ? letters.reduce((sum, one) => sum + one + 1, 0) : Math.max(...letters);
    return told.length ? h('dl', { key: 'numbers', class: 'numbers', style: { '--fit': Math.max(SMALLEST, Math.min(1, room / LETTER / widest)).toFixed(2) } },
        told.map(([label, name, values]) => h('div', { key: label }, h('dt', null, name), ' ', h('dd', null, values)))) : null;
}

/**
 * The middle of the table.
 * @param {Object} scene see table.js
 */
export function middleNode(scene) {
    const { view, words } = scene;
    const parts = [
        ...view.zones.filter((zone) => zone.owner === null), view.deck, view.discards, view.pot, view.chips,
        JSON.stringify(view.numbers.filter((one) => one.owner === null)), words, scene.layout, scene.offeredTo(null),
    ];
    return keep('middle', parts, () => drawMiddle(scene));
}

function drawMiddle(scene) {
    const { view, words, layout: { middle } } = scene;
    const boxes = middle.zones;
    return h('div', { key: 'middle', class: 'middle', style: boxStyle(middle) },
        view.deck || view.discards ? [pile('deck', words.zones.deck ?? _('Deck'), view.deck, boxes.deck),
            pile('discards', words.zones.discards ?? _('Discards'), view.discards, boxes.discards)] : null,
        view.chips && view.pot ? pot(view, boxes.pot) : null,
        view.zones.filter((zone) => zone.owner === null).map((zone) => zoneNode(zone, lookOf(scene, zone, boxes[zone.place], ''))),
        boxes.numbers && h('div', { key: 'counts', class: 'counts', style: boxStyle(boxes.numbers) }, numbersNode(view, words, null)));
}

/** Of a card that is touched at least this much is free. */
const FREE = 14;

/** Whether cards lie too close to be touched one by one where buttons say the same. */
function isTight(scene, zone, box) {
    return scene.hasButtons && box && new Set(zone.cards).size > 1 && stepsIn(zone.cards, box, zone.ordered).step < FREE;
}

/** What zoneNode needs to know of a zone. */
export function lookOf(scene, zone, box, whose) {
    return {
        box,
        title: scene.words.zones[zone.place] ?? zone.place,
        whose,
        heap: scene.words.lies[zone.place]?.as === 'heap',
        take: isTight(scene, zone, box) ? null : scene.takeCard?.(zone),
        all: scene.takeZone?.(zone),
    };
}
