import assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import vm from 'node:vm';

const SCOPE = 'http://games.example/';
const source = await readFile(new URL('../../web/sw.js', import.meta.url), 'utf8');

class Request {
    constructor(url, { mode = 'cors', method = 'GET', integrity = '' } = {}) {
        Object.assign(this, { url: new URL(url, SCOPE).href, mode, method, integrity });
    }
}

/** Caches of a browser; what is in them comes from `net`, a table of path and contents. */
function makeCaches(net) {
    const all = new Map();
    const absolute = (request) => new URL(request.url ?? request, SCOPE).href;
    const fetch = async (request) => {
        const content = net[new URL(absolute(request)).pathname];
        if (content === undefined || (request.integrity && request.integrity !== `sha256-${content}`))
            throw new TypeError('failed');
        return { ok: true, content, clone() { return this; } };
    };
    const makeCache = () => {
        const kept = new Map();
        return {
            addAll: async (requests) => {
                const contents = await Promise.all(requests.map(fetch));
                requests.forEach((request, i) => kept.set(absolute(request), contents[i]));
            },
            put: async (request, response) => kept.set(absolute(request), response),
            match: async (request) => kept.get(absolute(request)),
            keys: async () => [...kept.keys()].map((url) => ({ url })),
        };
    };
    return {
        fetch,
        open: async (name) => all.get(name) ?? all.set(name, makeCache()).get(name),
        keys: async () => [...all.keys()],
        delete: async (name) => all.delete(name),
        match: async (request) => {
            for (const cache of all.values()) {
                const found = await cache.match(request);
                if (found)
                    return found;
            }
            return undefined;
        },
    };
}

/** The service worker of a version: `send(kind, event)` and what came of it. */
function worker(caches, version) {
    const listeners = new Map();
    const done = [];
    const self = {
        registration: { scope: SCOPE },
        clients: { claim: async () => done.push('claim') },
        skipWaiting: () => done.push('skip'),
        addEventListener: (kind, listener) => listeners.set(kind, listener),
    };
    vm.runInNewContext(source, {
        self, caches, fetch: caches.fetch, Request, PAGE_VERSION: version, PAGE_FILES: [`./main-0000000${version}.js`, './icon.svg'],
        PAGE_WORDS: { de: `./de-0000000${version}.js` },
        PAGE_TEXTS: { de: './texts-de-00000000.json', en: './texts-en-00000000.json' },
        PAGE_INTEGRITY: `sha256-page ${version}`,
    });
    return {
        done,
        async send(kind, event = {}) {
            let result;
            listeners.get(kind)({ ...event, waitUntil: (promise) => { result = promise; }, respondWith: (promise) => { result = promise; } });
            return result;
        },
        async get(url, more) {
            return (await this.send('fetch', { request: new Request(url, more) }))?.content;
        },
    };
}

const version = (n) => ({ '/': `page ${n}`, [`/de-0000000${n}.js`]: `Wörter ${n}`, [`/main-0000000${n}.js`]: `main ${n}`, '/icon.svg': 'icon', '/api/games': 'games' });

test('the page starts without a network', async () => {
    const net = version(1);
    const caches = makeCaches(net);
    const one = worker(caches, 1);
    await one.send('install');
    await one.send('activate');
    Object.keys(net).forEach((path) => delete net[path]);
    assert.equal(await one.get('./', { mode: 'navigate' }), 'page 1');
    assert.equal(await one.get('./?passed=on', { mode: 'navigate' }), 'page 1');
    assert.equal(await one.get('./main-00000001.js'), 'main 1');
    assert.deepEqual(one.done, ['claim']);
});

test('a page of another version than the worker is not kept', async () => {
    const caches = makeCaches({ ...version(1), '/': 'page 2' });
    await assert.rejects(worker(caches, 1).send('install'));
});

test('a new version waits until it is told to come, and brings its own page', async () => {
    const net = version(1);
    const caches = makeCaches(net);
    const one = worker(caches, 1);
    await one.send('install');
    await one.send('activate');
    Object.assign(net, version(2));
    const two = worker(caches, 2);
    await two.send('install');
    assert.deepEqual(two.done, []);
    assert.equal(await one.get('./', { mode: 'navigate' }), 'page 1', 'the old one goes on with its own');
    await two.send('message', { data: 'take' });
    assert.deepEqual(two.done, ['skip']);
    await two.send('activate');
    assert.equal(await two.get('./', { mode: 'navigate' }), 'page 2');
});

test('a tab with the version before still gets its files, and older versions are forgotten', async () => {
    const net = {};
    const caches = makeCaches(net);
    for (const n of [1, 2, 3]) {
        Object.assign(net, version(n));
        delete net[`/main-0000000${n - 1}.js`];
        const next = worker(caches, n);
        await next.send('install');
        await next.send('activate');
    }
    const three = worker(caches, 3);
    assert.deepEqual(await caches.keys(), ['page-2', 'page-3']);
    assert.equal(await three.get('./main-00000002.js'), 'main 2');
    await assert.rejects(three.get('./main-00000001.js'));
});

test('the words of a language are kept once it is spoken, and in the next version as well', async () => {
    const net = version(1);
    const caches = makeCaches(net);
    const one = worker(caches, 1);
    await one.send('install');
    await one.send('message', { data: { language: 'en', installed: false } });
    const kept = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url.replace(SCOPE, ''));
    assert(!(await kept('page-1')).includes('de-00000001.js'), 'nobody has spoken it');
    await one.send('message', { data: { language: 'de', installed: false } });
    Object.assign(net, version(2));
    const two = worker(caches, 2);
    await two.send('install');
    await two.send('activate');
    Object.keys(net).forEach((path) => delete net[path]);
    assert.equal(await two.get('./de-00000002.js'), 'Wörter 2');
    assert(!(await kept('page-2')).some((name) => name.startsWith('texts-')));
});

test('texts are kept once they were read, and where the page is installed in the languages that were chosen', async () => {
    for (const [chosen, read] of [[[], ['de']], [['de'], []], [['en', 'de'], []]]) {
        const net = { ...version(1), '/texts-de-00000000.json': 'Regeln', '/texts-en-00000000.json': 'rules' };
        const one = worker(makeCaches(net), 1);
        await one.send('install');
        for (const texts of chosen)
            await one.send('message', { data: { language: texts, installed: true } });
        for (const language of read)
            assert.equal(await one.get(`./texts-${language}-00000000.json`), 'Regeln');
        Object.keys(net).forEach((path) => delete net[path]);
        assert.equal(await one.get('./texts-de-00000000.json'), 'Regeln');
        if (chosen.includes('en'))
            assert.equal(await one.get('./texts-en-00000000.json'), 'rules');
        else
            await assert.rejects(one.get('./texts-en-00000000.json'));
    }
});

test('what is no part of the page goes to the server', async () => {
    const caches = makeCaches(version(1));
    const one = worker(caches, 1);
    await one.send('install');
    for (const [url, more] of [['./api/games'], ['./version.json'], ['./tables.html', { mode: 'navigate' }], ['./', { method: 'HEAD' }],
        ['http://elsewhere.example/main-00000001.js'], ['./sw.js']])
        assert.equal(await one.get(url, more), undefined, url);
});
