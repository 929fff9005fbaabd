import assert from 'node:assert';
import test from 'node:test';

import { bar, chart, panel, reach, ticks } from '../../web/src/chart.js';

test('ticks are round numbers within the span', () => {
    assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
    assert.deepEqual(ticks(-0.3, 0.3, 3), [-0.2, 0, 0.2]);
    assert.deepEqual(ticks(17, 1003, 4), [500, 1000]);
    assert.deepEqual(ticks(5, 5, 4), [5]);
});

test('a span has room above and below, and is never empty', () => {
    assert.deepEqual(reach([0, 100], [0]), { low: 0, high: 105 });
    assert.deepEqual(reach([3]), { low: 2, high: 4 });
    assert.deepEqual(reach([]), { low: -1, high: 1 });
});

test('a bar below zero hangs from the axis', () => {
    const p = panel({ width: 400, height: 200, x: { low: 0, high: 10 }, y: { low: -1, high: 1 } });
    const { props } = bar(p, 2, 1, 0, -1, 0);
    assert.equal(props.y, p.y(0));
    assert.equal(props.y + props.height, p.y(-1));
});

test('a picture has its numbers as a table', () => {
    const p = panel({ width: 400, height: 200, x: { low: 0, high: 1 }, y: { low: 0, high: 1 }, xLabel: 'x', yLabel: 'y' });
    const node = chart({ title: 'T', tells: 'It tells.', panel: p, marks: [], heads: ['seat', 'n'], rows: [['A', '1']] });
    const words = JSON.stringify(node);
    assert.match(words, /"aria-label":"T. It tells."/);
    assert.match(words, /"scope":"row"\},"children":\["A"\]/);
});
