/** Addresses that somebody sends: to a table as a guest, as oneself, to watch; to a moment of a game; to what is over or never was. */
import assert from 'node:assert/strict';
import { follow } from './house.mjs';
import { beginTogether, makeTable, playByMouse, question, yourTurn } from './hand.mjs';

const TWO = { game: 'pairs', players: 2, chairs: ['you', 'open'] };
const ALONE = { game: 'pairs', players: 2, chairs: ['you', '3'], open: true };

/** A page that has been at home, so that it is somebody. */
async function visitor(house, wishes) {
    const page = await house.browser.page(wishes);
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    return page;
}

/** What is agreed goes with the links to paper. */
async function agreed(house) {
    const page = await house.browser.page();
    await page.goto(`${house.server.url}#/paper`);
    await page.locator('.papers').first().or(page.getByText('Nothing can be printed here')).waitFor();
    if (!await page.locator('.papers').count())
        return; /* the program was built without */
    const game = page.locator('.papers li', { has: page.getByRole('heading', { name: 'Blackstone', exact: true }) });
    const rules = game.getByRole('link', { name: 'Blackstone: Rules' });
    const usual = await rules.getAttribute('href');
    await game.locator('summary').click();
    await game.getByLabel('Hands in a match').fill('3');
    await game.getByLabel('Hands in a match').press('Tab');
    await page.locator('a[href*="option=hands%3D3"]').first().waitFor();
    const other = await rules.getAttribute('href');
    assert.equal(other, `${usual}&option=hands%3D3`);
    assert.equal((await fetch(new URL(other, house.server.url))).status, 200);
}

async function invited(house) {
    await beginTogether(house, TWO);
}

async function withoutInvitation(house) {
    const { table, invitation } = await makeTable(await visitor(house), TWO);
    for (const link of [`#${table}`, `#${table}/${invitation.replace(/./g, '0')}`]) {
        const stranger = await house.browser.page();
        await stranger.goto(house.server.url + link);
        assert.match(await stranger.locator('.lost [role=alert]').textContent(), /invitation/);
        await stranger.getByRole('link', { name: 'To all games' }).last().click();
        await stranger.locator('.gallery .game').first().waitFor();
    }
}

/** From one device to another, mid-game: whoever says yes holds the cards there; whoever says no stays a stranger. */
async function personal(house) {
    const first = await visitor(house);
    await first.getByRole('button', { name: 'Play now' }).click();
    await yourTurn(first);
    const table = await first.evaluate(() => location.hash.slice(1).split('/')[0]);
    await first.goto(`${house.server.url}#/settings`);
    await first.getByRole('button', { name: 'Show my personal link' }).click();
    const token = /#\/me\/([0-9a-f]{64})$/.exec(await first.locator('.invite input').inputValue())[1];
    const second = await house.browser.page();
    await second.goto(`${house.server.url}#${table}//${token}`);
    await second.getByRole('button', { name: 'Yes, that is me' }).click();
    await second.locator('.prompt.yours .choice').first().waitFor();
    assert(!second.url().includes(token), 'the secret stays in the address');
    const third = await house.browser.page();
    await third.goto(`${house.server.url}#/me/${token}`);
    await third.getByRole('button', { name: 'No, stay who I am' }).click();
    await third.locator('.gallery .game').first().waitFor();
    assert.notEqual(await third.evaluate(() => localStorage.getItem('pairs.token')), token);
}

/** Whoever has the link of a public table watches: everything is there but something to decide. */
async function watching(house) {
    const host = await visitor(house);
    const { table } = await makeTable(host, { game: 'deadfall', players: 3, chairs: ['you', '3', '3'], public: true });
    await follow(host, `${house.server.url}#${table}`);
    await host.getByRole('button', { name: 'Begin' }).click();
    await host.locator('.table:not(.stale) .prompt.yours').waitFor();
    const watcher = await house.browser.page();
    await watcher.goto(`${house.server.url}#${table}`);
    await watcher.locator('.felt .seat').nth(2).waitFor();
    assert.equal(await watcher.locator('.prompt.yours').count(), 0);
    const faces = await watcher.locator('[data-spot^="hand/"] [data-rank]').evaluateAll((cards) => cards.map((card) => card.dataset.rank));
    assert(faces.length >= 15 && faces.every((rank) => rank === '0'), `a spectator sees ${faces}`);
}

async function momentOfReplay(house) {
    const player = await visitor(house);
    const { table } = await makeTable(player, ALONE);
    await follow(player, `${house.server.url}#${table}`);
    await player.getByRole('button', { name: 'Begin' }).click();
    await playByMouse(player, 'links');
    const result = await question(player).textContent();
    await follow(player, `${house.server.url}#${table}`);
    await player.getByText(result).first().waitFor();
    await player.getByRole('link', { name: 'Look back' }).click();
    await player.getByText(/^Moment 0 of/).waitFor();
    await player.keyboard.press('ArrowRight');
    await player.keyboard.press('ArrowRight');
    await player.getByText(/^Moment 2 of/).waitFor();
    await player.waitForURL(/#\/replay\/server\/[a-z0-9]+\/\d+\/2\/\w+$/);
    const there = player.url();
    const seen = await player.locator('.felt').textContent();
    await follow(player, there);
    await player.getByText(/^Moment 2 of/).waitFor();
    await player.waitForFunction((words) => document.querySelector('.felt')?.textContent === words, seen);
}

async function nowhere(house) {
    const page = await visitor(house, { mayComplain: true });
    for (const [link, words] of [['#zzzzzzzzzz', /no (such )?table/], ['#/local/zzzzzzzzzz', /no (such )?table/],
        ['#/replay/server/zzzzzzzzzz/1/3/open', /no (such )?(table|game)/i], ['#/replay/local/zzzzzzzzzz/1', /no such game/], ['#/learn/zzz', /zzz/]]) {
        await follow(page, house.server.url + link);
        const said = page.locator('main [role=alert]').first();
        await said.waitFor();
        assert.match(await said.textContent(), words, link);
    }
    await follow(page, `${house.server.url}#/nonsense`);
    await page.locator('.gallery .game').first().waitFor();
}

export function tests() {
    return [
        { name: 'an invitation leads to a chair', run: invited },
        { name: 'what is agreed goes with the links to paper', run: agreed },
        { name: 'a table without its invitation says what is missing, and leads home', run: withoutInvitation },
        { name: 'a personal link brings a game to another device, if one says that it is oneself, and its secret leaves the address', run: personal },
        { name: 'the link of a public table shows it to those who watch, without a card that is hidden', run: watching },
        { name: 'a link to a moment of a game shows that moment, and the link of a table that is over its result', run: momentOfReplay },
        { name: 'a link to what does not exist says so in words', run: nowhere },
    ];
}
