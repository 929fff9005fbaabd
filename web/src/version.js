/** A new version of the page: it is noticed, told, and taken when nobody is disturbed by it or somebody wants it. */

/** The version that runs, as tools/build/page.py has written it. */
const running = document.querySelector('meta[name=version]')?.content;

/** The version that the server has, or undefined while there is no server. */
async function served() {
    try {
        const answer = await fetch('./version.json', { cache: 'no-store' });
        return answer.ok ? (await answer.json()).version : undefined;
    } catch {
        return undefined;
    }
}

/** Until a new service worker has all of its version, or has failed. */
function settles(worker) {
    return new Promise((resolve) => {
        const see = () => worker.state !== 'installing' && resolve();
        worker.addEventListener('statechange', see);
        see();
    });
}

/** The version that was taken last in this tab. */
function remembered() {
    try {
        return sessionStorage.getItem('pairs.version');
    } catch {
        return null; /* forbidden by the browser's settings */
    }
}

function remember(version) {
    try {
        sessionStorage.setItem('pairs.version', version);
    } catch {
        /* see remembered */
    }
}

/**
 * @param {Object} how
 * @param {function(): boolean} how.busy whether a game is on, which a new version must wait for
 * @param {function()} how.changed is called when `ready` has become true
 * @param {function(): string} how.language that is spoken
 * @returns {{ready: boolean, keep: function(), speak: function(), look: function(): Promise, take: function(),
 *     settle: function()}} `keep` keeps the page for the time without a network; `speak` says that the language is another
 *     one; `look` asks for a new version; `ready` says that it can be taken; `take` takes it; `settle` does if no game is on
 */
export function watchVersion({ busy, changed, language }) {
    /* Browsers have it only over TLS, and on the machine itself. */
    const workers = navigator.serviceWorker;
    let registration = null;
    let looking = false;
    let next = '';
    let installed = matchMedia('(display-mode: standalone)').matches;

    const version = { ready: false, keep, speak, look, take, settle };

    async function keep() {
        if (!workers || registration)
            return;
        registration = await workers.register('./sw.js').catch(() => null); /* no room: then without */
        addEventListener('appinstalled', () => {
            installed = true;
            speak();
        });
        speak();
    }

    /** What is spoken has to be there without a network, too; whoever installs the page wants to read it on the way. */
    async function speak() {
        if (!registration)
            return;
        const { active } = await workers.ready;
        active.postMessage({ language: language(), installed });
    }

    /** A page that a service worker has brought gets the new one from it; what cannot be kept comes from the server. */
    async function prepare() {
        registration ??= await workers?.getRegistration();
        await registration?.update().catch(() => {});
        if (registration?.installing)
            await settles(registration.installing);
    }

    async function look() {
        if (looking || version.ready)
            return;
        looking = true;
        const there = await served();
        if (there && there !== running) {
            await prepare();
            next = there;
            version.ready = true;
            changed();
            if (!navigator.userActivation?.hasBeenActive)
                settle();
        }
        looking = false;
    }

    /** Once, unless somebody wants it: a proxy that keeps an old page would have it loaded for ever. */
    function settle() {
        if (version.ready && !busy() && remembered() !== next)
            take();
    }

    async function take() {
        const worker = registration?.waiting;
        remember(next);
        if (worker) {
            workers.addEventListener('controllerchange', () => location.reload(), { once: true });
            worker.postMessage('take');
        } else {
            await registration?.unregister();
            location.reload();
        }
    }

    return version;
}
