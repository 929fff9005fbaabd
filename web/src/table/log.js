/** What happened, in words: the log of the table, with what people did besides playing. */

import { h } from '../patch.js';
import { keep } from './kept.js';
import { _, language, N_ } from '../words.js';

/** At least so many lines are shown; the rest on request. The first of them changes seldom, so that the others can stay. */
const SHOWN = 40;
const AT_ONCE = 40;
/** Pixels from its end where one reads, and wants no line to go. */
const READING = 20;

const KINDS = {
    seated: N_('{seat} sits down.'),
    left: N_('{seat} leaves.'),
    kicked: N_('{seat} was sent away.'),
    absent: N_('{seat} is away; a bot decides meanwhile.'),
    late: N_('The time of {seat} has run out; a bot decides meanwhile.'),
    back: N_('{seat} is back.'),
    swapped: N_('{seat} and {other} have changed chairs.'),
    asked: N_('{seat} wants a decision taken back.'),
    'taken-back': N_('A decision was taken back.'),
    changed: N_('Another game was chosen.'),
};

/** A line of the log in words; null for what is not told. */
export function lineText(line, names) {
    if (line.text)
        return line.times > 1 ? _('{text} ({times} times)', { text: line.text, times: line.times }) : line.text;
    const { entry } = line;
    if (!KINDS[line.kind])
        return null;
    return _(KINDS[line.kind], { seat: (line.kind === 'seated' && entry.name) || names[entry.seat] || entry.seat || '', other: names[entry.other] ?? entry.other ?? '' });
}

/** Who said something. */
export function speaker(entry, names) {
    return entry.seat ? names[entry.seat] ?? entry.seat : _('A spectator');
}

/** A line is described once for each language and set of names. */
const described = new WeakMap();

function logLine(line, names, called) {
    const kept = described.get(line);
    if (kept?.called === called)
        return kept.node;
    const text = lineText(line, names);
    const node = text && h('li', { key: line.key, class: `told ${line.kind}` }, text);
    described.set(line, { called, node });
    return node;
}

/** The log up to what is shown, the latest at the bottom. */
export function logNode(scene, all, showAll) {
    const { last, until } = scene.stage.upTo;
    const { lines: told } = scene.story;
    const lines = last === Infinity ? told : told.filter((line) => line.at < last || (line.at === last && line.event < until));
    const called = `${language()} ${Object.values(scene.names).join(' ')}`;
    const some = all ? lines : lines.slice(-SHOWN - lines.length % AT_ONCE);
    return keep('log', [scene.story, some.at(-1), lines.length, called, all], () => drawLog(scene, some, lines, called, showAll));
}

function drawLog(scene, some, lines, called, showAll) {
    return h('div', { class: 'log-body' },
        some.length < lines.length && h('button', { key: 'all', type: 'button', class: 'quiet', onclick: showAll }, _('Show all')),
        h('div', { key: 'log', class: 'scroll follow', tabindex: '0', role: 'group', 'aria-label': _('What happened'), onscroll: (event) => event.target.scrollTop < -READING && showAll() },
            h('ol', { class: 'log' }, some.map((line) => logLine(line, scene.names, called)))));
}
