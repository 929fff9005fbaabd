/** A line to a house: over a WebSocket to the server, or to the same house in a worker of the page. */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;

/** What a document is told when somebody looks at it again, or when it may go on after it was stopped. */
const LOOKED_AT = ['visibilitychange', 'resume'];

/** Where the WebSocket of this page's own server is. */
export function serverAddress() {
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}

/** A little more or less, so that not everybody knocks at once when a server comes back. */
function jitter(wait) {
    return wait * (0.75 + Math.random() / 2);
}

/**
 * Opens a line. It connects again by itself, after waits that grow, and at once when the network is back or
 * somebody looks at the page again.
 * @param {{server: string}|{local: true}} where
 * @param {{hear: function(Object), state: function(string)}} ears `hear` gets each message; `state` one of `connecting`,
 *     `open`, `lost`
 * @returns {{send: function(Object), drop: function(), close: function()}} `send` does nothing while the line is not
 *     open; `drop` gives up a connection that seems dead and connects again; `close` ends it for good
 */
export function openLine(where, ears) {
    return where.local ? openLocal(ears) : openServer(where.server, ears);
}

/** The engine is large and only fetched by those who play in the page. */
function openLocal(ears) {
    let line = null;
    let closed = false;
    ears.state('connecting');
    import('./engine.js').then(({ engine }) => {
        if (!closed)
            line = engine.line(ears);
    }, () => ears.state('lost'));
    return {
        send: (message) => line?.send(message),
        drop() {},
        close() {
            closed = true;
            line?.close();
        },
    };
}

function openServer(address, ears) {
    let socket = null;
    let wait = FIRST_WAIT;
    let timer = 0;

    function connect() {
        clearTimeout(timer);
        timer = 0;
        ears.state('connecting');
        const mine = new WebSocket(address, 'pairs-1');
        socket = mine;
        mine.onopen = () => {
            wait = FIRST_WAIT;
            ears.state('open');
        };
        mine.onmessage = (event) => socket === mine && ears.hear(JSON.parse(event.data));
        mine.onclose = () => socket === mine && lost();
    }

    function lost() {
        socket = null;
        ears.state('lost');
        timer = setTimeout(connect, jitter(wait));
        wait = Math.min(wait * 2, LONGEST_WAIT);
    }

    function drop() {
        const old = socket;
        if (!old)
            return;
        lost();
        old.close();
    }

    function hurry() {
        if (timer && document.visibilityState !== 'hidden')
            connect();
    }

    function close() {
        removeEventListener('online', hurry);
        for (const kind of LOOKED_AT)
            document.removeEventListener(kind, hurry);
        clearTimeout(timer);
        const old = socket;
        socket = null;
        old?.close();
    }

    addEventListener('online', hurry);
    for (const kind of LOOKED_AT)
        document.addEventListener(kind, hurry);
    connect();
    return {
        send: (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)),
        drop,
        close,
    };
}
