import assert from 'node:assert';
import test from 'node:test';

import { decisionsOf, handsOf, verdict } from '../../web/src/after/analysis.js';
import { findings } from '../../web/src/after/proof.js';
import { nextStop } from '../../web/src/learn.js';

const analysis = {
    moments: [
        { hand: 1, event: 'deal A 5' },
        { hand: 1, event: 'A hit', choices: 2, best: 'fold', loss: { mean: 1.5, error: 0.2 } },
        { hand: 2, event: 'B hit', choices: 1, best: 'hit', loss: { mean: 0, error: 0 } },
        { hand: 2, event: 'B fold', choices: 2, best: 'fold', loss: { mean: 0, error: 0 } },
    ],
};
const told = (seat, text) => ({ seat, events: [{ kind: 'decide', seat, text }] });
const replay = { moments: [{ events: [] }, { events: [], offers: { hit: 'ziehen', fold: 'aussteigen' } }, told('A', 'Ann: ziehen.'), told('B', ''), told('B', 'Bob: aussteigen.')] };

test('decisions with a choice have their loss and, in words, what was better', () => {
    const decisions = decisionsOf(analysis, replay);
    assert.deepEqual(decisions.map(({ moment, seat, best }) => [moment, seat, best]), [[2, 0, 'aussteigen'], [4, 1, '']]);
    assert.match(verdict(decisions, 2), /1\.5.*aussteigen/);
    assert.equal(verdict(decisions, 4), 'Nothing was better.');
    assert.equal(verdict(decisions, 3), '');
});

test('another hand begins where its number changes', () => {
    assert.deepEqual(handsOf(analysis), [2]);
});

test('a proof that nobody cut says so', () => {
    const result = { shuffles: 1, cutters: [{ seat: 'A', cut: 0, missed: [7], anew: 0 }], drawn: 3, opened: 2, lots: 0, moves: false };
    const lines = findings(result, { A: 'Ann' });
    assert.ok(lines.includes('Nobody cut: the dealer alone decided the order.'));
    assert.ok(lines.some((line) => /^Ann cut 0 times; had pledged to but did not cut shuffle 7\.$/.test(line)), lines.join('\n'));
    assert.ok(lines.includes('3 cards drawn, 2 opened: as sealed and cut.'));
    assert.ok(lines.includes('The moves are not here: only the proof was checked.'));
});

test('a lesson stops where something is said or to be decided, and at its end', () => {
    const moments = [{ says: 'Hello.' }, {}, { says: 'Look.' }, { wants: 'hit' }, {}, {}];
    assert.equal(nextStop(moments, 0), 2);
    assert.equal(nextStop(moments, 2), 3);
    assert.equal(nextStop(moments, 3), 5);
});
