/**
 * The program inside the page (web/wasm/page.h): text in, text out.
 * @module
 */

const PAGE = 65536;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What wasi-libc asks of a system: a clock, and a place for messages that nobody reads. */
function system(memory) {
    const nothing = () => 0;
    return {
        clock_time_get(clock, precision, at) {
            const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
            new DataView(memory().buffer).setBigUint64(at, nanoseconds, true);
            return 0;
        },
        fd_write(file, pieces, count, written) {
            const data = new DataView(memory().buffer);
            let size = 0;
            for (let i = 0; i < count; i++)
                size += data.getUint32(pieces + 8 * i + 4, true);
            data.setUint32(written, size, true);
            return 0;
        },
        fd_close: nothing,
        fd_seek: nothing,
        fd_fdstat_get: nothing,
        proc_exit(status) {
            throw new Error(`the program inside the page ended with status ${status}`);
        },
    };
}

/** @param {Uint8Array} bytes is filled with chance, in the pieces that a browser allows */
function secureChance(bytes) {
    const most = 65536;
    for (let at = 0; at < bytes.length; at += most)
        crypto.getRandomValues(bytes.subarray(at, at + most));
}

/**
 * An instance of the program.
 * @param {WebAssembly.Module} module
 * @param {(bytes: Uint8Array) => void} chance fills bytes
 * @param {(part: number) => void} progress hears how far a long answer is
 * @returns the functions of web/wasm/page.h without their prefix; those that take text take a string, those that
 *     make some return it, or null. `become` takes all memory of another instance, which it then is.
 */
export async function openProgram(module, chance = secureChance, progress = () => {}) {
    let exports = null;
    const memory = () => exports.memory;
    const random = (at, size) => {
        const bytes = new Uint8Array(size);
        chance(bytes);
        new Uint8Array(memory().buffer, at, size).set(bytes);
    };
    const instance = await WebAssembly.instantiate(module, {
        page: { random, progress },
        wasi_snapshot_preview1: system(memory),
    });
    exports = instance.exports;
    exports._initialize();
    return program(exports);
}

/** What a call has brought. */
function bytes(exports) {
    return new Uint8Array(exports.memory.buffer, exports.page_output(), exports.page_output_size()).slice();
}

/** What answers with an object throws an Error with the sentence if it cannot. */
function answers(exports, give, take) {
    const object = (fine) => {
        const answer = JSON.parse(take(true));
        if (!fine)
            throw Object.assign(new Error(answer.error), { line: answer.line });
        return answer;
    };
    return {
        ask: (question, text = '') => object(exports.page_ask(give(`${JSON.stringify(question)}\n${text}`))),
        lab: (job) => object(exports.page_lab(give(JSON.stringify(job)))),
        labPlay: (block) => (exports.page_lab_play(block) ? bytes(exports) : object(false)),
        labTake: (block, result) => exports.page_lab_take(block, give(result)),
        labFigures: () => object(exports.page_lab_figures() ?? true),
        labCsv: () => take(exports.page_lab_csv() ?? true),
    };
}

function program(exports) {
    const give = (what) => {
        const bytes = typeof what === 'string' ? encoder.encode(what) : what;
        const at = exports.page_input(bytes.length);
        if (!at)
            throw new Error('memory has run out');
        new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
        return bytes.length;
    };
    const take = (any) => {
        const at = exports.page_output();
        return any ? decoder.decode(new Uint8Array(exports.memory.buffer, at, exports.page_output_size())) : null;
    };
    return {
        memory: exports.memory,
        become(memory) {
            const more = memory.byteLength - exports.memory.buffer.byteLength;
            if (more > 0)
                exports.memory.grow(more / PAGE);
            new Uint8Array(exports.memory.buffer).set(new Uint8Array(memory));
        },
        text: (name, words) => exports.page_text(give(`${name}\n${words}`)),
        net: (name, file) => exports.page_net(give(new Uint8Array([...encoder.encode(`${name}\n`), ...file]))) !== 0,
        lacks: () => take(exports.page_lacks()),
        time: (now) => exports.page_time(now),
        recall: (text) => exports.page_recall(give(text)) !== 0,
        come: () => exports.page_come(),
        go: (visitor) => exports.page_go(visitor),
        hear: (visitor, text) => exports.page_hear(visitor, give(text)) !== 0,
        next: (visitor) => take(exports.page_next(visitor)),
        keep: () => take(exports.page_keep()),
        kept: () => exports.page_kept(),
        trouble: () => exports.page_trouble(),
        thought: (elsewhere = '') => exports.page_thought(give(elsewhere)),
        think(thought) {
            exports.page_think(thought);
            return bytes(exports);
        },
        decide: (thought, found) => exports.page_decide(thought, give(found)),
        wanted: (thought) => exports.page_wanted(thought) !== 0,
        ...answers(exports, give, take),
    };
}
