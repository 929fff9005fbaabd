import test from 'node:test';
import assert from 'node:assert/strict';
import { document, place } from './dom.mjs';
import { h, patch } from '../../web/src/patch.js';
import { Choices } from '../../web/src/table/choices.js';

const verbs = [
    { word: 'hit', arguments: [], asks: [], means: '' }, { word: 'fold', arguments: [], asks: [], means: '' },
    { word: 'play', arguments: ['card'], asks: ['Which card?'], means: '' },
];

function choices(decided = [], names = {}) {
    return new Choices({
        takeBack: () => decided.push('taken back'), decide: (choice) => decided.push(choice), redraw() {}, alone: () => true, confirm: () => 'never', name: (seat) => names[seat] ?? seat, fit: (words) => words,
    });
}

const show = (at, some) => patch(at, h('div', null, some.open ? some.node(false, [], 'A') : null));
const buttons = (at) => {
    const found = [];
    const look = (element) => (element.tag === 'button' ? found.push(element) : element.childNodes?.forEach(look));
    look(at);
    return found;
};

test('the words of choices come to the buttons that are there, and the focus stays', () => {
    const at = place();
    const some = choices();
    some.offer(['fold', 'hit'], verbs, 7);
    show(at, some);
    const before = buttons(at);
    before[1].focus();
    some.explain([{ choice: 'fold', words: 'aussteigen', means: '' }, { choice: 'hit', words: 'ziehen', means: 'Nimm eine Karte.' }], 7);
    some.offer(['fold', 'hit'], verbs, 7);
    show(at, some);
    assert.deepEqual(buttons(at), before);
    assert.equal(document.activeElement, before[1]);
    assert.match(before[1].text, /ziehen/);
});

test('a button for several others names none of them, though their names begin alike', () => {
    const at = place();
    const names = { B: 'Pebble', C: 'Pebble the Younger' };
    const some = choices([], names);
    const verbs = [{ word: 'attack', arguments: ['seat'] }, { word: 'give', arguments: ['seat'] }, { word: 'draw', arguments: [] }];
    const legal = ['attack B', 'attack C', 'give B', 'give C', 'draw'];
    some.offer(legal, verbs, 7);
    some.explain(legal.map((choice) => ({ choice, words: choice.replace(/[BC]/, (seat) => names[seat]), means: '' })), 7);
    show(at, some);
    assert.deepEqual(buttons(at).map((button) => button.text.replace(/^\d/, '')), ['Attack', 'Give', 'draw']);
});

test('before it is known what can be decided at all, no choice is offered that would be replaced', () => {
    const at = place();
    const some = choices();
    some.offer(['play 1', 'play 2'], [], 7);
    show(at, some);
    assert.equal(buttons(at).length, 0);
    some.offer(['play 1', 'play 2'], verbs, 7);
    show(at, some);
    assert.equal(buttons(at).length, 2);
});

test('what choices mean may be known before they are offered, and is not taken for that of others', () => {
    const at = place();
    const some = choices();
    some.explain([{ choice: 'hit', words: 'ziehen', means: '' }], 7);
    some.offer(['hit'], verbs, 7);
    show(at, some);
    assert.match(at.text, /ziehen/);
    some.offer(['hit'], verbs, 8);
    show(at, some);
    assert.doesNotMatch(at.text, /ziehen/);
});

test('a click on a button of the question before decides nothing', () => {
    const at = place();
    const decided = [];
    const some = choices(decided);
    some.offer(['fold', 'hit'], verbs, 7);
    show(at, some);
    const [fold] = buttons(at);
    some.offer(['hit'], verbs, 8);
    fold.dispatch('click');
    assert.deepEqual(decided, []);
});

test('after a decision that was not taken it is asked from the beginning', () => {
    const at = place();
    const decided = [];
    const some = choices(decided);
    const many = Array.from({ length: 10 }, (_, i) => `play ${i + 1}`);
    some.offer(['hit', ...many], verbs, 7);
    show(at, some);
    const first = at.text;
    some.key({ key: '2' });
    show(at, some);
    assert.notEqual(at.text, first);
    some.key({ key: '4' });
    assert.deepEqual(decided, ['play 4']);
    some.again();
    show(at, some);
    assert.equal(at.text, first);
});

test('what was chosen in secret stays in sight, another touch changes it, and a touch of the same takes it back', () => {
    const decided = [];
    const some = choices(decided);
    const hand = { place: 'hand', owner: 'A', cards: [4, 6] };
    some.offer(['play 4', 'play 6'], verbs, 7, 'play 6');
    const take = some.takeCard(hand, [hand], 'A');
    assert.deepEqual([take(4).chosen, take(6).chosen], [false, true]);
    assert.match(take(6).words, /Take it back/);
    assert.equal(some.heldWords, 'You have chosen the 6.');
    take(4).take();
    take(6).take();
    assert.deepEqual(decided, ['play 4', 'taken back']);
});

test('among buttons the one that was chosen is lit, and none is proposed', () => {
    const at = place();
    const some = choices();
    some.offer(['fold', 'hit'], verbs, 7, 'hit');
    show(at, some);
    assert.deepEqual(buttons(at).map((button) => button.attributes.get('aria-pressed') ?? 'no'), ['no', 'true']);
    assert.deepEqual(buttons(at).map((button) => /first/.test(button.attributes.get('class'))), [false, false]);
    assert.equal(some.heldWords, 'You have chosen: hit.');
});
