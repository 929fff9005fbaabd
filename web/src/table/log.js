/** What happened, in words: the log of the table, with what people did besides playing. */

import { h } from '../patch.js';
import { keep } from './kept.js';
import { _, language, N_ } from '../words.js';
import { handText } from './names.js';

const KINDS = {
    seated: N_('{seat} sits down.'),
    left: N_('{seat} leaves.'),
    kicked: N_('{seat} was sent away.'),
    muted: N_('{other} has asked {seat} to be quiet.'),
    unmuted: N_('{seat} may talk again.'),
    hurried: N_('The server is busy: {seat} may decide by the rule of thumb in this game.'),
    absent: N_('{seat} is away; a bot decides meanwhile.'),
    late: N_('The time of {seat} has run out; a bot decides meanwhile.'),
    back: N_('{seat} is back.'),
    swapped: N_('{seat} and {other} have changed chairs.'),
    asked: N_('{seat} wants a decision taken back.'),
    'taken-back': N_('A decision was taken back.'),
    changed: N_('Another game was chosen.'),
    proposed: N_('{seat} wants another game.'),
    agreed: N_('{seat} wants it, too.'),
};

/** A line of the log in words; null for what is not told. */
export function lineText(line, names) {
    if (line.text)
        return line.text;
    const { entry } = line;
    if (!KINDS[line.kind])
        return null;
    return _(KINDS[line.kind], { seat: (line.kind === 'seated' && entry.name) || names[entry.seat] || entry.seat || entry.name || '', other: names[entry.other] ?? entry.other ?? '' });
}

/** Who said something. */
export function speaker(entry, names) {
    return entry.seat ? names[entry.seat] ?? entry.seat : entry.name || _('A spectator');
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

/**
 * The log hand by hand, the latest last. Pure.
 * @returns {Array<{key: string, game: number, hand: number, lines: Array<Object>}>}
 */
export function handsOf(lines) {
    const hands = [];
    for (const line of lines) {
        const key = `${line.game}.${line.hand}`;
        if (hands.at(-1)?.key !== key)
            hands.push({ key, game: line.game, hand: line.hand, lines: [] });
        hands.at(-1).lines.push(line);
    }
    return hands;
}

/** The log up to what is shown: the hand that is on, the latest line at the bottom, and those before it to be opened. */
export function logNode(scene, opened) {
    const { last, until } = scene.stage.upTo;
    const { lines: told } = scene.story;
    const lines = last === Infinity ? told : told.filter((line) => line.at < last || (line.at === last && line.event < until));
    const called = `${language()} ${Object.values(scene.names).join(' ')}`;
    return keep('log', [scene.story, lines.at(-1), lines.length, called, scene.words, [...opened].join()], () => drawLog(scene, handsOf(lines), called, opened));
}

function drawLog(scene, hands, called, opened) {
    const now = hands.at(-1) ?? { key: '', game: 0, hand: 0, lines: [] };
    const games = now.game;
    const list = (lines) => lines.filter(({ kind }) => kind !== 'hand').map((line) => logLine(line, scene.names, called));
    return h('div', { class: 'log-body' },
        h('h3', { key: 'title' }, titleOf(scene, now, games)),
        h('div', { key: 'log', class: 'scroll follow', tabindex: '0', role: 'group', 'aria-label': _('What happened') }, h('ol', { key: now.key, class: 'log' }, list(now.lines))),
        hands.length > 1 ? h('div', { key: 'before', class: 'scroll log-before' }, hands.slice(0, -1).toReversed().map((one) => h('details', {
            key: one.key, open: opened.has(one.key), ontoggle: (event) => turn(scene, opened, one.key, event.target.open),
        }, h('summary', null, titleOf(scene, one, games)), opened.has(one.key) ? h('ol', { class: 'log' }, list(one.lines)) : null))) : null);
}

/** A hand is described only while somebody reads it. */
function turn(scene, opened, key, open) {
    if (opened.has(key) === open)
        return;
    if (open)
        opened.add(key);
    else
        opened.delete(key);
    scene.redraw();
}

function titleOf({ words }, { game, hand }, games) {
    if (!game)
        return _('Before the game');
    return games > 1 ? _('Game {game}, {hand}', { game, hand: handText(words, hand) }) : handText(words, hand);
}
