/** What every test needs: a server of its own, one browser for all, and pages that may not complain. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

/** Milliseconds after which something that should happen is held not to: a net, never a condition. */
export const PATIENCE = 120000;

/**
 * Asks again and again until there is an answer, which it returns; also of a tab that is not drawn, where waitForFunction hears nothing.
 * @param {string|function(): string} what has not come, if it does not
 * @param {function(): *} ask
 */
export async function until(what, ask) {
    for (const end = Date.now() + PATIENCE;;) {
        const answer = await ask();
        if (answer)
            return answer;
        if (Date.now() > end)
            assert.fail(typeof what === 'function' ? what() : what);
        await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
}

/** Until all that was pressed or clicked before is drawn: the page draws in the next frame. */
export function drawn(page) {
    return page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
}

/** Opens an address anew: where only what stands behind the `#` is another one, the old page stays until the new one has come. */
export async function follow(page, address) {
    await page.goto('about:blank');
    await page.goto(address);
}

/** `pairs serve` on a port of its own, with what it keeps in a folder that goes with it. */
export class Server {
    #program;
    #folder = mkdtempSync(join(tmpdir(), 'pairs-browser-'));
    #process = null;
    port = 0;

    constructor(program) {
        this.#program = program;
    }

    get url() {
        return `http://127.0.0.1:${this.port}/`;
    }

    /** Again after `kill`: at the same address, with the same tables. */
    async start() {
        this.#process = spawn(this.#program, ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', join(this.#folder, 'tables.db')],
            { stdio: ['ignore', 'pipe', 'ignore'] });
        for await (const line of createInterface({ input: this.#process.stdout })) {
            const there = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line);
            if (there) {
                this.port = Number(there[1]);
                return this;
            }
        }
        throw new Error('pairs serve ended before it said where it listens');
    }

    async end(signal = 'SIGTERM') {
        const ended = this.#process;
        this.#process = null;
        if (!ended)
            return;
        const gone = once(ended, 'exit');
        ended.kill(signal);
        await gone;
    }

    async remove() {
        await this.end();
        rmSync(this.#folder, { recursive: true, force: true });
    }
}

/** What a person may have chosen before: nothing is waited for but the house. */
export const SWIFT = { speed: 'off', motion: 'none', language: 'en' };

/** Letters so many times as large as usual, as a reader sets them in the browser. */
export async function enlarge(page, times = 1) {
    if (times !== 1)
        await (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } });
}

/** One browser; each test has contexts of its own in it. */
export class Browser {
    #browser = null;
    #contexts = [];
    #complaints = [];

    async start() {
        this.#browser = await chromium.launch({
            executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'], timeout: PATIENCE,
        });
    }

    end() {
        return this.#browser.close();
    }

    /**
     * A page as a new visitor opens it.
     * @param {Object} wishes `settings` as web/src/settings.js keeps them, `mayComplain` where what is fetched cannot come, and
     *     what playwright's newContext takes
     */
    async page({ settings = SWIFT, mayComplain = false, ...wishes } = {}) {
        const context = await this.#browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...wishes });
        context.setDefaultTimeout(PATIENCE);
        this.#contexts.push(context);
        if (settings)
            await context.addInitScript((values) => {
                if (location.protocol === 'http:' && !localStorage.getItem('pairs.settings'))
                    localStorage.setItem('pairs.settings', values);
            }, JSON.stringify(settings));
        const page = await context.newPage();
        page.on('pageerror', (error) => this.#complaints.push(`${page.url()}: ${error.stack}`));
        page.on('console', (message) => {
            /* What a lost server or a wrong address costs is said by the browser itself, not by the page. */
            if (['error', 'warning'].includes(message.type()) && !(mayComplain && /ERR_|WebSocket|status of 404/.test(message.text())))
                this.#complaints.push(`${page.url()}: ${message.text()}`);
        });
        return page;
    }

    /** Ends what a test has opened; what its pages complained about. */
    async clear() {
        await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
        return this.#complaints.splice(0);
    }
}
