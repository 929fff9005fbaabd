/** A seat at the table: who sits there, how they stand, what they hold and what they said. */

import { h } from '../patch.js';
import { _ } from '../words.js';
import { callSeat, changeText, scoreSpoken, scoreText, seatNumber } from './names.js';
import { keep } from './kept.js';
import { chipArt } from './motion.js';
import { numbersNode, zoneNode } from './zones.js';

/** What stands behind a name: dealer, away, out. */
function marks(scene, seat, chair) {
    const { view, stage } = scene;
    const all = [];
    if (view.dealer === seat)
        all.push(['dealer', '◆', _('dealer')]);
    if (chair?.away)
        all.push(['away', _('away'), '']);
    if (stage.out.has(seat))
        all.push(['out', _('out'), '']);
    if (view.over && view.winners.includes(seat))
        all.push(['won', _('has won'), '']);
    if (view.over && view.losers.includes(seat))
        all.push(['lost', _('has lost'), '']);
    return all.map(([name, sign, spoken]) => h('span', { key: name, class: `mark ${name}`, title: spoken || null },
        spoken ? [h('span', { 'aria-hidden': 'true' }, sign), h('span', { class: 'heard' }, spoken)] : sign));
}

/** What a seat decided last; a secret choice only as made. */
function bubble(scene, seat) {
    const said = scene.stage.says[seat];
    if (said === undefined || (said === '' && !scene.view.to_act.length && !scene.stage.behind))
        return null;
    return h('span', { key: 'says', class: `says${said ? '' : ' secret'}` }, said || _('chosen'));
}

function clock(scene, seat) {
    const left = scene.clockOf(seat);
    return left === null ? null : h('span', { key: 'clock', class: `clock${left < 10 ? ' short' : ''}` },
        _('{seconds} s', { seconds: left }));
}

function score(scene, seat) {
    const { view, words } = scene;
    const points = view.scores[seatNumber(seat)];
    const gained = scene.gained[seat] ?? 0;
    return h('span', { key: 'score', class: 'score', 'data-spot': `chips/${seat}` },
        view.chips && h('span', { class: 'coin', 'aria-hidden': 'true' }, chipArt()),
        h('span', { 'aria-hidden': 'true' }, scoreText(view, words, points, scene.narrow && seat !== scene.you)),
        h('span', { class: 'heard' }, scoreSpoken(view, words, points)),
        gained !== 0 && h('span', { key: `gained${scene.gainedAt}`, class: `gained ${gained > 0 === !words.low_wins ? 'good' : 'bad'}` },
            changeText(gained)));
}

function nameOf(scene, seat, own) {
    const name = own ? _('{name} (you)', { name: scene.names[seat] }) : scene.names[seat];
    const offer = scene.takeSeat?.(seat);
    const letter = h('span', { class: 'letter', 'aria-hidden': 'true' }, seat);
    return offer
        ? h('button', { key: 'name', type: 'button', class: 'name', onclick: offer.take }, letter,
            h('span', { class: 'who', 'aria-hidden': 'true' }, name), h('span', { class: 'heard' }, offer.words))
        : h('span', { key: 'name', class: 'name' }, letter, h('span', { class: 'who' }, name));
}

/** All that a seat's picture depends on. */
function partsOf(scene, seat, chair) {
    const { view, stage } = scene;
    return [
        ...view.zones.filter((zone) => zone.owner === seat), view.to_act.includes(seat), view.to_act.length > 0, view.dealer === seat, view.over,
        view.winners.includes(seat), view.losers.includes(seat), view.scores[seatNumber(seat)], view.chips, stage.says[seat], stage.out.has(seat), stage.behind,
        JSON.stringify(view.numbers.filter((one) => one.owner === seat)), chair?.away, scene.gained[seat] ? scene.gainedAt : 0, scene.clockOf(seat),
        scene.names[seat], scene.you, scene.words, scene.narrow, scene.offeredTo(seat),
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
    const { view, words, names, you } = scene;
    const own = seat === you;
    const turn = view.to_act.includes(seat);
    const whose = callSeat(names, seat, you);
    return h('section', {
        key: seat,
        class: `seat${own ? ' own' : ''}${turn ? ' turn' : ''}${scene.stage.out.has(seat) ? ' gone' : ''}${scene.takeSeat?.(seat) ? ' offered' : ''}`,
        'aria-label': turn ? _('{seat}, to decide', { seat: callSeat(names, seat, you) }) : callSeat(names, seat, you),
    },
    h('header', null, nameOf(scene, seat, own), marks(scene, seat, chair), own ? bubble(scene, seat) : null, clock(scene, seat), score(scene, seat)),
    h('div', { class: 'holds' },
        view.zones.filter((zone) => zone.owner === seat).map((zone) => zoneNode(zone, {
            title: words.zones[zone.place] ?? zone.place,
            whose,
            small: scene.narrow && !own,
            take: scene.takeCard?.(zone),
        })),
        numbersNode(view, words, seat),
        own ? null : bubble(scene, seat)));
}

