/** How long one waits: from a click to the first choice, and from one decision to the next, as a new visitor has the page. */

const GAMES = ['pairs', 'deadfall', 'octopus', 'port'];
const STARTS = 3;
const DECISIONS = 15;
const SEATS = 4;
const FIRST_MEANT = 2500;
const NEXT_MEANT = 4000;
const LONGEST = 60000;

/** In the page: clicks "Play now", and says how many milliseconds it takes until something can be decided; null if nothing can. */
function clickAndWait([words, longest]) {
    const asked = '.table:not(.stale) .prompt.yours button:not([aria-disabled=true]), .table:not(.stale):has(.prompt.yours) .felt button.card';
    return new Promise((resolve) => {
        const begin = performance.now();
        [...document.querySelectorAll('button')].find((button) => button.textContent.trim() === words).click();
        const see = () => {
            document.querySelector('.settlement .choice')?.click();
            const gone = performance.now() - begin;
            if (document.querySelector(asked) || gone > longest)
                resolve(gone > longest ? null : gone);
            else
                requestAnimationFrame(see);
        };
        requestAnimationFrame(see);
    });
}

function spread(values) {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (part) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
    return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms, of ${sorted.length}`;
}

async function starts(house, viewport) {
    const found = [];
    for (let i = 0; i < STARTS; i++) {
        const page = await house.browser.page({ settings: null, reducedMotion: 'no-preference', viewport });
        await page.goto(house.server.url);
        await page.getByRole('button', { name: 'Play now' }).waitFor();
        await page.waitForTimeout(500); /* all that the page fetches by itself is there when somebody clicks */
        found.push(await page.evaluate(clickAndWait, ['Play now', LONGEST]));
        await page.context().close();
    }
    return found.filter((value) => value !== null);
}

/** One game with four at the pace that a new visitor has, by random clicks. */
async function nexts(house, name) {
    const page = await house.browser.page({ settings: null, reducedMotion: 'no-preference' });
    await page.addInitScript({ path: new URL('play.js', import.meta.url).pathname });
    await page.goto(house.server.url);
    await page.getByRole('button', { name: 'Play now' }).waitFor();
    await page.evaluate(([game, seats]) => globalThis.player.sit({ game, players: seats, chairs: ['you', ...new Array(seats - 1).fill('3')] }), [name, SEATS]);
    const found = [];
    let now = await page.evaluate(() => globalThis.player.next());
    while (now.moment === 'result') {
        await page.evaluate(() => globalThis.player.act('result'));
        now = await page.evaluate(() => globalThis.player.next());
    }
    for (let i = 0; i < DECISIONS && now.moment === 'decision'; i++) {
        const time = await page.evaluate(() => globalThis.player.pace());
        if (time === null)
            break;
        found.push(time);
    }
    await page.context().close();
    return found;
}

/** Prints all; how many are longer than meant. */
export async function waits(house, games) {
    let late = 0;
    const say = (words, values, meant) => {
        late += values.filter((value) => value > meant).length;
        console.log(`${words}: ${spread(values)} (meant: at most ${meant}; ${values.filter((value) => value > meant).length} were more)`);
    };
    for (const [width, height] of [[1440, 900], [360, 640]])
        say(`from "Play now" to the first choice on ${width}x${height}`, await starts(house, { width, height }), FIRST_MEANT);
    for (const { name } of games.filter((game) => game.players.includes(SEATS) && (games.length <= GAMES.length || GAMES.includes(game.name))))
        say(`between own decisions in ${name} with ${SEATS}`, await nexts(house, name), NEXT_MEANT);
    return late ? 1 : 0;
}
