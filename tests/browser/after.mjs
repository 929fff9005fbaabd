/** After a game: its replay as anybody saw it, what looking back finds, and what can be done with it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { makeTable, offers, playByMouse } from './hand.mjs';

async function saved(page, button) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    return readFile(await file.path(), 'utf8');
}

/** Somebody who has played one hand of Deadfall, and looks at its replay. */
async function replayed(house) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    const { table } = await makeTable(page, { game: 'deadfall', players: 3, chairs: ['you', '3', '3'], options: { hands: 1 }, open: true });
    await page.goto(`${house.server.url}#${table}`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await playByMouse(page, 'after');
    await page.getByRole('link', { name: 'Look back' }).click();
    await page.getByText(/^Moment 0 of/).waitFor();
    return page;
}

/** All faces of a place, by seat. */
function cardsAt(page, place) {
    return page.evaluate((prefix) => Object.fromEntries([...document.querySelectorAll(`[data-spot^="${prefix}/"]`)].map((zone) => [zone.dataset.spot.at(-1),
        [...zone.querySelectorAll('[data-rank]')].map((card) => Number(card.dataset.rank))])), place);
}

async function scrubber(house) {
    const page = await replayed(house);
    const slider = page.getByRole('slider', { name: 'Moment' });
    const last = Number(await slider.getAttribute('max'));
    assert(last > 18, `${last} moments`);
    await page.keyboard.press('End');
    await page.getByText(`Moment ${last} of ${last}`, { exact: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText(`Moment ${last - 1} of ${last}`, { exact: true }).waitFor();
    await slider.fill('18');
    await page.getByText(`Moment 18 of ${last}`, { exact: true }).waitFor();
    for (const seat of ['A', 'B', 'open']) {
        await page.locator('label:has-text("Seen by") select').selectOption(seat);
        await page.waitForURL(new RegExp(`/18/${seat}$`));
        await page.waitForFunction((who) => [...document.querySelectorAll('[data-spot^="hand/"]')].every((zone) =>
            [...zone.querySelectorAll('[data-rank]')].every((card) => (Number(card.dataset.rank) > 0) === (who === 'open' || zone.dataset.spot.at(-1) === who))), seat);
        assert.equal((await cardsAt(page, 'hand')).B.length, 6, 'all cards are dealt');
    }
}

async function lookingBack(house) {
    const page = await replayed(house);
    await page.getByRole('button', { name: 'Luck and play' }).click();
    await page.locator('.analysis, figure').first().waitFor();
    await page.keyboard.press('PageDown');
    await page.locator('.verdict').waitFor();
    assert.match(await page.locator('main').textContent(), /luck/i);
}

/** The record is one that the program reads, and the deal of the table is verified in the page. */
async function recordAndProof(house) {
    const page = await replayed(house);
    const record = await saved(page, 'Download the record');
    const told = JSON.parse(execFileSync(house.program, ['replay', '-', '--json'], { input: record }));
    assert(told.game === 'deadfall' && told.over, 'the record is whole');
    await page.getByRole('button', { name: 'Verify the deal' }).click();
    const proof = page.locator('.proof:not(:has(.wait))');
    await proof.waitFor();
    assert.match(await proof.textContent(), /^The proof holds\./);
    assert.equal(await page.locator('.proof.fine').count(), 1);
}

/** From the moment at which three have been dealt six cards each and have laid their doors. */
async function goingOn(house) {
    const page = await replayed(house);
    await page.getByRole('slider', { name: 'Moment' }).fill('21');
    await page.getByText(/^Moment 21 of/).waitFor();
    const before = await cardsAt(page, 'pile');
    assert(Object.values(before).every((cards) => cards.length === 1), JSON.stringify(before));
    await page.getByRole('button', { name: 'Continue from here against bots' }).click();
    await page.waitForURL(/#\/local\//);
    await offers(page);
    const now = await cardsAt(page, 'pile');
    for (const [seat, cards] of Object.entries(before))
        assert.deepEqual(now[seat].slice(0, cards.length), cards, `the door of ${seat} is still what it was`);
    await playByMouse(page, 'going on');
    await page.getByRole('link', { name: 'Look back' }).waitFor();
}

async function rematch(house) {
    const page = await replayed(house);
    const there = page.url();
    await page.goto(`${house.server.url}#/history`);
    await page.getByRole('heading', { name: 'Games on this server' }).waitFor();
    const row = page.locator('table').filter({ hasText: 'By game' }).locator('tbody tr', { hasText: 'Deadfall' });
    await row.waitFor();
    await row.filter({ hasText: /^Deadfall1/ }).waitFor(); /* one game is counted */
    await page.locator('.games li', { hasText: /place \d of 3/ }).waitFor();
    await page.goto(there);
    await page.locator('.actions').getByRole('button', { name: 'Play again' }).click();
    await page.waitForFunction(() => !location.hash.includes('replay'));
    await offers(page);
    await page.locator('h1', { hasText: 'Deadfall' }).waitFor();
    assert.equal(await page.locator('.felt .seat').count(), 3);
}

export function tests() {
    return [
        { name: 'a replay goes to any moment, and shows it as any seat saw it or with all cards', run: scrubber },
        { name: 'looking back finds luck and what each decision was worth', run: lookingBack },
        { name: 'the record of a game is downloaded and read by the program, and its deal is verified in the page', run: recordAndProof },
        { name: 'a game goes on from a moment of its replay against bots, with the same cards', run: goingOn },
        { name: 'the history counts a game, and after it there is another of the same kind', run: rematch },
    ];
}
