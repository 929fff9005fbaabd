import test from 'node:test';
import assert from 'node:assert/strict';

const kept = new Map();
let writes = 0;
globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
        kept.set(key, value);
        writes++;
    },
};
const { mine, remember, forget } = await import('../../web/src/mine.js');

const CHAIRS = [{ seat: 'A', kind: 'person', name: 'Ann' }, { seat: 'B', kind: 'bot', name: 'Badger' }, { seat: 'C', kind: 'empty' }];
const at = (id, more) => ({ id, live: true, lost: '', you: 'A', now: { stage: 'playing', game: { name: 'pairs' }, chairs: CHAIRS }, view: { hand: 2, legal: ['hit'] }, ...more });

test('a table with a chair of one\'s own is remembered once, the latest first', () => {
    remember('server', at('one'));
    remember('local', at('two'));
    remember('server', at('one', { view: { hand: 3, legal: [] } }));
    assert.deepEqual(mine().map(({ where, id, hand, turn }) => [where, id, hand, turn]), [['server', 'one', 3, false], ['local', 'two', 2, true]]);
});

test('who only watches, has left or finds the table gone does not see it in the list', () => {
    for (const gone of [{ you: null }, { lost: 'There is no such table.' }]) {
        remember('server', at('three'));
        remember('server', at('three', gone));
        assert.ok(!mine().some(({ id }) => id === 'three'));
    }
});

test('a chair is kept at once, what goes on there only when it is asked for or after a while', () => {
    const before = writes;
    remember('server', at('four'));
    assert.equal(writes, before + 1);
    for (const legal of [[], ['hit'], []])
        remember('server', at('four', { view: { hand: 4, legal } }));
    assert.equal(writes, before + 1, 'a turn costs no write');
    assert.deepEqual(mine().map(({ id, hand, turn }) => [id, hand, turn])[0], ['four', 4, false]);
    assert.equal(writes, before + 2);
    forget('server', 'four');
});

test('to watch a table costs no write', () => {
    const before = writes;
    remember('server', at('five', { you: null }));
    assert.equal(writes, before);
});

test('a lost connection changes nothing', () => {
    const before = mine();
    remember('server', at('one', { live: false, you: null }));
    assert.deepEqual(mine(), before);
});

test('a table can be taken off, and only that one', () => {
    forget('server', 'two');
    assert.equal(mine().length, 2);
    forget('local', 'two');
    assert.deepEqual(mine().map(({ id }) => id), ['one']);
});

test('who sits there and who is waited for stands beside it', () => {
    remember('server', at('six', { view: { hand: 1, legal: [], to_act: ['B'] } }));
    const [{ chairs, waits }] = mine();
    assert.deepEqual([chairs.map(({ name }) => name), waits], [['Ann', 'Badger'], ['Badger']]);
});

test('what is damaged or forbidden is an empty list', () => {
    kept.set('pairs.tables', '{');
    assert.deepEqual(mine(), []);
    globalThis.localStorage = { getItem() { throw new Error('forbidden'); } };
    assert.deepEqual(mine(), []);
});
