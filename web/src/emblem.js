/** The picture of a game: its emblem on its colour, both from its own description. */
import { h, svg } from './patch.js';

/** @param {Object} game as GET /api/games has it */
export function emblem(game) {
    return h('span', { class: 'emblem', style: { 'background-color': game.colour } },
        svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, svg('path', { d: game.emblem })));
}
