/** Tips for the first hand in which somebody decides anything in a game never played here, one at a time. They can be skipped, and come once. */

import { h } from '../patch.js';
import { _ } from '../words.js';
import { known } from '../catalogue.js';

const KEY = 'pairs.tips';

const NOTHING = { table: '', at: 0, asked: 0 };

/** The table whose tips are being read, how many of them were, and in which hand one was first asked: some end before that. */
let reading = NOTHING;

function read() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '[]');
    } catch {
        return [];
    }
}

/** These tips were read, or are not wanted. */
function forgetAbout(name) {
    try {
        localStorage.setItem(KEY, JSON.stringify([...new Set([...read(), name])]));
    } catch {
        /* nothing may be kept: then they come again with the next page */
    }
    reading = NOTHING;
}

/** The tips of the game at this table that nobody has read; none but for somebody who plays. */
function tipsFor({ now, view, you, table }) {
    const family = known(now.game.name)?.game ?? now.game.name;
    if (you === null || table.reel || !view || view.over || read().includes(family))
        return null;
    if (reading.table !== table.id)
        reading = { ...NOTHING, table: table.id };
    if (view.legal.length)
        reading.asked ||= view.hand;
    if (reading.asked && view.hand > reading.asked) {
        forgetAbout(family);
        return null;
    }
    const tips = known(family)?.tips ?? [];
    return tips.length ? { family, tips } : null;
}

export const hasTips = (scene) => tipsFor(scene) !== null;

/**
 * A tip with a button to the next one and another one that skips them all; null where there is none to give.
 * @param {Object} scene
 */
export function tipsNode(scene) {
    const found = tipsFor(scene);
    if (!found || !scene.layout.taught)
        return null;
    const { family, tips } = found;
    const { at } = reading;
    const last = at >= tips.length - 1;
    const then = (deed) => () => {
        deed();
        scene.redraw();
    };
    const { left, top, width, height } = scene.layout.teacher;
    return h('aside', {
        key: 'tips', class: 'tips', 'aria-label': _('Tips for your first hand'), style: { left: `${left}px`, top: `${top}px`, width: `${width}px`, 'max-height': `${height}px` },
    },
        h('p', { key: 'tip', role: 'status' }, tips[at]),
        h('div', { key: 'doors', class: 'tip-buttons' },
            h('small', { key: 'count' }, `${at + 1}/${tips.length}`),
            !last && h('button', { key: 'skip', type: 'button', class: 'plain', onclick: then(() => forgetAbout(family)) }, _('Skip the tips')),
            h('button', { key: 'next', type: 'button', onclick: then(() => (last ? forgetAbout(family) : reading.at++)) }, last ? _('Got it') : _('Next tip'))));
}
