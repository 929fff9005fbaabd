/** What lies over a page: whoever goes back, by a gesture or a button, closes that first and stays where they are. */

/** What is open, the topmost last: how each is closed. */
const layers = new Map();

/** Where one is: an address, and whether it is the step that something over it has made, at the same address. */
const place = () => ({ address: location.href, over: Boolean(history.state?.over) });
let at = null;

/**
 * Something lies over the page from now on; or nothing of that name any more. Its step stays for what opens next: whoever goes back
 * before goes two.
 * @param {string} what
 * @param {?function()} close
 */
export function cover(what, close) {
    layers.delete(what);
    if (!close)
        return;
    layers.set(what, close);
    if (!place().over)
        history.pushState({ over: true }, '');
    at = place();
}

/** Begins to listen. */
export function watchBack() {
    at = place();
    addEventListener('popstate', () => {
        const before = at;
        at = place();
        if (!before.over || at.over || at.address !== before.address)
            return;
        if (layers.size)
            [...layers.values()].at(-1)();
        else
            history.back();
    });
    addEventListener('hashchange', () => layers.clear());
}
