/** Single things at a table: asked again where a slip costs, secret choices, whose turn it is when one looks elsewhere, what stands beside it. */
import assert from 'node:assert/strict';
import { SWIFT } from './house.mjs';
import { begun, clickSomething, makeTable, offers, someoneClicks } from './hand.mjs';
import { dice } from './robot.mjs';
import { fitsAcross, playNow } from './access.mjs';

/** Somebody who waits at a table of theirs, with the link to it. */
async function sitAt(house, wishes) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    await page.locator('.gallery .card').first().waitFor();
    const { table, invitation } = await makeTable(page, wishes);
    await page.goto(`${house.server.url}#${table}`);
    await page.locator('.room').waitFor();
    return { page, link: `${house.server.url}#${table}/${invitation}` };
}

/** Two people at one table, the second as a guest. */
async function together(house, wishes, guestWishes) {
    const { page, link } = await sitAt(house, wishes);
    const guest = await house.browser.page(guestWishes);
    await guest.goto(link);
    await guest.getByRole('button', { name: 'Sit here' }).first().click();
    await page.locator('.chairs li.person:has(.letter:text-is("B"))').waitFor();
    await page.getByRole('button', { name: 'Begin' }).click();
    await guest.locator('.felt').waitFor();
    return [page, guest];
}

/** Among people a fold is asked about; Escape leads back, and yes is yes. */
async function confirming(house) {
    const pages = await together(house, { game: 'pairs', players: 2, chairs: ['you', 'open'] });
    const fold = '.prompt.yours .choices button:not([aria-disabled=true]):has-text("fold")';
    const page = await Promise.any(pages.map(async (one) => {
        await one.locator(fold).waitFor();
        return one;
    }));
    await page.locator(fold).click();
    await page.getByRole('group', { name: 'Are you sure?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(fold).click();
    await page.waitForFunction(() => /^Yes: /.test(document.activeElement?.textContent));
    await page.keyboard.press('Enter');
    await page.locator('.log .told', { hasText: /fold/ }).first().waitFor();
}

async function chosen(house) {
    const pages = await together(house, { game: 'deadfall', players: 2, chairs: ['you', 'open'] });
    await offers(pages[0]);
    await pages[0].keyboard.press(await pages[0].locator('.prompt.yours .choices [aria-keyshortcuts]').first().getAttribute('aria-keyshortcuts'));
    const told = pages[1].locator('.seat:not(.own)', { hasText: 'chosen' });
    await told.waitFor();
    assert.doesNotMatch(await pages[1].locator('.log').textContent(), /door \d/, 'the secret is told');
}

/** The title says it, and a notification to those who look elsewhere and want it. */
async function itsYourTurn(house) {
    const pages = await together(house, { game: 'pairs', players: 2, chairs: ['you', 'open'] }, {
        settings: { ...SWIFT, notify: true }, permissions: ['notifications'],
    });
    const [, guest] = pages;
    const roll = dice('turn');
    await guest.evaluate(() => {
        window.notices = [];
        window.Notification = class {
            static permission = 'granted';
            constructor(title, { body }) { window.notices.push(`${title} ${body}`); }
            close() {}
        };
        Object.defineProperty(document, 'hidden', { get: () => true });
    });
    while (!await guest.locator('.prompt.yours').count())
        await someoneClicks([pages[0]], roll);
    await guest.waitForFunction(() => document.title === 'Your turn: Pairs');
    if (!await guest.evaluate(() => window.notices.length)) { /* it was before we listened: once more */
        do
            await someoneClicks(pages, roll);
        while (!await guest.evaluate(() => window.notices.length) && !await guest.getByText('The game is over').count());
    }
    assert.match(await guest.evaluate(() => window.notices[0]), /^It is your turn\. Pairs$/);
}

/** In a tab that nobody looks at browsers draw nothing; its title is all that is seen of it. */
async function unseen(house) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    const play = page.getByRole('button', { name: 'Play now' });
    await play.waitFor();
    await page.evaluate(() => {
        window.requestAnimationFrame = () => 0;
        Object.defineProperty(document, 'hidden', { get: () => true });
    });
    await play.evaluate((button) => button.click());
    await page.waitForFunction(() => document.title === 'Your turn: Pairs', null, { polling: 100 });
}

/** Score sheet with its graph, rules, chat, a hint and its odds. */
async function beside(house) {
    const page = await begun(house, { game: 'deadfall', players: 3, chairs: ['you', '3', '3'], options: { hands: 5 } });
    const roll = dice('beside');
    await page.keyboard.press('h');
    const hint = page.locator('.hint');
    await page.waitForFunction(() => /[a-z]{3}/.test(document.querySelector('.hint')?.textContent) && !/worked out/.test(document.querySelector('.hint').textContent));
    const words = await hint.textContent();
    await page.keyboard.press('h');
    await hint.locator('li').first().waitFor();
    assert.match(await hint.textContent(), /\d/, 'odds');
    assert.notEqual(await hint.textContent(), words);
    await page.keyboard.press('s');
    await page.getByText('No hand is settled yet.').waitFor();
    while (!await page.locator('.panel table.sheet tbody tr').nth(1).count())
        assert(await clickSomething(page, roll), 'the game is over before two hands are settled');
    assert.equal(await page.locator('.panel .graph polyline').count(), 3, 'a line for each seat');
    const points = await page.locator('.panel .graph polyline').first().getAttribute('points');
    assert.equal(points.split(' ').length, 1 + await page.locator('.panel table.sheet tbody tr').count(), 'a point for each hand');
    await page.keyboard.press('r');
    await page.locator('#panel').getByText('THE DOORS').or(page.locator('#panel').getByRole('heading', { name: /the doors/i })).first().waitFor();
    assert.match(await page.locator('#panel').textContent(), /after 5 hands/, 'the rules are those of this table');
    await page.keyboard.press('t');
    await page.locator('#panel input').fill('Hello <b>you</b>');
    await page.keyboard.press('Enter');
    await page.locator('.chat li', { hasText: 'Hello <b>you</b>' }).waitFor();
}

/** How much a screen reader is told, by what was wished for, at any speed. */
async function verbosity(house, speed) {
    const told = {};
    for (const verbosity of ['terse', 'usual']) {
        const page = await house.browser.page({ settings: { ...SWIFT, speed, verbosity } });
        await page.goto(house.server.url);
        await page.getByRole('button', { name: 'Play now' }).click();
        await page.locator('.felt').waitFor();
        for (await offers(page); await page.locator('.settlement').count(); await offers(page))
            await page.keyboard.press('Escape');
        await page.keyboard.press('1');
        await page.locator('.log .told', { hasText: 'Guest: hit.' }).waitFor();
        await offers(page);
        told[verbosity] = await page.locator('#polite p').allTextContents();
    }
    const plain = /^\S+: hit\.( \S+ gets \d+\.)?$/; /* with more in it, it may be the end of a hand */
    assert(!told.terse.some((line) => plain.test(line)), told.terse.join('\n'));
    assert(told.terse.some((line) => line.startsWith('It is your turn.')), told.terse.join('\n'));
    assert(told.usual.some((line) => line.includes('Guest: hit.')), told.usual.join('\n'));
}

/** Text twice as large: all is there, and nothing goes beyond the edge. */
async function zoomed(house) {
    const page = await house.browser.page({ viewport: { width: 640, height: 450 } }); /* 1280 by 900 at 200 % */
    await page.goto(house.server.url);
    await page.locator('.gallery .card').first().waitFor();
    await fitsAcross(page, 'home at 200 %');
    await playNow(page, house.server.url);
    await fitsAcross(page, 'a table at 200 %');
    await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
    await fitsAcross(page, 'a table with text of 200 %');
    const choice = page.locator('.prompt.yours .choice').first();
    await choice.scrollIntoViewIfNeeded();
    const cut = await choice.evaluate((button) => button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1);
    assert(!cut, 'the words of a choice are cut');
    await clickSomething(page, dice('zoomed'));
}

export function tests() {
    return [
        { name: 'among people a fold is asked about once more, and Escape leads back', run: confirming },
        { name: 'a secret choice is shown as chosen, and not what it is', run: chosen },
        { name: 'the title says that it is one\'s turn, and a notification to those who look elsewhere', run: itsYourTurn },
        { name: 'the title of a tab that nobody looks at says that it is one\'s turn', run: unseen },
        { name: 'a hint in words with odds, the score sheet with its graph, the rules of this very table and the chat are beside it', run: beside },
        { name: 'a screen reader is told as much as was wished for', run: (house) => verbosity(house, 'fast') },
        { name: 'a screen reader is told as much as was wished for where nothing pauses', run: (house) => verbosity(house, 'off') },
        { name: 'text of twice the size stays whole, at home and at a table', run: zoomed },
    ];
}
