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

test('a proof says who saw the seals before cutting, whose decisions nothing proves, and whether one’s own key is in it', () => {
    const seat = (letter, more) => ({ seat: letter, mine: false, cuts: 0, decided: 0, signed: 0, closed: 0, ...more });
    const result = {
        shuffles: 2, cutters: [{ seat: 'A', cut: 2, missed: [], anew: 0 }, { seat: 'B', cut: 2, missed: [], anew: 0 }], drawn: 3, opened: 2, lots: 0, moves: true,
        chain: { table: 'table', game: 3, end: 'e'.repeat(64), backs: 0, goneShuffles: 0, mine: true,
            seats: [seat('A', { mine: true, cuts: 2, decided: 4, signed: 4 }), seat('B', { decided: 5 })] },
    };
    const lines = findings(result, { A: 'Ann', B: 'Ben' }, 'k'.repeat(64));
    for (const line of ['Ann has your key.', 'Ann saw each seal before cutting, and signed that.', 'Ann made 4 decisions; 4 signed.',
        'Ben did not sign each cut: nothing proves that the seals came before the others.',
        'Ben made 5 decisions; 0 signed; nothing proves whose the others are: a bot’s, or of somebody who signs nothing.'])
        assert.ok(lines.includes(line), `${line}\n${lines.join('\n')}`);
    const others = findings({ ...result, chain: { ...result.chain, mine: false } }, {}, 'k'.repeat(64));
    assert.ok(others.includes('Your key is not in this proof. If you have played this game, the proof is of another one.'));
    assert.ok(findings({ ...result, chain: null }, {}).some((line) => line.includes('before players signed')));
});

test('a lesson stops where something is said or to be decided, and at its end', () => {
    const moments = [{ says: 'Hello.' }, {}, { says: 'Look.' }, { wants: 'hit' }, {}, {}];
    assert.equal(nextStop(moments, 0), 2);
    assert.equal(nextStop(moments, 2), 3);
    assert.equal(nextStop(moments, 3), 5);
});
