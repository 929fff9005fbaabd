/** Faces of those who play, and how somebody says who they are. */
import { h } from './patch.js';
import { _, N_ } from './words.js';
import { COLOURS, FACES, face } from './art/faces.js';
import { field } from './form.js';
import { OPPONENTS } from './opponents.js';

const ANIMALS = {
    fox: N_('Fox'), owl: N_('Owl'), hare: N_('Hare'), bear: N_('Bear'), cat: N_('Cat'), frog: N_('Frog'), hedgehog: N_('Hedgehog'), whale: N_('Whale'),
    crab: N_('Crab'), bee: N_('Bee'), snail: N_('Snail'), moth: N_('Moth'),
};

/** A round portrait; the words beside it say whose it is. */
export function portrait({ face: name = '', colour }, mood) {
    return h('span', { class: 'face-of', 'aria-hidden': 'true' }, face(name, mood, colour));
}

/** The face of a bot of this level. */
export function botPortrait(level) {
    return portrait(OPPONENTS.find((each) => each.level === level));
}

/** Several portraits that overlap. */
export function faceRow(people) {
    return h('span', { class: 'faces' }, people.map((person) => portrait(person)));
}

/** One of many, to be seen as pictures: a button each, whose words are heard. */
function pick(legend, name, chosen, choices, change) {
    return h('fieldset', { class: `picks ${name}` }, h('legend', null, legend),
        choices.map(([value, words, picture]) => h('button', {
            key: String(value), type: 'button', class: 'pick', 'aria-pressed': String(value === chosen), 'aria-label': words, title: words, onclick: () => change(value),
        }, picture)));
}

/** Name, face and colour; what is chosen is kept at once. */
export function personFields({ settings }) {
    const { face: chosen, colour } = settings.person;
    return h('div', { class: 'who-you-are' },
        field(_('Your name'), h('input', {
            type: 'text', maxlength: 30, autocomplete: 'nickname', value: settings.name, placeholder: _('Guest'),
            onchange: (event) => settings.set('name', event.target.value.trim()),
        })),
        pick(_('Your face'), 'faces-to-choose', chosen, FACES.map((name) => [name, _(ANIMALS[name]), portrait({ face: name, colour })]), (name) => settings.set('face', name)),
        pick(_('Your colour'), 'colours-to-choose', colour,
            COLOURS.map((value, i) => [i, _('Colour {n}', { n: i + 1 }), h('span', { class: 'swatch', style: { 'background-color': value } })]), (i) => settings.set('colour', i)));
}

/** Against whom: the bots with their faces, and how the chosen one plays. */
export function opponentPicker(level, change) {
    const one = OPPONENTS.find((each) => each.level === level);
    return h('div', { class: 'opponents' },
        pick(_('Against'), 'faces-to-choose', level, OPPONENTS.map((each) => [each.level, _(each.name), portrait(each)]), change),
        h('p', { class: 'quiet' }, one ? _('{name}: {plays}', { name: _(one.name), plays: _(one.plays) }) : _('A mixed company, about as strong as Badger.')));
}
