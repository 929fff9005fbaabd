#!/usr/bin/env node
/**
 * A robot that looks. It plays all names at their smallest, usual and largest tables, and at each decision, result and end makes the
 * window of five sizes, one after the other, and measures what a person would see to be wrong (look/measure.js): all must be zero.
 *
 *     looks.mjs PAIRS [--games NAMES] [--sizes 320x568,...] [--tables smallest,usual,largest] [--decisions N] [--minutes N] [--pages N]
 *               [--language en|de] [--theme light|dark] [--pictures FOLDER] [--examples N] [--json FILE] [--times]
 *               [--letters TIMES]
 *
 * `--pages` looks with so many at once; `--decisions` are those looked at in each game; after `--minutes` it ends with what was found so
 * far. `--letters 2` looks as a reader who has letters twice as large. `--times` prints how long one waits, and nothing else.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import assert from 'node:assert/strict';
import { Browser, enlarge, Server, SWIFT } from './house.mjs';
import { Report } from './look/report.mjs';
import { waits } from './look/times.mjs';
import { Window } from './look/window.mjs';

export const SIZES = ['320x568', '360x640', '820x1180', '1440x900', '2560x1440'];
const TABLES = ['smallest', 'usual', 'largest'];
const DECISIONS = 200;
export const INSIDE = ['measure.js', 'contrast.js', 'play.js'].map((file) => new URL(`look/${file}`, import.meta.url).pathname);

/** As many players as each kind of table has, those that are the same once. */
export function tablesOf({ players }, kinds = TABLES) {
    const usual = players.reduce((best, count) => (Math.abs(count - 4) < Math.abs(best - 4) ? count : best));
    const count = { smallest: players[0], usual, largest: players.at(-1) };
    return [...new Set(kinds.map((kind) => count[kind]))];
}

/** Text that is too faint on what lies behind it in one theme. */
async function faint(page, window) {
    for (;;) {
        await page.evaluate(() => globalThis.player.still());
        await page.evaluate(() => globalThis.contrast.write());
        const picture = await window.picture('png');
        const faults = await page.evaluate((base64) => globalThis.contrast.read(base64), picture.toString('base64'));
        if (faults) /* nothing came meanwhile that moved what is there */
            return faults;
    }
}

/** The same in both themes. */
export async function contrast(page, window) {
    const faults = [];
    const wear = (theme) => page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
    const usual = await page.evaluate(() => document.documentElement.dataset.theme);
    for (const theme of ['light', 'dark']) {
        await wear(theme);
        faults.push(...await faint(page, window));
    }
    await wear(usual);
    return faults;
}

/** One page, at one table after the other, in windows of all sizes. */
class Looker {
    #page;
    #window;
    #report;
    #how;
    #sizes;

    constructor(page, window, report, how) {
        this.#page = page;
        this.#window = window;
        this.#report = report;
        this.#sizes = how.sizes;
        this.#how = how;
    }

    /** A whole game, or the decisions of it that are wanted. */
    async play(game, players) {
        const chairs = ['you', ...new Array(players - 1).fill('1')];
        await this.#page.evaluate((wishes) => globalThis.player.sit(wishes), { game: game.name, players, chairs });
        const before = {};
        const known = new Set();
        for (let decisions = 0; decisions < this.#how.decisions && !this.#how.late?.aborted;) {
            const now = await this.#page.evaluate(() => globalThis.player.next());
            for (const size of this.#sizes) {
                await this.#window.resize(...size.split('x').map(Number));
                const ends = size === this.#sizes[0] || size === this.#sizes.at(-1); /* colours are those of a phone and of a desk */
                await this.#look({ game: game.name, players, size }, now, before, ends && !known.has(now.moment));
            }
            known.add(now.moment);
            if (now.moment === 'end')
                return;
            this.#sizes = this.#sizes.toReversed(); /* what comes next is first seen in the window that there is */
            decisions += now.moment === 'decision' ? 1 : 0;
            await this.#page.evaluate((where) => globalThis.player.act(where), now.moment);
        }
    }

    /** Measures one moment in one window; `before` are the places at the last decision, by size. */
    async #look(table, now, before, isFirst) {
        const { size } = table;
        const { faults, places } = await this.#page.evaluate(([{ moment, you }, last]) => ({
            faults: moment === 'decision' ? globalThis.measure.decision(you, last) : globalThis.measure.rest(),
            places: globalThis.measure.places(),
        }), [now, before[size]?.hand === now.hand ? before[size].places : null]);
        if (now.moment === 'decision')
            before[size] = { hand: now.hand, places };
        const fresh = this.#report.add(table, now, isFirst ? [...faults, ...await contrast(this.#page, this.#window)] : faults);
        fresh.forEach(({ kind, what, more }) => console.error(`${kind}: ${what}; ${table.game} with ${table.players} at ${size}, ${now.moment}: ${more}`));
        if (!fresh.length || !this.#how.pictures)
            return;
        mkdirSync(this.#how.pictures, { recursive: true });
        const path = join(this.#how.pictures, `${size}-${table.game}-${table.players}-${now.entry}.png`);
        writeFileSync(path, await this.#window.picture('png'));
        fresh.forEach((example) => { example.picture = path; });
    }
}

async function lookAt(house, report, { game, players }, how) {
    const settings = { ...SWIFT, speed: 'fast', language: how.language, theme: how.theme, confirm: 'never' };
    const page = await house.browser.page({ settings });
    try {
        for (const path of INSIDE)
            await page.addInitScript({ path });
        await enlarge(page, how.letters);
        await page.goto(house.server.url);
        await page.waitForFunction(() => localStorage.getItem('pairs.token') && document.getElementById('page').childElementCount);
        await new Looker(page, await Window.of(page), report, how).play(game, players);
    } catch (error) {
        report.trouble({ game: game.name, players, size: how.sizes.join() }, error);
    } finally {
        await page.context().close();
    }
}

/**
 * Looks at these games, with several pages at once.
 * @param {{server: Server, browser: Browser}} house
 * @param {Array<Object>} games of /api/games
 * @param {Object} wishes as the words of the command
 * @param {function(string)} [tell] is told how far it is
 * @returns {Promise<Report>}
 */
export async function look(house, games, wishes, tell = () => {}) {
    const how = { sizes: SIZES, tables: TABLES, decisions: DECISIONS, pages: 1, language: 'en', theme: 'light', ...wishes };
    const report = new Report();
    const jobs = games.flatMap((game) => tablesOf(game, how.tables).map((players) => ({ game, players })));
    let begun = 0;
    const one = async () => {
        while (begun < jobs.length && !how.late?.aborted) {
            const job = jobs[begun++];
            tell(`${begun} of ${jobs.length}: ${job.game.name} with ${job.players}, ${report.decisions} decisions, ${report.faults} faults so far`);
            await lookAt(house, report, job, how);
        }
    };
    await Promise.all(Array.from({ length: how.pages }, one));
    return report;
}

function wishesOf(words) {
    const list = (text) => text?.split(',').filter(Boolean);
    const { values } = parseArgs({
        args: words,
        options: Object.fromEntries(['games', 'sizes', 'tables', 'decisions', 'minutes', 'pages', 'language', 'theme', 'pictures', 'examples', 'json', 'letters']
            .map((name) => [name, { type: 'string' }]).concat([['times', { type: 'boolean' }]])),
    });
    const given = {
        ...values, sizes: list(values.sizes), tables: list(values.tables), decisions: Number(values.decisions ?? DECISIONS), letters: Number(values.letters ?? 1),
        late: values.minutes && AbortSignal.timeout(Number(values.minutes) * 60000), pages: Number(values.pages ?? availableParallelism()),
    };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function main([program, ...words]) {
    const { games: names, examples, json, times, ...how } = wishesOf(words);
    const house = { server: await new Server(program).start(), browser: new Browser() };
    await house.browser.start();
    try {
        const games = await (await fetch(`${house.server.url}api/games`)).json();
        const wanted = names ? names.split(',') : games.map(({ name }) => name);
        if (times)
            return await waits(house, games.filter(({ name }) => !names || wanted.includes(name)));
        const report = await look(house, games.filter(({ name }) => wanted.includes(name)), how, process.stderr.isTTY ? (text) => process.stderr.write(`\r\x1b[K${text}`) : undefined);
        console.log(report.text(Number(examples ?? 8)));
        if (json)
            writeFileSync(json, JSON.stringify(report, null, 1));
        const complaints = [...new Set((await house.browser.clear()).map((complaint) => complaint.replace(/^\S+ /, '')))];
        complaints.forEach((complaint) => console.log(`the browser complains: ${complaint}`));
        return report.faults + complaints.length ? 1 : 0;
    } finally {
        await house.browser.end();
        await house.server.remove();
    }
}

/** Some names at each size, for `make test-browser`; a whole look takes long. */
async function glance(house, games, wishes) {
    const report = await look(house, games, { decisions: 8, ...wishes });
    house.say(`${report.decisions} decisions at ${report.tables} tables`);
    assert.equal(report.faults, 0, report.text(4));
}

/** @param {Array<Object>} games all that /api/games names */
export function tests(games) {
    const few = (part) => games.filter((_game, i) => i % SIZES.length === part);
    return SIZES.map((size, i) => ({ name: `the robot that looks finds nothing wrong on ${size}`, run: (house) => glance(house, few(i), { sizes: [size], tables: ['usual', 'largest'] }) }));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
    process.exit(await main(process.argv.slice(2)));
