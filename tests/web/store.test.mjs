import test from 'node:test';
import assert from 'node:assert/strict';
import { isLeft } from '../../web/src/store.js';

const DAY = 86400000;
const played = ['1 opened - - 0 - pairs', '2 seated A - 1 x Ann', '3 begun - - 2 - -', '4 step A - 3 - A fold'];

test('a table is left a day after its last game is over, unless another one has begun', () => {
    const games = [{ number: 4, ended: 1000 }];
    assert.equal(isLeft(played, games, 1000 + 2 * DAY), true);
    assert.equal(isLeft([...played, '5 said A - 4 - See you begun again'], games, 1000 + 2 * DAY), true);
    assert.equal(isLeft(played, games, 1000 + DAY / 2), false, 'one may want to play again');
    assert.equal(isLeft([...played, '5 again - - 4 - -'], games, 1000 + 2 * DAY), false);
    assert.equal(isLeft([...played, '5 undone - - 4 - 1'], games, 1000 + 2 * DAY), false, 'it is not over any more');
    assert.equal(isLeft(played, [], 1000 + 2 * DAY), false, 'a game that is not over waits for whoever plays it');
});

test('of several games at a table the last one counts', () => {
    const lines = [...played, '5 again - - 4 - -', '6 step A - 5 - A fold'];
    assert.equal(isLeft(lines, [{ number: 6, ended: 5 * DAY }, { number: 4, ended: 1000 }], 5.5 * DAY), false);
    assert.equal(isLeft(lines, [{ number: 6, ended: 5 * DAY }, { number: 4, ended: 1000 }], 7 * DAY), true);
});
