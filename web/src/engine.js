/**
 * The program inside the page, as the page sees it: a house of its own, and answers to questions.
 * @module
 */
import { _ } from './words.js';

/* global TEXT_FILES, WASM_FILE, WORKER_FILE */

/** Questions that need the texts of rules and lessons, which are not loaded before somebody asks. */
const READERS = ['game', 'lesson'];

const texts = {};
let module = null;
let house = null;
let names = 0;

/** What is fetched once, unless that fails. */
function loadModule() {
    module ??= WebAssembly.compileStreaming(fetch(new URL(WASM_FILE, import.meta.url))).catch((error) => {
        module = null;
        throw error;
    });
    return module;
}

/** What was read once is kept; before that there has to be a network. */
async function fetchTexts(language) {
    const texts = JSON.parse(TEXT_FILES);
    const answer = await fetch(new URL(texts[language] ?? texts.en, import.meta.url)).catch(() => null);
    if (!answer?.ok)
        throw new Error(_('Rules and lessons need the network once. After that they are here without it.'));
    return answer.json();
}

function loadTexts(language) {
    texts[language] ??= fetchTexts(language).catch((error) => {
        delete texts[language];
        throw error;
    });
    return texts[language];
}

/** A worker that can be given texts: `read` comes back when it has those of a language. */
function newWorker() {
    const worker = new Worker(new URL(WORKER_FILE, import.meta.url), { type: 'module' });
    const has = new Set();
    worker.read = async (language) => {
        const found = await loadTexts(language);
        if (!has.has(language))
            worker.postMessage({ texts: found });
        has.add(language);
    };
    return worker;
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
    let language = 'en';
    return {
        async send(message) {
            language = message.do === 'hello' ? message.language : language;
            if (message.do === 'rules')
                await house?.then(({ worker }) => worker.read(language)).catch(() => {});
            post({ hear: who, message: JSON.stringify(message) });
        },
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
        pending: 0,
        async ask(what, { progress: tell, ...argument } = {}) {
            const made = await worker;
            if (READERS.includes(what))
                await made.read(argument.language);
            const id = ++last;
            return new Promise((resolve, reject) => {
                waiting.set(id, { resolve, reject, tell });
                made.postMessage({ id, what, argument });
            });
        },
        end: () => worker.then((made) => made.terminate(), () => {}),
    };
}

/** Those that are asked by `ask`: a short question does not wait for the end of a long one. */
const askers = [];

function freeAsker() {
    let free = askers.find((asker) => !asker.pending);
    if (!free && askers.length < (navigator.hardwareConcurrency || 2))
        askers.push(free = openAsker());
    return free ?? askers[0];
}

/** What is no longer wanted ends at once, if nobody else waits for the same worker. */
function giveUp(asker) {
    if (asker.pending > 1)
        return;
    askers.splice(askers.indexOf(asker), 1);
    asker.end();
}

/**
 * Asks something that changes nothing: see page_ask in web/wasm/page.h, whose arguments these are; the record is one of
 * them, `progress` a function that hears how far a long answer is (0 to 1), and `signal` ends the question early.
 * @param {string} what
 * @param {Object} [argument]
 * @returns {Promise<Object>} rejected with an Error whose message is a sentence, and its `line` in the record
 */
async function ask(what, { signal, ...argument } = {}) {
    signal?.throwIfAborted();
    const asker = freeAsker();
    const aborted = new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
            giveUp(asker);
            reject(signal.reason);
        }, { once: true });
    });
    asker.pending++;
    try {
        return await Promise.race([asker.ask(what, argument), aborted]);
    } finally {
        asker.pending--;
    }
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
