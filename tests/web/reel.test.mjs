import assert from 'node:assert';
import test from 'node:test';

import { Reel } from '../../web/src/after/reel.js';

function view(over = false) {
    return { over, legal: ['hit', 'fold'], zones: [] };
}

const replay = {
    game: { name: 'pairs', players: 2, options: {} },
    words: { title: 'Pairs' },
    chairs: [{ seat: 'A', kind: 'person', name: 'Ann' }, { seat: 'B', kind: 'person', name: 'Bob' }],
    moments: [
        { events: [{ kind: 'hand' }], view: view() },
        { events: [{ kind: 'move' }], view: view() },
        { seat: 'A', events: [{ kind: 'decide' }], view: view(), choices: [{ choice: 'hit' }], wants: 'hit' },
        { events: [{ kind: 'move' }], view: view() },
        { seat: 'B', events: [{ kind: 'decide' }], view: view(true) },
    ],
};

test('a moment has all entries up to it, and its view', () => {
    const reel = new Reel(replay, 'A');
    assert.deepEqual(reel.table.entries.map((entry) => entry.kind), ['begun']);
    reel.goTo(4);
    assert.deepEqual(reel.table.entries.map((entry) => entry.entry), [1, 2, 3, 4, 5]);
    assert.equal(reel.table.entries[4].seat, 'B');
    assert.equal(reel.table.now.stage, 'over');
});

test('nobody decides in a replay, and the learner does in a lesson', async () => {
    assert.deepEqual(new Reel(replay, 'A').table.view.legal, []);
    const said = [];
    const lesson = new Reel(replay, 'A', { decide: (choice) => said.push(choice), rules: async () => ['be fair'] });
    assert.deepEqual(lesson.table.view.legal, []);
    lesson.goTo(2);
    assert.deepEqual(lesson.table.view.legal, ['hit', 'fold']);
    assert.deepEqual(await lesson.do('rules'), { rules: ['be fair'] });
    await lesson.do('decide', { choice: 'hit' });
    assert.deepEqual(said, ['hit']);
});

test('what is shown slowly is news as it happens, a jump is what was missed', () => {
    const reel = new Reel(replay, null);
    const heard = [];
    reel.on('news', ({ entries, caught }) => heard.push([entries.map((entry) => entry.kind).join(' '), caught]));
    reel.goTo(1, true);
    reel.goTo(3);
    reel.goTo(2, true);
    assert.equal(reel.goTo(2), false);
    reel.goTo(4, true);
    assert.deepEqual(heard, [['step', false], ['step step', true], ['taken-back begun step step', true], ['step step', false]]);
});

test('a moment that is not there is the nearest one', () => {
    const reel = new Reel(replay, null);
    reel.goTo(99);
    assert.equal(reel.at, 4);
    reel.goTo(-3);
    assert.equal(reel.at, 0);
    reel.goTo(Number('nonsense'));
    assert.equal(reel.at, 0);
});

test('from decision to decision', () => {
    const reel = new Reel(replay, null);
    assert.equal(reel.decisionFrom(0, 1), 2);
    assert.equal(reel.decisionFrom(2, 1), 4);
    assert.equal(reel.decisionFrom(2, -1), 0);
    assert.equal(reel.decisionFrom(4, -1), 2);
});

test('words and choices are those of the moment', async () => {
    const reel = new Reel(replay, 'A');
    reel.goTo(2);
    assert.deepEqual(await reel.do('words'), { title: 'Pairs' });
    assert.deepEqual(await reel.do('explain'), { choices: [{ choice: 'hit' }] });
});
