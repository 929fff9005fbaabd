/** The games on paper: files that the server makes (GET /api/print). */
import { ask } from './api.js';
import { cover } from './art/cover.js';
import { catalogue, offline } from './catalogue.js';
import { chips, optionFields } from './form.js';
import { h } from './patch.js';
import { _, N_, language } from './words.js';

/** Sizes of paper, as people know them. */
const PAPERS = { a4: 'A4', letter: 'Letter' };

/** What there is for all games together. */
const FILES = {
    'deck.pdf': [N_('The deck'), N_('All cards, nine to a sheet, with marks to cut along. Each sheet is followed by its backs: print it on both sides.')],
    'booklet.pdf': [N_('The booklet'), N_('The rules of all games. Print it as a booklet, two pages to a side, and fold it.')],
    'cards.png': [N_('The deck as a picture'), N_('Ten by seven places, for tabletops on a screen; the back is in the last one.')],
    'back.png': [N_('The back as a picture'), N_('For tabletops that want it alone.')],
};

/** The names of all files that the server prints; none without a network, or where it was built without. */
export async function printed() {
    return offline ? [] : ask('/api/print').then(({ files }) => files).catch(() => []);
}

class Paper {
    #context;
    #games = [];
    #files = [];
    #paper = 'a4';
    #agreed = {}; /* by game: the options that are not as usual, from when they were looked at */

    constructor(context) {
        this.#context = context;
    }

    async enter() {
        this.#games = await catalogue().catch(() => []);
        this.#files = await printed();
        this.#context.redraw();
    }

    title() {
        return _('On paper');
    }

    #link(file, words, name, options = {}) {
        const agreed = Object.entries(options).map(([key, value]) => `&option=${encodeURIComponent(`${key}=${value}`)}`).join('');
        return h('a', { key: file, class: 'button', href: `/print/${this.#paper}/${file}?language=${language()}${agreed}`, target: '_blank', 'aria-label': `${name}: ${words}` }, words);
    }

    #choose(paper) {
        this.#paper = paper;
        this.#context.redraw();
    }

    #agree(game, options) {
        this.#agreed[game.name] = options;
        this.#context.redraw();
    }

    /** What is agreed of a game, from the rules to the sheet; its fields are made when somebody looks at them. */
    #options(game) {
        const options = this.#agreed[game.name];
        return h('details', { class: 'options', ontoggle: ({ target }) => target.open && !options && this.#agree(game, {}) },
            h('summary', null, _('House rules')), options && optionFields(game, game.players[0], options, (next) => this.#agree(game, next)));
    }

    #all() {
        return h('ul', { class: 'plain papers' }, Object.entries(FILES).filter(([file]) => this.#files.includes(file)).map(([file, [name, words]]) => h('li', { key: file, class: 'place' },
            h('div', { class: 'grow' }, h('h2', null, _(name)), h('p', null, _(words)), h('p', null, this.#link(file, file.endsWith('pdf') ? 'PDF' : 'PNG', _(name)))))));
    }

    #each() {
        return h('ul', { class: 'plain papers' }, this.#games.filter((game) => game.name === game.game).map((game) => h('li', { key: game.name, class: 'place' },
            h('span', { class: 'picture' }, cover(game)),
            h('div', { class: 'grow' }, h('h2', null, game.title), h('p', null,
                this.#link(`rules-${game.name}.pdf`, _('Rules'), game.title, this.#agreed[game.name]), ' ',
                this.#link(`scores-${game.name}.pdf`, _('Sheet to keep score'), game.title, this.#agreed[game.name])), this.#options(game)))));
    }

    view() {
        if (!this.#files.length)
            return [h('h1', null, this.title()), h('p', null, _('Nothing can be printed here just now.'))];
        return [
            h('h1', null, this.title()),
            h('p', null, _('Files to print, made for you by this server. The drawings are our own; everything is unofficial and may be given away.')),
            chips(_('Paper'), this.#paper, Object.entries(PAPERS), (paper) => this.#choose(paper)), this.#all(), this.#each(),
        ];
    }
}

/** @param {Object} context see main.js */
export function page(context) {
    const paper = new Paper(context);
    return { enter: () => paper.enter(), view: () => paper.view(), title: () => paper.title() };
}
