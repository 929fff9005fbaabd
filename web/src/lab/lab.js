/** The lab: many games between bots, in the page, and what they show. */
import { catalogue, known, standard } from '../catalogue.js';
import { figure, table } from '../chart.js';
import { engine } from '../engine.js';
import { download } from '../after/games.js';
import { picture } from './picture.js';
import { chartWidth } from '../after/width.js';
import { field, optionFields, select } from '../form.js';
import { h } from '../patch.js';
import { _, _n, language, number } from '../words.js';
import { labCharts } from './charts.js';
import { simulate } from './run.js';

const BOTS = ['random', 'hint', '1', '2', '3', '4', '5', '6', '7', '8'];
const AMOUNTS = [100, 1000, 10000, 100000];
/** One core is left to the page itself. */
const CORES = Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1);

class Lab {
    #context;
    #games = [];
    #wish = { game: 'pairs', players: 0, bots: ['hint'], amount: 1000, seed: '1', options: {}, swept: '', values: '' };
    #crew = null;
    #stop = false;
    #found = null; // {points, done, games, low, swept}
    #trouble = '';

    constructor(context, name) {
        this.#context = context;
        this.#wish.game = name || 'pairs';
    }

    async enter() {
        addEventListener('resize', this.#context.redraw);
        try {
            this.#games = await catalogue();
            this.#choose(known(this.#wish.game) ? this.#wish.game : 'pairs');
        } catch (error) {
            this.#trouble = error.message;
        }
        this.#context.redraw();
    }

    leave() {
        removeEventListener('resize', this.#context.redraw);
        this.#end();
    }

    title() {
        return _('Lab');
    }

    /* --- What is played --- */

    #choose(name) {
        const { players } = this.#wish;
        const game = known(name);
        this.#set({ game: name, players: game.players.includes(players) ? players : game.players_best, options: {}, swept: '', values: '' });
    }

    #set(change) {
        this.#wish = { ...this.#wish, ...change };
        this.#context.redraw();
    }

    #setBot(seat, bot) {
        const { bots, players } = this.#wish;
        this.#set({ bots: Array.from({ length: players }, (nothing, i) => (i === seat ? bot : bots[i % bots.length])) });
    }

    /** What the engine takes: all as words, as on a command line. */
    #job() {
        const { game, players, bots, amount, seed, options, swept, values } = this.#wish;
        const words = Object.fromEntries(Object.entries(options).map(([key, value]) => [key, String(value)]));
        return {
            game, players, bots: bots.slice(0, players).join(','), games: amount, seed, language: language(),
            options: { ...words, ...(swept && values.trim() && { [swept]: values.replace(/\s+/g, '') }) },
        };
    }

    /* --- Running --- */

    async #run(event) {
        event.preventDefault();
        this.#trouble = '';
        this.#found = null;
        this.#stop = false;
        this.#crew = engine.crew(CORES);
        const swept = this.#wish.values.trim() ? this.#wish.swept : '';
        this.#context.redraw();
        try {
            await simulate(this.#crew.asks, this.#job(), {
                stopped: () => this.#stop,
                figures: (found) => {
                    this.#found = { ...found, swept };
                    this.#context.redraw();
                },
            });
            this.#found = { ...this.#found, csv: await this.#crew.asks[0]('lab-csv') };
            this.#context.announce(_n(this.#found.done, '{n} game is played.', '{n} games are played.'));
        } catch (error) {
            this.#trouble = error.message;
        }
        this.#end();
        this.#context.redraw();
    }

    #end() {
        this.#stop = true;
        this.#crew?.end();
        this.#crew = null;
    }

    /* --- Drawing --- */

    view() {
        return h('div', { key: 'lab', class: 'lab' },
            h('h1', null, _('Lab')),
            h('p', null, _('Bots play many games in your browser. The same seed gives the same figures, here and with “pairs sim”.')),
            this.#games.length > 0 && this.#form(),
            this.#trouble && h('p', { class: 'trouble', role: 'alert' }, this.#trouble),
            (this.#crew || this.#found) && this.#result());
    }

    #form() {
        const game = known(this.#wish.game);
        return h('form', { class: 'lab-form', onsubmit: (event) => this.#run(event) },
            h('div', { class: 'fields' },
                select(_('Game'), game.name, this.#games.map(({ name, title }) => [name, title]), (name) => this.#choose(name)),
                select(_('Players'), this.#wish.players, game.players.map((count) => [count, String(count)]),
                    (count) => this.#set({ players: Number(count), options: {} })),
                select(_('Games'), this.#wish.amount, AMOUNTS.map((count) => [count, number(count)]), (count) => this.#set({ amount: Number(count) })),
                field(_('Seed'), h('input', {
                    value: this.#wish.seed, inputmode: 'numeric', pattern: '[0-9]{1,19}', required: true,
                    oninput: (event) => this.#set({ seed: event.target.value }),
                }), _('Where the random numbers start.'))),
            h('fieldset', null, h('legend', null, _('Bots')), h('div', { class: 'fields' },
                Array.from({ length: this.#wish.players }, (nothing, seat) => select(_('Seat {seat}', { seat: String.fromCharCode(65 + seat) }),
                    this.#wish.bots[seat % this.#wish.bots.length], BOTS.map((bot) => [bot, botTitle(bot)]), (bot) => this.#setBot(seat, bot))))),
            this.#sweep(game),
            h('details', null, h('summary', null, _('Options')), optionFields(game, this.#wish.players, this.#wish.options,
                (options) => this.#set({ options }))),
            h('div', { class: 'actions' }, this.#crew
                ? h('button', { key: 'stop', type: 'button', onclick: () => { this.#stop = true; } }, _('Stop'))
                : h('button', { key: 'run', type: 'submit', class: 'main' }, _('Play'))));
    }

    #sweep(game) {
        const { swept, values } = this.#wish;
        const options = game.options.filter(({ key }) => !(key in this.#wish.options));
        return h('fieldset', null, h('legend', null, _('Compare values of an option')), h('div', { class: 'fields' },
            select(_('Option'), swept, [['', _('none')], ...options.map(({ key, help }) => [key, `${key}: ${help}`])],
                (key) => this.#set({ swept: key, values: key ? suggestion(options.find((each) => each.key === key), this.#wish.players) : '' })),
            swept && field(_('Values'), h('input', { value: values, required: true, oninput: (event) => this.#set({ values: event.target.value }) }),
                _('With commas between them, or from and to with a step: 11..31:5'))));
    }

    #result() {
        const found = this.#found;
        const all = found?.games ?? this.#wish.amount;
        return h('section', { key: 'result', class: 'lab-result', 'aria-label': _('Figures') },
            h('progress', { max: all, value: String(found?.done ?? 0), 'aria-label': _('Games played') }),
            h('p', null, _('{done} of {all} games', { done: number(found?.done ?? 0), all: number(all) }),
                !this.#crew && found?.done < all && `. ${_('Stopped: these are the figures so far.')}`),
            found?.points.length > 0 && [
                h('div', { class: 'charts', id: 'lab-charts' }, labCharts({ points: found.points, swept: found.swept, lowWins: found.low, width: chartWidth() })),
                this.#table(found),
                !this.#crew && this.#downloads(found),
            ]);
    }

    #table({ points, swept }) {
        const percent = ({ share }) => _('{n} %', { n: figure(100 * share, 1) });
        const rows = points.flatMap((point) => point.seats.map((seat, i) => [
            swept ? `${point.options[swept]}` : seat.seat, ...(swept ? [seat.seat] : []), seat.bot,
            ...(i ? ['', '', ''] : [point.hands, point.decisions, point.cards].map((value) => figure(value, 1))),
            figure(seat.score.mean, 3), figure(seat.score.error, 3), percent(seat.won), percent(seat.lost),
        ]));
        return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': _('Figures') }, table(_('Figures'), [
            ...(swept ? [swept, _('seat')] : [_('seat')]), _('bot'), _('hands'), _('decisions'), _('cards'), _('mean'), _('± 95 %'), _('won'), _('lost'),
        ], rows));
    }

    #downloads(found) {
        const name = `${this.#wish.game}-${this.#wish.seed}`;
        return h('div', { class: 'actions' },
            h('button', { key: 'svg', type: 'button', onclick: () => download(`${name}.svg`, picture(document.querySelectorAll('#lab-charts figure')), 'image/svg+xml') },
                _('Download the pictures (SVG)')),
            found.csv && h('button', { key: 'csv', type: 'button', onclick: () => download(`${name}.csv`, found.csv, 'text/csv') }, _('Download the figures (CSV)')),
            h('button', {
                key: 'json', type: 'button',
                onclick: () => download(`${name}.jsonl`, `${found.points.map((point) => JSON.stringify(point)).join('\n')}\n`, 'application/json'),
            }, _('Download the figures (JSON)')));
    }
}

function botTitle(bot) {
    if (bot === 'random')
        return _('random');
    return bot === 'hint' ? _('rule of thumb') : _('level {n}', { n: bot });
}

/**
 * Values to begin with: all words, or five numbers around the usual one. Pure.
 * @param {Object} option as GET /api/games has it
 * @param {number} players
 */
export function suggestion(option, players) {
    if (option.type !== 'number')
        return option.words.map(({ value }) => value).join(',');
    const usual = Number(standard(option, players)) || option.least;
    const step = Math.max(1, Math.round(usual / 4 / option.step)) * option.step;
    const low = Math.max(option.least, usual - 2 * step);
    return `${low}..${Math.min(option.most, low + 4 * step)}:${step}`;
}

/**
 * @param {Object} context see main.js
 * @param {string} [name] of a game
 */
export function page(context, name) {
    const lab = new Lab(context, name);
    return { enter: () => lab.enter(), leave: () => lab.leave(), view: () => lab.view(), title: () => lab.title() };
}
