/** Somebody with a mouse, who clicks whatever can be clicked at the table. */
import assert from 'node:assert/strict';
import { drawn, follow, until } from './house.mjs';
import { dice } from './robot.mjs';

/** Something can be decided, by buttons or by what lies on the table, and what can be is not old. */
const TABLE = '.table:not(.stale):has(.prompt.yours)';
const ASKED = `${TABLE} .choices button:not([aria-disabled=true], .back), ${TABLE} .felt :is(button.card:not([aria-hidden]), button.name, button.zone-take)`;
const OFFERS = `.settlement .choice, ${ASKED}`;
/** What to do where one is not asked but can go on. */
const ONWARD = '.settlement .choice, .prompt:not(.yours) .choices button:text-is("Play again")';
const OVER = /^(The game is over|Das Spiel ist vorbei)/;
const LONGEST = 5000; /* clicks of a game that does not end */
const MISSES = 60; /* in a row, of a second each */

/** What the table says is going on. */
export function question(page) {
    return page.locator('.prompt h2').first();
}

export async function isOver(page) {
    return OVER.test(await question(page).textContent());
}

/** Waits until something can be clicked or the game is over; how much can be. */
export async function offers(page) {
    await page.waitForFunction(([selector, over]) => document.querySelector(selector)
        || new RegExp(over).test(document.querySelector('.prompt h2')?.textContent), [OFFERS, OVER.source]);
    return await isOver(page) ? 0 : page.locator(OFFERS).count();
}

/** Until what was clicked is answered and nothing goes on without us: it is our turn, or the game is over. */
export async function rest(page) {
    await drawn(page);
    await page.locator(`${ASKED}, .prompt a.choice`).first().waitFor();
}

/** Until one is asked: what is to be read before is read, and a game that was over before it was one's turn is played again. */
export async function yourTurn(page) {
    await until('it is never one\'s turn', async () => {
        await page.locator(`${ASKED}, ${ONWARD}`).first().waitFor();
        if (await page.locator(ASKED).count())
            return true;
        await page.locator(ONWARD).first().click({ timeout: 1000 }).catch(() => {}); /* it may go by itself */
        return false;
    });
}

const missed = new WeakMap();

/** What goes away under the mouse is nobody's fault; what can never be hit is. */
async function clickOne(page, roll) {
    try {
        await page.locator(OFFERS).nth(roll(await page.locator(OFFERS).count())).click({ timeout: 1000 });
        missed.delete(page);
    } catch (error) {
        const times = (missed.get(page) ?? 0) + 1;
        missed.set(page, times);
        if (times > MISSES)
            throw error;
    }
}

/** Clicks something; false if the game is over. */
export async function clickSomething(page, roll) {
    if (await offers(page))
        await clickOne(page, roll);
    return !await isOver(page);
}

/** Somebody of those at one table clicks something; `before` is called then. False if the game is over. */
export async function someoneClicks(pages, roll, before = () => {}) {
    const asked = pages.map((page) => page.locator(OFFERS).first().waitFor().then(() => page));
    const over = pages[0].locator('.prompt h2', { hasText: OVER }).waitFor().then(() => null);
    const page = await Promise.any([over, ...asked]);
    if (!page)
        return false;
    await before();
    await clickOne(page, roll);
    return true;
}

/** Plays to the end; how often it clicked. */
export async function playByMouse(page, words) {
    const roll = dice(words);
    for (let clicks = 1; clicks < LONGEST; clicks++)
        if (!await clickSomething(page, roll))
            return clicks;
    assert.fail(`the game is not over after ${LONGEST} clicks`);
}

/** Opens the sheet of a game on the shelf. */
export async function openSheet(page, title) {
    await page.locator('.gallery').getByRole('button', { name: title, exact: true }).click();
    return page.getByRole('dialog');
}

/** From the shelf to a table of a game, as it is usually played against bots. */
export async function playFromShelf(page, title) {
    const sheet = await openSheet(page, title);
    await sheet.getByRole('button', { name: `Play ${title}`, exact: true }).click();
}

/**
 * From the shelf to a table where so many play.
 * @param {Object} game as /api/games has it
 */
export async function playWith(page, game, players) {
    const sheet = await openSheet(page, game.title);
    await sheet.getByRole('button', { name: 'More', exact: true }).click();
    await sheet.getByRole('group', { name: 'Players' }).getByRole('button', { name: String(players), exact: true }).click();
    await sheet.getByRole('button', { name: `Play ${game.title}`, exact: true }).click();
}

/**
 * Makes a table by the protocol, where it is not the form that matters, as the person of this page.
 * @param {Object} wishes what `create` takes
 * @returns {Promise<{table: string, invitation: string}>}
 */
export function makeTable(page, wishes) {
    return page.evaluate((keys) => new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'pairs-1');
        const ask = (n, what) => socket.send(JSON.stringify({ n, ...what }));
        socket.onopen = () => {
            ask(1, { do: 'hello', version: 1, token: localStorage.getItem('pairs.token') });
            ask(2, { do: 'create', ...keys });
        };
        socket.onclose = () => reject(new Error('the server has closed the line'));
        socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.refused)
                reject(new Error(message.refused));
            if (!message.now)
                return;
            socket.onclose = null;
            socket.close();
            resolve({ table: message.table, invitation: message.now.invitation });
        };
    }), { name: 'Ann', ...wishes });
}

/**
 * Somebody alone at a table of theirs where a game is on, and the page there.
 * @param {Object} house
 * @param {Object} wishes what `create` takes
 * @param {Object} [pageWishes] see Browser.page
 */
export async function begun(house, wishes, pageWishes) {
    const page = await house.browser.page(pageWishes);
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    const { table } = await makeTable(page, wishes);
    await page.goto(`${house.server.url}#${table}`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await offers(page);
    return page;
}

/** A table where somebody with a phone takes seat B by the link for others, and the game is begun: both pages. */
export async function beginTogether(house, wishes) {
    const host = await house.browser.page();
    await host.goto(house.server.url);
    await host.locator('.gallery .game').first().waitFor();
    const { table, invitation } = await makeTable(host, wishes);
    const guest = await house.browser.page({ viewport: { width: 360, height: 640 } });
    await guest.goto(`${house.server.url}#${table}/${invitation}`);
    await guest.getByRole('button', { name: 'Sit down' }).click();
    await guest.locator('.plates .person[data-seat=B]').waitFor();
    await follow(host, `${house.server.url}#${table}`);
    await host.getByRole('button', { name: 'Begin' }).click();
    await guest.locator('.felt').waitFor();
    return { host, guest };
}

/** What the log tells of this hand, and with `all` of those before it too. */
export async function logOf(page, all = false) {
    if (!await page.locator('.log').count())
        await page.keyboard.press('l');
    await page.locator('.log .told').first().waitFor();
    while (all && await page.locator('.log-before details:not([open])').count())
        await page.locator('.log-before details:not([open]) summary').first().click();
    return page.locator(all ? '.log .told' : '.log >> nth=0 >> .told').allTextContents();
}
