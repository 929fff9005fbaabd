// What a page is answered by the program inside it is what the program on this machine says: simulations, analyses, how a
// game ended; every lesson can be followed; and a game goes on from any of its moments.
// Usage: ask.mjs PAGE PAIRS
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { answerer, learner } from '../../web/src/answer.js';
import { guestOf, nextTable } from '../../web/src/after/continue.js';
import { beginning, readHead } from '../../web/src/after/record.js';
import { giveTexts } from '../../web/src/house.js';
import { simulate } from '../../web/src/lab/run.js';
import { openProgram } from '../../web/src/wasm.js';

const [folder, pairs] = process.argv.slice(2);
const wasm = readdirSync(folder).find((name) => name.endsWith('.wasm'));
const module = new WebAssembly.Module(readFileSync(join(folder, wasm)));
const scratch = mkdtempSync(join(tmpdir(), 'pairs-ask-'));
after(() => rmSync(scratch, { recursive: true }));

function run(...words) {
    return execFileSync(pairs, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The network of a game, as the page has it. */
async function netOf(game) {
    return readFileSync(join(folder, readdirSync(folder).find((name) => name.startsWith(`${game}-`) && name.endsWith('.net'))));
}

async function open() {
    return answerer(await openProgram(module));
}

/** As a worker of the page has it. */
async function openWorker() {
    const program = await openProgram(module);
    const answer = answerer(program);
    const learn = learner(program, netOf);
    return async (what, argument) => {
        const found = answer(what, argument);
        await learn();
        return found;
    };
}

/** The record of a game between bots. */
function recordOf(game, seed) {
    const path = join(scratch, `${game}-${seed}.pairs`);
    run('sim', game, '--games', '1', '--seed', seed, '--bots', 'hint', '--record', path);
    return { path, record: readFileSync(path, 'utf8') };
}

async function simulated(workers, job) {
    const crew = await Promise.all(Array.from({ length: workers }, openWorker));
    const heard = [];
    let now = 0;
    const result = await simulate(crew, job, { figures: (each) => heard.push(each.done), stopped: () => false, now: () => (now += 1000) });
    return { result, heard, csv: await crew[0]('lab-csv') };
}

for (const workers of [1, 3])
    test(`the lab has the figures of pairs sim for the same seed, with ${workers} at work`, async () => {
        const { csv, heard } = await simulated(workers, {
            game: 'octopus', players: 4, bots: 'hint,random', games: 300, seed: '18446744073709551615', language: 'en', options: { 'last-hand': 'on,off' },
        });
        assert.equal(csv, run('sim', 'octopus', '-n', '4', '--bots', 'hint,random', '--games', '300', '--seed', '18446744073709551615',
            '-o', 'last-hand=on,off', '--csv', '-'));
        assert.equal(heard.at(-1), 600);
        assert.ok(heard.length > 2, 'figures come while it runs');
    });

test('the objects of the lab are those of pairs sim', async () => {
    const { result } = await simulated(2, { game: 'pairs', players: 0, bots: '3', games: 20, seed: '7', language: 'en', options: {} });
    const lines = run('sim', 'pairs', '--bots', '3', '--games', '20', '--seed', '7', '--jsonl', '-').trimEnd().split('\n');
    assert.deepEqual(result.points, lines.map((line) => JSON.parse(line)));
});

test('a lab that cannot be says why', async () => {
    const ask = await open();
    const job = { game: 'pairs', players: 99, bots: 'hint', games: 10, seed: '1', language: 'de', options: {} };
    assert.throws(() => ask('lab', job), /erwartet/);
    assert.throws(() => ask('lab', { ...job, players: 3, bots: 'nobody' }), /nobody/);
});

test('an analysis is that of pairs analyse', async () => {
    const { path, record } = recordOf('pairs', 3);
    const heard = [];
    const program = answerer(await openProgram(module, undefined, (part) => heard.push(part)));
    const found = program('analysis', { record, iterations: 20, language: 'en' });
    const { variance, ...expected } = JSON.parse(run('analyse', path, '--iterations', '20', '--json'));
    delete found.variance;
    assert.deepEqual(found, expected);
    assert.equal(heard.at(-1), 1);
});

test('how a game ended is what pairs replay says', async () => {
    const ask = await open();
    for (const game of ['pairs', 'octopus', 'medusa', 'kitty']) {
        const { path, record } = recordOf(game, 5);
        const { players, over, scores, winners, losers } = JSON.parse(run('replay', path, '--json'));
        const { low, chips, ...end } = ask('end', { record, language: 'en' });
        assert.deepEqual(end, { players, over, scores, winners, losers });
    }
});

test('decisions with a card are told in German', async () => {
    const { moments } = (await open())('replay', { record: recordOf('octopus', 5).record, looks: 'open', language: 'de' });
    const offers = Object.assign({}, ...moments.map((moment) => moment.offers));
    const cards = Object.keys(offers).filter((choice) => choice.startsWith('play '));
    assert.ok(cards.length > 0);
    for (const choice of cards)
        assert.equal(offers[choice], `${choice.slice(5)} spielen`);
});

test('a record that is wrong is refused with its line', async () => {
    const ask = await open();
    assert.throws(() => ask('end', { record: 'pairs 1\ngame pairs\nplayers 2\nA dance\n', language: 'en' }), { line: 4 });
});

/** One who has the texts of a language, as a page loads them. */
async function openReader(language) {
    const program = await openProgram(module);
    const texts = readdirSync(folder).find((name) => name.startsWith(`texts-${language}-`) && name.endsWith('.json'));
    giveTexts(program, JSON.parse(readFileSync(join(folder, texts), 'utf8')));
    return answerer(program);
}

for (const language of ['en', 'de'])
    test(`every lesson can be followed, and rules read (${language})`, async () => {
        const ask = await openReader(language);
        const games = ask('games', { language }).filter((game) => game.name === game.game);
        assert.ok(games.length >= 23);
        for (const { name } of games) {
            const { moments } = ask('lesson', { name, language });
            assert.ok(moments[0].says && moments.some((moment) => moment.wants && moment.answer), name);
            assert.ok(ask('game', { name, language }).rules.length > 3, name);
        }
        const word = { en: /You have/, de: /Du hast/ }[language];
        assert.match(JSON.stringify(ask('lesson', { name: 'pairs', language })), word);
    });

/** Enters a table and answers the view that it is shown there. */
function enter(program, token, table) {
    const visitor = program.come();
    program.hear(visitor, JSON.stringify({ do: 'hello', n: 1, version: 1, token, language: 'en' }));
    program.hear(visitor, JSON.stringify({ do: 'enter', n: 2, table, since: 0 }));
    program.keep();
    program.kept();
    const heard = [];
    for (let m = program.next(visitor); m !== null; m = program.next(visitor))
        heard.push(JSON.parse(m));
    return heard.findLast((message) => message.view);
}

test('a game goes on from any of its moments, on a seat of one’s own among bots', async () => {
    const ask = await open();
    const token = 'ab'.repeat(32);
    for (const game of ['pairs', 'deadfall', 'octopus']) {
        const { record } = recordOf(game, 2);
        const { steps } = readHead(record);
        const whole = ask('replay', { record, looks: 'B', language: 'en' }).moments;
        const decides = (from) => whole.findIndex(({ view }, i) => i >= from && view.to_act.length > 0);
        for (const at of [decides(0), decides(Math.floor(steps / 2)), decides(Math.floor(steps * 0.8))]) {
            const begun = beginning(record, at);
            const program = await openProgram(module);
            const { head, lines } = nextTable(ask('continue', {
                record: begun, seat: 'B', level: '3', person: 'Ann', guest: guestOf(token), now: 1.7e12, language: 'en',
            }), 1.7e12);
            program.time(1.7e12);
            assert.ok(program.recall([JSON.stringify(head), ...lines, ''].join('\n')));
            const { view, now } = enter(program, token, head.id);
            assert.equal(now.you, 'B');
            assert.deepEqual(now.chairs.map(({ kind }) => kind), now.chairs.map(({ seat }) => (seat === 'B' ? 'person' : 'bot')));
            assert.deepEqual(view, whole[at].view);
        }
    }
});
