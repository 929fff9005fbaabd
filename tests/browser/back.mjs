/** Going back, by a phone's gesture or by a button: what lies over a page is closed first, and a table that one leaves waits at home. */
import assert from 'node:assert/strict';
import { yourTurn } from './hand.mjs';
import { playNow } from './access.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Until the panel beside a table is open, or closed. */
function panel(page, open) {
    return page.locator(`#panel${open ? ':not(.closed)' : '.closed'}`).waitFor({ state: 'attached' });
}

async function closesPanels(house) {
    const page = await house.browser.page(PHONE);
    await playNow(page, house.server.url);
    const table = page.url();
    for (const part of ['Log', 'Chat', 'Scores', 'Rules', 'Seats']) {
        await page.getByRole('button', { name: 'Menu' }).tap();
        await panel(page, true);
        if (part !== 'Log') /* which is open already */
            await page.locator('#panel .tabs').getByRole('button', { name: part }).tap();
        await page.goBack();
        await panel(page, false);
        assert.equal(page.url(), table, `${part} is closed, and one is still at the table`);
        await yourTurn(page);
    }
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.locator('#panel .close').tap();
    await panel(page, false);
    await page.goBack();
    await page.getByRole('heading', { name: 'Go on where you were' }).waitFor();
    await page.locator('.progress a').first().tap();
    await page.waitForURL(table);
    await yourTurn(page);
}

async function closesDialogs(house) {
    const page = await house.browser.page(PHONE);
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    for (const opener of ['With friends', 'Port']) {
        await page.getByRole('button', { name: opener, exact: true }).first().tap();
        await page.locator('dialog[open]').waitFor();
        await page.goBack();
        await page.locator('dialog').waitFor({ state: 'detached' });
        assert.equal(page.url(), house.server.url, opener);
    }
    await page.getByRole('link', { name: 'Learn' }).tap();
    await page.locator('.lessons a').first().waitFor();
    await page.goBack();
    await page.locator('.gallery .game').first().waitFor();
    assert.equal(await page.locator('dialog').count(), 0);
}

export function tests() {
    return [
        { name: 'going back closes what is open beside the table, and then leads home, where the table waits', some: true, run: closesPanels },
        { name: 'going back closes a dialog at home, and what was closed is not in the way later', run: closesDialogs },
    ];
}
