/** Where the keys go: into whatever opens, not out of it, and back. */
import assert from 'node:assert/strict';
import { makeTable, yourTurn } from './hand.mjs';
import { Robot } from './robot.mjs';
import { SWIFT } from './house.mjs';
import { playNow } from './access.mjs';

/** So often Tab is pressed to see whether it leads out. */
const ROUNDS = 80;

/** Whether the focus is within something, once it has come to rest there. */
async function focusIn(page, selector) {
    await page.waitForFunction((where) => document.activeElement?.closest(where), selector);
}

/** What of the page can be reached from here with Tab, in both directions. */
async function reached(page, selector) {
    const outside = [];
    for (let i = 0; i < ROUNDS; i++) {
        await page.keyboard.press(i % 2 || i < ROUNDS / 2 ? 'Tab' : 'Shift+Tab');
        const at = await page.evaluate((where) => (document.activeElement === document.body || document.activeElement.closest(where) ? '' : document.activeElement.outerHTML), selector);
        if (at)
            outside.push(at);
    }
    return outside;
}

async function dialogs(house) {
    const page = await house.browser.page();
    const robot = new Robot(page, 'focus');
    await page.goto(house.server.url);
    for (const opener of ['With friends', 'Port']) {
        await robot.choose('button', opener);
        await focusIn(page, 'dialog');
        assert.deepEqual(await reached(page, 'dialog'), [], `Tab leads out of ${opener}`);
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
        await robot.until(`the focus where it was, on ${opener}`, ({ focused }) => focused?.name.value === opener);
    }
}

async function panels(house, viewport) {
    const page = await house.browser.page({ viewport });
    await playNow(page, house.server.url);
    for (const key of ['l', 't', 's', 'r', 'p']) {
        if (await page.locator(`.bar-buttons [aria-keyshortcuts=${key}][aria-expanded=true]`).count())
            await page.keyboard.press(key);
        await page.keyboard.press(key);
        await focusIn(page, '#panel');
        await page.keyboard.press('Tab');
        await focusIn(page, '#panel');
        await page.keyboard.press('Escape');
        await focusIn(page, '.prompt');
        await page.locator('#panel.closed').waitFor({ state: 'attached' });
        await page.locator(`.bar-buttons :is(.menu, [aria-keyshortcuts=${key}])`).focus(); /* on a phone all are behind one button */
        await page.keyboard.press('Enter');
        await focusIn(page, '#panel');
        await page.locator('#panel .close').focus();
        await page.keyboard.press('Enter');
        await focusIn(page, '.prompt');
    }
}

/** Plays with keys until there is a settlement; each has the focus, and gives it to the next question. */
async function settlements(house) {
    const page = await house.browser.page({ settings: { ...SWIFT, speed: 'fast' } });
    const robot = new Robot(page, 'settlements');
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    const { table } = await makeTable(page, { game: 'pairs', players: 3, chairs: ['you', '3', '3'] });
    await page.goto(`${house.server.url}#${table}`);
    await page.getByRole('button', { name: 'Begin' }).click();
    let settled = 0;
    const { over } = await robot.play(async () => {
        if (!await page.locator('.settlement').count())
            return false;
        await page.waitForFunction(() => !document.querySelector('.settlement') || document.activeElement?.closest('.settlement'));
        const status = await page.evaluate(() => document.querySelector('.settlement') && document.querySelector('.prompt h2').textContent);
        if (status === null)
            return true; /* it was about to go */
        assert.notEqual(status, 'The hand is over.', 'Pairs is played in rounds');
        if (settled++ % 2)
            return false; /* the robot presses Escape */
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => !document.querySelector('.settlement') || document.activeElement?.closest('.settlement'));
        return true;
    });
    assert.match(over, /^The game is over/);
    assert(settled > 1, 'hands were settled');
    await result(page, robot);
}

/** At the end: nothing is lost, and each thing that can be done is reached. */
async function result(page, robot) {
    const isFocused = ({ focused }) => focused && focused.role.value !== 'RootWebArea';
    await robot.until('the focus at the end', isFocused);
    await robot.goTo('link', 'Look back');
    await robot.choose('button', 'Scores');
    await focusIn(page, '#panel');
    await page.keyboard.press('Escape');
    await focusIn(page, '.prompt');
    await robot.choose('button', 'Play again');
    await yourTurn(page);
    await robot.until('the focus in the next game', isFocused);
}

export function tests() {
    return [
        { name: 'a dialog takes the focus, keeps it and gives it back', run: dialogs },
        { name: 'each panel beside a table takes the focus with its key and gives it back', run: (house) => panels(house, { width: 1440, height: 900 }) },
        { name: 'each panel over a table on a phone takes the focus with its key and gives it back', run: (house) => panels(house, { width: 360, height: 640 }) },
        { name: 'settlements and the result of a game take the focus, and each next question has it', run: settlements },
    ];
}
