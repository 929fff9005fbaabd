/** What people say at the table. */

import { h } from '../patch.js';
import { _, moment } from '../words.js';
import { speaker } from './log.js';
import { emotesNode, talkNode, types } from './talk.js';

/**
 * @param {Object} scene
 * @param {function({text: string}|{emote: string}): Promise} say
 * @param {function()} typing somebody types
 * @param {function(string, Object): Promise} act for the host, who quiets people and sends them away
 */
export function chatNode(scene, say, typing, act) {
    const said = scene.table.entries.filter((entry) => entry.kind === 'said').slice(-100);
    return [
        h('div', { key: 'chat', class: 'scroll follow', tabindex: '0', role: 'group', 'aria-label': _('What was said') },
            h('ol', { class: 'chat' }, said.map((entry) => line(scene, entry, act)))),
        said.length ? null : h('p', { key: 'none', class: 'small' }, _('Nothing was said yet.')),
        emotesNode((name) => say({ emote: name }).catch(() => {})),
        h('form', { key: 'say', class: 'say', onsubmit: (event) => submit(event, say) },
            h('label', null, h('span', { class: 'heard' }, _('What you want to say')), h('input', {
                type: 'text', name: 'text', maxlength: 250, autocomplete: 'off', placeholder: _('Say something'),
                oninput: (event) => scene.you !== null && event.target.value && types(typing),
            })),
            h('button', { type: 'submit' }, _('Say'))),
    ];
}

/** Whether somebody was asked to be quiet and not let talk again. */
function isQuiet({ table }, { seat, name }) {
    return table.entries.findLast((entry) => ['muted', 'unmuted'].includes(entry.kind) && entry.seat === seat && entry.name === name)?.kind === 'muted';
}

/** For the host, at what others have said. */
function hostButtons(scene, entry, act) {
    const { now, you, names } = scene;
    if (now.host !== you || you === null || entry.seat === you || !(entry.seat || entry.name))
        return null;
    const whom = entry.seat ? { seat: entry.seat } : { name: entry.name };
    const quiet = isQuiet(scene, entry), name = speaker(entry, names);
    return h('span', { class: 'chair-buttons' },
        h('button', {
            key: 'mute', type: 'button', class: 'quiet', 'aria-label': quiet ? _('Let {name} talk again', { name }) : _('Ask {name} to be quiet', { name }),
            onclick: () => act('mute', { ...whom, on: !quiet }),
        }, quiet ? _('May talk') : _('Quiet')),
        h('button', { key: 'kick', type: 'button', class: 'quiet', 'aria-label': _('Remove {name}', { name }), onclick: () => act('kick', whom) }, _('Remove')));
}

function line(scene, entry, act) {
    return h('li', { key: entry.entry, class: entry.seat && entry.seat === scene.you ? 'own' : null },
        h('strong', null, entry.seat && entry.seat === scene.you ? _('You') : speaker(entry, scene.names)), ' ',
        h('time', { class: 'small' }, moment(entry.at, { timeStyle: 'short' })),
        hostButtons(scene, entry, act),
        h('p', null, talkNode(entry)));
}

function submit(event, say) {
    event.preventDefault();
    const field = event.target.elements.text;
    const text = field.value.trim();
    if (text)
        say({ text }).then(() => { field.value = ''; }, () => {});
}
