/** The sheet of a game: what it is, play, with friends, learn; and whatever else may be chosen behind "More". */
import { h } from './patch.js';
import { _, N_, language } from './words.js';
import { ask } from './api.js';
import { dialog } from './dialog.js';
import { chips, field, optionFields, select, tick } from './form.js';
import { cover } from './art/cover.js';
import { known, minutes, offline, playersText, difficulty } from './catalogue.js';
import { usualCompany } from './opponents.js';
import { opponentPicker } from './person.js';
import { to } from './router.js';
import { rulesNode } from './table/rules.js';

/** Milliseconds for each decision. */
export const PACES = [[0, N_('take your time')], [15000, N_('15 seconds')], [30000, N_('30 seconds')], [60000, N_('a minute')],
    [300000, N_('five minutes')]];

/** What `create` needs for a game against bots, as one click wants it. */
export function wishesFor(game, players = game.players_best, level = '') {
    return { game: game.name, players, chairs: ['you', ...(level ? new Array(players - 1).fill(level) : usualCompany(players - 1))] };
}

/** What `create` needs for a table that friends come to: every chair that the game has is kept for them. */
export function wishesForFriends(game, players = game.players.at(-1)) {
    return { game: game.name, players, chairs: ['you', ...new Array(players - 1).fill('open')] };
}

/** The rules of a game as they are usually played; without a server from the program in the page. */
async function rulesOf(name) {
    if (!offline)
        return (await ask(`/api/games/${encodeURIComponent(name)}`)).rules;
    const { engine } = await import('./engine.js');
    return (await engine.ask('game', { name, language: language() })).rules;
}

class Sheet {
    #context;
    #games;
    #ends;
    #wish = { level: '', company: 'bots', people: 2, names: [], public: false, decision: 0, hold: false, options: {} };
    #more = false;
    #rules = null; /* null: nobody has asked; '': asked for */
    #trouble = '';
    #busy = false;

    constructor(context, games, name, ends) {
        this.#context = context;
        this.#games = games;
        this.#ends = ends;
        this.#choose(name);
    }

    #choose(name) {
        const game = this.#games.find((each) => each.name === name);
        Object.assign(this.#wish, { game, options: {} });
        this.#rules = null;
        if (!game.players.includes(this.#wish.players))
            this.#wish.players = game.players_best;
    }

    #set(change) {
        Object.assign(this.#wish, change);
        this.#trouble = '';
        this.#context.redraw();
    }

    async #try(deed) {
        if (this.#busy)
            return;
        this.#busy = true;
        this.#set({});
        try {
            await deed();
        } catch (error) {
            this.#busy = false;
            this.#set({});
            this.#trouble = error.message;
            this.#context.announce(error.message, true);
        }
    }

    #people() {
        return Math.min(this.#wish.people, this.#wish.players);
    }

    /** Of those at this device. */
    #names() {
        const own = this.#context.settings.person.name;
        return Array.from({ length: this.#people() }, (unused, i) => this.#wish.names[i] || (i ? _('Player {n}', { n: i + 1 }) : own));
    }

    #play() {
        const { game, players, options, level, company } = this.#wish;
        const wishes = wishesFor(game, players, level);
        if (company === 'bots')
            return this.#ends.play({ ...wishes, options });
        wishes.chairs = wishes.chairs.map((chair, i) => (i > 0 && i < this.#people() ? 'open' : chair));
        return this.#ends.play({ ...wishes, options }, this.#names());
    }

    #invite() {
        const { game, options, decision, hold, public: open } = this.#wish;
        return this.#ends.play({ ...wishesForFriends(game), options, decision, hold, public: open });
    }

    view() {
        const { game } = this.#wish;
        return dialog({
            key: 'sheet', className: 'sheet', title: game.title, close: this.#ends.close,
            before: h('span', { class: 'picture' }, cover(game)),
            body: [this.#lead(game), this.#doors(game), this.#further(game), this.#more && this.#choices(), this.#rulesNode()],
        });
    }

    #lead(game) {
        const [about] = known(game.game)?.tips ?? [];
        return h('div', { class: 'about' },
            h('p', { class: 'pitch' }, sentence(game.summary), about && ` ${about}`),
            h('p', { class: 'facts quiet' }, facts(game, difficulty(game))),
            this.#trouble && h('p', { class: 'trouble', role: 'alert' }, this.#trouble));
    }

    #doors(game) {
        return h('div', { class: 'doors' },
            h('button', {
                key: 'play', type: 'button', class: 'main large', 'aria-label': _('Play {game}', { game: game.title }), 'aria-disabled': String(this.#busy),
                onclick: () => this.#try(() => this.#play()),
            }, _('Play')),
            game.players.at(-1) > 1 && !offline && h('button', {
                key: 'friends', type: 'button', class: 'large', 'aria-label': _('Play {game} with friends', { game: game.title }), 'aria-disabled': String(this.#busy),
                onclick: () => this.#try(() => this.#invite()),
            }, _('With friends')));
    }

    #further(game) {
        return h('div', { class: 'further' },
            h('a', { class: 'button', href: to('learn', game.game) }, _('Learn it in two minutes')),
            h('button', { type: 'button', 'aria-expanded': String(this.#rules !== null), onclick: () => this.#toggleRules() }, _('Rules')),
            h('button', { type: 'button', 'aria-expanded': String(this.#more), onclick: () => { this.#more = !this.#more; this.#context.redraw(); } }, _('More')));
    }

    async #toggleRules() {
        const { name } = this.#wish.game;
        this.#rules = this.#rules === null ? '' : null;
        this.#context.redraw();
        if (this.#rules === null)
            return;
        const rules = await rulesOf(name).catch((error) => { this.#trouble = error.message; return null; });
        if (this.#rules === '' && this.#wish.game.name === name)
            this.#rules = rules;
        this.#context.redraw();
    }

    #rulesNode() {
        if (this.#rules === null)
            return null;
        return h('section', { key: 'rules', class: 'rules-of', 'aria-label': _('Rules') },
            this.#rules ? rulesNode(this.#rules) : h('p', null, _('One moment ...')));
    }

    #choices() {
        const { game, players, company, level, decision } = this.#wish;
        const family = this.#games.filter((each) => each.game === game.game);
        return h('div', { key: 'more', class: 'fields more' },
            family.length > 1 && chips(_('Variant'), game.name, family.map(({ name, title }) => [name, title]), (name) => {
                this.#choose(name);
                this.#context.redraw();
            }),
            chips(_('Players'), players, game.players.map((count) => [count, String(count)]), (count) => this.#set({ players: count })),
            players > 1 && chips(_('Who plays'), company, [['bots', _('you and bots')], ['here', _('several of you at this device')]], (next) => this.#set({ company: next })),
            company === 'here' && players > 1 && this.#together(),
            (company === 'bots' ? 1 : this.#people()) < players && opponentPicker(level, (next) => this.#set({ level: next })),
            this.#options(),
            !offline && players > 1 && h('fieldset', { class: 'group' }, h('legend', null, _('With friends')),
                select(_('Time for each decision'), decision, PACES.map(([pace, title]) => [pace, _(title)]), (next) => this.#set({ decision: Number(next) })),
                game.secret && tick(_('Secret choices are shown when all say that they are ready'), this.#wish.hold, (hold) => this.#set({ hold })),
                tick(_('Anybody may find this table and join'), this.#wish.public, (open) => this.#set({ public: open }))));
    }

    /** The device goes from hand to hand. */
    #together() {
        const { players, names } = this.#wish;
        return [
            players > 2 && select(_('People, with you'), this.#people(), Array.from({ length: players - 1 }, (unused, i) => [i + 2, String(i + 2)]),
                (count) => this.#set({ people: Number(count) })),
            this.#names().map((each, i) => field(i ? _('Name of player {n}', { n: i + 1 }) : _('Your name'), h('input', {
                type: 'text', maxlength: 30, value: names[i] ?? (i ? '' : this.#context.settings.name), placeholder: each,
                onchange(event) {
                    names[i] = event.target.value.trim();
                },
            }))),
        ];
    }

    #options() {
        const { game, players, options } = this.#wish;
        const changed = Object.keys(options).length;
        return h('details', { class: 'options' },
            h('summary', null, changed ? _('House rules ({n} changed)', { n: changed }) : _('House rules')),
            changed > 0 && h('button', { type: 'button', onclick: () => this.#set({ options: {} }) }, _('All as usual')),
            optionFields(game, players, options, (next) => this.#set({ options: next })));
    }
}

/**
 * The sheet of a game over the page.
 * @param {Object} context
 * @param {Array<Object>} games all games and variants
 * @param {string} name of the game that it is about
 * @param {{play: function(Object, Array<string>=): Promise, close: function()}} ends `play` gets what `create` takes, and
 *     the names of those who play at this device where there are several
 */
export function sheet(context, games, name, ends) {
    return new Sheet(context, games, name, ends);
}

/** How many play, how long, and whatever else: in a line. */
export function facts(game, ...more) {
    return [
        playersText(game), h('span', { class: 'heard' }, _('players')), [_('{n} min', { n: minutes(game) }), ...more].map((fact) => ` · ${fact}`),
    ];
}

/** Summaries begin small and have no full stop: in a list they stand behind a name. */
export function sentence(words) {
    return `${words[0].toLocaleUpperCase()}${words.slice(1)}.`;
}
