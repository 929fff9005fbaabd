/** The check of a deal, in words. */
import { h } from '../patch.js';
import { _, _n } from '../words.js';
import { Flaw, checkClaims, verify } from './verify.js';

function cutterLine({ seat, cut, missed, anew }, names) {
    const name = names[seat] ?? seat;
    const parts = [_n(cut, '{name} cut {n} time', '{name} cut {n} times', { name })];
    if (anew)
        parts.push(_n(anew, 'pledged anew {n} time', 'pledged anew {n} times'));
    if (missed.length)
        parts.push(_('had pledged to but did not cut shuffle {numbers}', { numbers: missed.join(', ') }));
    return parts.join('; ');
}

/** Whether a seat had seen the seals before it cut, and whose its decisions are. */
function signedLines({ seat, mine, cuts, decided, signed, closed }, names, cut) {
    const name = names[seat] ?? seat;
    const lines = mine ? [_('{name} has your key.', { name })] : [];
    if (cut && cuts === cut)
        lines.push(_('{name} saw each seal before cutting, and signed that.', { name }));
    else if (cut)
        lines.push(_('{name} did not sign each cut: nothing proves that the seals came before the others.', { name }));
    const parts = [_n(decided, '{name} made {n} decision', '{name} made {n} decisions', { name }), _('{n} signed', { n: signed })];
    if (closed)
        parts.push(_('{n} closed', { n: closed }));
    if (decided > signed + closed)
        parts.push(_('nothing proves whose the others are: a bot’s, or of somebody who signs nothing'));
    return decided ? [...lines, `${parts.join('; ')}.`] : lines;
}

/** What the chain of the table shows, and what nothing shows. */
function chainLines({ chain, cutters }, names, key) {
    if (!chain)
        return [_('The proof is from before players signed: nothing shows that a seal came before the cuts.')];
    const cutsOf = (seat) => cutters.find((each) => each.seat === seat)?.cut ?? 0;
    const lines = chain.seats.flatMap((each) => signedLines(each, names, cutsOf(each.seat)));
    if (key && !chain.mine)
        lines.push(_('Your key is not in this proof. If you have played this game, the proof is of another one.'));
    lines.push(_('Game {game} at this table. The next one goes on from {end}; otherwise a game is missing.', { game: chain.game, end: `${chain.end.slice(0, 16)}…` }));
    if (chain.backs)
        lines.push(_n(chain.backs, 'Decisions were taken back {n} time: they are not in the proof.', 'Decisions were taken back {n} times: they are not in the proof.'));
    lines.push(_('Nothing proves who the others are, that no game was left to die, and that no cut was kept back: what is missing shows, and not why.'));
    return lines;
}

/** What was found, as sentences. */
export function findings(result, names, key = '') {
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
    return [...lines, ...chainLines(result, names, key)];
}

/**
 * Checks a record, signatures too, which takes a moment.
 * @param {string} record
 * @param {Object} names by seat
 * @param {string} key one's own, '' if one has none
 * @returns {Promise<{fine: boolean, lines: string[]}>}
 */
export async function checkProof(record, names, key) {
    try {
        const result = verify(record, key);
        await checkClaims(result.claims);
        return { fine: true, lines: findings(result, names, key) };
    } catch (wrong) {
        if (!(wrong instanceof Flaw))
            throw wrong;
        return { fine: false, lines: [wrong.line ? _('Line {line}: {what}', { line: wrong.line, what: wrong.message }) : wrong.message] };
    }
}

/** What came out, or that it is being checked. */
export function proofView(found) {
    if (!found)
        return h('div', { class: 'proof', role: 'status' }, h('p', { class: 'wait' }, _('One moment ...')));
    return h('div', { class: found.fine ? 'proof fine' : 'proof wrong', role: 'status' },
        h('p', null, h('strong', null, found.fine ? _('The proof holds.') : _('The proof does not hold.'))),
        h('ul', null, found.lines.map((words, i) => h('li', { key: i }, words))),
        h('p', { class: 'quiet' }, _('Checked in this page, from the record alone; “pairs verify” knows the rules and checks more.')));
}
