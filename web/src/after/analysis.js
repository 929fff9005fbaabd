/** What looking back on a game has found (`pairs analyse`), as pictures and lists. */
import { bar, chart, figure, line, panel, reach, table } from '../chart.js';
import { h, svg } from '../patch.js';
import { _, _n } from '../words.js';

const HIGH = 260;
/** Rounding, and rollouts that chance has made a little different, are no mistakes. */
const LEAST = 0.005;

/**
 * The decisions with a choice, each with what it cost.
 * @param {Object} analysis
 * @param {Object} replay as one without secrets sees it, or as a seat did
 * @returns {Array<{moment: number, seat: number, hand: number, text: string, best: string, loss: number, error: number, play: number}>}
 *     `moment` is the one after the decision; `best` '' where nothing was better; `play` is what it brought beyond the usual
 */
export function decisionsOf(analysis, replay) {
    return analysis.moments.flatMap((m, i) => {
        const seat = replay.moments[i + 1]?.seat;
        if (!(m.choices > 1) || seat === undefined)
            return [];
        const { events } = replay.moments[i + 1];
        const told = events.find((event) => event.text && event.kind === 'decide' && event.seat === seat) ?? events.find((event) => event.text);
        const loss = m.loss.mean;
        return [{
            moment: i + 1, seat: seat.charCodeAt(0) - 65, hand: m.hand, text: told?.text || m.event, loss,
            error: m.loss.error, play: m.play, best: loss > LEAST ? replay.moments[i].offers?.[m.best] ?? m.best : '',
        }];
    });
}

/** The moments before which another hand begins. */
export function handsOf(analysis) {
    return analysis.moments.flatMap((m, i) => (i && m.hand !== analysis.moments[i - 1].hand ? [i] : []));
}

function cursor(p, at) {
    return svg('line', { class: 'cursor', x1: p.x(at), x2: p.x(at), y1: p.top, y2: p.inner.bottom });
}

function hands(p, analysis) {
    return handsOf(analysis).map((at) => svg('line', { class: 'hand', x1: p.x(at), x2: p.x(at), y1: p.top, y2: p.inner.bottom }));
}

/** A click on a picture goes to the moment under it; keys have the scrubber and the list. */
function jumping(p, marks, goTo) {
    const reached = (event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const part = (event.clientX - box.left) / box.width;
        goTo(Math.round(p.xSpan.low + part * (p.xSpan.high - p.xSpan.low)));
    };
    return [...marks, svg('rect', {
        class: 'catch', x: p.left, y: p.top, width: p.inner.right - p.left, height: p.inner.bottom - p.top, onclick: reached,
    })];
}

/** What each seat could expect, from the first card to the last. */
function expectation({ analysis, names, at, goTo, width }) {
    const last = analysis.moments.length;
    const points = names.map((name, seat) => [...analysis.moments.map((m, i) => [i, m.before[seat]]),
        [last, analysis.worth.result[seat]]]);
    const p = panel({
        width, height: HIGH, x: { low: 0, high: Math.max(1, last) }, y: reach(points.flat().map(([, y]) => y), [0]),
        xLabel: _('cards and decisions'), yLabel: _('expected worth'),
    });
    const shown = [0, ...handsOf(analysis), last];
    return chart({
        title: _('What each seat could expect'),
        tells: names.map((name, seat) => _('{name} ends with {value}', { name, value: figure(analysis.worth.result[seat]) })).join(', '),
        panel: p,
        marks: jumping(p, [...hands(p, analysis), ...points.map((series, seat) => line(p, series, seat)), cursor(p, at)], goTo),
        names,
        heads: [_('moment'), ...names],
        rows: shown.map((i) => [String(i), ...points.map((series) => figure(series[i][1]))]),
    });
}

/** What each decision cost, where it was made. */
function losses({ analysis, decisions, names, at, goTo, width }) {
    const p = panel({
        width, height: HIGH, x: { low: 0, high: Math.max(1, analysis.moments.length) },
        y: reach(decisions.map(({ loss }) => loss), [0]), xLabel: _('cards and decisions'), yLabel: _('loss'),
    });
    const wide = Math.max(1, analysis.moments.length / 150);
    const worst = decisions.reduce((most, each) => (each.loss > (most?.loss ?? 0) ? each : most), null);
    return chart({
        title: _('What each decision lost against the best one'),
        tells: worst ? _('The most by {name}: {loss}', { name: names[worst.seat], loss: figure(worst.loss) }) : _('Nothing was lost.'),
        panel: p,
        marks: jumping(p, [...hands(p, analysis), cursor(p, at), ...decisions.filter(({ loss }) => loss > LEAST)
            .map(({ moment, seat, loss }) => bar(p, moment - wide / 2, wide, 0, loss, seat))], goTo),
        names,
        heads: [_('seat'), _('decisions'), _('lost'), _('lost a decision')],
        rows: names.map((name, seat) => {
            const own = decisions.filter((each) => each.seat === seat);
            const lost = own.reduce((sum, { loss }) => sum + loss, 0);
            return [name, String(own.length), figure(lost), own.length ? figure(lost / own.length) : ''];
        }),
    });
}

/** Where each seat's result comes from. */
function luck({ analysis, names, width }) {
    const parts = [['luck', _('luck')], ['own', _('own play')], ['others', _('others’ play')]];
    const { worth } = analysis;
    const p = panel({
        width, height: HIGH, x: { low: -0.5, high: names.length - 0.5 }, names,
        y: reach(parts.flatMap(([key]) => worth[key]), [0]), xLabel: '', yLabel: _('worth'),
    });
    return chart({
        title: _('Luck and play of each seat'),
        tells: names.map((name, seat) => _('{name}: luck {luck}, own play {own}', {
            name, luck: figure(worth.luck[seat]), own: figure(worth.own[seat]),
        })).join('; '),
        panel: p,
        marks: names.flatMap((name, seat) => parts.map(([key], i) => bar(p, seat - 0.36 + 0.24 * i, 0.22, 0, worth[key][seat], i))),
        names: parts.map(([, title]) => title),
        heads: [_('seat'), _('begin'), ...parts.map(([, title]) => title), _('result')],
        rows: names.map((name, seat) => [name, figure(worth.begin[seat]), ...parts.map(([key]) => figure(worth[key][seat])),
            figure(worth.result[seat])]),
    });
}

function jump(moment, words, goTo) {
    return h('button', { type: 'button', class: 'plain', onclick: () => goTo(moment) }, words);
}

/** The moments at which the game turned. */
function turningPoints({ analysis, replay, names, goTo }) {
    return h('ol', { class: 'turns' }, analysis.turning_points.map((i) => {
        const m = analysis.moments[i];
        const swings = names.map((name, seat) => ({ name, by: m.after[seat] - m.before[seat] }))
            .sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, 2);
        const told = replay.moments[i + 1]?.events.map((event) => event.text).filter(Boolean)[0] ?? _('A card comes that nobody sees.');
        return h('li', { key: i }, jump(i + 1, told, goTo), h('span', { class: 'quiet' }, swings.map(({ name, by }) =>
            `${name} ${by > 0 ? '+' : ''}${figure(by, 1)}`).join(', ')));
    }));
}

function decisionTable({ decisions, names, goTo }) {
    const costly = decisions.filter(({ loss }) => loss > LEAST).sort((a, b) => b.loss - a.loss).slice(0, 30);
    if (!costly.length)
        return h('p', null, _('Nobody could have decided better.'));
    return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': _('Decisions that cost the most') },
        table(_('Decisions that cost the most'), [_('decision'), _('seat'), _('hand'), _('loss'), _('± 95 %'), _('better')],
            costly.map(({ moment, text, seat, hand, loss, error, best }) => [jump(moment, text, goTo), names[seat], String(hand),
                figure(loss), figure(error), best])));
}

/**
 * All that was found.
 * @param {Object} what
 * @param {Object} what.analysis
 * @param {Object} what.replay
 * @param {string[]} what.names of the seats
 * @param {number} what.at the moment that is shown
 * @param {function(number)} what.goTo
 * @param {number} what.width of the pictures, in pixels
 */
export function analysisView(what) {
    const all = { ...what, decisions: decisionsOf(what.analysis, what.replay) };
    return h('section', { key: 'analysis', class: 'analysis', 'aria-labelledby': 'analysis-title' },
        h('h2', { id: 'analysis-title' }, _('Luck and play')),
        h('p', { class: 'quiet' }, _n(what.analysis.iterations, '{n} imagined game for each moment, to the end of the hand.',
            '{n} imagined games for each moment, to the end of the hand.')),
        h('div', { class: 'charts' }, expectation(all), losses(all), luck(all)),
        h('h3', null, _('When it was decided')), turningPoints(all),
        h('h3', null, _('What could have been better')), decisionTable(all));
}

/** What one decision was worth, for the moment that is shown: a sentence, or ''. */
export function verdict(decisions, at) {
    const found = decisions.find(({ moment }) => moment === at);
    if (!found)
        return '';
    return found.best ? _('This lost {loss}. Better: {best}.', { loss: figure(found.loss), best: found.best })
        : _('Nothing was better.');
}
