/** The end of a game: places, what decided it, what was done best and worst, the evening, what to play next, and the log by hands. */
import test from 'node:test';
import assert from 'node:assert/strict';

import { EMOTES } from '../../web/src/art/emote.js';
import { eveningText } from '../../web/src/table/evening.js';
import { handsOf } from '../../web/src/table/log.js';
import { bestAndWorst, placesOf, turningPoint } from '../../web/src/table/over.js';
import { shareText } from '../../web/src/table/share.js';
import { endWords, ownLine } from '../../web/src/table/result.js';
import { suggest } from '../../web/src/table/suggest.js';
import { Story } from '../../web/src/table/story.js';

/** Hands as the story has them, from the totals of all seats after each. */
function hands(...totals) {
    return totals.map((all, i) => ({ hand: i + 1, seats: all.map((total, seat) => ({ seat: 'ABCDEFGH'[seat], total })) }));
}

const won = (...winners) => ({ winners, losers: [] });
const lost = (...losers) => ({ winners: [], losers });

test('the hand that decided a game is the one from which the winner led for good', () => {
    const settled = hands([3, 1], [3, 5], [9, 5], [12, 10]);
    assert.deepEqual(turningPoint(settled, won('A'), false), { seat: 'A', wins: true, hand: 3, first: false, last: false, before: 'B' });
    assert.equal(turningPoint(hands([1, 0], [2, 1]), won('A'), false).first, true);
    assert.deepEqual(turningPoint(hands([1, 2], [5, 2]), won('A'), false), { seat: 'A', wins: true, hand: 2, first: false, last: true, before: 'B' });
    assert.equal(turningPoint(hands([2, 2], [5, 2]), won('A'), false).before, null, 'nobody led while all were level');
});

test('where fewer points win, the lead is the least of them', () => {
    assert.equal(turningPoint(hands([3, 1], [3, 5], [4, 9]), won('A'), true).hand, 2);
});

test('where only a loser is named, the hand counts from which that one was last for good', () => {
    const settled = hands([5, 0, 1], [5, 7, 1], [6, 16, 2]);
    assert.deepEqual(turningPoint(settled, lost('B'), true), { seat: 'B', wins: false, hand: 2, first: false, last: false, before: 'A' });
});

test('no hand is named where the points did not decide, where several win, or where there was but one hand', () => {
    assert.equal(turningPoint(hands([1, 0], [1, 5]), won('A'), false), null);
    assert.equal(turningPoint(hands([1, 0], [5, 5]), won('A', 'B'), false), null);
    assert.equal(turningPoint(hands([5, 0]), won('A'), false), null);
    assert.equal(turningPoint([], lost(), false), null);
});

test('the best decision brought most beyond the usual, the worst cost most, and what chance may have done is no mistake', () => {
    const decision = (moment, seat, play, loss, best = '', error = 0.1) => ({ moment, seat, play, loss, best, error });
    const all = [decision(1, 0, 0.5, 0), decision(2, 0, 1.5, 0), decision(3, 1, 9, 0), decision(4, 0, -2, 2, 'fold'), decision(5, 0, -1, 1, 'hit'), decision(6, 0, -3, 3, 'hit', 4)];
    const { best, worst } = bestAndWorst(all, 0);
    assert.equal(best.moment, 2);
    assert.equal(worst.moment, 4);
    assert.deepEqual(bestAndWorst([decision(1, 0, 0, 0)], 0), { best: null, worst: null });
});

test('the end says who won or lost, and one who plays alone is not all', () => {
    const words = (players, you, winners, losers) => endWords({ you, view: { winners, losers }, now: { game: { players } }, called: { A: 'Ann', B: 'Badger', C: 'Cleo' } });
    assert.equal(words(1, 'A', [], ['A']), 'You lose this one.', 'Rocket alone');
    assert.equal(words(1, 'A', ['A'], []), 'You win!');
    assert.equal(words(3, 'A', ['A', 'B', 'C'], []), 'You all win!', 'Medusa');
    assert.equal(words(3, 'A', [], ['A', 'B', 'C']), 'You all lose.');
    assert.equal(words(3, 'A', [], ['A', 'B']), 'You lose, with Badger.');
    assert.equal(words(3, 'A', ['B'], []), 'Badger wins.');
    assert.equal(words(3, null, [], ['B', 'C']), 'Badger and Cleo lose.');
    assert.equal(words(1, 'A', [], []), 'Nobody wins.');
    assert.equal(turningPoint(hands([99], [48]), lost('A'), false), null, 'nobody was ahead of anybody');
});

test('what a hand cost oneself is not told twice', () => {
    const told = (whose, change) => ownLine({ you: 'A', view: { chips: true }, words: { stack: 100 } }, { whose, seats: [{ seat: 'A', total: -1, change }] });
    assert.equal(told('A', -1), 'You are now at 99.');
    assert.equal(told('B', -1), 'You lose 1 chip.');
    assert.equal(told(null, 0), 'You win nothing and lose nothing.');
});

test('places go from the winners to the losers, and those who are level share one', () => {
    const places = (view, low) => placesOf({ winners: [], losers: [], ...view }, low).map(({ seat, place }) => `${place}${seat}`).join(' ');
    assert.equal(places({ scores: [5, 9, 5], winners: ['B'] }, false), '1B 2A 2C');
    assert.equal(places({ scores: [17, 0, 11, 0], losers: ['A'] }, true), '1B 1D 3C 4A');
    assert.equal(places({ scores: [3, 8], winners: ['A'] }, false), '1A 2B', 'the rules say who wins, not the points');
});

test('the evening is told from the second game on, whoever won most first, with chips where chips were won', () => {
    const scene = (evening) => ({ now: { evening }, names: { A: 'Ann', B: 'Ben' }, you: 'A' });
    assert.equal(eveningText(scene(undefined)), '');
    assert.equal(eveningText(scene([{ seat: 'A', games: 1, won: 1 }, { seat: 'B', games: 1, won: 0 }])), '');
    assert.equal(eveningText(scene([{ seat: 'A', games: 3, won: 1 }, { seat: 'B', games: 3, won: 2 }, { name: 'Cleo', games: 1, won: 0 }])), 'Tonight: Ben 2, You 1, Cleo 0');
    assert.equal(eveningText(scene([{ seat: 'A', games: 2, won: 1, chips: 4 }, { seat: 'B', games: 2, won: 1, chips: -4 }])), 'Tonight, with chips: You 1 (+4), Ben 1 (−4)');
});

test('what is shared calls everybody by name', () => {
    const scene = {
        view: { scores: [17, 4], winners: [], losers: ['A'], chips: false }, words: { title: 'Pairs', low_wins: true, target: 16 },
        names: { A: 'Ann', B: 'Ben' }, you: 'A', now: { game: { players: 2 } },
    };
    assert.equal(shareText(scene), 'Pairs: Ann loses.\n1. Ben: 4 of 16\n2. Ann: 17 of 16');
});

test('two other games are suggested, for so many players: one of the same kind and one of another', () => {
    const game = (name, kind, difficulty, players, of = name) => ({ name, game: of, kind, difficulty, players });
    const games = [game('pairs', 'luck', 1, [2, 3, 4]), game('pairs-two', 'luck', 1, [2, 3, 4], 'pairs'), game('port', 'luck', 2, [2, 3, 4]), game('rocket', 'luck', 1, [3, 4]),
        game('bluff', 'bluffing', 1, [4]), game('two', 'bidding', 1, [2])];
    const names = (...asked) => suggest(games, ...asked).map(({ name }) => name);
    assert.deepEqual(names('pairs', 4, 1), ['rocket', 'bluff']);
    assert.deepEqual(names('pairs-two', 4, 1), ['rocket', 'bluff'], 'no variant of the same');
    assert.deepEqual(names('pairs', 3, 0), ['rocket', 'port'], 'where no other kind is left');
    assert.deepEqual(names('rocket', 2, 0), ['pairs', 'two']);
    assert.deepEqual(names('pairs', 8, 0), []);
});

test('the log is told hand by hand, and what happens many times in a row once', () => {
    const step = (entry, ...events) => ({ entry, kind: 'step', events });
    const hand = (number) => ({ kind: 'hand', number, text: `Hand ${number} begins.` });
    const told = (text) => ({ kind: 'note', text });
    const story = new Story().read([
        { entry: 1, kind: 'seated', seat: 'A', name: 'Ann' },
        { entry: 2, kind: 'begun', events: [hand(1), told('A card.')] }, step(3, told('A card.')), step(4, told('A card.')), step(5, told('B.')),
        step(6, hand(2), told('B.')), { entry: 7, kind: 'again', events: [hand(1), told('C.')] },
    ]);
    assert.deepEqual(handsOf(story.lines).map(({ key, lines }) => [key, lines.map(({ text, kind }) => text ?? kind)]), [
        ['0.0', ['seated']], ['1.1', ['Hand 1 begins.', 'A card.', 'B.']], ['1.2', ['Hand 2 begins.', 'B.']], ['2.1', ['Hand 1 begins.', 'C.']],
    ]);
});

test('there is a picture for each gesture that the house knows', () => {
    assert.deepEqual(EMOTES.toSorted(), ['angry', 'bye', 'clap', 'heart', 'hello', 'hurry', 'laugh', 'oops', 'sad', 'think', 'thanks', 'wow'].toSorted());
});
