/** How others come to a table: its link, as text, as a QR code and through what the device shares with. */
import { h, svg } from './patch.js';
import { _ } from './words.js';
import { qr, qrPath } from './qr.js';
import { toTable } from './router.js';

/** A whole address of this page with something behind the `#`. */
export function whole(hash) {
    return location.href.replace(/#.*/, '') + hash;
}

/** The link that lets others come to a table of the server. */
export function invitationLink({ id, invitation, now }) {
    return whole(toTable('server', id, now?.public ? '' : invitation));
}

let drawn = { text: '', path: '', size: 0 };

/** A QR code as a picture; drawn again only for another text. */
export function code(text) {
    if (drawn.text !== text) {
        const modules = qr(text);
        drawn = { text, path: qrPath(modules), size: modules.length + 8 };
    }
    return svg('svg', {
        class: 'qr', viewBox: `0 0 ${drawn.size} ${drawn.size}`, role: 'img', 'aria-label': _('The link as a QR code'), 'shape-rendering': 'crispEdges',
    }, svg('path', { d: drawn.path }));
}

/** What came of copying a link, to be told beside it. */
let copied = { link: '', words: '' };

async function copy(link, input, redraw) {
    try {
        await navigator.clipboard.writeText(link);
        copied = { link, words: _('Copied.') };
    } catch {
        input.select(); /* only pages over https may: then it is done by hand */
        copied = { link, words: _('Press Ctrl+C to copy it.') };
    }
    redraw();
}

/**
 * A link to give to others, with its QR code.
 * @param {function()} redraw
 * @param {string} link
 * @param {string} label what it is
 */
export function shareLink(redraw, link, label) {
    const share = () => navigator.share({ url: link, title: _('Pairs') }).catch(() => {}); /* thought better of it */
    return h('div', { key: 'link', class: 'invite' },
        h('label', { class: 'field' }, h('span', null, label),
            h('input', { type: 'text', readonly: true, value: link, onfocus: (event) => event.target.select() })),
        h('div', { class: 'doors' },
            navigator.share && h('button', { key: 'share', type: 'button', class: 'main', onclick: share }, _('Share')),
            h('button', {
                key: 'copy', type: 'button', class: navigator.share ? null : 'main',
                onclick: (event) => copy(link, event.target.closest('.invite').querySelector('input'), redraw),
            }, _('Copy the link')),
            h('span', { role: 'status' }, copied.link === link && copied.words)),
        code(link));
}

/**
 * How others come to a table of the server; null where there is no link to give.
 * @param {function()} redraw
 * @param {Object} table of a session
 */
export function invitation(redraw, table) {
    return table.now.public || table.invitation
        ? shareLink(redraw, invitationLink(table), _('Whoever has this link can sit down')) : null;
}
