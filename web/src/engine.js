/**
 * The program inside the page, as the page sees it: a house of its own, and answers to questions.
 * @module
 */
/* global WASM_FILE, WORKER_FILE */

let module = null;
let house = null;
let names = 0;

function loadModule() {
    const address = new URL(WASM_FILE, import.meta.url);
    module ??= WebAssembly.compileStreaming(fetch(address)).catch((error) => {
        module = null;
        throw error;
    });
    return module;
}

function newWorker() {
    return new Worker(new URL(WORKER_FILE, import.meta.url), { type: 'module' });
}

/** The worker with the house, and who hears what it says. */
async function openHouse() {
    const worker = newWorker();
    const ears = new Map();
    worker.onmessage = ({ data }) => {
        if (data.tell)
            ears.get(data.tell)?.hear(JSON.parse(data.message));
        else
            ears.get(data.state)?.state(data.is);
    };
    worker.postMessage({ house: await loadModule() });
    return { worker, ears };
}

/**
 * A line to the house in the page: messages as docs/server.md has them.
 * @param {{hear: function(Object), state: function(string)}} ears as line.js has them
 */
function line(ears) {
    const who = ++names;
    house ??= openHouse();
    house.catch(() => {
        house = null;
        ears.state('lost');
    });
    const post = (words) => house?.then(({ worker }) => worker.postMessage(words), () => {});
    const state = (word) => {
        ears.state(word);
        if (word === 'lost')
            post({ come: who });
    };
    house.then((h) => h.ears.set(who, { ...ears, state }), () => {});
    ears.state('connecting');
    post({ come: who });
    return {
        send: (message) => post({ hear: who, message: JSON.stringify(message) }),
        drop() {},
        close() {
            house?.then((h) => h.ears.delete(who), () => {});
            post({ go: who });
        },
    };
}

/** A worker that answers questions, one after the other. */
function openAsker() {
    const worker = loadModule().then((program) => {
        const made = newWorker();
        made.postMessage({ answer: program });
        made.onmessage = ({ data }) => hear(data);
        return made;
    });
    const waiting = new Map();
    let last = 0;

    function hear({ id, answer, error, line: place, progress }) {
        const { resolve, reject, tell } = waiting.get(id);
        if (progress !== undefined) {
            tell?.(progress);
            return;
        }
        waiting.delete(id);
        if (error === undefined)
            resolve(answer);
        else
            reject(Object.assign(new Error(error), { line: place }));
    }

    return {
        async ask(what, { progress: tell, ...argument } = {}) {
            const made = await worker;
            const id = ++last;
            return new Promise((resolve, reject) => {
                waiting.set(id, { resolve, reject, tell });
                made.postMessage({ id, what, argument });
            });
        },
        end: () => worker.then((made) => made.terminate(), () => {}),
    };
}

let asker = null;

/**
 * Asks something that changes nothing: see page_ask in web/wasm/page.h, whose arguments these are; the record is one of
 * them, and `progress` a function that hears how far a long answer is (0 to 1).
 * @param {string} what
 * @param {Object} [argument]
 * @returns {Promise<Object>} rejected with an Error whose message is a sentence, and its `line` in the record
 */
function ask(what, argument) {
    asker ??= openAsker();
    return asker.ask(what, argument);
}

/**
 * Several workers at once, for what `ask` has and for the lab (answer.js).
 * @returns {{asks: Array<function(string, Object): Promise<*>>, end: function()}}
 */
function crew(count) {
    const all = Array.from({ length: count }, openAsker);
    return { asks: all.map((each) => each.ask), end: () => all.forEach((each) => each.end()) };
}

export const engine = {
    /** When the program is here. */
    ready: loadModule,
    line,
    ask,
    crew,
};
