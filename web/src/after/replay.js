/** A game once more: moment by moment at the same table, as any seat saw it, with what looking back on it has found. */
import { engine } from '../engine.js';
import { h } from '../patch.js';
import { to, toTable } from '../router.js';
import { page as tablePage } from '../table/table.js';
import { _, language, moment as timeText } from '../words.js';
import { continueFrom } from './continue.js';
import { analysisView, decisionsOf, verdict } from './analysis.js';
import { download, loadGame } from './games.js';
import { checkProof, proofView } from './proof.js';
import { readHead } from './record.js';
import { Reel } from './reel.js';
import { chartWidth } from './width.js';

const OPEN = 'open';
/** Milliseconds from step to step while it plays by itself. */
const PACE = 1400;
const LEVEL = '3';

class Replay {
    #context;
    #where;
    #table;
    #number;
    #begin;
    #looks;
    #game = null;
    #head = null;
    #reel = null;
    #page = null;
    #analysis = null;
    #decisions = [];
    #looking = null; // part of the way of looking back, null: nobody has asked for it
    #proof = false;
    #found = null; // what came out when the proof was checked
    #trouble = '';
    #playing = 0;
    #copied = false;
    #gone = false;

    constructor(context, where, table, number, moment, looks) {
        this.#context = context;
        this.#where = where;
        this.#table = table;
        this.#number = number;
        this.#begin = Number(moment) || 0;
        this.#looks = looks || '';
    }

    async enter() {
        addEventListener('resize', this.#context.redraw);
        try {
            this.#game = await loadGame(this.#context, this.#where, this.#table, this.#number);
            if (!this.#game)
                throw new Error(_('There is no such game here.'));
            this.#number = String(this.#game.number);
            this.#head = readHead(this.#game.record);
            this.#looks ||= this.#game.you ?? OPEN;
            if (this.#head.steps)
                await this.#open(this.#begin);
        } catch (error) {
            this.#trouble = error.message;
        }
        this.#context.redraw();
    }

    leave() {
        this.#gone = true;
        removeEventListener('resize', this.#context.redraw);
        this.#pause();
        this.#page?.leave();
    }

    /** Shows the game as somebody saw it. */
    async #open(moment) {
        const looks = this.#looks;
        const replay = await engine.ask('replay', { record: this.#game.record, looks: looks === OPEN ? OPEN : looks, language: language() });
        if (this.#gone || looks !== this.#looks)
            return;
        this.#page?.leave();
        this.#reel = new Reel(replay, looks === OPEN ? null : looks);
        this.#reel.beside = () => this.#scrubber();
        this.#reel.goTo(moment);
        this.#page = tablePage({ ...this.#own(), sessionFor: () => this.#reel }, 'replay', 'replay', '');
        this.#page.enter();
        this.#judge();
        this.#context.redraw();
    }

    /** The context of the table, which must not be copied: its properties are made anew each time. */
    #own() {
        const { redraw, go, settings, announce } = this.#context;
        return { redraw, go, settings, announce };
    }

    title() {
        return _('Replay');
    }

    /* --- Moving --- */

    #goTo = (moment, slowly = false) => {
        if (!this.#reel.goTo(moment, slowly))
            return;
        const { at } = this.#reel;
        history.replaceState(null, '', this.#address(at));
        this.#context.redraw();
    };

    #address(at) {
        return to('replay', this.#where, this.#table, this.#number, String(at), this.#looks);
    }

    #step(by) {
        this.#goTo(this.#reel.at + by, by === 1);
    }

    #play() {
        this.#playing = setInterval(() => {
            this.#step(1);
            if (this.#reel.at === this.#reel.last)
                this.#pause();
        }, PACE);
        this.#context.redraw();
    }

    #pause() {
        clearInterval(this.#playing);
        this.#playing = 0;
        this.#context.redraw();
    }

    key(event) {
        if (!this.#reel || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea, button, summary'))
            return;
        const moves = {
            ArrowLeft: () => this.#step(-1), ArrowRight: () => this.#step(1), Home: () => this.#goTo(0), End: () => this.#goTo(this.#reel.last),
            PageUp: () => this.#goTo(this.#reel.decisionFrom(this.#reel.at, -1)),
            PageDown: () => this.#goTo(this.#reel.decisionFrom(this.#reel.at, 1)),
        };
        if (moves[event.key]) {
            event.preventDefault();
            moves[event.key]();
        } else {
            this.#page.key(event);
        }
    }

    /* --- Looking back --- */

    async #lookBack() {
        this.#looking = 0;
        this.#context.redraw();
        try {
            this.#analysis = await engine.ask('analysis', {
                record: this.#game.record, language: language(), progress: (part) => {
                    this.#looking = part;
                    this.#context.redraw();
                },
            });
            this.#judge();
            this.#context.announce(_('The analysis is there.'));
        } catch (error) {
            this.#trouble = error.message;
        }
        this.#looking = null;
        this.#context.redraw();
    }

    #judge() {
        if (this.#analysis && this.#reel)
            this.#decisions = decisionsOf(this.#analysis, this.#reel.replay);
    }

    /* --- What can be done with it --- */

    async #continue() {
        try {
            const table = await continueFrom(engine, {
                record: this.#game.record, steps: this.#reel.at, seat: this.#seat(), level: LEVEL,
                person: this.#context.settings.name || _('Guest'), token: this.#context.settings.token, language: language(),
            });
            this.#context.go(toTable('local', table));
        } catch (error) {
            this.#trouble = error.message;
            this.#context.redraw();
        }
    }

    /** Whose place one takes: the seat one looks from, the own one, or whoever decides next. */
    #seat() {
        if (this.#looks !== OPEN)
            return this.#looks;
        return this.#game.you ?? this.#reel.table.view.to_act[0] ?? 'A';
    }

    async #copy() {
        const address = new URL(this.#address(this.#reel.at), location.href).href;
        this.#copied = await navigator.clipboard.writeText(address).then(() => true, () => false);
        if (!this.#copied)
            this.#trouble = _('The link could not be copied; it stands in the address bar.');
        this.#context.announce(this.#copied ? _('The link is copied.') : this.#trouble);
        this.#context.redraw();
    }

    #rematch() {
        const { game, players, options } = this.#head;
        const chairs = Array.from({ length: players }, (nothing, i) => {
            const seat = String.fromCharCode(65 + i);
            return seat === (this.#game.you ?? 'A') ? 'you' : this.#head.bots[seat] ?? LEVEL;
        });
        const session = this.#context.sessionFor(this.#where);
        session.do('create', { game, options, chairs, open: true, name: this.#context.settings.name || _('Guest') })
            .then(({ table }) => session.do('begin').then(() => this.#context.go(toTable(this.#where, table))))
            .catch((error) => {
                this.#trouble = error.message;
                this.#context.redraw();
            });
    }

    /* --- Drawing --- */

    view() {
        return h('div', { key: 'replay', class: 'replay' },
            this.#trouble && h('p', { class: 'trouble', role: 'alert' }, this.#trouble),
            this.#reel ? this.#page.view() : this.#closed(),
            this.#game && this.#actions(),
            this.#proof && proofView(this.#found),
            this.#analysis && this.#reel && this.#analysisNode());
    }

    #closed() {
        if (this.#game && !this.#head.steps)
            return [h('h1', null, _('The cards of this game stay closed')), h('p', null,
                _('At this table not everybody may see all cards once a game is over. Here is the proof of those that you have seen.'))];
        return this.#trouble ? h('h1', null, _('Replay')) : h('p', { class: 'wait' }, _('One moment ...'));
    }

    #scrubber() {
        const { at, last } = this.#reel;
        const told = this.#reel.moment.events.map((event) => event.text).filter(Boolean).at(-1) ?? '';
        const button = (key, sign, label, act, off) => h('button', {
            key, type: 'button', 'aria-label': label, title: label, 'aria-disabled': off ? 'true' : null, onclick: () => !off && act(),
        }, h('span', { 'aria-hidden': 'true' }, sign));
        return h('section', { key: 'scrubber', class: 'scrubber', 'aria-label': _('Moments of the game') },
            h('input', {
                type: 'range', min: 0, max: last, step: 1, value: String(at), 'aria-label': _('Moment'),
                'aria-valuetext': _('Moment {at} of {last}. {told}', { at, last, told }),
                oninput: (event) => this.#goTo(Number(event.target.value)),
            }),
            h('div', { class: 'scrubber-buttons' },
                button('first', '|◀', _('To the beginning'), () => this.#goTo(0), at === 0),
                button('before', '◁', _('Previous moment'), () => this.#step(-1), at === 0),
                this.#playing ? button('pause', '❚❚', _('Stop'), () => this.#pause()) : button('play', '▶', _('Play'), () => this.#play(), at === last),
                button('next', '▷', _('Next moment'), () => this.#step(1), at === last),
                button('last', '▶|', _('To the end'), () => this.#goTo(last), at === last),
                h('span', { class: 'moment' }, _('Moment {at} of {last}', { at, last })),
                this.#looksNode()),
            this.#decisions.length ? h('p', { class: 'verdict', role: 'status' }, verdict(this.#decisions, at)) : null);
    }

    #looksNode() {
        const { chairs, hidden } = this.#reel.replay;
        if (!hidden)
            return null;
        return h('label', null, _('Seen by'), ' ', h('select', {
            value: this.#looks, onchange: (event) => {
                this.#looks = event.target.value;
                this.#open(this.#reel.at).then(() => history.replaceState(null, '', this.#address(this.#reel.at)));
            },
        }, h('option', { key: OPEN, value: OPEN }, _('all cards open')),
        chairs.map(({ seat, name }) => h('option', { key: seat, value: seat }, name))));
    }

    #actions() {
        const able = Boolean(this.#reel);
        const action = (key, words, act, props) => h('button', { key, type: 'button', onclick: act, ...props }, words);
        const over = able && this.#reel.moment.view.over;
        return h('section', { key: 'actions', class: 'actions', 'aria-label': _('This game') },
            this.#game.ended > 0 && h('p', { class: 'quiet' }, _('Played {when}', { when: timeText(this.#game.ended) })),
            able && !over && action('continue', _('Continue from here against bots'), () => this.#continue(), { class: 'main' }),
            able && !this.#analysis && action('look', this.#looking === null ? _('Luck and play')
                : _('Looking back ... {percent} %', { percent: Math.floor(100 * this.#looking) }), () => this.#looking === null && this.#lookBack(),
            { 'aria-disabled': this.#looking === null ? null : 'true' }),
            able && action('copy', this.#copied ? _('Copied') : _('Copy the link to this moment'), () => this.#copy()),
            action('download', _('Download the record'), () => download(`${this.#head.game}-${this.#table}-${this.#number}.pairs`, this.#game.record)),
            this.#head.proof && action('verify', _('Verify the deal'), () => {
                this.#proof = !this.#proof;
                this.#context.redraw();
                this.#check();
            }, { 'aria-expanded': String(this.#proof) }),
            able && action('rematch', _('Play again'), () => this.#rematch()),
            h('a', { key: 'history', class: 'button', href: '#/history' }, _('Your games')));
    }

    /** The proof, once. */
    async #check() {
        if (!this.#proof || this.#found)
            return;
        this.#found = await checkProof(this.#game.record, this.#head.names, this.#context.sessionFor(this.#where).key);
        this.#context.redraw();
    }

    #analysisNode() {
        return analysisView({
            analysis: this.#analysis, replay: this.#reel.replay, names: this.#reel.replay.chairs.map(({ name }) => name),
            at: this.#reel.at, goTo: this.#goTo, width: chartWidth(),
        });
    }
}

/**
 * @param {Object} context see main.js
 * @param {string} where `local` or `server`
 * @param {string} table
 * @param {string} number of the game
 * @param {string} [moment]
 * @param {string} [looks] a seat, or `open`
 */
export function page(context, where, table, number, moment, looks) {
    const replay = new Replay(context, where, table, number, moment, looks);
    return {
        enter: () => replay.enter(), leave: () => replay.leave(), view: () => replay.view(), title: () => replay.title(),
        key: (event) => replay.key(event),
    };
}
