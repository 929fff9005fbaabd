/** Whole games, by somebody who sees nothing and presses keys. */
import assert from 'node:assert/strict';
import { Robot } from './robot.mjs';

async function byKeys(house, games, game) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    const robot = new Robot(page, game.name);
    await robot.sitDown(game, games.find((one) => one.name === game.game));
    const { over, turns } = await robot.play();
    assert.match(over, /^The game is over\. ./);
    house.say(`${game.name}: ${turns} questions. ${over}`);
}

/** @param {Array<Object>} games all that /api/games names */
export function tests(games) {
    return games.map((game) => ({
        name: `${game.name} is played to its end with keys alone, from the accessibility tree alone`,
        some: game.name === 'pairs',
        run: (house) => byKeys(house, games, game),
    }));
}
