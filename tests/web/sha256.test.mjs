import assert from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import test from 'node:test';

import { fromHex, sha256, toHex } from '../../web/src/sha256.js';

test('the hash of every length is that of another SHA-256', () => {
    for (let size = 0; size < 300; size++) {
        const bytes = randomBytes(size);
        assert.equal(toHex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'));
    }
});

test('parts are hashed as if they were one', () => {
    const bytes = randomBytes(100);
    assert.deepEqual(sha256(bytes.subarray(0, 33), bytes.subarray(33)), sha256(bytes));
});

test('digits and bytes are the same both ways', () => {
    const bytes = new Uint8Array(randomBytes(32));
    assert.deepEqual(fromHex(toHex(bytes)), bytes);
});
