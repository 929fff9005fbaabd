/** Fields of forms: each has its label, and options of a game are made from the game's own table. */
import { h } from './patch.js';
import { _ } from './words.js';
import { standard } from './catalogue.js';

/** More values than this are typed, not chosen. */
const MOST_CHOICES = 60;

/** A label around something that is filled in. */
export function field(label, control, help) {
    return h('label', { class: 'field' }, h('span', null, label), control, help && h('span', { class: 'help' }, help));
}

/** A box to tick. */
export function tick(label, checked, change) {
    return h('label', { class: 'field switch' },
        h('input', { type: 'checkbox', checked, onchange: (event) => change(event.target.checked) }),
        h('span', null, label));
}

/** One of `choices` ([value, title]). */
export function select(label, value, choices, change, help) {
    return field(label, h('select', { value: String(value), onchange: (event) => change(event.target.value) },
        choices.map(([each, title]) => h('option', { key: String(each), value: String(each) }, title))), help);
}

/** One of `choices` ([value, title]), all of them to be seen. */
export function chips(legend, value, choices, change) {
    return h('fieldset', { class: 'chips' }, h('legend', null, legend),
        choices.map(([each, title]) => h('button', {
            key: String(each), type: 'button', class: 'chip', 'aria-pressed': String(each === value), onclick: () => change(each),
        }, title)));
}

function numbers({ least, most, step }) {
    return Array.from({ length: Math.floor((most - least) / step) + 1 }, (unused, i) => least + i * step);
}

/** The values that may be chosen, or null where there are too many. */
function values(option, players) {
    const words = option.words.map(({ value, title }) => [value, title]);
    if (option.type === 'seat')
        return [...words, ...[...'ABCDEFGH'].slice(0, players).map((seat) => [seat, _('Seat {seat}', { seat })])];
    if (option.type !== 'number')
        return words;
    const all = numbers(option);
    return words.length || all.length <= 12 ? [...words, ...all.map((each) => [each, String(each)])].slice(0, MOST_CHOICES) : null;
}

/** Numbers come from a <select> as text. */
function parsed(option, text) {
    return option.type === 'number' && /^-?\d+$/.test(text) ? Number(text) : text;
}

function typed(option, value, change) {
    const { least, most, step } = option;
    return h('input', {
        type: 'number', inputmode: 'numeric', min: least, max: most, step, value: String(value), required: true,
        onchange: (event) => event.target.checkValidity() && change(Number(event.target.value)),
    });
}

/**
 * Fields for the options of a game.
 * @param {Object} game as GET /api/games has it
 * @param {number} players
 * @param {Object} chosen those that are not as usual, by key
 * @param {function(Object)} change gets them anew
 */
export function optionFields(game, players, chosen, change) {
    return h('div', { class: 'fields' }, game.options.map((option) => {
        const usual = standard(option, players);
        const value = chosen[option.key] ?? usual;
        const set = (next) => {
            const { [option.key]: before, ...rest } = chosen;
            change(String(next) === String(usual) ? rest : { ...rest, [option.key]: next });
        };
        return h('div', { key: option.key, class: option.key in chosen ? 'changed' : null }, optionField(option, players, value, set));
    }));
}

function optionField(option, players, value, set) {
    const label = option.help[0].toLocaleUpperCase() + option.help.slice(1);
    if (option.type === 'switch')
        return tick(label, value === 'on', (on) => set(on ? 'on' : 'off'));
    const choices = values(option, players);
    return choices
        ? select(label, value, choices, (text) => set(parsed(option, text)))
        : field(label, typed(option, value, set), _('{least} to {most}', option));
}
