/** Before a game: which variant, how many, against whom, with which options. */
import { h } from './patch.js';
import { _, N_ } from './words.js';
import { dialog } from './dialog.js';
import { chips, field, optionFields, select, tick } from './form.js';
import { emblem } from './emblem.js';
import { offline, usualPlayers } from './catalogue.js';
import { to } from './router.js';

/** From the weakest to the strongest; the names are those of README.md. */
const LEVELS = [
    ['1', N_('Pebble, a beginner')], ['2', N_('Sparrow, weak')], ['3', N_('Badger, by rules of thumb')],
    ['4', N_('Otter, looks ahead a little')], ['5', N_('Magpie, good')], ['6', N_('Lynx, strong')],
    ['7', N_('Raven, very strong')], ['8', N_('Comet, the best')],
];

/** Milliseconds for each decision. */
const PACES = [[0, N_('nobody is hurried')], [15000, N_('15 seconds')], [30000, N_('30 seconds')], [60000, N_('a minute')],
    [300000, N_('five minutes')]];

/** What `create` needs for a game against bots, as one click wants it. */
export function wishesFor(game, players = usualPlayers(game), level = '3') {
    return { game: game.name, players, chairs: ['you', ...new Array(players - 1).fill(level)] };
}

/**
 * A dialog that prepares a table.
 * @param {Object} context
 * @param {Array<Object>} games all games and variants
 * @param {Object} begin `{game, friends, any}`: the name of what it begins with, whether chairs are kept for people, and
 *     whether another game may be chosen
 * @param {{play: function(Object): Promise, close: function()}} ends `play` gets what `create` takes, and the
 *     names of those who play at this device, or null
 */
export function setup(context, games, begin, ends) {
    const wish = { level: '3', others: begin.friends ? (offline ? 'here' : 'link') : 'bots', people: 2, names: [], public: false, decision: 0, options: {} };
    let trouble = '';
    let busy = false;
    choose(begin.game);

    function choose(name) {
        const game = games.find((each) => each.name === name);
        wish.game = game;
        wish.options = {};
        if (!game.players.includes(wish.players))
            wish.players = usualPlayers(game);
    }

    function set(change) {
        Object.assign(wish, change);
        trouble = '';
        context.redraw();
    }

    function chairs() {
        return Array.from({ length: wish.players }, (unused, i) => (i === 0 ? 'you' : i < people() ? 'open' : wish.level));
    }

    function people() {
        return wish.others === 'bots' ? 1 : Math.min(wish.people, wish.players);
    }

    /** Of those at this device. */
    function names() {
        return Array.from({ length: people() }, (unused, i) => wish.names[i] || (i ? _('Player {n}', { n: i + 1 }) : context.settings.name || _('Guest')));
    }

    async function play(event) {
        event.preventDefault();
        if (busy)
            return;
        busy = true;
        const { game, players, options, decision } = wish;
        try {
            const linked = wish.others === 'link';
            await ends.play({ game: game.name, players, options, chairs: chairs(), decision: linked ? decision : 0, public: linked && wish.public },
                wish.others === 'here' ? names() : null);
        } catch (error) {
            busy = false;
            set({});
            trouble = error.message;
            context.announce(error.message, true);
        }
    }

    function another() {
        const all = games.filter((each) => each.name === each.game).map(({ name, title }) => [name, title]);
        return begin.any && select(_('Game'), wish.game.game, all, (name) => {
            choose(name);
            context.redraw();
        });
    }

    function variants() {
        const family = games.filter((each) => each.game === wish.game.game);
        return family.length > 1 && chips(_('Variant'), wish.game.name, family.map(({ name, title }) => [name, title]), (name) => {
            choose(name);
            context.redraw();
        });
    }

    function company() {
        const { players, others } = wish;
        const company = [['bots', _('bots')], !offline && ['link', _('people with a link')], ['here', _('people at this device')]].filter(Boolean);
        return [
            chips(_('Players'), players, wish.game.players.map((count) => [count, String(count)]), (count) => set({ players: count })),
            players > 1 && chips(_('The others'), others, company, (next) => set({ others: next })),
            others !== 'bots' && players > 2 && select(_('People, with you'), people(),
                Array.from({ length: players - 1 }, (unused, i) => [i + 2, String(i + 2)]), (count) => set({ people: Number(count) })),
            players > people() && select(_('Bots play like'), wish.level, LEVELS.map(([level, title]) => [level, _(title)]), (level) => set({ level })),
            others === 'link' && linked(),
            others === 'here' && names().slice(1).map((each, i) => field(_('Name of player {n}', { n: i + 2 }), h('input', {
                type: 'text', maxlength: 30, value: wish.names[i + 1] ?? '', placeholder: each,
                onchange(event) {
                    wish.names[i + 1] = event.target.value.trim();
                },
            }))),
        ];
    }

    function linked() {
        return [
            select(_('Time for each decision'), wish.decision, PACES.map(([pace, title]) => [pace, _(title)]),
                (decision) => set({ decision: Number(decision) })),
            tick(_('Everybody may see this table in the list and join'), wish.public, (open) => set({ public: open })),
        ];
    }

    function rulesOfPlay() {
        const changed = Object.keys(wish.options).length;
        return h('details', { class: 'options' },
            h('summary', null, changed ? _('Options ({n} changed)', { n: changed }) : _('Options')),
            changed > 0 && h('button', { type: 'button', onclick: () => set({ options: {} }) }, _('All as usual')),
            optionFields(wish.game, wish.players, wish.options, (options) => set({ options })));
    }

    function name() {
        return field(_('Your name'), h('input', {
            type: 'text', maxlength: 30, autocomplete: 'nickname', value: context.settings.name, placeholder: _('Guest'),
            onchange: (event) => context.settings.set('name', event.target.value.trim()),
        }));
    }

    function view() {
        const { game } = wish;
        return dialog({
            key: 'setup',
            title: begin.any ? _('With friends') : game.title,
            close: ends.close,
            body: h('form', { id: 'setup', onsubmit: play },
                h('div', { class: 'lead' }, emblem(game), h('p', null, sentence(game.summary))),
                trouble && h('p', { class: 'trouble', role: 'alert' }, trouble),
                another(), variants(), h('div', { class: 'fields' }, company(), name()), rulesOfPlay()),
            actions: [
                h('a', { class: 'button', href: to('learn', game.name) }, _('Rules')),
                h('button', { type: 'button', onclick: ends.close }, _('Cancel')),
                h('button', { type: 'submit', form: 'setup', class: 'main', 'aria-disabled': String(busy) },
                    wish.others === 'link' ? _('Open the table') : _('Play')),
            ],
        });
    }

    return { view };
}

/** Summaries begin small and have no full stop: in a list they stand behind a name. */
export function sentence(words) {
    return `${words[0].toLocaleUpperCase()}${words.slice(1)}.`;
}
