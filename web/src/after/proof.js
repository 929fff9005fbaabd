/** The check of a deal, in words. */
import { h } from '../patch.js';
import { _, _n } from '../words.js';
import { Flaw, verify } from './verify.js';

function cutterLine({ seat, cut, missed, anew }, names) {
    const name = names[seat] ?? seat;
    const parts = [_n(cut, '{name} cut {n} time', '{name} cut {n} times', { name })];
    if (anew)
        parts.push(_n(anew, 'pledged anew {n} time', 'pledged anew {n} times'));
    if (missed.length)
        parts.push(_('had pledged to but did not cut shuffle {numbers}', { numbers: missed.join(', ') }));
    return parts.join('; ');
}

/** What was found, as sentences. */
export function findings(result, names) {
    const { shuffles, drawn, opened, lots, moves, cutters } = result;
    const lines = [_n(shuffles, '{n} shuffle: its cards are those that were sealed.', '{n} shuffles: the cards of each are those that were sealed.'),
        ...cutters.map((each) => `${cutterLine(each, names)}.`)];
    if (!cutters.some(({ cut }) => cut))
        lines.push(_('Nobody cut: the dealer alone decided the order.'));
    lines.push(_n(drawn, '{n} card drawn, {opened} opened: as sealed and cut.', '{n} cards drawn, {opened} opened: as sealed and cut.', { opened }));
    if (lots)
        lines.push(_n(lots, '{n} lot drawn: as sealed and cut.', '{n} lots drawn: as sealed and cut.'));
    lines.push(moves ? _('The moves: every card and lot in them is the one that was drawn.')
        : _('The moves are not here: only the proof was checked.'));
    return lines;
}

/**
 * Checks a record and tells of it.
 * @param {string} record
 * @param {Object} names by seat
 */
export function proofView(record, names) {
    let fine = true;
    let lines = [];
    try {
        lines = findings(verify(record), names);
    } catch (wrong) {
        if (!(wrong instanceof Flaw))
            throw wrong;
        fine = false;
        lines = [wrong.line ? _('Line {line}: {what}', { line: wrong.line, what: wrong.message }) : wrong.message];
    }
    return h('div', { class: fine ? 'proof fine' : 'proof wrong', role: 'status' },
        h('p', null, h('strong', null, fine ? _('The deal is fair.') : _('The deal cannot be trusted.'))),
        h('ul', null, lines.map((words, i) => h('li', { key: i }, words))),
        h('p', { class: 'quiet' }, _('Checked in this page, from the record alone; “pairs verify” knows the rules and checks more.')));
}
