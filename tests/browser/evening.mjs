/** An evening at one table: what people say between them, a rematch that a guest wants, another game that all want, and how it stands. */
import assert from 'node:assert/strict';
import { follow } from './house.mjs';
import { beginTogether, makeTable, playByMouse, someoneClicks } from './hand.mjs';
import { dice } from './robot.mjs';

const TABLE = { game: 'pairs', players: 2, chairs: ['you', 'open'], options: { target: 5 }, open: true };

async function playOn(pages, words) {
    const roll = dice(words);
    while (await someoneClicks(pages, roll));
    await Promise.all(pages.map((page) => page.locator('.result-end').waitFor()));
}

/** At the end everybody may ask for more, and whoever is asked says yes with one button. */
async function rematch(house) {
    const { host, guest } = await beginTogether(house, TABLE);
    await playOn([host, guest], 'rematch');
    await guest.getByRole('button', { name: 'Play again' }).click();
    await guest.locator('.just', { hasText: 'You want a rematch. Waiting for Ann.' }).waitFor();
    await host.locator('.just', { hasText: 'wants a rematch.' }).waitFor();
    await host.getByRole('button', { name: 'I am in' }).click();
    await Promise.all([host, guest].map((page) => page.locator('.result-end').waitFor({ state: 'detached' })));
    await playOn([host, guest], 'again');
    for (const page of [host, guest])
        assert.match(await page.locator('.result-end .evening').textContent(), /^Tonight: /);
    await another(host, guest);
}

/** The guest would like another game: they are told which, and it is that one which begins. */
async function another(host, guest) {
    await guest.getByRole('button', { name: 'Next game' }).click();
    const suggested = guest.locator('.after .with-cover').first();
    const title = await suggested.textContent();
    await suggested.click();
    await host.locator('.just', { hasText: `wants to play ${title} next.` }).waitFor();
    await host.getByRole('button', { name: 'I am in' }).click();
    for (const page of [host, guest])
        await page.locator('.bar h1', { hasText: title }).waitFor();
}

/** Alone among bots nobody has to agree. */
async function alone(house) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    const { table } = await makeTable(page, { ...TABLE, chairs: ['you', '3'] });
    await follow(page, `${house.server.url}#${table}`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await playByMouse(page, 'alone');
    await page.getByRole('button', { name: 'Share' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'As a picture' }).click()]);
    assert.equal(file.suggestedFilename(), 'pairs.png');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.locator('.result-end').waitFor({ state: 'detached' });
}

/** Who types is seen typing, what is said stands at the seat, and so does a gesture. */
async function talk(house) {
    const { host, guest } = await beginTogether(house, TABLE);
    await guest.getByRole('button', { name: 'Menu' }).click();
    await guest.getByRole('button', { name: /^Chat/ }).click();
    await guest.getByPlaceholder('Say something').pressSequentially('Nice');
    await host.locator('.seat[data-seat=B] .says .dots').waitFor();
    await guest.keyboard.press('Enter');
    await host.locator('.seat[data-seat=B] .says.talk', { hasText: 'Nice' }).waitFor();
    await host.locator('.bar').getByRole('button', { name: 'Gestures' }).click();
    await host.locator('.quick').getByRole('button', { name: 'Clap' }).click();
    await guest.locator('.chat .emote-clap').waitFor();
    await guest.getByRole('button', { name: 'Close' }).click();
    await guest.locator('.seat[data-seat=A] .says.gesture', { hasText: 'Bravo!' }).waitFor();
}

export function tests() {
    return [
        { name: 'a guest wants a rematch, then another game, and each begins once the host agrees; the evening is counted', run: rematch },
        { name: 'alone among bots another game begins at once, and the result can be kept as a picture', run: alone },
        { name: 'people at a table see each other type, talk and wave', run: talk },
    ];
}
