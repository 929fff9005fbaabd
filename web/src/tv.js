/** A table on a big screen, while those who play hold their cards on phones: what everybody may see, and how to come to it. */
import { h } from './patch.js';
import { _, language } from './words.js';
import { catalogue, titleOf } from './catalogue.js';
import { code, whole } from './friends.js';
import { openLine, serverAddress } from './line.js';
import { portrait } from './person.js';
import { toTable } from './router.js';
import { Session, randomToken } from './session.js';
import { page as tablePage } from './table/table.js';

/** `#/tv/TABLE/INVITATION`. It is nobody, whoever's browser it is: no hand is ever shown here. */
export function page(context, id, invitation = '') {
    const session = new Session({ connect: (ears) => openLine({ server: serverAddress() }, ears), token: randomToken(), secret: null, language: language() });
    const { redraw, go, replace, settings, announce } = context;
    const table = tablePage({ redraw, go, replace, settings, announce, tv: true, sessionFor: () => session }, 'tv', id, invitation);
    const link = whole(toTable('server', id, invitation));
    const pulse = setInterval(() => session.pulse(), 3000);
    const off = session.on('change', redraw);

    function waiting({ now }) {
        const people = now.chairs.filter(({ kind }) => kind !== 'empty');
        return h('div', { key: 'waiting', class: 'tv-waiting' }, code(link),
            h('div', null, h('h1', null, titleOf(now.game.name)),
                h('p', null, _('Scan the code with your phone, sit down, and hold your cards in your hand.')),
                h('ul', { class: 'plain plates' }, people.map((chair) => h('li', { key: chair.seat, class: chair.kind }, portrait(chair), h('span', { class: 'who' }, chair.name))))));
    }

    function view() {
        const { table: at } = session;
        if (!at?.now || at.lost)
            return table.view();
        return h('div', { key: 'tv', class: 'tv' }, at.view
            ? [table.view(), h('div', { key: 'corner', class: 'corner' }, code(link), _('Come and watch'))]
            : waiting(at));
    }

    return {
        enter() {
            catalogue().then(redraw, () => {}); /* then only names are told */
            table.enter();
        },
        leave() {
            clearInterval(pulse);
            off();
            table.leave();
            session.close();
        },
        view, title: () => table.title(),
    };
}
