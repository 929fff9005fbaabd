/**
 * Ed25519 signatures (RFC 8032). Browsers have them, but not all, and only for pages that come over https or from the
 * machine itself; a table at home is often at http://192.168..., and what is played there is to be signed as well. Nobody
 * can measure from elsewhere how long it takes, so that it need not be the same for all keys.
 */

const MASK = 2n ** 64n - 1n;

function primes(count) {
    const found = [];
    for (let n = 2n; found.length < count; n++) {
        if (found.every((p) => n % p))
            found.push(n);
    }
    return found;
}

/** The first 64 bits of the fractional part of a root: the largest r with r^degree <= p * 2^(64 * degree). */
function fraction(p, degree) {
    const goal = p << (64n * degree);
    let root = 0n;
    for (let bit = 1n << 69n; bit; bit >>= 1n) {
        if ((root + bit) ** degree <= goal)
            root += bit;
    }
    return root & MASK;
}

const FIRST = primes(8).map((p) => fraction(p, 2n));
const ROUND = primes(80).map((p) => fraction(p, 3n));

function turn(x, bits) {
    return ((x >> bits) | (x << (64n - bits))) & MASK;
}

function schedule(block, at) {
    const w = Array.from({ length: 16 }, (nothing, i) => block.getBigUint64(at + 8 * i));
    for (let i = 16; i < 80; i++) {
        const a = w[i - 15];
        const b = w[i - 2];
        w.push((w[i - 16] + w[i - 7] + (turn(a, 1n) ^ turn(a, 8n) ^ (a >> 7n)) + (turn(b, 19n) ^ turn(b, 61n) ^ (b >> 6n))) & MASK);
    }
    return w;
}

function compress(state, w) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 80; i++) {
        const one = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & MASK & g)) + ROUND[i] + w[i];
        const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK, c, b, a, (one + two) & MASK];
    }
    return [a, b, c, d, e, f, g, h].map((x, i) => (state[i] + x) & MASK);
}

function joined(...parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
}

/**
 * SHA-512 (FIPS 180-4) of bytes that are put one after another.
 * @param {...Uint8Array} parts
 * @returns {Uint8Array} 64 bytes
 */
export function sha512(...parts) {
    const message = joined(...parts);
    const all = new Uint8Array(Math.ceil((message.length + 17) / 128) * 128);
    all.set(message);
    all[message.length] = 0x80;
    const blocks = new DataView(all.buffer);
    blocks.setBigUint64(all.length - 8, BigInt(message.length) * 8n);
    let state = FIRST;
    for (let at = 0; at < all.length; at += 128)
        state = compress(state, schedule(blocks, at));
    const digest = new DataView(new ArrayBuffer(64));
    state.forEach((word, i) => digest.setBigUint64(8 * i, word));
    return new Uint8Array(digest.buffer);
}

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

function mod(x, m = P) {
    const rest = x % m;
    return rest < 0n ? rest + m : rest;
}

function power(base, exponent) {
    let result = 1n;
    for (let b = base, e = exponent; e; e >>= 1n, b = mod(b * b)) {
        if (e & 1n)
            result = mod(result * b);
    }
    return result;
}

const D = mod(-121665n * power(121666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n); /* of -1 */
const NOTHING = [0n, 1n, 1n, 0n];

/** Points are [X, Y, Z, T] with x = X/Z, y = Y/Z, xy = T/Z. */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
    const a = (y1 - x1) * (y2 - x2);
    const b = (y1 + x1) * (y2 + x2);
    const c = mod(2n * t1 * t2) * D;
    const d = 2n * z1 * z2;
    const [e, f, g, h] = [mod(b - a), mod(d - c), mod(d + c), mod(b + a)];
    return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function twice([x, y, z]) {
    const a = mod(x * x);
    const b = mod(y * y);
    const [e, g, h] = [mod((x + y) ** 2n - a - b), b - a, -a - b];
    const f = mod(g - 2n * z * z);
    return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** The sum of two points, each so many times. */
function combine(n, one, m = 0n, other = NOTHING) {
    const both = add(one, other);
    let sum = NOTHING;
    for (let bit = 255n; bit >= 0n; bit--) {
        sum = twice(sum);
        const which = ((n >> bit) & 1n) + 2n * ((m >> bit) & 1n);
        if (which)
            sum = add(sum, [one, other, both][Number(which) - 1]);
    }
    return sum;
}

function toNumber(bytes) {
    return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function toBytes(number) {
    return Uint8Array.from({ length: 32 }, (nothing, i) => Number((number >> BigInt(8 * i)) & 255n));
}

function encode([x, y, z]) {
    const inverse = power(z, P - 2n);
    return toBytes(mod(y * inverse) | ((mod(x * inverse) & 1n) << 255n));
}

/** The point that these bytes stand for; null if there is none. */
function decode(bytes) {
    const whole = toNumber(bytes);
    const y = whole & (2n ** 255n - 1n);
    if (y >= P)
        return null;
    const u = mod(y * y - 1n);
    const v = mod(D * y * y + 1n);
    let x = mod(u * v ** 3n * power(mod(u * v ** 7n), (P - 5n) / 8n));
    if (mod(v * x * x) !== u)
        x = mod(x * ROOT);
    if (mod(v * x * x) !== u || (x === 0n && whole >> 255n))
        return null;
    if ((x & 1n) !== whole >> 255n)
        x = P - x;
    return [x, y, 1n, mod(x * y)];
}

const BASE = decode(toBytes(mod(4n * power(5n, P - 2n))));

/** What a secret of 32 bytes stands for: a number, and bytes that nobody can foretell. */
function expand(secret) {
    const hash = sha512(secret);
    hash[0] &= 248;
    hash[31] = (hash[31] & 127) | 64;
    return [toNumber(hash.subarray(0, 32)), hash.subarray(32)];
}

/** The key that belongs to a secret, both of 32 bytes. */
export function keyOf(secret) {
    return encode(combine(expand(secret)[0], BASE));
}

/** Signs bytes with a secret: 64 bytes. */
export function sign(secret, message) {
    const [a, prefix] = expand(secret);
    const r = toNumber(sha512(prefix, message)) % ORDER;
    const point = encode(combine(r, BASE));
    const k = toNumber(sha512(point, encode(combine(a, BASE)), message)) % ORDER;
    return joined(point, toBytes((r + k * a) % ORDER));
}

function isSame(a, b) {
    return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Whether whoever has the key has signed these bytes. A key that fits everything is nobody's. */
export function verifySignature(key, message, signature) {
    const point = signature.subarray(0, 32);
    const s = toNumber(signature.subarray(32));
    const a = decode(key);
    if (signature.length !== 64 || !a || s >= ORDER || isSame(encode(combine(8n, a)), encode(NOTHING)))
        return false;
    const k = toNumber(sha512(point, key, message)) % ORDER;
    const [x, y, z, t] = a;
    return isSame(encode(combine(s, BASE, k, [mod(-x), y, z, mod(-t)])), point);
}
