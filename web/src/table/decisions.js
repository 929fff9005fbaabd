/** What can be decided, step by step: what to do, then with which card, whom or how much. Pure. */

/** Up to so many decisions are shown side by side, each with its words and its number key. */
export const FLAT = 4;

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
 * @returns {{asked: string, path: Array, items: Array<{value: *, choice: ?string, decision: Object}>, touched: (Array|undefined)}} asked: `all` (whole decisions), `verb`,
 *     `card`, `seat`, `number`; an item with a `choice` is a whole decision. `path` has what goes without saying. Of more verbs than there
 *     are buttons for, `touched` has those that need none.
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
    const items = values.map((value) => {
        const these = left.filter((decision) => agrees(decision, [...path, value]));
        return { value, decision: these[0], choice: these.length === 1 ? these[0].choice : null };
    });
    const touched = asked === 'verb' && items.length > FLAT ? items.filter(({ decision }) => beginsWithCard(decision)) : [];
    return { asked, path, items: items.filter((item) => !touched.includes(item)), touched };
}

/** Whether one says so by touching a card of one's own. */
function beginsWithCard({ verb, parts }) {
    return parts[0]?.kind === 'card' && verb.at === 'own';
}

/** Whether whatever a game asks is answered by touching a place on the table. */
export function answeredAtTheTable(verbs) {
    return verbs.length > 0 && verbs.every(({ at }) => at === 'zone');
}

/** Whether Escape has something to go back from. */
export function canGoBack(decisions, path) {
    return path.length > 0 && path.length > question(decisions, []).path.length;
}

/** Where a value leads that all of these have, of one verb: to the one decision, or to the next question if it answers this one. */
function onward(fitting, path, value) {
    const [{ choice, verb }] = fitting;
    if (fitting.length === 1)
        return { choice, path: [verb.word, value] };
    const next = [verb.word, ...path.slice(1), value];
    return fitting.some((decision) => agrees(decision, next)) ? { choice: null, path: next } : null;
}

/** Which of several things of one kind may be touched now: those of decisions whose next argument it is. */
function next(decisions, path, suits) {
    const at = Math.max(0, path.length - 1);
    const fitting = decisions.filter((decision) => agrees(decision, path) && decision.parts[at] && suits(decision.parts[at], decision, at));
    return new Set(fitting.map(({ verb }) => verb.word)).size === 1 ? fitting : [];
}

/** Where one would take a card of one's own: from the first of one's zones that has it, or where there is one. */
function homeOf(rank, zones, you) {
    const holding = zones.filter(({ cards }) => cards.includes(rank));
    return holding.find(({ owner }) => owner === you) ?? holding.find(({ owner }) => owner === null) ?? holding[0];
}

/** Whether the card that a decision names lies in this zone. */
function lies({ verb, parts }, at, rank, zone, zones, you) {
    if (at > 0 || verb.at === 'nowhere' || verb.at === 'zone')
        return false;
    if (verb.at === 'middle')
        return zone.owner === null;
    if (verb.at === 'seat')
        return parts.some(({ kind, value }) => kind === 'seat' && value === zone.owner);
    return homeOf(rank, zones, you) === zone;
}

/**
 * What a touch of a card does: the path that it leads to, or null.
 * @param {Array<Object>} decisions
 * @param {Array} path
 * @param {number} rank
 * @param {Object} zone in which it lies, and all zones
 * @param {Array<Object>} zones
 * @param {?string} you
 */
export function cardLeadsTo(decisions, path, rank, zone, zones, you) {
    const fitting = rank ? next(decisions, path, ({ kind, value }, decision, at) => kind === 'card' && value === rank && lies(decision, at, rank, zone, zones, you)) : [];
    return fitting.length ? onward(fitting, path, rank) : null;
}

/** The same for a whole zone, where a number stands for one: its name ends with that number. */
export function zoneLeadsTo(decisions, path, zone, you) {
    const fitting = next(decisions, path, ({ value }, { verb }) => verb.at === 'zone' && zone.place.endsWith(` ${value}`) && (zone.owner === null || zone.owner === you));
    return fitting.length ? onward(fitting, path, fitting[0].parts[0].value) : null;
}

/** The same for a seat. */
export function seatLeadsTo(decisions, path, seat) {
    const fitting = next(decisions, path, ({ kind, value }) => kind === 'seat' && value === seat);
    return fitting.length ? onward(fitting, path, seat) : null;
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
