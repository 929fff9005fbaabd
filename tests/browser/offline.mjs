/** Without a network: the page is installed, games are kept in the browser at every moment, taken along and looked back on. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Server } from './house.mjs';
import { clickSomething, isOver, logOf, offers } from './hand.mjs';
import { dice } from './robot.mjs';
import { playNow } from './access.mjs';

async function installable(house) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json());
    assert.equal(manifest.display, 'standalone');
    assert(manifest.name && manifest.start_url && manifest.icons.some(({ sizes }) => sizes === '192x192') && manifest.icons.some(({ sizes }) => sizes === '512x512'), JSON.stringify(manifest));
    const line = await page.context().newCDPSession(page);
    const { installabilityErrors } = await line.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
}

/** A page that was there once, whose server is gone for good. */
export async function alone(house, deed) {
    const server = await new Server(house.program).start();
    try {
        const page = await house.browser.page({ mayComplain: true });
        await playNow(page, server.url);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
        await server.end('SIGKILL');
        await page.goto('about:blank');
        await page.goto(server.url);
        await page.getByText('You are offline.').waitFor();
        await deed(page, server.url);
    } finally {
        await server.remove();
    }
}

/** The tab is closed right after each decision, whatever is under way; what was seen before it is never undone. */
function closedTabs(house) {
    return alone(house, async (first) => {
        let page = first;
        await page.getByRole('button', { name: 'Play now' }).click();
        await offers(page);
        const roll = dice('closed');
        for (let i = 0; i < 5 && !await isOver(page); i++) {
            await clickSomething(page, roll);
            const log = await logOf(page);
            const next = await page.context().newPage();
            const url = page.url();
            await page.close();
            page = next;
            await page.goto(url);
            await offers(page);
            /* The last line may have become part of another. */
            const now = await logOf(page, true);
            assert(now.join('\n').includes(log.slice(-6, -1).join('\n')), `what had happened is still so:\n${log.join('\n')}\nbut:\n${now.join('\n')}`);
        }
    });
}

/** A game to its end, then its record as a file, and what looking back on it finds, all without a server. */
function takenAlong(house) {
    return alone(house, async (page, url) => {
        await page.getByRole('button', { name: 'Play now' }).click();
        await offers(page);
        const roll = dice('taken');
        while (await clickSomething(page, roll));
        await page.getByRole('link', { name: 'Look back' }).click();
        await page.getByRole('button', { name: 'Luck and play' }).click();
        await page.locator('.verdict, figure').first().waitFor();
        await page.goto(`${url}#/history`);
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download all' }).click()]);
        const records = await readFile(await file.path(), 'utf8');
        assert.match(records, /^pairs 1\ngame pairs\n/m);
        await page.getByRole('button', { name: /^Delete / }).click();
        await page.getByText('The game is gone.').first().waitFor();
        await page.locator('input[type=file]').setInputFiles({ name: 'games.pairs', mimeType: 'text/plain', buffer: Buffer.from(records) });
        await page.getByText('1 game is here now.').first().waitFor();
        await page.locator('.games li').first().waitFor();
    });
}

/** A lesson that nobody has opened here is not kept: the page says what it needs, and it is there once the network is. */
function lessonLater(house) {
    return alone(house, async (page, url) => {
        await page.goto(`${url}#/learn/port`);
        await page.getByRole('alert').filter({ hasText: 'need the network once' }).waitFor();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('alert').filter({ hasText: 'need the network once' }).waitFor();
    });
}

/** Whoever only looks at the shelf has the page without a network, too, and soon. */
async function keptSoon(house) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    const begin = Date.now();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const took = Date.now() - begin;
    house.say(`the page is kept ${took} ms after the shelf is there`);
    assert(took < 8000, `${took} ms`);
}

export function tests() {
    return [
        { name: 'the page can be installed', run: installable },
        { name: 'without the server a tab may be closed after any decision, and nothing that was seen is undone', run: closedTabs },
        { name: 'without the server a lesson that was never opened says what it needs', run: lessonLater },
        { name: 'the page is kept soon after it is opened', run: keptSoon },
        { name: 'without the server a game is looked back on, taken along as a file and brought back', run: takenAlong },
    ];
}
