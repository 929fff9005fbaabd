/** Beside the table: what happened, what was said, scores, rules, chairs and what one likes. */

import { h } from '../patch.js';
import { _, N_ } from '../words.js';
import { chatNode } from './chat.js';
import { eveningNode } from './evening.js';
import { chairsNode } from './room.js';
import { invitation } from '../friends.js';
import { logNode } from './log.js';
import { rulesNode } from './rules.js';
import { sheetNode } from './score.js';

/** Its parts: name, title, key. */
export const PARTS = [
    ['log', N_('Log'), 'l'], ['chat', N_('Chat'), 't'], ['scores', N_('Scores'), 's'], ['rules', N_('Rules'), 'r'], ['chairs', N_('Seats'), 'p'],
];

/** Those that there are: a replay has nobody to talk to, and its rules were read. */
export function partsOf(table) {
    const left = { replay: ['log', 'scores'], lesson: ['log', 'rules'] }[table.reel];
    return left ? PARTS.filter(([name]) => left.includes(name)) : PARTS;
}

function content(scene, own, act) {
    switch (own.panel) {
    case 'chat':
        return chatNode(scene, (what) => act('say', what), scene.types, act);
    case 'scores':
        return [eveningNode(scene), sheetNode(scene)];
    case 'rules':
        return own.rules ? rulesNode(own.rules) : h('p', null, _('One moment ...'));
    case 'chairs':
        return [chairsNode(scene, act, own), scene.local ? null : invitation(scene.redraw, scene.table), leaveNode(scene, own, act), wishesNode(scene)];
    default:
        return logNode(scene, own.opened);
    }
}

/** Giving up a chair is asked twice. */
function leaveNode(scene, own, act) {
    if (scene.you === null)
        return null;
    return h('p', { key: 'leave', class: 'leave' }, own.leaving
        ? [h('strong', null, _('Leave this table for good?')), ' ',
            h('button', { key: 'yes', type: 'button', onclick: () => { own.leaving = false; act('leave', {}); } }, _('Leave')), ' ',
            scene.now.stage === 'playing' && !scene.local && h('button', {
                key: 'give', type: 'button', onclick: () => { own.leaving = false; act('leave', { give: true }); },
            }, _('Leave, and let somebody play my cards on')), ' ',
            h('button', { key: 'no', type: 'button', class: 'quiet', onclick: () => { own.leaving = false; scene.redraw(); } }, _('Stay'))]
        : h('button', { key: 'leave', type: 'button', class: 'quiet', onclick: () => { own.leaving = true; scene.redraw(); } }, _('Leave the table')));
}

const SPEEDS = [['slow', N_('slow')], ['normal', N_('normal')], ['fast', N_('fast')], ['off', N_('without pauses')]];
const ODDS = [['auto', N_('against bots')], ['on', N_('always')], ['off', N_('never')]];
const CONFIRMS = [['costly', N_('where a slip would cost')], ['always', N_('always')], ['never', N_('never')]];

function wish(scene, key, title, values) {
    return h('label', { key }, title, h('select', { value: scene.settings[key], onchange: (event) => scene.settings.set(key, event.target.value) },
        values.map(([value, words]) => h('option', { key: value, value }, _(words)))));
}

/** What one likes at a table; all of it is on the page of settings, too. */
function wishesNode(scene) {
    return h('fieldset', { key: 'wishes', class: 'wishes' }, h('legend', null, _('At the table')),
        wish(scene, 'speed', _('Speed'), SPEEDS),
        wish(scene, 'odds', _('Show the chances'), ODDS),
        wish(scene, 'confirm', _('Ask before a decision'), CONFIRMS),
        h('label', { key: 'sounds', class: 'tick' }, h('input', {
            type: 'checkbox', checked: scene.settings.sounds, onchange: (event) => scene.settings.set('sounds', event.target.checked),
        }), _('Sounds')),
        h('label', { key: 'notify', class: 'tick' }, h('input', {
            type: 'checkbox', checked: scene.settings.notify, onchange: (event) => wantNotices(event.target.checked, scene.settings),
        }), _('Notify me when it is my turn')),
        h('label', { key: 'shortcuts', class: 'tick' }, h('input', {
            type: 'checkbox', checked: scene.settings.shortcuts, onchange: (event) => scene.settings.set('shortcuts', event.target.checked),
        }), _('Keys of one letter or digit')));
}

async function wantNotices(wanted, settings) {
    const allowed = wanted && typeof Notification !== 'undefined' && await Notification.requestPermission() === 'granted';
    settings.set('notify', allowed);
}

/** The buttons that open its parts. */
export function panelButtons(table, own, open, unread) {
    return partsOf(table).map(([name, title, key]) => h('button', {
        key: name, type: 'button', class: `part${own.panel === name ? ' chosen' : ''}`, 'aria-expanded': String(own.panel === name), 'aria-controls': 'panel',
        'aria-keyshortcuts': key, onclick: () => open(own.panel === name ? null : name),
    }, _(title), name === 'chat' && unread > 0 ? h('span', { class: 'unread' }, unread) : null));
}

/** The panel itself. */
export function panelNode(scene, own, act, close, open) {
    const title = PARTS.find(([name]) => name === own.panel)?.[1];
    return h('aside', { key: 'panel', id: 'panel', class: `panel${own.panel ? '' : ' closed'}`, 'aria-label': title ? _(title) : _('Beside the table'), tabindex: '-1' },
        own.panel && [
            h('header', { key: 'head' }, h('h2', null, _(title)),
                scene.layout?.small || scene.layout?.flat ? h('div', { class: 'tabs' }, panelButtons(scene.table, own, open, 0)) : null,
                h('button', { type: 'button', class: 'quiet close', 'aria-label': _('Close'), onclick: close }, '×')),
            h('div', { key: own.panel, class: 'panel-body', role: 'region', tabindex: '0', 'aria-label': _(title) }, content(scene, own, act)),
        ]);
}
