/** Figures: what the page weighs, how long one waits for a card, and what a turn costs. */
import assert from 'node:assert/strict';
import { SWIFT } from './house.mjs';
import { playWith } from './hand.mjs';

const BEFORE_CARD = 150000;
const IN_ALL = 370000; /* type, faces, covers and rulings among it */

/** 1.6 Mbit/s each way and 150 ms there and back. */
const SLOW = { offline: false, downloadThroughput: 200000, uploadThroughput: 200000, latency: 150 };

/** What bots play a game by, which comes once somebody plays it; its own bound is in tests/web/page.py. */
const isNet = (url) => url.endsWith('.net');

/** Counts bytes over the wire of a page, with headers and what comes over its socket. */
async function scales(page) {
    const line = await page.context().newCDPSession(page);
    const weighed = { bytes: 0, parts: [] };
    const names = new Map();
    await line.send('Network.enable');
    line.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, response.url));
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (isNet(names.get(requestId) ?? ''))
            return;
        weighed.bytes += encodedDataLength;
        weighed.parts.push(`${(names.get(requestId) ?? '').replace(/.*\//, '') || '/'} ${encodedDataLength}`);
    });
    line.on('Network.webSocketFrameReceived', ({ response }) => { weighed.bytes += Buffer.byteLength(response.payloadData); });
    return { line, weighed };
}

/** What the page needs until there is a card, and after it what it keeps to play without a network. */
async function weight(house) {
    const page = await house.browser.page({ settings: null });
    const { weighed } = await scales(page);
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.locator('.felt [data-rank]').first().waitFor();
    const first = weighed.bytes;
    const kept = await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        const cache = await caches.open((await caches.keys())[0]);
        return (await cache.keys()).map(({ url }) => url);
    });
    const seen = new Set(weighed.parts.map((part) => part.split(' ')[0]));
    const later = await Promise.all(kept.filter((url) => !isNet(url) && !seen.has(url.replace(/.*\//, '') || '/')).map(wireSize));
    const all = weighed.bytes + later.reduce((sum, size) => sum + size, 0);
    house.say(`${first} bytes over the wire before the first card (at most ${BEFORE_CARD}), ${all} in all with what is kept (at most ${IN_ALL})`);
    assert(first <= BEFORE_CARD, `${first} bytes before the first card:\n${weighed.parts.join('\n')}`);
    assert(all <= IN_ALL, `${all} bytes in all`);
}

/** As a browser gets it: packed. */
async function wireSize(url) {
    const { get } = await import('node:http');
    return new Promise((resolve, reject) => {
        get(url, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } }, (answer) => {
            let bytes = 0;
            answer.on('data', (part) => { bytes += part.length; });
            answer.on('end', () => resolve(bytes));
        }).on('error', reject);
    });
}

async function clickToCard(house) {
    const page = await house.browser.page({ settings: null });
    const { line } = await scales(page);
    await line.send('Network.emulateNetworkConditions', SLOW);
    const begin = performance.now();
    await page.goto(house.server.url);
    const button = page.getByRole('button', { name: 'Play now' });
    await button.waitFor();
    const there = performance.now();
    await button.click();
    await page.locator('.felt [data-rank]').first().waitFor();
    house.say(`at 1.6 Mbit/s and 150 ms: ${Math.round(there - begin)} ms until there is something to click, `
        + `${Math.round(performance.now() - there)} ms from the click to the first card (meant: under 3000)`);
}

/** So much slower than this machine a phone is taken to be. */
const SLOWER = 4;

/** What is clicked, by the page itself, so that nothing of a robot is in the figures. */
async function clickAlone(clicks) {
    const yours = '.table:not(.stale):has(.prompt.yours)';
    const offers = `.settlement .choice, ${yours} .choices button:not([aria-disabled=true], .back), ${yours} .felt button.card:not([aria-hidden])`;
    const soon = () => new Promise((resolve) => setTimeout(resolve, 30));
    for (let i = 0, idle = 0; i < clicks && !/^The game is over/.test(document.querySelector('.prompt h2').textContent); idle++) {
        const all = document.querySelectorAll(offers);
        if (all.length) {
            all[i++ * 7 % all.length].click();
            idle = 0;
        }
        if (idle > 2000)
            throw new Error('nothing can be clicked');
        await soon();
    }
}

/** What the thread of the page has done, from its first frame on, in the order of time. */
function threadOf({ traceEvents }) {
    const { pid, tid } = traceEvents.find(({ name, ph }) => name === 'FireAnimationFrame' && ph === 'X');
    const mine = traceEvents.filter((event) => event.pid === pid && event.tid === tid && (event.ph !== 'X' || event.tdur !== undefined)).sort((a, b) => a.ts - b.ts);
    const inside = (outer, { ts }) => ts >= outer.ts && ts <= outer.ts + outer.dur;
    const cost = (events) => events.reduce((sum, { tdur }) => sum + tdur / 1000, 0);
    const named = (word) => mine.filter(({ name }) => name === word);
    const calls = named('FunctionCall').filter((call, i, all) => !all.some((other) => other !== call && inside(other, call) && other.dur > call.dur));
    const [heard, drawn, laid] = [named('WebSocketReceive'), named('FireAnimationFrame'), named('Layout')];
    return named('RunTask').map((task) => ({
        script: cost(calls.filter((call) => inside(task, call))),
        all: cost([task]),
        heard: heard.some((one) => inside(task, one)),
        drawn: drawn.some((one) => inside(task, one)),
        forced: laid.filter((one) => inside(task, one) && calls.some((call) => inside(call, one))).length,
    }));
}

/**
 * What turns and frames have cost, in milliseconds of the processor for this thread alone, so that it matters little what else the
 * machine does. Script is all that runs before style, layout and paint, with every layout that it forces. A turn is one message: all
 * of its task and all script of the frame that shows it, even if that shows several. A frame has all script since the one before;
 * `all` is with style, layout and paint. `forced` are the layouts that script has asked for: the frame makes another one.
 */
function costsOf(trace) {
    const [turns, frames] = [[], []];
    let forced = 0;
    let [messages, script] = [[], 0];
    for (const task of threadOf(trace)) {
        forced += task.forced;
        if (task.heard)
            messages.push(task.all);
        script += task.heard ? task.all : task.script;
        if (!task.drawn)
            continue;
        turns.push(...messages.map((message) => message + task.script));
        frames.push({ script, all: script - task.script + task.all });
        [messages, script] = [[], 0];
    }
    return { turns, frames, forced };
}

function spread(values) {
    const sorted = values.map((value) => value * SLOWER).sort((a, b) => a - b);
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(1);
    return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms`;
}

/** Octopus with six is played by so many clicks, and looked at meanwhile. */
async function costOfOctopus(house, wishes, clicks) {
    const page = await house.browser.page(wishes);
    await page.goto(house.server.url);
    await playWith(page, { title: 'Octopus' }, 6);
    await page.locator('.prompt .choice').first().waitFor();
    await page.mouse.move(0, 0);
    const browser = page.context().browser();
    await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
    await page.evaluate(clickAlone, clicks);
    const costs = costsOf(JSON.parse((await browser.stopTracing()).toString()));
    assert(costs.frames.length > 5, 'something was drawn');
    return costs;
}

/** From what is heard to what is painted: without pauses, where several messages come in one frame, and as most people play it. */
async function turnCost(house) {
    const swift = await costOfOctopus(house, { settings: SWIFT }, 30);
    const paced = await costOfOctopus(house, { settings: { ...SWIFT, speed: 'fast', motion: 'full' }, reducedMotion: 'no-preference' }, 2);
    assert.equal(swift.forced, 0, 'what is drawn is not measured');
    house.say(`Octopus with six, on a processor ${SLOWER} times slower: script from message to painted`);
    house.say(`a turn, of ${swift.turns.length}: ${spread(swift.turns)} (meant: at most 16.7)`);
    for (const [how, { frames }] of [['without pauses', swift], ['where cards fly', paced]])
        house.say(`a frame ${how}, of ${frames.length}: ${spread(frames.map(({ script }) => script))}; with style, layout and paint: ${spread(frames.map(({ all }) => all))}`);
}

export function tests() {
    return [
        { name: `the first card comes with at most ${BEFORE_CARD} bytes, and all that plays with at most ${IN_ALL}`, run: weight },
        { name: 'how long one waits for the first card on a slow line is printed', run: clickToCard },
        { name: 'what a turn of Octopus with six costs on a slow machine is printed', run: turnCost },
    ];
}
