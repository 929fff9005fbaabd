/** Chairs: who sits at the table, and what the host may do. The whole page before a game, a panel during one. */

import { h } from '../patch.js';
import { _ } from '../words.js';
import { invitation } from '../friends.js';

const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8'];

/**
 * @param {Object} scene
 * @param {function(string, Object): Promise} act does a command and tells what went wrong
 * @param {Object} own what is kept between redraws: {bot, swap, leaving}
 */
export function chairsNode(scene, act, own) {
    const { now, you, names } = scene;
    const host = now.host !== null && now.host === you;
    const between = now.stage !== 'playing';
    return h('ul', { key: 'chairs', class: 'chairs' }, now.chairs.map((chair) => h('li', { key: chair.seat, class: chair.kind },
        h('span', { class: 'letter', 'aria-hidden': 'true' }, chair.seat),
        h('span', { class: 'who' }, chair.kind === 'empty' ? _('empty chair') : names[chair.seat], ' ', chairMarks(chair, scene)),
        h('span', { class: 'chair-buttons' },
            chair.kind === 'empty' && you === null && sitButton(chair, scene, act),
            chair.kind === 'empty' && host && [botChoice(own, scene), h('button', {
                key: 'bot', type: 'button', onclick: () => act('bot', { bot: own.bot, seat: chair.seat }),
            }, _('Seat a bot'))],
            host && between && now.chairs.length > 1 && swapButton(chair, scene, act, own),
            host && chair.kind !== 'empty' && chair.seat !== you && h('button', {
                key: 'kick', type: 'button', class: 'quiet', 'aria-label': _('Remove {name}', { name: names[chair.seat] }), onclick: () => act('kick', { seat: chair.seat }),
            }, _('Remove'))))));
}

function chairMarks(chair, { now, you }) {
    const marks = [];
    if (chair.seat === you)
        marks.push(_('you'));
    if (chair.seat === now.host)
        marks.push(_('host'));
    if (chair.away)
        marks.push(_('away'));
    if (chair.kind === 'bot')
        marks.push(_('bot'));
    return marks.length ? h('small', null, `(${marks.join(', ')})`) : null;
}

function sitButton(chair, scene, act) {
    return h('button', { key: 'sit', type: 'button', onclick: () => act('sit', { seat: chair.seat, name: scene.settings.name || _('Guest') }) }, _('Sit here'));
}

function botChoice(own, scene) {
    return h('label', { key: 'level' }, h('span', { class: 'heard' }, _('How strong')), h('select', {
        value: own.bot,
        onchange: (event) => { own.bot = event.target.value; scene.redraw(); },
    }, LEVELS.map((level) => h('option', { key: level, value: level }, _('level {level}', { level })))));
}

/** The first press chooses a chair, the second one on another chair swaps them. */
function swapButton(chair, scene, act, own) {
    const chosen = own.swap === chair.seat;
    return h('button', {
        key: 'swap', type: 'button', class: 'quiet', 'aria-pressed': String(chosen),
        'aria-label': own.swap && !chosen ? _('Swap with chair {seat}', { seat: own.swap }) : _('Swap chair {seat}', { seat: chair.seat }),
        onclick: () => {
            const other = own.swap;
            own.swap = other === null ? chair.seat : null;
            if (other !== null && !chosen)
                act('swap', { seat: other, other: chair.seat });
            scene.redraw();
        },
    }, own.swap && !chosen ? _('Swap with this') : _('Swap'));
}

/** Before the first game. */
export function roomNode(scene, act, own) {
    const { now, you, names } = scene;
    const empty = now.chairs.filter((chair) => chair.kind === 'empty').length;
    const host = now.host !== null && now.host === you;
    return h('section', { key: 'room', class: 'room', 'aria-labelledby': 'room-title' },
        h('h2', { id: 'room-title' }, _('Who plays')),
        chairsNode(scene, act, own),
        scene.local ? null : invitation(scene.redraw, scene.table),
        host ? h('button', { key: 'begin', type: 'button', class: 'choice large', 'aria-disabled': empty ? 'true' : null, onclick: () => !empty && act('begin', {}) }, _('Begin'))
            : h('p', { key: 'wait' }, now.host ? _('{name} begins the game when all are there.', { name: names[now.host] }) : _('Nobody sits here yet.')),
        host && empty ? h('p', { key: 'empty', class: 'small' }, _('No chair may be empty: invite somebody, or seat bots.')) : null);
}
