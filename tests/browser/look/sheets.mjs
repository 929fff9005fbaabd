/**
 * Contact sheets: each game at a decision, at a result and at its end, on a phone and on a desk, light and dark, several on one
 * picture, so that a person can look through all of them. The cards are the same every time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Browser, Server, SWIFT } from '../house.mjs';
import { tablesOf } from '../looks.mjs';
import { Window } from './window.mjs';

const SIZES = {
    phone: { viewport: [360, 640, 2], shown: [316, 562], across: 6 },
    desk: { viewport: [1440, 900], shown: [646, 404], across: 3 },
};
const MOMENTS = ['decision', 'result', 'end'];
/** Games on one sheet. */
const GAMES = 4;
/** So many kinds of bots sit there. */
const OTHERS = 4;
/** Which decision is taken, if there are so many. */
const DECISION = 3;
/** Decisions after which a game is not waited for any longer. */
const LONGEST = 400;

/** In a worker: chance that is the same every time. */
const SEEDED = `{
    let state = 20241;
    crypto.getRandomValues = (bytes) => {
        for (let i = 0; i < bytes.length; i++) {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            bytes[i] = state >>> 24;
        }
        return bytes;
    };
}`;

/** The file of the engine, which the page fetches when it is wanted: its name changes with what is in it. */
async function engineOf(url) {
    const seen = new Set();
    const files = [/src="(?:\.\/)?([\w-]+\.js)"/.exec(await (await fetch(url)).text())[1]];
    while (files.length) {
        const file = files.pop();
        if (/^engine-/.test(file))
            return `${url}${file}`;
        if (seen.has(file))
            continue;
        seen.add(file);
        const text = await (await fetch(`${url}${file}`)).text();
        files.push(...[...text.matchAll(/"\.\/([\w-]+\.js)"/g)].map(([, name]) => name));
    }
    throw new Error('the page has no engine');
}

async function open(house) {
    const page = await house.browser.page({ settings: { ...SWIFT, speed: 'fast', confirm: 'never' }, mayComplain: true });
    const context = page.context();
    const { games } = house;
    await context.addInitScript((known) => {
        if (location.protocol === 'http:')
            localStorage.setItem('pairs.tips', known);
        if (navigator.serviceWorker)
            navigator.serviceWorker.register = () => Promise.reject(new Error('not here'));
    }, JSON.stringify(games.map(({ name }) => name)));
    await context.route('**/worker*.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: SEEDED + await response.text() });
    });
    for (const file of ['measure.js', 'play.js'])
        await page.addInitScript({ path: new URL(file, import.meta.url).pathname });
    await page.goto(house.server.url);
    await page.waitForFunction(() => localStorage.getItem('pairs.token') && document.getElementById('page').childElementCount);
    return page;
}

/** Plays until all moments have been seen, and takes each in both sizes and themes: `{decision: {phone: {light, dark}, desk: {light, dark}}, ...}`. */
async function visit(house, game) {
    const page = await open(house);
    const window = await Window.of(page);
    const [players] = tablesOf(game, ['usual']);
    await page.evaluate(([table, engine]) => globalThis.player.sit(table, engine), [{ game: game.name, players, chairs: Array.from({ length: players }, (_chair, i) => (i ? String(1 + i % OTHERS) : 'you')) }, house.engine]);
    const taken = {};
    let decisions = 0;
    for (let turn = 0; turn < LONGEST && !taken.end; turn++) {
        const { moment } = await page.evaluate(() => globalThis.player.next());
        decisions += moment === 'decision' ? 1 : 0;
        if (moment === 'decision' ? decisions <= DECISION : !taken[moment])
            taken[moment] = await shoot(page, window);
        if (moment !== 'end')
            await page.evaluate((where) => globalThis.player.act(where), moment);
    }
    await page.context().unrouteAll({ behavior: 'ignoreErrors' }); /* a worker may still be on its way */
    await page.context().close();
    return taken;
}

async function shoot(page, window) {
    const pictures = {};
    for (const [size, { viewport }] of Object.entries(SIZES)) {
        await window.resize(...viewport);
        pictures[size] = {};
        for (const theme of ['dark', 'light']) {
            await page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
            pictures[size][theme] = (await window.picture('jpeg')).toString('base64');
        }
    }
    return pictures;
}

function sheetOf(games, size, theme) {
    const { shown: [width, height], across } = SIZES[size];
    const figures = games.flatMap(({ title, pictures }) => MOMENTS.map((moment) => `<figure>${pictures[moment]
        ? `<img src="data:image/jpeg;base64,${pictures[moment][size][theme]}" width="${width}" height="${height}">` : '<p>not seen</p>'}
        <figcaption>${title}, ${moment}</figcaption></figure>`));
    return `<!doctype html><style>body{margin:8px;display:grid;grid-template-columns:repeat(${across},${width}px);gap:8px;background:#888;width:max-content}
        figure{margin:0;width:${width}px}figcaption{font:15px sans-serif;text-align:center;color:#000}p{height:${height}px;margin:0;background:#aaa}</style>${figures.join('')}`;
}

async function compose(house, folder, name, html) {
    const page = await house.browser.page({ settings: null });
    await page.setContent(html);
    await page.setViewportSize(await page.evaluate(() => ({ width: document.body.scrollWidth + 16, height: document.documentElement.scrollHeight })));
    writeFileSync(join(folder, `${name}.png`), await page.screenshot());
    await page.context().close();
}

async function sheets(house, games, folder) {
    for (let first = 0; first < games.length; first += GAMES) {
        const some = [];
        for (const game of games.slice(first, first + GAMES))
            some.push({ title: game.title, pictures: await visit(house, game) });
        for (const size of Object.keys(SIZES))
            for (const theme of ['light', 'dark'])
                await compose(house, folder, `${size}-${theme}-${1 + first / GAMES}`, sheetOf(some, size, theme));
        console.log(some.map(({ title, pictures }) => `${title}${MOMENTS.filter((moment) => !pictures[moment]).map((moment) => ` (no ${moment})`).join('')}`).join(', '));
    }
}

/** @param {Array<string>} words the program, a folder, and the names of games, if not all */
export async function main([program, folder, ...names]) {
    if (!folder)
        throw new Error('expected PAIRS FOLDER [GAMES...]');
    mkdirSync(folder, { recursive: true });
    const house = { server: await new Server(program).start(), browser: new Browser() };
    await house.browser.start();
    try {
        house.engine = await engineOf(house.server.url);
        house.games = await (await fetch(`${house.server.url}api/games`)).json();
        const games = house.games.filter((game) => (names.length ? names.includes(game.name) : game.name === game.game));
        await sheets(house, games, folder);
    } finally {
        await house.browser.end();
        await house.server.remove();
    }
}
