/**
 * SHA-256 (FIPS 180-4). Browsers have one, but only for pages that come over https or from the machine itself;
 * a table at home is often at http://192.168..., and its cards are to be cut and checked as well.
 */

/** The first 32 bits of the fractional part of a root. */
function fraction(root) {
    return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

function primes(count) {
    const found = [];
    for (let n = 2; found.length < count; n++) {
        if (found.every((p) => n % p))
            found.push(n);
    }
    return found;
}

const FIRST = Uint32Array.from(primes(8), (p) => fraction(Math.sqrt(p)));
const ROUND = Uint32Array.from(primes(64), (p) => fraction(Math.cbrt(p)));

function turn(x, bits) {
    return (x >>> bits) | (x << (32 - bits));
}

/** The message with its end: a single bit, zeros and its length in bits, in whole blocks of 64 bytes. */
function padded(message) {
    const all = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
    all.set(message);
    all[message.length] = 0x80;
    const end = new DataView(all.buffer, all.length - 8);
    end.setUint32(0, Math.floor(message.length / 2 ** 29));
    end.setUint32(4, message.length << 3);
    return new DataView(all.buffer);
}

function schedule(block, at, w) {
    for (let i = 0; i < 16; i++)
        w[i] = block.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
        const a = w[i - 15];
        const b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
}

function compress(state, w) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => {
        state[i] += x;
    });
}

/**
 * The hash of bytes that are put one after another.
 * @param {...Uint8Array} parts
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(...parts) {
    const message = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (message.set(part, at), at + part.length), 0);
    const state = FIRST.slice();
    const w = new Uint32Array(64);
    const blocks = padded(message);
    for (let at = 0; at < blocks.byteLength; at += 64) {
        schedule(blocks, at, w);
        compress(state, w);
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => digest.setUint32(4 * i, word));
    return new Uint8Array(digest.buffer);
}

/** Bytes as hexadecimal digits in lower case. */
export function toHex(bytes) {
    return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** The bytes of hexadecimal digits. */
export function fromHex(digits) {
    return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}
