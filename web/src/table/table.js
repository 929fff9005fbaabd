/** The table. */
import { h } from '../patch.js';
import { _ } from '../words.js';

export function page(context, where, id, invitation) {
    const session = context.sessionFor(where);

    function enter() {
        if (session.table?.id !== id)
            session.enter(id, invitation).catch(() => {});
    }

    function view() {
        const { table } = session;
        if (table?.lost)
            return h('p', { role: 'alert' }, table.lost);
        if (!table?.live)
            return h('p', null, _('One moment ...'));
        const legal = table.view?.legal ?? [];
        return [
            h('h1', null, table.now.game.name),
            h('ol', null, table.entries.slice(-10).map((entry) => h('li', { key: entry.entry },
                (entry.events ?? []).map((event) => event.text).join(' ')))),
            legal.map((choice) => h('button', { key: choice, onclick: () => session.do('decide', { choice, after: table.entry }) }, choice)),
        ];
    }

    return { view, enter, title: () => _('Pairs') };
}
