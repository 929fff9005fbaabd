import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { applyEvent, keepSame, newNotes, noteEvents, noteView } from '../../web/src/table/board.js';
import { canGoBack, cardLeadsTo, keyOf, partsOf, question, seatLeadsTo, wantsConfirming, zoneLeadsTo } from '../../web/src/table/decisions.js';
import { motionsOf, pauseAfter } from '../../web/src/table/motions.js';
import { briefly } from '../../web/src/table/names.js';
import { othersInTurn } from '../../web/src/table/places.js';
import { Stage } from '../../web/src/table/stage.js';
import { saying, sheetOf, stepsOf, Story } from '../../web/src/table/story.js';

/* --- Seats --- */

test('whoever looks, all others sit around the table once, as the turn goes', () => {
    for (let players = 2; players <= 8; players++)
        for (const you of [null, ...'ABCDEFGH'.slice(0, players)])
            assert.equal(new Set(othersInTurn(you, players)).size, you === null ? players : players - 1);
    assert.deepEqual(othersInTurn('C', 4), ['D', 'A', 'B']);
    assert.deepEqual(othersInTurn(null, 3), ['A', 'B', 'C']);
});

test('several of one name are told apart by numerals where there is little room, however a sentence declines them', () => {
    const names = { A: 'Dachs', B: 'Dachs der Jüngere', C: 'Kiesel', D: 'Kiesel der Dritte', E: 'Badger', F: 'Badger the Fourth' };
    for (const [full, brief] of [['Dachs den Jüngeren angreifen', 'Dachs II angreifen'], ['Dachs des Jüngeren Karten', "Dachs' II Karten"], ['Kiesel des Dritten Karten', 'Kiesels II Karten'],
        ['Kiesel und Dachs der Jüngere ziehen', 'Kiesel und Dachs II ziehen'], ["See Badger the Fourth's cards", "See Badger II's cards"]])
        assert.equal(briefly(full, names), brief);
});

/* --- The board --- */

const games = JSON.parse(readFileSync(new URL('moments.json', import.meta.url), 'utf8'));

for (const [game, moments] of Object.entries(games))
    test(`the events of ${game} alone lead from each view to the next`, () => {
        const notes = newNotes();
        moments.forEach(({ view }) => noteView(notes, view));
        for (let i = 1; i < moments.length; i++) {
            noteView(notes, moments[i].view);
            const shown = moments[i].events.reduce((view, event) => applyEvent(view, event, notes), moments[i - 1].view);
            const { zones, scores, pot, deck, discards, hand } = moments[i].view;
            assert.deepEqual(shown.zones.map(({ cards }) => cards), zones.map(({ cards }) => cards), `cards of moment ${i}`);
            assert.deepEqual({ scores: shown.scores, pot: shown.pot, deck: shown.deck, discards: shown.discards, hand: shown.hand },
                { scores, pot, deck, discards, hand }, `numbers of moment ${i}`);
        }
    });

test('a zone that has not changed stays the same object, so that it is not drawn again', () => {
    const before = { zones: [{ place: 'hand', owner: 'A', cards: [1, 2] }, { place: 'hand', owner: 'B', cards: [0] }] };
    const view = { zones: [{ place: 'hand', owner: 'A', cards: [1, 2] }, { place: 'hand', owner: 'B', cards: [0, 0] }] };
    const kept = keepSame(before, view);
    assert.equal(kept.zones[0], before.zones[0]);
    assert.equal(kept.zones[1], view.zones[1]);
});

test('hands that are shown lie face up', () => {
    const view = { zones: [{ place: 'hand', owner: 'B', cards: [0, 0, 0] }] };
    const shown = applyEvent(view, { kind: 'show', from: { place: 'hand', owner: 'B' }, cards: [7, 2, 9] });
    assert.deepEqual(shown.zones[0].cards, [2, 7, 9]);
});

test('a card that was laid face down shows no face, not even before who laid it', () => {
    const pitch = { kind: 'move', from: { place: 'hand', owner: 'A' }, to: { place: 'pitched', owner: null }, cards: [5] };
    const view = (own, pitched) => ({ zones: [{ place: 'hand', owner: 'A', cards: own }, { place: 'pitched', owner: null, cards: pitched }] });
    const notes = newNotes();
    noteView(notes, view([], [0]));
    assert.deepEqual(applyEvent(view([5, 7], []), pitch, notes), view([7], [0]));
    noteView(notes, view([7], []));
    assert.deepEqual(applyEvent(view([5, 7], []), pitch, notes), view([7], [0]), 'an empty place says nothing');
    noteView(notes, view([7], [3]));
    assert.deepEqual(applyEvent(view([5, 7], []), pitch, notes), view([7], [5]), 'where faces are seen they are');
});

test('where others lay cards face down, the first one of one\'s own shows no face either', () => {
    const pitch = (owner, cards) => ({ kind: 'move', from: { place: 'hand', owner }, to: { place: 'pitched', owner: null }, cards });
    const view = (own, pitched) => ({ zones: [{ place: 'hand', owner: 'A', cards: own }, { place: 'pitched', owner: null, cards: pitched }] });
    const notes = newNotes();
    noteEvents(notes, [pitch('A', [5]), pitch('B', [0])]);
    assert.deepEqual(applyEvent(view([5, 7], []), pitch('A', [5]), notes), view([7], [0]));
});

/* --- Steps --- */

const entry = (number, events, kind = 'step') => ({ entry: number, kind, events });
const dealt = (seat) => ({ kind: 'move', from: { place: 'deck', owner: null }, to: { place: 'hand', owner: seat }, cards: [5], text: `${seat} gets 5.` });
const chose = (seat, choice) => ({ kind: 'decide', seat, choice, text: choice ? `${seat}: ${choice}.` : `${seat} has chosen.` });
const total = (seat, number) => ({ kind: 'total', seat, number, text: `${seat} stands at ${number}.` });

test('the dealing of a hand is one step, secret choices in a row are one, a settlement ends one', () => {
    const entries = [
        entry(1, [{ kind: 'hand', number: 1, text: 'Hand 1 begins.' }], 'begun'), entry(2, [dealt('A')]), entry(3, [dealt('B')]),
        entry(4, [chose('A')]), entry(5, [chose('B')]),
        entry(6, [chose('A', 'call'), { kind: 'pay', seat: 'A', other: 'B', number: 2, text: '' }, total('A', -2), total('B', 2),
            { kind: 'hand', number: 2, text: 'Hand 2 begins.' }]),
        entry(7, [dealt('A')]), entry(8, [chose('B', 'hit')]), entry(9, [dealt('B')]),
    ];
    const { steps, dealing } = stepsOf(entries, false);
    assert.deepEqual(steps.map(({ events, settles }) => [events.length, settles]),
        [[3, false], [2, false], [4, true], [2, false], [1, false], [1, false]]);
    assert.deepEqual(steps.map(({ last, until }) => [last, until]), [[3, 1], [5, 1], [6, 4], [7, 1], [8, 1], [9, 1]]);
    assert.equal(dealing, false);
});

test('what a seat says is what follows its name, and a secret choice says nothing', () => {
    const decided = { kind: 'decide', seat: 'B', choice: 'call A', text: '' };
    const told = (text) => [decided, { kind: 'note', seat: 'A', text: 'Ann waits.' }, { kind: 'note', seat: 'B', text }];
    assert.equal(saying([{ ...decided, text: 'Badger calls Ann.' }], 0, 'Badger'), 'calls Ann');
    assert.equal(saying(told('Badger calls Ann.'), 0, 'Badger'), 'calls Ann');
    assert.equal(saying(told('Badger takes everything that there is.'), 0, 'Badger'), null, 'too long for a bubble');
    assert.equal(saying(told('Badger folds and takes 2 points.'), 0, 'Badger'), 'folds', 'what it came to is told above the question');
    assert.equal(saying([chose('B')], 0, 'Badger'), '');
});

/* --- The story --- */

const pay = (seat, other, number, text) => ({ kind: 'pay', seat, other, number, text });

function twoHands() {
    return [
        { entry: 1, kind: 'seated', seat: 'A', name: 'Ann' },
        entry(2, [{ kind: 'hand', number: 1, text: 'Hand 1 begins.' }, pay('A', null, 1, 'A antes.'), pay('B', null, 1, 'B antes.')], 'begun'),
        entry(3, [chose('A', 'hit')]),
        entry(4, [chose('B', 'fold'), { kind: 'note', seat: 'A', text: 'A is alone.' }, pay(null, 'A', 2, 'A takes the pot of 2.'), total('A', 1), total('B', -1),
            { kind: 'hand', number: 2, text: 'Hand 2 begins.' }]),
        entry(5, [chose('A', 'fold'), pay('A', 'B', 3, 'A pays B 3.'), total('A', -2), total('B', 2)]),
    ];
}

test('each hand is settled seat by seat: why, by how much, and where it stands', () => {
    const { settled } = new Story().read(twoHands());
    assert.equal(settled.length, 2);
    assert.deepEqual(settled[0].story, ['B: fold.', 'A is alone.', 'A takes the pot of 2.']);
    assert.deepEqual(settled[0].seats, [
        { seat: 'A', total: 1, change: 1, reasons: [{ text: 'A antes.', number: -1 }, { text: 'A takes the pot of 2.', number: 2 }] },
        { seat: 'B', total: -1, change: -1, reasons: [{ text: 'B antes.', number: -1 }] },
    ]);
    assert.deepEqual(settled[1].seats.map(({ change, total: now }) => [change, now]), [[-3, -2], [3, 2]]);
    assert.equal(settled[1].hand, 2);
    assert.deepEqual(sheetOf(settled, 2).map(({ totals }) => totals), [[1, -1], [-2, 2]]);
});

test('the reasons of a settlement add up to its change', () => {
    for (const { seats } of new Story().read(twoHands()).settled)
        for (const { change, reasons } of seats)
            assert.equal(reasons.reduce((sum, { number }) => sum + number, 0), change);
});

test('what is taken back has not happened', () => {
    const entries = twoHands();
    const story = new Story().read(entries);
    entries.push({ entry: 6, kind: 'taken-back', seat: 'A', steps: 2 });
    assert.equal(story.read(entries).settled.length, 1);
    entries.push({ entry: 7, kind: 'taken-back', seat: 'A', steps: 1 });
    assert.equal(story.read(entries).settled.length, 0);
});

test('a new game begins a new sheet, and a table that is told anew is read anew', () => {
    const entries = [...twoHands(), entry(6, [{ kind: 'hand', number: 1, text: 'Hand 1 begins.' }], 'again')];
    const story = new Story().read(entries);
    assert.equal(story.settled.length, 0);
    assert.equal(story.read(twoHands()).settled.length, 2);
    assert.equal(story.lines.filter(({ text }) => text === 'B: fold.').length, 1);
});

test('the same sentence in a row is one line of the log', () => {
    const story = new Story().read([entry(1, [dealt('B')]), entry(2, [dealt('B')]), entry(3, [dealt('B'), chose('A', 'hit')])]);
    assert.deepEqual(story.lines.map(({ text }) => text), ['B gets 5.', 'A: hit.']);
});

/* --- The stage --- */

const seated = [{ seat: 'A', kind: 'person', name: 'Ann' }, { seat: 'B', kind: 'bot', name: 'Badger' }];

/** A stage before the second of two hands, and what it has shown. */
function staged(speed = 'slow') {
    globalThis.document = { hidden: false };
    const view = (hand, scores) => ({
        over: false, hand, chips: true, scores, pot: 0, deck: 50, discards: 0, to_act: ['A'], winners: [], losers: [], zones: [], numbers: [], legal: ['hit'],
    });
    const table = { now: { chairs: seated }, view: view(1, [-1, -1]), you: 'A', clocks: null };
    const shown = [];
    const stage = new Stage({ table: () => table, shown: (step) => shown.push(step?.last ?? null), settled() {}, speed: () => speed });
    stage.take([], true);
    table.view = view(2, [1, -1]);
    return { stage, table, shown };
}

test('what was missed is shown as it is now, and what happens step by step', () => {
    const { stage, shown } = staged();
    assert.deepEqual(shown, [null]);
    stage.take(twoHands().slice(2, 4), false);
    assert.deepEqual(shown, [null, 3]);
    assert.equal(stage.behind, true);
    assert.deepEqual(stage.view.legal, []);
    stage.clear();
});

test('who skips reads the settlement all the same, and then sees what is so', () => {
    const { stage, table } = staged();
    stage.take(twoHands().slice(2, 4), false);
    stage.skip();
    assert.equal(stage.settling, true);
    assert.deepEqual(stage.view.scores, [1, -1]);
    assert.equal(stage.view.hand, 1);
    assert.deepEqual(stage.upTo, { last: 4, until: 5 });
    stage.goOn();
    stage.skip();
    assert.equal(stage.behind, false);
    assert.equal(stage.view.hand, table.view.hand);
    assert.deepEqual(stage.view.legal, ['hit']);
});

/** A stage whose clock is moved by what it waits for, and by `lag` more each time; `play` answers how long each step is looked at. */
function timed(t, { you = 'A', chairs = seated, lag = 0 } = {}) {
    const { stage, table, shown } = staged('normal');
    Object.assign(table, { you, now: { chairs } });
    let [now, number, timer] = [1e6, 3, null];
    t.mock.method(performance, 'now', () => now);
    t.mock.method(globalThis, 'setTimeout', (go, milliseconds) => { timer = { go, at: now + Math.max(0, milliseconds) + lag }; return timer; });
    t.mock.method(globalThis, 'clearTimeout', (which) => { timer = which === timer ? null : timer; });
    const pass = (milliseconds) => { now += milliseconds; };
    const play = (reads = false) => {
        const looks = [];
        while (timer && (reads || !stage.settling)) {
            const { go, at } = timer;
            looks.push(at - now);
            [now, timer] = [at, null];
            go();
        }
        return looks;
    };
    const hears = (...steps) => stage.take(steps.map((events) => entry(number++, events)), false);
    return { stage, shown, pass, play, hears, decide: (...seats) => hears(...seats.map((seat) => [chose(seat, 'hit')])) };
}

const settled = [chose('B', 'fold'), total('A', 1), total('B', -1)];
const sum = (times) => times.reduce((all, time) => all + time, 0);
const several = (count) => Array(count).fill('B');

test('from one own decision to the next one waits less than four seconds, however much happens and however it comes', (t) => {
    for (const portions of [[30], several(6).map(() => 1), [2, 9, 2, 9, 2, 9], [30, 1, 1, 1, 1]]) {
        const { stage, decide, play, pass } = timed(t);
        const begin = performance.now();
        decide('A');
        for (const portion of portions) {
            pass(150); /* that bots think */
            decide(...several(portion));
            play();
        }
        assert.equal(stage.behind, false);
        assert.ok(performance.now() - begin < 4000, `${portions}: ${performance.now() - begin} ms`);
    }
});

test('on a machine that is late with everything one waits no longer', (t) => {
    const { decide, play } = timed(t, { lag: 60 });
    decide('A', ...several(12));
    const all = sum(play());
    assert.ok(all < 3500, `${all} ms`);
});

test('a few decisions are each looked at in peace', (t) => {
    const { decide, play } = timed(t);
    decide('A', 'B', 'B', 'B');
    assert.deepEqual(play().slice(1), [700, 700], 'nobody waits for the end of the last one');
});

test('what a result was read takes nothing of the time for what comes after it', (t) => {
    const { stage, hears, play, pass } = timed(t);
    hears([chose('A', 'hit')], settled, [dealt('A')], ...several(4).map((seat) => [chose(seat, 'hit')]));
    play();
    assert.equal(stage.settling, true);
    pass(5000);
    stage.goOn();
    assert.ok(Math.min(...play().slice(1)) > 300);
});

test('the first choice comes within two seconds, whoever begins', (t) => {
    const { stage, hears, decide, play } = timed(t);
    stage.clear();
    const begin = performance.now();
    stage.take([entry(1, [{ kind: 'hand', number: 1, text: '' }], 'begun')], false);
    hears(...several(9).map(dealt));
    decide(...several(14));
    play();
    assert.ok(performance.now() - begin < 2000, `${performance.now() - begin} ms`);
});

test('after somebody has thought for long one sees what came of it', (t) => {
    const { decide, play, pass } = timed(t);
    decide('A');
    play();
    pass(30000);
    decide('B', 'B', 'B');
    assert.ok(Math.min(...play()) > 300);
});

/* --- Those who look on --- */

const friends = [{ seat: 'A', kind: 'person', name: 'Ann' }, { seat: 'B', kind: 'person', name: 'Bob' }];

test('on a big screen each decision is looked at for a third of a second at least, and a result long enough to read it', (t) => {
    const { hears, play, shown } = timed(t, { you: null, chairs: friends });
    const hand = [...several(14).map((seat) => [chose(seat, 'hit')]), settled];
    hears(...hand, [dealt('A')]);
    const looks = play(true);
    assert.equal(shown.at(-1), null, 'all was shown');
    assert.equal(looks.length, hand.length);
    assert.ok(Math.min(...looks) > 333, `${looks}`);
    assert.ok(looks.at(-1) >= 2500, `${looks}`);
});

test('a big screen that is hands behind those who play comes after them', (t) => {
    const hand = [...several(6).map((seat) => [chose(seat, 'hit')]), settled];
    const time = (hands, chairs) => {
        const { hears, play } = timed(t, { you: null, chairs });
        hears(...Array(hands).fill(hand).flat(), [dealt('A')]);
        return sum(play(true)) / hands;
    };
    assert.ok(time(6, friends) < time(1, friends) / 2);
    assert.ok(time(6, [friends[1], friends[1]].map((chair) => ({ ...chair, kind: 'bot' }))) >= time(1, friends), 'bots have time');
});

/* --- Motions --- */

test('cards and chips move for events, one after the other, within a bounded time', () => {
    const motions = motionsOf([dealt('A'), { kind: 'note', text: 'x' }, pay('A', null, 12, ''), pay(null, 'B', 3, ''), pay('A', 'B', 0, '')]);
    assert.deepEqual(motions.map(({ kind, from, to, count }) => [kind, from, to, count]),
        [['cards', 'deck/', 'hand/A', 1], ['chips', 'chips/A', 'pot/', 5], ['chips', 'pot/', 'chips/B', 3]]);
    assert.ok(motions.every(({ delay }, i) => i === 0 || delay > motions[i - 1].delay));
    const many = motionsOf(Array.from({ length: 48 }, (_, i) => dealt('ABCDEF'[i % 6])));
    assert.equal(many.length, 48);
    assert.ok(many.at(-1).delay <= 1400);
});

test('cards that go the same way one after the other go together', () => {
    assert.deepEqual(motionsOf([dealt('A'), dealt('A'), dealt('B')]).map(({ to, cards }) => [to, cards]), [['hand/A', [5, 5]], ['hand/B', [5]]]);
});

test('one waits for others, not for oneself, and not at all without pauses', () => {
    const step = (seat) => ({ events: [chose(seat, 'hit')], deals: false, secret: false, settles: false });
    assert.ok(pauseAfter(step('B'), [], 'A', 'normal') > pauseAfter(step('A'), [], 'A', 'normal'));
    assert.equal(pauseAfter(step('B'), [], 'A', 'off'), 0);
});

/* --- Decisions --- */

const verbs = [
    { word: 'play', arguments: ['card'], means: 'Play it.', asks: ['Which card?'], gives_in: false, quits: false },
    { word: 'show', arguments: [], means: '', asks: [], gives_in: false, quits: false },
    { word: 'show set', arguments: [], means: '', asks: [], gives_in: false, quits: false },
    { word: 'fold', arguments: ['card', 'seat'], means: '', asks: ['', ''], gives_in: true, quits: false },
    { word: 'bid', arguments: ['number'], means: '', asks: [''], gives_in: false, quits: false },
    { word: 'withdraw', arguments: [], means: '', asks: [], gives_in: false, quits: true },
];
const parts = (...choices) => choices.map((choice) => partsOf(choice, verbs));

test('a decision is its verb, the longest that fits, and its arguments', () => {
    assert.equal(partsOf('show set', verbs).verb.word, 'show set');
    assert.deepEqual(partsOf('fold 3 B', verbs).parts, [{ kind: 'card', value: 3 }, { kind: 'seat', value: 'B' }]);
    assert.equal(partsOf('dance', verbs).verb, null);
});

test('where there is no question what to do, it is asked with what', () => {
    const asked = question(parts('play 5', 'play 7'), []);
    assert.equal(asked.asked, 'card');
    assert.deepEqual(asked.items.map(({ choice }) => choice), ['play 5', 'play 7']);
    assert.equal(canGoBack(parts('play 5', 'play 7'), asked.path), false);
});

test('a few decisions stand side by side, many are asked for step by step', () => {
    assert.equal(question(parts('play 5', 'show', 'withdraw'), []).asked, 'all');
    const many = parts(...[1, 2, 3, 4, 5].flatMap((rank) => ['A', 'B'].map((seat) => `fold ${rank} ${seat}`)), 'show');
    assert.deepEqual(question(many, []).items.map(({ value }) => value), ['fold', 'show']);
    assert.equal(question(many, ['fold']).items[0].choice, null);
    assert.deepEqual(question(many, ['fold', 3]).items.map(({ choice }) => choice), ['fold 3 A', 'fold 3 B']);
    assert.equal(canGoBack(many, ['fold', 3]), true);
});

/** A zone of somebody, or of the middle. */
const zone = (owner, cards, place = 'hand') => ({ place, owner, cards });
const touch = (decisions, path, rank, owner, zones) => cardLeadsTo(decisions, path, rank, zones.find((one) => one.owner === owner), zones, 'A');

test('a touch of a card or a seat decides where it can mean only one thing', () => {
    const zones = [zone('A', [5, 3]), zone('B', [3, 5])];
    const some = parts('play 5', 'fold 3 B', 'fold 3 C', 'show');
    assert.equal(touch(some, [], 5, 'A', zones).choice, 'play 5');
    assert.equal(touch(some, [], 5, 'B', zones), null, 'not with what others have');
    assert.equal(touch(some, [], 3, 'A', zones).choice, null, 'of whom is still to be said');
    assert.equal(touch(some, ['fold', 3], 3, 'A', zones), null, 'it is a seat that is asked for');
    assert.equal(seatLeadsTo(some, ['fold', 3], 'C').choice, 'fold 3 C');
    assert.equal(seatLeadsTo(some, ['fold', 3], 'D'), null);
    assert.equal(seatLeadsTo(some, [], 'C'), null, 'a card comes first');
    assert.equal(touch(parts('play 5', 'fold 5 B'), [], 5, 'A', zones), null, 'it could mean either');
    assert.equal(touch(parts('play 5'), [], 0, 'A', [zone('A', [0])]), null, 'a back has no face to name');
});

test('a touch of a card answers the question that is asked, or nothing', () => {
    const lays = ['4 5', '4 6', '9 5', '9 6'].map((ranks) => ({
        choice: `lay ${ranks}`, verb: { word: 'lay', at: 'own' }, parts: ranks.split(' ').map((rank) => ({ kind: 'card', value: Number(rank) })),
    }));
    const zones = [zone('A', [4, 5, 6, 9])];
    assert.deepEqual(touch(lays, [], 4, 'A', zones), { choice: null, path: ['lay', 4] });
    assert.equal(touch(lays, [], 5, 'A', zones), null, 'no card 5 can be laid');
});

test('where a card lies that a decision names is told by its verb', () => {
    const zones = [zone('B', [5]), zone('C', [5]), zone(null, [5], 'market'), zone('A', [5])];
    const lit = (at, choice) => {
        const decision = { choice, verb: { word: 'take', at }, parts: [{ kind: 'card', value: 5 }, ...(choice.endsWith('B') ? [{ kind: 'seat', value: 'B' }] : [])] };
        return zones.filter((one) => cardLeadsTo([decision], [], 5, one, zones, 'A')).map(({ owner }) => owner);
    };
    assert.deepEqual(lit('own', 'take 5'), ['A']);
    assert.deepEqual(lit('middle', 'take 5'), [null]);
    assert.deepEqual(lit('seat', 'take 5 B'), ['B']);
    assert.deepEqual(lit('nowhere', 'take 5'), []);
    assert.deepEqual(lit('zone', 'take 5'), []);
});

test('one takes a card from one\'s own before the middle, and from there before others', () => {
    const [other, middle, own] = ['B', null, 'A'].map((owner) => zone(owner, [5]));
    const from = (zones) => zones.filter((one) => cardLeadsTo(parts('play 5'), [], 5, one, zones, 'A'));
    assert.deepEqual(from([other, middle, own]), [own]);
    assert.deepEqual(from([other, middle]), [middle]);
    assert.deepEqual(from([other]), [other]);
});

test('a number may stand for a whole zone, one\'s own or of the middle', () => {
    const decisions = [1, 2].map((value) => ({ choice: `add ${value}`, verb: { word: 'add', at: 'zone' }, parts: [{ kind: 'number', value }] }));
    assert.equal(zoneLeadsTo(decisions, [], zone('A', [4], 'pile 2'), 'A').choice, 'add 2');
    assert.equal(zoneLeadsTo(decisions, [], zone(null, [4], 'row 1'), 'A').choice, 'add 1');
    assert.equal(zoneLeadsTo(decisions, [], zone('B', [4], 'pile 2'), 'A'), null);
    assert.equal(zoneLeadsTo(decisions, [], zone('A', [4], 'pile 3'), 'A'), null);
    assert.equal(zoneLeadsTo(parts('bid 2'), [], zone('A', [4], 'pile 2'), 'A'), null, 'a bid is no zone');
});

test('keys are digits, 0 for the 10, and the letters of seats', () => {
    assert.equal(keyOf('card', 10, 0), '0');
    assert.equal(keyOf('seat', 'C', 0), 'C');
    assert.equal(keyOf('all', 'hit', 0), '1');
    assert.equal(keyOf('number', 12, 3), '');
});

test('asked once more is where a slip would cost', () => {
    const [play, fold, withdraw] = [verbs[0], verbs[3], verbs[5]];
    assert.equal(wantsConfirming(withdraw, true, 'costly'), true);
    assert.equal(wantsConfirming(fold, true, 'costly'), false); // against bots one takes it back
    assert.equal(wantsConfirming(fold, false, 'costly'), true);
    assert.equal(wantsConfirming(play, false, 'costly'), false);
    assert.equal(wantsConfirming(play, true, 'always'), true);
    assert.equal(wantsConfirming(withdraw, true, 'never'), false);
});

test('a stage knows from what comes that a place is face down, though it is empty again at the end', () => {
    const seen = [];
    const pitch = (owner, cards) => ({ kind: 'move', from: { place: 'hand', owner }, to: { place: 'pitched', owner: null }, cards, text: 'x' });
    const table = {
        you: 'A', now: { chairs: seated }, view: {
            over: false, hand: 1, chips: false, scores: [0, 0], pot: 0, deck: 0, discards: 0, to_act: [], winners: [], losers: [], numbers: [], legal: [],
            zones: [{ place: 'hand', owner: 'A', cards: [5, 7] }, { place: 'hand', owner: 'B', cards: [0] }, { place: 'pitched', owner: null, cards: [] }],
        },
    };
    const stage = new Stage({ table: () => table, shown: () => seen.push(stage.view.zones[2].cards), passed() {}, settled() {}, speed: () => 'normal' });
    stage.take([], true);
    const decide = { kind: 'decide', seat: 'A', text: 'A: pitch.' };
    table.view = { ...table.view, zones: [{ place: 'hand', owner: 'A', cards: [7] }, { place: 'hand', owner: 'B', cards: [] }, { place: 'pitched', owner: null, cards: [] }] };
    stage.take([entry(1, [decide, pitch('A', [5])]), entry(2, [{ ...decide, seat: 'B' }, pitch('B', [0])])], false);
    assert.deepEqual(seen.at(-1), [0]);
    stage.clear();
});
