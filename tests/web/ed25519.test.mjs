import assert from 'node:assert/strict';
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign as nodeSign, verify as nodeVerify } from 'node:crypto';
import test from 'node:test';

import { keyOf, sha512, sign, verifySignature } from '../../web/src/ed25519.js';
import { fromHex, toHex } from '../../web/src/sha256.js';

/* RFC 8032, 7.1: secret, key, message, signature. */
const VECTORS = [
    ['9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', '',
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b'],
    ['4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', '72',
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'],
    ['c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7', 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025', 'af82',
        '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a'],
];

/** The same key for node's own implementation. */
function nodeKey(secret) {
    return createPrivateKey({ key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]), format: 'der', type: 'pkcs8' });
}

test('SHA-512 is that of the standard, whatever the length', () => {
    for (const length of [0, 1, 3, 111, 112, 127, 128, 129, 300]) {
        const bytes = randomBytes(length);
        assert.equal(toHex(sha512(bytes)), createHash('sha512').update(bytes).digest('hex'));
    }
});

test('signatures are those of RFC 8032', () => {
    for (const [secret, key, message, signature] of VECTORS) {
        assert.equal(toHex(keyOf(fromHex(secret))), key);
        assert.equal(toHex(sign(fromHex(secret), fromHex(message))), signature);
        assert.ok(verifySignature(fromHex(key), fromHex(message), fromHex(signature)));
    }
});

test('another implementation makes the same signatures, and each takes what the other has signed', () => {
    for (let i = 0; i < 20; i++) {
        const secret = new Uint8Array(randomBytes(32));
        const message = new Uint8Array(randomBytes(3 * i));
        const theirs = new Uint8Array(nodeSign(null, message, nodeKey(secret)));
        assert.equal(toHex(sign(secret, message)), toHex(theirs));
        assert.ok(nodeVerify(null, message, createPublicKey(nodeKey(secret)), sign(secret, message)));
        assert.ok(verifySignature(keyOf(secret), message, theirs));
    }
});

test('a signature of anything else is none', () => {
    const [[secret], , [, key, message, signature]] = VECTORS;
    const right = [key, message, signature].map(fromHex);
    for (let which = 0; which < 3; which++) {
        for (let at = 0; at < right[which].length; at += 7) {
            const wrong = right.map((part) => part.slice());
            wrong[which][at] ^= 1;
            assert.equal(verifySignature(...wrong), false, `byte ${at} of part ${which}`);
        }
    }
    assert.equal(verifySignature(right[0], right[1], sign(fromHex(secret), right[1])), false);
    assert.equal(verifySignature(right[0], right[1], right[2].subarray(0, 63)), false);
});

test('a number that is too large is no second signature of the same', () => {
    const [, [, key, message, signature]] = VECTORS;
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const bytes = fromHex(signature);
    let s = bytes.subarray(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) + order;
    for (let i = 32; i < 64; i++, s >>= 8n)
        bytes[i] = Number(s & 255n);
    assert.equal(verifySignature(fromHex(key), fromHex(message), bytes), false);
});

test('a key that would fit everything is nobody’s', () => {
    const nothing = Uint8Array.from({ length: 32 }, (_, i) => Number(i === 0));
    assert.equal(verifySignature(nothing, new Uint8Array(3), Uint8Array.from({ length: 64 }, (_, i) => Number(i === 0))), false);
});
