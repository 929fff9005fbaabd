import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const style = readFileSync(new URL('../../web/style/table.css', import.meta.url), 'utf8');

/** How high something lies over the table. */
function height(name) {
    const found = new RegExp(`\\.table \\.${name}(?:, [^{]*)? \\{[^}]*z-index: (\\d+)`).exec(style);
    assert(found, `${name} has a height`);
    return Number(found[1]);
}

test('cards fly over the table and the question, and below what is to be read', () => {
    assert(height('flying') > height('prompt'));
    assert(height('flying') < height('settlement'));
    assert(height('flying') < height('panel'));
});
