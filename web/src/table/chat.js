/** What people say at the table. */

import { h } from '../patch.js';
import { _, moment } from '../words.js';
import { speaker } from './log.js';
import { emotesNode, talkNode, types } from './talk.js';

/**
 * @param {Object} scene
 * @param {function({text: string}|{emote: string}): Promise} say
 * @param {function()} typing somebody types
 */
export function chatNode(scene, say, typing) {
    const said = scene.table.entries.filter((entry) => entry.kind === 'said').slice(-100);
    return [
        h('div', { key: 'chat', class: 'scroll follow', tabindex: '0', role: 'group', 'aria-label': _('What was said') },
            h('ol', { class: 'chat' }, said.map((entry) => line(scene, entry)))),
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

function line(scene, entry) {
    return h('li', { key: entry.entry, class: entry.seat && entry.seat === scene.you ? 'own' : null },
        h('strong', null, entry.seat && entry.seat === scene.you ? _('You') : speaker(entry, scene.names)), ' ',
        h('time', { class: 'small' }, moment(entry.at, { timeStyle: 'short' })),
        h('p', null, talkNode(entry)));
}

function submit(event, say) {
    event.preventDefault();
    const field = event.target.elements.text;
    const text = field.value.trim();
    if (text)
        say({ text }).then(() => { field.value = ''; }, () => {});
}
