/** In the page: somebody who makes tables by the protocol, plays there by touching what is offered, and says when there is something to look at. */
globalThis.player = (() => {
    const TABLE = '.table:not(.stale):has(.prompt.yours)';
    const OFFERS = `${TABLE} .choices button:not([aria-disabled=true], .back, .step, .likely), ${TABLE} .felt :is(button.card:not([aria-hidden]), .seat button.name, button.zone-take)`;
    const ONWARD = '.settlement .choice';
    /** Touches at one question after which what is meant is said by the protocol. */
    const TOUCHES = 6;
    /** Milliseconds after which something that should happen is held not to. */
    const PATIENCE = 60000;

    /** As many for the page to find what one decided well. */
    const THINKING = 4000;

    const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    const last = { moment: null, entry: 0, touches: 0 };
    let line = null;
    let roll = () => 0;

    /** A line of one's own beside that of the page, as the same person: it knows what can be decided. */
    async function openLine(engineFile) {
        const waiting = new Map();
        const opened = { view: null, now: null, entry: 0 };
        let n = 1 + Math.floor(Math.random() * 2 ** 40);
        const hear = (message) => {
            Object.assign(opened, { now: message.now ?? opened.now, view: message.view ?? opened.view, entry: message.entry ?? opened.entry });
            const asked = waiting.get(message.n);
            waiting.delete(message.n);
            if (message.done)
                asked?.resolve(message);
            else
                asked?.reject(new Error(message.refused));
        };
        const { send, close } = await (engineFile ? localHouse(engineFile, hear) : server(hear));
        const ask = (word, keys = {}) => new Promise((resolve, reject) => {
            waiting.set(++n, { resolve, reject });
            send({ do: word, n, ...keys });
        });
        return Object.assign(opened, { ask, close });
    }

    function server(hear) {
        return new Promise((resolve) => {
            const socket = new WebSocket(`ws://${location.host}/ws`, 'pairs-1');
            socket.onmessage = ({ data }) => hear(JSON.parse(data));
            socket.onopen = () => resolve({ send: (message) => socket.send(JSON.stringify(message)), close: () => socket.close() });
        });
    }

    /** The house in the page: its module is the one that the page has. */
    async function localHouse(engineFile, hear) {
        const { engine } = await import(engineFile);
        return new Promise((resolve) => {
            const line = engine.line({ hear, state: (word) => word === 'open' && setTimeout(() => resolve(line)) });
        });
    }

    function dice(words) {
        let state = [...words].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 16777619) >>> 0, 2166136261);
        return (sides) => {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            return Math.floor(state / 4294967296 * sides);
        };
    }

    /** Makes a table, begins there and goes there: a table of the server, or with the file of the page's engine one in the page. */
    async function sit(wishes, engineFile) {
        line?.close();
        line = await openLine(engineFile);
        Object.assign(last, { moment: null, entry: 0, touches: 0 });
        roll = dice(JSON.stringify(wishes));
        await line.ask('hello', { version: 1, token: localStorage.getItem('pairs.token') });
        const { table } = await line.ask('create', { name: 'Ann', open: true, ...wishes });
        await line.ask('begin');
        location.hash = engineFile ? `#/local/${table}` : `#${table}`;
    }

    /** Until nothing is drawn any more, as far as that ends. */
    async function still() {
        const watcher = new MutationObserver(() => {});
        watcher.observe(document.getElementById('page'), { subtree: true, childList: true, attributes: true, characterData: true });
        for (let i = 0; i < 120; i++) {
            await frame();
            if (!watcher.takeRecords().length && !isMoving())
                break;
        }
        watcher.disconnect();
    }

    /** Until the window has this size, and all is drawn in it. */
    async function fit(width, height) {
        while (innerWidth !== width || innerHeight !== height)
            await frame();
        await still();
    }

    function isMoving() {
        return document.getAnimations().some((one) => one.playState === 'running' && one.effect.getComputedTiming().iterations !== Infinity);
    }

    /** What there is to look at, or null while something goes on. */
    function moment() {
        const { view, now } = line;
        if (!document.querySelector('.table .prompt, .table.over, .settlement'))
            return null;
        if (document.querySelector(ONWARD))
            return 'result';
        if (view?.legal.length && document.querySelector(OFFERS))
            return 'decision';
        return now?.stage === 'over' && !document.querySelector('.prompt.yours') && document.querySelector('.prompt .choice, .prompt a, .over .choice, .over a') ? 'end' : null;
    }

    /** Whoever reads the details of a result has it wait. */
    function hold() {
        const details = document.querySelector('.settlement .how');
        for (const open of [true, false]) {
            details.open = open;
            details.dispatchEvent(new Event('toggle'));
        }
    }

    /** What one decided best and worst is worked out after the end: until it is there, if anything stands out. */
    async function insights() {
        for (const end = performance.now() + THINKING; performance.now() < end && !document.querySelector('.insights a');)
            await frame();
    }

    /** Waits for the next moment: `{moment, hand, you, entry}`. */
    async function next() {
        for (const end = performance.now() + PATIENCE; performance.now() < end;) {
            await frame();
            const found = moment();
            if (!found)
                document.querySelector('.felt')?.click(); /* hurries */
            if (!found || (found === 'decision' && line.entry === last.entry && last.moment === 'sent'))
                continue;
            if (found === 'result')
                hold();
            if (found === 'end')
                await insights();
            await still();
            if (moment() === found)
                return { moment: found, hand: line.view.hand, you: line.now.you, entry: line.entry };
        }
        throw new Error(`nothing goes on: ${document.querySelector('.prompt')?.textContent ?? document.body.textContent.slice(0, 300)}`);
    }

    function isInSight(element) {
        return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 0;
    }

    /** Goes on from a moment: touches something, or where that has led nowhere says what is meant. */
    async function act(where) {
        last.touches = line.entry === last.entry ? last.touches + 1 : 1;
        Object.assign(last, { entry: line.entry, moment: where });
        document.querySelector('.tips .plain')?.click(); /* they were there once, and seen */
        if (where === 'result') {
            document.querySelector(ONWARD)?.click();
        } else if (last.touches > TOUCHES) {
            last.moment = 'sent';
            await line.ask('decide', { choice: line.view.legal[roll(line.view.legal.length)], after: line.entry }).catch(() => {});
        } else {
            const offers = [...document.querySelectorAll(OFFERS)].filter(isInSight);
            offers[roll(offers.length)]?.click();
        }
        await frame();
    }

    /** Waits for what there is to look at, as soon as it can be seen. */
    async function come() {
        for (const end = performance.now() + PATIENCE; performance.now() < end;) {
            await frame();
            const found = moment();
            if (found)
                return found;
        }
        return 'nothing';
    }

    /** Decides, and says how many milliseconds later the next decision can be made; results are not read. Null if there is none. */
    async function pace() {
        const { entry } = line;
        let begin = performance.now();
        let now = 'decision';
        while (now === 'decision' && line.entry === entry) {
            begin = performance.now();
            await act('decision');
            now = await come();
        }
        while (now === 'result') {
            await act('result');
            now = await come();
        }
        return now === 'decision' ? performance.now() - begin : null;
    }

    return { sit, next, act, fit, still, come, pace };
})();
