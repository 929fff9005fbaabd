/** A bad network between a page and a server. */
import { createServer, connect } from 'node:net';
import { once } from 'node:events';

/** A way to a server that can fall silent: what was open then neither closes nor brings anything, as after a sleep of the machine. */
export class Way {
    #server;
    #pairs = [];
    #cut = false;
    port = 0;

    get url() {
        return `http://127.0.0.1:${this.port}/`;
    }

    async start(port) {
        this.#server = createServer((near) => {
            if (this.#cut) {
                near.destroy();
                return;
            }
            const far = connect(port, '127.0.0.1');
            this.#pairs.push([near, far]);
            near.on('error', () => {}).pipe(far.on('error', () => {})).pipe(near);
        }).listen(0, '127.0.0.1');
        await once(this.#server, 'listening');
        this.port = this.#server.address().port;
        return this;
    }

    /** All that is open now is silent for good. */
    fallSilent() {
        for (const [near, far] of this.#pairs.splice(0)) {
            near.unpipe(far);
            far.unpipe(near);
            near.resume();
            far.resume();
        }
    }

    /** The same, and nothing new goes through until it is mended. */
    cut() {
        this.#cut = true;
        this.fallSilent();
    }

    mend() {
        this.#cut = false;
    }

    end() {
        this.#server.close();
        this.#server.unref();
    }
}
