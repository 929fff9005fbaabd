#!/usr/bin/env node
/* All drawings of web/src/art in one picture, to be looked at by whoever changes them: cards in both decks, backs, cloths, faces
 * in every mood, covers. Needs what `tools/build/deps.sh browser` brings. Usage: tools/measure/art.cjs PICTURE.png */
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { tmpdir } = require('node:os');

const root = join(__dirname, '../..');
const { chromium } = require(join(root, 'tests/browser/node_modules/playwright-core'));

/** Runs in the page: one sheet of one deck, back and cloth. */
const DRAW = `
import { art, drawCards, mini } from './web/src/art/card.js';
import { cover } from './web/src/art/cover.js';
import { FACES, face } from './web/src/art/faces.js';
import { h, patch } from './web/src/patch.js';
const BOTS = ['pebble', 'sparrow', 'badger', 'otter', 'magpie', 'lynx', 'raven', 'comet'];
const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0];
const wide = (width, what) => h('span', { style: { width: width + 'px' } }, what);
const row = (things) => h('div', { class: 'row' }, things);
const page = document.getElementById('page');
drawCards();
window.sheets = {
    cards: () => patch(page, [row(RANKS.map((rank) => wide(110, art(rank)))), row(RANKS.map((rank) => wide(60, art(rank)))), row(RANKS.map((rank) => wide(28, mini(rank))))]),
    faces: () => patch(page, [row([...BOTS, ...FACES, 'nobody'].map((name) => h('span', { class: 'row' },
        [96, 44, 28].map((width) => ['calm', 'glad', 'sad', 'wary'].map((mood) => wide(width, face(name, mood)))))))]),
    covers: () => patch(page, row(GAMES.map((game) => wide(180, cover(game))))),
};`;

/** Name, colour and emblem of each game, as its source has them. */
function games() {
    const folder = join(root, 'games');
    return readdirSync(folder).filter((name) => name.endsWith('.c')).flatMap((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        const [colour, emblem] = /\.look = \{\s*0x([0-9a-f]{6}),\s*((?:"[^"]*"\s*)+)\}/.exec(text)?.slice(1) ?? [];
        return colour ? [{ name: file.slice(0, -2), colour: `#${colour}`, emblem: emblem.replace(/"\s*"|^"|"\s*$/g, '') }] : [];
    });
}

function page() {
    const fonts = (css) => css.replace(/url\('(\w+\.woff2)'\)/g, (all, name) => `url(data:font/woff2;base64,${readFileSync(join(root, 'web/fonts', name), 'base64')})`);
    const style = ['base', 'fonts', 'art'].map((name) => fonts(readFileSync(join(root, `web/style/${name}.css`), 'utf8'))).join('');
    const script = execFileSync('esbuild', ['--bundle', '--format=iife', `--define:GAMES=${JSON.stringify(games())}`], { cwd: root, input: DRAW });
    return `<!DOCTYPE html><html><meta charset="utf-8"><style>${style} body { background: var(--felt); padding: 12px; } .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 3px; }</style>`
        + `<div id="page"></div><script>${String(script).replaceAll('</script', '<\\/script')}</script></html>`;
}

/** The sheets below one another, by a page that shows them as pictures. */
async function joinSheets(browser, sheets, out) {
    const tab = await browser.newPage({ viewport: { width: 1420, height: 800 } });
    await tab.setContent(`<body style="margin:0">${sheets.map((sheet) => `<img style="display:block" src="data:image/png;base64,${sheet.toString('base64')}">`).join('')}`);
    await tab.screenshot({ path: out, fullPage: true });
}

async function main(out) {
    const folder = mkdtempSync(join(tmpdir(), 'art-'));
    writeFileSync(join(folder, 'page.html'), page());
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    const tab = await browser.newPage({ viewport: { width: 1420, height: 100 } });
    const looks = [['cards', 'green', 'classic', 'triangle'], ['cards', 'blue', 'night', 'lattice'], ['cards', 'plum', 'classic', 'suns'], ['cards', 'slate', 'night', 'triangle'], ['faces', 'green'], ['covers', 'slate']];
    const sheets = [];
    await tab.goto(`file://${folder}/page.html`);
    for (const [what, felt, deck = 'classic', back = 'triangle'] of looks) {
        await tab.evaluate(([name, chosen]) => {
            Object.assign(document.documentElement.dataset, chosen);
            window.sheets[name]();
        }, [what, { theme: 'light', felt, deck, back }]);
        sheets.push(await tab.screenshot({ fullPage: true }));
    }
    await joinSheets(browser, sheets, out);
    await browser.close();
    rmSync(folder, { recursive: true });
}

if (process.argv.length !== 3) {
    console.error('Usage: tools/measure/art.cjs PICTURE.png');
    process.exit(2);
}
main(process.argv[2]);
