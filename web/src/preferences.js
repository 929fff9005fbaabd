/** The page of settings. */
import { h } from './patch.js';
import { _ } from './words.js';

export function page() {
    return { view: () => h('h1', null, _('Settings')), title: () => _('Settings') };
}
