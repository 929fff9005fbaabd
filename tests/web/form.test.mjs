import test from 'node:test';
import assert from 'node:assert/strict';
import { optionFields } from '../../web/src/form.js';
import { byKind, minutes, playersText } from '../../web/src/catalogue.js';

const game = {
    options: [
        { key: 'target', help: 'the score that loses', type: 'number', default: 21, default_by_players: { 2: 31, 3: 21 }, least: 1, most: 71, step: 1, words: [] },
        { key: 'rank', help: 'a rank', type: 'number', default: 'off', least: 1, most: 10, step: 1, words: [{ value: 'off', title: 'off' }] },
        { key: 'first', help: 'who begins', type: 'seat', default: 'lot', words: [{ value: 'lot', title: 'by lot' }] },
        { key: 'blind', help: 'nobody looks', type: 'switch', default: 'off', words: [{ value: 'off', title: 'off' }, { value: 'on', title: 'on' }] },
        { key: 'pay', help: 'how it is paid', type: 'choice', default: 'a', words: [{ value: 'a', title: 'A' }, { value: 'b', title: 'B' }] },
    ],
};

/** All parts of a description with a tag. */
function all(node, tag) {
    return typeof node === 'string' ? [] : [...(node.tag === tag ? [node] : []), ...node.children.flatMap((child) => all(child, tag))];
}

function form(chosen = {}, players = 2) {
    const told = [];
    const node = optionFields(game, players, chosen, (next) => told.push(next));
    return { node, told, field: (i) => node.children[i], input: (i) => all(node.children[i], 'input').concat(all(node.children[i], 'select'))[0] };
}

test('every option has a field with a label in words', () => {
    const { node } = form();
    assert.equal(node.children.length, game.options.length);
    for (const field of node.children)
        assert.equal(all(field, 'label').length, 1);
    assert.equal(all(node.children[0], 'span')[0].children[0], 'The score that loses');
});

test('a default depends on how many play', () => {
    assert.equal(form({}, 2).input(0).props.value, '31');
    assert.equal(form({}, 3).input(0).props.value, '21');
});

test('numbers beside a word are chosen, and come back as numbers', () => {
    const { input, told } = form();
    const values = all(input(1), 'option').map((option) => option.props.value);
    assert.deepEqual(values, ['off', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    input(1).props.onchange({ target: { value: '7' } });
    assert.deepEqual(told, [{ rank: 7 }]);
});

test('seats are those that there are', () => {
    assert.deepEqual(all(form({}, 3).input(2), 'option').map((option) => option.props.value), ['lot', 'A', 'B', 'C']);
});

test('what is as usual again is no longer told', () => {
    const { input, told } = form({ target: 40, blind: 'on', rank: 7 });
    input(0).props.onchange({ target: { value: '31', checkValidity: () => true } });
    input(3).props.onchange({ target: { checked: false } });
    input(1).props.onchange({ target: { value: 'off' } });
    assert.deepEqual(told, [{ blind: 'on', rank: 7 }, { target: 40, rank: 7 }, { target: 40, blind: 'on' }]);
});

test('a number outside of its limits is not taken', () => {
    const { input, told } = form();
    input(0).props.onchange({ target: { value: '99', checkValidity: () => false } });
    assert.deepEqual(told, []);
    assert.deepEqual([input(0).props.min, input(0).props.max], [1, 71]);
});

test('an option that is not as usual is marked', () => {
    assert.equal(form({ pay: 'b' }).field(4).props.class, 'changed');
    assert.equal(form().field(4).props.class, null);
});

test('players and minutes are told as people would', () => {
    assert.deepEqual([[2, 3, 4], [4, 6], [2]].map((players) => playersText({ players })), ['2–4', '4, 6', '2']);
    assert.deepEqual([10, 17, 86, 203].map((decisions) => minutes({ decisions })), [1, 2, 9, 20]);
});

test('a kind that the page has never heard of is shown under its own name', () => {
    const groups = byKind([{ name: 'x', kind: 'dexterity' }, { name: 'y', kind: 'bluffing' }]);
    assert.deepEqual(groups.map(({ kind }) => kind), ['bluffing', 'dexterity']);
    assert.equal(groups[1].title, 'dexterity');
});
