/** What has happened at a table, from its entries alone: steps to show, the log, settlements, scores over the hands. Pure. */

import { LETTERS } from './places.js';

/** Where the totals of a settled hand end in a list of events, and the game with them: the index after the last, or -1. */
function endOfTotals(events, from) {
    let at = events.findIndex((event, i) => i >= from && event.kind === 'total');
    if (at < 0)
        return -1;
    while (['total', 'over'].includes(events[at]?.kind))
        at++;
    return at;
}

/**
 * The steps in which news is shown: the dealing of a hand is one, secret choices in a row are one, and where a hand is
 * settled one ends.
 * @param {Array<Object>} entries
 * @param {boolean} dealing whether nobody has decided anything in this hand yet
 * @returns {{steps: Array<{events: Array<Object>, last: number, until: number, settles: boolean, deals: boolean,
 *     secret: boolean}>,
 *     dealing: boolean}} a step goes up to the event `until` of the entry `last`
 */
export function stepsOf(entries, dealing) {
    const steps = [];
    for (const entry of entries) {
        const events = entry.events ?? [];
        let from = 0;
        while (from < events.length) {
            const end = endOfTotals(events, from);
            const part = events.slice(from, end < 0 ? events.length : end);
            from += part.length;
            dealing = addStep(steps, part, entry, end >= 0, dealing);
            steps.at(-1).until = from;
        }
    }
    return { steps, dealing };
}

function addStep(steps, events, entry, settles, dealing) {
    const decides = events.some((event) => event.kind === 'decide');
    const begins = entry.kind === 'begun' || entry.kind === 'again' || events.some((event) => event.kind === 'hand');
    const deals = (dealing || begins) && !decides && !settles;
    const secret = events.every((event) => event.kind === 'decide' && event.choice === undefined);
    const last = steps.at(-1);
    if (last && !last.settles && ((deals && last.deals) || (secret && last.secret))) {
        last.events.push(...events);
        last.last = entry.entry;
    } else {
        steps.push({ events: events.slice(), last: entry.entry, settles, deals, secret });
    }
    return begins || (dealing && !decides && !settles);
}

/** Letters of a bubble: what is longer is told above the question alone; and what a decision came to, after more words than these. */
const BUBBLE = 26;
const WORDS = 3;
const AND = /,? (and|und) .*/;

/**
 * A seat's decision in a few words: what its sentence, or the next one about it, says after the name. '' for a secret one, null
 * for one that takes many words.
 * @param {Array<Object>} events of the step
 * @param {number} at which of them is the decision
 * @param {string} name of the seat
 */
export function saying(events, at, name) {
    const { seat, choice } = events[at];
    if (choice === undefined)
        return '';
    const text = events.slice(at).find((event) => event.seat === seat && event.text)?.text ?? '';
    const all = text.startsWith(`${name} `) ? text.slice(name.length + 1).replace(/[.!]$/, '') : '';
    const said = all.split(' ').length > WORDS ? all.replace(AND, '') : all;
    return said && said.length <= BUBBLE ? said : null;
}

function isReason(event) {
    return (event.kind === 'pay' || event.kind === 'points') && event.number !== 0;
}

/** What a hand brought: how it ended, and for each seat why it stands where it does. */
function settle(events, before, number) {
    const totals = {};
    for (const event of events)
        if (event.kind === 'total')
            totals[event.seat] = event.number;
    const least = Math.min(...Object.values(totals)); /* of a first hand that tells no points: not everybody begins with nothing */
    const told = events.filter((event) => event.kind !== 'total');
    const reasons = told.filter(isReason);
    const decided = told.findLastIndex((event) => event.kind === 'decide');
    const last = told.slice(Math.max(0, decided));
    const end = last.filter((event) => event.text && event.kind !== 'over');
    const head = end.findLast(isReason) ?? end.findLast(({ kind, number }) => kind === 'move' && number) ?? end.at(-1); /* a card may be points */
    const seats = Object.keys(totals).sort().map((seat) => {
        const mine = reasons.filter((event) => event.seat === seat || (event.kind === 'pay' && event.other === seat)).map((event) => reason(event, seat));
        const change = seat in before ? totals[seat] - before[seat] : reasons.length ? mine.reduce((sum, one) => sum + one.number, 0) : totals[seat] - least;
        return { seat, total: totals[seat], change, reasons: mine };
    });
    const scored = end.filter((event) => isReason(event) && event.kind === 'points');
    const partly = head?.kind === 'points' && seats.some(({ seat, change }) => seat === head.seat && change !== head.number);
    return {
        hand: number,
        headline: head?.text ?? '',
        whose: (head?.kind === 'pay' ? head.other : null) ?? head?.seat ?? null,
        events: last,
        shared: partly || new Set(scored.map(({ seat }) => seat)).size > 1, /* no one sentence says what the hand brought */
        story: end.map((event) => event.text),
        seats,
    };
}

function reason(event, seat) {
    const gains = event.kind === 'points' || event.other === seat;
    return { text: event.text, number: gains ? event.number : -event.number };
}

/** Everything that is known of the game that is on, kept up as entries come. */
export class Story {
    /** Entries of the game that is on: `begun` or `again`, and its steps. */
    #game = [];

    #lines = [];

    #read = 0;

    /** The list that was read so far. When a table is told anew, as in another language, it is another one. */
    #from = null;

    /** Each settled hand of this game, in order. */
    settled = [];

    /** The hand that is on, from its first event. */
    #open = [];

    #hand = 0;

    /** Of which hand the log tells, of which game; 0 before the first one. */
    #telling = { game: 0, hand: 0 };

    /** The log, newest last: {key, text, kind, seat, at, event, game, hand}: of which entry it is and which event, and of which hand of which game, from 1. */
    get lines() {
        return this.#lines;
    }

    /** Reads what is new. @param {Array<Object>} entries all of them */
    read(entries) {
        if (entries !== this.#from)
            this.#reset(entries);
        for (; this.#read < entries.length; this.#read++)
            this.#take(entries[this.#read]);
        return this;
    }

    #reset(from) {
        this.#from = from;
        this.#game = [];
        this.#lines = [];
        this.#read = 0;
        this.#telling = { game: 0, hand: 0 };
        this.#forget();
    }

    #forget() {
        this.settled = [];
        this.#open = [];
        this.#hand = 0;
    }

    #take(entry) {
        if (entry.kind === 'begun' || entry.kind === 'again') {
            this.#game = [];
            this.#telling = { game: this.#telling.game + 1, hand: 1 };
            this.#forget();
        }
        if (entry.kind === 'taken-back') {
            this.#backTo(entry.steps);
        } else if (entry.events) {
            this.#game.push(entry);
            this.#follow(entry.events);
        }
        this.#tell(entry);
    }

    /** The game goes on from an earlier moment: what came after it has not happened. */
    #backTo(steps) {
        let kept = 0;
        this.#game = this.#game.filter((entry) => entry.kind !== 'step' || kept++ < steps);
        this.#forget();
        this.#game.forEach((entry) => this.#follow(entry.events));
    }

    #follow(events) {
        for (let from = 0; from < events.length;) {
            const end = endOfTotals(events, from);
            this.#open.push(...events.slice(from, end < 0 ? events.length : end));
            this.#hand = this.#open.findLast((event) => event.kind === 'hand')?.number ?? this.#hand;
            if (end >= 0)
                this.#settle();
            from = end < 0 ? events.length : end;
        }
    }

    #settle() {
        const before = Object.fromEntries((this.settled.at(-1)?.seats ?? []).map(({ seat, total }) => [seat, total]));
        this.settled.push(settle(this.#open, before, this.#hand || this.settled.length + 1));
        this.#open = [];
    }

    #tell(entry) {
        if (entry.kind === 'said')
            return; /* the chat has it */
        if (!entry.events || !entry.events.length)
            this.#lines.push({ key: `${entry.entry}`, entry, kind: entry.kind, at: entry.entry, event: 0, ...this.#telling });
        for (const [i, event] of (entry.events ?? []).entries()) {
            if (event.kind === 'hand' && event.number)
                this.#telling = { ...this.#telling, hand: event.number };
            const last = this.#lines.at(-1), text = event.told ?? event.text; /* several may be one sentence */
            if (text && (last?.text !== text || last.hand !== this.#telling.hand)) /* what happens many times in a row is told once */
                this.#lines.push({ key: `${entry.entry}.${i}`, text, kind: event.kind, seat: event.seat, at: entry.entry, event: i, ...this.#telling });
        }
    }
}

/**
 * The scores after each hand, for a sheet and a graph.
 * @returns {Array<{hand: number, totals: Array<number>, changes: Array<number>}>}
 */
export function sheetOf(settled, players) {
    return settled.map(({ hand, seats }) => {
        const row = { hand, totals: Array(players).fill(0), changes: Array(players).fill(0) };
        for (const { seat, total, change } of seats) {
            row.totals[LETTERS.indexOf(seat)] = total;
            row.changes[LETTERS.indexOf(seat)] = change;
        }
        return row;
    });
}
