/** Reads a QR code of level M without damage, from the standard's side of the reader: it shares nothing with qr.js. */

const MASKS = [
    (i, j) => (i + j) % 2, (i) => i % 2, (i, j) => j % 3, (i, j) => (i + j) % 3, (i, j) => ((i >> 1) + Math.trunc(j / 3)) % 2,
    (i, j) => ((i * j) % 2) + ((i * j) % 3), (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2, (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];

/** Annex E: rows and columns of the alignment patterns. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

/** Table 9, level M: data codewords of each block, and how many of correction follow each. */
const BLOCKS = [
    [[16], 10], [[28], 16], [[44], 26], [[32, 32], 18], [[43, 43], 24], [[27, 27, 27, 27], 16], [[31, 31, 31, 31], 18],
    [[38, 38, 39, 39], 22], [[36, 36, 36, 37, 37], 22], [[43, 43, 43, 43, 44], 26],
];

/** Table C.1: the format information of level M for each mask, after its own mask. */
const FORMATS = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0];

/** Table D.1: the version information, from version 7 on. */
const NUMBERS = [0x07c94, 0x085bc, 0x09a99, 0x0a4d3];

function format(grid) {
    const column = [0, 1, 2, 3, 4, 5, 7, 8].map((y) => grid[y][8]);
    const row = [7, 5, 4, 3, 2, 1, 0].map((x) => grid[8][x]);
    const value = [...column, ...row].reduce((sum, dark, i) => sum | (dark << i), 0);
    const side = Array.from({ length: 8 }, (unused, i) => grid[8][grid.length - 1 - i]);
    const below = Array.from({ length: 7 }, (unused, i) => grid[grid.length - 7 + i][8]);
    const again = [...side, ...below].reduce((sum, dark, i) => sum | (dark << i), 0);
    if (value !== again || !FORMATS.includes(value))
        throw new Error(`format ${value.toString(16)} and ${again.toString(16)}`);
    return FORMATS.indexOf(value);
}

function checkVersion(grid, version) {
    for (let i = 0; version >= 7 && i < 18; i++) {
        const [a, b] = [Math.trunc(i / 3), grid.length - 11 + (i % 3)];
        const bit = Boolean((NUMBERS[version - 7] >> i) & 1);
        if (grid[a][b] !== bit || grid[b][a] !== bit)
            throw new Error(`version ${version}, bit ${i}`);
    }
}

/** Whether a module is part of the frame. */
function isFixed(version, size, y, x) {
    const near = (a, b) => Math.abs(a - b) <= 2;
    const corner = (y < 9 && (x < 9 || x >= size - 8)) || (y >= size - 8 && x < 9);
    const numbered = version >= 7 && ((y < 6 && x >= size - 11) || (x < 6 && y >= size - 11));
    const at = ALIGNMENT[version - 1];
    const end = at.length - 1;
    const alignment = at.some((cy, i) => at.some((cx, j) => near(cy, y) && near(cx, x)
        && !((i === 0 && j === 0) || (i === 0 && j === end) || (i === end && j === 0))));
    return corner || numbered || alignment || y === 6 || x === 6;
}

function codewords(grid, version, mask) {
    const size = grid.length;
    const bits = [];
    const columns = Array.from({ length: (size - 1) / 2 }, (unused, i) => size - 1 - 2 * i).map((x) => (x <= 6 ? x - 1 : x));
    columns.forEach((right, i) => {
        for (let k = 0; k < size; k++)
            for (const x of [right, right - 1]) {
                const y = i % 2 ? k : size - 1 - k;
                if (!isFixed(version, size, y, x))
                    bits.push(Number(grid[y][x]) ^ (MASKS[mask](y, x) === 0 ? 1 : 0));
            }
    });
    return Array.from({ length: bits.length >> 3 }, (unused, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(''), 2));
}

/** Product in GF(256), bit by bit. */
function times(a, b) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit--)
        product = (product << 1) ^ (product & 0x80 ? 0x11d : 0) ^ ((b >> bit) & 1 ? a : 0);
    return product;
}

/** How many syndromes of a block are not zero. */
function syndromes(block, count) {
    let wrong = 0;
    for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
        wrong += block.reduce((sum, word) => times(sum, root) ^ word, 0) ? 1 : 0;
    return wrong;
}

/** @returns {{text: string, errors: number}} */
export function read(grid) {
    const version = (grid.length - 17) / 4;
    checkVersion(grid, version);
    const words = codewords(grid, version, format(grid));
    const [sizes, correction] = BLOCKS[version - 1];
    const blocks = sizes.map(() => []);
    for (let i = 0; i < Math.max(...sizes); i++)
        sizes.forEach((size, b) => i < size && blocks[b].push(words.shift()));
    const data = blocks.flat();
    for (let i = 0; i < correction; i++)
        blocks.forEach((block) => block.push(words.shift()));
    const errors = blocks.reduce((sum, block) => sum + syndromes(block, correction), 0);
    const bits = data.map((word) => word.toString(2).padStart(8, '0')).join('');
    const wide = version < 10 ? 8 : 16;
    if (bits.slice(0, 4) !== '0100')
        throw new Error('no bytes');
    const length = parseInt(bits.slice(4, 4 + wide), 2);
    const bytes = Array.from({ length }, (unused, i) => parseInt(bits.slice(4 + wide + 8 * i, 12 + wide + 8 * i), 2));
    return { text: new TextDecoder().decode(Uint8Array.from(bytes)), errors };
}
