/** The lab of the page, held against `pairs sim`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

async function saved(page, button) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    return readFile(await file.path(), 'utf8');
}

async function simulated(house, ...words) {
    const { stdout } = await promisify(execFile)(house.program, ['sim', ...words, '--csv', '-']);
    return stdout.slice(stdout.indexOf('game,'));
}

/** A field by the words above it. */
function field(page, words) {
    return page.locator(`label:has(span:text-is("${words}"))`).locator('input, select');
}

/** 100 games of Deadfall by rule of thumb with seed 7, perhaps with an option at several values. */
async function played(house, swept) {
    const page = await house.browser.page();
    await page.goto(`${house.server.url}#/lab/deadfall`);
    await field(page, 'Games').selectOption('100');
    await field(page, 'Seed').fill('7');
    if (swept) {
        await field(page, 'Option').selectOption(swept.option);
        await field(page, 'Values').fill(swept.values);
    }
    const players = await field(page, 'Players').inputValue();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Download the figures (CSV)' }).waitFor();
    return { page, players, csv: await saved(page, 'Download the figures (CSV)') };
}

async function sameFigures(house) {
    const { page, players, csv } = await played(house);
    assert.equal(csv, await simulated(house, 'deadfall', '-n', players, '--bots', 'hint', '--games', '100', '--seed', '7'));
    assert(csv.trim().split('\n').length > Number(players), 'a line for each seat');
    await page.getByText(/^100 of 100 games/).waitFor();
    assert(await page.locator('#lab-charts figure').count() >= 3, 'length, scores and seats are drawn');
    assert.match(await saved(page, 'Download the pictures (SVG)'), /^<(\?xml|svg)/);
}

async function sameSweep(house) {
    const { page, players, csv } = await played(house, { option: 'ante', values: '1,3' });
    assert.equal(csv, await simulated(house, 'deadfall', '-n', players, '-o', 'ante=1,3', '--bots', 'hint', '--games', '100', '--seed', '7'));
    await page.getByText(/^200 of 200 games/).waitFor();
}

export function tests() {
    return [
        { name: 'the lab has the figures of pairs sim for the same seed, and draws them', run: sameFigures },
        { name: 'the lab compares values of an option as pairs sim does', run: sameSweep },
    ];
}
