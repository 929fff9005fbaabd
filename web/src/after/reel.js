/**
 * A game that was played, shown at the table where games are played: it has what the table asks of a session
 * (session.js), fed from the moments of a replay or a lesson (wire/replayjson.h) instead of a connection.
 */

import { FACES } from '../art/faces.js';
import { OPPONENTS } from '../opponents.js';
import { _ } from '../words.js';

/** No record tells of faces: bots are known by their names, and everybody else has one by the seat. */
function faced(chair, i) {
    const bot = OPPONENTS.find(({ name }) => [name, _(name)].some((called) => `${chair.name} `.startsWith(`${called} `)));
    return { face: bot?.face ?? FACES[i % FACES.length], colour: i, ...chair };
}

/** Each moment as the entry that a live table would have told. */
function entryOf(moment, i) {
    return {
        entry: i + 1, at: 0, kind: i ? 'step' : 'begun', events: moment.events,
        ...(moment.seat !== undefined && { seat: moment.seat }),
    };
}

export class Reel {
    #listeners = new Map();
    #entries;

    /**
     * @param {Object} replay
     * @param {?string} you the seat that looks; null: nobody's
     * @param {Object} [lesson] if somebody learns here
     * @param {function(string)} lesson.decide hears of choices
     * @param {function(): Promise<Array>} lesson.rules of the game
     */
    constructor(replay, you, lesson = null) {
        this.replay = replay;
        this.lesson = lesson;
        this.beside = null; // what is shown beside the question, as a function
        this.state = 'open';
        this.#entries = replay.moments.map(entryOf);
        this.at = 0;
        this.table = {
            id: 'replay', invitation: '', you, entries: [], entry: 0, cutting: [], clocks: null, heardAt: 0, live: true, lost: '',
            reel: lesson ? 'lesson' : 'replay', // no house is behind it
            now: {
                game: replay.game, stage: 'playing', you,
                chairs: replay.chairs.map(faced).map((chair) => (lesson && chair.seat !== you ? { ...chair, kind: 'bot' } : chair)), // nobody else learns
                host: null, public: false, open: true,
                decision: 0, bank: 0,
            },
            view: null,
        };
        this.#show();
    }

    /** How many moments there are after the first. */
    get last() {
        return this.replay.moments.length - 1;
    }

    get moment() {
        return this.replay.moments[this.at];
    }

    #show() {
        const { view } = this.moment;
        const legal = this.lesson && this.moment.wants ? view.legal : [];
        this.table.entries = this.#entries.slice(0, this.at + 1);
        this.table.entry = this.table.seen = this.at + 1;
        this.table.view = { ...view, legal };
        this.table.now = { ...this.table.now, stage: view.over ? 'over' : 'playing' };
    }

    /**
     * Goes to a moment.
     * @param {number} moment
     * @param {boolean} [slowly] what happens until then is shown as it happens, if the moment is a later one
     * @returns {boolean} whether that is another one
     */
    goTo(moment, slowly = false) {
        const to = Math.max(0, Math.min(this.last, Math.round(moment) || 0));
        if (to === this.at)
            return false;
        const before = { now: this.table.now, view: this.table.view };
        const from = this.at;
        this.at = to;
        this.#show();
        const entries = to > from ? this.table.entries.slice(from + 1) : this.#again();
        this.#tell('news', { entries, before, caught: !slowly || to < from });
        this.#tell('change');
        return true;
    }

    /** What to tell after a way back: that, and all of this hand up to here, which says how everybody stands. */
    #again() {
        const begins = this.table.entries.findLastIndex(({ events }) => events.some(({ kind }) => kind === 'hand'));
        const back = { entry: this.at + 1, at: 0, kind: 'taken-back', steps: this.at };
        return [back, ...this.table.entries.slice(Math.max(0, begins))];
    }

    /** The next or the last moment before it at which somebody decides, or the game begins or ends. */
    decisionFrom(moment, way) {
        let at = moment + way;
        while (at > 0 && at < this.last && this.replay.moments[at].seat === undefined)
            at += way;
        return Math.max(0, Math.min(this.last, at));
    }

    on(kind, listener) {
        const all = this.#listeners.get(kind) ?? new Set();
        this.#listeners.set(kind, all.add(listener));
        return () => all.delete(listener);
    }

    #tell(kind, what) {
        for (const listener of this.#listeners.get(kind) ?? [])
            listener(what);
    }

    /** What a table asks of its house: how things are called and what choices mean; nothing else happens here. */
    async do(word, keys) {
        if (word === 'words')
            return this.replay.words;
        if (word === 'explain')
            return { choices: this.moment.choices ?? [] };
        if (word === 'rules' && this.lesson)
            return { rules: await this.lesson.rules() };
        if (word === 'decide' && this.lesson)
            this.lesson.decide(keys.choice);
        return {};
    }
}
