/** Friends at one device: everybody's cards are in the page's own house, but the page shows only those of the one who has the device. */
import assert from 'node:assert/strict';
import { Robot } from './robot.mjs';
import { gotHandOf, handsIn, partsOfPage, wholeHand } from './secrets.mjs';

const NAMES = ['Ann', 'Bob', 'Cleo'];

/** The field has the focus: this stands in it. */
async function fill(page, text) {
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
}

/** From home, with keys: two hands of Deadfall for three at one device. */
async function sitDown(robot, page) {
    await robot.choose('button', 'Deadfall');
    await robot.choose('button', 'More');
    await robot.choose('button', '3');
    await robot.choose('button', 'several of you at this device');
    await robot.goTo('combobox', 'People, with you');
    await page.keyboard.press('End');
    for (const [i, name] of NAMES.entries()) {
        await robot.goTo('textbox', i ? `Name of player ${i + 1}` : 'Your name');
        await fill(page, name);
    }
    await robot.choose('DisclosureTriangle', /^House rules/);
    await robot.goTo('spinbutton', /^Hands in a match/);
    await fill(page, '2');
    await robot.choose('button', 'Play Deadfall');
}

/** All that stands in the page: its words with every attribute, faces in the order in which they are drawn, and whose turn at the device it is. */
function look(page) {
    return page.evaluate(() => ({
        html: document.documentElement.outerHTML,
        faces: [...document.querySelectorAll('[data-rank]')].map((card) => Number(card.dataset.rank)).filter(Boolean).join(' '),
        canvases: document.querySelectorAll('canvas, img').length,
        told: document.getElementById('polite').textContent + document.getElementById('urgent').textContent,
        curtain: Boolean(document.querySelector('section.hero')),
        seat: document.querySelector('.seat.own [data-spot^="hand/"]')?.dataset.spot.at(-1),
        hand: Number(/\d+/.exec(document.querySelector('.hand-number')?.textContent)),
        others: [...document.querySelectorAll('.seat:not(.own) [data-spot^="hand/"] [data-rank]')].map((card) => Number(card.dataset.rank)),
    }));
}

/** While the device goes round there is nothing to be seen. */
function isCurtain(seen) {
    assert.equal(seen.faces, '', 'faces of cards behind the curtain');
    assert.equal(seen.told, '', 'what was told before is still in the page');
    assert(!/data-spot|class="log/.test(seen.html), 'a table behind the curtain');
}

function recordIn(page) {
    return page.evaluate(() => new Promise((resolve, reject) => {
        const asked = indexedDB.open('pairs');
        asked.onerror = () => reject(asked.error);
        asked.onsuccess = () => {
            const games = asked.result.transaction('games').objectStore('games').getAll();
            games.onsuccess = () => resolve(games.result[0].record);
        };
    }));
}

async function oneDevice(house) {
    const page = await house.browser.page();
    const robot = new Robot(page, 'company');
    await page.goto(house.server.url);
    await sitDown(robot, page);
    const moments = [];
    let loaded = 0;
    const { over } = await robot.play(async () => {
        const seen = await look(page);
        const holder = NAMES['ABC'.indexOf(seen.seat)];
        moments.push({ ...seen, parts: await page.evaluate(partsOfPage), holder });
        if (seen.curtain)
            isCurtain(seen);
        if (loaded < 2 && holder === NAMES[1 + loaded]) { /* not the first one, whose browser it is */
            loaded++;
            await page.reload();
            await robot.until('who has the device after the page was loaded again', (tree) => tree.all('button', new RegExp(`^I am ${holder}$`)).length);
            isCurtain(await look(page));
            return true;
        }
        return false;
    });
    assert.match(over, /^The game is over/);
    assert.equal(loaded, 2, 'the page was loaded again in the middle');
    checkMoments(moments, handsIn(await recordIn(page)));
}

/** Nobody had the hand of another before them, by what was dealt. */
function checkMoments(moments, hands) {
    assert.equal(hands.length, 2);
    const shown = moments.filter(({ curtain, hand }) => !curtain && hand);
    for (const { parts, others, canvases, holder, hand } of shown) {
        const own = hands[hand - 1]['ABC'[NAMES.indexOf(holder)]];
        assert.equal(canvases, 0, 'pictures that nobody can read');
        assert(others.every((rank) => rank === 0), `${holder} sees ${others}`);
        for (const [i, name] of NAMES.entries())
            assert(name === holder || !gotHandOf(parts, hands[hand - 1]['ABC'[i]], own), `${holder} has the hand of ${name} in the page`);
    }
    for (const [i, name] of NAMES.entries())
        assert(shown.some(({ holder, hand, parts }) => holder === name && wholeHand(parts, hands[hand - 1]['ABC'[i]])), `${name} has seen the own cards`);
}

export function tests() {
    return [
        { name: 'three friends at one device play Deadfall to its end with keys alone, and the page never has the cards of another, nor any while it is passed on or loaded again', run: oneDevice },
    ];
}
