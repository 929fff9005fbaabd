import assert from 'node:assert';
import test from 'node:test';

import { beginning, readHead, recordsIn } from '../../web/src/after/record.js';

const RECORD = `# A saved game
# seat A person
# seat B bot hint
pairs 1
game pairs
players 2
option target 10              # options left out have their default
name A Ann
name B Bob # the builder
commit shuffle 1 0 deck 1 2
hand 1
deal burn 4 9 10 7 10
deal A 10
deal B 9
B hit
deal B 9
score A 0 B 9
hand 2
deal A 3
over A 0 B 12
`;

test('the header says what was played, by whom, and how it ended', () => {
    const head = readHead(RECORD);
    assert.equal(head.game, 'pairs');
    assert.equal(head.players, 2);
    assert.deepEqual(head.options, { target: '10' });
    assert.deepEqual(head.names, { A: 'Ann', B: 'Bob' });
    assert.deepEqual(head.people, ['A']);
    assert.deepEqual(head.bots, { B: 'hint' });
    assert.deepEqual(head.scores, { A: 0, B: 12 });
    assert.equal(head.steps, 10);
    assert.ok(head.proof);
});

test('who sat down later sat there as well', () => {
    const head = readHead('# seat A empty\n# seat B bot 3\n#: at 17 seated A person Ann\n#: seated C bot hint\npairs 1\n');
    assert.deepEqual(head.people, ['A']);
    assert.deepEqual(head.bots, { B: '3', C: 'hint' });
});

test('a game can be cut in the middle of a deal', () => {
    const cut = beginning(RECORD, 3);
    assert.match(cut, /deal burn 4 9 10\n$/);
    assert.doesNotMatch(cut, /commit|#/);
    assert.equal(readHead(cut).steps, 3);
});

test('a game that is cut ends with a step, and knows nothing of what came after', () => {
    assert.match(beginning(RECORD, 9), /deal B 9\n$/);
    assert.match(beginning(RECORD, 0), /name B Bob\n$/);
    assert.equal(readHead(beginning(RECORD, 10)).steps, 10);
    assert.equal(readHead(beginning(RECORD, 10)).scores, null);
});

test('a file may hold several records, each with its own comments', () => {
    const all = recordsIn(RECORD + RECORD);
    assert.equal(all.length, 2);
    assert.equal(all[0], RECORD);
    assert.equal(all[1], RECORD);
    assert.deepEqual(recordsIn('no record at all'), []);
});
