/** What everybody has to be able to read, at every size and in both themes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SWIFT } from './house.mjs';

const AXE = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No finding of axe at levels A and AA. */
export async function findsNothing(page, where) {
    const findings = await page.evaluate(`${AXE}; axe.run(document, {runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations']})
        .then(({violations}) => violations.map(({id, help, nodes}) => id + ': ' + help + ' ' + nodes.slice(0, 3).map((node) => node.html + ' '
            + node.any.concat(node.all).map(({message}) => message).join('; ')).join(' | ')))`);
    assert.deepEqual(findings, [], `axe finds at ${where}`);
}

/** Nothing reaches beyond the right edge. */
export async function fitsAcross(page, where) {
    const beyond = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth <= clientWidth ? '' : `${scrollWidth} > ${clientWidth}: ${[...document.querySelectorAll('main *')]
            .filter((element) => element.getBoundingClientRect().right > clientWidth + 1).slice(-3).map((element) => element.outerHTML.slice(0, 200)).join('\n')}`;
    });
    assert.equal(beyond, '', `${where} scrolls sideways`);
}

/** One click from home to cards. */
export async function playNow(page, url) {
    await page.goto(url);
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.locator('.prompt .choice').first().waitFor();
}

/** @param {function(string, string)} look at the page, with words for where one is */
async function homeAndTable(house, wishes, look) {
    const page = await house.browser.page(wishes);
    await page.goto(house.server.url);
    await page.locator('.gallery .card').first().waitFor();
    await look(page, 'home');
    await playNow(page, house.server.url);
    await look(page, 'the table');
}

export function tests() {
    return [
        ...['light', 'dark'].map((theme) => ({
            name: `axe finds nothing at home and at a table in the ${theme} theme`,
            some: true,
            run: (house) => homeAndTable(house, { settings: { ...SWIFT, theme } }, findsNothing),
        })),
        {
            name: 'home and a table do not scroll sideways on 320 pixels',
            some: true,
            run: (house) => homeAndTable(house, { viewport: { width: 320, height: 568 } }, fitsAcross),
        },
    ];
}
