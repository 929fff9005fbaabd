// How fast the program inside the page is, as a ratio to the same program on this machine: the same simulations, in turn,
// the best of several times. Random players measure the engine, others the search and networks. Then what a decision of
// each network takes in the page, and how many bytes the page fetches for it. Usage: wasm.mjs PAGE PAIRS
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openProgram } from '../web/src/wasm.js';

const [folder, pairs] = process.argv.slice(2);
const TIMES = 3;
const games = ['pairs', 'continuous', 'deadfall', 'octopus', 'kitty', 'medusa', 'goblin-poker'];
const kinds = { engine: 'random', search: 'search:200', net: 'net' };
const LEAST = 0.2; // seconds, so that the start of a process is little

const wasm = readdirSync(folder).find((name) => name.endsWith('.wasm'));
const program = await openProgram(new WebAssembly.Module(readFileSync(join(folder, wasm))));

const nets = {};
for (const name of readdirSync(folder).filter((each) => each.endsWith('.net')))
    nets[name.replace(/-[0-9A-Z]{8}\.net$/, '')] = readFileSync(join(folder, name));
for (const [game, bytes] of Object.entries(nets))
    program.net(game, bytes);

function seconds(act) {
    const begun = performance.now();
    act();
    return (performance.now() - begun) / 1000;
}

function inside(game, job) {
    const { blocks } = program.lab({ game, players: 0, options: {}, seed: '1', language: 'en', ...job });
    for (let block = 0; block < blocks; block++)
        program.labPlay(block);
}

function native(game, { bots, games: count }) {
    execFileSync(pairs, ['sim', game, '--bots', bots, '--games', String(count), '--seed', '1', '--threads', '1'], { stdio: 'pipe' });
}

/** What a process costs before it plays. */
function start() {
    return seconds(() => execFileSync(pairs, ['--version'], { stdio: 'pipe' }));
}

/** So many games that they take a while. */
function longEnough(game, bots) {
    const job = { bots, games: 1 };
    while (seconds(() => inside(game, job)) < LEAST)
        job.games *= 2;
    return job;
}

function ratio(game, bots) {
    const job = longEnough(game, bots);
    const best = { page: Infinity, here: Infinity, start: Infinity };
    for (let i = 0; i < TIMES; i++) {
        best.page = Math.min(best.page, seconds(() => inside(game, job)));
        best.here = Math.min(best.here, seconds(() => native(game, job)));
        best.start = Math.min(best.start, start());
    }
    return (best.here - best.start) / best.page;
}

process.stdout.write('the speed of the program inside a page, as a part of its speed on this machine\n');
for (const [kind, bots] of Object.entries(kinds)) {
    const found = games.map((game) => [game, ratio(game, bots)]);
    const mean = Math.exp(found.reduce((sum, [, r]) => sum + Math.log(r), 0) / found.length);
    process.stdout.write(`${kind}: ${mean.toFixed(2)} (${found.map(([game, r]) => `${game} ${r.toFixed(2)}`).join(', ')})\n`);
}

/** How many decisions a job has. */
function decisions(game, job) {
    const { blocks } = program.lab({ game, players: 0, options: {}, seed: '1', language: 'en', ...job });
    for (let block = 0; block < blocks; block++)
        program.labTake(block, program.labPlay(block).slice());
    const [found] = program.labFigures();
    return found.decisions * found.games;
}

/** Of the processor, which other work on the machine does not take from. */
function microseconds(game, bots) {
    const job = longEnough(game, bots);
    let best = Infinity;
    for (let i = 0; i < TIMES; i++) {
        const before = process.cpuUsage();
        inside(game, job);
        best = Math.min(best, process.cpuUsage(before).user);
    }
    return best / decisions(game, job);
}

process.stdout.write('what a decision of each network takes in the page, in microseconds more than one at random, and its bytes\n');
const found = Object.entries(nets).map(([game, bytes]) => ({ game, time: microseconds(game, 'net') - microseconds(game, 'random'), bytes: bytes.length }));
for (const { game, time, bytes } of found)
    process.stdout.write(`  ${game.padEnd(16)}${time.toFixed(1).padStart(8)}${String(bytes).padStart(9)}\n`);
process.stdout.write(`at most ${Math.max(...found.map(({ time }) => time)).toFixed(1)} microseconds and ${Math.max(...found.map(({ bytes }) => bytes))} bytes\n`);
