/** What can be read from the text of a record (docs/notation.md) without knowing the rules. Pure. */

const SEATS = 'ABCDEFGH';

function wordsOf(line) {
    return line.split('#')[0].split(/[ \t\r]+/).filter(Boolean);
}

/** How many steps a line has: a card each, a lot or a decision. */
function stepsIn(words) {
    if (words[0] === 'deal')
        return words.length - 2;
    return words[0] === 'lot' || (words[0]?.length === 1 && SEATS.includes(words[0])) ? 1 : 0;
}

function pairsOf(words) {
    return Object.fromEntries(Array.from({ length: words.length >> 1 }, (nothing, i) => [words[2 * i], Number(words[2 * i + 1])]));
}

/** A line of the header, or one of the comments that say who sat where. */
function readLine(head, line) {
    const sits = /^#(?: seat|: (?:at \d+ )?seated) ([A-H]) (?:person|bot (.*))/.exec(line.trimEnd());
    if (sits) {
        const [, seat, bot] = sits;
        if (bot !== undefined)
            head.bots[seat] = bot;
        else if (!head.people.includes(seat))
            head.people.push(seat);
        return;
    }
    const words = wordsOf(line);
    if (words[0] === 'game')
        head.game = words[1];
    else if (words[0] === 'players')
        head.players = Number(words[1]);
    else if (words[0] === 'option')
        head.options[words[1]] = words[2];
    else if (words[0] === 'name')
        head.names[words[1]] = words.slice(2).join(' ');
    else if (words[0] === 'commit')
        head.proof = true;
    else if (words[0] === 'over')
        head.scores = pairsOf(words.slice(1));
    head.steps += stepsIn(words);
}

/**
 * What a record says about its game.
 * @param {string} record
 * @returns {{game: string, players: number, options: Object, names: Object, people: string[], bots: Object,
 *     proof: boolean, steps: number, scores: ?Object}} `people` and `bots` where it says who sat there; `scores` by seat
 *     if the game is over
 */
export function readHead(record) {
    const head = { game: '', players: 0, options: {}, names: {}, people: [], bots: {}, proof: false, steps: 0, scores: null };
    for (const line of record.replace(/^\uFEFF/, '').split('\n'))
        readLine(head, line);
    return head;
}

/**
 * The beginning of a game: so many of its steps, without proof and comments.
 * @param {string} record
 * @param {number} steps
 */
export function beginning(record, steps) {
    const lines = [];
    let left = steps;
    for (const line of record.replace(/^\uFEFF/, '').split('\n')) {
        const words = wordsOf(line);
        const count = stepsIn(words);
        if (!words.length || words[0] === 'commit' || words[0] === 'seed')
            continue;
        if (count > left || (left === 0 && lines.length && isFact(words[0]))) {
            if (left > 0)
                lines.push(words.slice(0, 2 + left).join(' '));
            break;
        }
        left -= count;
        lines.push(words.join(' '));
    }
    return `${lines.join('\n')}\n`;
}

/** Facts after the last step may be of a moment that is not reached; they may be left out everywhere. */
function isFact(word) {
    return word === 'hand' || word === 'shuffle' || word === 'score' || word === 'over';
}

/** All records of a file, each with what stands before its first line. */
export function recordsIn(text) {
    const found = [];
    let lines = [];
    let begun = false;
    for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
        const first = wordsOf(line)[0] === 'pairs';
        if (first && begun) {
            const own = lines.findLastIndex((before) => before.trim() && !before.startsWith('#')) + 1;
            found.push(lines.slice(0, own));
            lines = lines.slice(own);
        }
        begun = begun || first;
        lines.push(line);
    }
    if (begun)
        found.push(lines);
    return found.map((one) => `${one.join('\n').trimEnd()}\n`);
}
