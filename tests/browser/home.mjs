/** The first page: finding a game, and tables that are open or one's own. */
import assert from 'node:assert/strict';
import { drawn } from './house.mjs';
import { makeTable } from './hand.mjs';

async function atHome(house) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    await page.locator('.gallery .card').first().waitFor();
    return page;
}

/** The titles that the gallery shows, once they are these. */
async function shows(page, titles) {
    await page.waitForFunction((wanted) => JSON.stringify([...document.querySelectorAll('.gallery .card h3')].map((title) => title.textContent).sort()) === wanted,
        JSON.stringify(titles.toSorted()));
}

async function finding(house, games) {
    const page = await atHome(house);
    const families = games.filter((game) => game.name === game.game);
    const titles = (some) => some.map(({ title }) => title);
    const variants = (game) => games.filter((each) => each.game === game.name);
    await shows(page, titles(families));
    for (const kind of new Set(families.map((game) => game.kind)))
        assert(families.some((game) => game.kind === kind), kind);
    const groups = await page.locator('.gallery > section h2').count();
    assert.equal(groups, new Set(families.map(({ kind }) => kind)).size, 'a heading for each kind');
    await page.getByRole('searchbox').fill('octo');
    await shows(page, ['Octopus']);
    await page.getByRole('searchbox').fill(variants(families.find(({ name }) => name === 'pairs'))[1].title);
    await page.locator('.gallery .card h3', { hasText: /^Pairs$/ }).waitFor();
    await page.getByRole('searchbox').fill('zzz');
    await shows(page, []);
    await page.getByRole('searchbox').fill('');
    for (const count of [2, 8]) {
        await page.locator('.filters').getByRole('button', { name: String(count), exact: true }).click();
        await shows(page, titles(families.filter((game) => variants(game).some(({ players }) => players.includes(count)))));
    }
    const facts = await page.locator('.gallery .card', { hasText: 'Pairs' }).first().textContent();
    assert.match(facts, /players.*min.*variants/, facts);
}

/** A variant is a chip in the form of its game, and an option a field that the table has then. */
async function presets(house, games) {
    const page = await atHome(house);
    const family = games.filter(({ game }) => game === 'pairs');
    await page.getByRole('button', { name: 'Options of Pairs', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const variants = dialog.getByRole('group', { name: 'Variant' }).getByRole('button');
    await variants.first().waitFor();
    assert.deepEqual(await variants.allTextContents(), family.map(({ title }) => title));
    const wanted = family.at(-1);
    await dialog.getByRole('button', { name: wanted.title, exact: true }).click();
    await dialog.getByRole('group', { name: 'Players' }).getByRole('button', { name: String(wanted.players.at(-1)), exact: true }).click();
    await dialog.locator('summary').click();
    await drawn(page);
    assert.equal(await dialog.locator('.options .fields > div').count(), wanted.options.length, 'a field for each option');
    await dialog.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.felt .seat').nth(wanted.players.at(-1) - 1).waitFor();
    await page.locator('h1', { hasText: wanted.title }).waitFor();
}

async function openTables(house) {
    const host = await atHome(house);
    const { table } = await makeTable(host, { game: 'pairs', players: 3, chairs: ['you', 'open', 'open'], public: true, name: 'Hanna' });
    const watcher = await atHome(house);
    const row = watcher.locator('.tables li', { hasText: 'Hanna' });
    await row.getByRole('button', { name: 'Watch' }).click();
    await watcher.waitForURL(new RegExp(`#${table}`));
    await watcher.getByText('Hanna (host)').waitFor();
    const guest = await atHome(house);
    await guest.locator('.tables li', { hasText: 'Hanna' }).getByRole('button', { name: 'Join' }).click();
    await guest.waitForURL(new RegExp(`#${table}`));
    await watcher.locator('.chairs li.person:has(.letter:text-is("B"))').waitFor();
    await guest.getByRole('link', { name: 'Pairs' }).first().click();
    const own = guest.locator('section', { has: guest.getByRole('heading', { name: 'Your games in progress' }) });
    await own.getByText('not begun').waitFor();
    await own.getByRole('link', { name: 'Go on' }).click();
    await guest.waitForURL(new RegExp(`#${table}`));
    await guest.locator('.room').waitFor();
    await guest.goto(house.server.url);
    await own.getByRole('button', { name: /^Take .* off this list$/ }).click();
    await own.waitFor({ state: 'detached' });
}

/** @param {Array<Object>} games all that /api/games names */
export function tests(games) {
    return [
        { name: 'the gallery has every game under its kind, finds them by words and variants, and by how many play', run: (house) => finding(house, games) },
        { name: 'variants are chips and options fields, and the table is as they say', run: (house) => presets(house, games) },
        { name: 'an open table is watched and joined from home, and stays there among one\'s games in progress', run: openTables },
    ];
}
