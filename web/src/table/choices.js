/** The question at the bottom of the table: what you may do, what each choice means, and the keys for it. */

import { h } from '../patch.js';
import { _, N_ } from '../words.js';
import { mini } from '../art/card.js';
import { nameIn } from './names.js';
import { FLAT, canGoBack, cardLeadsTo, keyOf, partsOf, question, seatLeadsTo, wantsConfirming, zoneLeadsTo } from './decisions.js';

/** Of up to so many verbs each stands with its sentence. */
const SOME = 6;
/** More numbers than these are stepped through instead of pressed. */
const NUMBERS = 4;
/** A meaning of more letters is written smaller where several stand side by side on a phone. */
const LONG = 55;
/** The same for what a button is called. */
const TITLE = 14;
/** Likely numbers beside the stepper; so few numbers stand side by side without one. */
const LIKELY = 3;
const FEW = 7;

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
    #held = null; /* what was chosen and can still be changed */
    #told = { entry: -1, choices: new Map() };
    #hooks;

    /**
     * @param {Object} hooks
     * @param {function(string)} hooks.decide
     * @param {function()} hooks.takeBack what was chosen and can still be changed
     * @param {function()} hooks.redraw
     * @param {function(): boolean} hooks.alone no other person sits here
     * @param {function(): string} hooks.confirm the setting
     * @param {function(string): string} hooks.name of a seat
     * @param {function(string): string} hooks.fit words as there is room for them
     * @param {function(string): boolean} hooks.tells whether a figure is shown here: what it costs always, chances where the table wants them
     */
    constructor(hooks) {
        this.#hooks = hooks;
    }

    /**
     * What may be decided now; begins anew when that is another question. Before the verbs are known nothing is offered: what
     * somebody has gone to by keys would be taken from under their fingers.
     * @param {?string} held the one of them that was chosen and can still be changed
     */
    offer(legal, verbs, entry, held = null) {
        const key = `${entry}|${verbs.length}|${legal.join('|')}|${held}`;
        if (key === this.#key)
            return;
        this.#key = key;
        this.#entry = entry;
        this.#held = held;
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
            || zones.some((zone) => zone.owner === owner);
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
        return this.#hooks.fit(this.#explained(choice)?.words ?? choice);
    }

    #meaningOf(item) {
        return this.#explained(item.choice)?.means ?? item.decision.verb?.means ?? '';
    }

    /** Takes a whole decision, or asks once more where a slip would cost. */
    #take(choice) {
        const decision = this.#decisions.find((one) => one.choice === choice);
        if (!decision)
            return; /* a click on what stands there only until the next frame */
        if (choice === this.#held) {
            this.#hooks.takeBack();
            return;
        }
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

    #offer(way, value) {
        const held = Boolean(way?.choice) && way.choice === this.#held;
        return way && {
            words: held ? _('{choice}: chosen. Take it back', { choice: this.#wayWords(way, value) }) : this.#wayWords(way, value),
            means: this.#explained(way.choice)?.means,
            chosen: held,
            take: () => this.#follow(way),
            look: () => this.#look(value),
        };
    }

    /** What was chosen on the way stays in sight, and a touch of it goes back. */
    #chosenAt(at, value) {
        return this.#path[at] === value && canGoBack(this.#decisions, this.#path) && {
            words: _('{value}: chosen. Go back', { value }), chosen: true, take: () => this.back(),
        };
    }

    /** What a touch of a card of a zone does, for zones.js. `zones` are all of the view. */
    takeCard(zone, zones, you) {
        return (rank) => this.#offer(cardLeadsTo(this.#decisions, this.#path, rank, zone, zones, you), rank)
            || (this.#path.length > 1 && cardLeadsTo(this.#decisions, this.#path.slice(0, 1), rank, zone, zones, you) && this.#chosenAt(1, rank));
    }

    /** The same for the zone as a whole. */
    takeZone(zone, you) {
        return this.#offer(zoneLeadsTo(this.#decisions, this.#path, zone, you), zone.place);
    }

    /** The same for a seat. */
    takeSeat(seat) {
        return this.#offer(seatLeadsTo(this.#decisions, this.#path, seat), this.#hooks.name(seat)) || (this.#path.length > 1 && this.#chosenAt(1, seat)) || null;
    }

    /** Whether buttons stand under the question: then nothing has to be touched on the table. */
    hasButtons(zones, you) {
        return !this.#onTable(question(this.#decisions, this.#path), zones, you);
    }

    /** Whether all that is asked for can be touched on the table. */
    #onTable(asked, zones, you) {
        if (asked.asked === 'seat')
            return true;
        if (asked.items[0]?.decision.verb?.at === 'zone' && asked.asked !== 'verb' && asked.asked !== 'all')
            return asked.items.every(({ value }) => zones.some(({ place }) => place.endsWith(` ${value}`)));
        if (asked.asked === 'card')
            return asked.items.every(({ value }) => zones.some((zone) => zone.cards.includes(value) && cardLeadsTo(this.#decisions, asked.path, value, zone, zones, you)));
        return false;
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
        const words = (depth && asked.items[0]?.decision.verb.asks[depth - 1]) || _(QUESTIONS[asked.asked]);
        return asked.touched?.length ? _('Choose, or touch a card: {means}', { means: asked.touched[0].decision.verb.means }) : words;
    }

    /** What was chosen and can still be changed, as words: a card where it is one. */
    get heldWords() {
        const { parts } = this.#decisions.find(({ choice }) => choice === this.#held) ?? { parts: [] };
        return parts.length === 1 && parts[0].kind === 'card' ? _('You have chosen the {card}.', { card: parts[0].value })
            : _('You have chosen: {choice}.', { choice: this.#wordsOf(this.#held) });
    }

    /** Whether the question says nothing that the choices do not. */
    get isPlain() {
        return this.words === _(QUESTIONS.all) || question(this.#decisions, this.#path).touched?.length > 0; /* the cards are lit */
    }

    /** Whether there is no room for more than the choices, where there is little. */
    get isCrowded() {
        return question(this.#decisions, this.#path).items.length > FLAT;
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
        return item.choice ? this.#wordsOf(item.choice) : this.#verbWords(item.value);
    }

    /** The words that all decisions of a verb begin or end with. Two Badgers are two, though their names begin alike. */
    #verbWords(verb) {
        const decisions = this.#decisions.filter((decision) => decision.verb?.word === verb);
        const seats = new Set(decisions.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'seat').map(({ value }) => value)));
        const all = decisions.map((decision) => (seats.size > 1 ? this.#unnamed(decision) : this.#wordsOf(decision.choice)).split(' '));
        return shared(all) || shared(all.map((words) => words.toReversed()), true) || verb;
    }

    #unnamed({ choice, parts }) {
        const words = this.#explained(choice)?.words ?? choice;
        return parts.filter(({ kind }) => kind === 'seat').reduce((text, { value }) => text.replace(nameIn(this.#hooks.name(value)), value), words);
    }

    /** The room for the answer. `busy` while a decision is on its way; `zones` are those of the view. */
    node(busy, zones, you) {
        if (this.#confirming)
            return this.#confirmNode(busy);
        const asked = question(this.#decisions, this.#path);
        const touched = this.#onTable(asked, zones, you);
        return h('div', { key: 'choices', class: `choices${touched ? ' on-table' : ''}` },
            touched ? this.#meaningNode(asked) : this.#types(asked) ? this.#stepNode(asked, busy)
                : h('div', { class: `buttons asks-${asked.asked} n-${asked.items.length <= FLAT ? asked.items.length : asked.asked === 'verb' && asked.items.length <= SOME ? 'some' : 'many'}`, role: 'group', 'aria-label': this.words },
                    asked.items.map((item, i) => this.#button(item, i, asked, busy))));
    }

    /** Whether this is a second question. */
    get isDeep() {
        return this.#path.length > 0;
    }

    /** The way back from a second question to the first. */
    backNode() {
        return !this.#confirming && canGoBack(this.#decisions, this.#path)
            ? h('button', { key: 'back', type: 'button', class: 'quiet back', onclick: () => this.back() }, h('kbd', { 'aria-hidden': 'true' }, 'Esc'), _('back')) : null;
    }

    #button(item, i, asked, busy) {
        const key = keyOf(asked.asked, item.value, i);
        const look = () => this.#look(item.value);
        const bare = asked.asked === 'card' || asked.items.length > (asked.asked === 'verb' ? SOME : FLAT);
        const told = item.choice ? this.#explained(item.choice) : null;
        const held = Boolean(item.choice) && item.choice === this.#held;
        const label = this.#label(item, asked.asked);
        return h('button', {
            key: `${asked.asked}${item.value}`,
            type: 'button',
            class: `choice${asked.asked === 'card' ? ' with-card' : ''}${held ? ' chosen' : i === 0 && !bare && !this.#held ? ' first' : ''}${!bare && this.#meaningOf(item).length > LONG ? ' wordy' : ''}`,
            'aria-disabled': busy ? 'true' : null,
            'aria-pressed': held ? 'true' : null,
            'aria-keyshortcuts': key || null,
            'aria-description': bare ? this.#meaningOf(item) : null,
            onclick: () => !busy && this.#pick(item, asked),
            onfocus: look,
            onpointerenter: look,
        },
        asked.asked === 'card' ? [h('span', { class: 'choice-card' }, mini(item.value)), h('span', { class: 'heard' }, item.choice ? this.#wordsOf(item.choice) : item.value)]
            : [h('span', { class: `choice-words${label.length > TITLE ? ' many' : ''}`, style: { '--all': String(label.length), '--letters': String(Math.max(...label.split(' ').map(({ length }) => length))) } }, key && h('kbd', { 'aria-hidden': 'true' }, key), label),
                !bare && h('span', { class: 'choice-means' }, this.#meaningOf(item)),
                !bare && told?.figure && this.#hooks.tells(told.figure) && h('span', { class: 'choice-figure' }, told.figure, h('small', null, told.of))]);
    }

    #look(value) {
        if (this.#at === value)
            return;
        this.#at = value;
        this.#hooks.redraw();
    }

    /** What is told of the one that is looked at, where the choices lie on the table. */
    #meaningNode(asked) {
        const item = asked.items.find(({ value }) => value === this.#at);
        const told = item?.choice && this.#explained(item.choice);
        return h('p', { key: 'meaning', class: 'meaning' }, told ? [h('strong', null, told.words), ' ', told.means] : asked.items[0]?.decision.verb?.means ?? '');
    }

    /** A number: less and more, the likely ones beside it, and what it would mean. */
    #stepNode(asked, busy) {
        const values = asked.items.map(({ value }) => value);
        const at = this.#typed === '' ? 0 : Math.max(0, values.indexOf(Number(this.#typed)));
        const item = asked.items[at];
        const set = (index) => { this.#typed = String(values[Math.max(0, Math.min(values.length - 1, index))]); this.#at = Number(this.#typed); this.#hooks.redraw(); };
        const few = values.length <= FEW;
        const likely = few ? values : likelyOf(asked.items.map((each) => ({ value: each.value, means: this.#meaningOf(each).replace(/\d+/g, '') })));
        return h('form', { key: 'step', class: 'stepper', 'aria-label': this.words, onsubmit: (event) => { event.preventDefault(); if (!busy) this.#pick(item, asked); } },
            h('div', { class: 'steps' },
                !few && h('button', { type: 'button', class: 'step', 'aria-label': _('Less'), 'aria-disabled': at === 0 ? 'true' : null, onclick: () => set(at - 1) }, '−'),
                !few && h('input', {
                    type: 'number', min: values[0], max: values.at(-1), value: String(item.value), inputmode: 'numeric', 'aria-label': this.words,
                    oninput: (event) => { if (values.includes(Number(event.target.value))) set(values.indexOf(Number(event.target.value))); },
                }),
                !few && h('button', { type: 'button', class: 'step', 'aria-label': _('More'), 'aria-disabled': at === values.length - 1 ? 'true' : null, onclick: () => set(at + 1) }, '+'),
                likely.map((value) => h('button', { key: value, type: 'button', class: `likely${value === item.value ? ' chosen' : ''}`, 'aria-pressed': String(value === item.value), onclick: () => set(values.indexOf(value)) }, value))),
            h('button', { key: 'take', type: 'submit', class: 'choice first', 'aria-disabled': busy ? 'true' : null },
                h('span', { class: 'choice-words' }, item.choice ? this.#wordsOf(item.choice) : item.value), h('span', { class: 'choice-means' }, this.#meaningOf(item))));
    }

    #confirmNode(busy) {
        const choice = this.#confirming;
        const means = this.#explained(choice)?.means ?? '';
        return h('div', { key: 'confirm', class: 'choices confirm', role: 'group', 'aria-label': _('Are you sure?') },
            h('div', { class: 'buttons asks-all n-2' },
                h('button', { key: 'yes', type: 'button', class: 'choice first', ref: (element) => requestAnimationFrame(() => element.focus()),
                    onclick: () => !busy && this.#hooks.decide(choice) }, h('span', { class: 'choice-words' }, _('Yes: {choice}', { choice: this.#wordsOf(choice) })), h('span', { class: 'choice-means' }, means)),
                h('button', { key: 'no', type: 'button', class: 'choice', onclick: () => this.back() }, h('span', { class: 'choice-words' }, h('kbd', { 'aria-hidden': 'true' }, 'Esc'), _('No, go back')))));
    }
}

/** Words that stand before a thing, and mean nothing without it. */
const ARTICLES = /^(the|a|an|to|on|with|for|die|den|der|das|dem|an|auf|mit|für)$/i;

/** What several sentences begin with, as a title; `back` if they were turned round. */
function shared(all, back = false) {
    const [first] = all;
    let end = 0;
    while (end < first.length && all.every((words) => words[end] === first[end]))
        end++;
    const words = first.slice(0, end);
    while (words.length && ARTICLES.test(words.at(-1)))
        words.pop();
    const text = (back ? words.toReversed() : words).join(' ');
    return text && text[0].toUpperCase() + text.slice(1);
}

/** A few of many numbers: the least, those at which it begins to mean something else, as a bluff, and those that come next. */
function likelyOf(all) {
    const turns = all.flatMap(({ means }, i) => (i > 0 && means !== all[i - 1].means ? [i - 1, i] : []));
    const some = [...new Set([0, ...turns, ...all.keys()])].slice(0, LIKELY).sort((a, b) => a - b);
    return some.map((i) => all[i].value);
}
