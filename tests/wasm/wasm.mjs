// The house inside a page: whole games of every name are played in WebAssembly with the messages of docs/server.md,
// and the same house built for this machine says the same, byte for byte.
// Usage: wasm.mjs PAGE NATIVE PAIRS
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openProgram } from '../../web/src/wasm.js';

const [folder, native, pairs] = process.argv.slice(2);
const wasm = readdirSync(folder).find((name) => name.endsWith('.wasm'));
const module = new WebAssembly.Module(readFileSync(join(folder, wasm)));
const games = JSON.parse(execFileSync(pairs, ['list', '--json']));

/** A stream of bytes that is the same everywhere, see wasmhost.c. */
function chance() {
    let state = 1;
    return (bytes) => {
        for (let i = 0; i < bytes.length; i++) {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            bytes[i] = state >>> 24;
        }
    };
}

/** A page without a browser: each call is written down, with what came out. */
async function openPage() {
    const program = await openProgram(module, chance());
    const page = { calls: [], told: [], kept: [], now: 1.7e12, number: 1 };
    const call = (word, ...rest) => {
        page.calls.push(`${word} ${rest.join(' ')}\n`);
        const answer = program[word](...rest);
        if (typeof answer === 'string') {
            page.told.push(`${answer}\n`);
        }
        return answer;
    };
    page.learn = (game, path) => {
        page.calls.push(`net 0 ${game} ${path}\n`);
        assert(program.net(game, readFileSync(path)));
    };
    page.come = () => call('come', '');
    page.listen = (visitor) => {
        const messages = [];
        for (let m = call('next', visitor); m !== null; m = call('next', visitor)) {
            messages.push(JSON.parse(m));
        }
        return messages;
    };
    page.settle = () => {
        const keep = call('keep', '');
        if (keep !== null) {
            page.kept.push(...keep.trimEnd().split('\n').map((line) => JSON.parse(line)));
        }
        call('kept', '');
    };
    page.pass = () => {
        page.now += 10;
        page.calls.push(`time 0 ${page.now}\n`);
        program.time(page.now);
    };
    page.does = (visitor, word, keys) => {
        page.pass();
        assert(call('hear', visitor, JSON.stringify({ do: word, n: page.number++, ...keys })));
        page.settle();
    };
    page.think = () => {
        const thought = program.thought();
        if (thought) {
            page.calls.push('think 0\n');
            program.decide(thought, program.think(thought));
            page.settle();
        }
        return thought;
    };
    return page;
}

/** Somebody at the page, who knows what they were told. */
function person(page, token, language) {
    const p = { visitor: page.come(), view: null, now: null, answer: null, entries: [] };
    p.listen = () => {
        for (const m of page.listen(p.visitor)) {
            p.answer = m.n ? m : p.answer;
            p.now = m.now ?? p.now;
            p.view = m.view ?? p.view;
            p.entries.push(...(m.entries ?? []));
        }
    };
    p.does = (word, keys) => {
        page.does(p.visitor, word, keys);
        p.listen();
        assert.equal(p.answer.done, true, p.answer.refused);
        return p.answer;
    };
    p.does('hello', { version: 1, token: token.repeat(64), language });
    return p;
}

/** Two people and bots play a game to its end. */
function play(page, { name, players }, ann, bob) {
    const most = players.find((n) => n >= 3) ?? 2;
    const chairs = ['you', 'open', '2', 'hint', '1', '3', 'random', 'hint'].slice(0, most);
    const { table } = ann.does('create', { game: name, name: 'Ann', chairs });
    ann.listen();
    bob.does('enter', { table, invitation: ann.now.invitation });
    bob.does('sit', { name: 'Bob' });
    ann.does('begin');
    let moves = 0;
    for (; ann.now.stage !== 'over'; moves++) {
        assert(moves < 100000, `${name} does not end`);
        while (page.think()) {
            // every bot that is asked decides
        }
        ann.listen();
        bob.listen();
        const one = [ann, bob].find((p) => p.view?.legal.length);
        if (one) {
            one.does('decide', { choice: one.view.legal[moves % one.view.legal.length] });
        }
    }
    ann.does('exit');
    bob.does('exit');
    return table;
}

const page = await openPage();
for (const name of readdirSync(folder).filter((each) => each.endsWith('.net')))
    page.learn(name.replace(/-[0-9A-Z]{8}\.net$/, ''), join(folder, name));
page.pass();
const ann = person(page, 'a', 'en');
const bob = person(page, 'b', 'de');
for (const game of games) {
    const before = page.kept.length;
    const table = play(page, game, ann, bob);
    const kept = page.kept.slice(before);
    const records = kept.filter((k) => k.keep === 'game');
    assert.equal(records.length, 1, `one record of ${game.name} is kept`);
    assert.equal(records[0].table, table);
    execFileSync(pairs, ['replay', '-'], { input: records[0].record });
    kept.filter((k) => k.keep === 'entry').forEach((k, i) => assert.equal(k.number, i + 1));
}
const same = execFileSync(native, [], { input: page.calls.join(''), maxBuffer: 1 << 30 }).toString();
assert.equal(same.length, page.told.join('').length);
assert(same === page.told.join(''), 'the house of a page says what the same house says on this machine');
assert(ann.entries.some((e) => e.events?.some((v) => v.text === 'The game is over.')));
assert(bob.entries.some((e) => e.events?.some((v) => v.text === 'Das Spiel ist aus.')));
process.stdout.write(`${games.length} games in a page, ${same.length} bytes\n`);
