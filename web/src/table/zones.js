/** Cards that lie together, and what is in the middle of the table. */

import { h } from '../patch.js';
import { _, number } from '../words.js';
import { art, card, mini } from './card.js';
import { keep } from './kept.js';
import { chipArt } from './motion.js';
import { cardsSpoken } from './names.js';
import { spotName } from './board.js';

/** A zone whose cards cannot be chosen is drawn once and kept until it changes. */
const drawn = new WeakMap();

/**
 * @param {Object} zone of a view
 * @param {Object} look
 * @param {string} look.title what the place is called
 * @param {string} look.whose whose it is, in words; '' in the middle
 * @param {boolean} look.small
 * @param {function(number): ?{words: string, take: function()}} look.take what a click on a card does
 */
export function zoneNode(zone, look) {
    const offers = look.take ? zone.cards.map(look.take) : [];
    if (offers.some(Boolean))
        return draw(zone, look, offers);
    const kept = drawn.get(zone);
    if (kept && kept.title === look.title && kept.whose === look.whose && kept.small === look.small)
        return kept.node;
    const node = draw(zone, look, offers);
    drawn.set(zone, { ...look, node });
    return node;
}

function draw(zone, look, offers) {
    const spoken = _('{place}: {cards}', {
        place: look.whose ? _('{whose}, {place}', { whose: look.whose, place: look.title }) : look.title,
        cards: cardsSpoken(zone.cards),
    });
    const chooses = offers.some(Boolean);
    return h('div', {
        key: spotName(zone),
        class: `zone${zone.cards.length ? '' : ' empty'}`,
        'data-spot': spotName(zone),
        role: chooses ? 'group' : 'img',
        'aria-label': spoken,
    },
    h('span', { class: 'zone-title', 'aria-hidden': 'true' }, look.title,
        zone.cards.length > 3 && h('span', { class: 'zone-count' }, zone.cards.length)),
    h('span', { class: 'fan' }, zone.cards.map((rank, i) => (offers[i]
        ? cardButton(rank, look.small, offers[i], i, zone.cards.indexOf(rank) === i) : card(rank, look.small)))));
}

/** Of cards that are alike, one is enough for keys and ears. */
function cardButton(rank, small, offer, i, first) {
    return h('button', {
        key: `b${i}`,
        type: 'button',
        class: 'card',
        'data-rank': rank,
        'aria-label': offer.words,
        'aria-description': offer.means || null,
        'aria-hidden': first ? null : 'true',
        tabindex: first ? null : '-1',
        onclick: offer.take,
        onfocus: offer.look,
        onpointerenter: offer.look,
    }, small ? mini(rank) : art(rank));
}

/** A pile of which only the number is known. */
function pile(name, title, count) {
    return h('div', {
        key: name, class: `pile ${name}${count ? '' : ' empty'}`, 'data-spot': `${name}/`, role: 'img',
        'aria-label': _('{place}: {cards}', { place: title, cards: count === 1 ? _('1 card') : _('{n} cards', { n: count }) }),
    },
    h('span', { class: 'zone-title', 'aria-hidden': 'true' }, title),
    h('span', { class: 'heap', 'aria-hidden': 'true' }, count ? card(0) : null, h('span', { class: 'pile-count' }, count)));
}

function pot(view) {
    const chips = Math.min(7, Math.ceil(Math.sqrt(view.pot)));
    return h('div', { key: 'pot', class: 'pot', 'data-spot': 'pot/', role: 'img', 'aria-label': _('Pot: {chips}', { chips: number(view.pot) }) },
        h('span', { class: 'zone-title', 'aria-hidden': 'true' }, _('Pot')),
        h('span', { class: 'coins', 'aria-hidden': 'true' },
            Array.from({ length: chips }, (_unused, i) => h('span', { key: i, class: 'coin' }, chipArt()))),
        h('strong', { class: 'pot-count', 'aria-hidden': 'true' }, number(view.pot)));
}

/** Numbers that a seat has, or that all see in the middle. */
export function numbersNode(view, words, owner) {
    const some = view.numbers.filter((one) => one.owner === owner);
    return some.length ? h('dl', { key: 'numbers', class: 'numbers' }, some.map((one) => h('div', { key: one.label },
        h('dt', null, words.labels[one.label] ?? one.label), h('dd', null, number(one.value))))) : null;
}

/**
 * The middle of the table.
 * @param {Object} scene see table.js
 */
export function middleNode(scene) {
    const { view, words } = scene;
    const parts = [
        ...view.zones.filter((zone) => zone.owner === null), view.deck, view.discards, view.pot, view.chips,
        JSON.stringify(view.numbers.filter((one) => one.owner === null)), words, scene.narrow, scene.offeredTo(null),
    ];
    return keep('middle', parts, () => drawMiddle(scene));
}

function drawMiddle(scene) {
    const { view, words } = scene;
    return h('div', { key: 'middle', class: 'middle' },
        h('div', { class: 'piles' },
            pile('deck', words.zones.deck ?? _('Deck'), view.deck),
            pile('discards', words.zones.discards ?? _('Discards'), view.discards),
            view.chips ? pot(view) : null,
            numbersNode(view, words, null)),
        h('div', { class: 'pools' }, view.zones.filter((zone) => zone.owner === null).map((zone) => zoneNode(zone, {
            title: words.zones[zone.place] ?? zone.place, whose: '', small: scene.narrow, take: scene.takeCard?.(zone),
        }))));
}
