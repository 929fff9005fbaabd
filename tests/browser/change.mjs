/** Secret choices: changed, taken back, and shown when all have chosen, or when all are ready. */
import assert from 'node:assert/strict';
import { beginTogether } from './hand.mjs';

/** Ann at a desk and her guest with a phone, who bid at the same time. */
const two = (house, hold) => beginTogether(house, { game: 'venture', players: 3, chairs: ['you', 'open', '1'], hold });

const cards = (page) => page.locator('.own button.card:not([aria-hidden])');
const chosen = (page) => page.locator('.own button.card.chosen');
const question = (page) => page.locator('#question');

async function choose(page, i) {
    const rank = await cards(page).nth(i).getAttribute('data-rank');
    await cards(page).nth(i).click({ position: { x: 8, y: 30 } }); /* the next card lies over the rest of it */
    await question(page).filter({ hasText: `You have chosen the ${rank}.` }).waitFor();
    assert.equal(await chosen(page).getAttribute('data-rank'), rank);
    return rank;
}

async function shows(page, name) {
    if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}

/** One changes a bid and takes it back; the other sees a tick and nothing else. */
async function change(house) {
    const { host, guest } = await two(house, false);
    const first = await choose(host, 0);
    const seen = guest.locator('[data-seat=A] .says.secret');
    await seen.waitFor();
    const last = await choose(host, 2);
    assert.notEqual(first, last);
    await shows(host, 'changed-desk');
    await shows(guest, 'seen-phone');
    await chosen(host).click({ position: { x: 8, y: 30 } });
    await chosen(host).waitFor({ state: 'detached' });
    await seen.waitFor({ state: 'detached' });
    await choose(guest, 1);
    await shows(guest, 'chosen-phone');
    await choose(guest, 0);
    await cards(host).nth(1).click({ position: { x: 8, y: 30 } });
    await Promise.all([host, guest].map((page) => chosen(page).waitFor({ state: 'detached' })));
}

/** Nothing is shown before both have said that they are ready. */
async function ready(house) {
    const { host, guest } = await two(house, true);
    await choose(host, 0);
    await choose(guest, 0);
    await host.getByRole('button', { name: 'I am ready' }).click();
    await guest.locator('[data-seat=A] .says', { hasText: 'ready' }).waitFor();
    await shows(host, 'ready-desk');
    await shows(guest, 'hold-phone');
    await choose(guest, 1);
    await guest.getByRole('button', { name: 'I am ready' }).click();
    await Promise.all([host, guest].map((page) => chosen(page).waitFor({ state: 'detached' })));
}

export function tests() {
    return [
        { name: 'a secret choice is changed and taken back by a touch until all have chosen', run: change },
        { name: 'at a table that waits what was chosen is shown when all are ready', run: ready },
    ];
}
