/** What everybody has to be able to read, at every size and in both themes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { drawn, follow, PATIENCE, SWIFT, until } from './house.mjs';
import { begun, clickSomething, makeTable, offers, playByMouse, rest, yourTurn } from './hand.mjs';
import { dice } from './robot.mjs';

const AXE = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds at levels A and AA, and whether the page has changed meanwhile. To be evaluated there. */
async function lookThrough(rules) {
    let changed = false;
    const watcher = new MutationObserver(() => { changed = true; });
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const { violations } = await window.axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
    changed ||= watcher.takeRecords().length > 0;
    watcher.disconnect();
    return { changed, findings: violations.map(({ id, help, nodes }) => `${id}: ${help} ${nodes.slice(0, 3)
        .map((node) => `${node.html} ${node.any.concat(node.all).map(({ message }) => message).join('; ')}`).join(' | ')}`) };
}

/** No finding of axe. What it finds while the page becomes another one may be of neither: then it looks again. */
export async function findsNothing(page, where) {
    if (!await page.evaluate(() => 'axe' in window))
        await page.evaluate(AXE);
    const end = Date.now() + PATIENCE;
    let seen;
    do
        seen = await page.evaluate(lookThrough, RULES);
    while (seen.findings.length && seen.changed && Date.now() < end);
    assert.deepEqual(seen.findings, [], `axe finds at ${where}`);
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

/** One click from home to cards, and then to one's turn. */
export async function playNow(page, url) {
    await page.goto(url);
    await page.getByRole('button', { name: 'Play now' }).click();
    await yourTurn(page);
}

/** @param {function(string, string)} look at the page, with words for where one is */
async function homeAndTable(house, wishes, look) {
    const page = await house.browser.page(wishes);
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    await look(page, 'home');
    await playNow(page, house.server.url);
    await look(page, 'the table');
}

const SIZES = [[320, 568], [360, 640], [820, 1180], [1440, 900]];

/** The pages, and what each has once all that it asks for has come. */
const PAGES = { '#/': '.gallery .game', '#/learn': '.lessons a', '#/learn/pairs': '.teacher', '#/paper': '.papers a', '#/history': '.history', '#/lab': '.lab-form', '#/settings': '.preferences' };

/** Until something is there, and nothing else is waited for. */
async function has(page, selector) {
    await page.locator(selector).first().waitFor();
    await page.waitForFunction(() => !/One moment|Einen Moment/.test(document.querySelector('main').textContent));
}

async function everyPage(house, wishes, look) {
    const page = await house.browser.page(wishes);
    for (const [address, whole] of Object.entries(PAGES)) {
        await follow(page, house.server.url + address);
        await has(page, whole);
        await look(page, address);
    }
}

/** A game to its end, then what comes after it. */
async function afterwards(house, wishes, look) {
    const page = await house.browser.page(wishes);
    await playNow(page, house.server.url);
    await playByMouse(page, 'afterwards');
    await look(page, 'the end of a game');
    await page.locator('.prompt a.choice[href^="#/replay"]').click();
    await has(page, '.scrubber');
    await look(page, 'a replay');
    await follow(page, `${house.server.url}#/history`);
    await has(page, '.games li');
    await look(page, 'the history of a game');
}

/** A game or variant as it is after two questions, in both themes and on the narrowest screen: to go there costs more than to look. */
async function inGame(house, game) {
    const players = game.players.includes(4) ? 4 : game.players[0];
    const page = await begun(house, { game: game.name, players, chairs: ['you', ...new Array(players - 1).fill('3')] });
    const roll = dice(game.name);
    for (let i = 0; i < 2 && await clickSomething(page, roll); i++);
    await rest(page); /* in most games nothing changes while one looks */
    for (const theme of ['light', 'dark']) {
        await page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
        await findsNothing(page, `${game.name} in the ${theme} theme`);
    }
    await page.setViewportSize({ width: 320, height: 568 });
    await page.locator('.table.small').waitFor();
    await fitsAcross(page, game.name);
}

/** Log, chat, scores, rules, chairs: on a phone each lies over the table until it is closed. */
async function everyPart(house, wishes, look) {
    const page = await house.browser.page(wishes);
    await playNow(page, house.server.url);
    const menu = page.locator('.bar-buttons .menu');
    const small = await menu.count() > 0;
    if (small)
        await menu.click();
    const parts = page.locator(small ? '#panel .tabs .part' : '.bar-buttons .part');
    await parts.first().waitFor();
    for (let i = 0; i < await parts.count(); i++) {
        await drawn(page);
        if (!small && await page.locator('#panel .close').count())
            await page.locator('#panel .close').click();
        if (await parts.nth(i).getAttribute('aria-expanded') !== 'true')
            await parts.nth(i).click();
        await has(page, '#panel .close');
        await until('a part is not opened', async () => await parts.nth(i).getAttribute('aria-expanded') === 'true');
        await look(page, `the panel with ${await parts.nth(i).textContent()}`);
    }
}

/** Up to eight at a table: for each number of them games that are played so. */
const FULL = [[2, 'horn-of-plenty'], [3, 'port'], [4, 'horn-of-plenty'], [5, 'goblin-poker'], [6, 'octopus'], [7, 'pairs'], [8, 'pairs']];

/** A name may have 63 bytes: the first can be wrapped, the second cannot. */
const LONG = ['Wolfram-Maximilian von und zu Hohenstein-Wartenburg the Younger', 'W'.repeat(63)];

/** What reaches beyond the window, or makes it scroll: see look/measure.js. */
const BEYOND = ['outside the window', 'page scrolls', 'text outside'];

/** Two people with long names and as many bots as there is room for, on a phone. */
async function overfull(house, [players, name]) {
    const [page, guest] = [await house.browser.page({ viewport: { width: 320, height: 568 } }), await house.browser.page({ settings: { ...SWIFT, name: LONG[1] } })];
    await page.addInitScript({ path: new URL('look/measure.js', import.meta.url).pathname });
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    const { table, invitation } = await makeTable(page, { game: name, players, name: LONG[0], chairs: ['you', 'open', ...new Array(players - 2).fill('3')] });
    await guest.goto(`${house.server.url}#${table}/${invitation}`);
    await guest.getByRole('button', { name: 'Sit down' }).click();
    await page.goto(`${house.server.url}#${table}`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('.felt .seat').first().waitFor();
    assert.equal(await page.locator('.felt .seat').count(), players);
    for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 640 });
        await drawn(page);
        const faults = await page.evaluate(() => globalThis.measure.rest());
        assert.deepEqual(faults.filter(({ kind }) => BEYOND.includes(kind)), [], `${name} with ${players} on ${width} pixels`);
    }
}

/** All that the page says in German is German: none of the English sentences that are to be translated is there. */
async function german(house) {
    const words = JSON.parse(readFileSync(new URL('../../web/words/de.json', import.meta.url), 'utf8'));
    const english = Object.entries(words).filter(([key, value]) => key !== value && !key.includes('{') && key.length > 8).map(([key]) => key);
    const look = async (page, where) => {
        assert.equal(await page.locator('html').getAttribute('lang'), 'de', where);
        const shown = await page.evaluate(() => [...document.querySelectorAll('#page *')].flatMap((element) => [element.getAttribute('aria-label'),
            ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data)]).filter(Boolean).map((text) => text.trim()));
        assert.deepEqual(shown.filter((text) => english.includes(text)), [], `English at ${where}`);
    };
    const wishes = { settings: { ...SWIFT, language: '' }, locale: 'de-DE' };
    await everyPage(house, wishes, look);
    const page = await house.browser.page(wishes);
    await page.goto(house.server.url);
    await page.getByRole('button', { name: 'Jetzt spielen' }).click();
    await offers(page);
    await look(page, 'a table');
    await playByMouse(page, 'german');
    await look(page, 'the end of a game');
}

/** @param {Array<Object>} games all that /api/games names */
export function tests(games) {
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
        ...['light', 'dark'].flatMap((theme) => {
            const wishes = { settings: { ...SWIFT, theme } };
            return [
                { name: `axe finds nothing on any page in the ${theme} theme`, run: (house) => everyPage(house, wishes, findsNothing) },
                { name: `axe finds nothing beside a table in the ${theme} theme`, run: (house) => everyPart(house, wishes, findsNothing) },
                { name: `axe finds nothing after a game in the ${theme} theme`, run: (house) => afterwards(house, wishes, findsNothing) },
            ];
        }),
        ...SIZES.flatMap(([width, height]) => {
            const wishes = { viewport: { width, height } };
            return [
                { name: `no page scrolls sideways on ${width} by ${height}`, run: (house) => everyPage(house, wishes, fitsAcross) },
                { name: `nothing beside a table scrolls sideways on ${width} by ${height}`, run: (house) => everyPart(house, wishes, fitsAcross) },
                { name: `nothing after a game scrolls sideways on ${width} by ${height}`, run: (house) => afterwards(house, wishes, fitsAcross) },
            ];
        }),
        ...games.map((game) => ({
            name: `axe finds nothing in ${game.name} in either theme, and it does not scroll sideways on 320 pixels`, run: (house) => inGame(house, game),
        })),
        ...FULL.map((table) => ({
            name: `${table[1]} with ${table[0]} stays within a phone whatever people are called`,
            some: table[0] === 4,
            run: (house) => overfull(house, table),
        })),
        { name: 'in German there is no English, from home to the end of a game', run: german },
    ];
}
