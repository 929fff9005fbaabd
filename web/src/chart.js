/**
 * Pictures of numbers, as descriptions for `patch`: a panel with axes, and what is drawn in it. Nothing is told by
 * colour alone (each series has a shape and a name beside it), and each picture comes with its numbers as a table.
 */
import { h, svg } from './patch.js';
import { _, number } from './words.js';

const MARGIN = { left: 56, right: 16, top: 12, bottom: 44 };
const TICK_ROOM = 44;

/** Whole figures, or so many digits behind the point. */
export function figure(value, digits = 2) {
    return number(value, { maximumFractionDigits: digits });
}

/**
 * Round numbers between two, about so many: 1, 2 or 5 times a power of ten apart.
 * @returns {number[]}
 */
export function ticks(low, high, about) {
    if (!(high > low))
        return [low];
    const rough = (high - low) / Math.max(1, about);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((times) => times * power >= rough * 0.999);
    const first = Math.ceil(low / step - 1e-9);
    const last = Math.floor(high / step + 1e-9);
    return Array.from({ length: last - first + 1 }, (nothing, i) => Number(((first + i) * step).toPrecision(12)));
}

/**
 * The span of numbers with a little room; never empty.
 * @returns {{low: number, high: number}}
 */
export function reach(values, always = []) {
    const all = [...values, ...always].filter(Number.isFinite);
    const low = Math.min(...all);
    const high = Math.max(...all);
    if (!all.length || low === high)
        return { low: (all[0] ?? 0) - 1, high: (all[0] ?? 0) + 1 };
    const room = 0.05 * (high - low);
    return { low: always.includes(low) ? low : low - room, high: high + room };
}

/**
 * A panel: where numbers are in it, and its frame.
 * @param {Object} how
 * @param {number} how.width of the whole, in pixels
 * @param {number} how.height
 * @param {{low: number, high: number}} how.x
 * @param {{low: number, high: number}} how.y
 * @param {string[]} [how.names] words at 0, 1, ... of the x axis, instead of numbers
 * @param {string} how.xLabel
 * @param {string} how.yLabel
 */
export function panel({ width, height, x, y, names, xLabel, yLabel }) {
    const inner = { right: width - MARGIN.right, bottom: height - MARGIN.bottom };
    const wide = inner.right - MARGIN.left;
    const high = inner.bottom - MARGIN.top;
    const at = {
        x: (value) => round(MARGIN.left + (wide * (value - x.low)) / (x.high - x.low)),
        y: (value) => round(inner.bottom - (high * (value - y.low)) / (y.high - y.low)),
    };
    return { ...at, width, height, inner, left: MARGIN.left, top: MARGIN.top, xSpan: x, ySpan: y, names, xLabel, yLabel };
}

function round(value) {
    return Math.round(value * 10) / 10;
}

/** Which names have room: all, or every second, third ... */
function named(p) {
    const room = (p.inner.right - p.left) / p.names.length;
    const longest = Math.max(...p.names.map((name) => name.length)) * 8 + 8;
    const every = Math.max(1, Math.ceil(longest / room));
    return p.names.map((name, i) => ({ at: i, name })).filter(({ at }) => at % every === 0);
}

function xTicks(p) {
    const about = Math.floor((p.inner.right - p.left) / 70);
    return p.names ? named(p)
        : ticks(p.xSpan.low, p.xSpan.high, about).filter(Number.isInteger).map((at) => ({ at, name: figure(at) }));
}

/** Axes, lines across, and what they count. */
export function frame(p) {
    const across = ticks(p.ySpan.low, p.ySpan.high, Math.floor((p.inner.bottom - p.top) / TICK_ROOM));
    return svg('g', { class: 'axes' },
        across.map((value) => svg('line', {
            class: value === 0 ? 'axis' : 'grid', x1: p.left, x2: p.inner.right, y1: p.y(value), y2: p.y(value),
        })),
        across.map((value) => svg('text', { x: p.left - 8, y: p.y(value) + 5, 'text-anchor': 'end' }, figure(value))),
        svg('line', { class: 'axis', x1: p.left, x2: p.inner.right, y1: p.inner.bottom, y2: p.inner.bottom }),
        xTicks(p).map(({ at, name }) => svg('text', { x: p.x(at), y: p.inner.bottom + 18, 'text-anchor': 'middle' }, name)),
        svg('text', { class: 'label', x: p.inner.right, y: p.height - 6, 'text-anchor': 'end' }, p.xLabel),
    );
}

/** What a series is drawn as: its colour and how its line is broken; see after.css. */
export function seriesClass(i) {
    return `series series-${i % 8}`;
}

/** A line through points [x, y]. */
export function line(p, points, series) {
    const path = points.map(([x, y], i) => `${i ? 'L' : 'M'}${p.x(x)} ${p.y(y)}`).join('');
    return svg('path', { class: `${seriesClass(series)} line`, d: path });
}

/** A line in steps: bin i from x = first + i * width on. */
export function outline(p, first, width, values, series) {
    const points = values.flatMap((y, i) => [[first + i * width, y], [first + (i + 1) * width, y]]);
    return line(p, [[first, 0], ...points, [first + values.length * width, 0]], series);
}

/** A bar between two heights, `wide` in numbers of the x axis. */
export function bar(p, x, wide, low, high, series, props = {}) {
    const top = Math.min(p.y(low), p.y(high));
    return svg('rect', {
        ...props,
        class: `${seriesClass(series)} bar ${props.class ?? ''}`,
        x: p.x(x), width: Math.max(1, round(p.x(x + wide) - p.x(x))),
        y: top, height: Math.max(1, round(Math.abs(p.y(low) - p.y(high)))),
    });
}

/** A mean with its interval: a dot on a line with ends. */
export function whisker(p, x, low, middle, high, series) {
    const [at, from, to] = [p.x(x), p.y(low), p.y(high)];
    return svg('g', { class: seriesClass(series) },
        svg('path', { class: 'line', d: `M${at - 4} ${from}h8M${at} ${from}V${to}M${at - 4} ${to}h8` }),
        svg('circle', { class: 'dot', cx: at, cy: p.y(middle), r: 4 }),
    );
}

/** The names of the series, each with its line. */
export function legend(names) {
    return h('ul', { class: 'legend' }, names.map((name, i) => h('li', { key: i },
        svg('svg', { width: 28, height: 12, 'aria-hidden': 'true' },
            svg('path', { class: `${seriesClass(i)} line`, d: 'M0 6H28' })),
        h('span', null, name),
    )));
}

/** A table of numbers: heads, and rows whose first cell is the head of the row. */
export function table(caption, heads, rows) {
    return h('table', { class: 'figures' },
        h('caption', null, caption),
        h('thead', null, h('tr', null, heads.map((head) => h('th', { scope: 'col' }, head)))),
        h('tbody', null, rows.map(([first, ...others]) => h('tr', null, h('th', { scope: 'row' }, first),
            others.map((cell) => h('td', null, cell))))),
    );
}

/**
 * A picture with its title, its series and its numbers as a table.
 * @param {Object} what
 * @param {string} what.title
 * @param {string} what.tells the picture in a sentence, for those who do not see it
 * @param {Object} what.panel
 * @param {Array} what.marks what is drawn in the panel
 * @param {string[]} [what.names] of the series, if there are several
 * @param {string[]} what.heads
 * @param {Array<Array>} what.rows
 */
export function chart({ title, tells, panel: p, marks, names, heads, rows }) {
    return h('figure', { class: 'chart' },
        h('figcaption', null, title),
        p.yLabel && h('p', { class: 'unit', 'aria-hidden': 'true' }, p.yLabel),
        svg('svg', {
            role: 'img', 'aria-label': `${title}. ${tells}`, width: p.width, height: p.height,
            viewBox: `0 0 ${p.width} ${p.height}`,
        }, frame(p), marks),
        names && legend(names),
        h('details', null, h('summary', null, _('The numbers as a table')),
            h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, table(title, heads, rows))),
    );
}
