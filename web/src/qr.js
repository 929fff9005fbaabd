/** QR codes (ISO/IEC 18004), as much of them as a link needs: bytes, level M, versions 1 to 10. */

/** By version: all codewords, those of correction in each block, blocks. */
const VERSIONS = [
    [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2],
    [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
];

/** Whether a mask turns the module in column x, row y. */
const MASKS = [
    (x, y) => (x + y) % 2 === 0,
    (x, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/* --- Codewords ----------------------------------------------------------------------------------------------------- */

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const POWER = new Uint8Array(510);
const LOGARITHM = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
    POWER[i] = POWER[i + 255] = value;
    LOGARITHM[value] = i;
    value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}

function times(a, b) {
    return a && b ? POWER[LOGARITHM[a] + LOGARITHM[b]] : 0;
}

/** The codewords of correction: what is left when the data are divided by the generator (Reed and Solomon). */
function correction(data, count) {
    let generator = [1];
    for (let i = 0; i < count; i++)
        generator = [...generator, 0].map((value, k) => value ^ (k ? times(generator[k - 1], POWER[i]) : 0));
    const rest = [...data, ...new Array(count).fill(0)];
    data.forEach((unused, i) => {
        const factor = rest[i];
        generator.forEach((value, k) => {
            rest[i + k] ^= times(value, factor);
        });
    });
    return rest.slice(data.length);
}

/** Mode, length, bytes, and filling up to the room that there is. */
function dataWords(bytes, version, room) {
    const bits = [];
    const put = (value, count) => {
        for (let i = count - 1; i >= 0; i--)
            bits.push((value >> i) & 1);
    };
    put(4, 4);
    put(bytes.length, version < 10 ? 8 : 16);
    bytes.forEach((byte) => put(byte, 8));
    put(0, Math.min(4, room * 8 - bits.length));
    put(0, (8 - (bits.length % 8)) % 8);
    const words = [];
    for (let i = 0; i < bits.length; i += 8)
        words.push(parseInt(bits.slice(i, i + 8).join(''), 2));
    for (let fill = 0xec; words.length < room; fill ^= 0xec ^ 0x11)
        words.push(fill);
    return words;
}

/** The first of each block, the second of each block ...; the data first, then the correction. */
function interleave(words, each, blocks) {
    const short = Math.floor(words.length / blocks);
    const longer = words.length % blocks; /* so many blocks, the last ones, have one more */
    const data = [];
    for (let i = 0, at = 0; i < blocks; i++) {
        const size = short + (i >= blocks - longer ? 1 : 0);
        data.push(words.slice(at, at + size));
        at += size;
    }
    const checks = data.map((block) => correction(block, each));
    const out = [];
    for (const part of [data, checks])
        for (let i = 0; i < Math.max(...part.map((block) => block.length)); i++)
            out.push(...part.filter((block) => i < block.length).map((block) => block[i]));
    return out;
}

/* --- Modules ------------------------------------------------------------------------------------------------------- */

/** A square of modules: true, false, or undefined where data belong. */
function blank(size) {
    return Array.from({ length: size }, () => new Array(size));
}

function centres(version) {
    if (version === 1)
        return [];
    const last = 4 * version + 10;
    return version < 7 ? [6, last] : [6, last / 2 + 3, last];
}

/** The three corners, with their white edge. */
function drawFinder(grid, left, top) {
    for (let y = -1; y <= 7; y++)
        for (let x = -1; x <= 7; x++)
            if (grid[top + y] && left + x >= 0 && left + x < grid.length) {
                const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
                grid[top + y][left + x] = ring !== 2 && ring !== 4;
            }
}

function drawFixed(grid, version) {
    const end = grid.length - 7;
    [[0, 0], [end, 0], [0, end]].forEach(([x, y]) => drawFinder(grid, x, y));
    for (const y of centres(version))
        for (const x of centres(version))
            if (grid[y][x] === undefined)
                for (let i = 0; i < 25; i++)
                    grid[y - 2 + Math.floor(i / 5)][x - 2 + (i % 5)] = Math.max(Math.abs(Math.floor(i / 5) - 2), Math.abs((i % 5) - 2)) !== 1;
    for (let i = 8; i < grid.length - 8; i++)
        grid[6][i] = grid[i][6] = i % 2 === 0;
    grid[grid.length - 8][8] = true;
}

/** The rest of a division of bits by bits, behind them. */
function withCheck(value, divisor, count) {
    let rest = value << count;
    for (let bit = 31 - Math.clz32(rest); bit >= count; bit = 31 - Math.clz32(rest))
        rest ^= divisor << (bit - count);
    return (value << count) | rest;
}

/** Level and mask, twice; the level M is 0. */
function drawFormat(grid, mask) {
    const bits = withCheck(mask, 0x537, 10) ^ 0x5412;
    const size = grid.length;
    for (let i = 0; i < 15; i++) {
        const dark = ((bits >> i) & 1) === 1;
        if (i < 8)
            grid[8][size - 1 - i] = dark;
        else
            grid[size - 15 + i][8] = dark;
        if (i < 6)
            grid[i][8] = dark;
        else if (i < 8)
            grid[i + 1][8] = dark;
        else
            grid[8][i === 8 ? 7 : 14 - i] = dark;
    }
}

function drawVersion(grid, version) {
    const bits = withCheck(version, 0x1f25, 12);
    for (let i = 0; version >= 7 && i < 18; i++) {
        const [a, b] = [Math.floor(i / 3), grid.length - 11 + (i % 3)];
        grid[a][b] = grid[b][a] = ((bits >> i) & 1) === 1;
    }
}

/** Up and down in double columns from the right, around what is there. */
function drawData(grid, words, mask) {
    const size = grid.length;
    let at = 0;
    for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
        if (right === 6)
            right--;
        for (let i = 0; i < size; i++)
            for (const x of [right, right - 1]) {
                const y = up ? size - 1 - i : i;
                if (grid[y][x] !== undefined)
                    continue;
                const bit = at < words.length * 8 && (words[at >> 3] >> (7 - (at & 7))) & 1;
                grid[y][x] = (bit === 1) !== MASKS[mask](x, y);
                at++;
            }
    }
}

/** How hard it is to read: long lines of a colour, squares, what looks like a corner, too much of a colour. */
function penalty(grid) {
    const size = grid.length;
    const lines = [...grid, ...grid.map((unused, x) => grid.map((row) => row[x]))].map((line) => line.map(Number).join(''));
    let sum = 0;
    for (const line of lines) {
        for (const [run] of line.matchAll(/0{5,}|1{5,}/g))
            sum += run.length - 2;
        sum += 40 * (line.match(/(?=10111010000|00001011101)/g) ?? []).length;
    }
    for (let y = 1; y < size; y++)
        for (let x = 1; x < size; x++)
            if (grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1])
                sum += 3;
    const dark = grid.flat().filter(Boolean).length / (size * size);
    return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/**
 * @param {string} text at most 213 bytes as UTF-8
 * @returns {Array<Array<boolean>>} rows of modules, true where it is dark; without the white edge of four modules
 */
export function qr(text) {
    const bytes = new TextEncoder().encode(text);
    const version = 1 + VERSIONS.findIndex(([all, each, blocks], i) => bytes.length + (i < 9 ? 2 : 3) <= all - each * blocks);
    if (!version)
        throw new RangeError(`${bytes.length} bytes are too many for a QR code; expected at most 213`);
    const [all, each, blocks] = VERSIONS[version - 1];
    const words = interleave(dataWords(bytes, version, all - each * blocks), each, blocks);
    const grids = MASKS.map((unused, mask) => {
        const grid = blank(17 + 4 * version);
        drawFixed(grid, version);
        drawFormat(grid, mask);
        drawVersion(grid, version);
        drawData(grid, words, mask);
        return grid;
    });
    const marks = grids.map(penalty);
    return grids[marks.indexOf(Math.min(...marks))];
}

/** The dark modules as one path of SVG, a unit each; the picture is as wide as there are rows, plus 4 on each side. */
export function qrPath(modules) {
    return modules.map((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : '')).join('')).join('');
}
