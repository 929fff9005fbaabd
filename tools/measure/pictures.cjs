#!/usr/bin/env node
/* Makes the pictures of the page in README.md and the manual, from the real page: a robot plays in Debian's chromium. The cards are
 * other ones each time.
 * Usage: tools/measure/pictures.cjs PAIRS FOLDER   (`make pictures`) */
const { spawn } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { chromium } = require('../../tests/browser/node_modules/playwright-core');

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** What can be decided: buttons, or cards on the table. */
const OFFERS = '.prompt.yours .choices button:not(.back), .felt button.card:not([aria-hidden])';

/** A server with data of its own. */
async function serve(pairs) {
    const data = mkdtempSync(path.join(tmpdir(), 'pairs-pictures-'));
    const program = spawn(pairs, ['serve', '--listen', '127.0.0.1:0', '--data', path.join(data, 'tables.db')],
        { stdio: ['ignore', 'pipe', 'ignore'] });
    const address = await new Promise((resolve) => {
        program.stdout.once('data', (line) => resolve(/http:\S+/.exec(line)[0]));
    });
    return { address, stop() { program.kill(); rmSync(data, { recursive: true }); } };
}

/** A page in a browser that nobody has used, without motion. */
async function open(browser, address, size) {
    const context = await browser.newContext({ ...size, reducedMotion: 'reduce', locale: 'en', colorScheme: 'light' });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('button', { name: 'Octopus', exact: true }).waitFor();
    return page;
}

/** Waits until one is asked, past all that happens before; false if the game is over. */
async function asked(page) {
    const question = page.locator(OFFERS);
    const over = page.getByRole('link', { name: 'Look back' });
    const onward = page.getByRole('button', { name: 'Go on' });
    while (!await question.count() && !await over.count()) {
        await question.or(over).or(onward).first().waitFor();
        await onward.first().click({ timeout: 1000 }).catch(() => {}); /* it went by itself */
    }
    return await over.count() === 0;
}

/** Takes the last choice of each question, so many times; false if the game is over. */
async function play(page, times) {
    for (let i = 0; i < times && await asked(page); i++) {
        await page.locator(OFFERS).last().click({ timeout: 3000 }).catch(() => {});
        await page.waitForTimeout(300); /* until another question stands there */
    }
    return asked(page);
}

async function main([pairs, folder]) {
    const server = await serve(pairs);
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    const shoot = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`) });

    const page = await open(browser, server.address, DESKTOP);
    await shoot(page, 'home');
    await page.getByRole('button', { name: 'Octopus', exact: true }).click();
    await page.getByRole('button', { name: 'Play Octopus', exact: true }).click();
    await play(page, 3);
    await shoot(page, 'octopus');

    const after = await open(browser, server.address, DESKTOP);
    await after.getByRole('button', { name: 'Play now' }).click();
    while (await play(after, 1))
        continue;
    await after.getByRole('link', { name: 'Look back' }).click();
    await after.getByRole('button', { name: 'Luck and play' }).click();
    await after.getByRole('button', { name: 'Luck and play' }).waitFor({ state: 'detached' });
    await after.getByRole('slider', { name: 'Moment' }).focus();
    for (let i = 0; i < 15; i++)
        await after.keyboard.press('ArrowRight');
    await after.evaluate(() => scrollTo(0, 0));
    await after.screenshot({ path: path.join(folder, 'replay.png'), fullPage: true,
        clip: { x: 0, y: 0, width: 1280, height: 1450 } });

    const phone = await open(browser, server.address, PHONE);
    await phone.getByRole('button', { name: 'Play now' }).click();
    await play(phone, 2);
    await shoot(phone, 'phone');

    await browser.close();
    server.stop();
}

main(process.argv.slice(2)).catch((error) => {
    console.error(`pictures: ${error.message}`);
    process.exit(1);
});
