/** A personal link was opened: whether this browser is to be that person from now on. */
import { h } from './patch.js';
import { _ } from './words.js';

/** `#/me/TOKEN`, or `#TABLE/INVITATION/TOKEN` which leads on to the table. */
export function page(context, token, next) {
    function go(wanted) {
        if (wanted) {
            context.settings.become(token);
            context.sessionFor('server').become(token);
        }
        context.replace(next || '#/');
    }

    function view() {
        return h('div', { class: 'preferences' },
            h('h1', null, _('Your personal link')),
            h('p', null, _('Is this your own link? Then you can go on here as the person you are on your other device. Who you were in this browser is then forgotten.')),
            h('div', { class: 'doors' },
                h('button', { class: 'main', onclick: () => go(true) }, _('Yes, that is me')),
                h('button', { onclick: () => go(false) }, _('No, stay who I am'))));
    }

    return { view, title: () => _('Your personal link') };
}
