import assert from 'node:assert';
import test from 'node:test';

/** A browser whose page is version `running` of a server that has `served`; `done` is what was done to it. */
async function browser({ running = 'ONE', served = 'ONE', workers = true, waiting = true, touched = true, installed = false }) {
    const done = [];
    const store = new Map();
    const heard = new Map();
    const registration = {
        waiting: null,
        installing: null,
        update: async () => {
            done.push('update');
            registration.waiting = waiting ? { postMessage(word) { done.push(word); heard.get('controllerchange')(); } } : null;
        },
        unregister: async () => done.push('unregister'),
    };
    const globals = {
        document: { querySelector: () => ({ content: running }) },
        navigator: {
            userActivation: { hasBeenActive: touched },
            serviceWorker: !workers ? undefined : {
                register: async () => { done.push('register'); return registration; },
                getRegistration: async () => registration,
                addEventListener: (what, listener) => heard.set(what, listener),
                ready: Promise.resolve({ active: { postMessage: (word) => done.push(word) } }),
            },
        },
        sessionStorage: { getItem: (key) => store.get(key) ?? null, setItem: (key, value) => store.set(key, value) },
        matchMedia: () => ({ matches: installed }),
        addEventListener: () => {},
        location: { reload: () => done.push('reload') },
        fetch: async () => {
            if (!served)
                throw new TypeError('no network');
            return { ok: true, json: async () => ({ version: served }) };
        },
    };
    for (const [name, value] of Object.entries(globals))
        Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    const { watchVersion } = await import(`../../web/src/version.js?${Math.random()}`);
    const tongue = { now: 'de' };
    return { done, tongue, watch: (busy) => watchVersion({ busy: () => busy.now, changed: () => done.push('told'), language: () => tongue.now }) };
}

test('the page of the server is left alone, and so is one without a server', async () => {
    for (const served of ['ONE', '']) {
        const { done, watch } = await browser({ served });
        const version = watch({ now: false });
        await version.look();
        version.settle();
        assert.deepEqual([version.ready, done], [false, []]);
    }
});

test('a new version is told while a game is on, and taken once it is over', async () => {
    const { done, watch } = await browser({ served: 'TWO' });
    const game = { now: true };
    const version = watch(game);
    await version.look();
    version.settle();
    assert.deepEqual([version.ready, done], [true, ['update', 'told']]);
    game.now = false;
    version.settle();
    assert.deepEqual(done, ['update', 'told', 'take', 'reload']);
});

test('a new version is taken in the middle of a game if somebody wants it', async () => {
    const { done, watch } = await browser({ served: 'TWO' });
    const version = watch({ now: true });
    await version.look();
    await version.take();
    assert.deepEqual(done, ['update', 'told', 'take', 'reload']);
});

test('a page that nobody has touched takes it at once, but not into a game', async () => {
    for (const now of [false, true]) {
        const { done, watch } = await browser({ served: 'TWO', touched: false });
        await watch({ now }).look();
        assert.deepEqual(done, now ? ['update', 'told'] : ['update', 'told', 'take', 'reload']);
    }
});

test('a page that a proxy keeps old is not loaded for ever', async () => {
    const { done, watch } = await browser({ served: 'TWO', touched: false, workers: false });
    await watch({ now: false }).look();
    await watch({ now: false }).look(); /* the same tab, the same old page */
    assert.deepEqual(done, ['told', 'reload', 'told']);
});

test('a version that cannot be kept comes from the server', async () => {
    const { done, watch } = await browser({ served: 'TWO', waiting: false });
    const version = watch({ now: false });
    await version.look();
    await version.take();
    assert.deepEqual(done, ['update', 'told', 'unregister', 'reload']);
});

test('the page is kept once, where the browser can', async () => {
    for (const workers of [true, false]) {
        const { done, watch } = await browser({ workers });
        const version = watch({ now: false });
        await version.keep();
        await version.keep();
        assert.deepEqual(done.filter((word) => word === 'register'), workers ? ['register'] : []);
    }
});

test('a page that is installed has the texts kept that it is read in, and others once another language is chosen', async () => {
    const { done, tongue, watch } = await browser({ installed: true });
    const version = watch({ now: false });
    await version.keep();
    await new Promise(setImmediate);
    tongue.now = 'en';
    await version.speak();
    assert.deepEqual(done, ['register', { language: 'de', installed: true }, { language: 'en', installed: true }]);
});

test('one that is not installed has only the words of its language kept', async () => {
    const { done, watch } = await browser({});
    const version = watch({ now: false });
    await version.keep();
    await new Promise(setImmediate);
    assert.deepEqual(done, ['register', { language: 'de', installed: false }]);
});
