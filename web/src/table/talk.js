/** What people say at the table, at their seats: words and gestures for a while, and that somebody is about to say something. */

import { h } from '../patch.js';
import { _, N_ } from '../words.js';
import { EMOTES, emote } from '../art/emote.js';

/** Milliseconds that what somebody said stands at their seat, and that a sign of typing does, of which one comes each second. */
const TALKING = 6000;
const TYPING = 2500;
/** Milliseconds between two signs of typing: the house tells them no faster. */
const APART = 1200;

/** What each gesture is called on its button. */
const CALLED = {
    hello: N_('Hello'), laugh: N_('Laugh'), wow: N_('Wow'), sad: N_('Sad'), think: N_('Think'), clap: N_('Clap'), hurry: N_('Hurry'), thanks: N_('Thanks'), oops: N_('Oops'),
    angry: N_('Angry'), heart: N_('Heart'), bye: N_('Bye'),
};

export class Talk {
    /** What stands at each seat, by letter: {text, emote}; {typing} for somebody who is about to. A new object whenever it changes. */
    said = {};

    #timers = {};
    #redraw;

    constructor(redraw) {
        this.#redraw = redraw;
    }

    hear({ seat, text, emote: gesture }) {
        if (seat)
            this.#put(seat, { text, emote: gesture }, TALKING);
    }

    /** @param {Array<string>} seats that are about to say something */
    typing(seats) {
        for (const seat of seats)
            if (!this.said[seat] || this.said[seat].typing)
                this.#put(seat, this.said[seat] ?? { typing: true }, TYPING);
    }

    clear() {
        Object.values(this.#timers).forEach(clearTimeout);
        this.said = {};
    }

    #put(seat, what, time) {
        clearTimeout(this.#timers[seat]);
        this.said = { ...this.said, [seat]: what };
        this.#timers[seat] = setTimeout(() => {
            const { [seat]: _gone, ...rest } = this.said;
            this.said = rest;
            this.#redraw();
        }, time);
        this.#redraw();
    }
}

/** What stands in a bubble. */
export function talkNode({ text, emote: gesture, typing, struck }) {
    if (struck)
        return h('em', null, _('removed'));
    if (typing)
        return [h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), h('span', { class: 'heard' }, _('is typing'))];
    return gesture && EMOTES.includes(gesture) ? [emote(gesture), h('span', null, text)] : text;
}

/** A button for each gesture. @param {function(string)} make */
export function emotesNode(make) {
    return h('div', { key: 'emotes', class: 'emotes', role: 'group', 'aria-label': _('Gestures') }, EMOTES.map((name) => h('button', {
        key: name, type: 'button', class: 'emote-button', 'aria-label': _(CALLED[name]), title: _(CALLED[name]), onclick: () => make(name),
    }, emote(name))));
}

let toldAt = 0;

/** Somebody types: the others are told so now and then. @param {function()} tell */
export function types(tell) {
    if (performance.now() - toldAt < APART)
        return;
    toldAt = performance.now();
    tell();
}
