/** Figures: what the page weighs, how long one waits for a card, and what a turn costs. */
import assert from 'node:assert/strict';
import { SWIFT } from './house.mjs';
import { clickSomething } from './hand.mjs';
import { dice } from './robot.mjs';

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

/** From each message that brings news to the frame in which it is painted, without what the browser waits for. */
async function turnCost(house) {
    const page = await house.browser.page({ settings: SWIFT });
    await page.addInitScript(() => {
        window.turns = [];
        const Real = WebSocket;
        window.WebSocket = class extends Real {
            set onmessage(hear) {
                super.onmessage = (event) => measured(() => hear.call(this, event));
            }

            addEventListener(kind, hear, ...rest) {
                super.addEventListener(kind, kind === 'message' ? (event) => measured(() => hear.call(this, event)) : hear, ...rest);
            }
        };
        let script = 0;
        let told = false;
        function measured(work) {
            const begin = performance.now();
            work();
            script += performance.now() - begin;
            told = true;
        }
        const frame = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (draw) => frame((now) => {
            if (!told)
                return draw(now);
            measured(() => draw(now));
            window.turns.push(script);
            script = 0;
            told = false;
        });
    });
    const line = await page.context().newCDPSession(page);
    await page.goto(house.server.url);
    await page.getByRole('button', { name: 'Options of Octopus', exact: true }).click();
    await page.locator('dialog').getByRole('button', { name: '6', exact: true }).click();
    await page.locator('dialog').getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.felt [data-rank]').first().waitFor();
    await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(() => { window.turns = []; });
    const roll = dice('cost');
    for (let i = 0; i < 15 && await clickSomething(page, roll); i++);
    const turns = (await page.evaluate(() => window.turns)).sort((a, b) => a - b);
    assert(turns.length > 5, 'something was drawn');
    house.say(`Octopus with six, processor slowed 4 times: script from message to painted, of ${turns.length} messages: `
        + `median ${turns[turns.length >> 1].toFixed(1)} ms, 95 % ${turns[Math.floor(turns.length * 0.95)].toFixed(1)} ms, most ${turns.at(-1).toFixed(1)} ms (meant: at most 16.7)`);
}

export function tests() {
    return [
        { name: `the first card comes with at most ${BEFORE_CARD} bytes, and all that plays with at most ${IN_ALL}`, run: weight },
        { name: 'how long one waits for the first card on a slow line is printed', run: clickToCard },
        { name: 'what a turn of Octopus with six costs on a slow machine is printed', run: turnCost },
    ];
}
