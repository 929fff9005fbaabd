import assert from 'node:assert';
import test from 'node:test';

import { advantage, losersOnly, pointNames, quantile, together } from '../../web/src/lab/charts.js';

test('a quantile is a number from inside its bin', () => {
    const spread = { first: 10, width: 1, counts: [1, 1, 1, 1] };
    assert.equal(quantile(spread, 0.5), 11);
    assert.equal(quantile(spread, 0.95), 13);
    assert.equal(quantile({ first: 0, width: 4, counts: [0, 5] }, 0.5), 5.5);
});

test('spreads with bins of different widths are shown in the same ones', () => {
    const { first, width, shares } = together([{ first: 3, width: 1, counts: [1, 1, 2] }, { first: 4, width: 4, counts: [3, 1] }]);
    assert.equal(first, 0);
    assert.equal(width, 4);
    assert.deepEqual(shares, [[25, 75, 0], [0, 75, 25]]);
});

test('where nobody wins, games lost are shown', () => {
    const seat = (won) => ({ won: { share: won } });
    assert.ok(losersOnly([{ seats: [seat(0), seat(0)] }]));
    assert.ok(!losersOnly([{ seats: [seat(0), seat(0.1)] }]));
});

test('up is good, also where the lowest score wins', () => {
    assert.deepEqual(advantage({ edge: { mean: 2, error: 1 } }, false), [1, 2, 3]);
    assert.deepEqual(advantage({ edge: { mean: 2, error: 1 } }, true), [-3, -2, -1]);
});

test('points are named by the option in which they differ', () => {
    assert.deepEqual(pointNames([{ options: { target: 11 } }, { options: { target: 21 } }], 'target'), ['11', '21']);
});

test('values to compare are around the usual one, and within what is possible', async () => {
    globalThis.navigator ??= {};
    const { suggestion } = await import('../../web/src/lab/lab.js');
    assert.equal(suggestion({ type: 'number', least: 1, most: 99, step: 1, default: 20, words: [] }, 3), '10..30:5');
    assert.equal(suggestion({ type: 'number', least: 0, most: 3, step: 1, default: 1, words: [] }, 3), '0..3:1');
    assert.equal(suggestion({ type: 'switch', words: [{ value: 'on' }, { value: 'off' }] }, 3), 'on,off');
});
