/** What one is at a server: a code for when this browser has forgotten it, codes that one was given, and the end of it. */
import { h } from './patch.js';
import { _ } from './words.js';
import { ask } from './api.js';
import { dialog } from './dialog.js';
import { download } from './after/games.js';

/**
 * A section of the page of settings.
 * @returns {function(): Object} its view
 */
export function makeAccount(context) {
    const server = () => context.sessionFor('server');
    let code = '', said = '', sure = false;

    function tell(words) {
        said = words;
        context.announce(words, true);
        context.redraw();
    }

    /** Does it, and tells what came of it. */
    const attempt = (does) => async (event) => {
        event?.preventDefault?.();
        try {
            await does(event);
        } catch (error) {
            tell(error.message);
        }
        context.redraw();
    };

    const make = attempt(async () => {
        ({ code } = await server().do('recovery'));
    });

    const use = attempt(async (event) => {
        const field = event.target.elements.code;
        await server().useCode(field.value.trim());
        field.value = '';
        tell(_('The code was good.'));
    });

    const fetchAll = attempt(async () => {
        download('pairs-and-me.json', JSON.stringify(await ask('/api/me', context.settings.token), null, 2), 'application/json');
    });

    const erase = attempt(async () => {
        sure = false;
        await server().do('erase');
        tell(_('What this server keeps about you is being erased.'));
    });

    const close = () => {
        sure = false;
        context.redraw();
    };

    function asking() {
        return dialog({
            key: 'erase', close, title: _('Erase what this server keeps about you?'),
            body: h('p', null, _('Your names and what you have said go, and nobody can tell any more that it was you. You leave your chairs. This cannot be undone.')),
            actions: [h('button', { type: 'button', onclick: close }, _('Cancel')),
                h('button', { type: 'button', class: 'primary', onclick: erase }, _('Erase'))],
        });
    }

    return () => h('section', { key: 'account', class: 'account' }, h('h2', null, _('Your account')),
        h('p', { class: 'quiet' }, _('Should this browser forget who you are, a code that you wrote down brings you back.')),
        code ? h('p', null, _('Write this down, it works once:'), ' ', h('strong', null, code))
            : h('button', { type: 'button', onclick: make }, _('Make a code to write down')),
        h('form', { key: 'code', onsubmit: use },
            h('label', null, h('span', null, _('A code that you wrote down or were given')),
                h('input', { type: 'text', name: 'code', autocomplete: 'off', maxlength: 40, required: true })),
            h('button', { type: 'submit' }, _('Use this code'))),
        said ? h('p', { key: 'said', role: 'status' }, said) : null,
        h('p', null, h('button', { type: 'button', onclick: fetchAll }, _('Download what is kept about me')), ' ',
            h('button', { type: 'button', onclick() { sure = true; context.redraw(); } }, _('Erase what is kept about me'))),
        sure ? asking() : null);
}
