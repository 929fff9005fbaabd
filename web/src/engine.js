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

export const engine = {
    /** When the program is here. */
    ready: loadModule,
    line,
};
