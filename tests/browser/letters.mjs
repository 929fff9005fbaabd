/** Readers who have letters twice as large: nothing at a table is covered or cut off, and what is read beside it is in their size. */
import assert from 'node:assert/strict';
import { enlarge } from './house.mjs';
import { look } from './looks.mjs';
import { playNow } from './access.mjs';

const TWICE = 2;
const SIZES = [[390, 844], [1440, 900]];

async function tables(house, games, size) {
    const report = await look(house, games, { sizes: [size], tables: ['usual'], decisions: 5, letters: TWICE });
    house.say(`${report.decisions} decisions at ${report.tables} tables`);
    assert.equal(report.faults, 0, report.text(4));
}

/** Nothing is wider than what it stands in, and each word and button of it can be scrolled to. */
async function fits(page, selector) {
    const wide = await page.locator(selector).evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return [element, ...element.querySelectorAll('button, a, h1, h2, h3, p, strong, label')].filter((one) => one.checkVisibility() && !one.closest('.heard, .moods, .skip')).filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < left - 1 || box.right > right + 1 || left < -1 || right > innerWidth + 1;
        }).map((one) => `${one.localName}.${one.className} ${one.textContent.slice(0, 40)}`);
    });
    assert.deepEqual(wide, [], selector);
}

async function reading(house, viewport) {
    const page = await house.browser.page({ viewport });
    await enlarge(page, TWICE);
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    await fits(page, '#page');
    for (const opener of ['With friends', 'Port']) {
        await page.getByRole('button', { name: opener, exact: true }).first().click();
        await page.locator('dialog[open]').waitFor();
        await fits(page, 'dialog');
        await page.keyboard.press('Escape');
    }
    await playNow(page, house.server.url);
    for (const key of ['l', 't', 's', 'r', 'p']) {
        await page.keyboard.press(key);
        await page.locator('#panel:not(.closed)').waitFor();
        await fits(page, '#panel');
        await page.waitForFunction((least) => {
            const read = document.querySelector('#panel .panel-body > *');
            return parseFloat(getComputedStyle(read).fontSize) * read.currentCSSZoom >= least;
        }, TWICE * 13);
        await page.keyboard.press('Escape');
    }
}

/** @param {Array<Object>} games all that /api/games names */
export function tests(games) {
    const some = games.filter(({ name }) => ['pairs', 'deadfall', 'octopus'].includes(name));
    return SIZES.flatMap(([width, height]) => [
        { name: `with letters twice as large nothing is covered or cut off at a table on ${width}x${height}`, run: (house) => tables(house, some, `${width}x${height}`) },
        { name: `with letters twice as large home, sheets and panels can be read on ${width}x${height}`, run: (house) => reading(house, { width, height }) },
    ]);
}
