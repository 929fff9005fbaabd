/**
 * A worker of the page. The first message says what it is to be:
 *     {house: module}                    the house in the page: {come|go|hear: who, message} come, {tell|state: who, ...} go
 *     {think: module, memory, thought}   thoughts, each in a copy of the house's memory; answers with what was found
 *     {answer: module}                   questions: {id, what, argument} come, {id, answer|error|progress} go
 * Those of a house and of questions take {texts: by name} as well.
 * @module
 */
import { answerer, learner } from './answer.js';
import { House, giveTexts, tablesOf } from './house.js';
import { openStore } from './store.js';
import { openProgram } from './wasm.js';

/** What another page of this browser is told when something was kept. */
const NEWS = 'pairs-kept';

const self = globalThis;

/* global NET_FILES */

/** What a bot plays by; kept by sw.js once it was here. */
async function fetchNet(game) {
    const answer = await fetch(new URL(JSON.parse(NET_FILES)[game], self.location.href));
    if (!answer.ok)
        throw new Error(answer.statusText);
    return new Uint8Array(await answer.arrayBuffer());
}

/** Milliseconds after which a worker that did not come is asked for again. */
const RETRY = 500;

/** Workers that have thought and wait for the next thought. */
const idle = [];

/**
 * Thinks in a worker of its own, which can be stopped at any moment. The file of a new one may not come where the network is gone:
 * then it is tried again, with the memory that was kept for it.
 */
function thinkElsewhere(module, memory, thought) {
    let worker = null;
    let timer = 0;
    const choice = new Promise((resolve) => {
        function begin() {
            const used = idle.pop();
            worker = used ?? new Worker(self.location.href, { type: 'module' });
            worker.onmessage = ({ data }) => {
                idle.push(worker);
                resolve(data);
            };
            worker.onerror = used ? null : () => { timer = setTimeout(begin, RETRY); };
            worker.postMessage({ think: module, memory, thought }, used ? [memory] : []);
        }
        begin();
    });
    return {
        choice,
        stop() {
            clearTimeout(timer);
            worker.terminate();
        },
    };
}

async function thinkHere(module, memory, thought) {
    const program = await openProgram(module);
    program.become(memory);
    self.postMessage(program.think(thought));
}

/** Whoever has the same table in another page sees what happens here. */
function share(store, house) {
    const news = new BroadcastChannel(NEWS);
    news.onmessage = ({ data }) => house().outdate(data);
    return {
        tables: () => store.tables(),
        async keep(things) {
            const kept = await store.keep(things);
            if (kept)
                news.postMessage(tablesOf(things));
            return kept;
        },
    };
}

/**
 * The bots of a table think in one page of a browser: the one that has the lock of the table. A page that does something takes
 * it from the others. Without locks, as where a page does not come over TLS, every page thinks, and the store refuses the second.
 */
function claims() {
    const waiting = new Map(); // by table, what ends the wait
    return async function claim(table, atOnce, tell) {
        if (!self.navigator.locks) {
            tell(true);
            return;
        }
        waiting.get(table)?.abort();
        const wait = new AbortController();
        waiting.set(table, wait);
        const hold = () => {
            tell(true);
            return new Promise(() => {});
        };
        await self.navigator.locks.request(`pairs ${table}`, atOnce ? { steal: true } : { signal: wait.signal }, hold).catch(() => {});
        if (waiting.get(table) !== wait)
            return; // asked for again
        tell(false);
        claim(table, false, tell);
    };
}

async function keepHouse(module) {
    const store = share(await openStore(), () => house);
    const house = new House({
        open: () => openProgram(module),
        store,
        think: (memory, thought) => thinkElsewhere(module, memory, thought),
        net: fetchNet,
        claim: claims(),
        tell: (who, message) => self.postMessage({ tell: who, message }),
        state: (who, state) => self.postMessage({ state: who, is: state }),
    });
    return ({ come, go, hear, message, texts }) => {
        if (texts)
            house.read(texts);
        else if (come)
            house.come(come);
        else if (go)
            house.go(go);
        else
            house.hear(hear, message);
    };
}

async function answerHere(module) {
    let asked = null;
    const program = await openProgram(module, undefined, (progress) => self.postMessage({ id: asked, progress }));
    const answer = answerer(program);
    const learn = learner(program, fetchNet);
    return async ({ id, what, argument, texts }) => {
        if (texts) {
            giveTexts(program, texts);
            return;
        }
        asked = id;
        try {
            const found = answer(what, argument);
            await learn();
            self.postMessage({ id, answer: found });
        } catch (error) {
            self.postMessage({ id, error: error.message, line: error.line });
        }
    };
}

self.onmessage = ({ data }) => {
    if (data.think) {
        thinkHere(data.think, data.memory, data.thought);
        return;
    }
    const ready = data.answer ? answerHere(data.answer) : keepHouse(data.house);
    self.onmessage = async (event) => (await ready)(event.data);
};
