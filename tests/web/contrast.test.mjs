import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { contrast } from './contrast.mjs';

const css = ['base', 'art'].map((name) => readFileSync(new URL(`../../web/style/${name}.css`, import.meta.url), 'utf8')).join('');

/** The colours of a theme by name; the dark one has those of the light one where it says nothing. */
function colours(selector) {
    const at = css.indexOf(selector);
    const block = css.slice(at, css.indexOf('}', at));
    return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
}

/** Words and what they stand on; lines and the focus need less. */
const WORDS = [
    ...['ground', 'paper', 'raised'].flatMap((below) => ['ink', 'quiet', 'accent', 'bad', 'good'].map((above) => [above, below])),
    ['on-accent', 'accent'], ['on-accent', 'accent-strong'], ['warn', 'warn-ground'], ['on-felt', 'felt'], ['on-felt', 'felt-edge'],
    ['on-gold', 'gold'], ['on-gold', 'gold-light'],
];
const LINES = [['line', 'ground'], ['line', 'paper'], ['focus', 'ground'], ['focus', 'paper'], ['focus', 'raised']];

const light = colours(':root {');
const themes = { light, dark: { ...light, ...colours(":root[data-theme='dark'] {") } };

for (const felt of ['blue', 'plum', 'slate']) {
    themes[`light ${felt}`] = { ...light, ...colours(`:root[data-felt='${felt}'] {`) };
    themes[`dark ${felt}`] = { ...themes.dark, ...colours(`:root[data-theme='dark'][data-felt='${felt}'] {`) };
}

for (const [name, theme] of Object.entries(themes)) {
    test(`words can be read in the ${name} theme`, () => {
        for (const [above, below] of WORDS)
            assert.ok(contrast(theme[above], theme[below]) >= 4.5, `${above} on ${below}: ${contrast(theme[above], theme[below])}`);
    });

    test(`lines and the focus are seen in the ${name} theme`, () => {
        for (const [above, below] of LINES)
            assert.ok(contrast(theme[above], theme[below]) >= 3, `${above} on ${below}: ${contrast(theme[above], theme[below])}`);
    });
}
