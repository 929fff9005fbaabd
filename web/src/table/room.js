/** The room before a game: who has come, the link for the others, and what to know meanwhile. During a game its chairs are a panel. */

import { h } from '../patch.js';
import { _, _n } from '../words.js';
import { allGames, catalogue, known, standard } from '../catalogue.js';
import { cover } from '../art/cover.js';
import { select } from '../form.js';
import { invitation } from '../friends.js';
import { OPPONENTS } from '../opponents.js';
import { opponentPicker, personFields, portrait } from '../person.js';
import { facts, PACES, sentence } from '../setup.js';
import { to } from '../router.js';
import { rulesNode } from './rules.js';

/* --- Chairs as a list, for the host's hands --- */

/**
 * @param {Object} scene
 * @param {function(string, Object): Promise} act does a command and tells what went wrong
 * @param {Object} own what is kept between redraws: {bot, swap, more, roomRules}
 */
export function chairsNode(scene, act, own) {
    const { now, you, names } = scene;
    const host = isHost(scene);
    const between = now.stage !== 'playing';
    return h('ul', { key: 'chairs', class: 'chairs' }, now.chairs.map((chair) => h('li', { key: chair.seat, class: chair.kind, 'data-seat': chair.seat },
        chair.kind === 'empty' ? h('span', { class: 'face-of free', 'aria-hidden': 'true' }) : portrait(chair),
        h('span', { class: 'who' }, chair.kind !== 'empty' ? names[chair.seat] : chair.held ? _('kept until the hand is over') : _('free chair'), ' ', chairMarks(chair, scene)),
        h('span', { class: 'chair-buttons' },
            chair.kind === 'empty' && !chair.held && you === null && h('button', {
                key: 'sit', type: 'button', onclick: () => act('sit', { ...scene.settings.person, seat: chair.seat }),
            }, _('Sit here')),
            chair.kind === 'empty' && host && botButton(chair, act, own),
            host && between && now.chairs.length > 1 && swapButton(chair, scene, act, own),
            host && chair.kind !== 'empty' && chair.seat !== you && h('button', {
                key: 'kick', type: 'button', class: 'quiet', 'aria-label': _('Remove {name}', { name: names[chair.seat] }), onclick: () => act('kick', { seat: chair.seat }),
            }, _('Remove'))))));
}

function isHost({ now, you }) {
    return now.host !== null && now.host === you;
}

function chairMarks(chair, { now, you }) {
    const marks = [];
    if (chair.seat === you)
        marks.push(_('you'));
    if (chair.seat === now.host)
        marks.push(_('host'));
    if (chair.away)
        marks.push(_('away'));
    return marks.length ? h('small', null, `(${marks.join(', ')})`) : null;
}

function opponent(own) {
    return OPPONENTS.find(({ level }) => level === own.bot);
}

function botButton(chair, act, own) {
    return h('button', { key: 'bot', type: 'button', onclick: () => act('bot', { bot: own.bot, seat: chair.seat }) }, _('Seat {name}', { name: _(opponent(own).name) }));
}

/** The first press chooses a chair, the second one on another chair swaps them. */
function swapButton(chair, scene, act, own) {
    const chosen = own.swap === chair.seat;
    return h('button', {
        key: 'swap', type: 'button', class: 'quiet', 'aria-pressed': String(chosen),
        'aria-label': own.swap && !chosen ? _('Swap with chair {seat}', { seat: own.swap }) : _('Swap chair {seat}', { seat: chair.seat }),
        onclick: () => {
            const other = own.swap;
            own.swap = other === null ? chair.seat : null;
            if (other !== null && !chosen)
                act('swap', { seat: other, other: chair.seat });
            scene.redraw();
        },
    }, own.swap && !chosen ? _('Swap with this') : _('Swap'));
}

/* --- Beginning with those who are there --- */

/** The options of a table that are not as usual, so that they stay when another number plays. */
function changedOptions({ name, players, options }) {
    const word = (value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
    const other = (known(name)?.options ?? []).filter((option) => option.key in options && word(options[option.key]) !== word(standard(option, players)));
    return Object.fromEntries(other.map(({ key }) => [key, options[key]]));
}

/** With how many the game begins: as many as are there, or the next number that it can be played with. */
function playersThen(now) {
    const seated = now.chairs.filter(({ kind }) => kind !== 'empty').length;
    const possible = known(now.game.name)?.players ?? [now.chairs.length];
    return { seated, possible, players: possible.find((count) => count >= seated) ?? now.chairs.length };
}

/** Empty chairs go, as far as the game can do without them: those who are there move together first. */
async function begin({ now }, act) {
    const { players } = playersThen(now);
    const full = now.chairs.map(({ kind }) => kind !== 'empty');
    for (let seat = 0; seat < players; seat++) {
        const other = full.lastIndexOf(true);
        if (full[seat] || other < seat)
            continue;
        await act('swap', { seat: now.chairs[other].seat, other: now.chairs[seat].seat });
        [full[seat], full[other]] = [true, false];
    }
    if (players < now.chairs.length)
        await act('change', { game: now.game.name, players, options: changedOptions(now.game) });
    await act('begin', {});
}

/** Bots sit down until as many play as usual; where enough do already, one more. */
async function fill({ now }, act, own) {
    const { seated, players } = playersThen(now);
    const wanted = seated < players ? Math.max(known(now.game.name)?.players_best ?? players, players) : seated + 1;
    for (let count = seated; count < wanted; count++)
        await act('bot', { bot: own.bot });
}

function beginNode(scene, act, own) {
    const { seated, possible, players } = playersThen(scene.now);
    const missing = players - seated;
    const quietly = (deed) => deed.catch(() => {}); /* what went wrong is told at the table */
    return h('div', { key: 'begin', class: 'begin' },
        h('div', { class: 'doors' },
            h('button', {
                key: 'begin', type: 'button', class: 'main large', 'aria-disabled': missing ? 'true' : null, onclick: () => !missing && quietly(begin(scene, act)),
            }, _('Begin')),
            seated < possible.at(-1) && h('button', { key: 'fill', type: 'button', class: 'large', onclick: () => quietly(fill(scene, act, own)) },
                missing ? _('Fill up with bots') : _('Add a bot'))),
        h('p', { class: 'quiet' }, missing ? _n(missing, 'One more is needed: send the link, or let a bot sit down.', '{n} more are needed: send the link, or let bots sit down.')
            : seated < scene.now.chairs.length ? _n(seated, '{n} of you play. There is still room.', '{n} of you play. There is still room.') : _('The table is full.')));
}

/* --- Those who have come --- */

/** Those who are there with their faces; where there is nobody, the host seats a bot with one touch. */
function plates(scene, act, own) {
    const { now, names } = scene;
    const [there, free] = [now.chairs.filter(({ kind }) => kind !== 'empty'), now.chairs.filter(({ kind }) => kind === 'empty')];
    return [
        h('ul', { key: 'plates', class: 'plain plates' },
            there.map((chair) => h('li', { key: chair.seat, class: chair.kind, 'data-seat': chair.seat },
                portrait(chair), h('span', { class: 'who' }, names[chair.seat]), chairMarks(chair, scene))),
            isHost(scene) && free.map(({ seat }) => h('li', { key: seat, class: 'empty', 'data-seat': seat }, h('button', {
                type: 'button', class: 'plain free', 'aria-label': _('Seat {name} on chair {seat}', { name: _(opponent(own).name), seat }), onclick: () => act('bot', { bot: own.bot, seat }),
            }, h('span', { class: 'face-of free', 'aria-hidden': 'true' }, '+'), h('small', null, _('bot')))))),
        free.length > 0 && !isHost(scene) && h('p', { key: 'free', class: 'quiet' }, _n(free.length, '{n} chair is free', '{n} chairs are free')),
        h('p', { key: 'here', class: 'heard', role: 'status' }, _('At the table: {names}', { names: there.map(({ seat }) => names[seat]).join(', ') })),
    ];
}

/* --- What is played --- */

function aboutNode(scene, act, own) {
    const game = known(scene.now.game.name);
    if (!game)
        return null;
    const [about] = known(game.game)?.tips ?? [];
    return h('section', { key: 'about', class: 'card-of-room about-game' },
        h('span', { class: 'picture' }, cover(game)),
        h('div', null,
            h('h2', null, _('What we play')),
            h('p', null, sentence(game.summary), about && ` ${about}`),
            h('p', { class: 'quiet' }, facts(game)),
            h('div', { class: 'doors' },
                h('a', { class: 'button', href: to('learn', game.game) }, _('Learn it in two minutes')),
                h('button', { type: 'button', 'aria-expanded': String(Boolean(own.roomRules)), onclick: () => toggleRules(scene, act, own) }, _('Rules')))),
        own.roomRules && h('div', { key: 'rules', class: 'rules-of', role: 'region', 'aria-label': _('Rules') },
            own.roomRules === true ? h('p', null, _('One moment ...')) : rulesNode(own.roomRules)));
}

async function toggleRules(scene, act, own) {
    own.roomRules = own.roomRules ? null : true;
    scene.redraw();
    if (!own.roomRules)
        return;
    const answer = await act('rules', {}).catch(() => null);
    if (own.roomRules)
        own.roomRules = answer?.rules ?? null;
    scene.redraw();
}

/* --- Somebody who comes by the link --- */

function joinNode(scene, act) {
    const sit = (event) => {
        event.preventDefault();
        scene.settings.set('name', event.target.querySelector('input').value.trim());
        act('sit', scene.settings.person);
    };
    return h('form', { key: 'join', class: 'card-of-room join', onsubmit: sit },
        h('h2', null, _('Who are you?')),
        personFields(scene),
        h('button', { type: 'submit', class: 'main large' }, _('Sit down')));
}

/** Whoever sits here says who they are at any time before the game; a host who never did is asked. */
function myselfNode(scene, own) {
    own.myself ??= !scene.settings.name;
    return h('div', { key: 'myself', class: 'myself' },
        h('button', { key: 'door', type: 'button', 'aria-expanded': String(own.myself), onclick: () => { own.myself = !own.myself; scene.redraw(); } }, _('Your name and face')),
        own.myself && personFields(scene));
}

/* --- The rest --- */

function moreNode(scene, act, own) {
    const { now, table } = scene;
    const games = allGames();
    const change = (keys) => act('change', keys);
    return h('section', { key: 'more', class: 'card-of-room more-of-room' },
        h('div', { class: 'doors' },
            h('button', { type: 'button', 'aria-expanded': String(Boolean(own.more)), onclick: () => { own.more = !own.more; scene.redraw(); } }, _('More')),
            scene.local ? null : h('a', { class: 'button', href: to('tv', table.id, table.invitation ?? ''), target: '_blank', rel: 'noopener' }, _('Show this table on a big screen'))),
        own.more && h('div', { class: 'fields' },
            games.length > 0 && select(_('Game'), now.game.name, games.map(({ name, title }) => [name, title]),
                (name) => change({ game: name, players: known(name).players.at(-1) })),
            scene.local ? null : select(_('Time for each decision'), now.decision, PACES.map(([pace, title]) => [pace, _(title)]), (pace) => change({ decision: Number(pace) })),
            opponentPicker(own.bot, (level) => { own.bot = level; scene.redraw(); }),
            chairsNode(scene, act, own)));
}

/** Whoever comes by a link has not seen the shelf: what the game is has to be asked for, once. */
function askForGames(scene, own) {
    if (allGames().length || own.asking)
        return;
    own.asking = true;
    catalogue().then(scene.redraw, () => {}); /* then only its name is told */
}

function heading({ now, you, names, words }) {
    const game = known(now.game.name)?.title ?? words.title;
    if (you !== null && you === now.host)
        return _('{game} with friends', { game });
    return now.host ? _('{name} invites you to {game}', { name: names[now.host], game }) : game;
}

/** Before the first game. */
export function roomNode(scene, act, own) {
    askForGames(scene, own);
    const { now, you, names } = scene;
    const free = now.chairs.some(({ kind }) => kind === 'empty');
    const host = isHost(scene);
    return h('div', { key: 'room', class: `room${host ? ' hosting' : ''}`, tabindex: '-1' },
        h('h1', null, heading(scene)),
        host && !scene.local ? h('section', { key: 'invite', class: 'card-of-room inviting' }, h('h2', null, _('Invite your friends')), invitation(scene.redraw, scene.table)) : null,
        !host && aboutNode(scene, act, own),
        you === null && free ? joinNode(scene, act) : null,
        h('section', { key: 'who', class: 'card-of-room who-is-here' },
            h('h2', null, _('Who is here')),
            plates(scene, act, own),
            host ? beginNode(scene, act, own)
                : h('p', { key: 'wait' }, now.host ? _('{name} begins when everybody is there.', { name: names[now.host] }) : _('Nobody sits here yet.')),
            you !== null && !scene.local && myselfNode(scene, own)),
        host && aboutNode(scene, act, own),
        host && moreNode(scene, act, own));
}
