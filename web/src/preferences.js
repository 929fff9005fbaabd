/** The page of settings. */
import { h } from './patch.js';
import { _, LANGUAGES, preferred } from './words.js';
import { chips, field, tick } from './form.js';
import { shareLink, whole } from './friends.js';

export function page(context) {
    const { settings } = context;
    let shown = false;

    const choose = (key) => (value) => settings.set(key, value);

    function looks() {
        return h('section', null, h('h2', null, _('What you see')),
            chips(_('Language'), settings.language, [['', _('as the browser: {language}', { language: LANGUAGES[preferred()] })], ...Object.entries(LANGUAGES)], choose('language')),
            chips(_('Theme'), settings.theme, [['auto', _('as the device')], ['light', _('light')], ['dark', _('dark')]], choose('theme')),
            chips(_('Motion'), settings.motion, [['auto', _('as the device')], ['full', _('cards move')], ['none', _('nothing moves')]], choose('motion')));
    }

    function sounds() {
        return h('section', null, h('h2', null, _('What you hear')),
            tick(_('Sounds'), settings.sounds, choose('sounds')),
            chips(_('A screen reader is told'), settings.verbosity,
                [['terse', _('what concerns you')], ['usual', _('what happens')], ['full', _('everything, with the table')]], choose('verbosity')),
            tick(_('Notify me when it is my turn and I look elsewhere'), settings.notify, notify));
    }

    async function notify(on) {
        const allowed = on && 'Notification' in window && await Notification.requestPermission() === 'granted';
        settings.set('notify', allowed);
        if (on && !allowed)
            context.announce(_('The browser does not allow notifications.'), true);
    }

    function person() {
        return h('section', null, h('h2', null, _('Who you are')),
            field(_('Your name'), h('input', {
                type: 'text', maxlength: 30, autocomplete: 'nickname', value: settings.name, placeholder: _('Guest'),
                onchange: (event) => settings.set('name', event.target.value.trim()),
            })),
            h('p', { class: 'quiet' }, _('There is no account: this browser has a secret, and whoever has it has your chairs. To go on at another device, open your personal link there; show it to nobody else.')),
            shown ? shareLink(context.redraw, whole(`#/me/${settings.token}`), _('Your personal link'))
                : h('button', {
                    type: 'button',
                    onclick() {
                        shown = true;
                        context.redraw();
                    },
                }, _('Show my personal link')));
    }

    function view() {
        return h('div', { class: 'preferences' }, h('h1', null, _('Settings')), looks(), sounds(), person());
    }

    return { view, title: () => _('Settings') };
}
