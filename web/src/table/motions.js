/** Which cards and chips move for which event, from where to where and when. Pure; motion.js makes them fly. */

import { spotName } from './board.js';

/** Milliseconds between the beginnings of motions in one step, and that one takes. */
const STAGGER = 70;
const FLIGHT = 380;
/** However much happens at once, it begins within this. */
const LONGEST = 900;
const CHIPS = 5;

/**
 * @param {Array<Object>} events of one step
 * @returns {Array<{kind: string, from: string, to: string, cards: Array<number>, count: number, delay: number, time: number}>}
 *     kind `cards` or `chips`; places as in `data-spot`: `deck/`, `hand/A`, `pot/`, `chips/A`
 */
export function motionsOf(events) {
    const motions = events.map(motionOf).filter(Boolean).reduce(join, []);
    const step = Math.min(STAGGER, LONGEST / Math.max(1, motions.length));
    motions.forEach((motion, i) => {
        motion.delay = Math.round(i * step);
        motion.time = FLIGHT;
    });
    return motions;
}

function motionOf(event) {
    if (event.kind === 'move' && event.cards?.length)
        return { kind: 'cards', from: spotName(event.from), to: spotName(event.to), cards: event.cards, count: event.cards.length };
    if (event.kind === 'pay' && event.number > 0)
        return { kind: 'chips', from: purse(event.seat), to: purse(event.other), cards: [], count: Math.min(CHIPS, event.number) };
    return null;
}

/** Cards that go the same way one after the other go together. */
function join(motions, motion) {
    const last = motions.at(-1);
    if (last?.kind === 'cards' && motion.kind === 'cards' && last.from === motion.from && last.to === motion.to) {
        last.cards = [...last.cards, ...motion.cards];
        last.count = last.cards.length;
    } else {
        motions.push(motion);
    }
    return motions;
}

function purse(seat) {
    return seat === null ? 'pot/' : `chips/${seat}`;
}

const PAUSES = { slow: 1.8, normal: 1, fast: 0.45, off: 0 };

/** How many times as long as usual one looks at anything at a speed. */
export function slownessOf(speed) {
    return PAUSES[speed] ?? 1;
}

/** Milliseconds that a step is looked at before the next one. */
export function pauseAfter(step, motions, you, speed) {
    const moving = motions.length ? motions.at(-1).delay + FLIGHT : 0;
    const told = step.events.filter((event) => event.text && event.kind !== 'decide' && event.kind !== 'total').length;
    const own = step.events[0]?.kind === 'decide' && step.events[0].seat === you;
    let pause = moving + 100;
    if (step.deals)
        pause = moving + 100;
    else if (step.secret)
        pause = own ? 0 : 150;
    else if (!own)
        pause = Math.max(700, moving + 150) + Math.max(0, Math.min(3, told - 1)) * 150;
    return pause * slownessOf(speed);
}
