/** Tables by mouse: every kind of game, together with others, and while the server comes and goes. */
import assert from 'node:assert/strict';
import { Server, SWIFT } from './house.mjs';
import { clickSomething, isOver, offers, playByMouse, playFromShelf, question, someoneClicks } from './hand.mjs';
import { dice } from './robot.mjs';
import { playNow } from './access.mjs';
import { alone } from './offline.mjs';

async function byMouse(house, game, settings = SWIFT) {
    const page = await house.browser.page({ settings });
    await page.goto(house.server.url);
    await playFromShelf(page, game.title);
    const clicks = await playByMouse(page, game.name);
    house.say(`${game.name}: ${clicks} clicks. ${await question(page).textContent()}`);
}

/** A table of four, three of them people: their pages, the host's first. */
async function threeAt(house, title) {
    const host = await house.browser.page();
    await host.goto(house.server.url);
    await host.locator('.gallery .game').first().waitFor();
    await host.getByRole('button', { name: 'With friends' }).click();
    await host.getByRole('dialog').locator('button', { hasText: title }).click();
    const link = await host.locator('.room input[readonly]').inputValue();
    const guests = [];
    for (const seat of ['B', 'C']) {
        const guest = await house.browser.page();
        await guest.goto(link);
        await guest.getByRole('button', { name: 'Sit down' }).click();
        await host.locator(`.plates .person[data-seat=${seat}]`).waitFor();
        guests.push(guest);
    }
    await host.getByRole('button', { name: 'Seat Badger on chair D' }).click();
    await host.locator('.plates .bot[data-seat=D]').waitFor();
    await host.getByRole('button', { name: 'Begin' }).click();
    return [host, ...guests];
}

/** Whose hand shows what, at one moment: faces, 0 for a back, and words. */
function hands(page) {
    return page.evaluate(() => [...document.querySelectorAll('[data-spot^="hand/"]')].map((zone) => ({
        seat: zone.dataset.spot.at(-1),
        cards: [...zone.querySelectorAll('[data-rank]')].map((card) => Number(card.dataset.rank)),
        words: zone.getAttribute('aria-label'),
    })));
}

/** Nobody's page has the face of a card in another's hand: neither drawn nor in words. */
async function keepsSecrets(pages) {
    let held = 0;
    for (const [i, page] of pages.entries()) {
        for (const { seat, cards, words } of await hands(page)) {
            const own = seat === 'ABC'[i];
            held += own ? cards.filter((rank) => rank > 0).length : 0;
            if (!own) {
                assert(cards.every((rank) => rank === 0), `${'ABC'[i]} sees ${cards} in the hand of ${seat}`);
                assert.match(words, /(hidden cards?|no cards)$/, words);
            }
        }
    }
    return held;
}

async function hiddenHands(house) {
    const pages = await threeAt(house, 'Octopus');
    const roll = dice('three');
    let held = 0;
    for (const page of pages)
        await page.locator('.felt').waitFor();
    const count = async () => { held += await keepsSecrets(pages); };
    for (let turn = 0; turn < 25 && await someoneClicks(pages, roll, count); turn++);
    assert(held > 0, 'nobody held anything');
}

/** The server is killed, and another takes its place: nobody loads the page again, and the game goes on. */
async function killed(house) {
    const server = await new Server(house.program).start();
    try {
        const page = await house.browser.page({ mayComplain: true });
        await playNow(page, server.url);
        await page.evaluate(() => { window.sameAsBefore = true; });
        const roll = dice('killed');
        for (let i = 0; i < 3; i++) {
            await clickSomething(page, roll);
            await server.end('SIGKILL');
            await page.getByText('The connection is lost. What you see may be old').waitFor();
            assert.equal(await page.locator('.table.stale').count(), 1, 'what may be old looks it');
            assert.equal(await page.locator('.prompt.yours .choices button:not([aria-disabled=true], .back)').count(), 0, 'nothing can be decided on it');
            await server.start();
            await page.locator('.table:not(.stale)').waitFor();
        }
        while (await clickSomething(page, roll));
        assert(await page.evaluate(() => window.sameAsBefore), 'the page was loaded again');
    } finally {
        await server.remove();
    }
}

function offline(house, whole) {
    return alone(house, async (page) => {
        await page.getByRole('button', { name: 'Play now' }).click();
        const roll = dice('offline');
        await offers(page);
        for (let i = 0; i < (whole ? 1000 : 2) && await clickSomething(page, roll); i++);
        if (whole)
            assert(await isOver(page), 'the game goes to its end');
        await page.reload();
        await page.locator('.prompt').waitFor();
    });
}

/** @param {Array<Object>} games all that /api/games names */
export function tests(games) {
    const kinds = new Map(games.filter((game) => game.name === game.game).map((game) => [game.kind, game]).reverse());
    return [
        ...[...kinds].map(([kind, game]) => ({
            name: `a game of the kind "${kind}" is played to its end by mouse`,
            run: (house) => byMouse(house, game),
        })),
        {
            name: 'a game is played to its end by mouse while everything moves and every hand is explained',
            run: (house) => byMouse(house, games[0], { language: 'en', speed: 'fast', motion: 'full' }),
        },
        { name: 'three people play with hidden hands, and no page has the card of another', run: hiddenHands },
        { name: 'a server that is killed and comes back in the middle of a game costs nothing, without loading the page again', run: killed },
        { name: 'without the server the page opens, and one plays in it', some: true, run: (house) => offline(house, false) },
        { name: 'without the server a whole game is played in the page, which is still there after loading it again', run: (house) => offline(house, true) },
    ];
}
