/** Tells somebody who looks elsewhere that it is their turn: in the title, and as a notification if they want it. */

import { _ } from '../words.js';

let shown = null;

/** The title of the page at a table. */
export function titleOf(game, yours) {
    return yours ? _('Your turn: {game}', { game }) : game;
}

/** To be called when it has become one's turn. */
export function notify(game, settings) {
    if (!settings.notify || !document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted')
        return;
    try {
        shown = new Notification(_('It is your turn.'), { body: game, tag: 'pairs-turn' });
        shown.onclick = () => window.focus();
    } catch {
        /* some phones have notifications only from a service worker: the title has to do */
    }
}

/** It is seen. */
export function dismiss() {
    shown?.close();
    shown = null;
}
