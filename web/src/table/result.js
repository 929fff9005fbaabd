/** The result of a hand and of a game as a moment: a headline, how everybody stands now, and the details for who wants them. */

import { h } from '../patch.js';
import { N_, _, _n, number } from '../words.js';
import { art } from '../art/card.js';
import { face } from '../art/faces.js';
import { callSeat, changeText, counted, handText, listSeats } from './names.js';
import { fortune } from '../after/statistics.js';
import { placesOf } from './over.js';
import { LETTERS } from './places.js';
import { boxStyle } from './zones.js';

/** From this share of the target on somebody is near the end. */
const NEAR = 0.75;
/** More than these are written smaller on a phone. */
const MANY = 5;
/** At most so many faces and cards stand above a headline. */
const FACES = 3;
const HELD = 7;

function standing(scene, total) {
    const { words, view } = scene;
    if (view.chips)
        return words.stack ? number(words.stack + total) : changeText(total);
    return words.target ? _('{score} of {target}', { score: number(total), target: number(words.target) }) : number(total);
}

/** Where a score lies on its bar, from 0 to 1: towards what ends the game, or between the least and the most of all. */
function shares(scene, seats) {
    const { words, view } = scene;
    if (words.target && !view.chips)
        return (total) => Math.max(0, Math.min(1, total / words.target));
    const totals = seats.flatMap(({ total, change }) => [total, total - change, 0]);
    const least = view.chips && words.stack ? -words.stack : Math.min(...totals);
    const most = Math.max(...totals);
    return (total) => (most > least ? Math.max(0.02, (total - least) / (most - least)) : 0.02);
}

function row(scene, one, share, i, places) {
    const { seat, total, change } = one;
    const { words, you, called, now } = scene;
    const chair = now.chairs.find((each) => each.seat === seat);
    const good = change > 0 === !words.low_wins;
    const [from, to] = [share(Math.min(total, total - change)), share(Math.max(total, total - change))];
    const won = scene.view.over && scene.view.winners.includes(seat);
    const mood = change === 0 ? 'calm' : good ? 'glad' : 'sad';
    return h('li', { key: seat, 'data-seat': seat, class: `result-row${seat === you ? ' own' : ''}`, style: { '--i': String(i) } },
        face(chair?.face ?? '', scene.view.over ? (won ? 'glad' : scene.view.losers.includes(seat) ? 'sad' : 'calm') : mood, chair?.colour),
        h('span', { class: 'result-name' }, places && !together(scene) ? h('b', { class: 'result-place' }, `${number(places[i].place)}. `) : null, callSeat(called, seat, you)),
        h('span', { class: 'result-bar', 'aria-hidden': 'true' }, h('i', { style: { width: `${(from * 100).toFixed(1)}%` } }),
            h('u', { class: good ? 'good' : 'bad', style: { left: `${(from * 100).toFixed(1)}%`, width: `${((to - from) * 100).toFixed(1)}%` } })),
        h('span', { class: 'result-points' }, standing(scene, total), ' ', change ? h('b', { class: good ? 'good' : 'bad' }, changeText(change)) : null));
}

/** The one sentence about oneself. */
export function ownLine(scene, settled) {
    const one = settled.seats.find(({ seat }) => seat === scene.you);
    if (!one)
        return '';
    const { view, words } = scene;
    const by = number(Math.abs(one.change));
    const now = standing(scene, one.total);
    if (view.chips && settled.whose !== scene.you) /* of oneself the headline has told it */
        return one.change === 0 ? _('You win nothing and lose nothing.') : one.change > 0 ? _n(one.change, 'You win {by} chip.', 'You win {by} chips.', { by }) : _n(-one.change, 'You lose {by} chip.', 'You lose {by} chips.', { by });
    if (!words.target && !view.chips)
        return '';
    return one.change === 0 ? _('You are still at {now}.', { now }) : _('You are now at {now}.', { now });
}

/** Whom a hand brought the most; nobody where it brought all the same. */
function most({ seats }) {
    const change = Math.max(...seats.map((one) => one.change));
    const who = seats.filter((one) => one.change === change).map(({ seat }) => seat);
    return { change, who: who.length < seats.length ? who : [] };
}

/** Who got most of it: you, somebody else, several. */
const MOST = {
    scores: [N_('You score the most: {points}.'), N_('{names} scores the most: {points}.'), N_('{names} score the most: {points} each.')],
    takes: [N_('You take the most: {points}.'), N_('{names} takes the most: {points}.'), N_('{names} take the most: {points} each.')],
    loses: [N_('You lose the least: {points}.'), N_('{names} loses the least: {points}.'), N_('{names} lose the least: {points} each.')],
};

/** One sentence for a hand: how it ended; where it brought something to several, whom it brought the most. */
function headlineOf(scene, settled) {
    const { words, called, you, fit } = scene;
    if (!settled?.shared)
        return fit(settled?.headline ?? '');
    const { change, who } = most(settled);
    if (!who.length || !change || (words.low_wins && change < 0))
        return fit(settled.headline);
    const [own, one, several] = MOST[change < 0 ? 'loses' : words.low_wins ? 'takes' : 'scores'];
    return _(who.length > 1 ? several : who[0] === you ? own : one, { names: listSeats(called, who, you), points: counted(words, Math.abs(change)) });
}

/** The cards with which a hand ended for somebody: those that came last, or were shown. */
function lastCards({ events }, seat) {
    const open = (event) => event.cards?.length && event.cards.every((card) => card > 0);
    const found = events.findLast((event) => open(event) && (event.kind === 'show' ? event.from.owner === seat : event.kind === 'move' && event.to.owner === seat));
    return found && found.cards.length <= HELD ? found.cards : [];
}

/** Whom the headline is about: faces, and cards before them. */
function figure(scene, seats, mood, cards = []) {
    const chairOf = (seat) => scene.now.chairs.find((each) => each.seat === seat);
    return seats.length && seats.length <= FACES ? h('div', { key: 'figure', class: 'result-figure', 'aria-hidden': 'true' },
        seats.map((seat) => h('span', { key: seat, class: 'result-face' }, face(chairOf(seat)?.face ?? '', mood, chairOf(seat)?.colour))),
        cards.length ? h('span', { key: 'cards', class: 'result-cards', style: { '--n': String(cards.length) } }, cards.map((rank, i) => h('span', { key: i, class: 'card', style: { '--turn': `${(i - (cards.length - 1) / 2) * 5}deg` } }, art(rank)))) : null) : null;
}

function handFigure(scene, settled) {
    const seats = settled.shared ? most(settled).who : [settled.whose].filter(Boolean);
    const change = settled.seats.find(({ seat }) => seat === seats[0])?.change ?? 0;
    return figure(scene, seats, change === 0 ? 'calm' : change > 0 === !scene.words.low_wins ? 'glad' : 'sad', seats.length === 1 ? lastCards(settled, seats[0]) : []);
}

/** Who is near what ends the game. */
function nearLine(scene, settled) {
    const { words, view, called, you } = scene;
    if (!words.target || view.chips || view.over)
        return '';
    const near = settled.seats.filter(({ total }) => total >= words.target * NEAR && total < words.target).map(({ seat }) => seat);
    if (!near.length)
        return '';
    const told = { names: listSeats(called, near, you) };
    return words.low_wins ? _('Close to losing: {names}.', told) : _('Close to winning: {names}.', told);
}

function details(scene, settled, own, linger) {
    return h('details', { class: 'how', open: own.how, ontoggle: (event) => { own.how = event.target.open; if (own.how) linger?.(); } },
        h('summary', null, _('How it went')),
        h('ul', { class: 'ending' }, settled.story.map((text, i) => h('li', { key: i }, scene.fit(text)))));
}

/** After a hand in the order of what everybody has, at the end in that of the places. */
function bars(scene, seats, places = null) {
    const share = shares(scene, seats);
    const order = places ? places.map(({ seat }) => seats.find((one) => one.seat === seat))
        : seats.toSorted((a, b) => b.total - a.total || LETTERS.indexOf(a.seat) - LETTERS.indexOf(b.seat));
    return h('ol', { class: `result-bars${seats.length > MANY ? ' many' : ''}` }, order.map((one, i) => row(scene, one, share, i, places)));
}

/**
 * What a hand brought.
 * @param {Object} scene
 * @param {Object} settled of the story
 * @param {Object} own what is kept between redraws: {how}
 * @param {function()} goOn
 * @param {function()} linger it is read more closely, and does not go by itself any more
 */
export function settlementNode(scene, settled, own, goOn, linger) {
    return h('section', { key: 'settlement', class: `settlement${scene.stage.reading ? ' reading' : ''}`, role: 'dialog', 'aria-labelledby': 'settlement-title', style: boxStyle(scene.layout.whole) },
        handFigure(scene, settled),
        h('p', { class: 'result-hand' }, handText(scene.words, settled.hand)),
        h('h2', { id: 'settlement-title' }, headlineOf(scene, settled) || _('{hand} is over', { hand: handText(scene.words, settled.hand) })),
        h('p', { class: 'result-own' }, [ownLine(scene, settled), nearLine(scene, settled)].filter(Boolean).join(' ')),
        h('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-labelledby': 'settlement-title' }, bars(scene, settled.seats)),
        details(scene, settled, own, linger),
        h('button', { type: 'button', class: 'choice first', onclick: goOn, ref: (element) => requestAnimationFrame(() => element.focus({ preventScroll: true })) },
            h('span', { class: 'choice-words' }, _('Go on'))));
}

/** How a game ended, for the one who looks. */
export function endWords(scene) {
    const { view, called, you } = scene;
    const { winners, losers } = view;
    if (you !== null && winners.includes(you))
        return winners.length === 1 ? _('You win!') : winners.length === now(scene) ? _('You all win!') : _('You win, with {names}!', { names: listSeats(called, winners.filter((seat) => seat !== you), you) });
    if (you !== null && losers.includes(you))
        return losers.length > 1 && losers.length === now(scene) ? _('You all lose.') : losers.length > 1 ? _('You lose, with {names}.', { names: listSeats(called, losers.filter((seat) => seat !== you), you) }) : _('You lose this one.');
    if (winners.length)
        return winners.length === 1 ? _('{names} wins.', { names: listSeats(called, winners, you) }) : _('{names} win.', { names: listSeats(called, winners, you) });
    return losers.length === 1 ? _('{names} loses.', { names: listSeats(called, losers, you) }) : losers.length ? _('{names} lose.', { names: listSeats(called, losers, you) }) : _('Nobody wins.');
}

/** Whether all have won or lost together: then there are no places. */
function together({ view: { winners, losers, scores } }) {
    return winners.length === scores.length || losers.length === scores.length;
}

function now(scene) {
    return scene.now.game.players;
}

/** How the end feels to the one who looks: `won`, `lost`, or '' for those who only watch, and where nobody is named. */
export function feltAt({ view, you }) {
    return you === null ? '' : fortune({ ...view, you }).replace('even', '');
}

/**
 * The end of a game: who won, where everybody stands, and how it came to that.
 * @param {Object} scene
 * @param {Object} settled the last hand
 * @param {Object} own what is kept between redraws: {how}
 * @param {Object} lines what else there is to say about the game
 */
export function endNode(scene, settled, own, lines) {
    const { view } = scene;
    const seats = view.scores.map((total, i) => ({ seat: LETTERS[i], total, change: settled?.seats.find(({ seat }) => seat === LETTERS[i])?.change ?? 0 }));
    const felt = feltAt(scene);
    const lost = view.losers.includes(scene.you) || !view.winners.length;
    return h('section', { key: 'end', class: `result-end ${felt}`, 'aria-labelledby': 'end-title' },
        felt === 'won' ? h('div', { class: 'confetti', 'aria-hidden': 'true' }, Array.from({ length: 36 }, (_unused, i) => h('i', { key: i, style: { '--i': String(i) } }))) : null,
        lost ? figure(scene, view.losers, 'sad') : figure(scene, view.winners, 'glad'),
        h('p', { id: 'end-title', class: 'end-title' }, endWords(scene)),
        headlineOf(scene, settled) ? h('p', { class: 'result-own' }, headlineOf(scene, settled)) : null,
        h('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-labelledby': 'end-title' }, bars(scene, seats, placesOf(view, scene.words.low_wins)), lines, settled ? details(scene, settled, own) : null));
}
