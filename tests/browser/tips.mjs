/** The tips of a first hand: whoever skips them sees nothing move until the hand is over, and then has their room. */
import assert from 'node:assert/strict';
import { SWIFT } from './house.mjs';
import { makeTable, offers, yourTurn } from './hand.mjs';

/** Where seats and question are. */
function places(page) {
    return page.evaluate(() => [...document.querySelectorAll('.table :is(.plate, .prompt)')].map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [left, top, width, height].map(Math.round).join(' ');
    }));
}

async function room(house, viewport) {
    const page = await house.browser.page({ viewport, settings: { ...SWIFT, speed: 'fast' } });
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    const { table } = await makeTable(page, { game: 'pairs', players: 3, chairs: ['you', '3', '3'] });
    await page.goto(`${house.server.url}#${table}`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('.tips').waitFor();
    await yourTurn(page);
    const taught = await places(page);
    await page.getByRole('button', { name: 'Skip the tips' }).click();
    await page.locator('.tips').waitFor({ state: 'detached' });
    assert.deepEqual(await places(page), taught, 'nothing has moved');
    await page.getByRole('button', { name: /^Fold/ }).click();
    await page.locator('.settlement .choice').click();
    await offers(page);
    const { width } = await page.locator('.table .felt').evaluate((felt) => felt.getBoundingClientRect());
    assert.equal(width, viewport.width, 'the felt has the whole window');
    assert.notDeepEqual(await places(page), taught);
    assert.equal(await page.locator('.tips').count(), 0);
}

export function tests() {
    return [[1440, 900], [1024, 768], [390, 844]].map(([width, height]) => ({
        name: `tips that are skipped leave their room to the next hand on ${width}x${height}`, run: (house) => room(house, { width, height }),
    }));
}
