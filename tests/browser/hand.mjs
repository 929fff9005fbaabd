/** Somebody with a mouse, who clicks whatever can be clicked at the table. */
import assert from 'node:assert/strict';
import { PATIENCE } from './house.mjs';
import { dice } from './robot.mjs';

const OFFERS = '.settlement .choice, .prompt.yours .choices button:not([aria-disabled=true], .back), .felt button.card:not([aria-hidden]), .felt button.name';
const OVER = /^(The game is over|Das Spiel ist vorbei)/;
const LONGEST = 5000; /* clicks of a game that does not end */

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
        || new RegExp(over).test(document.querySelector('.prompt h2')?.textContent), [OFFERS, OVER.source], { timeout: PATIENCE });
    return await isOver(page) ? 0 : page.locator(OFFERS).count();
}

/** Clicks something; false if the game is over. What goes away under the mouse is nobody's fault. */
export async function clickSomething(page, roll) {
    const count = await offers(page);
    if (count)
        await page.locator(OFFERS).nth(roll(count)).click({ timeout: 1000 }).catch(() => {});
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
    await page.locator(OFFERS).nth(roll(await page.locator(OFFERS).count())).click({ timeout: 1000 }).catch(() => {});
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
