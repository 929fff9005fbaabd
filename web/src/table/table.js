/** The page of a table: one renderer for every game, of views and events alone. */

import { h } from '../patch.js';
import { known } from '../catalogue.js';
import { _ } from '../words.js';
import { Choices } from './choices.js';
import { drawCards } from './card.js';
import { dismiss, notify, titleOf } from './notice.js';
import { Hint } from './hint.js';
import { handText, listSeats, namesOf } from './names.js';
import { measure, play as fly } from './motion.js';
import { middleNode } from './zones.js';
import { panelButtons, panelNode, partsOf } from './panel.js';
import { play as sound } from './sound.js';
import { roomNode } from './room.js';
import { seatNode } from './seats.js';
import { seatsAround } from './places.js';
import { settlementNode } from './score.js';
import { speaker } from './log.js';
import { Stage } from './stage.js';
import { Story } from './story.js';
import { to } from '../router.js';

const NO_WORDS = { title: '', rounds: false, low_wins: false, stack: 0, zones: {}, labels: {}, verbs: [] };

/** Below this the others sit side by side above the middle, not around it. */
const NARROW = '(max-width: 759px)';
const WIDE = '(min-width: 1180px)';

const FLIGHTS = { slow: 1.4, normal: 1, fast: 0.5, off: 0 };

class TablePage {
    #context;
    #session;
    #where;
    #id;
    #invitation;
    #stage;
    #choices;
    #hint;
    #story = new Story();
    #words = NO_WORDS;
    #wordsFor = '';
    #explained = { entry: -1, told: null }; /* the moment whose choices were asked about, and when they are known */
    #sent = -1;
    #trouble = '';
    #own = { panel: null, rules: null, rulesFor: '', allLog: false, bot: '3', swap: null, copied: false, leaving: false };
    #gained = {};
    #gainedAt = 0;
    #seen = 0; /* what was said up to here was seen */
    #wasYours = false;
    #timer = 0;
    #off = [];
    #narrow = matchMedia(NARROW);

    constructor(context, where, id, invitation) {
        this.#context = context;
        this.#session = context.sessionFor(where);
        this.#where = where;
        this.#id = id;
        this.#invitation = invitation;
        this.#own.panel = matchMedia(WIDE).matches ? 'log' : null;
        this.#stage = new Stage({
            table: () => this.#session.table,
            shown: (step, motions) => this.#shown(step, motions),
            passed: (steps) => steps.forEach((step) => this.#announce(step)),
            settled: () => this.#context.redraw(),
            speed: () => this.#context.settings.speed,
        });
        this.#hint = new Hint({
            ask: () => this.#act('hint', {}),
            redraw: context.redraw,
            announce: (text) => context.announce(text),
            entry: () => this.#session.table.entry,
        });
        this.#choices = new Choices({
            decide: (choice) => this.#decide(choice),
            redraw: context.redraw,
            alone: () => this.#session.table.now.chairs.filter((chair) => chair.kind === 'person').length < 2,
            confirm: () => context.settings.confirm,
            name: (seat) => namesOf(this.#session.table.now)[seat],
        });
    }

    enter() {
        drawCards();
        this.#off = [
            this.#session.on('news', (news) => this.#news(news)),
            listen(this.#narrow, 'change', this.#context.redraw),
            listen(document, 'visibilitychange', () => !document.hidden && dismiss()),
        ];
        this.#timer = setInterval(() => this.#session.table?.clocks && this.#context.redraw(), 500);
        if (this.#session.table?.id !== this.#id)
            this.#session.enter(this.#id, this.#invitation).catch(() => {});
        else if (this.#session.table.live)
            this.#catchUp();
    }

    leave() {
        this.#off.forEach((off) => off());
        clearInterval(this.#timer);
        this.#stage.clear();
    }

    title() {
        return titleOf(this.#words.title || _('Pairs'), this.#yours());
    }

    /** Whether all is shown that has happened, and nothing that was decided is on its way. */
    settled() {
        return !this.#stage.behind && this.#sent < 0;
    }

    /* --- News --- */

    #news({ entries, caught }) {
        const { table } = this.#session;
        if (!table.live)
            return; /* more is to come */
        this.#story.read(table.entries);
        this.#askWords();
        if (this.#sent >= 0 && table.entry > this.#sent)
            this.#sent = -1;
        this.#hearPeople(entries, caught);
        this.#explain();
        if (table.view)
            this.#stage.take(entries, caught);
    }

    /** The page was opened at a table that is known already. */
    #catchUp() {
        const { table } = this.#session;
        this.#story.read(table.entries);
        this.#askWords();
        this.#explain();
        if (table.view)
            this.#stage.take([], true);
    }

    #hearPeople(entries, caught) {
        if (caught)
            return;
        const names = namesOf(this.#session.table.now);
        for (const entry of entries)
            if (entry.kind === 'said' && entry.seat !== this.#session.table.you)
                this.#context.announce(_('{name} says: {text}', { name: speaker(entry, names), text: entry.text }));
    }

    /** A step is about to be drawn; null: all is as it is told. */
    #shown(step, motions) {
        const root = document.querySelector('.table');
        const still = this.#context.settings.still;
        const moving = root && motions.length && !still ? measure(root, motions) : []; /* before anything is written */
        if (step)
            this.#announce(step);
        this.#count(step);
        this.#context.redraw();
        if (moving.length)
            requestAnimationFrame(() => fly(root, root.querySelector('.flying'), moving, FLIGHTS[this.#context.settings.speed] ?? 1));
        if (motions.length)
            sound(motions.some(({ kind }) => kind === 'chips') ? 'chip' : 'card', this.#context.settings);
        if (!step)
            this.#arrived();
    }

    /** What the step brought each seat, for a moment beside its score. */
    #count(step) {
        if (!step)
            return;
        this.#gained = {};
        this.#gainedAt++;
        const add = (seat, by) => { if (seat) this.#gained[seat] = (this.#gained[seat] ?? 0) + by; };
        for (const event of step.events) {
            if (event.kind === 'points')
                add(event.seat, event.number);
            if (event.kind === 'pay') {
                add(event.seat, -event.number);
                add(event.other, event.number);
            }
        }
    }

    #announce(step) {
        const { verbosity } = this.#context.settings;
        const told = step.events.filter((event) => event.text && !(event.kind === 'total' && verbosity !== 'full')).map((event) => event.text);
        if (verbosity === 'terse' && !step.settles)
            return;
        const words = step.deals && verbosity !== 'full' ? told.filter((text) => !told.some((other) => other !== text && other.startsWith(text))) : told;
        if (words.length)
            this.#context.announce([...new Set(words)].join(' '));
    }

    /** Everything is shown: it may be one's turn now. */
    #arrived() {
        const { table } = this.#session;
        const yours = this.#yours();
        if (yours && !this.#wasYours) {
            notify(this.#words.title, this.#context.settings);
            sound('turn', this.#context.settings);
            if (this.#narrow.matches)
                document.querySelector('.seat.own')?.scrollIntoView({ block: 'nearest' });
            this.#explain().then(() => this.#yours()
                && this.#context.announce(_('It is your turn. {question} {choices}', { question: this.#choices.words, choices: this.#choices.spoken })));
        }
        if (table.view?.over && this.#wasYours !== null) {
            sound('end', this.#context.settings);
            this.#context.announce(this.#result());
        }
        this.#wasYours = table.view?.over ? null : yours;
    }

    #yours() {
        return Boolean(this.#session.table?.view?.legal.length) && !this.#stage.behind;
    }

    /* --- Questions to the house --- */

    #askWords() {
        const { table } = this.#session;
        const what = JSON.stringify([table.now.game, document.documentElement.lang]);
        if (what === this.#wordsFor)
            return;
        this.#wordsFor = what;
        this.#session.do('words').then((words) => {
            this.#words = words;
            this.#context.redraw();
        }, (error) => {
            this.#wordsFor = '';
            this.#tell(error);
        });
    }

    /** Asks what the choices mean, once for each moment: before they are shown, so that they are called so when they are. */
    #explain() {
        const { entry, view } = this.#session.table;
        if (this.#explained.entry !== entry && view?.legal.length)
            this.#explained = { entry, told: this.#learn(entry) };
        return this.#explained.told;
    }

    async #learn(entry) {
        try {
            const { choices } = await this.#session.do('explain');
            this.#choices.explain(choices, entry);
            this.#offer();
            this.#context.redraw();
        } catch (error) {
            this.#tell(error);
        }
    }

    #askRules() {
        const what = this.#wordsFor;
        if (this.#own.rulesFor === what)
            return;
        this.#own.rulesFor = what;
        this.#session.do('rules').then(({ rules }) => {
            this.#own.rules = rules;
            this.#context.redraw();
        }, (error) => this.#tell(error));
    }

    #tell(error) {
        this.#trouble = error.message;
        this.#context.redraw();
    }

    #act = async (word, keys) => {
        this.#trouble = '';
        try {
            return await this.#session.do(word, keys);
        } catch (error) {
            this.#tell(error);
            throw error;
        } finally {
            this.#context.redraw();
        }
    };

    /** For buttons, where the sentence about what went wrong is enough. */
    #try = (word, keys) => {
        const done = this.#act(word, keys);
        done.catch(() => {});
        return done;
    };

    #decide(choice) {
        const { table } = this.#session;
        if (this.#sent >= 0 || !table.live)
            return;
        this.#sent = table.entry;
        this.#holdFocus();
        this.#act('decide', { choice, after: table.entry }).catch(() => {
            this.#sent = -1;
            this.#choices.again();
        });
        this.#context.redraw();
    }

    /** The button that was pressed goes: the question around it keeps the focus. */
    #holdFocus() {
        const active = document.activeElement;
        if (!active || active === document.body || active.closest('.table .felt, .prompt'))
            document.querySelector('.prompt')?.focus({ preventScroll: true });
    }

    /* --- Keys --- */

    key(event) {
        const { target } = event;
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest?.('input, select, textarea'))
            return;
        if (this.#takeKey(event))
            event.preventDefault();
    }

    #takeKey(event) {
        const pressing = event.target.closest?.('button, a, summary, [role=region], .scroll');
        if (this.#stage.settling && (event.key === 'Escape' || (event.key === 'Enter' && !pressing))) {
            this.#stage.goOn();
            return true;
        }
        if (event.key === ' ' && !pressing && this.#stage.behind && !this.#stage.settling) {
            this.#stage.skip();
            return true;
        }
        if (event.key === 'Escape' && this.#own.panel && this.#choices.back() === false) {
            this.#open(null);
            return true;
        }
        if (event.key.length > 1 ? event.key !== 'Escape' && event.key !== 'Backspace' : !this.#context.settings.shortcuts)
            return false;
        return (this.#yours() && this.#sent < 0 && this.#choices.key(event)) || this.#letter(event.key);
    }

    #letter(key) {
        const part = partsOf(this.#session.table).find(([, , letter]) => letter === key);
        if (part)
            this.#open(this.#own.panel === part[0] ? null : part[0], true);
        else if (key === 'h' && this.#yours() && this.#session.table.now.hints)
            this.#hint.want();
        else if (key === 'u' && this.#canTakeBack())
            this.#try('take-back', {});
        else
            return false;
        return true;
    }

    /* --- Drawing --- */

    #scene() {
        const { table } = this.#session;
        const yours = this.#yours() && table.live && this.#sent < 0;
        const view = this.#stage.view ?? table.view;
        return {
            table, now: table.now, view, you: table.you, words: this.#words, names: namesOf(table.now), stage: this.#stage, story: this.#story,
            narrow: this.#narrow.matches, settings: this.#context.settings, redraw: this.#context.redraw, local: this.#where === 'local',
            gained: this.#gained, gainedAt: this.#gainedAt,
            offeredTo: (owner) => (yours && this.#choices.concern(owner, view.zones) ? this.#choices.state : ''),
            clockOf: (seat) => this.#clockOf(seat),
            takeCard: yours ? (zone) => this.#choices.takeCard(zone, view.zones, table.you) : null,
            takeSeat: yours ? (seat) => this.#choices.takeSeat(seat) : null,
        };
    }

    #clockOf(seat) {
        const { clocks, heardAt } = this.#session.table;
        if (!clocks || clocks[seat] === undefined)
            return null;
        return Math.max(0, Math.ceil((clocks[seat] - (performance.now() - heardAt)) / 1000));
    }

    #offer() {
        const { table } = this.#session;
        this.#choices.offer(this.#yours() ? table.view.legal : [], this.#words.verbs, table.entry);
    }

    view() {
        const { table } = this.#session;
        if (table?.lost)
            return h('div', { class: 'lost' }, h('p', { role: 'alert' }, table.lost), h('a', { href: '#/' }, _('To all games')));
        if (!table?.now)
            return h('p', { class: 'wait' }, _('One moment ...'));
        this.#offer();
        const scene = this.#scene();
        return h('div', { key: 'table', class: `table${this.#own.panel ? ' beside' : ''}${table.live ? '' : ' stale'}${scene.narrow ? ' narrow' : ''}` },
            h('div', { key: 'flying', class: 'flying', 'aria-hidden': 'true', opaque: true }),
            this.#bar(scene),
            h('div', { key: 'play', class: 'play' },
                scene.view ? [this.#felt(scene), this.#prompt(scene)] : roomNode(scene, this.#try, this.#own),
                scene.view ? null : this.#troubleNode()),
            panelNode(scene, this.#own, this.#act, () => this.#open(null)));
    }

    #bar(scene) {
        const { view, words, table } = scene;
        return h('div', { key: 'bar', class: 'bar' },
            h('a', { key: 'home', class: 'home', href: '#/', 'aria-label': _('To all games') }, '‹'),
            h('h1', null, words.title || known(scene.now.game.name)?.title, view && !view.over ? h('small', null, handText(words, view.hand)) : null),
            h('div', { class: 'bar-buttons', role: 'group', 'aria-label': _('Beside the table') },
                panelButtons(table, this.#own, (part) => this.#open(part, true), this.#unread(table))),
            scene.now.hints && table.you !== null && view && !table.reel && this.#hint.button(this.#yours()),
            table.you !== null && view && !table.reel && h('button', {
                key: 'undo', type: 'button', class: 'quiet', 'aria-keyshortcuts': 'u', 'aria-disabled': this.#canTakeBack() ? null : 'true',
                onclick: () => this.#canTakeBack() && this.#try('take-back', {}),
            }, _('Take back')));
    }

    #unread(table) {
        if (this.#own.panel === 'chat')
            this.#seen = table.entry;
        const { entries } = table;
        let unread = 0;
        for (let i = entries.length - 1; i >= 0 && entries[i].entry > this.#seen; i--)
            unread += entries[i].kind === 'said' && entries[i].seat !== table.you ? 1 : 0;
        return unread;
    }

    #canTakeBack() {
        const { table } = this.#session;
        return table.live && !table.reel && table.now.stage !== 'waiting' && table.you !== null
            && table.entries.some((entry) => entry.kind === 'step' && entry.events?.some((event) => event.kind === 'decide' && event.seat === table.you));
    }

    #open(part, focus) {
        this.#own.panel = part;
        if (part === 'rules')
            this.#askRules();
        if (part === 'chat')
            this.#seen = this.#session.table.entry;
        this.#context.redraw();
        if (focus || part === null)
            requestAnimationFrame(() => document.querySelector(part ? '#panel' : '.prompt')?.focus({ preventScroll: true }));
    }

    #felt(scene) {
        const { left, top, right } = seatsAround(scene.you, scene.now.game.players);
        const seats = (some) => some.map((seat) => seatNode(scene, seat));
        const around = scene.narrow
            ? [h('div', { key: 'top', class: 'side across' }, seats([...left.toReversed(), ...top, ...right]))]
            : [h('div', { key: 'left', class: 'side left' }, seats(left)), h('div', { key: 'top', class: 'side across' }, seats(top)),
                h('div', { key: 'right', class: 'side right' }, seats(right))];
        const settled = this.#stage.settling ? this.#lastSettled() : null;
        return h('div', { key: 'felt', class: `felt others-${left.length + top.length + right.length}` }, around, middleNode(scene),
            scene.you !== null ? h('div', { key: 'own', class: 'side bottom' }, seatNode(scene, scene.you)) : null,
            settled && settlementNode(scene, settled, () => { this.#stage.goOn(); this.#focusPrompt(); }));
    }

    /** Of all hands that are settled by now, the one that is shown: later ones wait in the queue. */
    #lastSettled() {
        const { hand } = this.#stage.view;
        return this.#story.settled.find((one) => one.hand === hand) ?? this.#story.settled.at(-1);
    }

    #focusPrompt() {
        requestAnimationFrame(() => document.querySelector('.prompt')?.focus({ preventScroll: true }));
    }

    #prompt(scene) {
        const yours = this.#yours();
        return h('section', { key: 'prompt', class: `prompt${yours ? ' yours' : ''}`, tabindex: '-1', 'aria-labelledby': 'question' },
            h('p', { key: 'told', class: 'just' }, scene.stage.told.join(' ')),
            h('h2', { key: 'question', id: 'question' }, yours ? this.#choices.words : this.#status(scene)),
            this.#troubleNode(),
            this.#asksBack(scene),
            this.#session.beside?.(),
            yours ? this.#choices.node(this.#sent >= 0 || !scene.table.live, scene.view.zones, scene.you) : this.#meanwhile(scene),
            yours ? this.#hint.node() : null);
    }

    #troubleNode() {
        return this.#trouble ? h('p', { key: 'trouble', class: 'trouble', role: 'alert' }, this.#trouble) : null;
    }

    /** Whose turn it is, or what else is waited for. */
    #status(scene) {
        const { view, names, you, table, stage } = scene;
        if (view.over && !stage.behind)
            return this.#result();
        const waits = stage.behind ? view.to_act : table.view.to_act;
        if (table.cutting.length && !stage.behind)
            return _('The cards are being cut.');
        if (!waits.length)
            return stage.settling ? _('The hand is over.') : _('The game goes on ...');
        if (waits.length === 1)
            return waits[0] === you ? _('It is your turn.') : _('{name} is to decide.', { name: names[waits[0]] });
        return _('Waiting for the choices of {names}.', { names: listSeats(names, waits, you) });
    }

    #result() {
        const { table } = this.#session;
        const names = namesOf(table.now);
        const { winners, losers } = table.view;
        if (winners.length)
            return _('The game is over. Won: {names}.', { names: listSeats(names, winners, table.you) });
        return losers.length ? _('The game is over. Lost: {names}.', { names: listSeats(names, losers, table.you) }) : _('The game is over.');
    }

    /** What can be done while nobody asks you. */
    #meanwhile(scene) {
        const { now, you, view, stage, table } = scene;
        if (view.over && !stage.behind)
            return table.reel ? null : h('div', { key: 'after', class: 'choices' }, h('div', { class: 'buttons' },
                now.host === you && you !== null && h('button', { key: 'again', type: 'button', class: 'choice', onclick: () => this.#try('begin', {}) }, _('Play again')),
                h('button', { key: 'scores', type: 'button', class: 'choice', onclick: () => this.#open('scores', true) }, _('Scores')),
                h('a', { key: 'replay', class: 'choice', href: to('replay', this.#where, this.#id, 'last') }, _('Replay and analysis')),
                h('a', { key: 'home', class: 'choice', href: '#/' }, _('To all games'))));
        return stage.behind && !stage.settling
            ? h('button', { key: 'skip', type: 'button', class: 'quiet', onclick: () => this.#stage.skip() }, _('Skip')) : null;
    }

    /** Somebody wants a decision back, and all who play have to agree. */
    #asksBack({ table, names, you }) {
        const asked = table.entries.findLast((entry) => entry.kind === 'asked' || entry.kind === 'step' || entry.kind === 'taken-back');
        if (asked?.kind !== 'asked' || you === null)
            return null;
        return h('p', { key: 'asked', class: 'asked' }, _('{name} wants a decision taken back.', { name: names[asked.seat] }), ' ',
            asked.seat !== you && h('button', { type: 'button', onclick: () => this.#try('take-back', {}) }, _('Agree')));
    }
}

function listen(target, kind, listener, capture = false) {
    target.addEventListener(kind, listener, capture);
    return () => target.removeEventListener(kind, listener, capture);
}

/**
 * @param {Object} context see main.js
 * @param {string} where `server` or `local`
 * @param {string} id
 * @param {string} invitation
 */
export function page(context, where, id, invitation) {
    const table = new TablePage(context, where, id, invitation);
    return {
        enter: () => table.enter(), leave: () => table.leave(), view: () => table.view(), title: () => table.title(), key: (event) => table.key(event),
        settled: () => table.settled(),
    };
}
