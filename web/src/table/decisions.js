/** What can be decided, step by step: what to do, then with which card, whom or how much. Pure. */

/** Up to so many decisions are shown side by side, each with its words and its number key. */
const FLAT = 9;

/**
 * A decision in its parts.
 * @param {string} choice as in `legal`
 * @param {Array<Object>} verbs as `words` tells them
 * @returns {{choice: string, verb: ?Object, parts: Array<{kind: string, value: (number|string)}>}}
 */
export function partsOf(choice, verbs) {
    const verb = verbs.filter(({ word }) => choice === word || choice.startsWith(`${word} `))
        .sort((a, b) => b.word.length - a.word.length)[0];
    if (!verb)
        return { choice, verb: null, parts: [] };
    const given = choice.slice(verb.word.length).trim().split(/ +/).filter(Boolean);
    return {
        choice,
        verb,
        parts: given.map((value, i) => {
            const kind = verb.arguments[i] ?? 'number';
            return { kind, value: kind === 'seat' ? value : Number(value) };
        }),
    };
}

function agrees(decision, path) {
    return path.every((value, i) => (i === 0 ? decision.verb?.word === value : decision.parts[i - 1]?.value === value));
}

function unique(values) {
    return [...new Set(values)];
}

/**
 * What is asked now.
 * @param {Array<Object>} decisions from partsOf
 * @param {Array} path what was chosen: the word of a verb, then its arguments
 * @returns {{asked: string, path: Array, items: Array<{value: *, choice: ?string, decision: Object}>}} asked: `all` (whole decisions), `verb`,
 *     `card`, `seat`, `number`; an item with a `choice` is a whole decision. `path` has what goes without saying.
 */
export function question(decisions, path) {
    const left = decisions.filter((decision) => agrees(decision, path));
    const verbs = unique(left.map(({ verb }) => verb?.word ?? null));
    if (!path.length && verbs.length === 1 && left[0]?.parts.length)
        return question(decisions, [verbs[0]]);
    if (!path.length && (left.length <= FLAT || verbs.includes(null) || verbs.length === left.length))
        return { asked: 'all', path, items: left.map((decision) => ({ value: decision.choice, choice: decision.choice, decision })) };
    const depth = path.length;
    const values = unique(left.map((decision) => (depth ? decision.parts[depth - 1].value : decision.verb.word)));
    const asked = depth ? left[0].parts[depth - 1].kind : 'verb';
    return {
        asked,
        path,
        items: values.map((value) => {
            const these = left.filter((decision) => agrees(decision, [...path, value]));
            return { value, decision: these[0], choice: these.length === 1 ? these[0].choice : null };
        }),
    };
}

/** Whether Escape has something to go back from. */
export function canGoBack(decisions, path) {
    return path.length > 0 && path.length > question(decisions, []).path.length;
}

/** Where a value leads that all of these have, of one verb: to the one decision, or to the next question if it answers this one. */
function onward(fitting, path, value) {
    const [{ choice, verb }] = fitting;
    if (fitting.length === 1)
        return { choice, path: [verb.word] };
    const next = [verb.word, ...path.slice(1), value];
    return fitting.some((decision) => agrees(decision, next)) ? { choice: null, path: next } : null;
}

/**
 * What a click on a card does: the path that it leads to, or null.
 * @param {Array<Object>} decisions
 * @param {Array} path
 * @param {number} rank
 * @param {?string} owner of the zone it lies in
 * @param {boolean} here whether this is where one would take such a card
 */
export function cardLeadsTo(decisions, path, rank, owner, here) {
    if (!rank)
        return null;
    const fitting = decisions.filter((decision) => agrees(decision, path)
        && decision.parts.some(({ kind, value }, i) => i >= path.length - 1 && kind === 'card' && value === rank)
        && decision.parts.every(({ kind, value }) => kind !== 'seat' || value === (owner ?? value)));
    const verbs = unique(fitting.map(({ verb }) => verb.word));
    if (verbs.length !== 1)
        return null;
    const named = fitting[0].parts.some(({ kind }) => kind === 'seat');
    if (!named && !here)
        return null;
    return onward(fitting, path, rank);
}

/** Where one would take a card of a rank: from one's own, else from the middle, else where it lies. */
export function homeOf(rank, zones, you) {
    const holding = zones.filter(({ cards }) => cards.includes(rank));
    return holding.find(({ owner }) => owner === you) ?? holding.find(({ owner }) => owner === null) ?? holding[0];
}

/** What cardLeadsTo says, for a click on a seat. */
export function seatLeadsTo(decisions, path, seat) {
    const fitting = decisions.filter((decision) => agrees(decision, path)
        && decision.parts.some(({ kind, value }, i) => i >= path.length - 1 && kind === 'seat' && value === seat));
    const verbs = unique(fitting.map(({ verb }) => verb.word));
    if (verbs.length !== 1)
        return null;
    return onward(fitting, path, seat);
}

/** The key of an item, as it stands on its button: a digit, or the letter of a seat; '' if there is none. */
export function keyOf(asked, value, i) {
    if (asked === 'card')
        return String(value % 10);
    if (asked === 'seat')
        return value;
    if (asked === 'number')
        return value <= 9 ? String(value) : '';
    return i < 9 ? String(i + 1) : '';
}

/**
 * Whether a slip would cost and cannot be taken back alone: a decision that leaves the game for good, always; one that
 * gives in, where other people would have to agree to take it back.
 * @param {?Object} verb
 * @param {boolean} alone no other person sits at the table
 * @param {string} wish `costly`, `always` or `never`
 */
export function wantsConfirming(verb, alone, wish) {
    if (wish === 'always' || wish === 'never')
        return wish === 'always';
    return Boolean(verb && (verb.quits || (verb.gives_in && !alone)));
}
