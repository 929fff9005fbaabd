#!/usr/bin/env node
/**
 * Runs the browser tests: `run.mjs PAIRS some|all [WORDS...]`. `some` are those of `make test`; with words, those whose sentences
 * have one of them. The sentences are the names of the tests; every file beside this one that exports `tests` has some.
 */
import { readdirSync } from 'node:fs';
import { Browser, Server } from './house.mjs';

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
const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.mjs') && !import.meta.url.endsWith(`/${file}`)).sort();
const modules = (await Promise.all(files.map((file) => import(`./${file}`)))).filter((module) => module.tests);
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
