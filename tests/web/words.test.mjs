import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';

const web = new URL('../../web/', import.meta.url);
const german = JSON.parse(readFileSync(new URL('words/de.json', web), 'utf8'));

/** Where a sentence for people begins: `_(`, `N_(`, and `_n(` with what is counted. */
const CALL = /(?<![\w$.#])(_|N_|_n)\(/g;
const LITERAL = /^\s*'((?:[^'\\]|\\.)*)'\s*(?=[,)])/;

function unescape(text) {
    return text.replace(/\\(.)/g, '$1');
}

/** What follows the first argument, which may have brackets of its own. */
function afterFirst(text) {
    let depth = 0;
    for (let i = 0; i < text.length; i++) {
        depth += '([{'.includes(text[i]) - ')]}'.includes(text[i]);
        if (text[i] === ',' && depth === 0)
            return text.slice(i + 1);
    }
    return '';
}

/** The sentences of a source; those of variables stand in N_() somewhere. */
function sentences(source) {
    const found = [];
    for (const { 1: name, index, 0: call } of source.matchAll(CALL)) {
        let rest = source.slice(index + call.length, index + 2000);
        if (name === '_n')
            rest = afterFirst(rest);
        const first = LITERAL.exec(rest);
        assert.ok(first || name === '_', `a sentence that is no literal: ${source.slice(index, index + 60)}`);
        assert.ok(first || !/^[^,)]*['"`]/.test(rest), `a sentence that is put together: ${source.slice(index, index + 60)}`);
        if (first)
            found.push(unescape(first[1]));
        if (name === '_n')
            found.push(unescape(LITERAL.exec(rest.slice(first[0].length + 1))[1]));
    }
    return found;
}

const files = readdirSync(new URL('src/', web), { recursive: true }).filter((name) => name.endsWith('.js') && name !== 'words.js');
const used = new Set(files.flatMap((name) => sentences(readFileSync(new URL(`src/${name}`, web), 'utf8'))));
const holes = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();

test('every sentence of the page has a German one', () => {
    assert.deepEqual([...used].filter((sentence) => !german[sentence]), []);
});

test('no German sentence is of no use', () => {
    assert.deepEqual(Object.keys(german).filter((sentence) => !used.has(sentence)), []);
});

test('what is filled in is the same in both', () => {
    for (const [english, other] of Object.entries(german))
        assert.deepEqual(holes(other), holes(english), english);
});

test('the table is in order, so that two who add to it do not meet', () => {
    assert.deepEqual(Object.keys(german), Object.keys(german).sort());
});

test('no German sentence has a word that the glossary forbids', () => {
    const glossary = readFileSync(new URL('../../lang/po/de/GLOSSARY.md', import.meta.url), 'utf8');
    const never = glossary.split('\n').filter((line) => line.startsWith('| ')).slice(2)
        .flatMap((line) => line.split('|')[3].split(',')).map((word) => word.trim()).filter(Boolean);
    assert.ok(never.length > 20);
    const forbidden = new RegExp(`(?<!\\p{L})(${never.join('|')})(?!\\p{L})`, 'u');
    assert.deepEqual(Object.values(german).filter((sentence) => forbidden.test(sentence)), []);
});
