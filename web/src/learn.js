/** Learning a game: a guided hand with fixed cards (lang/texts/lesson), on the table where games are played. */
import { Reel } from './after/reel.js';
import { cover } from './art/cover.js';
import { catalogue, known, titleOf } from './catalogue.js';
import { engine } from './engine.js';
import { openTable } from './home.js';
import { printed } from './paper.js';
import { h } from './patch.js';
import { to, toTable } from './router.js';
import { facts, sentence, wishesFor } from './setup.js';
import { page as tablePage } from './table/table.js';
import { _, language } from './words.js';

const LEARNER = 'A';

/**
 * Where a lesson stops next: where something is said or to be decided, or at its end. Pure.
 * @param {Array<Object>} moments
 * @param {number} from
 */
export function nextStop(moments, from) {
    const at = moments.findIndex((moment, i) => i > from && (moment.says || moment.wants));
    return at < 0 ? moments.length - 1 : at;
}

/** Whoever learns a game while friends gather sees when it begins, and the way back. */
function backNode(context) {
    const { table } = context.sessionFor('server');
    if (!table?.now || !table.you)
        return null;
    const begun = table.now.stage === 'playing';
    return h('p', { key: 'back', class: 'back-to-table', role: 'status' }, begun ? _('The game has begun.') : _('Your table is waiting.'), ' ',
        h('a', { class: begun ? 'button main' : 'button', href: toTable('server', table.id, table.invitation) }, _('Back to the table')));
}

class Lesson {
    #context;
    #name;
    #reel = null;
    #page = null;
    #answer = '';
    #trouble = '';
    #gone = false;

    constructor(context, name) {
        this.#context = context;
        this.#name = name;
    }

    async enter() {
        try {
            await catalogue();
            const lesson = await engine.ask('lesson', { name: this.#name, language: language() });
            if (this.#gone)
                return;
            this.#begin(lesson);
        } catch (error) {
            this.#trouble = error.message;
        }
        this.#context.redraw();
    }

    leave() {
        this.#gone = true;
        this.#page?.leave();
    }

    #begin(lesson) {
        const { redraw, go, settings, announce } = this.#context;
        const rules = async () => (await engine.ask('game', { name: this.#name, language: language() })).rules;
        this.#reel = new Reel(lesson, LEARNER, { decide: (choice) => this.#decide(choice), rules });
        this.#reel.beside = (layout) => this.#teacher(layout.teacher);
        this.#page = tablePage({ redraw, go, settings, announce, sessionFor: () => this.#reel }, 'lesson', 'replay', '');
        this.#page.enter();
        this.#tell();
    }

    #again() {
        this.#page.leave();
        this.#answer = '';
        this.#begin(this.#reel.replay);
        this.#context.redraw();
        this.#focus();
    }

    /** The learner has decided: as the lesson goes, or not. */
    #decide(choice) {
        if (choice === this.#reel.moment.wants) {
            this.#goOn();
            return;
        }
        this.#answer = this.#reel.moment.answer ?? _('That is possible too; this lesson shows something else.');
        this.#context.announce(this.#answer);
        throw new Error(this.#answer);
    }

    #goOn() {
        this.#answer = '';
        this.#reel.goTo(nextStop(this.#reel.replay.moments, this.#reel.at), true);
        this.#tell();
        this.#context.redraw();
        this.#focus();
    }

    #tell() {
        if (this.#reel.moment.says)
            this.#context.announce(this.#reel.moment.says);
    }

    #focus() {
        requestAnimationFrame(() => document.querySelector('.teacher')?.focus({ preventScroll: true }));
    }

    key(event) {
        if (!this.#reel || event.defaultPrevented)
            return;
        const pressing = event.target.closest?.('input, select, textarea, button, a, summary');
        if (event.key === 'Enter' && !pressing && this.#canGoOn() && !document.querySelector('.settlement')) {
            event.preventDefault();
            this.#goOn();
        } else {
            this.#page.key(event);
        }
    }

    #canGoOn() {
        return !this.#reel.moment.wants && this.#reel.at < this.#reel.last;
    }

    title() {
        return _('Learn {game}', { game: titleOf(this.#name) });
    }

    view() {
        if (!this.#reel)
            return [h('h1', null, this.title()), this.#trouble ? this.#sorry() : h('p', null, _('One moment ...'))];
        return h('div', { key: 'lesson', class: 'lesson' }, backNode(this.#context), this.#page.view());
    }

    #sorry() {
        return [
            h('p', { class: 'trouble', role: 'alert' }, this.#trouble),
            h('div', { class: 'doors' },
                h('button', { key: 'again', type: 'button', class: 'main', onclick: () => this.#retry() }, _('Try again')),
                h('a', { key: 'others', class: 'button', href: to('learn') }, _('Other lessons'))),
        ];
    }

    #retry() {
        this.#trouble = '';
        this.#context.redraw();
        this.enter();
    }

    /** Somebody beside one who speaks, in a room of their own, so that cards and choices are free; while one only listens, in that of the question too. */
    #teacher({ left, top, width, height, whole }) {
        const { says = '', wants } = this.#reel.moment;
        const style = { left: `${left}px`, top: `${top}px`, width: `${width}px`, 'max-height': `${wants ? height : whole ?? height}px` };
        return h('div', { key: 'teacher', class: 'teacher', role: 'group', tabindex: '-1', 'aria-label': _('Lesson'), style },
            h('div', { key: 'says', class: 'says-lesson' }, (says || _('Decide as you like.')).split('\n').filter(Boolean)
                .map((line, i) => h('p', { key: i }, line))),
            this.#reel.at < this.#reel.last
                ? this.#canGoOn() && h('button', { key: 'on', type: 'button', class: 'main', onclick: () => this.#goOn() }, _('Go on'))
                : this.#end());
    }

    #end() {
        return h('div', { key: 'end', class: 'actions' },
            h('button', { key: 'play', type: 'button', class: 'main', onclick: () => this.#play() }, _('Play now')),
            h('button', { key: 'again', type: 'button', onclick: () => this.#again() }, _('Once more')),
            h('a', { key: 'others', class: 'button', href: to('learn') }, _('Other lessons')));
    }

    #play() {
        openTable(this.#context, wishesFor(known(this.#name))).catch((error) => {
            this.#trouble = error.message;
            this.#context.redraw();
        });
    }
}

/** All lessons. */
class Lessons {
    #context;
    #games = [];
    #printed = [];

    constructor(context) {
        this.#context = context;
    }

    async enter() {
        this.#games = await catalogue().catch(() => []);
        this.#context.redraw();
        this.#printed = await printed();
        this.#context.redraw();
    }

    title() {
        return _('Learn');
    }

    view() {
        const games = this.#games.filter((game) => game.name === game.game);
        return [
            h('h1', null, _('Learn')),
            h('p', null, _('A first hand of about two minutes, with somebody beside you who tells you what you see, what you may do, and what it costs.')),
            this.#printed.length > 0 && h('p', { key: 'paper' }, h('a', { href: to('paper') }, _('On paper: the deck, the rules and score sheets to print'))),
            backNode(this.#context),
            h('ul', { class: 'plain lessons' }, games.map((game) => h('li', { key: game.name, class: 'place' },
                h('span', { class: 'picture' }, cover(game)),
                h('div', { class: 'grow' }, h('h2', null, h('a', { href: to('learn', game.name) }, game.title)),
                    h('p', null, sentence(game.summary)), h('p', { class: 'quiet' }, facts(game)))))),
            h('p', { class: 'quiet' }, _('The games are by James Ernest and Paul Peterson, with Joshua Howard and Joe Kisenwether, Venture also by Daniel Solis; Melee, Medusa and Tournament are by Heinrich Glumpler. This page is unofficial.')),
        ];
    }
}

/**
 * @param {Object} context see main.js
 * @param {string} [name] of a game; all lessons without it
 */
export function page(context, name) {
    const shown = name ? new Lesson(context, name) : new Lessons(context);
    return {
        enter: () => shown.enter(), leave: () => shown.leave?.(), view: () => shown.view(), title: () => shown.title(), key: (event) => shown.key?.(event),
    };
}
