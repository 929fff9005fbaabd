/** Keeps the page, so that it starts without a network: one version as a whole, never parts of two. */

const CACHE = `page-${PAGE_VERSION}`;

/** What somebody opens may be another version by the time that we ask for it; then this one cannot be kept. */
async function keep() {
    const cache = await caches.open(CACHE);
    const page = new Request('./', { integrity: PAGE_INTEGRITY, cache: 'no-cache' });
    await cache.addAll([page, ...PAGE_FILES, ...await wordsOfBefore()]);
}

/** What was spoken in the version before has to be there in this one as well. */
async function wordsOfBefore() {
    const others = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const names = others.flat().map(({ url }) => url.replace(/.*\//, ''));
    return Object.keys(PAGE_WORDS).filter((language) => names.some((name) => name.startsWith(`${language}-`))).map((language) => PAGE_WORDS[language]);
}

/** A page that is still open in another tab may want a file of the version before. */
async function forget() {
    const kept = (await caches.keys()).filter((name) => name.startsWith('page-') && name !== CACHE);
    await Promise.all(kept.slice(0, -1).map((name) => caches.delete(name)));
}

/** The words of the language that is spoken; a page that is installed has its rules and lessons, too. */
async function speak({ language, installed }) {
    const cache = await caches.open(CACHE);
    for (const file of [PAGE_WORDS[language], installed && PAGE_TEXTS[language]])
        if (file && !await cache.match(file))
            await cache.addAll([file]);
}

/** What was needed once is there from then on. */
async function answer(request) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept)
        return kept;
    const fetched = await fetch(request);
    if (fetched.ok) {
        const cache = await caches.open(CACHE);
        await cache.put(request, fetched.clone());
    }
    return fetched;
}

async function open(request) {
    const cache = await caches.open(CACHE);
    return await cache.match('./', { ignoreVary: true }) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(keep()));

self.addEventListener('activate', (event) => event.waitUntil(forget().then(() => self.clients.claim())));

/** A new version waits until a page says that it may come: see src/version.js. */
self.addEventListener('message', (event) => {
    if (event.data === 'take')
        self.skipWaiting();
    else
        event.waitUntil(speak(event.data));
});

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const name = request.url.startsWith(self.registration.scope)
        ? request.url.slice(self.registration.scope.length).replace(/[?#].*/, '') : null;
    if (request.method !== 'GET' || name === null)
        return;
    if (request.mode === 'navigate' && (name === '' || name === 'index.html'))
        event.respondWith(open(request));
    else if (/-[0-9A-Z]{8}\.\w+$/.test(name) || PAGE_FILES.includes(`./${name}`))
        event.respondWith(answer(request));
});
