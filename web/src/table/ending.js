/** What comes after a game: how it was decided, what one did best, another game for all who sit here, and the result to be shown around. */

import { h } from '../patch.js';
import { _ } from '../words.js';
import { allGames, catalogue, titleOf } from '../catalogue.js';
import { cover } from '../art/cover.js';
import { to } from '../router.js';
import { callSeat, handText, listSeats } from './names.js';
import { eveningNode } from './evening.js';
import { suggest } from './suggest.js';
import { turningPoint } from './over.js';

/** Milliseconds after the end before anything is worked out: first the moment itself. */
const PAUSE = 1200;

/** When it was decided, in a sentence; ''. */
export function turningText({ view, words, called, you, story }) {
    const found = turningPoint(story.settled, view, words.low_wins);
    if (!found)
        return '';
    const { seat, wins, hand, first, last, before } = found;
    const own = seat === you;
    const name = callSeat(called, seat, you);
    const passed = before && before !== seat ? callSeat(called, before, you) : '';
    const told = handText(words, hand);
    if (first)
        return wins ? own ? _('You led from beginning to end.') : _('{name} led from beginning to end.', { name })
            : own ? _('You were last from the beginning.') : _('{name} was last from the beginning.', { name });
    if (last && passed)
        return wins ? before === you ? _('It was decided at the very end: until then you led.') : _('It was decided at the very end: until then {name} led.', { name: passed })
            : before === you ? _('It was decided at the very end: until then you were last.') : _('It was decided at the very end: until then {name} was last.', { name: passed });
    if (last)
        return _('It was decided at the very end.');
    return wins ? own ? _('{hand} decided it: from then on you led.', { hand: told }) : _('{hand} decided it: from then on {name} led.', { hand: told, name })
        : own ? _('{hand} decided it: from then on you were last.', { hand: told }) : _('{hand} decided it: from then on {name} was last.', { hand: told, name });
}

export class Ending {
    #hooks;
    #shows = ''; /* '', `next` or `share`: what the buttons are about */
    #said = {}; /* about what was shared, by how */
    #found = null;
    #begun = false;
    #stop = null;
    #timer = 0;

    /**
     * @param {Object} hooks
     * @param {Object} hooks.context see main.js
     * @param {string} hooks.where
     * @param {string} hooks.id of the table
     * @param {function(string, Object)} hooks.act
     */
    constructor(hooks) {
        this.#hooks = hooks;
    }

    /** A game goes on: what was found about the last one is of no use any more. */
    clear() {
        clearTimeout(this.#timer);
        this.#stop?.abort();
        this.#shows = '';
        this.#said = {};
        this.#found = null;
        this.#begun = false;
    }

    /** A game is over: whatever takes time begins, once. */
    begin({ you, reel }) {
        if (this.#begun || reel)
            return;
        this.#begun = true;
        catalogue().then(() => this.#hooks.context.redraw(), () => {}); /* then no game is suggested */
        if (you !== null && !navigator.connection?.saveData)
            this.#timer = setTimeout(() => this.#look(you), PAUSE);
    }

    async #look(you) {
        const { context, where, id } = this.#hooks;
        const stop = new AbortController();
        this.#stop = stop;
        try {
            const { glance } = await import('../more.js');
            const found = await glance(context, where, id, you, stop.signal);
            if (stop.signal.aborted)
                return;
            this.#found = found;
            context.redraw();
        } catch {
            /* the result stands without it */
        }
    }

    /* --- Above: how it went --- */

    /** A line each on what decided the game, on the own best and worst decision, and on the evening. */
    lines(scene) {
        const turning = turningText(scene);
        return h('div', { key: 'insights', class: 'insights' },
            turning && h('p', { key: 'turning' }, turning),
            this.#found?.best && this.#decision('best', _('Your best decision:'), this.#found.best, scene),
            this.#found?.worst && this.#decision('worst', _('Your worst:'), this.#found.worst, scene),
            eveningNode(scene));
    }

    #decision(key, title, { moment, hand, text, best }, { you, words }) {
        const { where, id } = this.#hooks;
        const better = best ? ` ${_('Better: {best}.', { best })}` : '';
        return h('p', { key, class: key }, h('a', { href: to('replay', where, id, 'last', String(moment), you) },
            h('b', null, title), ' ', h('span', { class: 'what' }, _('{hand}: {text}', { hand: handText(words, hand), text })), better && h('span', { class: 'better' }, better)));
    }

    /* --- Below: what to do --- */

    /** Who wants what; ''. */
    proposal({ now, names, you }) {
        const asked = now.proposal;
        if (!asked)
            return '';
        const name = names[asked.by];
        const other = asked.game && asked.game.name !== now.game.name ? titleOf(asked.game.name) : '';
        const wants = other
            ? asked.by === you ? _('You want to play {game} next.', { game: other }) : _('{name} wants to play {game} next.', { name, game: other })
            : asked.by === you ? _('You want a rematch.') : _('{name} wants a rematch.', { name });
        return asked.waits.includes(you) ? wants : `${wants} ${_('Waiting for {names}.', { names: listSeats(names, asked.waits, you) })}`;
    }

    node(scene) {
        const all = this.#shows === 'next' ? this.#nextButtons(scene) : this.#shows === 'share' ? this.#shareButtons(scene) : this.#buttons(scene);
        const some = all.filter(Boolean);
        return h('div', { key: 'after', class: 'choices after' }, h('div', { key: this.#shows || 'main', class: `buttons n-${Math.max(2, Math.min(4, some.length))}` }, some));
    }

    #button(key, words, act, { first = false, off = false, picture = null } = {}) {
        return h('button', { key, type: 'button', class: `choice${first ? ' first' : ''}${picture ? ' with-cover' : ''}`, 'aria-disabled': off ? 'true' : null, onclick: () => off || act() },
            picture, h('span', { class: 'choice-words' }, words));
    }

    #turn(shows) {
        this.#shows = shows;
        this.#said = {};
        this.#hooks.context.redraw();
        requestAnimationFrame(() => document.querySelector('.after .choice')?.focus({ preventScroll: true }));
    }

    #buttons(scene) {
        const { where, id } = this.#hooks;
        const seated = scene.you !== null;
        return [
            seated ? this.#again(scene) : null,
            seated ? this.#button('next', _('Next game'), () => this.#turn('next')) : null,
            h('a', { key: 'replay', class: 'choice', href: to('replay', where, id, 'last') }, h('span', { class: 'choice-words' }, _('Look back'))),
            this.#button('share', _('Share'), () => this.#turn('share')),
            seated ? null : h('a', { key: 'home', class: 'choice', href: '#/' }, h('span', { class: 'choice-words' }, _('All games'))),
        ];
    }

    /** The same again, or what somebody has proposed: the host begins, everybody else proposes and agrees. */
    #again({ now, you }) {
        const { act } = this.#hooks;
        const asked = now.proposal;
        const host = now.host === you;
        if (!asked)
            return this.#button('again', _('Play again'), () => act(host ? 'begin' : 'again', {}), { first: true });
        if (asked.waits.includes(you))
            return this.#button('agree', _('I am in'), () => act('agree', {}), { first: true });
        return host ? this.#button('begin', _('Begin now'), () => act('begin', {}), { first: true }) : this.#button('waiting', _('One moment ...'), () => {}, { off: true });
    }

    #nextButtons({ now }) {
        const { act } = this.#hooks;
        const turn = Math.max(0, ...(now.evening ?? []).map(({ games }) => games));
        const games = suggest(allGames(), now.game.name, now.game.players, turn);
        return [
            ...games.map((game) => this.#button(game.name, game.title, () => { this.#turn(''); act('next', { game: game.name }); }, { picture: cover(game) })),
            h('a', { key: 'home', class: 'choice', href: '#/' }, h('span', { class: 'choice-words' }, _('All games'))),
            this.#button('back', _('Back'), () => this.#turn('')),
        ];
    }

    #shareButtons(scene) {
        return [
            this.#button('words', this.#said.words || _('As text'), () => this.#share('words', ({ shareWords }) => shareWords(scene)), { first: true }),
            this.#button('picture', this.#said.picture || _('As a picture'), () => this.#share('picture', ({ sharePicture }) => sharePicture(scene, document.querySelector('.table')))),
            this.#button('back', _('Back'), () => this.#turn('')),
        ];
    }

    async #share(way, how) {
        const { context } = this.#hooks;
        const said = await import('./share.js').then(how).catch(() => _('That did not work.'));
        this.#said = { [way]: said };
        if (said)
            context.announce(said);
        context.redraw();
    }
}
