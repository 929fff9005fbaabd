/** The first page: one click to a game, and all that there is to play. */
import { h } from './patch.js';
import { _ } from './words.js';
import { ask } from './api.js';
import { toTable } from './router.js';

/** Makes a table, begins the game and goes there. */
export async function playNow(context, wishes) {
    const session = context.sessionFor('server');
    const { table } = await session.do('create', { name: context.settings.name || _('Guest'), ...wishes });
    await session.do('begin');
    context.go(toTable('server', table));
}

export function page(context) {
    let games = [];
    let trouble = '';

    async function enter() {
        context.sessionFor('server').exit();
        games = await ask('/api/games').catch((error) => {
            trouble = error.message;
            return [];
        });
        context.redraw();
    }

    function play(wishes) {
        playNow(context, wishes).catch((error) => {
            trouble = error.message;
            context.redraw();
        });
    }

    function view() {
        return [
            h('h1', null, _('Pairs')),
            trouble && h('p', { role: 'alert' }, trouble),
            h('button', { class: 'large', onclick: () => play({ game: 'pairs', chairs: ['you', '3', '3', '3'] }) }, _('Play now')),
            h('ul', { class: 'gallery' }, games.map((game) => h('li', { key: game.name }, h('h2', null, game.title), h('p', null, game.summary)))),
        ];
    }

    return { view, enter, title: () => _('Pairs') };
}
