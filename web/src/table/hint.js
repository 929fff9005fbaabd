/** A hint on request, which explains itself in words; asked for once more, with its odds. */

import { h } from '../patch.js';
import { _ } from '../words.js';

export class Hint {
    #hooks;
    #after = -1;
    #state = 'none'; /* asking, told */
    #hint = null;
    #open = false;

    /**
     * @param {Object} hooks
     * @param {function(): Promise<Object>} hooks.ask
     * @param {function()} hooks.redraw
     * @param {function(string)} hooks.announce
     * @param {function(): number} hooks.entry the last one of the table
     */
    constructor(hooks) {
        this.#hooks = hooks;
    }

    /** Asks; once more: shows the figures of what was told for this moment; once more: puts it away. */
    async want() {
        if (this.#stands()) {
            this.#state = this.#open ? 'none' : this.#state;
            this.#open = !this.#open && this.#state === 'told';
            this.#hooks.redraw();
            return;
        }
        this.#after = this.#hooks.entry();
        this.#state = 'asking';
        this.#open = false;
        this.#hooks.redraw();
        try {
            const { hint } = await this.#hooks.ask();
            this.#hint = hint;
            this.#state = 'told';
            this.#hooks.announce(hint.text.join(' '));
        } catch {
            this.#state = 'none';
        }
        this.#hooks.redraw();
    }

    /** Whether the hint is about this moment. */
    #stands() {
        return this.#state !== 'none' && this.#after === this.#hooks.entry();
    }

    /** The button; `yours` if it is one's turn. */
    button(yours) {
        const told = yours && this.#stands() && this.#state === 'told';
        return h('button', {
            key: 'hint',
            type: 'button',
            class: 'quiet',
            'aria-keyshortcuts': 'h',
            'aria-disabled': yours ? null : 'true',
            'aria-expanded': told ? String(this.#open) : null,
            onclick: () => yours && this.want(),
        }, told ? _('Odds') : _('Hint'));
    }

    /** What was told. */
    node() {
        if (!this.#stands())
            return null;
        if (this.#state === 'asking')
            return h('p', { key: 'hinting', class: 'hint' }, _('A hint is being worked out ...'));
        return h('div', { key: 'hint-text', class: 'hint' },
            this.#open ? h('ul', { key: 'figures' }, this.#hint.figures.map((line, i) => h('li', { key: i }, line)))
                : this.#hint.text.map((line, i) => h('p', { key: i, class: line.startsWith('  ') ? 'item' : null }, line.trim())));
    }
}
