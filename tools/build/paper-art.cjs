#!/usr/bin/env node
/* Makes src/print/art anew: the cards, the backs and the covers of web/src/art as SVG files, so that paper shows the deck that the
 * page shows. Needs esbuild and node. Usage: tools/build/paper-art.cjs FOLDER */
const { execFileSync } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');
const DRAW = `
import { BOX, DECKS, face } from './web/src/art/card.js';
import { BACKS } from './web/src/art/back.js';
import { BOX as SQUARE, drawing } from './web/src/art/cover.js';
const picture = (box, content) => "<svg xmlns='http://www.w3.org/2000/svg' viewBox='" + box + "'>" + content + '</svg>';
module.exports = (games) => [
    ...Array.from({ length: 10 }, (unused, i) => ['card-' + (i + 1), picture(BOX, face(i + 1, DECKS.classic))]),
    ...Object.entries(BACKS).map(([name, content]) => ['back-' + name, picture(BOX, content)]),
    ...games.map((game) => ['cover-' + game.name, picture(SQUARE, drawing(game))]),
];`;

/** Name and emblem of each game, as its source has them. */
function games() {
    const names = readFileSync(join(root, 'games/games.def'), 'utf8').match(/(?<=GAME\()\w+/g);
    return names.map((symbol) => {
        const name = symbol.replaceAll('_', '-');
        const [, emblem] = /\.look = \{\s*0x[0-9a-f]{6},\s*((?:"[^"]*"\s*)+)\}/.exec(readFileSync(join(root, `games/${name}.c`), 'utf8'));
        return { name, emblem: emblem.replace(/"\s*"|^"|"\s*$/g, '') };
    });
}

if (process.argv.length !== 3) {
    console.error('Usage: tools/build/paper-art.cjs FOLDER');
    process.exit(2);
}
const bundle = { exports: {} };
new Function('module', execFileSync('esbuild', ['--bundle', '--format=cjs'], { cwd: root, input: DRAW, encoding: 'utf8' }))(bundle);
for (const [name, content] of bundle.exports(games()))
    writeFileSync(join(process.argv[2], `${name}.svg`), `${content}\n`);
