import assert from 'node:assert';
import test from 'node:test';

import { fairShare, fortune, place, statistics } from '../../web/src/after/statistics.js';

function game(more) {
    return {
        game: 'pairs', title: 'Pairs', players: 3, you: 'A', scores: [5, 21, 8], winners: [], losers: ['B'], low: true,
        bots: { B: 'hint', C: 'hint' }, ended: 0, ...more,
    };
}

test('where only the loser is named, all others have won', () => {
    assert.equal(fortune(game()), 'won');
    assert.equal(fortune(game({ you: 'B' })), 'lost');
    assert.equal(fairShare(game()), 2 / 3);
    assert.equal(fortune(game({ winners: ['C'], losers: [] })), 'lost');
    assert.equal(fortune(game({ winners: [], losers: [] })), 'even');
});

test('playing for chips, who has no more of them has not won', () => {
    assert.equal(fortune(game({ chips: true })), 'even');
    assert.equal(fortune(game({ chips: true, winners: ['A', 'C'] })), 'won');
    assert.equal(fairShare(game({ chips: true })), 0);
    assert.equal(fairShare(game({ chips: true, winners: ['A', 'C'] })), 2 / 3);
});

test('the best place is the lowest score where that wins', () => {
    assert.equal(place(game()), 1);
    assert.equal(place(game({ low: false })), 3);
    assert.equal(place(game({ scores: [8, 21, 8] })), 1);
});

test('games are counted in the order in which they ended, each bot once a game', () => {
    const { total, bots, curve } = statistics([
        game({ ended: 3 }), game({ ended: 1 }), game({ ended: 2, losers: ['A'] }), game({ ended: 4, you: null }),
    ]);
    assert.equal(total.played, 3);
    assert.equal(total.won, 2);
    assert.equal(total.streak, 1);
    assert.equal(total.longest, 1);
    assert.equal(bots[0].played, 3);
    assert.deepEqual(curve.map((value) => Math.round(value * 100) / 100), [0.33, -0.33, 0]);
});

test('nothing was played yet', () => {
    assert.deepEqual(statistics([]).curve, []);
});
