/** A game that is added to the list is in the gallery and plays, with the page as it is: the program with the template game. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Server } from './house.mjs';
import { playByMouse, playFromShelf, question } from './hand.mjs';
import { Robot } from './robot.mjs';

/** Built with the other tests: see tests/meson.build. */
const PROGRAM = new URL('../../build-test/tests/pairs-added', import.meta.url).pathname;

/** The page goes before its server does, which it would miss. */
async function withAdded(house, deed) {
    assert(existsSync(PROGRAM), `${PROGRAM} is not there; expected to be built, as make test-browser does it`);
    const server = await new Server(PROGRAM).start();
    const page = await house.browser.page();
    try {
        const games = await (await fetch(`${server.url}api/games`)).json();
        await page.goto(server.url);
        await deed(page, games);
    } finally {
        await page.close();
        await server.remove();
    }
}

function byKeys(house, name) {
    return withAdded(house, async (page, games) => {
        const robot = new Robot(page, name);
        const game = games.find((each) => each.name === name);
        await robot.sitDown(game, games.find((each) => each.name === game.game));
        const { over } = await robot.play();
        assert.match(over, /^The game is over\. ./);
    });
}

function byMouse(house) {
    return withAdded(house, async (page, games) => {
        const { title, emblem } = games.find(({ name }) => name === 'template');
        const card = page.locator('.gallery .game', { has: page.getByRole('heading', { name: title, exact: true }) });
        const picture = await card.locator('.cover-art').evaluate((cover) => decodeURIComponent(getComputedStyle(cover).backgroundImage));
        assert(picture.includes(emblem), 'its emblem');
        await playFromShelf(page, title);
        await playByMouse(page, 'template');
        assert.match(await question(page).textContent(), /^The game is over/);
    });
}

export function tests() {
    return [
        { name: 'a game that is added plays from the gallery to its end by mouse, with the same page', run: byMouse },
        { name: 'a game that is added plays to its end with keys alone', run: (house) => byKeys(house, 'template') },
        { name: 'a variant of a game that is added plays to its end with keys alone', run: (house) => byKeys(house, 'template-free') },
    ];
}
