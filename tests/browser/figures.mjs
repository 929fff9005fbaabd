/** Figures: what the page weighs, how long one waits for a card, and what a turn costs. */
import assert from 'node:assert/strict';
import { SWIFT } from './house.mjs';

const BEFORE_CARD = 150000;
const IN_ALL = 250000;

/** 1.6 Mbit/s each way and 150 ms there and back. */
const SLOW = { offline: false, downloadThroughput: 200000, uploadThroughput: 200000, latency: 150 };

/** Counts bytes over the wire of a page, with headers and what comes over its socket. */
async function scales(page) {
    const line = await page.context().newCDPSession(page);
    const weighed = { bytes: 0, parts: [] };
    const names = new Map();
    await line.send('Network.enable');
    line.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, response.url));
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
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
    await page.locator('.gallery .card').first().waitFor();
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.locator('.felt [data-rank]').first().waitFor();
    const first = weighed.bytes;
    const kept = await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        const cache = await caches.open((await caches.keys())[0]);
        return (await cache.keys()).map(({ url }) => url);
    });
    const seen = new Set(weighed.parts.map((part) => part.split(' ')[0]));
    const later = await Promise.all(kept.filter((url) => !seen.has(url.replace(/.*\//, '') || '/')).map(wireSize));
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
    const offers = '.settlement .choice, .prompt.yours .choices button:not([aria-disabled=true], .back)';
    const soon = () => new Promise((resolve) => setTimeout(resolve, 30));
    for (let i = 0; i < clicks && !/^The game is over/.test(document.querySelector('.prompt h2').textContent);) {
        const all = document.querySelectorAll(offers);
        if (all.length)
            all[i++ * 7 % all.length].click();
        await soon();
    }
}

/**
 * What each frame in which something was drawn has cost, in milliseconds of the processor for this thread alone, so that it
 * matters little what else the machine does: `script` since the frame before, and `all` of the frame with style, layout and paint.
 */
function framesOf({ traceEvents }) {
    const first = traceEvents.find(({ name, ph }) => name === 'FireAnimationFrame' && ph === 'X');
    const mine = traceEvents.filter(({ ph, pid, tid, tdur }) => ph === 'X' && pid === first.pid && tid === first.tid && tdur !== undefined);
    const within = (outer, inner) => inner !== outer && inner.ts >= outer.ts && inner.ts + inner.dur <= outer.ts + outer.dur;
    const named = (...names) => mine.filter(({ name }) => names.includes(name)).sort((a, b) => a.ts - b.ts);
    const cost = (events) => events.reduce((sum, { tdur }) => sum + tdur / 1000, 0);
    const calls = named('FunctionCall').filter((call, i, all) => !all.some((other) => within(other, call)));
    const forced = named('Layout', 'UpdateLayoutTree').filter((one) => calls.some((call) => within(call, one)));
    const drawn = named('FireAnimationFrame');
    const frames = named('RunTask').filter((task) => drawn.some((one) => within(task, one)));
    return frames.map((frame, i) => {
        const since = ({ ts }) => ts > (frames[i - 1]?.ts ?? 0) + (frames[i - 1]?.dur ?? 0) && ts < frame.ts + frame.dur;
        return { script: cost(calls.filter(since)) - cost(forced.filter(since)), all: frame.tdur / 1000 };
    });
}

function spread(values) {
    const sorted = values.map((value) => value * SLOWER).sort((a, b) => a - b);
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(1);
    return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms`;
}

/** From what is heard to what is painted. */
async function turnCost(house) {
    const page = await house.browser.page({ settings: SWIFT });
    await page.goto(house.server.url);
    await page.getByRole('button', { name: 'Options of Octopus', exact: true }).click();
    await page.locator('dialog').getByRole('button', { name: '6', exact: true }).click();
    await page.locator('dialog').getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.prompt .choice').first().waitFor();
    const browser = page.context().browser();
    await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
    await page.evaluate(clickAlone, 30);
    const frames = framesOf(JSON.parse((await browser.stopTracing()).toString()));
    assert(frames.length > 5, 'something was drawn');
    house.say(`Octopus with six, on a processor ${SLOWER} times slower, ${frames.length} frames: script from message to painted: `
        + `${spread(frames.map(({ script }) => script))} (meant: at most 16.7); with style, layout and paint: ${spread(frames.map(({ all }) => all))}`);
}

export function tests() {
    return [
        { name: `the first card comes with at most ${BEFORE_CARD} bytes, and all that plays with at most ${IN_ALL}`, run: weight },
        { name: 'how long one waits for the first card on a slow line is printed', run: clickToCard },
        { name: 'what a turn of Octopus with six costs on a slow machine is printed', run: turnCost },
    ];
}
