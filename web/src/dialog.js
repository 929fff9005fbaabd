/** A window over the page, on <dialog>: it keeps the focus inside, Escape and going back close it, and the focus goes back after it. */
import { cover } from './back.js';
import { h } from './patch.js';
import { _ } from './words.js';

/** Shown as soon as it is in the document; the element remembers where the focus was. */
function show(element) {
    queueMicrotask(() => element.isConnected && !element.open && element.showModal());
}

/**
 * Describes an open dialog; leave it out of the view to close it.
 * @param {Object} what
 * @param {string} what.title its heading and name
 * @param {*} what.body
 * @param {function()} what.close called when somebody wants it closed: the owner redraws without it
 * @param {Array} [what.actions] buttons below; without them there is a cross in the corner that closes
 * @param {*} [what.before] above the heading
 * @param {string} [what.className]
 * @param {string} [what.key] among its siblings; another key is another dialog
 */
export function dialog({ title, body, close, actions, before, className, key = 'dialog' }) {
    const name = `title-of-${key}`;
    return h('dialog', {
        key,
        class: className,
        'aria-labelledby': name,
        ref(element) {
            show(element);
            cover(key, close);
        },
        gone(element) {
            cover(key, null);
            element.close(); /* which gives the focus back */
        },
        oncancel(event) {
            event.preventDefault();
            close();
        },
        onclick: (event) => event.target === event.currentTarget && close(),
    },
    before,
    h('h2', { id: name }, title),
    body,
    actions ? h('div', { class: 'actions' }, actions)
        : h('button', { type: 'button', class: 'plain cross', 'aria-label': _('Close'), onclick: close }, '×'));
}
