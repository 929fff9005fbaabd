/**
 * Somebody who thinks: a page is left alone at one's own turn, for half a minute or ten, and the next click counts all the same. Its
 * clock is moved, step by step, so that all happens that would; once it is really waited.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawn, until } from './house.mjs';
import { makeTable, yourTurn } from './hand.mjs';
import { Way } from './way.mjs';

const TIMES = [30, 90, 600];
/** Seconds that are waited for in earnest: longer than the page is silent (25), and than the server waits for somebody silent (40). */
const EARNEST = 45;
/** Milliseconds by which the clock is moved at once: the pulse of the page. */
const STEP = 3000;
/** Seconds until a page has noticed that a line is dead and has made another. */
const NOTICED = 20;

const CHOICE = '.table:not(.stale) .prompt.yours .choices button.choice:not([aria-disabled=true])';
const ONWARD = '.settlement .choice, .prompt:not(.yours) .choices button:text-is("Play again")';

/** The clock of a worker, where playwright has none: it is moved by what the page says on a channel, and then all happens that is due. */
const WORKERS_CLOCK = `{
    const { now } = Date, { setTimeout, clearTimeout } = globalThis, waiting = new Map();
    let ahead = 0;
    Date.now = () => now() + ahead;
    globalThis.setTimeout = (deed, wait = 0) => {
        const id = setTimeout(() => { waiting.delete(id); deed(); }, wait);
        waiting.set(id, { deed, at: Date.now() + wait });
        return id;
    };
    globalThis.clearTimeout = (id) => { waiting.delete(id); clearTimeout(id); };
    new BroadcastChannel('clock').onmessage = ({ data }) => {
        ahead += data;
        for (const [id, { deed, at }] of [...waiting])
            if (at <= Date.now()) {
                globalThis.clearTimeout(id);
                deed();
            }
    };
}`;

/** A page whose clock can be moved, and that of its workers: no service worker may bring what is not looked at here. */
async function clocked(house) {
    const page = await house.browser.page({ mayComplain: true });
    const context = page.context();
    await context.addInitScript(() => {
        if (navigator.serviceWorker)
            navigator.serviceWorker.register = () => Promise.reject(new Error('not here'));
    });
    await context.route('**/worker*.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: WORKERS_CLOCK + await response.text() });
    });
    await page.clock.install();
    return page;
}

/** So many seconds pass in a page, and all that it asks for meanwhile is answered. */
async function pass(page, seconds) {
    for (let left = seconds * 1000; left > 0; left -= STEP) {
        await page.clock.runFor(Math.min(STEP, left));
        await page.evaluate((step) => new BroadcastChannel('clock').postMessage(step), Math.min(STEP, left));
        await sleep(15);
    }
}

/** What is asked and what lies on the table. */
function shown(page) {
    return page.evaluate(() => JSON.stringify([document.querySelector('.prompt h2')?.textContent, cards()]
        .concat([...document.querySelectorAll('.seat .score')].map((score) => score.textContent))));
}

/** The same without what is only for one of those who look. */
function lying(page) {
    return page.evaluate(() => JSON.stringify(cards()));
}

/** What the page is asked by `shown` and `lying`. */
function cards() {
    return [...document.querySelectorAll('.felt [data-spot]')].map((zone) => [zone.dataset.spot, [...zone.querySelectorAll('[data-rank]')].map((card) => card.dataset.rank)])
        .sort(([one], [other]) => (one < other ? -1 : 1));
}

function isSeated(page) {
    return page.locator(CHOICE).first().isVisible();
}

/** Clicks once, and that is the decision. */
async function clickCounts(page, meanwhile = () => {}) {
    const before = await shown(page);
    await page.locator(CHOICE).first().click();
    await until(`a click is of no use: ${before}`, async () => {
        await meanwhile();
        return await shown(page) !== before;
    });
    await isWell(page);
}

async function isWell(page) {
    assert.deepEqual(await page.locator('.trouble').allTextContents(), []);
    assert(!/Enter a table first/.test(await page.locator('main').textContent()), 'the page is at no table');
}

/* --- Tables --- */

/** With a long game: nobody is to have lost while somebody else thinks. */
const LONG = { game: 'pairs', options: { target: 47 } };

async function visit(page, url) {
    await page.addInitScript(`globalThis.cards = ${cards}`);
    await page.goto(url);
    await page.getByRole('button', { name: 'Play now' }).waitFor();
    return page;
}

async function goTo(page, url, { table, invitation }) {
    await page.goto(`${url}#${table}/${invitation}`);
}

/** @typedef {Object} Company those at a table: the `thinker`, whose clock is moved, and who `watches` it besides, or null
 *  @property {function(): Promise} turn until the thinker is asked, or what the thinker watches waits for somebody
 *  @property {function(): Promise} act somebody decides; what it changes has to be seen
 */

async function alone(house, url) {
    const thinker = await visit(await clocked(house), url);
    const { table } = await makeTable(thinker, { ...LONG, players: 3, chairs: ['you', '3', '3'] });
    await thinker.goto(`${url}#${table}`);
    await thinker.getByRole('button', { name: 'Begin' }).click();
    return { thinker, others: [], turn: () => yourTurn(thinker), act: (meanwhile) => clickCounts(thinker, meanwhile) };
}

/** At the table in the page: the server is there, but the page does not know it. */
async function inThePage(house, url) {
    const thinker = await clocked(house);
    await thinker.context().route('**/api/games*', (route) => route.abort());
    await visit(thinker, url);
    await thinker.getByText('You are offline.').waitFor();
    await thinker.getByRole('button', { name: 'Play now' }).click();
    await thinker.waitForURL(/#\/local\//);
    return { thinker, others: [], turn: () => yourTurn(thinker), act: (meanwhile) => clickCounts(thinker, meanwhile) };
}

/** Two people and a bot, and somebody who looks on: the page of the one who thinks has a clock that can be moved. */
async function three(house, url, thinks) {
    const pages = [];
    for (const who of ['host', 'guest', 'watcher'])
        pages.push(await visit(who === thinks ? await clocked(house) : await house.browser.page(), who === thinks ? url : house.server.url));
    const [host, guest, watcher] = pages;
    const where = (page) => (page === pages[['host', 'guest', 'watcher'].indexOf(thinks)] ? url : house.server.url);
    const made = await makeTable(host, { ...LONG, players: 3, chairs: ['you', 'open', '3'] });
    await goTo(host, where(host), made);
    await goTo(guest, where(guest), made);
    await guest.getByRole('button', { name: 'Sit down' }).click();
    await host.locator('.plates .person[data-seat=B]').waitFor();
    await host.getByRole('button', { name: 'Begin' }).click();
    await goTo(watcher, where(watcher), made);
    for (const page of pages)
        await page.locator('.felt').waitFor();
    return { host, guest, watcher };
}

/** Until one of these is asked; whoever else is, decides. */
async function turnOf(asked, other) {
    await until('it is never one\'s turn', async () => {
        for (const page of [asked, other]) {
            const onward = page.locator(ONWARD).first();
            if (await onward.isVisible())
                await onward.click({ timeout: 1000 }).catch(() => {}); /* it may go by itself */
        }
        if (await isSeated(asked))
            return true;
        if (await isSeated(other))
            await other.locator(CHOICE).first().click({ timeout: 1000 }).catch(() => {});
        return false;
    });
}

/** All have the same on the table. */
async function agree(pages) {
    await until('not everybody sees the same', async () => new Set(await Promise.all(pages.map(lying))).size === 1);
}

async function withFriends(house, url) {
    const { host, guest, watcher } = await three(house, url, 'guest');
    return {
        thinker: guest, others: [host, watcher], turn: () => turnOf(guest, host),
        act: async (meanwhile) => {
            await clickCounts(guest, meanwhile);
            await agree([host, guest, watcher]);
        },
    };
}

async function lookingOn(house, url) {
    const { host, guest, watcher } = await three(house, url, 'watcher');
    return {
        thinker: watcher, others: [host, guest], turn: () => turnOf(host, guest),
        act: async (meanwhile) => {
            assert.equal(await watcher.locator('.prompt.yours').count(), 0, 'who looks on is asked nothing');
            await clickCounts(host);
            await until('who looks on does not see what happens', async () => {
                await meanwhile?.();
                return await lying(host) === await lying(watcher);
            });
            await isWell(watcher);
        },
    };
}

const TABLES = { 'alone among bots': alone, 'at a table in the page': inThePage, 'among friends': withFriends, 'as one who looks on': lookingOn };

/* --- Ways to be away --- */

async function inSight({ thinker }, seconds) {
    await pass(thinker, seconds);
}

/** Behind another tab nothing is drawn, and the page knows. */
async function hidden({ thinker }, seconds) {
    const show = (state) => thinker.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
        Object.defineProperty(document, 'hidden', { configurable: true, value: now === 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
    }, state);
    await show('hidden');
    await pass(thinker, seconds);
    await show('visible');
}

/** The machine sleeps: nothing runs, the clock goes on, and what was connected is not any more. */
async function asleep({ thinker, way }, seconds) {
    const line = await thinker.context().newCDPSession(thinker);
    await line.send('Page.setWebLifecycleState', { state: 'frozen' });
    way.fallSilent();
    await sleep(200);
    await line.send('Page.setWebLifecycleState', { state: 'active' });
    await thinker.clock.fastForward(seconds * 1000);
}

/** There is no network for a while; meanwhile nothing can be decided at a table of the server, and the page says so. */
async function offline({ thinker, way }, seconds) {
    const context = thinker.context();
    way.cut();
    await context.setOffline(true);
    await pass(thinker, seconds);
    if (!thinker.url().includes('#/local/')) {
        await thinker.getByText('The connection is lost').first().waitFor();
        assert.equal(await thinker.locator('.prompt.yours, .choices button:not([aria-disabled=true])').count(), 0, 'something is asked that nobody can answer');
    }
    way.mend();
    await context.setOffline(false);
    await pass(thinker, NOTICED);
}

const WAYS = { 'with the page in sight': inSight, 'in a hidden tab': hidden, 'while the machine sleeps': asleep, 'without a network': offline };

async function thinks(house, sit, wait, times) {
    const way = await new Way().start(house.server.port);
    try {
        const company = { ...await sit(house, way.url), way };
        const { thinker, others } = company;
        for (const seconds of times) {
            await company.turn();
            await drawn(thinker);
            await agree([thinker, ...others]);
            const before = await Promise.all(others.map(lying));
            await wait(company, seconds);
            assert.deepEqual(await Promise.all(others.map(lying)), before, 'somebody has played on for who only thinks');
            await company.act(() => pass(thinker, 1));
        }
    } finally {
        way.end();
    }
}

/** Their pages are left alone as they are. */
async function leave() {
    await sleep(EARNEST * 1000);
}

/** Their phones are locked: the pages are frozen, and no beat of theirs is heard. */
async function lock(pages) {
    const lines = await Promise.all(pages.map((page) => page.context().newCDPSession(page)));
    const become = (state) => Promise.all(lines.map((line) => line.send('Page.setWebLifecycleState', { state })));
    await become('frozen');
    await sleep(EARNEST * 1000);
    await become('active');
}

/** All at once, so that it is waited once. */
async function inEarnest(house, wait) {
    const all = [];
    for (const sit of Object.values(TABLES))
        all.push(await sit(house, house.server.url));
    for (const company of all)
        await company.turn();
    const before = await Promise.all(all.flatMap(({ others }) => others.map(lying)));
    await wait(all.map(({ thinker }) => thinker));
    assert.deepEqual(await Promise.all(all.flatMap(({ others }) => others.map(lying))), before, 'somebody has played on for who only thinks');
    for (const { act } of all)
        await act();
}

export function tests() {
    return [
        { name: 'somebody thinks for half a minute, and the next click counts', some: true, run: (house) => thinks(house, alone, inSight, [30]) },
        { name: 'somebody among friends whose machine sleeps a while comes back to the table by the next click', some: true, run: (house) => thinks(house, withFriends, asleep, [90]) },
        ...Object.entries(TABLES).flatMap(([where, sit]) => Object.entries(WAYS).map(([how, wait]) => ({
            name: `somebody thinks for ${TIMES.join(', ')} seconds ${where} ${how}, and the next click counts`, run: (house) => thinks(house, sit, wait, TIMES),
        }))),
        { name: `somebody really thinks for ${EARNEST} seconds, at every kind of table, and the next click counts`, run: (house) => inEarnest(house, leave) },
        { name: `phones are really locked for ${EARNEST} seconds, at every kind of table, and the next click counts`, run: (house) => inEarnest(house, lock) },
    ];
}
