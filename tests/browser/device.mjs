/** Friends at one device: it goes from hand to hand, and nobody sees the cards of another. */
import assert from 'node:assert/strict';
import { SWIFT } from './house.mjs';
import { openSheet } from './hand.mjs';
import { dice } from './robot.mjs';

const SEATS = { Guest: 'A', 'Player 2': 'B' };
const PASSES = '.pass button, .hero button:has-text("I am ")';
const CHOICES = '.settlement .choice, .prompt.yours .choices button:not([aria-disabled=true], .back), .table:has(.prompt.yours) .felt :is(button.card:not([aria-hidden]), button.name, button.zone-take)';

/** Looks on at every change: whose cards are seen, and whether the device is asked for while something still happens. */
function watch(seats) {
    window.wrong = [];
    let holder = null;
    addEventListener('click', ({ target }) => {
        const said = target.closest('button')?.textContent ?? '';
        if (said.startsWith('I am '))
            holder = seats[said.slice(5)];
    }, true);
    const look = () => {
        if (document.querySelector('.pass') && [...document.querySelectorAll('.prompt button')].some(({ textContent }) => textContent === 'Skip'))
            window.wrong.push('the device is asked for while something still happens');
        for (const zone of document.querySelectorAll('[data-spot^="hand/"]')) {
            const owner = zone.dataset.spot.slice(5);
            if (owner !== holder && zone.querySelector('[data-rank]:not([data-rank="0"])'))
                window.wrong.push(`the cards of ${owner} are seen by ${holder ?? 'whoever looks'}`);
        }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

async function handToHand(house) {
    const page = await house.browser.page({ settings: { ...SWIFT, speed: 'fast' } });
    await page.addInitScript(watch, SEATS);
    await page.goto(house.server.url);
    const sheet = await openSheet(page, 'Octopus');
    await sheet.getByRole('button', { name: 'More', exact: true }).click();
    await sheet.getByRole('button', { name: 'several of you at this device', exact: true }).click();
    await sheet.getByRole('button', { name: 'Play Octopus', exact: true }).click();
    const roll = dice('device');
    let passed = 0;
    while (passed < 6) {
        await page.locator(`${PASSES}, ${CHOICES}`).first().waitFor();
        const passes = await page.locator(PASSES).count();
        const one = passes ? page.locator(PASSES).first() : page.locator(CHOICES).nth(roll(Math.max(1, await page.locator(CHOICES).count())));
        const clicked = await one.click({ timeout: 1000 }).then(() => true, () => false); /* what goes under the mouse is nobody's fault */
        passed += clicked && passes ? 1 : 0;
        assert.deepEqual(await page.evaluate(() => [...new Set(window.wrong)]), []);
    }
}

export function tests() {
    return [{ name: 'friends at one device pass it on when all has happened, and nobody sees the cards of another', run: handToHand }];
}
