/**
 * The page's own check that a game was dealt fairly, written after docs/fair.md. It shares no line with the program
 * that made the proof, and it knows no rules: that a shuffle was due is for `pairs verify`.
 */
import { fromHex, sha256, toHex } from '../sha256.js';
import { _ } from '../words.js';

const SEATS = [...'ABCDEFGH'];
const PILES = ['deck', 'side'];
const RANKS = 10;
const LOTS = 16; // leaves after those of the cards

/** What is wrong with a record, and in which line; 0 where it is the whole. */
export class Flaw extends Error {
    constructor(message, line = 0) {
        super(message);
        this.line = line;
    }
}

function need(condition, message) {
    if (!condition)
        throw new Flaw(message);
}

function number(word) {
    const value = Number(word);
    need(/^(0|[1-9][0-9]*)$/.test(word ?? '') && Number.isSafeInteger(value), _('“{word}” is no number.', { word }));
    return value;
}

function hash(word) {
    need(/^[0-9a-f]{64}$/.test(word ?? ''), _('“{word}” is no hash of 64 digits.', { word }));
    return fromHex(word);
}

function u32(value) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value);
    return bytes;
}

/** Random numbers that everybody can work out from the seed. */
class Stream {
    constructor(...seed) {
        this.seed = seed;
        this.block = 0;
        this.words = [];
    }

    word() {
        if (!this.words.length) {
            const bits = new DataView(sha256(...this.seed, u32(this.block++)).buffer);
            this.words = Array.from({ length: 8 }, (nothing, i) => bits.getUint32(4 * i));
        }
        return this.words.shift();
    }

    below(limit) {
        const end = 2 ** 32 - (2 ** 32 % limit);
        let word = this.word();
        while (word >= end)
            word = this.word();
        return word % limit;
    }
}

function shuffled(count, stream) {
    const at = Array.from({ length: count }, (nothing, i) => i);
    for (let i = count - 1; i > 0; i--) {
        const other = stream.below(i + 1);
        [at[i], at[other]] = [at[other], at[i]];
    }
    return at;
}

/** One shuffle: what was sealed, who cut it, and what has come from it so far. */
class Shuffle {
    constructor(words, earlier) {
        need(words.length === 16 && PILES.includes(words[4]), _('This is no shuffle.'));
        this.number = number(words[2]);
        this.begin = this.last = number(words[3]); // steps of the game
        this.pile = words[4];
        this.left = [0, ...words.slice(5, 15).map(number)]; // cards of each rank that have not been opened
        this.size = this.left.reduce((sum, count) => sum + count);
        this.seal = hash(words[15]);
        this.cuts = new Map(); // from seats to { pledge, cut }
        this.leaves = [];
        this.drawn = this.opened = this.lots = 0;
        earlier.forEach((other) => this.follows(other));
    }

    follows(other) {
        need(other.number < this.number && other.begin < this.begin, _('The shuffles are not in order.'));
        need(other.pile !== this.pile || other.last < this.begin, _('A card came from a pile that was shuffled anew.'));
    }

    sealed() {
        return this.leaves.length === this.size + LOTS;
    }

    readCut(words, used) {
        const [seat, pledge, cut] = words.slice(3);
        need(words.length === 6 && SEATS.includes(seat), _('This is no cut.'));
        need(!this.leaves.length && [...this.cuts.keys()].every((s) => s < seat), _('This cut is not in its place.'));
        hash(pledge);
        need(cut === 'none' || toHex(sha256(hash(cut))) === pledge, _('This cut is not the one that was pledged.'));
        need(!used.has(pledge), _('This pledge was used before.'));
        used.add(pledge);
        this.cuts.set(seat, { pledge, cut });
    }

    readLeaf(words) {
        need(words.length === 5 && number(words[3]) === this.leaves.length, _('This leaf is not in its place.'));
        need(!this.sealed(), _('There are more leaves than were sealed.'));
        this.leaves.push(hash(words[4]));
        if (this.sealed()) {
            need(toHex(sha256(...this.leaves)) === toHex(this.seal), _('These leaves are not those that were sealed.'));
            this.mix = this.mixed();
            this.order = shuffled(this.size, new Stream(this.mix));
        }
    }

    mixed() {
        const cuts = SEATS.map((seat) => {
            const cut = this.cuts.get(seat)?.cut ?? 'none';
            return cut === 'none' ? Uint8Array.of(0) : Uint8Array.of(1, ...fromHex(cut));
        });
        return sha256(new TextEncoder().encode('cut'), this.seal, ...cuts);
    }

    /** The first card or lot comes at once, each further one later than the last. */
    step(word) {
        const step = number(word);
        const first = this.drawn + this.lots === 0;
        need(first ? step === this.begin : step > this.last, _('The steps are not in order.'));
        this.last = step;
        return step;
    }

    readDraw(words) {
        const closed = words.length === 7 && words[6] === 'closed';
        need(this.sealed() && (closed || words.length === 8), _('This is no card that came.'));
        need(number(words[3]) === this.drawn && this.drawn < this.size, _('This card is not in its place.'));
        const step = this.step(words[4]);
        const leaf = number(words[5]);
        need(leaf === this.order[this.drawn], _('Seal and cuts put another card here.'));
        this.drawn++;
        return { step, what: closed ? null : this.open(leaf, words[6], words[7]) };
    }

    open(leaf, word, salt) {
        const card = number(word);
        need(card >= 1 && card <= RANKS && this.left[card] > 0, _('The pile has no such card left.'));
        need(toHex(sha256(hash(salt), Uint8Array.of(card))) === toHex(this.leaves[leaf]),
            _('This card is not the one that was sealed.'));
        this.left[card]--;
        this.opened++;
        return word;
    }

    readLot(words) {
        const seats = words[5] ?? '';
        const among = seats && SEATS.filter((seat) => seats.includes(seat)).join('') === seats;
        need(this.sealed() && words.length === 7 && among, _('This is no lot.'));
        need(this.pile === 'deck' && number(words[3]) === this.lots && this.lots < LOTS, _('This lot is not in its place.'));
        const step = this.step(words[4]);
        const salt = hash(words[6]);
        need(toHex(sha256(salt, Uint8Array.of(0))) === toHex(this.leaves[this.size + this.lots]),
            _('This lot is not the one that was sealed.'));
        this.lots++;
        return { step, what: seats[new Stream(this.mix, salt).below(seats.length)] };
    }
}

/** What the lines of a record have told so far. */
class Proof {
    constructor() {
        this.shuffles = [];
        this.used = new Set(); // pledges
        this.came = new Map(); // from steps to what came then by the proof: a card, a seat, null for a closed card
        this.moves = []; // of each step what came by the record, null for a decision
    }

    read(words, line) {
        if (words[0] === 'commit') {
            this.commit(words);
        } else if (words[0] === 'deal') {
            this.moves.push(...words.slice(2).map((what) => ({ what, line })));
        } else if (words[0] === 'lot') {
            this.moves.push({ what: words[1], line });
        } else if (SEATS.includes(words[0])) {
            this.moves.push({ what: null, line });
        }
    }

    commit(words) {
        const last = this.shuffles.at(-1);
        if (words[1] === 'shuffle') {
            this.ended();
            this.shuffles.push(new Shuffle(words, this.shuffles));
            return;
        }
        need(last && number(words[2]) === last.number, _('This belongs to no shuffle.'));
        if (words[1] === 'cut') {
            last.readCut(words, this.used);
        } else if (words[1] === 'leaf') {
            last.readLeaf(words);
        } else {
            need(words[1] === 'draw' || words[1] === 'lot', _('This is no part of a proof.'));
            this.take(words[1] === 'draw' ? last.readDraw(words) : last.readLot(words));
        }
    }

    take({ step, what }) {
        need(!this.came.has(step), _('Two cards came at one step.'));
        this.came.set(step, what);
    }

    /** No more lines come for the last shuffle. */
    ended() {
        need(!this.shuffles.length || this.shuffles.at(-1).sealed(), _('Leaves are missing.'));
    }

    /** Each card and lot of the moves must be the one that was opened for it, and none may be left over. */
    compare() {
        this.moves.forEach(({ what, line }, step) => {
            const known = this.came.get(step);
            if ((what !== null) !== this.came.has(step)) {
                throw new Flaw(_('Step {step} is not as in the proof.', { step }), line);
            }
            if (known != null && known !== what) {
                throw new Flaw(_('{what} came here, but {known} by the proof.', { what, known }), line);
            }
        });
        const left = [...this.came.keys()].find((step) => step >= this.moves.length);
        need(!this.moves.length || left === undefined, _('The record has no step {step}.', { step: left }));
    }
}

/** How often each seat that had pledged cut, where it did not, and how often it pledged anew after a cut. */
function cutters(shuffles) {
    return SEATS.flatMap((seat) => {
        const pledged = shuffles.filter((s) => s.cuts.has(seat));
        const missed = pledged.filter((s) => s.cuts.get(seat).cut === 'none').map((s) => s.number);
        const anew = pledged.slice(1).filter((s, i) => {
            const before = pledged[i].cuts.get(seat).cut;
            return before !== 'none' && before !== s.cuts.get(seat).pledge;
        }).length;
        return pledged.length ? [{ seat, cut: pledged.length - missed.length, missed, anew }] : [];
    });
}

/**
 * Checks the proof in a record.
 * @param {string} record its text
 * @returns {{shuffles: number, cutters: object[], drawn: number, opened: number, lots: number, moves: boolean}}
 *     what was checked; `moves` says whether the record has any
 * @throws {Flaw} with the first thing that is wrong
 */
export function verify(record) {
    const proof = new Proof();
    record.replace(/^\uFEFF/, '').split('\n').forEach((text, i) => {
        const words = text.split('#')[0].split(/[ \t\r]+/).filter(Boolean);
        try {
            proof.read(words, i + 1);
        } catch (wrong) {
            throw wrong instanceof Flaw ? new Flaw(wrong.message, i + 1) : wrong;
        }
    });
    need(proof.shuffles.length, _('This record has no proof of its cards.'));
    proof.ended();
    proof.compare();
    const sum = (key) => proof.shuffles.reduce((total, s) => total + s[key], 0);
    return {
        shuffles: proof.shuffles.length,
        cutters: cutters(proof.shuffles),
        drawn: sum('drawn'),
        opened: sum('opened'),
        lots: sum('lots'),
        moves: proof.moves.length > 0,
    };
}
