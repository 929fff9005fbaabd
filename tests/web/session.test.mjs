import test from 'node:test';
import assert from 'node:assert/strict';
import { keyOf, verifySignature } from '../../web/src/ed25519.js';
import { Session } from '../../web/src/session.js';
import { sha256, toHex, fromHex } from '../../web/src/sha256.js';

/** A line whose other end is the test. */
function made({ secret = null } = {}) {
    const line = { sent: [], drops: 0 };
    const session = new Session({
        token: 'a'.repeat(64),
        secret,
        language: 'en',
        connect(ears) {
            Object.assign(line, ears);
            return { send: (message) => line.sent.push(message), drop: () => { line.drops++; line.state('lost'); }, close() {} };
        },
    });
    return { session, line, words: () => line.sent.map((message) => message.do) };
}

const NOW = { stage: 'waiting', you: 'A', chairs: [], invitation: '0123' };
const said = (entry) => ({ entry, kind: 'said', text: `line ${entry}` });
const last = (line, word) => line.sent.findLast((message) => message.do === word);

/** At a table with three entries. */
function seated(how) {
    const all = made(how);
    const { session, line } = all;
    session.enter('table', '0123').catch(() => {});
    line.state('open');
    const { n } = last(line, 'enter');
    line.hear({ n, done: true, table: 'table', you: 'A', entry: 3, entries: [said(1), said(2), said(3)], now: NOW });
    return all;
}

test('nothing is connected before something is asked for', () => {
    const { session, line } = made();
    assert.equal(session.state, 'idle');
    assert.equal(line.hear, undefined);
});

test('a connection begins with hello, and then comes what waits', () => {
    const { session, line, words } = made();
    session.do('create', { game: 'pairs' });
    assert.deepEqual(words(), []);
    line.state('open');
    assert.deepEqual(words(), ['hello', 'create']);
    assert.equal(line.sent[0].token, 'a'.repeat(64));
});

test('an answer goes to whoever asked, and a refusal is told in its words', async () => {
    const { session, line } = made();
    const [one, two] = [session.do('say', { text: 'x' }), session.do('begin')];
    line.state('open');
    line.hear({ n: last(line, 'begin').n, done: false, refused: 'Only the host may do that.' });
    line.hear({ n: last(line, 'say').n, done: true });
    assert.ok((await one).done);
    await assert.rejects(two, { message: 'Only the host may do that.' });
});

test('what was not answered is sent again with the same number, after hello and enter', async () => {
    const { session, line } = seated();
    const decided = session.do('decide', { choice: 'hit' });
    const first = last(line, 'decide');
    line.state('lost');
    line.sent.length = 0;
    line.state('open');
    assert.deepEqual(line.sent.map((message) => message.do), ['hello', 'enter', 'decide']);
    assert.deepEqual(last(line, 'decide'), first);
    line.hear({ n: first.n, done: true });
    await decided;
    line.state('lost');
    line.sent.length = 0;
    line.state('open');
    assert.deepEqual(line.sent.map((message) => message.do), ['hello', 'enter'], 'what was answered is not sent again');
});

test('numbers are never used twice', () => {
    const { session, line } = seated();
    session.do('say', { text: 'x' }).catch(() => {});
    session.do('say', { text: 'y' }).catch(() => {});
    session.pulse(performance.now() + 1e6);
    const numbers = line.sent.map((message) => message.n);
    assert.equal(new Set(numbers).size, numbers.length);
});

test('after a loss only what was missed is asked for', () => {
    const { session, line } = seated();
    line.state('lost');
    line.state('open');
    assert.equal(last(line, 'enter').since, 3);
    assert.equal(last(line, 'enter').invitation, '0123');
    line.hear({ n: last(line, 'enter').n, done: true, table: 'table', you: 'A', entry: 5, entries: [said(4), said(5)], now: NOW });
    assert.deepEqual(session.table.entries.map(({ entry }) => entry), [1, 2, 3, 4, 5]);
});

test('a table is not live while the connection is lost, nor before all that was missed is told', () => {
    const { session, line } = seated();
    assert.ok(session.table.live);
    line.state('lost');
    assert.ok(!session.table.live);
    line.state('open');
    assert.ok(!session.table.live);
    line.hear({ n: last(line, 'enter').n, done: true, table: 'table', entry: 4, entries: [said(4)] });
    assert.ok(!session.table.live, 'more is to come');
    line.hear({ table: 'table', entry: 5, entries: [said(5)], now: NOW });
    assert.ok(session.table.live);
});

test('news tell what was there before, and whether it was missed', () => {
    const { session, line } = seated();
    const heard = [];
    session.on('news', (news) => heard.push(news));
    line.hear({ table: 'table', entry: 4, entries: [said(4)], view: { hand: 1, legal: [] } });
    assert.deepEqual(heard[0].entries, [said(4)]);
    assert.equal(heard[0].before.view, null);
    assert.equal(heard[0].caught, false);
    line.state('lost');
    line.state('open');
    line.hear({ n: last(line, 'enter').n, done: true, table: 'table', entry: 5, entries: [said(5)], now: NOW, view: { hand: 2, legal: [] } });
    assert.equal(heard[1].caught, true);
    assert.equal(heard[1].before.view.hand, 1);
});

test('an answer and news may be one message, and entries that are known are not told twice', () => {
    const { session, line } = seated();
    session.do('say', { text: 'x' }).catch(() => {});
    line.hear({ n: last(line, 'say').n, done: true, table: 'table', entry: 4, entries: [said(3), said(4)], view: { legal: [] } });
    assert.deepEqual(session.table.entries.map(({ entry }) => entry), [1, 2, 3, 4]);
});

test('a table that was created is entered again after a loss', async () => {
    const { session, line } = made();
    const created = session.do('create', { game: 'pairs' });
    line.state('open');
    line.hear({ n: last(line, 'create').n, done: true, table: 'fresh', you: 'A', entry: 1, entries: [said(1)], now: NOW });
    assert.equal((await created).table, 'fresh');
    line.state('lost');
    line.state('open');
    assert.equal(last(line, 'enter').table, 'fresh');
    assert.equal(last(line, 'enter').since, 1);
});

test('a table that knows less than we do is read again from the beginning', () => {
    const { session, line } = seated();
    line.state('lost');
    line.state('open');
    line.hear({ n: last(line, 'enter').n, done: false, refused: 'since is 3; expected 0..2' });
    assert.equal(last(line, 'enter').since, 0);
    assert.deepEqual(session.table.entries, []);
});

test('a table that is gone says so and is not asked for again and again', async () => {
    const { session, line } = made();
    const entered = session.enter('gone');
    line.state('open');
    line.hear({ n: last(line, 'enter').n, done: false, refused: 'There is no such table.' });
    await assert.rejects(entered, { message: 'There is no such table.' });
    assert.equal(session.table.lost, 'There is no such table.');
    assert.equal(line.sent.filter((message) => message.do === 'enter').length, 1);
});

test('news of a table that one has left are not heeded', () => {
    const { session, line } = seated();
    session.exit();
    line.hear({ table: 'table', entry: 4, entries: [said(4)], view: {} });
    assert.equal(session.table, null);
});

test('a connection that does not answer is dropped; one that answers is not', () => {
    const { session, line } = seated();
    line.hear({ n: last(line, 'hello').n, done: true });
    const start = performance.now();
    session.pulse(start + 1000);
    assert.equal(line.sent.filter((message) => message.do === 'hello').length, 1);
    session.pulse(start + 30000);
    assert.equal(line.sent.filter((message) => message.do === 'hello').length, 2, 'after a long silence it is asked');
    session.pulse(start + 35000);
    assert.equal(line.drops, 0);
    session.pulse(start + 45000);
    assert.equal(line.drops, 1);
});

test('whoever looks at the page again is asked for at once', () => {
    const { session, line } = seated();
    line.hear({ n: last(line, 'hello').n, done: true });
    const start = performance.now();
    session.pulse(start, true);
    assert.equal(line.sent.filter((message) => message.do === 'hello').length, 2);
    session.pulse(start + 5000);
    assert.equal(line.drops, 1);
});

test('another language tells the table anew', () => {
    const { session, line } = seated();
    session.speak('de');
    assert.equal(last(line, 'hello').language, 'de');
    assert.equal(last(line, 'enter').since, 0);
});

test('what is abandoned is not sent again', async () => {
    const { session, line } = made();
    const created = session.do('create', {});
    line.state('lost');
    session.abandon();
    line.state('open');
    await assert.rejects(created);
    assert.deepEqual(line.sent.map((message) => message.do), ['hello']);
});

/* --- Fair dealing ---------------------------------------------------------------------------------------------------- */

const hash = (link) => toHex(sha256(fromHex(link)));

const SECRET = 'b'.repeat(64);
const SEAL = 'c'.repeat(64);
const LINK = 'd'.repeat(64);

/** What is told when cards are shuffled that A is to cut, after A has pledged. */
function shuffled(entry, seal, more) {
    return {
        table: 'table', entry: entry + 1, cutting: ['A', 'B'], game: 2, link: LINK, view: {}, ...more,
        entries: [{ entry, kind: 'pledged', seat: 'A', text: seal }, { entry: entry + 1, kind: 'shuffled', text: SEAL, pledged: 'AB' }],
    };
}

/** Whether the own key has signed these words. */
function isSigned(sign, ...words) {
    return verifySignature(keyOf(fromHex(SECRET)), new TextEncoder().encode(words.join(' ')), fromHex(sign));
}

/** A browser that keeps what it is given, for as long as `during` runs. */
function withStorage(during) {
    const kept = new Map();
    globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
    try {
        during(kept);
    } finally {
        delete globalThis.localStorage;
    }
}

test('whoever sits pledges, cuts with what gives the pledge when it is hashed, and signs which seal they saw', () => {
    const { session, line } = seated({ secret: SECRET });
    assert.equal(line.sent[0].key, toHex(keyOf(fromHex(SECRET))), 'hello says with what one signs');
    line.hear(shuffled(4, last(line, 'pledge').seal));
    const { cut, next, sign } = last(line, 'cut');
    assert.equal(hash(cut), last(line, 'pledge').seal);
    assert.ok(isSigned(sign, 'pairs cut table 2 5', SEAL, 'AB A', cut, next));
    line.hear({ table: 'table', entry: 7, entries: [{ entry: 6, kind: 'cut', seat: 'A', text: cut }, { entry: 7, kind: 'pledged', seat: 'A', text: next }], cutting: ['B'], view: {} });
    line.hear({ table: 'table', entry: 8, entries: [{ entry: 8, kind: 'shuffled', text: SEAL, pledged: 'A' }], cutting: ['A'], game: 2, link: LINK, view: {} });
    assert.equal(hash(last(line, 'cut').cut), next, 'the pledge for the next shuffle comes with the cut');
    assert.equal(line.sent.filter((message) => message.do === 'pledge').length, 1);
    assert.ok(session.table.live);
});

test('a decision is signed with all that came before it', () => {
    const { session, line } = seated({ secret: SECRET });
    line.hear({ table: 'table', entry: 4, entries: [said(4)], game: 3, link: LINK, view: { legal: ['hit'] } });
    session.do('decide', { choice: 'hit' });
    assert.ok(isSigned(last(line, 'decide').sign, 'pairs decide table 3', LINK, 'A hit'));
    line.hear({ table: 'table', entry: 5, entries: [said(5)], view: {} });
    session.do('decide', { choice: 'hit' });
    assert.ok(!('sign' in last(line, 'decide')), 'where there is no chain nothing is signed');
});

test('a decision is about what is shown, though news has come whose view is still on its way', () => {
    const { session, line } = seated({ secret: SECRET });
    line.hear({ table: 'table', entry: 4, entries: [said(4)], game: 3, link: LINK, view: { legal: ['hit'] } });
    line.hear({ table: 'table', entry: 5, entries: [said(5)] });
    session.do('decide', { choice: 'hit' });
    assert.equal(last(line, 'decide').after, 4);
    assert.ok(isSigned(last(line, 'decide').sign, 'pairs decide table 3', LINK, 'A hit'));
});

test('one cuts once a shuffle, also when the news of it comes in two messages', () => {
    const { line } = seated({ secret: SECRET });
    line.hear(shuffled(4, last(line, 'pledge').seal));
    const { cut } = last(line, 'cut');
    line.hear({ table: 'table', entry: 6, entries: [{ entry: 6, kind: 'cut', seat: 'A', text: cut }] });
    line.hear({ table: 'table', entry: 7, entries: [said(7)], view: {} });
    assert.equal(line.sent.filter((message) => message.do === 'cut').length, 1);
});

test('where the cards came without the cut something new is pledged, that has nothing to do with it', () => {
    const { line } = seated({ secret: SECRET });
    line.hear(shuffled(4, last(line, 'pledge').seal));
    const { cut, next } = last(line, 'cut');
    line.hear({ table: 'table', entry: 6, entries: [said(6)], view: {} });
    const { seal } = last(line, 'pledge');
    assert.ok(![cut, next, hash(cut)].includes(seal));
});

test('a log that was put back from a copy gets another cut: what was told once is never told again', () => {
    withStorage(() => {
        const cuts = [];
        const one = seated({ secret: SECRET });
        const { seal } = last(one.line, 'pledge');
        const log = shuffled(4, seal);
        one.line.hear(log);
        cuts.push(last(one.line, 'cut').cut);
        for (let again = 0; again < 3; again++) { /* the same log, to the same browser and to one that was opened anew */
            const { line, session } = again ? made({ secret: SECRET }) : one;
            session.enter('table').catch(() => {});
            line.state('open');
            line.sent.length = 0;
            line.hear({ ...log, n: undefined, entries: [said(1), said(2), said(3), ...log.entries], now: NOW });
            assert.equal(last(line, 'cut'), undefined, 'the old cut is not told');
            line.hear({ table: 'table', entry: 6, entries: [said(6)], view: {} });
            line.hear(shuffled(7, last(line, 'pledge').seal));
            cuts.push(last(line, 'cut').cut);
        }
        assert.equal(new Set(cuts).size, 4, 'each cut is new');
    });
});

test('after a reload one cuts with what was pledged before', () => {
    withStorage((kept) => {
        const one = seated({ secret: SECRET });
        const { seal } = last(one.line, 'pledge');
        const two = made({ secret: SECRET });
        two.session.enter('table').catch(() => {});
        two.line.state('open');
        two.line.hear({ ...shuffled(1, seal), n: last(two.line, 'enter').n, done: true, now: NOW });
        assert.equal(hash(last(two.line, 'cut').cut), seal);
        for (let i = 0; i < 200; i++)
            seated({ secret: SECRET });
        assert.ok(kept.get('pairs.cuts').length < 64 * 140, 'what nobody asks for is forgotten');
    });
});

test('whoever watches neither pledges nor cuts, and no secret is sent', () => {
    const { session, line } = made({ secret: SECRET });
    session.enter('table').catch(() => {});
    line.state('open');
    line.hear({ n: last(line, 'enter').n, done: true, table: 'table', you: null, entry: 1, entries: [said(1)], now: { ...NOW, you: null }, cutting: ['A'], view: {} });
    assert.deepEqual(line.sent.map((message) => message.do), ['hello', 'enter']);
    assert.ok(!JSON.stringify(line.sent).includes(SECRET));
});

test('who is taken to be at no table comes back by itself, and what was asked then is asked again, once', async () => {
    const { session, line } = seated();
    const decided = session.do('decide', { choice: 'hit' });
    const { n } = last(line, 'decide');
    line.sent.length = 0;
    line.hear({ n, done: false, refused: 'Enter a table first.', outside: true });
    assert.deepEqual(line.sent.map((message) => message.do), ['hello', 'enter', 'decide']);
    assert.equal(last(line, 'enter').since, 3);
    assert.equal(last(line, 'decide').n, n, 'it is the same decision');
    assert.ok(!session.table.live, 'what is shown looks old meanwhile');
    line.hear({ n: last(line, 'enter').n, done: true, table: 'table', you: 'A', entry: 3, entries: [], now: NOW, view: { legal: [] } });
    assert.ok(session.table.live);
    line.hear({ n, done: false, refused: 'Enter a table first.', outside: true });
    await assert.rejects(decided, { message: 'Enter a table first.' });
});

test('two commands that are refused for the same reason lead back once', () => {
    const { session, line } = seated();
    session.do('words').catch(() => {});
    session.do('explain').catch(() => {});
    const numbers = line.sent.slice(-2).map(({ n }) => n);
    line.sent.length = 0;
    numbers.forEach((n) => line.hear({ n, done: false, refused: 'Enter a table first.', outside: true }));
    assert.deepEqual(line.sent.map((message) => message.do), ['hello', 'enter', 'words', 'explain']);
});

test('who asks whether anybody is there hears where the house takes one to be, and comes back if that is elsewhere', () => {
    const { session, line } = seated();
    line.hear({ n: last(line, 'hello').n, done: true, version: 1 });
    session.pulse(performance.now(), true);
    line.hear({ n: last(line, 'hello').n, done: true, version: 1, table: 'table' });
    assert.equal(line.sent.filter((message) => message.do === 'enter').length, 1, 'all is well');
    assert.ok(session.table.live);
    session.pulse(performance.now(), true);
    line.hear({ n: last(line, 'hello').n, done: true, version: 1 });
    assert.equal(line.sent.filter((message) => message.do === 'enter').length, 2);
    assert.ok(!session.table.live);
});

test('a chair that is not one\'s own any more though nothing happened to it is asked for again; one that was lost is not', () => {
    for (const [entries, enters] of [[[said(4)], 2], [[{ entry: 4, kind: 'kicked', seat: 'A', other: 'B' }], 1], [[{ entry: 4, kind: 'left', seat: 'A' }], 1]]) {
        const { session, line } = seated();
        line.hear({ table: 'table', entry: 4, entries, now: { ...NOW, you: null }, view: { legal: [] } });
        assert.equal(line.sent.filter((message) => message.do === 'enter').length, enters, entries[0].kind);
        assert.equal(session.table.live, enters === 1);
        if (enters === 1)
            continue;
        line.hear({ n: last(line, 'enter').n, done: true, table: 'table', you: null, entry: 4, entries: [], now: { ...NOW, you: null }, view: { legal: [] } });
        assert.equal(line.sent.filter((message) => message.do === 'enter').length, enters, 'it is not asked for again and again');
        assert.ok(session.table.live, 'one watches');
    }
});

test('somebody else is told the table anew', () => {
    const { session, line } = seated();
    session.become('c'.repeat(64));
    assert.equal(last(line, 'hello').token, 'c'.repeat(64));
    assert.equal(last(line, 'enter').since, 0);
    assert.equal(session.table.you, null);
});

test('words that were removed are gone from the table that is shown', () => {
    const { session, line } = seated();
    let changes = 0;
    session.on('change', () => changes++);
    line.hear({ table: 'another', struck: 2 });
    assert.equal(session.table.entries[1].text, 'line 2');
    line.hear({ table: 'table', struck: 2 });
    assert.equal(changes, 1);
    assert.deepEqual(session.table.entries.map(({ entry, text, struck }) => [entry, text, struck]),
        [[1, 'line 1', undefined], [2, undefined, true], [3, 'line 3', undefined]]);
});

test('a code goes with the token, and the table is told again as it is for whoever one is then', async () => {
    const { session, line, words } = seated();
    const used = session.useCode('ABCDE-FGHJK-MNPQR-STVWX');
    const { n, token, code } = last(line, 'hello');
    assert.deepEqual([token, code], ['a'.repeat(64), 'ABCDE-FGHJK-MNPQR-STVWX']);
    line.hear({ n, done: true });
    await used;
    assert.equal(words().at(-1), 'enter');
    assert.equal(last(line, 'enter').since, 0);
});

test('a sentence of those who run the server is told', () => {
    const { session, line } = seated();
    const told = [];
    session.on('notice', (words) => told.push(words));
    line.hear({ notice: 'This server stops soon.' });
    assert.deepEqual(told, ['This server stops soon.']);
});
