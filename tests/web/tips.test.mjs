import test from 'node:test';
import assert from 'node:assert/strict';

const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
globalThis.document = { documentElement: {} };
globalThis.fetch = async () => ({ ok: true, json: async () => [{ name: 'pairs', game: 'pairs', tips: ['First.', 'Second.', 'Third.'] }, { name: 'calamities', game: 'pairs', tips: [] }] });
const { catalogue } = await import('../../web/src/catalogue.js');
const { tipsNode } = await import('../../web/src/table/tips.js');
await catalogue();

const scene = (more) => ({ now: { game: { name: 'pairs' } }, view: { hand: 1, over: false, legal: ['hit'] }, you: 'A', table: { id: 'one', reel: '' }, redraw() {}, layout: { taught: 'tips', teacher: { left: 0, top: 0, width: 100, height: 50 } }, ...more });
const words = ({ children: [tip] }) => tip.children[0];
const press = ({ children: [, doors] }, name) => doors.children.find(({ props }) => props.key === name).props.onclick();

test('tips come one after the other, and the last one is the end of them', () => {
    for (const tip of ['First.', 'Second.', 'Third.']) {
        const node = tipsNode(scene());
        assert.equal(words(node), tip);
        press(node, 'next');
    }
    assert.equal(tipsNode(scene()), null);
    kept.clear();
});

test('they can be skipped, and a variant has those of its game', () => {
    const variant = scene({ now: { game: { name: 'calamities' } }, table: { id: 'two', reel: '' } });
    assert.equal(words(tipsNode(variant)), 'First.');
    press(tipsNode(variant), 'skip');
    assert.equal(tipsNode(variant), null);
    assert.equal(tipsNode(scene()), null, 'of the same game');
    kept.clear();
});

test('who watches, looks back or knows the game gets none', () => {
    for (const more of [{ you: null }, { table: { id: 'one', reel: 'replay' } }, { view: { hand: 1, over: true, legal: [] } }, { view: null }])
        assert.equal(tipsNode(scene(more)), null);
    assert.equal(words(tipsNode(scene())), 'First.');
    assert.equal(tipsNode(scene({ view: { hand: 2, over: false, legal: [] } })), null);
    assert.equal(tipsNode(scene()), null, 'the first hand is over for good');
});

test('a hand that ends before one is asked anything does not count', () => {
    kept.clear();
    const at = (hand, legal) => scene({ view: { hand, over: false, legal }, table: { id: 'three', reel: '' } });
    assert.equal(words(tipsNode(at(1, []))), 'First.');
    assert.equal(words(tipsNode(at(2, ['hit']))), 'First.');
    assert.equal(tipsNode(at(3, [])), null);
});
