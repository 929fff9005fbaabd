/** A seat at the table: a plate with a face, a name and the score that matters, and the cards before it. */

import { h } from '../patch.js';
import { _, number } from '../words.js';
import { face } from '../art/faces.js';
import { briefName, callSeat, changeText, scoreSpoken, seatNumber, shortScore } from './names.js';
import { keep } from './kept.js';
import { chipArt } from './motion.js';
import { talkNode } from './talk.js';
import { boxStyle, lookOf, numbersNode, zoneNode } from './zones.js';

/** Of a plate's width, by its kind, this much is no room for the name. */
const TAKEN = { wide: 76, small: 36, tall: 4, tiny: 26, least: 0 };
const OWN = 66;
/** What a letter of a name takes as it is usually written; longer names are written smaller. */
const LETTER = 7.6;
const SMALLEST = 0.62;

/** What stands on a face: dealer or button, away, out, and which of several of one name it is. */
function marks(scene, seat, chair, numeral) {
    const { view, stage, words } = scene;
    const all = numeral ? [['numeral', numeral, '']] : [];
    if (view.dealer === seat)
        all.push(['dealer', words.dealer.slice(0, 1).toUpperCase(), words.dealer]);
    if (chair?.away)
        all.push(['away', _('away'), '']);
    if (stage.out.has(seat) && !view.over)
        all.push(['out', _('out'), '']);
    return all.map(([name, sign, spoken]) => h('span', { key: name, class: `mark ${name}`, title: spoken || null },
        spoken ? [h('span', { 'aria-hidden': 'true' }, sign), h('span', { class: 'heard' }, spoken)] : sign));
}

/** What a seat did or said last; a secret choice only as made. */
function bubble(scene, seat, width) {
    const talk = scene.talk[seat];
    const style = { 'max-width': `${Math.max(talk ? 112 : 52, width + 4).toFixed(0)}px` };
    if (talk)
        return h('span', { key: 'talk', class: `says talk${talk.emote ? ' gesture' : ''}`, style }, talkNode(talk));
    const said = seat === scene.you ? null : scene.stage.says[seat];
    const { seats = [], ready = [] } = scene.table.chosen ?? {};
    const made = said === '' ? scene.view.to_act.length > 0 || seats.length > 0 || scene.stage.behind : seats.includes(seat) && seat !== scene.you;
    if (!said && !made)
        return null;
    return h('span', { key: 'says', class: `says${made ? ' secret' : ''}`, style }, made
        ? [h('span', { key: 'sign', 'aria-hidden': 'true' }, '✓'), ready.includes(seat) ? ` ${_('ready')}` : h('span', { key: 'heard', class: 'heard' }, _('has chosen'))] : said);
}

function clock(scene, seat) {
    const left = scene.clockOf(seat);
    return left === null ? null : h('span', { key: 'clock', class: `clock${left < 10 ? ' short' : ''}` },
        _('{seconds} s', { seconds: left }));
}

/** How far a score is on the way to what ends the game. */
export function barNode(words, points) {
    const share = Math.max(0, Math.min(1, points / words.target));
    return h('span', { key: 'bar', class: `way${words.low_wins ? ' bad' : ''}`, 'aria-hidden': 'true' }, h('i', { style: { width: `${(share * 100).toFixed(0)}%` } }));
}

function score(scene, seat) {
    const { view, words } = scene;
    const points = view.scores[seatNumber(seat)];
    const gained = scene.gained[seat] ?? 0;
    return h('span', { key: 'score', class: `score${view.chips || words.target ? '' : ' in-words'}`, 'data-spot': `chips/${seat}` },
        view.chips && h('span', { class: 'coin', 'aria-hidden': 'true' }, chipArt()),
        h('span', { class: 'points', 'aria-hidden': 'true' }, shortScore(view, words, points)),
        h('span', { class: 'heard' }, scoreSpoken(view, words, points)),
        gained !== 0 && h('span', { key: `gained${scene.gainedAt}`, class: `gained ${gained > 0 === !words.low_wins ? 'good' : 'bad'}` },
            changeText(gained)));
}

/** In at most two lines of small letters: a longer name goes on unseen. */
function nameOf(scene, seat, name, { kind, width }) {
    const offer = scene.takeSeat?.(seat);
    const room = (width / scene.layout.unit - TAKEN[kind]) / LETTER;
    const size = Math.max(SMALLEST, Math.min(1, room / name.length));
    const most = Math.max(4, Math.floor(2 * room / SMALLEST));
    const shown = name.length > most ? `${name.slice(0, most - 1)}…` : name;
    const heard = offer ? offer.words : shown === name ? '' : name;
    const some = [
        h('span', { class: 'who', style: { '--fit': size.toFixed(2) }, 'aria-hidden': heard ? 'true' : null }, shown),
        heard && h('span', { class: 'heard' }, heard),
    ];
    return offer
        ? h('button', { key: 'name', type: 'button', class: 'name', onclick: offer.take, 'aria-pressed': offer.chosen ? 'true' : null }, some)
        : h('span', { key: 'name', class: 'name' }, some);
}

/** How somebody feels about how it stands. */
function moodOf(scene, seat) {
    const { view, words, gained } = scene;
    const change = (gained[seat] ?? 0) * (words.low_wins ? -1 : 1);
    if (view.over && !scene.stage.behind)
        return view.winners.includes(seat) ? 'glad' : view.losers.includes(seat) ? 'sad' : 'calm';
    if (change)
        return change > 0 ? 'glad' : 'sad';
    return words.low_wins && words.target && view.scores[seatNumber(seat)] > words.target * 0.7 ? 'wary' : 'calm';
}

function plate(scene, seat, chair, box) {
    const { view, words, you } = scene;
    const { kind } = box;
    const { name, numeral } = seat === you ? { name: _('You'), numeral: '' } : kind === 'wide' ? { name: scene.names[seat], numeral: '' } : briefName(scene.names, seat);
    const faceless = kind === 'least';
    const width = box.width / scene.layout.unit;
    return h('header', { key: 'plate', class: `plate ${kind}`, style: boxStyle(box) }, h('div', { class: 'pill' },
        h('div', { class: 'head' }, face(chair?.face ?? '', moodOf(scene, seat), chair?.colour), marks(scene, seat, chair, faceless ? '' : numeral)),
        h('div', { class: 'about' },
            h('div', { class: 'line' }, nameOf(scene, seat, faceless && numeral ? `${name} ${numeral}` : name, box), clock(scene, seat)),
            h('div', { class: 'line' }, score(scene, seat), words.target && !view.chips ? barNode(words, view.scores[seatNumber(seat)]) : null),
            numbersNode(view, words, seat, { room: width - (seat === you ? OWN : TAKEN[kind]), beside: seat === you })),
        bubble(scene, seat, box.width)));
}

/** All that a seat's picture depends on. */
function partsOf(scene, seat, chair) {
    const { view, stage } = scene;
    return [
        ...view.zones.filter((zone) => zone.owner === seat), view.to_act.includes(seat), view.to_act.length > 0, view.dealer === seat, view.over,
        view.winners.includes(seat), view.losers.includes(seat), view.scores[seatNumber(seat)], view.chips, stage.says[seat], stage.out.has(seat), stage.behind,
        JSON.stringify(view.numbers.filter((one) => one.owner === seat)), chair?.away, chair?.face, chair?.colour, scene.gained[seat] ? scene.gainedAt : 0, scene.clockOf(seat),
        scene.names[seat], scene.you, scene.words, scene.layout, scene.talk[seat], scene.offeredTo(seat), scene.table.chosen?.seats.includes(seat), scene.table.chosen?.ready.includes(seat), Boolean(scene.table.chosen),
    ];
}

/**
 * @param {Object} scene see table.js
 * @param {string} seat
 */
export function seatNode(scene, seat) {
    const chair = scene.now.chairs.find((one) => one.seat === seat);
    return keep(`seat ${seat}`, partsOf(scene, seat, chair), () => drawSeat(scene, seat, chair));
}

function drawSeat(scene, seat, chair) {
    const { view, words, names, you, layout } = scene;
    const own = seat === you;
    const box = own ? layout.own : layout.seats[seat];
    const turn = view.to_act.includes(seat);
    const whose = callSeat(names, seat, you);
    const front = own && Object.keys(words.lies).find((place) => words.lies[place].whose !== 'middle');
    return h('section', {
        key: seat,
        class: `seat${own ? ' own' : ''}${turn ? ' turn' : ''}${scene.stage.out.has(seat) ? ' gone' : ''}${scene.takeSeat?.(seat) ? ' offered' : ''}`,
        'data-seat': seat,
        style: boxStyle(box),
        'aria-label': turn ? _('{seat}, to decide', { seat: whose }) : whose,
    },
    plate(scene, seat, chair, box.plate),
    view.zones.filter((zone) => zone.owner === seat).map((zone) => zoneNode(zone, { ...lookOf(scene, zone, box.zones[zone.place], whose), fans: zone.place === front })));
}
