import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('../../web/style/base.css', import.meta.url), 'utf8');

/** The colours of a theme by name; the dark one has those of the light one where it says nothing. */
function colours(selector) {
    const at = css.indexOf(selector);
    const block = css.slice(at, css.indexOf('}', at));
    return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
}

/** WCAG 2: relative luminance and contrast. */
function luminance(colour) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}

/** Words and what they stand on; lines and the focus need less. */
const WORDS = [
    ...['ground', 'paper', 'raised'].flatMap((below) => ['ink', 'quiet', 'accent', 'bad', 'good'].map((above) => [above, below])),
    ['on-accent', 'accent'], ['on-accent', 'accent-strong'], ['warn', 'warn-ground'], ['on-felt', 'felt'], ['on-felt', 'felt-edge'],
];
const LINES = [['line', 'ground'], ['line', 'paper'], ['focus', 'ground'], ['focus', 'paper'], ['focus', 'raised']];

const light = colours(':root {');
const themes = { light, dark: { ...light, ...colours(":root[data-theme='dark'] {") } };

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
