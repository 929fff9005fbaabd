// Where everything lies on a table of the page (web/src/table/layout.js): for every name, the smallest, the usual and the largest
// number of players and five sizes of window, seated and watching. What the games hold is told by the program inside the page.
// Usage: tablelayout.mjs PAGE PAIRS
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { answeredAtTheTable } from '../../web/src/table/decisions.js';
import { heldAt, placesAt, solve, CAPTION, TALL } from '../../web/src/table/layout.js';
import { othersInTurn } from '../../web/src/table/places.js';
import { openProgram } from '../../web/src/wasm.js';

const [folder, pairs] = process.argv.slice(2);
const wasm = readdirSync(folder).find((name) => name.endsWith('.wasm'));
const program = await openProgram(new WebAssembly.Module(readFileSync(join(folder, wasm))));
const games = JSON.parse(execFileSync(pairs, ['list', '--json']));

const SIZES = [[320, 568], [360, 640], [820, 1180], [1440, 900], [2560, 1440]];
/** Of a hand of at most this many cards the height is promised. */
const FEW = 7;
/** No card that is more than counted is lower than this, on the smallest phone with the most players. */
const LOWEST = 16;
/** What a pixel's fraction may be off by. */
const SLACK = 0.5;

/* --- What the program tells --- */

const guest = program.come();
let numbers = 0;

/** All that a guest is told of what is done. */
function does(word, keys = {}) {
    const n = ++numbers;
    program.time(1.7e12 + n * 10);
    assert.ok(program.hear(guest, JSON.stringify({ do: word, n, ...keys })));
    program.keep();
    program.kept();
    const told = [];
    for (let message = program.next(guest); message !== null; message = program.next(guest))
        told.push(JSON.parse(message));
    const answer = told.find((message) => message.n === n);
    assert.ok(answer && !answer.refused, `${word}: ${answer?.refused}`);
    return { answer, told };
}

/** A table of so many with oneself, as it is after the first deal. */
function tableOf(game, players) {
    does('create', { game, name: 'Ann', chairs: ['you', ...Array(players - 1).fill('1')] });
    const { told } = does('begin');
    const { answer } = does('words');
    does('leave');
    return { words: answer, view: told.findLast((message) => message.view).view };
}

/* --- What is to hold --- */

function rectangle({ left, top, width, height }, around = { left: 0, top: 0 }) {
    return { left: around.left + left, top: around.top + top, right: around.left + left + width, bottom: around.top + top + height };
}

function within(inner, outer) {
    return inner.left >= outer.left - SLACK && inner.top >= outer.top - SLACK && inner.right <= outer.right + SLACK && inner.bottom <= outer.bottom + SLACK;
}

function apart(a, b) {
    return a.right <= b.left + SLACK || b.right <= a.left + SLACK || a.bottom <= b.top + SLACK || b.bottom <= a.top + SLACK;
}

/** Plate and zones of a box, with what stands under them, where they are on the felt. */
function partsOf(box) {
    const zones = Object.entries(box.zones).map(([name, one]) => [name, rectangle({ ...one, height: one.height + (one.caption ? CAPTION : 0) }, box)]);
    return box.plate ? [['plate', rectangle(box.plate, box)], ...zones] : zones;
}

/** All that is wrong with a layout, in words. */
function faultsOf(laid) {
    const faults = [];
    const felt = { left: 0, top: 0, right: laid.felt.width, bottom: laid.felt.height };
    const boxes = [...Object.entries(laid.seats), ['middle', laid.middle], ...(laid.own ? [['own', laid.own]] : [])];
    boxes.forEach(([name, box], i) => {
        const around = rectangle(box);
        if (!within(around, felt))
            faults.push(`${name} is not on the felt`);
        for (const [other, second] of boxes.slice(i + 1))
            if (!apart(around, rectangle(second)))
                faults.push(`${name} lies on ${other}`);
        const parts = partsOf(box);
        parts.forEach(([part, one], j) => {
            if (!within(one, around))
                faults.push(`${part} is not inside of ${name}`);
            for (const [next, two] of parts.slice(j + 1))
                if (!apart(one, two))
                    faults.push(`${part} lies on ${next} of ${name}`);
        });
    });
    return faults;
}

/** How high the cards of one's own hand have to be, in a window of this size. */
function leastHeight(width, height) {
    return width < 700 ? 96 : height >= 900 ? 150 : 0;
}

does('hello', { version: 1, token: 'a'.repeat(64), language: 'en' });

for (const game of games) {
    const counts = [...new Set([game.players.at(0), game.players_best, game.players.at(-1)])];
    for (const players of counts)
        test(`${game.name} with ${players}: nothing lies on anything else or outside, and one's own cards are large`, () => {
            const { words, view } = tableOf(game.name, players);
            const held = heldAt(words, view, placesAt(words, view));
            const looked = new Set([...held.theirs, ...held.middle].filter(({ as }) => as !== 'heap').map(({ place }) => place));
            for (const [width, height] of SIZES)
                for (const you of ['A', null]) {
                    const given = { width, height, letters: 1, seated: you !== null, others: othersInTurn(you, players), ...held };
                    const laid = solve(given);
                    const where = `${width}x${height}${you ? '' : ', watching'}`;
                    assert.deepEqual(faultsOf(laid), [], where);
                    assert.deepEqual(solve(structuredClone(given)), laid, `${where}: the same again`);
                    const cards = [...Object.values(laid.seats), laid.middle].flatMap(({ zones }) => Object.entries(zones))
                        .filter(([place]) => looked.has(place)).map(([, { card }]) => card * TALL);
                    assert.ok(Math.min(...cards) >= LOWEST, `${where}: a card is ${Math.min(...cards)} high`);
                    const [hand] = held.mine;
                    if (you && hand && hand.as === 'fan' && hand.most <= FEW)
                        assert.ok(laid.own.zones[hand.place].card * TALL >= leastHeight(width, height), `${where}: a hand is ${laid.own.zones[hand.place].card * TALL} high`);
                }
        });
    test(`${game.name}: where every question is answered at the table the cards have the room of the buttons`, () => {
        const { words, view } = tableOf(game.name, game.players_best);
        const held = heldAt(words, view, placesAt(words, view));
        const [bare, full] = [answeredAtTheTable(words.verbs), false].map((touched) => (width, height) => solve({
            width, height, letters: 1, touched, seated: true, others: othersInTurn('A', game.players_best), ...held,
        }));
        for (const [width, height] of [[390, 844], [1280, 800], [1440, 900]]) {
            const [one, other] = [bare, full].map((laid) => laid(width, height));
            assert.equal(one.felt.height > other.felt.height + 30, game.name === 'pendleton', `${width}x${height}`);
            assert.deepEqual(faultsOf(one), []);
        }
    });
    test(`${game.name} with ${game.players_best}: whoever teaches covers nothing`, () => {
        const { words, view } = tableOf(game.name, game.players_best);
        const held = heldAt(words, view, placesAt(words, view));
        for (const [width, height] of [...SIZES, [844, 390]])
            for (const taught of ['tips', 'lesson']) {
                const laid = solve({ width, height, letters: 1, taught, seated: true, others: othersInTurn('A', game.players_best), ...held });
                const [teacher, felt, ask] = [laid.teacher, laid.felt, laid.ask].map((box) => rectangle(box));
                const where = `${taught}, ${width}x${height}`;
                assert.ok(within(teacher, { left: 0, top: laid.bar, right: width, bottom: height }), where);
                assert.ok(apart(teacher, felt) && apart(teacher, ask) && apart(felt, ask), where);
                assert.deepEqual(faultsOf(laid), [], where);
            }
    });
}
