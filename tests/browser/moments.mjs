/** Single things at a table: asked again where a slip costs, secret choices, whose turn it is when one looks elsewhere, what stands beside it. */
import assert from 'node:assert/strict';
import { SWIFT, until } from './house.mjs';
import { begun, clickSomething, logOf, makeTable, offers, openSheet, playFromShelf, rest, yourTurn } from './hand.mjs';
import { dice } from './robot.mjs';
import { fitsAcross, playNow } from './access.mjs';

/** Somebody who waits at a table of theirs, with the link to it. */
async function sitAt(house, wishes) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    const { table, invitation } = await makeTable(page, wishes);
    await page.goto(`${house.server.url}#${table}`);
    await page.locator('.room').waitFor();
    return { page, link: `${house.server.url}#${table}/${invitation}` };
}

/** Two people at one table, the second as a guest, of whom something may be wanted before it begins. */
async function together(house, wishes, guestWishes, prepare = () => {}) {
    const { page, link } = await sitAt(house, wishes);
    const guest = await house.browser.page(guestWishes);
    await guest.goto(link);
    await guest.getByRole('button', { name: 'Sit down' }).click();
    await page.locator('.plates .person[data-seat=B]').waitFor();
    await prepare(guest);
    await page.getByRole('button', { name: 'Begin' }).click();
    await guest.locator('.felt').waitFor();
    return [page, guest];
}

/** Among people a fold is asked about; Escape leads back, and yes is yes. */
async function confirming(house) {
    const pages = await together(house, { game: 'pairs', players: 2, chairs: ['you', 'open'] });
    const fold = '.prompt.yours .choices button:not([aria-disabled=true]):has-text("fold")';
    const page = await Promise.any(pages.map(async (one) => {
        await one.locator(fold).waitFor();
        return one;
    }));
    const sure = page.getByRole('group', { name: 'Are you sure?' });
    await page.locator(fold).click();
    await sure.waitFor();
    await page.keyboard.press('Escape');
    await sure.waitFor({ state: 'detached' });
    await page.locator(fold).click();
    await page.waitForFunction(() => /^Yes: /.test(document.activeElement?.textContent));
    await page.keyboard.press('Enter');
    await until('nobody has folded', async () => (await logOf(page, true)).some((line) => /fold/.test(line)));
}

/** Among people chances are told only to those who want them; alone among bots to all but those who do not. */
async function chances(house) {
    const shows = (page) => page.locator('.prompt.yours .choice-figure', { hasText: '%' });
    const wish = async (page, wanted) => {
        await page.keyboard.press('p');
        await page.getByLabel('Show the chances').selectOption(wanted);
        await page.keyboard.press('Escape');
    };
    const pages = await together(house, { game: 'pairs', players: 2, chairs: ['you', 'open'] });
    const page = await Promise.any(pages.map(async (one) => {
        await one.locator('.prompt.yours .choice').first().waitFor();
        return one;
    }));
    assert.equal(await shows(page).count(), 0, 'among people nobody asked for chances');
    await wish(page, 'on');
    await shows(page).waitFor();
    const alone = await begun(house, { game: 'pairs', players: 3, chairs: ['you', '3', '3'], options: { target: 47 } });
    await yourTurn(alone);
    await shows(alone).waitFor();
    await wish(alone, 'off');
    await shows(alone).waitFor({ state: 'detached' });
}

async function chosen(house) {
    const pages = await together(house, { game: 'deadfall', players: 2, chairs: ['you', 'open'] });
    await offers(pages[0]);
    await pages[0].locator('.own button.card:not([aria-hidden])').first().click({ position: { x: 8, y: 30 } });
    const told = pages[1].locator('.seat:not(.own)', { hasText: 'chosen' });
    await told.waitFor();
    assert.doesNotMatch(await pages[1].locator('.table').textContent(), /door \d/, 'the secret is told');
}

/** From now on somebody looks elsewhere, and what they are notified of is kept. */
function lookElsewhere(page) {
    return page.evaluate(() => {
        window.notices = [];
        window.Notification = class {
            static permission = 'granted';
            constructor(title, { body }) { window.notices.push(`${title} ${body}`); }
            close() {}
        };
        Object.defineProperty(document, 'hidden', { get: () => true });
    });
}

/** The title says it, and a notification to those who look elsewhere and want it. In Deadfall it is everybody's turn at first. */
async function itsYourTurn(house) {
    const [, guest] = await together(house, { game: 'deadfall', players: 2, chairs: ['you', 'open'] }, {
        settings: { ...SWIFT, notify: true }, permissions: ['notifications'],
    }, lookElsewhere);
    await guest.waitForFunction(() => document.title === 'Your turn: Deadfall' && window.notices.length > 0);
    assert.deepEqual(await guest.evaluate(() => window.notices), ['It is your turn. Deadfall']);
}

/** In a tab that nobody looks at browsers draw nothing; its title is all that is seen of it. A game of Pairs may be over before one's turn. */
async function unseen(house) {
    const page = await house.browser.page();
    await page.goto(house.server.url);
    const sheet = await openSheet(page, 'Deadfall');
    const play = sheet.getByRole('button', { name: 'Play Deadfall', exact: true });
    await play.waitFor();
    await page.evaluate(() => {
        window.requestAnimationFrame = () => 0;
        Object.defineProperty(document, 'hidden', { get: () => true });
    });
    await play.evaluate((button) => button.click());
    await page.waitForFunction(() => document.title === 'Your turn: Deadfall', null, { polling: 100 });
}

/** Score sheet with its graph, rules, chat, a hint and its odds. */
async function beside(house) {
    const page = await begun(house, { game: 'deadfall', players: 3, chairs: ['you', '3', '3'], options: { hands: 5 } });
    const roll = dice('beside');
    await page.locator('.seat:not(.own)', { hasText: 'chosen' }).nth(1).waitFor(); /* a hint goes when somebody decides */
    await page.keyboard.press('h');
    const hint = page.locator('.hint');
    await page.waitForFunction(() => /^(?!.*worked out).*[a-z]{3}/s.test(document.querySelector('.hint')?.textContent ?? ''));
    const words = await hint.textContent();
    await page.keyboard.press('h');
    await hint.locator('li').first().waitFor();
    assert.match(await hint.textContent(), /\d/, 'odds');
    assert.notEqual(await hint.textContent(), words);
    await page.keyboard.press('s');
    await page.getByText('No hand is settled yet.').waitFor();
    while (!await page.locator('.panel table.sheet tbody tr').nth(1).count())
        assert(await clickSomething(page, roll), 'the game is over before two hands are settled');
    assert.equal(await page.locator('.panel .graph polyline').count(), 3, 'a line for each seat');
    const [points, rows] = await page.evaluate(() => [document.querySelector('.panel .graph polyline').points.length, document.querySelectorAll('.panel table.sheet tbody tr').length]);
    assert.equal(points, 1 + rows, 'a point for each hand');
    await page.keyboard.press('r');
    await page.locator('#panel').getByText('THE DOORS').or(page.locator('#panel').getByRole('heading', { name: /the doors/i })).first().waitFor();
    assert.match(await page.locator('#panel').textContent(), /after 5 hands/, 'the rules are those of this table');
    await page.keyboard.press('t');
    await page.locator('#panel input').fill('Hello <b>you</b>');
    await page.keyboard.press('Enter');
    await page.locator('.chat li', { hasText: 'Hello <b>you</b>' }).waitFor();
}

/** How much a screen reader is told, by what was wished for, at any speed. */
async function verbosity(house, speed) {
    const told = {};
    for (const verbosity of ['terse', 'usual']) {
        const page = await house.browser.page({ settings: { ...SWIFT, speed, verbosity } });
        await page.goto(house.server.url);
        await page.locator('.gallery .game').first().waitFor();
        await page.evaluate(() => { /* only the last lines stay */
            window.told = [];
            new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(({ textContent }) => window.told.push(textContent))))
                .observe(document.getElementById('polite'), { childList: true });
        });
        await page.getByRole('button', { name: 'Play now' }).click();
        await yourTurn(page);
        await page.waitForFunction(() => window.told.some((line) => line.startsWith('It is your turn.')));
        await page.keyboard.press('1');
        await rest(page);
        told[verbosity] = await page.evaluate(() => window.told);
    }
    const plain = /^(You hit|\w+ hits)\./;
    assert(!told.terse.some((line) => plain.test(line)), told.terse.join('\n'));
    assert(told.usual.some((line) => line.includes('You hit.')), told.usual.join('\n'));
}

/** Text twice as large: all is there, and nothing goes beyond the edge. */
async function zoomed(house) {
    const page = await house.browser.page({ viewport: { width: 640, height: 450 } }); /* 1280 by 900 at 200 % */
    await page.goto(house.server.url);
    await page.locator('.gallery .game').first().waitFor();
    await fitsAcross(page, 'home at 200 %');
    await playNow(page, house.server.url);
    await fitsAcross(page, 'a table at 200 %');
    await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
    await fitsAcross(page, 'a table with text of 200 %');
    const choice = page.locator('.prompt.yours .choice').first();
    await choice.scrollIntoViewIfNeeded();
    const cut = await choice.evaluate((button) => button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1);
    assert(!cut, 'the words of a choice are cut');
    await clickSomething(page, dice('zoomed'));
}

/** How far the log is from its end in pixels, where a line stands that is marked, and what comes last. */
function logAt(page) {
    return page.evaluate(() => {
        const { top, bottom } = document.querySelector('.log').parentElement.getBoundingClientRect();
        const last = document.querySelector('.log li:last-child');
        return {
            toEnd: Math.round(last.getBoundingClientRect().bottom - bottom),
            marked: Math.round((document.querySelector('.log li[data-marked]') ?? last).getBoundingClientRect().top - top),
            last: last.textContent,
        };
    });
}

/** The log of a hand is at its end however much comes; whoever reads further up stays there. A hand of Sweep is long enough. */
async function logFollows(house) {
    const page = await begun(house, { game: 'sweep', players: 3, chairs: ['you', '3', '3'] }, { viewport: { width: 1920, height: 900 } });
    await page.keyboard.press('l');
    await page.locator('.log').evaluate(({ parentElement }) => { parentElement.style.flex = '0 0 6rem'; }); /* however high the table is */
    const roll = dice('follows');
    const goOn = async ({ last }) => {
        do
            assert(await clickSomething(page, roll), 'the game is long enough');
        while ((await logAt(page)).last === last);
        await rest(page); /* nothing more comes until we decide */
        return logAt(page);
    };
    const isFull = () => page.evaluate(() => document.querySelector('.log').offsetHeight > document.querySelector('.log').parentElement.offsetHeight + 200);
    let at = await logAt(page);
    while (!await isFull())
        at = await goOn(at);
    assert((await goOn(at)).toEnd < 5, 'it stays at its end');
    await page.locator('.log').evaluate((log) => { log.lastElementChild.previousElementSibling.dataset.marked = 'yes'; });
    const { marked } = await logAt(page);
    await page.locator('.log li[data-marked]').hover();
    await page.mouse.wheel(0, -100);
    await page.waitForFunction((before) => document.querySelector('[data-marked]').getBoundingClientRect().top
        - document.querySelector('.log').parentElement.getBoundingClientRect().top > before + 98, marked);
    const before = await logAt(page);
    const after = await goOn(before);
    assert(Math.abs(after.marked - before.marked) < 3, `what is read stays where it is: ${before.marked}, then ${after.marked}`);
}

/** Before the words of a game have come its heading says what the gallery calls it. */
async function headed(house) {
    const page = await house.browser.page();
    let tell = null;
    await page.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((text) => {
            if ('verbs' in JSON.parse(text))
                tell = () => socket.send(text);
            else
                socket.send(text);
        });
    });
    await page.goto(house.server.url);
    await playFromShelf(page, 'Horn of Plenty');
    await page.locator('.felt').waitFor();
    const heading = page.locator('.bar h1');
    assert.match(await heading.textContent(), /^Horn of Plenty/);
    (await until('the words of a game do not come', () => tell))();
    await offers(page);
    assert.match(await heading.textContent(), /^Horn of Plenty/);
}

/** What lies open has a picture that can be drawn. */
async function faces(house) {
    const page = await begun(house, { game: 'octopus', players: 4, chairs: ['you', '3', '3', '3'] });
    const pictures = await page.evaluate(() => [...document.querySelectorAll('.seat.own [data-rank] > *')]
        .map((face) => /^url\("(.*)"\)$/.exec(getComputedStyle(face).backgroundImage)?.[1] ?? ''));
    assert(pictures.length > 4 && pictures.every(Boolean), 'a picture for each card of the hand');
    await page.evaluate((all) => Promise.all(all.map((source) => Object.assign(new Image(), { src: source }).decode())), pictures);
}

/** All that is said under the results of the rounds of a game of Pairs, which is played to its end. */
async function resultsOf(house, options) {
    const page = await begun(house, { game: 'pairs', players: 2, chairs: ['you', '3'], options }, { settings: { ...SWIFT, speed: 'fast' } });
    const roll = dice(JSON.stringify(options));
    const said = [];
    do {
        await offers(page);
        said.push(...await page.evaluate(() => [...document.querySelectorAll('.settlement')].map((shown) => ({
            own: shown.querySelector('.result-own').textContent, points: [...shown.querySelectorAll('.result-points')].map((one) => one.textContent),
        }))));
    } while (await clickSomething(page, roll));
    return said;
}

/** Whoever has most of the points that lose is close to losing; chips bring nobody close to anything. */
async function closeToLosing(house) {
    const points = await resultsOf(house, { target: 45 }); /* no card leads past its last quarter */
    assert(points.some(({ own }) => /Close to losing: /.test(own)), `nobody was close to 45: ${JSON.stringify(points)}`);
    assert(points.every(({ own }) => !/Close to winning/.test(own)));
    assert(points.every(({ points: each }) => each.every((text) => / of 45/.test(text))));
    const chips = await resultsOf(house, { payment: 'eugene' });
    assert(chips.length > 1 && chips.every(({ own }) => !/Close to/.test(own) && /You (win|lose|are (now|still) at) /.test(own)), JSON.stringify(chips));
    assert(chips.every(({ points: each }) => each.every((text) => !/ of /.test(text))), JSON.stringify(chips));
}

export function tests() {
    return [
        { name: 'among people a fold is asked about once more, and Escape leads back', run: confirming },
        { name: 'chances are shown against bots, and among people to those who want them', run: chances },
        { name: 'a secret choice is shown as chosen, and not what it is', run: chosen },
        { name: 'the title says that it is one\'s turn, and a notification to those who look elsewhere', run: itsYourTurn },
        { name: 'the title of a tab that nobody looks at says that it is one\'s turn', run: unseen },
        { name: 'a hint in words with odds, the score sheet with its graph, the rules of this very table and the chat are beside it', run: beside },
        { name: 'a screen reader is told as much as was wished for', run: (house) => verbosity(house, 'fast') },
        { name: 'a screen reader is told as much as was wished for where nothing pauses', run: (house) => verbosity(house, 'off') },
        { name: 'the log shows its end, and leaves alone whoever reads further up', run: logFollows },
        { name: 'a table has the title of its game before its words have come', run: headed },
        { name: 'each card that lies open has a picture', run: faces },
        { name: 'who nears the points that lose at Pairs is close to losing, and nobody who plays for chips is close to anything', run: closeToLosing },
        { name: 'text of twice the size stays whole, at home and at a table', run: zoomed },
    ];
}
