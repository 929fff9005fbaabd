#!/usr/bin/env node
/**
 * Runs the browser tests: `run.mjs PAIRS some|all [WORDS...]`. `some` are those of `make test`; with words, those whose sentences
 * have one of them. The sentences are the names of the tests.
 */
import { Browser, Server } from './house.mjs';

const FILES = ['./access.mjs', './games.mjs', './tables.mjs', './secrets.mjs', './company.mjs', './figures.mjs'];

const [program, which, ...words] = process.argv.slice(2);
if (!program || !['some', 'all'].includes(which)) {
    console.error('run.mjs: expected PAIRS some|all [WORDS...]');
    process.exit(2);
}

/** Runs one test; what went wrong, or null. */
async function attempt(run, house) {
    let trouble = null;
    try {
        await run(house);
    } catch (error) {
        trouble = error.stack ?? String(error);
    }
    const complaints = await house.browser.clear();
    if (complaints.length)
        trouble = `${trouble ?? 'the browser complains'}\n${complaints.join('\n')}`;
    return trouble;
}

async function runAll(tests, house) {
    let failed = 0;
    for (const { name, run } of tests) {
        const begin = performance.now();
        const trouble = await attempt(run, house);
        console.log(`${trouble ? 'FAILED' : 'ok'} ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
        if (trouble)
            console.log(trouble.replace(/^/gm, '    '));
        failed += trouble ? 1 : 0;
    }
    return failed;
}

const server = await new Server(program).start();
const browser = new Browser();
await browser.start();
const house = { server, browser, program, say: (text) => console.log(`  ${text}`) };
const modules = await Promise.all(FILES.map((file) => import(file)));
const games = await (await fetch(`${server.url}api/games`)).json();
const tests = modules.flatMap(({ tests: make }) => make(games))
    .filter(({ name, some }) => (which === 'all' || some) && (!words.length || words.some((word) => name.includes(word))));
let failed = 1;
try {
    failed = await runAll(tests, house);
    console.log(`${tests.length - failed} of ${tests.length} passed`);
} finally {
    await browser.end();
    await server.remove();
}
process.exit(failed || !tests.length ? 1 : 0);
