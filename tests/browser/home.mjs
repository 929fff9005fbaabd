/** The first page: finding a game, and tables that are open or one's own. */
import assert from 'node:assert/strict';
import { drawn, SWIFT, until } from './house.mjs';
import { makeTable, openSheet, playFromShelf } from './hand.mjs';

async function atHome(house, wishes) {
    const page = await house.browser.page(wishes);
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    return page;
}

/** The titles that the shelf shows, once they are these. */
async function shows(page, titles) {
    await page.waitForFunction((wanted) => JSON.stringify([...document.querySelectorAll('.gallery .game h3')].map((title) => title.textContent).sort()) === wanted,
        JSON.stringify(titles.toSorted()));
}

async function finding(house, games) {
    const page = await atHome(house);
    const families = games.filter((game) => game.name === game.game);
    const titles = (some) => some.map(({ title }) => title);
    const variants = (game) => games.filter((each) => each.game === game.name);
    await shows(page, titles(families));
    assert.equal(await page.locator('.gallery .game.first').count(), 3, 'three games to begin with');
    await page.getByRole('searchbox').fill('octo');
    await shows(page, ['Octopus']);
    await page.getByRole('searchbox').fill(variants(families.find(({ name }) => name === 'pairs'))[1].title);
    await page.locator('.gallery .game h3', { hasText: /^Pairs$/ }).waitFor();
    await page.getByRole('searchbox').fill('zzz');
    await shows(page, []);
    await page.getByText('Nothing on the shelf is called that.').waitFor();
    await page.getByRole('searchbox').fill('');
    const moods = page.locator('.moods');
    await moods.getByRole('button', { name: 'Two of us' }).click();
    await shows(page, titles(families.filter((game) => variants(game).some(({ players }) => players.includes(2)))));
    for (const [chip, kind] of [['Press your luck', 'press your luck'], ['Bluff', 'bluffing'], ['Bid', 'bidding'], ['Casino night', 'casino'], ['Together', 'cooperative']]) {
        await moods.getByRole('button', { name: chip }).click();
        await shows(page, titles(families.filter((game) => game.kind === kind)));
    }
    await moods.getByRole('button', { name: 'All', exact: true }).click();
    const facts = await page.locator('.gallery .game', { hasText: 'Pairs' }).first().textContent();
    assert.match(facts, /2–8players · \d+ min · Press your luck/, facts);
}

/** One sheet a game: what it is, the rules, and behind More a chip for each variant and a field for each option. */
async function sheets(house, games) {
    const page = await atHome(house);
    const family = games.filter(({ game }) => game === 'pairs');
    const sheet = await openSheet(page, 'Pairs');
    assert.match(await sheet.locator('.pitch').textContent(), new RegExp(family[0].tips[0]));
    await sheet.getByRole('button', { name: 'Rules', exact: true }).click();
    await sheet.getByText('burn').first().waitFor();
    await sheet.getByRole('button', { name: 'More', exact: true }).click();
    const variants = sheet.getByRole('group', { name: 'Variant' }).getByRole('button');
    await variants.first().waitFor();
    assert.deepEqual(await variants.allTextContents(), family.map(({ title }) => title));
    const wanted = family.at(-1);
    await sheet.getByRole('button', { name: wanted.title, exact: true }).click();
    await sheet.getByRole('group', { name: 'Players' }).getByRole('button', { name: String(wanted.players.at(-1)), exact: true }).click();
    await sheet.getByRole('button', { name: 'Otter', exact: true }).click();
    await sheet.locator('summary').click();
    await drawn(page);
    assert.equal(await sheet.locator('.options .fields > div').count(), wanted.options.length, 'a field for each option');
    await sheet.getByRole('button', { name: `Play ${wanted.title}`, exact: true }).click();
    await page.locator('.felt .seat').nth(wanted.players.at(-1) - 1).waitFor();
    await page.locator('h1', { hasText: wanted.title }).waitFor();
    await page.locator('.felt .seat', { hasText: 'Otter' }).first().waitFor();
}

/** "Play now" is the game that was begun most. */
async function favourite(house) {
    const page = await atHome(house);
    await page.getByText('Next up: Pairs.').waitFor();
    await playFromShelf(page, 'Port');
    await page.locator('.felt').waitFor();
    await page.goto(house.server.url);
    await page.getByText('Next up: Port.').waitFor();
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.locator('h1', { hasText: 'Port' }).waitFor();
}

async function openTables(house) {
    const host = await atHome(house);
    const { table } = await makeTable(host, { game: 'pairs', players: 3, chairs: ['you', 'open', 'open'], public: true, name: 'Hanna' });
    const guest = await atHome(house, { settings: { ...SWIFT, name: 'Jo' } });
    await guest.locator('.tables li', { hasText: 'Hanna' }).getByRole('button', { name: 'Join' }).click();
    await guest.waitForURL(new RegExp(`#${table}`));
    await guest.getByRole('heading', { name: 'Hanna invites you to Pairs' }).waitFor();
    await guest.getByRole('button', { name: 'Sit down' }).click();
    await guest.locator('.plates .person[data-seat=B]', { hasText: 'Jo' }).waitFor();
    await guest.getByRole('link', { name: 'Pairs' }).first().click();
    const own = guest.locator('section', { has: guest.getByRole('heading', { name: 'Go on where you were' }) });
    await own.getByText('not begun').waitFor();
    assert.equal(await own.locator('.face-of').count(), 2, 'the faces of those who sit there');
    await own.getByRole('link', { name: 'Go on with Pairs' }).click();
    await guest.waitForURL(new RegExp(`#${table}`));
    await guest.locator('.room').waitFor();
    await guest.goto(house.server.url);
    await own.getByRole('button', { name: /^Take .* off this list$/ }).click();
    await own.waitFor({ state: 'detached' });
}

/** Game, link, play: with those who came, and without the chairs that stay empty; a lesson meanwhile. */
async function friends(house) {
    const host = await atHome(house, { settings: { ...SWIFT, name: 'Hanna' } });
    await host.getByRole('button', { name: 'With friends' }).click();
    await host.getByRole('dialog').locator('button', { hasText: 'Port' }).click();
    const link = await host.locator('.invite input').inputValue();
    assert.equal(host.url(), link, 'whoever copies the address has the link');
    assert.equal(await host.getByRole('button', { name: 'Begin' }).getAttribute('aria-disabled'), 'true', 'nobody plays alone');
    const guest = await house.browser.page();
    await guest.goto(link);
    await guest.getByRole('heading', { name: 'Hanna invites you to Port' }).waitFor();
    await guest.getByLabel('Your name').fill('Jo');
    await guest.getByRole('button', { name: 'Owl' }).click();
    await guest.getByRole('button', { name: 'Sit down' }).click();
    await host.locator('.plates .person', { hasText: 'Jo' }).waitFor();
    assert.equal(await guest.evaluate(() => JSON.parse(localStorage.getItem('pairs.settings')).face), 'owl');
    await guest.getByRole('link', { name: 'Learn it in two minutes' }).click();
    await guest.getByText('Your table is waiting.').waitFor();
    await host.getByRole('button', { name: 'Add a bot' }).click();
    await host.getByText('3 of you play.').waitFor();
    await host.getByRole('button', { name: 'Begin' }).click();
    await host.locator('.felt .seat').nth(2).waitFor();
    assert.equal(await host.locator('.felt .seat').count(), 3, 'empty chairs are gone');
    await guest.getByText('The game has begun.').waitFor();
    await guest.getByRole('link', { name: 'Back to the table' }).click();
    await guest.locator('.felt .seat').nth(2).waitFor();
}

/** Whoever makes a table is asked who they are there, and guests read it at once. */
async function hosts(house) {
    const host = await atHome(house);
    await host.getByRole('button', { name: 'With friends' }).click();
    await host.getByRole('dialog').locator('button', { hasText: 'Port' }).click();
    const guest = await house.browser.page();
    await guest.goto(await host.locator('.invite input').inputValue());
    await host.getByLabel('Your name').fill('Hanna');
    await host.getByRole('button', { name: 'Owl' }).click();
    await guest.getByRole('heading', { name: 'Hanna invites you to Port' }).waitFor();
    await host.locator('.plates .person[data-seat=A]', { hasText: 'Hanna' }).waitFor();
    const face = (page) => page.locator('.plates .person[data-seat=A] .face-of').innerHTML();
    const chosen = await host.getByRole('button', { name: 'Owl' }).locator('.face-of').innerHTML();
    await until('a guest does not see the face of the host', async () => await face(guest) === chosen && await face(host) === chosen);
    await host.getByRole('button', { name: 'Your name and face' }).click();
    await host.getByLabel('Your name').waitFor({ state: 'detached' }); /* it is put away */
}

/** On a big screen nobody's cards are shown, even in the browser of somebody who plays. */
async function television(house) {
    const host = await atHome(house);
    await host.getByRole('button', { name: 'With friends' }).click();
    await host.getByRole('dialog').locator('button', { hasText: 'Deadfall' }).click();
    const screen = await host.context().newPage();
    await screen.goto(house.server.url + await host.getByRole('link', { name: 'Show this table on a big screen' }).getAttribute('href'));
    await screen.locator('.tv-waiting .qr').waitFor();
    await host.getByRole('button', { name: 'Fill up with bots' }).click();
    await screen.locator('.tv-waiting .bot').nth(1).waitFor();
    await host.getByRole('button', { name: 'Begin' }).click();
    await screen.locator('.tv .felt .seat').nth(2).waitFor();
    await screen.locator('.corner .qr').waitFor();
    const faces = await screen.locator('[data-spot^="hand/"] [data-rank]').evaluateAll((cards) => cards.map((card) => card.dataset.rank));
    assert(faces.length >= 15 && faces.every((rank) => rank === '0'), `the screen shows ${faces}`);
    assert.equal(await screen.locator('.tv button:visible').count(), 0, 'nothing to press');
}

/** @param {Array<Object>} games all that /api/games names */
export function tests(games) {
    return [
        { name: 'the shelf has every game, finds them by words and variants, and by what one is in the mood for', run: (house) => finding(house, games) },
        { name: 'the sheet of a game has its rules, variants, options and opponents, and the table is as they say', run: (house) => sheets(house, games) },
        { name: 'one touch plays the game that is played most', run: favourite },
        { name: 'an open table is joined from home, and stays there among one\'s own', run: openTables },
        { name: 'friends come by a link, say who they are, learn meanwhile, and play without the chairs that stay empty', run: friends },
        { name: 'a host who has no name yet says who they are, and guests read it', run: hosts },
        { name: 'a big screen shows a table and nobody\'s hand', run: television },
    ];
}
