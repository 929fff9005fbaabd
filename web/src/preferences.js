/** The page of settings. */
import { h } from './patch.js';
import { _, LANGUAGES, preferred } from './words.js';
import { chips, tick } from './form.js';
import { personFields } from './person.js';
import { shareLink, whole } from './friends.js';
import { makeAccount } from './account.js';

export function page(context) {
    const { settings } = context;
    const account = makeAccount(context);
    let shown = false;

    const choose = (key) => (value) => settings.set(key, value);

    function looks() {
        return h('section', null, h('h2', null, _('What you see')),
            chips(_('Language'), settings.language, [['', _('as the browser: {language}', { language: LANGUAGES[preferred()] })], ...Object.entries(LANGUAGES)], choose('language')),
            chips(_('Theme'), settings.theme, [['auto', _('as the device')], ['light', _('light')], ['dark', _('dark')]], choose('theme')),
            chips(_('Motion'), settings.motion, [['auto', _('as the device')], ['full', _('cards move')], ['none', _('nothing moves')]], choose('motion')));
    }

    function table() {
        return h('section', null, h('h2', null, _('Your table')),
            chips(_('Cloth'), settings.felt, [['green', _('green')], ['blue', _('blue')], ['plum', _('plum')], ['slate', _('slate')]], choose('felt')),
            chips(_('Deck'), settings.deck, [['classic', _('classic')], ['night', _('night')]], choose('deck')),
            chips(_('Backs'), settings.back, [['triangle', _('triangle')], ['lattice', _('lattice')], ['suns', _('suns')]], choose('back')));
    }

    function sounds() {
        return h('section', null, h('h2', null, _('What you hear')),
            tick(_('Sounds'), settings.sounds, choose('sounds')),
            chips(_('Your screen reader hears'), settings.verbosity,
                [['terse', _('what concerns you')], ['usual', _('what happens')], ['full', _('everything, with the table')]], choose('verbosity')),
            tick(_('Tell me when it is my turn and I am looking elsewhere'), settings.notify, notify));
    }

    async function notify(on) {
        const allowed = on && 'Notification' in window && await Notification.requestPermission() === 'granted';
        settings.set('notify', allowed);
        if (on && !allowed)
            context.announce(_('The browser does not allow notifications.'), true);
    }

    function person() {
        return h('section', null, h('h2', null, _('Who you are')),
            personFields(context),
            h('p', { class: 'quiet' }, _('You need no account. To go on playing at another device, open your personal link there. Keep it to yourself: whoever has it can sit on your chairs.')),
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
        return h('div', { class: 'preferences' }, h('h1', null, _('Settings')), person(), looks(), table(), sounds(), account());
    }

    return { view, title: () => _('Settings') };
}
