/** Shows news at a pace that people can follow: one step after the other, from its events, until all is as it is told. */

import { applyEvent, keepSame, newNotes, noteEvents, noteView } from './board.js';
import { saying, stepsOf } from './story.js';
import { motionsOf, pauseAfter, slownessOf } from './motions.js';

/**
 * However much has come, it is shown so many milliseconds after one's own last decision, or after one has come to the table; what comes
 * late has some more of them, until `MOST`. What comes later still has a glimpse: then it is not the page that one waits for.
 */
const PATIENCE = 2500;
const OPENING = 1500;
const LATE = 700;
const MOST = 3200;
const GLIMPSE = 100;
/** Whoever lets others wait so long has thought: what they do then is late, but no later for that. */
const THOUGHT = 1500;
/** Whoever looks on has this for a hand, as far as it can be followed; and where others play on, less for each hand that waits. */
const WATCHING = 8000;
const FOLLOWED = 0.5;
/** A settlement that nobody puts aside goes by itself: among bots, where time is short, and for those who only watch. */
const READING = 7000;
/** While those who play go on already, whoever looks on reads faster. */
const GLANCE = 2500;
/** Sentences that stand beside the question. */
const TOLD = 4;

export class Stage {
    /** What to draw; null before the first game. */
    view = null;

    /** What each seat decided last, in words; '' for a secret choice that was made. By letter. */
    says = {};

    /** Seats that are out of this hand. */
    out = new Set();

    /** What has just happened, in sentences. */
    told = [];

    /** Up to where it is shown: the number of an entry and how many of its events. */
    upTo = { last: Infinity, until: 0 };

    /** Whether a hand was settled just now and waits to be read. */
    settling = false;

    /** Whether it goes by itself. */
    reading = false;

    #queue = [];
    #timer = 0;
    #settledAt = 0;
    #dealing = false;
    #notes = newNotes();
    #since = 0; /* when one decided last, not counting what was read since, */
    #until = 0; /* when all is to be shown, */
    #arrivedAt = 0; /* and when all that had come was */
    #hooks;

    /**
     * @param {Object} hooks
     * @param {function(): Object} hooks.table the table as it is told
     * @param {function(Object, Array<Object>)} hooks.shown a step is to be drawn, with its motions
     * @param {function(Array<Object>)} hooks.passed steps have happened that are not shown one by one
     * @param {function()} hooks.settled a hand was settled
     * @param {function(): string} hooks.speed
     */
    constructor(hooks) {
        this.#hooks = hooks;
    }

    /** Whether what is shown is not yet what is so. */
    get behind() {
        return this.#queue.length > 0 || this.#timer !== 0 || this.settling;
    }

    /** Takes news; what was missed is not played again. */
    take(entries, caught) {
        const { steps, dealing } = stepsOf(entries, this.#dealing);
        const back = entries.some((entry) => entry.kind === 'taken-back');
        this.#dealing = dealing;
        steps.forEach(({ events }) => noteEvents(this.#notes, events));
        noteView(this.#notes, this.#hooks.table().view);
        this.#queue.push(...steps);
        this.#grant(entries);
        const swift = this.#hooks.speed() === 'off' || document.hidden;
        if (swift && !caught && !back)
            this.#hooks.passed(steps);
        if (swift || caught || back || !this.view)
            this.jump();
        else if (!this.#timer && !this.settling)
            this.#next();
        if (this.reading && this.settling)
            this.#read();
    }

    /** Straight to what is so. */
    jump() {
        clearTimeout(this.#timer);
        this.#timer = 0;
        this.settling = false;
        for (const step of this.#queue.splice(0))
            this.#note(step);
        this.#arrive();
    }

    /** Does not wait any longer: on to the next settlement, or to what is so. */
    skip() {
        clearTimeout(this.#timer);
        this.#timer = 0;
        while (this.#queue.length && !this.settling) {
            const step = this.#queue.shift();
            this.#apply(step);
            if (this.#stopsAt(step)) {
                this.#hooks.shown(step, []);
                this.#settle();
            }
        }
        if (!this.settling)
            this.#arrive();
    }

    /** The settlement was read. */
    goOn() {
        if (!this.settling)
            return;
        const read = performance.now() - this.#settledAt;
        this.#since += read;
        this.#until += read;
        this.settling = false;
        this.says = {};
        this.out = new Set();
        clearTimeout(this.#timer);
        this.#timer = 0;
        this.#next();
    }

    /** Somebody reads the details: it waits. */
    linger() {
        clearTimeout(this.#timer);
        this.#timer = 0;
        this.reading = false;
    }

    /** Forgets everything: another table. */
    clear() {
        clearTimeout(this.#timer);
        Object.assign(this, { upTo: { last: Infinity, until: 0 }, view: null, says: {}, out: new Set(), told: [], settling: false });
        this.#queue = [];
        this.#timer = 0;
        this.#dealing = false;
        this.#notes = newNotes();
    }

    #slowly(milliseconds) {
        return milliseconds * Math.max(1, slownessOf(this.#hooks.speed()));
    }

    /** Somebody waits from now on. */
    #begin(patience) {
        this.#since = performance.now();
        this.#until = this.#since + this.#slowly(patience);
    }

    /** What has come now has its time as well. */
    #grant(entries) {
        const now = performance.now();
        if (!this.view || entries.some(({ kind }) => kind === 'begun' || kind === 'again'))
            this.#begin(OPENING);
        else if (!this.#timer && !this.settling && now - this.#arrivedAt > THOUGHT)
            this.#since = now - this.#slowly(PATIENCE);
        this.#until = Math.max(this.#until, now + GLIMPSE, Math.min(now + this.#slowly(LATE), this.#since + this.#slowly(MOST)));
    }

    /** How long a step is looked at that is shown now: all that waits has its share of the time that there is. */
    #pauseAfter(step, motions) {
        const { you, now } = this.#hooks.table();
        const pause = (one, moved) => pauseAfter(one, moved, you, this.#hooks.speed());
        const end = you === null ? this.#queue.findIndex(({ settles }) => settles) : -1;
        const queue = end < 0 ? this.#queue.slice(0, -1) : this.#queue.slice(0, end);
        const wait = queue.reduce((sum, one) => sum + pause(one, motionsOf(one.events)), pause(step, motions));
        const left = you === null ? this.#slowly(WATCHING) : Math.max(0, this.#until - performance.now());
        const pace = Math.min(1, left / wait);
        return pause(step, motions) * (you === null ? Math.max(FOLLOWED, pace) / (1 + this.#handsBehind(now)) : pace);
    }

    /** Hands that wait for whoever looks on while people play; bots alone have time. */
    #handsBehind({ chairs }) {
        return chairs.some(({ kind }) => kind === 'person') ? Math.max(0, this.#queue.filter(({ settles }) => settles).length - 1) : 0;
    }

    #next() {
        const step = this.#queue.shift();
        if (!step) {
            this.#arrive();
            return;
        }
        const motions = motionsOf(step.events);
        this.#apply(step);
        if (!this.#queue.length && !step.settles)
            this.#settleView();
        this.#hooks.shown(step, motions);
        if (this.#stopsAt(step))
            this.#settle();
        else if (!this.#queue.length) /* nothing holds up who is to decide now: what flies still flies */
            this.#arrive();
        else
            this.#wait(this.#pauseAfter(step, motions));
    }

    #apply(step) {
        this.upTo = { last: step.last, until: step.until };
        this.#note(step);
        for (const event of step.events)
            this.view = applyEvent(this.view, event, this.#notes);
        this.view = { ...this.view, legal: [], to_act: step.deals ? [] : this.view.to_act };
    }

    /** A settlement is read before the next hand; that of the last hand is the end of the game. */
    #stopsAt(step) {
        return step.settles && !this.#over() && this.#hooks.table().reel !== 'replay';
    }

    /** The last step is shown with the view that belongs to it: only who has to act waits for its end. */
    #settleView() {
        const { view } = this.#hooks.table();
        this.view = { ...keepSame(this.view, view), legal: [] };
    }

    #over() {
        return !this.#queue.length && this.#hooks.table().view.over;
    }

    #settle() {
        const table = this.#hooks.table();
        this.settling = true;
        this.#hooks.settled();
        this.reading = table.you === null || Boolean(table.clocks) || table.now.chairs.filter(({ kind }) => kind === 'person').length < 2;
        this.#settledAt = performance.now();
        if (this.reading)
            this.#read();
    }

    #read() {
        const table = this.#hooks.table();
        const late = table.you === null && this.#queue.some(({ deals }) => !deals);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.goOn(), this.#settledAt + (late ? GLANCE / (1 + this.#handsBehind(table.now)) : READING) - performance.now());
    }

    #wait(milliseconds) {
        this.#timer = setTimeout(() => {
            this.#timer = 0;
            this.#next();
        }, milliseconds);
    }

    #note(step) {
        const names = Object.fromEntries(this.#hooks.table().now.chairs.map(({ seat, name }) => [seat, name ?? '']));
        for (const [i, event] of step.events.entries()) {
            if (event.kind === 'hand') {
                this.says = {};
                this.out = new Set();
            }
            if (event.kind === 'decide' && event.seat === this.#hooks.table().you)
                this.#begin(PATIENCE);
            if (event.kind === 'decide')
                this.says = { ...this.says, [event.seat]: saying(step.events, i, names[event.seat]) };
            if (event.kind === 'out')
                this.out = new Set([...this.out, event.seat]);
        }
        const told = step.events.filter((event) => event.text && event.kind !== 'total').map((event) => event.text);
        if (told.length)
            this.told = [...new Set(step.deals ? told.slice(-1) : told)].slice(-TOLD);
    }

    #arrive() {
        const { view } = this.#hooks.table();
        this.upTo = { last: Infinity, until: 0 };
        this.view = keepSame(this.view, view);
        this.#arrivedAt = performance.now();
        this.#hooks.shown(null, []);
    }
}
