/** What many games have shown, as pictures: their length, scores, advantage of the seats, games won. */
import { bar, chart, figure, outline, panel, reach, whisker } from '../chart.js';
import { svg } from '../patch.js';
import { _ } from '../words.js';

const HIGH = 260;
const PARTS = [0.05, 0.25, 0.5, 0.75, 0.95];

/** The number below which a part of all lies, from inside its bin (lab/spread.h). Pure. */
export function quantile({ first, width, counts }, part) {
    const wanted = part * counts.reduce((sum, count) => sum + count, 0);
    let below = 0;
    let i = 0;
    for (; i < counts.length - 1 && below + counts[i] < wanted; i++)
        below += counts[i];
    return first + i * width + (width - 1) / 2;
}

/** Several spreads in the same bins, each as percent of its own games. Pure. */
export function together(spreads) {
    const width = Math.max(...spreads.map((spread) => spread.width));
    const first = Math.min(...spreads.map((spread) => Math.floor(spread.first / width) * width));
    const end = Math.max(...spreads.map((spread) => spread.first + spread.width * spread.counts.length));
    const bins = Math.ceil((end - first) / width);
    const shares = spreads.map((spread) => {
        const share = new Array(bins).fill(0);
        const total = spread.counts.reduce((sum, count) => sum + count, 0);
        spread.counts.forEach((count, i) => {
            share[Math.floor((spread.first + i * spread.width - first) / width)] += (100 * count) / total;
        });
        return share;
    });
    return { first, width, shares };
}

/** What the points of a sweep are called: the values of the option, or ''. */
export function pointNames(points, swept) {
    return points.map(({ options }) => (swept ? String(options[swept]) : ''));
}

function spreadRows(spreads, names) {
    return spreads.map((spread, i) => [names[i], ...PARTS.map((part) => figure(quantile(spread, part)))]);
}

function spreadHeads(first) {
    return [first, ...PARTS.map((part) => _('{n} %', { n: 100 * part }))];
}

/** One point: how the numbers of each series are spread. */
function spreadChart({ title, tells, spreads, names, width, xLabel, first }) {
    const { first: low, width: wide, shares } = together(spreads);
    const p = panel({
        width, height: HIGH, x: { low: low - 0.5, high: low - 0.5 + shares[0].length * wide }, y: reach(shares.flat(), [0]),
        xLabel, yLabel: _('% of games'),
    });
    const marks = spreads.length > 1 ? shares.map((share, i) => outline(p, low - 0.5, wide, share, i))
        : shares[0].map((share, i) => bar(p, low - 0.5 + i * wide, wide, 0, share, 0));
    return chart({
        title, tells, panel: p, marks, names: spreads.length > 1 ? names : null, heads: spreadHeads(first), rows: spreadRows(spreads, names),
    });
}

/** The middle 90 % as a line, the middle half as a box, the median as a dot. */
function box(p, x, wide, spread, series) {
    const [least, low, middle, high, most] = PARTS.map((part) => quantile(spread, part));
    return svg('g', null, bar(p, x - wide / 2, wide, low, high, series), whisker(p, x, least, middle, most, series));
}

/** Where a seat's mark stands: beside those of the other seats at its point. */
function markAt(point, seat, seats) {
    return seats > 1 ? point + 0.8 * ((seat + 0.5) / seats - 0.5) : point;
}

/** From point to point. `spreads[point][series]`. */
function boxChart({ title, tells, spreads, series, names, width, xLabel, yLabel }) {
    const ends = spreads.flat().flatMap((spread) => [quantile(spread, 0.05), quantile(spread, 0.95)]);
    const p = panel({ width, height: HIGH, x: { low: -0.5, high: names.length - 0.5 }, y: reach(ends), names, xLabel, yLabel });
    const count = spreads[0].length;
    return chart({
        title, tells, panel: p, names: count > 1 ? series : null,
        marks: spreads.flatMap((some, point) => some.map((spread, i) => box(p, markAt(point, i, count), 0.4 / count, spread, i))),
        heads: spreadHeads(xLabel),
        rows: spreads.flatMap((some, point) => spreadRows(some, some.map((spread, i) => (count > 1 ? `${names[point]} ${series[i]}` : names[point])))),
    });
}

/** A figure with its interval for each seat at each point. `values[point][seat]` are [low, mean, high]. */
function seatChart({ title, values, seats, names, width, xLabel, yLabel, rule, digits }) {
    const swept = names !== null;
    const p = panel({
        width, height: HIGH, x: { low: -0.5, high: (swept ? names.length : seats.length) - 0.5 }, y: reach([...values.flat(2), rule]),
        names: swept ? names : seats, xLabel, yLabel,
    });
    const ruler = svg('line', { class: 'rule', x1: p.left, x2: p.inner.right, y1: p.y(rule), y2: p.y(rule) });
    return chart({
        title, panel: p, names: swept ? seats : null,
        tells: swept ? '' : seats.map((seat, i) => `${seat} ${figure(values[0][i][1], digits)}`).join(', '),
        marks: [ruler, ...values.flatMap((some, point) => some.map(([low, mean, high], seat) =>
            whisker(p, swept ? markAt(point, seat, seats.length) : seat, low, mean, high, seat)))],
        heads: [swept ? xLabel : _('seat'), _('mean'), _('from'), _('to')],
        rows: values.flatMap((some, point) => some.map(([low, mean, high], seat) =>
            [swept ? `${names[point]} ${seats[seat]}` : seats[seat], ...[mean, low, high].map((value) => figure(value, digits))])),
    });
}

/** Whether games of this kind name losers only. Pure. */
export function losersOnly(points) {
    return points.every(({ seats }) => seats.every(({ won }) => won.share === 0));
}

/** [low, mean, high] of the advantage of a seat; up is good. Pure. */
export function advantage({ edge }, lowWins) {
    const mean = lowWins ? -edge.mean : edge.mean;
    return [mean - edge.error, mean, mean + edge.error];
}

function lengthChart({ points, names, swept, width }) {
    const tells = _('Median {n} decisions', { n: figure(quantile(points[0].length, 0.5)) });
    return swept
        ? boxChart({
            title: _('Length of a game: median, half and 90 % of them'), tells, spreads: points.map(({ length }) => [length]), series: [''], names, width,
            xLabel: swept, yLabel: _('decisions'),
        })
        : spreadChart({ title: _('Length of a game'), tells, spreads: [points[0].length], names: [_('decisions')], width, xLabel: _('decisions'), first: '' });
}

function scoreChart({ points, names, swept, seats, width }) {
    const spreads = points.map((point) => point.seats.map(({ scores }) => scores));
    const label = points[0].chips ? _('chips') : _('points');
    const tells = seats.map((seat, i) => `${seat} ${figure(points[0].seats[i].score.mean)}`).join(', ');
    return swept
        ? boxChart({ title: _('Scores: median, half and 90 % of them'), tells, spreads, series: seats, names, width, xLabel: swept, yLabel: label })
        : spreadChart({ title: _('Scores'), tells, spreads: spreads[0], names: seats, width, xLabel: label, first: _('seat') });
}

/**
 * The four pictures.
 * @param {Object} what
 * @param {Array<Object>} what.points as `pairs sim --jsonl` has them
 * @param {string} what.swept the option in which they differ, or ''
 * @param {boolean} what.lowWins the lowest score is the best
 * @param {number} what.width of each, in pixels
 */
export function labCharts({ points, swept, lowWins, width }) {
    const names = pointNames(points, swept);
    const seats = points[0].seats.map(({ seat, bot }) => `${seat} ${bot}`);
    const lost = losersOnly(points);
    const share = ({ share: mean, low, high }) => [100 * low, 100 * mean, 100 * high];
    const all = { points, names, swept, seats, width };
    const common = { seats, names: swept ? names : null, width, xLabel: swept || '' };
    return [
        lengthChart(all), scoreChart(all),
        seatChart({
            ...common, title: _('Advantage of the seats, 95 % intervals'), yLabel: _('better than the mean by'), rule: 0, digits: 3,
            values: points.map((point) => point.seats.map((seat) => advantage(seat, lowWins && !point.chips))),
        }),
        seatChart({
            ...common, title: lost ? _('Games lost, 95 % intervals') : _('Games won, 95 % intervals'), yLabel: _('% of games'),
            rule: 100 / seats.length, digits: 1, values: points.map((point) => point.seats.map((seat) => share(lost ? seat.lost : seat.won))),
        }),
    ];
}
