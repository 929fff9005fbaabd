/** The question at the bottom of the table: what you may do, what each choice means, and the keys for it. */

import { h } from '../patch.js';
import { _, N_ } from '../words.js';
import { mini } from './card.js';
import { canGoBack, cardLeadsTo, homeOf, keyOf, partsOf, question, seatLeadsTo, wantsConfirming } from './decisions.js';

/** More numbers than these are typed instead of pressed. */
const NUMBERS = 12;
/** Up to so many choices have what they mean on the button; of more it is told of the one in focus. */
const EXPLAINED = 4;

const QUESTIONS = {
    all: N_('What do you do?'), verb: N_('What do you do?'), card: N_('Which card?'), seat: N_('Who?'), number: N_('Which number?'),
};

/** One question after the other until there is a decision. */
export class Choices {
    #path = [];
    #confirming = null;
    #at = null; /* the choice in focus or under the mouse */
    #typed = '';
    #key = '';
    #decisions = [];
    #entry = -1;
    #told = { entry: -1, choices: new Map() };
    #hooks;

    /**
     * @param {Object} hooks
     * @param {function(string)} hooks.decide
     * @param {function()} hooks.redraw
     * @param {function(): boolean} hooks.alone no other person sits here
     * @param {function(): string} hooks.confirm the setting
     * @param {function(string): string} hooks.name of a seat
     */
    constructor(hooks) {
        this.#hooks = hooks;
    }

    /**
     * What may be decided now; begins anew when that is another question. Before the verbs are known nothing is offered: what
     * somebody has gone to by keys would be taken from under their fingers.
     */
    offer(legal, verbs, entry) {
        const key = `${entry}|${verbs.length}|${legal.join('|')}`;
        if (key === this.#key)
            return;
        this.#key = key;
        this.#entry = entry;
        this.#decisions = verbs.length ? legal.map((choice) => partsOf(choice, verbs)) : [];
        this.#restart();
    }

    /** What the choices after an entry are called and mean, which may be known before they are offered. */
    explain(choices, entry) {
        this.#told = { entry, choices: new Map(choices.map((one) => [one.choice, one])) };
    }

    #explained(choice) {
        return this.#told.entry === this.#entry ? this.#told.choices.get(choice) : undefined;
    }

    /** Changes when what a click means does. */
    get state() {
        return `${this.#key}|${this.#path.join(' ')}|${this.#told.entry}`;
    }

    /** Whether something of this owner may be clicked: otherwise its picture does not change with the question. */
    concern(owner, zones) {
        return this.#decisions.some(({ parts }) => parts.some(({ kind }) => kind === 'seat'))
            || zones.some((zone) => zone.owner === owner && zone.cards.some(Boolean));
    }

    get open() {
        return this.#decisions.length > 0;
    }

    #restart() {
        this.#path = [];
        this.#confirming = null;
        this.#at = null;
        this.#typed = '';
    }

    #wordsOf(choice) {
        return this.#explained(choice)?.words ?? choice;
    }

    #meaningOf(item) {
        return this.#explained(item.choice)?.means ?? item.decision.verb?.means ?? '';
    }

    /** Takes a whole decision, or asks once more where a slip would cost. */
    #take(choice) {
        const decision = this.#decisions.find((one) => one.choice === choice);
        if (!decision)
            return; /* a click on what stands there only until the next frame */
        if (wantsConfirming(decision.verb, this.#hooks.alone(), this.#hooks.confirm()) && this.#confirming !== choice) {
            this.#confirming = choice;
            this.#hooks.redraw();
        } else {
            this.#hooks.decide(choice);
        }
    }

    #pick(item, asked) {
        if (item.choice) {
            this.#take(item.choice);
            return;
        }
        this.#path = asked.path.concat([item.value]);
        this.#typed = '';
        this.#at = null;
        this.#hooks.redraw();
    }

    #follow(way) {
        if (way.choice) {
            this.#take(way.choice);
        } else {
            this.#path = way.path;
            this.#hooks.redraw();
        }
    }

    /** What a click on a card of a zone does, for zones.js. `zones` are all of the view. */
    takeCard(zone, zones, you) {
        return (rank) => {
            const way = cardLeadsTo(this.#decisions, this.#path, rank, zone.owner, homeOf(rank, zones, you) === zone);
            return way && {
                words: this.#wayWords(way, rank),
                means: this.#explained(way.choice)?.means,
                take: () => this.#follow(way),
                look: () => this.#look(rank),
            };
        };
    }

    /** Whether every card that is asked for can be taken where it lies before the one who decides. */
    #inHand(asked, zones, you) {
        const held = new Set(zones.filter(({ owner }) => owner === you).flatMap(({ cards }) => cards));
        return asked.asked === 'card' && asked.items.every(({ value }) => held.has(value));
    }

    /** The same for a seat. */
    takeSeat(seat) {
        const way = seatLeadsTo(this.#decisions, this.#path, seat);
        return way && { words: this.#wayWords(way, this.#hooks.name(seat)), take: () => this.#follow(way) };
    }

    #wayWords(way, value) {
        return way.choice ? this.#wordsOf(way.choice) : `${way.path[0]} ${value}`;
    }

    /** Goes back one question; false if there is none. */
    back() {
        if (this.#confirming)
            this.#confirming = null;
        else if (canGoBack(this.#decisions, this.#path))
            this.#path = this.#path.slice(0, -1);
        else
            return false;
        this.#hooks.redraw();
        return true;
    }

    /** What was decided was not taken: it is asked from the beginning. */
    again() {
        this.#restart();
        this.#hooks.redraw();
    }

    /** Takes a key; false if it means nothing here. */
    key(event) {
        if (!this.open)
            return false;
        if (event.key === 'Escape' || event.key === 'Backspace')
            return this.back();
        if (this.#confirming)
            return false;
        const asked = question(this.#decisions, this.#path);
        const at = asked.items.findIndex((item, i) => keyOf(asked.asked, item.value, i) === event.key.toUpperCase());
        if (at < 0 || this.#types(asked))
            return false;
        this.#pick(asked.items[at], asked);
        return true;
    }

    #types(asked) {
        return asked.asked === 'number' && asked.items.length > NUMBERS;
    }

    /** What is asked, as words. */
    get words() {
        const asked = question(this.#decisions, this.#path);
        const depth = asked.path.length;
        return (depth && asked.items[0]?.decision.verb.asks[depth - 1]) || _(QUESTIONS[asked.asked]);
    }

    /** What can be chosen, as words for somebody who listens. */
    get spoken() {
        const asked = question(this.#decisions, this.#path);
        return asked.items.map((item) => this.#label(item, asked.asked)).join(', ');
    }

    /** What stands on a button. */
    #label(item, asked) {
        if (asked === 'seat')
            return this.#hooks.name(item.value);
        if (asked === 'card' || asked === 'number')
            return String(item.value);
        return item.choice ? this.#wordsOf(item.choice) : `${this.#verbWords(item)} …`;
    }

    /** The words of a verb: those that its decisions begin with. */
    #verbWords(item) {
        const words = this.#wordsOf(item.decision.choice);
        return words.replace(/ [0-9A-H]+( [0-9A-H]+)?$/, '');
    }

    /** The buttons. `busy` while a decision is on its way; `zones` are those of the view. */
    node(busy, zones, you) {
        if (this.#confirming)
            return this.#confirmNode(busy);
        const asked = question(this.#decisions, this.#path);
        const backs = canGoBack(this.#decisions, this.#path);
        return h('div', { key: 'choices', class: 'choices' },
            this.#types(asked) ? this.#typeNode(asked, busy) : h('div', { class: `buttons asks-${asked.asked}${this.#inHand(asked, zones, you) ? ' in-hand' : ''}`, role: 'group', 'aria-label': this.words },
                asked.items.map((item, i) => this.#button(item, i, asked, busy))),
            this.#meaningNode(asked),
            backs && h('button', { type: 'button', class: 'quiet back', onclick: () => this.back() }, h('kbd', null, 'Esc'), _('back')));
    }

    #button(item, i, asked, busy) {
        const key = keyOf(asked.asked, item.value, i);
        const means = this.#meaningOf(item);
        const look = () => this.#look(item.value);
        return h('button', {
            key: `${asked.asked}${item.value}`,
            type: 'button',
            class: `choice${asked.asked === 'card' ? ' with-card' : ''}`,
            'aria-disabled': busy ? 'true' : null,
            'aria-keyshortcuts': key || null,
            'aria-description': asked.items.length > EXPLAINED ? means : null,
            onclick: () => !busy && this.#pick(item, asked),
            onfocus: look,
            onpointerenter: look,
        },
        key && asked.asked !== 'card' && h('kbd', { 'aria-hidden': 'true' }, key),
        asked.asked === 'card' ? [h('span', { class: 'choice-card' }, mini(item.value)), h('span', { class: 'heard' }, item.choice ? this.#wordsOf(item.choice) : item.value)]
            : h('span', { class: 'choice-words' }, this.#label(item, asked.asked)),
        asked.items.length <= EXPLAINED && asked.asked !== 'card' && means && h('span', { class: 'choice-means' }, means));
    }

    #look(value) {
        if (this.#at === value)
            return;
        this.#at = value;
        this.#hooks.redraw();
    }

    #meaningNode(asked) {
        if (asked.items.length <= EXPLAINED && asked.asked !== 'card')
            return null;
        const item = asked.items.find(({ value }) => value === this.#at);
        if (!item)
            return h('p', { class: 'meaning' }, asked.path.length ? asked.items[0].decision.verb?.means : '');
        return h('p', { class: 'meaning' }, h('strong', null, item.choice ? this.#wordsOf(item.choice) : this.#label(item, asked.asked)), ' ', this.#meaningOf(item));
    }

    #typeNode(asked, busy) {
        const least = asked.items[0].value;
        const most = asked.items.at(-1).value;
        const value = this.#typed === '' ? least : Number(this.#typed);
        const item = asked.items.find((one) => one.value === value);
        return h('form', { class: 'typing', onsubmit: (event) => { event.preventDefault(); if (item && !busy) this.#pick(item, asked); } },
            h('label', null, `${this.words} `, h('input', {
                type: 'number', min: least, max: most, value: String(value), inputmode: 'numeric',
                oninput: (event) => { this.#typed = event.target.value; this.#at = Number(this.#typed); this.#hooks.redraw(); },
            })),
            h('button', { type: 'submit', class: 'choice', 'aria-disabled': item && !busy ? null : 'true' }, _('Take it')));
    }

    #confirmNode(busy) {
        const choice = this.#confirming;
        const means = this.#explained(choice)?.means ?? '';
        return h('div', { key: 'confirm', class: 'choices confirm', role: 'group', 'aria-label': _('Are you sure?') },
            h('p', { class: 'meaning' }, h('strong', null, _('Are you sure?')), ' ', means),
            h('div', { class: 'buttons' },
                h('button', { key: 'yes', type: 'button', class: 'choice', ref: (element) => requestAnimationFrame(() => element.focus()),
                    onclick: () => !busy && this.#hooks.decide(choice) }, _('Yes: {choice}', { choice: this.#wordsOf(choice) })),
                h('button', { key: 'no', type: 'button', class: 'choice quiet', onclick: () => this.back() }, h('kbd', null, 'Esc'), _('No, go back'))));
    }
}
