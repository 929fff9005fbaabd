/** Makes cards and chips fly: measures before and after a redraw, and lets pictures of them go the way between. */

import { art } from '../art/card.js';
import { h, patch, svg } from '../patch.js';

/** Of many cards that go one way so many are seen to fly; the others are there when these arrive. */
const FLYING = 3;
const EASE = 'cubic-bezier(.3,.7,.3,1)';

const chip = svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true', model: true },
    svg('circle', { class: 'chip-rim', cx: 10, cy: 10, r: 9 }), svg('circle', { class: 'chip-face', cx: 10, cy: 10, r: 5.5 }));

/** The picture of a chip. */
export function chipArt() {
    return chip;
}

/** The cards of a motion that fly: the last ones, which are seen best where they lie. */
function flying(motion) {
    return motion.kind === 'cards' ? motion.cards.slice(-FLYING) : [0];
}

function find(root, spot) {
    return root.querySelector(`[data-spot="${CSS.escape(spot)}"]`);
}

function cardsIn(place) {
    return place ? [...place.querySelectorAll('.card')] : [];
}

/** Where cards of a place are: each of the wanted ones, or the place itself for those that do not lie there. */
function rectsOf(place, ranks) {
    const there = cardsIn(place);
    return ranks.map((rank) => {
        let at = there.findLastIndex((card) => Number(card.dataset.rank) === rank);
        at = at < 0 ? there.length - 1 : at;
        const [card] = at < 0 ? [place] : there.splice(at, 1);
        return { card: at < 0 ? null : card, rect: card.getBoundingClientRect() };
    });
}

/** Notes where everything is that is about to move. To be called before the redraw. */
export function measure(root, motions) {
    return motions.map((motion) => {
        const place = find(root, motion.from);
        return { motion, from: place && rectsOf(place, flying(motion)) };
    });
}

const models = new Map();

/** A picture that flies: a copy of a model, which is cheaper than to make it anew. */
function ghost(layer, picture, name) {
    if (!models.has(picture)) {
        const model = document.createElement('div');
        model.className = name;
        patch(model, h('span', null, picture));
        models.set(picture, model);
    }
    const element = models.get(picture).cloneNode(true);
    layer.append(element);
    return element;
}

function fly(element, from, to, delay, time) {
    const scale = Math.max(0.2, from.width / Math.max(1, to.width));
    element.style.width = `${to.width}px`;
    element.style.height = `${to.height}px`;
    return element.animate([
        { transform: `translate(${from.left}px, ${from.top}px) scale(${scale})`, opacity: 1 },
        { transform: `translate(${to.left}px, ${to.top}px) scale(1)`, opacity: 1 },
    ], { delay, duration: time, easing: EASE, fill: 'both' });
}

/** Hides a card while its picture is on the way to it. */
function hideFor(card, time) {
    card.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time, fill: 'none' });
}

function whenDone(animation, element) {
    const done = () => element.remove();
    animation.finished.then(done, done);
}

function flyCards(layer, { motion, from }, targets, speed) {
    flying(motion).forEach((rank, i) => {
        const { card, rect } = targets[i];
        const delay = (motion.delay + i * 60) * speed;
        const time = motion.time * speed;
        if (card)
            hideFor(card, delay + time);
        const element = ghost(layer, art(rank), 'ghost');
        whenDone(fly(element, from[i].rect, sized(rect, from[i].rect), delay, time), element);
    });
}

/** A pile may be shown as less than a card; what flies there keeps its size. */
function sized(rect, like) {
    if (rect.width > 20 && rect.height > 20 && rect.height < 300 && rect.width < 200)
        return rect;
    return { left: rect.left, top: rect.top, width: like.width, height: like.height };
}

function middleOf(rect) {
    return { left: rect.left + rect.width / 2 - 9, top: rect.top + rect.height / 2 - 9, width: 18, height: 18 };
}

function flyChips(layer, { motion, from }, [target], speed) {
    for (let i = 0; i < motion.count; i++) {
        const element = ghost(layer, chip, 'ghost coin');
        whenDone(fly(element, middleOf(from[0].rect), middleOf(target.rect), (motion.delay + i * 60) * speed, motion.time * speed), element);
    }
}

/**
 * Lets everything fly that was measured before the redraw. All is read before anything is written, so that the layout
 * is worked out once.
 */
export function play(root, layer, measured, speed) {
    const ready = measured.map((one) => {
        const place = one.from && find(root, one.motion.to);
        return place && { one, targets: rectsOf(place, flying(one.motion)) };
    });
    for (const way of ready.filter(Boolean))
        (way.one.motion.kind === 'cards' ? flyCards : flyChips)(layer, way.one, way.targets, speed);
}
