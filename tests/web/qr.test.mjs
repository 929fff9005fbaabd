import test from 'node:test';
import assert from 'node:assert/strict';
import { qr, qrPath } from '../../web/src/qr.js';
import { sha256, toHex } from '../../web/src/sha256.js';
import { read } from './qr-reader.mjs';

/** Every version once, at its shortest and its longest, and links as they are. */
const TEXTS = [
    'https://example.org/#k4x8mrb2nt',
    'https://games.example.org:8055/#k4x8mrb2nt/f369e6731db20f24',
    ...[1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213].map((length) => 'https://play.example/#'.padEnd(length, 'abc123/').slice(0, length)),
];

test('what is drawn reads back, and no codeword needs correction', () => {
    for (const text of TEXTS) {
        const { text: back, errors } = read(qr(text));
        assert.equal(back, text);
        assert.equal(errors, 0, `the correction of ${text}`);
    }
});

test('the versions are as small as they can be', () => {
    assert.deepEqual([14, 15, 213].map((length) => qr('x'.repeat(length)).length), [21, 25, 57]);
});

test('more than 213 bytes are refused in words', () => {
    assert.throws(() => qr('x'.repeat(214)), /214 bytes are too many/);
});

test('pictures that zbarimg has read are drawn as they were then', () => {
    const drawn = (text) => toHex(sha256(new TextEncoder().encode(qrPath(qr(text))))).slice(0, 16);
    assert.deepEqual([TEXTS[0], TEXTS[1], 'x'.repeat(213)].map(drawn), ['4890292c062499de', '83a8632fc97ef33a', '2c54d350bb43a0e0']);
});
