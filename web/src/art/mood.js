/** What a face tells: eyes, brows and mouth in each mood, for any animal. All in the coordinates of a portrait, 60 by 60. */

import { area, circle, line, oval } from './shapes.js';

/** The moods that a face may have. */
export const MOODS = ['calm', 'glad', 'sad', 'wary'];

function near(number) {
    return +number.toFixed(2);
}

/** An open eye that looks `aside`, around 0 0: on white where the fur is dark, with a slit where a cat looks. */
function ball({ r, ink, white, slit }, aside = 0, shine = 0.38) {
    const back = white ? circle(0, 0, near(r * 1.6), white) : '';
    const glint = circle(near(aside - r * 0.3), near(-r * 0.38), near(r * shine), '#fff');
    return back + oval(aside, 0, near(slit ? r * 0.5 : r), near(slit ? r * 1.25 : r), ink) + glint;
}

/** One eye around 0 0; what is towards the nose is on the right, because the right eye is drawn as the left one and turned over. */
const EYES = {
    calm: (eye) => ball(eye),
    glad: ({ r, shut }) => line(`M${near(-r * 1.4)} ${near(r * 0.5)}q${near(r * 1.4)} ${near(-r * 2.3)} ${near(r * 2.8)} 0`, shut, near(r * 0.72)),
    sad: (eye) => ball(eye, 0, 0.45)
        + line(`M${near(-eye.r * 1.9)} ${near(-eye.r * 1.6)}L${near(eye.r * 0.9)} ${near(-eye.r * 2.7)}`, eye.brow, 1.7),
    wary(eye, right) {
        const wide = near(eye.r * (eye.white ? 1.75 : 1.3));
        const low = near(-eye.r * 0.2);
        return ball(eye, near(eye.r * (right ? -0.45 : 0.45))) + area(`M${-wide} ${low}A${wide} ${wide} 0 0 1 ${wide} ${low}Z`, eye.lid) + line(`M${-wide} ${low}H${wide}`, eye.brow, 1.5)
            + (right ? line(`M${-wide} ${near(-eye.r * 2.3)}Q0 ${near(-eye.r * 3.1)} ${wide} ${near(-eye.r * 2)}`, eye.brow, 1.5) : '');
    },
};

/**
 * A pair of eyes, or `one` seen from the side.
 * @param {string} mood
 * @param {Object} eye `y`, `apart` (from the middle), `r`, and where it differs: `middle`, `ink`, `white`, `lid` (as the fur
 *     around it), `brow`, `shut` (closed), `slit`, `one`
 */
export function eyes(mood, eye) {
    const ink = eye.ink ?? '#241a14';
    const each = { ink, lid: '#0000', brow: eye.white ?? ink, shut: eye.white ?? ink, middle: 30, ...eye };
    const left = `translate(${each.middle - each.apart} ${each.y})`;
    const right = `matrix(-1 0 0 1 ${each.middle + each.apart} ${each.y})`;
    return `<g transform='${left}'>${EYES[mood](each, eye.one)}</g>${eye.one ? '' : `<g transform='${right}'>${EYES[mood](each, true)}</g>`}`;
}

/** A mouth below a nose. */
export function mouth(mood, { y, wide, middle = 30, ink = '#3a2018', tongue = '#e0776d' }) {
    const bow = (from, bend, rise = 0) => line(`M${middle - wide} ${near(from)}q${wide} ${near(bend)} ${wide * 2} ${near(rise)}`, ink);
    switch (mood) {
    case 'glad':
        return area(`M${middle - wide} ${y}h${wide * 2}a${wide} ${near(wide * 1.1)} 0 0 1 ${-wide * 2} 0Z`, ink)
            + oval(middle, near(y + wide * 0.72), near(wide * 0.55), near(wide * 0.32), tongue);
    case 'sad':
        return bow(y + wide * 0.6, -wide * 0.95);
    case 'wary':
        return bow(y + wide * 0.35, -wide * 0.12, -wide * 0.25);
    default:
        return bow(y, wide * 0.85);
    }
}

/** A beak seen from the front: it opens when one is glad, and hangs when one is sad. */
export function beak(mood, { y, wide, high, upper, lower }) {
    const [left, right, foot] = [30 - wide, 30 + wide, y + high];
    if (mood === 'sad') {
        const from = y + 2.5;
        return area(`M${left} ${from}Q30 ${near(y - high * 0.9)} ${right} ${from}Q30 ${near(y + high * 1.15)} ${left} ${from}Z`, upper);
    }
    const open = mood === 'glad' ? area(`M${near(30 - wide * 0.7)} ${y + 1}Q30 ${near(y + high * 1.75)} ${near(30 + wide * 0.7)} ${y + 1}Z`, lower)
        + oval(30, near(y + high * 0.8), near(wide * 0.35), near(high * 0.3), '#e0776d') : '';
    const side = near(y + high * 0.7);
    return open + area(`M${left} ${y}Q30 ${near(y - high * 0.45)} ${right} ${y}Q${30 + wide / 2} ${side} 30 ${foot}Q${30 - wide / 2} ${side} ${left} ${y}Z`, upper);
}
