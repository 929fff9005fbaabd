/** The page of a table: one renderer for every game, of views and events alone. */

import { h } from '../patch.js';
import { known } from '../catalogue.js';
import { _ } from '../words.js';
import { Choices } from './choices.js';
import { cover } from '../back.js';
import { drawCards } from '../art/card.js';
import { emote } from '../art/emote.js';
import { answeredAtTheTable } from './decisions.js';
import { dismiss, notify, titleOf } from './notice.js';
import { Ending } from './ending.js';
import { Hint } from './hint.js';
import { briefNames, briefly, handText, listSeats, namesOf } from './names.js';
import { measure, play as fly } from './motion.js';
import { boxStyle, middleNode } from './zones.js';
import { panelButtons, panelNode, partsOf } from './panel.js';
import { play as sound } from '../art/sound.js';
import { roomNode } from './room.js';
import { toTable } from '../router.js';
import { seatNode } from './seats.js';
import { othersInTurn } from './places.js';
import { endNode, endWords, feltAt, settlementNode } from './result.js';
import { heldAt, lettersIn, placesAt, solve } from './layout.js';
import { speaker } from './log.js';
import { Stage } from './stage.js';
import { Story } from './story.js';
import { emotesNode, Talk } from './talk.js';
import { hasTips, tipsNode } from './tips.js';

const NO_WORDS = { title: '', goal: '', target: 0, rounds: false, low_wins: false, dealer: '', stack: 0, unit: ['', ''], zones: {}, lies: {}, labels: {}, counts: {}, verbs: [] };

const SPEEDS = ['slow', 'normal', 'fast', 'off'];

/** About what a letter of the question takes on a phone. */
const LETTER = 8.2;

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
    #explained = { seen: -1, told: null }; /* the moment whose choices were asked about, and when they are known */
    #sent = -1;
    #tipped = 0; /* in which hand tips were given: their room stays until it is over, so that nothing moves */
    #trouble = '';
    #own = { panel: null, rules: null, rulesFor: '', opened: new Set(), emotes: false, bot: '3', swap: null, copied: false, leaving: false, how: false };
    #layout = { key: '', what: '', held: null, solved: null };
    #talk;
    #ending;
    #gained = {};
    #gainedAt = 0;
    #seen = 0; /* what was said up to here was seen */
    #wasYours = false;
    #timer = 0;
    #off = [];

    constructor(context, where, id, invitation) {
        this.#context = context;
        this.#session = context.sessionFor(where);
        this.#where = where;
        this.#id = id;
        this.#invitation = invitation;
        this.#stage = new Stage({
            table: () => this.#session.table,
            shown: (step, motions) => this.#shown(step, motions),
            passed: (steps) => steps.forEach((step) => this.#announce(step)),
            settled: () => this.#settledNow(),
            speed: () => this.#context.settings.speed,
        });
        this.#hint = new Hint({
            ask: () => this.#act('hint', {}),
            redraw: context.redraw,
            announce: (text) => context.announce(text),
            entry: () => this.#session.table.seen,
        });
        this.#talk = new Talk(context.redraw);
        this.#ending = new Ending({ context, where, id, act: this.#try });
        this.#choices = new Choices({
            decide: (choice) => this.#decide(choice),
            takeBack: () => this.#takeBack(),
            redraw: context.redraw,
            alone: () => this.#alone(),
            tells: (figure) => !figure.includes('%') || this.#showsOdds(),
            confirm: () => context.settings.confirm,
            name: (seat) => namesOf(this.#session.table.now)[seat],
            fit: (words) => this.#fit(words),
        });
    }

    enter() {
        drawCards();
        this.#off = [
            this.#session.on('news', (news) => this.#news(news)),
            this.#session.on('typing', (seats) => this.#talk.typing(seats)),
            this.#session.on('state', () => this.#session.state === 'lost' && this.#holdFocus()),
            this.#context.settings.on(() => this.#introduce()),
            listen(window, 'resize', this.#context.redraw),
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
        this.#talk.clear();
        this.#ending.clear();
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
        this.#invite();
        if (this.#sent >= 0 && table.seen > this.#sent)
            this.#sent = -1;
        this.#hearPeople(entries, caught);
        this.#explain();
        if (table.view)
            this.#stage.take(entries, caught);
    }

    /** Before a game whoever is sent the address of the page can come. */
    #invite() {
        const { id, invitation, now } = this.#session.table;
        if (this.#where === 'server' && invitation && now.stage === 'waiting')
            history.replaceState(null, '', toTable('server', id, invitation));
    }

    /** The page was opened at a table that is known already. */
    #catchUp() {
        const { table } = this.#session;
        this.#story.read(table.entries);
        this.#askWords();
        this.#invite();
        this.#explain();
        if (table.view)
            this.#stage.take([], true);
    }

    #hearPeople(entries, caught) {
        if (caught)
            return;
        const names = namesOf(this.#session.table.now);
        for (const entry of entries) {
            if (entry.kind === 'said' && !entry.struck)
                this.#talk.hear(entry);
            if (entry.kind === 'proposed' && this.#session.table.now.proposal)
                this.#tellOthers(entry, this.#ending.proposal({ ...this.#session.table, names }));
            else if (entry.kind === 'said' && !entry.struck)
                this.#tellOthers(entry, _('{name} says: {text}', { name: speaker(entry, names), text: entry.text }));
        }
    }

    /** What others do beside the game is heard. */
    #tellOthers(entry, text) {
        if (entry.seat === this.#session.table.you)
            return;
        sound('talk', this.#context.settings);
        this.#context.announce(text);
    }

    #alone() {
        return this.#session.table.now.chairs.filter((chair) => chair.kind === 'person').length < 2;
    }

    /** Chances are shown against bots, and among people where the table or the reader wants them. */
    #showsOdds() {
        const { odds } = this.#context.settings;
        return odds === 'on' || (odds !== 'off' && (this.#session.table.now.odds ?? this.#alone()));
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
            sound(soundOf(step, motions), this.#context.settings);
        if (!step)
            this.#arrived();
    }

    /** A hand is settled: whether that is good or bad news is heard. */
    #settledNow() {
        const { you } = this.#session.table;
        const change = this.#lastSettled()?.seats.find(({ seat }) => seat === you)?.change ?? 0;
        if (change)
            sound(change > 0 === !this.#words.low_wins ? 'good' : 'bad', this.#context.settings);
        this.#context.redraw();
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
            this.#explain().then(() => this.#yours()
                && this.#context.announce(_('It is your turn. {question} {choices}', { question: this.#choices.words, choices: this.#choices.spoken })));
        }
        if (table.view?.over && this.#wasYours !== null) {
            sound({ won: 'win', lost: 'lose' }[feltAt(table)] ?? 'good', this.#context.settings);
            this.#context.announce(this.#result());
            this.#ending.begin(table);
        }
        if (table.view && !table.view.over)
            this.#ending.clear();
        this.#wasYours = table.view?.over ? null : yours;
    }

    /** Nothing is asked while the session is not at the table: nobody could answer. */
    #yours() {
        const { table } = this.#session;
        return Boolean(table?.live && table.view?.legal.length) && !this.#stage.behind;
    }

    /** Whether something may be chosen: it is asked for, or what was chosen in secret can still be changed. */
    #chooses() {
        return this.#yours() || (Boolean(this.#session.table?.live && this.#holds()) && !this.#stage.behind);
    }

    /** What was chosen in secret and can still be changed: {seats, ready, choice, legal}; null. */
    #holds() {
        const { chosen } = this.#session.table;
        return chosen?.choice ? chosen : null;
    }

    #legal() {
        const { view } = this.#session.table;
        return this.#holds()?.legal ?? view?.legal ?? [];
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
        const { seen } = this.#session.table;
        if (this.#explained.seen !== seen && this.#legal().length)
            this.#explained = { seen, told: this.#learn(seen) };
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

    /** Who has chosen no name gets one that nobody at the table has. */
    #ownName() {
        const { name: chosen, person: { name } } = this.#context.settings;
        const { now, you } = this.#session.table;
        const taken = new Set(now.chairs.filter(({ seat }) => seat !== you).map((chair) => chair.name?.toLowerCase()));
        let free = name;
        for (let i = 2; !chosen && taken.has(free.toLowerCase()); i++)
            free = `${name} ${i}`;
        return free;
    }

    /** Whoever sits here is now called something else, or has another face: the others are told. */
    #introduce() {
        const { table } = this.#session;
        const chair = table?.live && table.you !== null && table.now.stage === 'waiting' ? table.now.chairs.find(({ seat }) => seat === table.you) : null;
        const next = { ...this.#context.settings.person, name: chair && this.#ownName() };
        if (chair && Object.keys(next).some((key) => next[key] !== chair[key]))
            this.#try('look', next);
    }

    #act = async (word, keys) => {
        this.#trouble = '';
        try {
            if (word === 'say' && this.#session.table.you === null) /* a spectator talks only by name */
                await this.#session.do('look', { name: this.#ownName() });
            return await this.#session.do(word, word === 'sit' ? { ...keys, name: this.#ownName() } : keys);
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
        this.#sent = table.seen;
        this.#holdFocus();
        this.#act('decide', { choice }).catch(() => {
            this.#sent = -1;
            this.#choices.again();
        });
        this.#context.redraw();
    }

    /** What was chosen in secret is not, after all: it is asked for again, which is no news. */
    #takeBack() {
        this.#wasYours = true;
        this.#try('take-back', {});
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
        if (event.key === 'Escape' && this.#own.emotes) {
            this.#showEmotes(false);
            return true;
        }
        if (event.key === 'Escape' && this.#own.panel && this.#choices.back() === false) {
            this.#open(null);
            return true;
        }
        if (event.key.length > 1 ? event.key !== 'Escape' && event.key !== 'Backspace' : !this.#context.settings.shortcuts)
            return false;
        return (this.#chooses() && this.#sent < 0 && this.#choices.key(event)) || this.#letter(event.key);
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
        const yours = this.#chooses() && this.#sent < 0;
        const view = this.#stage.view ?? table.view;
        const layout = view && this.#lay(view);
        const names = namesOf(table.now);
        return {
            table, now: table.now, view, you: table.you, words: this.#words, names, stage: this.#stage, story: this.#story,
            called: layout?.small || layout?.flat ? briefNames(names) : names, fit: (words) => this.#fit(words),
            layout, talk: this.#talk.said, types: () => this.#session.do('typing').catch(() => {}), settings: this.#context.settings, redraw: this.#context.redraw, local: this.#where === 'local',
            gained: this.#gained, gainedAt: this.#gainedAt,
            offeredTo: (owner) => (yours && this.#choices.concern(owner, view.zones) ? this.#choices.state : ''),
            clockOf: (seat) => this.#clockOf(seat),
            hasButtons: yours && this.#choices.hasButtons(view.zones, table.you),
            takeCard: yours ? (zone) => this.#choices.takeCard(zone, view.zones, table.you) : null,
            takeZone: yours ? (zone) => this.#choices.takeZone(zone, table.you) : null,
            takeSeat: yours ? (seat) => this.#choices.takeSeat(seat) : null,
        };
    }

    /** Where everything lies. It is worked out anew only for another window, another game, or other places: columns are those of the hand. */
    #lay(view) {
        const { table } = this.#session;
        const { players } = table.now.game;
        const places = placesAt(this.#words, view);
        this.#tipped = hasTips({ ...table, view, table }) || (this.#tipped === view.hand && !view.over) ? view.hand : 0;
        const taught = table.reel === 'lesson' ? 'lesson' : this.#tipped ? 'tips' : '';
        const what = [players, table.you, this.#wordsFor, view.chips, places.map(({ place, middle }) => `${place} ${middle}`)].join();
        const touched = answeredAtTheTable(this.#words.verbs) && !view.over && this.#context.settings.confirm !== 'always';
        const key = [innerWidth, innerHeight, taught, touched, what].join();
        if (key !== this.#layout.key) {
            const held = what === this.#layout.what ? this.#layout.held : heldAt(this.#words, view, places);
            const wanted = lettersBy();
            const letters = lettersIn({ width: innerWidth, height: innerHeight, letters: wanted });
            document.documentElement.style.setProperty('--letters-here', String(letters / wanted));
            this.#layout = {
                key, what, held,
                solved: solve({
                    width: innerWidth, height: innerHeight, letters, seated: table.you !== null, taught, touched, others: othersInTurn(table.you, players), ...held,
                }),
            };
        }
        return this.#layout.solved;
    }

    /** What is called by name has less room on a phone. */
    #fit(words) {
        const { small, flat } = this.#layout.solved ?? {};
        return small || flat ? briefly(words, namesOf(this.#session.table.now)) : words;
    }

    #clockOf(seat) {
        const { clocks, heardAt } = this.#session.table;
        if (!clocks || clocks[seat] === undefined)
            return null;
        return Math.max(0, Math.ceil((clocks[seat] - (performance.now() - heardAt)) / 1000));
    }

    #offer() {
        const { table } = this.#session;
        if (!table.live)
            return; /* what was chosen already stays so */
        this.#choices.offer(this.#chooses() ? this.#legal() : [], this.#words.verbs, table.seen, this.#holds()?.choice);
    }

    view() {
        const { table } = this.#session;
        if (table?.lost)
            return h('div', { class: 'lost' }, h('p', { role: 'alert' }, table.lost), h('a', { href: '#/' }, _('To all games')));
        if (!table?.now)
            return h('p', { class: 'wait' }, _('One moment ...'));
        this.#offer();
        const scene = this.#scene();
        if (!scene.view)
            return [roomNode(scene, this.#try, this.#own), this.#troubleNode()];
        return h('div', { key: 'table', class: `table${table.live ? '' : ' stale'}${scene.layout.small || scene.layout.flat ? ' small' : ''}${scene.layout.flat ? ' flat' : ''}` },
            h('div', { key: 'flying', class: 'flying', 'aria-hidden': 'true', opaque: true }),
            this.#bar(scene),
            this.#felt(scene), this.#prompt(scene), this.#emotes(),
            panelNode(scene, this.#own, this.#act, () => this.#open(null), (part) => this.#open(part, true)));
    }

    #bar(scene) {
        const { view, words, table, layout } = scene;
        const small = layout?.small || layout?.flat;
        return h('div', { key: 'bar', class: 'bar', style: layout ? { height: `${layout.bar}px` } : undefined },
            h('a', { key: 'home', class: 'home', href: '#/', 'aria-label': _('To all games') }, '‹'),
            h('h1', { style: { '--fit': Math.max(0.6, Math.min(1, 11 / words.title.length)).toFixed(2) } }, words.title || known(scene.now.game.name)?.title),
            view && !(small && layout.taught) && h('p', { class: 'goal' }, view.over ? null : h('span', { class: 'hand-number' }, handText(words, view.hand)), h('span', { class: 'goal-words' }, words.goal)),
            h('div', { class: 'bar-buttons', role: 'group', 'aria-label': _('Beside the table') },
                scene.now.hints && table.you !== null && view && !table.reel && this.#hint.button(this.#yours()),
                table.you !== null && view && !table.reel && !small && this.#takeBackButton(),
                !small && view && !table.reel && this.#speedButton(),
                !small && this.#soundButton(),
                !small && table.you !== null && !table.reel && this.#where !== 'local' && !this.#alone() && this.#emoteButton(),
                small ? h('button', {
                    key: 'menu', type: 'button', class: 'part menu', 'aria-label': _('Menu'), 'aria-expanded': String(Boolean(this.#own.panel)), 'aria-controls': 'panel',
                    onclick: () => this.#open(this.#own.panel ? null : 'log', true),
                }, '≡', this.#unread(table) > 0 ? h('span', { class: 'unread' }, this.#unread(table)) : null)
                    : panelButtons(table, this.#own, (part) => this.#open(part, true), this.#unread(table))));
    }

    #takeBackButton() {
        return h('button', {
            key: 'undo', type: 'button', class: 'quiet', 'aria-keyshortcuts': 'u', 'aria-disabled': this.#canTakeBack() ? null : 'true',
            onclick: () => this.#canTakeBack() && this.#try('take-back', {}),
        }, _('Take back'));
    }

    /** How fast the others play: each press goes on to the next. */
    #speedButton() {
        const { settings } = this.#context;
        const words = { slow: _('Slow'), normal: _('Normal'), fast: _('Fast'), off: _('No pauses') };
        return h('button', {
            key: 'speed', type: 'button', class: 'quiet speed', 'aria-label': _('Speed: {speed}', { speed: words[settings.speed] }),
            onclick: () => settings.set('speed', SPEEDS[(SPEEDS.indexOf(settings.speed) + 1) % SPEEDS.length]),
        }, words[settings.speed]);
    }

    #soundButton() {
        const { settings } = this.#context;
        return h('button', {
            key: 'sound', type: 'button', class: `quiet sound${settings.sounds ? '' : ' muted'}`, 'aria-label': _('Sounds'), 'aria-pressed': String(Boolean(settings.sounds)),
            onclick: () => settings.set('sounds', !settings.sounds),
        }, '♪');
    }

    #emoteButton() {
        return h('button', {
            key: 'emote', type: 'button', class: 'quiet', 'aria-label': _('Gestures'), 'aria-expanded': String(this.#own.emotes), onclick: () => this.#showEmotes(!this.#own.emotes),
        }, emote('laugh'));
    }

    #showEmotes(wanted) {
        this.#own.emotes = wanted;
        cover('emotes', wanted && (() => this.#showEmotes(false)));
        this.#context.redraw();
        requestAnimationFrame(() => document.querySelector(wanted ? '.quick button' : '.prompt')?.focus({ preventScroll: true }));
    }

    /** Beside the table: one touch, and everybody sees it. */
    #emotes() {
        return this.#own.emotes ? h('div', { key: 'quick', class: 'quick' }, emotesNode((name) => {
            this.#try('say', { emote: name });
            this.#showEmotes(false);
        })) : null;
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
            && (this.#holds() !== null || table.entries.some((entry) => entry.kind === 'step' && entry.events?.some((event) => event.kind === 'decide' && event.seat === table.you)));
    }

    #open(part, focus) {
        this.#own.panel = part;
        cover('panel', part && (() => this.#open(null)));
        if (part === 'rules')
            this.#askRules();
        if (part === 'chat')
            this.#seen = this.#session.table.entry;
        this.#context.redraw();
        if (focus || part === null)
            requestAnimationFrame(() => document.querySelector(part ? '#panel' : '.prompt')?.focus({ preventScroll: true }));
    }

    /** Whoever touches the cloth itself is in a hurry. */
    #hurry(event) {
        if (this.#stage.behind && !this.#stage.settling && !event.target.closest('button, a'))
            this.#stage.skip();
    }

    #felt(scene) {
        const { layout, view, stage } = scene;
        const settled = stage.settling ? this.#lastSettled() : null;
        const others = othersInTurn(scene.you, scene.now.game.players);
        return h('div', { key: 'felt', class: 'felt', style: boxStyle(layout.felt), onclick: (event) => this.#hurry(event) },
            layout.oval && h('div', { key: 'oval', class: 'oval', 'aria-hidden': 'true', style: boxStyle(layout.oval) }),
            others.map((seat) => seatNode(scene, seat)), middleNode(scene),
            scene.you !== null ? seatNode(scene, scene.you) : null,
            settled && settlementNode(scene, settled, this.#own, () => { this.#stage.goOn(); this.#focusPrompt(); }, () => this.#stage.linger()),
            stage.settling ? null : tipsNode(scene),
            view.over && !stage.behind && !scene.table.reel ? endNode(scene, this.#story.settled.at(-1), this.#own, this.#ending.lines(scene)) : null);
    }

    /** Of all hands that are settled by now, the one that is shown: later ones wait in the queue. */
    #lastSettled() {
        const { hand } = this.#stage.view;
        return this.#story.settled.find((one) => one.hand === hand) ?? this.#story.settled.at(-1);
    }

    #focusPrompt() {
        requestAnimationFrame(() => document.querySelector('.prompt')?.focus({ preventScroll: true }));
    }

    /** On a phone what was just told and a question that says no more than the buttons do not share two lines. */
    #isPlain(scene, told) {
        const { layout } = scene;
        return (layout.small || layout.flat) && this.#choices.isPlain && (this.#choices.isCrowded || (told.length + this.#choices.words.length + 2) * LETTER > layout.ask.width / layout.unit - 16);
    }

    /** The question has a room of its own, whatever is asked. */
    #prompt(scene) {
        const yours = this.#chooses();
        const held = yours && this.#holds();
        const over = scene.view.over && !scene.stage.behind;
        const told = held ? this.#status(scene) : over ? this.#ending.proposal(scene) : scene.stage.settling ? '' : scene.fit(scene.stage.told.at(-1) ?? '');
        const unseen = !held && ((over && !scene.table.reel) || (yours && this.#isPlain(scene, told)));
        return h('section', { key: 'prompt', class: `prompt${held ? ' held' : yours ? ' yours' : ''}${yours && this.#choices.isDeep ? ' deep' : ''}`, tabindex: '-1', 'aria-labelledby': 'question', style: boxStyle(scene.layout.ask) },
            h('div', { key: 'asked', class: 'asked-line' },
                h('p', { key: 'told', class: 'just', style: { '--fit': fitOf(told, scene.layout) } }, told),
                yours ? this.#choices.backNode() : null,
                h('h2', { key: 'question', id: 'question', class: unseen ? 'heard' : null }, held ? this.#heldWords(held) : yours ? this.#choices.words : this.#status(scene)),
                held && scene.now.hold ? this.#readyNode(held) : null),
            this.#troubleNode(),
            this.#asksBack(scene),
            this.#session.beside?.(scene.layout),
            yours ? this.#choices.node(this.#sent >= 0 || !scene.table.live, scene.view.zones, scene.you) : this.#meanwhile(scene),
            yours && !held ? this.#hint.node() : null);
    }

    /** What was chosen, and until when it can be changed. */
    #heldWords({ ready }) {
        const { now, you } = this.#session.table;
        const until = !now.hold ? _('You can change it until all have chosen.')
            : ready.includes(you) ? _('It is shown when all are ready.') : _('You can change it until all are ready.');
        return `${this.#choices.heldWords} ${until}`;
    }

    /** Whoever has nothing more to say or to hear. */
    #readyNode({ ready }) {
        const done = ready.includes(this.#session.table.you);
        return h('button', { key: 'ready', type: 'button', class: `ready${done ? '' : ' main'}`, 'aria-disabled': done ? 'true' : null, onclick: () => !done && this.#try('ready', {}) },
            done ? _('✓ You are ready') : _('I am ready'));
    }

    #troubleNode() {
        return this.#trouble ? h('p', { key: 'trouble', class: 'trouble', role: 'alert' }, this.#trouble) : null;
    }

    /** Whose turn it is, or what else is waited for. */
    #status(scene) {
        const { view, called, you, table, stage } = scene;
        if (!table.live)
            return this.#session.state === 'open' ? _('Coming back to the table ...') : _('The connection is lost. It is being made again.');
        if (view.over && !stage.behind)
            return this.#result();
        const waits = stage.behind ? view.to_act : table.view.to_act;
        if (table.cutting.length && !stage.behind)
            return _('The cards are being cut.');
        if (!waits.length && table.chosen && !stage.behind)
            return _('All have chosen. Waiting until all are ready.');
        if (!waits.length)
            return !stage.settling ? '' : scene.words.rounds ? _('The round is over.') : _('The hand is over.');
        if (waits.length === 1)
            return waits[0] === you ? _('It is your turn.') : _('Waiting for {names}.', { names: called[waits[0]] });
        return _('Waiting for the choices of {names}.', { names: listSeats(called, waits, you) });
    }

    #result() {
        const { table } = this.#session;
        return _('The game is over. {result}', { result: endWords({ view: table.view, called: namesOf(table.now), you: table.you, now: table.now }) });
    }

    /** What can be done while nobody asks you. */
    #meanwhile(scene) {
        const { view, stage, table } = scene;
        return view.over && !stage.behind && !table.reel && !this.#context.tv ? this.#ending.node(scene) : null;
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

/** How much smaller a sentence is written so that it stands in one line, on a phone. */
function fitOf(text, { ask, small, flat, unit }) {
    return small || flat ? Math.max(0.78, Math.min(1, (ask.width / unit - 16) / LETTER / text.length)).toFixed(2) : '1';
}

let letters = 0;

/** How many times as large as usual letters are, as the reader has set the browser. */
function lettersBy() {
    if (!letters) {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.fontSize = 'medium';
        letters = parseFloat(getComputedStyle(probe).fontSize) / 16;
        probe.remove();
    }
    return letters;
}

/** What a step sounds like. */
function soundOf(step, motions) {
    if (motions.some(({ kind }) => kind === 'chips'))
        return 'chip';
    if (step?.deals)
        return 'deal';
    if (step?.events.some(({ kind }) => kind === 'show'))
        return 'flip';
    return motions.every(({ to }) => to === 'discards/') ? 'sweep' : 'card';
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
