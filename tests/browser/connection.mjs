/** A line that breaks in every way: two tabs, a machine that slept, a dead connection, a new version of the page. */
import assert from 'node:assert/strict';
import { Server, until } from './house.mjs';
import { begun, clickSomething, isOver, makeTable, question, rest } from './hand.mjs';
import { dice } from './robot.mjs';
import { playNow } from './access.mjs';
import { Way } from './way.mjs';

/** What is asked, what lies on the table and what happened last, to compare two pages by. */
function shown(page) {
    return page.evaluate(() => JSON.stringify([document.querySelector('.prompt h2')?.textContent, document.querySelector('.log li:last-child')?.textContent,
        [...document.querySelectorAll('.felt [data-spot]')].map((zone) => [zone.dataset.spot, [...zone.querySelectorAll('[data-rank]')].map((card) => card.dataset.rank)])]));
}

/** Once it is one's turn again in a tab, or the end, another that is looked at shows the same. Behind another no tab is drawn. */
async function agree(one, other) {
    await rest(one);
    const wanted = await shown(one);
    await other.bringToFront();
    await until(`another tab does not show ${wanted}`, async () => await shown(other) === wanted);
}

/** Clicks until something is different. */
async function change(page, roll) {
    await page.bringToFront();
    const before = await shown(page);
    do
        await clickSomething(page, roll);
    while (await shown(page) === before);
}

/** Another tab of the same browser at the same table. */
async function secondTab(page) {
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.locator('.prompt.yours .choice').first().waitFor();
    return tab;
}

async function twoTabs(house) {
    const first = await house.browser.page();
    await playNow(first, house.server.url);
    const second = await secondTab(first);
    const tabs = [first, second];
    const roll = dice('tabs');
    for (let i = 0; i < 6 && !await isOver(first); i++) {
        await change(tabs[i % 2], roll);
        await agree(tabs[i % 2], tabs[(i + 1) % 2]);
    }
    assert.equal(await second.locator('.trouble').count(), 0, 'one disturbs the other');
}

/** A page that is frozen hears nothing; when somebody looks at it again it is as it would have been. */
async function asleep(house) {
    const sleeper = await house.browser.page();
    await playNow(sleeper, house.server.url);
    const other = await secondTab(sleeper);
    const line = await sleeper.context().newCDPSession(sleeper);
    await line.send('Page.setWebLifecycleState', { state: 'frozen' });
    const roll = dice('asleep');
    await change(other, roll);
    await line.send('Page.setWebLifecycleState', { state: 'active' });
    await agree(other, sleeper);
    if (await isOver(sleeper))
        return;
    await change(sleeper, roll);
    await agree(sleeper, other);
}

async function deadLine(house) {
    const way = await new Way().start(house.server.port);
    try {
        const page = await house.browser.page({ mayComplain: true });
        await playNow(page, `http://127.0.0.1:${way.port}/`);
        await page.evaluate(() => {
            window.sameAsBefore = true;
            window.saidSo = false; /* it may be said for a moment only */
            new MutationObserver(() => { window.saidSo ||= /The connection is lost/.test(document.querySelector('.connection').textContent); })
                .observe(document.body, { subtree: true, childList: true, characterData: true });
        });
        way.fallSilent();
        await page.context().setOffline(true); /* the network goes with the lid, and is back with it */
        await page.context().setOffline(false);
        await page.waitForFunction(() => window.saidSo && !document.querySelector('.table.stale'), null, { polling: 100 });
        const roll = dice('dead');
        const before = await shown(page);
        while (!await isOver(page) && await shown(page) === before)
            await clickSomething(page, roll);
        assert(await page.evaluate(() => window.sameAsBefore), 'the page was loaded again');
    } finally {
        way.end();
    }
}

/** From now on, until it is loaded again, the page hears of another version. Its service worker would bring the answer past page.route. */
function hasNext(page) {
    return page.evaluate(() => {
        const ask = window.fetch;
        window.fetch = (what, ...how) => (String(what).endsWith('version.json') ? Promise.resolve(Response.json({ version: 'next' })) : ask(what, ...how));
    });
}

/**
 * The server comes back with another page: nobody is disturbed, and whoever wants may have it at once. With five hands to play the
 * game is still on after a decision; one of Pairs may be over before somebody's second.
 */
async function newVersion(house) {
    const server = await new Server(house.program).start();
    try {
        const page = await begun({ ...house, server }, { game: 'deadfall', players: 3, chairs: ['you', '3', '3'], options: { hands: 5 } }, { mayComplain: true });
        await page.evaluate(() => { window.sameAsBefore = true; });
        await hasNext(page);
        await server.end('SIGKILL');
        await server.start();
        await page.getByText('There is a new version of this page').waitFor();
        await rest(page);
        assert(await clickSomething(page, dice('version')), 'the game is on');
        assert(await page.evaluate(() => window.sameAsBefore), 'the page was loaded again in the middle of a game');
        await rest(page);
        const where = page.url();
        const asked = await question(page).textContent();
        await page.getByRole('button', { name: 'Take it now' }).click();
        await page.waitForFunction(() => !window.sameAsBefore);
        await page.locator('.table:not(.stale) .felt').waitFor();
        assert.equal(page.url(), where, 'the same table');
        await rest(page);
        assert.equal(await question(page).textContent(), asked, 'the game is where it was');
    } finally {
        await server.remove();
    }
}

/** Once no game is on it comes by itself. */
async function versionAfterwards(house) {
    const server = await new Server(house.program).start();
    try {
        const page = await house.browser.page({ mayComplain: true });
        await page.goto(server.url);
        await page.locator('.gallery .game').first().waitFor();
        const { table } = await makeTable(page, { game: 'pairs', players: 2, chairs: ['you', 'open'] });
        await page.evaluate((id) => { location.hash = `#${id}`; }, table);
        await page.locator('.room').waitFor();
        await page.evaluate(() => { window.sameAsBefore = true; });
        await hasNext(page);
        await page.keyboard.press('Tab');
        await server.end('SIGKILL');
        await server.start();
        await page.getByText('There is a new version of this page').waitFor();
        await page.getByRole('link', { name: 'Pairs' }).first().click();
        await page.waitForFunction(() => !window.sameAsBefore);
        await page.locator('.gallery .game').first().waitFor();
    } finally {
        await server.remove();
    }
}

export function tests() {
    return [
        { name: 'two tabs at one table show the same, and in each of them one decides', run: twoTabs },
        { name: 'a page that slept shows what has happened meanwhile', run: asleep },
        { name: 'a connection that is dead without a word is noticed when the network comes back, and made again without loading the page', run: deadLine },
        { name: 'a new version of the page waits while a game is on, can be taken at once, and the game goes on', run: newVersion },
        { name: 'a new version of the page is taken by itself once no game is on', run: versionAfterwards },
    ];
}
