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

async function copy(context, link) {
    try {
        await navigator.clipboard.writeText(link);
        context.announce(_('Copied.'));
    } catch {
        /* Only pages over https may: the field is there to be copied by hand. */
        document.querySelector('.invite input')?.select();
        context.announce(_('Press Ctrl+C to copy the link.'));
    }
}

/**
 * A link to give to others, with its QR code.
 * @param {Object} context
 * @param {string} link
 * @param {string} label what it is
 */
export function shareLink(context, link, label) {
    return h('div', { class: 'invite' },
        h('label', { class: 'field' }, h('span', null, label),
            h('input', { type: 'text', readonly: true, value: link, onfocus: (event) => event.target.select() })),
        h('div', { class: 'doors' },
            h('button', { type: 'button', onclick: () => copy(context, link) }, _('Copy the link')),
            navigator.share && h('button', { type: 'button', onclick: () => navigator.share({ url: link, title: _('Pairs') }).catch(() => {}) }, _('Share'))),
        code(link));
}

/** The invitation to the table of a session, for the time before a game: null where there is none to give. */
export function invite(context, session) {
    const { table } = session;
    return table?.now && (table.now.public || table.invitation)
        ? shareLink(context, invitationLink(table), _('Whoever has this link can sit down')) : null;
}
