/**
 * The page's own check that a game was dealt fairly, written after docs/fair.md. It shares no line with the program
 * that made the proof, and it knows no rules: that a shuffle was due is for `pairs verify`.
 */
import { verifySignature } from '../ed25519.js';
import { fromHex, sha256, toHex } from '../sha256.js';
import { _ } from '../words.js';

const SEATS = [...'ABCDEFGH'];
const PILES = ['deck', 'side'];
const RANKS = 10;
const HEADER = ['pairs', 'game', 'players', 'option', 'name', 'seed', 'commit']; // what its lines begin with
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

function isSignature(word) {
    return word === 'none' || /^[0-9a-f]{128}$/.test(word ?? '');
}

function bytesOf(words) {
    return new TextEncoder().encode(words);
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

/** What happened at the table, each link made of the one before; and who has signed what. */
class Chain {
    constructor(words) {
        need(words.length === 5 && words[4] !== '0'.repeat(64) && /^[a-z0-9-]{1,31}$/.test(words[2]) && number(words[3]) > 0, _('This is no table.'));
        [, , this.table, this.game] = words;
        this.links = [{ link: words[4] === 'none' ? new Uint8Array(32) : hash(words[4]), by: null }];
        this.keys = new Map(); // by seat, as they are now
        this.all = new Set(); // keys that somebody had
        this.claims = []; // {key, words, sign, line}: signatures that are to be checked
        this.seats = Object.fromEntries(SEATS.map((seat) => [seat, { cuts: 0, decided: 0, signed: 0, closed: 0, keys: new Set() }]));
        this.least = 0; // the step that the next shuffle or decision can have
        this.going = false; // what was taken back is told, and not yet that it was
        this.backs = this.goneShuffles = 0;
        this.ended = false;
        this.follow(`begin ${this.table} ${this.game}`);
    }

    get last() {
        return this.links.at(-1).link;
    }

    /** Something has happened; all cards and lots of the shuffle before it have been told. */
    follow(words, { salt = new Uint8Array(0), by = null, body = sha256(salt, bytesOf(words)) } = {}) {
        this.drawing = false;
        this.links.push({ link: sha256(this.last, body), by });
    }

    claim(seat, words, sign) {
        const key = this.keys.get(seat);
        need(key && sign !== 'none', _('{seat} has not signed this.', { seat }));
        this.claims.push({ key, words, sign });
    }

    readKey(words) {
        const [, , seat, key] = words;
        need(words.length === 4 && SEATS.includes(seat) && key !== (this.keys.get(seat) ?? 'none'), _('This is no new key.'));
        if (key === 'none') {
            this.keys.delete(seat);
        } else {
            hash(key);
            this.keys.set(seat, key);
            this.seats[seat].keys.add(key);
        }
        this.follow(words.slice(1).join(' '));
    }

    /** @returns {{step: number, what: {seat: string, choice: ?string}}} */
    readDecision(words) {
        const [, , at, seat, word, hidden, sign, ...choice] = words;
        const closed = word === 'closed' && words.length === 6;
        need(SEATS.includes(seat) && !this.going && (closed || (choice.length && isSignature(sign))), _('This is no decision.'));
        const step = number(at);
        need(step >= this.least, _('The steps are not in order.'));
        this.least = step + 1;
        const of = this.seats[seat];
        of.decided++;
        const secret = hash(hidden);
        if (closed) {
            of.closed++;
            this.follow('', { by: seat, body: secret });
        } else {
            this.decide({ seat, back: number(word), sign, choice: choice.join(' ') });
            this.follow(`decide ${step} ${seat} ${choice.join(' ')} ${sign}`, { salt: secret, by: seat });
        }
        return { step, what: { seat, choice: closed ? null : choice.join(' ') } };
    }

    /** Somebody decided after the link that is so many before the last one, and not since. */
    decide({ seat, back, sign, choice }) {
        const since = this.links.slice(this.links.length - back);
        need(back < Math.min(16, this.links.length - 1) && (back === 0 || since.every(({ by }) => by !== seat)) && (back === 0 || sign !== 'none'),
            _('An earlier moment was signed.'));
        if (sign === 'none')
            return;
        this.claim(seat, `pairs decide ${this.table} ${this.game} ${toHex(this.links.at(-1 - back).link)} ${seat} ${choice}`, sign);
        this.seats[seat].signed++;
    }

    readGone(words) {
        need(words.length === 4 && ['shuffle', 'seal', 'cut', 'decide'].includes(words[2]), _('This is no part of a proof.'));
        this.going = true;
        this.goneShuffles += Number(words[2] === 'seal');
        this.follow('', { body: hash(words[3]) });
    }

    readBack(words) {
        need(words.length === 3 && this.going && number(words[2]) >= this.least, _('Nothing was taken back here.'));
        this.going = false;
        this.backs++;
        this.follow(words.slice(1).join(' '));
    }

    readEnd(words) {
        need(words.length === 3 && !this.going && toHex(hash(words[2])) === toHex(this.last), _('The chain leads elsewhere.'));
        this.ended = true;
    }
}

/** One shuffle: what was sealed, who cut it, and what has come from it so far. */
class Shuffle {
    constructor(words, earlier, chain) {
        need(words.length === 16 && PILES.includes(words[4]), _('This is no shuffle.'));
        this.number = number(words[2]);
        this.begin = this.last = number(words[3]); // steps of the game
        this.pile = words[4];
        this.left = [0, ...words.slice(5, 15).map(number)]; // cards of each rank that have not been opened
        this.size = this.left.reduce((sum, count) => sum + count);
        this.seal = hash(words[15]);
        need(this.left.every((count, rank) => count <= 15 * rank), _('This is no shuffle.'));
        this.cuts = new Map(); // from seats to { pledge, cut, next }
        this.chain = chain;
        this.sealing = Boolean(chain);
        this.words = words.slice(1, 15).join(' ');
        this.leaves = [];
        this.drawn = this.opened = this.lots = 0;
        earlier.forEach((other) => this.follows(other));
        if (chain) {
            need(this.begin >= chain.least && !chain.going, _('The shuffles are not in order.'));
            chain.least = this.begin + 1;
        }
    }

    readPledge(words, used) {
        const [seat, pledge] = words.slice(3);
        need(this.sealing && words.length === 5 && SEATS.includes(seat), _('This is no pledge.'));
        this.pledge(seat, pledge, used);
    }

    pledge(seat, pledge, used) {
        need(!this.leaves.length && [...this.cuts.keys()].every((s) => s < seat), _('This cut is not in its place.'));
        hash(pledge);
        need(!used.has(pledge), _('This pledge was used before.'));
        used.add(pledge);
        this.cuts.set(seat, { pledge, cut: 'none' });
    }

    /** All pledges were read: what the seal stands on is known. */
    endPledges() {
        if (!this.sealing)
            return;
        this.sealing = false;
        this.chain.follow(this.words + [...this.cuts].map(([seat, { pledge }]) => ` ${seat} ${pledge}`).join(''));
        this.ground = this.chain.last;
        this.chain.follow(`seal ${this.number} ${toHex(this.seal)}`);
    }

    follows(other) {
        need(other.number < this.number && other.begin < this.begin, _('The shuffles are not in order.'));
        need(other.pile !== this.pile || other.last < this.begin, _('A card came from a pile that was shuffled anew.'));
    }

    sealed() {
        return this.leaves.length === this.size + LOTS;
    }

    /** Of a game from before there was a chain. */
    readBareCut(words, used) {
        const [seat, pledge, cut] = words.slice(3);
        need(words.length === 6 && SEATS.includes(seat), _('This is no cut.'));
        this.pledge(seat, pledge, used);
        if (cut !== 'none')
            this.cut(seat, cut, cut);
    }

    readCut(words) {
        const [seat, cut, next, sign] = words.slice(3);
        need(words.length === 7 && isSignature(sign) && (next === 'none' || hash(next)), _('This is no cut.'));
        this.endPledges();
        need(!this.leaves.length && this.cuts.get(seat)?.cut === 'none', _('This cut is not in its place.'));
        if (this.chain.keys.has(seat) || sign !== 'none') {
            const { table, game, seats } = this.chain;
            const pledged = [...this.cuts.keys()].join('');
            this.chain.claim(seat, `pairs cut ${table} ${game} ${this.number} ${toHex(this.seal)} ${pledged} ${seat} ${cut} ${next}`, sign);
            seats[seat].cuts++;
        }
        this.cut(seat, cut, next === 'none' ? cut : next);
        this.chain.follow(words.slice(1).join(' '));
    }

    cut(seat, cut, next) {
        const { pledge } = this.cuts.get(seat);
        need(toHex(sha256(hash(cut))) === pledge, _('This cut is not the one that was pledged.'));
        this.cuts.set(seat, { pledge, cut, next });
    }

    readLeaf(words) {
        this.endPledges();
        need(words.length === 5 && number(words[3]) === this.leaves.length, _('This leaf is not in its place.'));
        need(!this.sealed(), _('There are more leaves than were sealed.'));
        this.leaves.push(hash(words[4]));
        if (this.sealed()) {
            if (this.chain)
                this.chain.drawing = true;
            const leaves = sha256(...this.leaves);
            const seal = this.chain ? sha256(bytesOf('seal'), this.ground, leaves) : leaves;
            need(toHex(seal) === toHex(this.seal), _('These leaves are not those that were sealed.'));
            this.mix = this.mixed();
            this.order = shuffled(this.size, new Stream(this.mix));
        }
    }

    mixed() {
        const cuts = SEATS.map((seat) => {
            const cut = this.cuts.get(seat)?.cut ?? 'none';
            return cut === 'none' ? Uint8Array.of(0) : Uint8Array.of(1, ...fromHex(cut));
        });
        return sha256(bytesOf('cut'), this.seal, ...cuts);
    }

    /** The first card or lot comes at once, each further one later than the last. */
    step(word) {
        const step = number(word);
        need(!this.chain || this.chain.drawing, _('This card is not in its place.'));
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
        this.came = new Map(); // from steps to what came then by the proof: a card, a seat, {seat, choice}, null for a closed card
        this.moves = []; // of each step what came by the record: the same
        this.chain = null;
        this.inHeader = true;
    }

    read(words, line) {
        this.inHeader &&= !words.length || HEADER.includes(words[0]);
        if (words[0] === 'commit') {
            need(this.inHeader, _('This is no part of a proof.'));
            this.commit(words);
        } else if (words[0] === 'deal') {
            this.moves.push(...words.slice(2).map((what) => ({ what, line })));
        } else if (words[0] === 'lot') {
            this.moves.push({ what: words[1], line });
        } else if (SEATS.includes(words[0])) {
            this.moves.push({ what: { seat: words[0], choice: words.slice(1).join(' ') }, line });
        }
    }

    commit(words) {
        need(!this.chain?.ended, _('This is no part of a proof.'));
        if (words[1] === 'table') {
            need(!this.chain && !this.shuffles.length, _('This is no part of a proof.'));
            this.chain = new Chain(words);
        } else if (words[1] === 'shuffle') {
            this.ended();
            this.shuffles.push(new Shuffle(words, this.shuffles, this.chain));
        } else if (['key', 'decide', 'gone', 'back', 'end'].includes(words[1])) {
            need(this.chain, _('This is no part of a proof.'));
            this.link(words);
        } else {
            this.ofShuffle(words);
        }
    }

    link(words) {
        this.shuffles.at(-1)?.endPledges();
        if (words[1] === 'key') {
            this.chain.readKey(words);
            return;
        }
        this.ended();
        if (words[1] === 'decide')
            this.take(this.chain.readDecision(words));
        else if (words[1] === 'gone')
            this.chain.readGone(words);
        else if (words[1] === 'back')
            this.chain.readBack(words);
        else
            this.chain.readEnd(words);
    }

    ofShuffle(words) {
        const last = this.shuffles.at(-1);
        need(last && number(words[2]) === last.number, _('This belongs to no shuffle.'));
        if (words[1] === 'pledge') {
            last.readPledge(words, this.used);
        } else if (words[1] === 'cut' && this.chain) {
            last.readCut(words);
        } else if (words[1] === 'cut') {
            last.readBareCut(words, this.used);
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

    /** Where there is a chain, it is whole: each step is a card, a lot or a decision. */
    complete() {
        this.ended();
        const whole = Array.from({ length: this.came.size }, (nothing, step) => this.came.has(step)).every(Boolean);
        need(!this.chain || (this.chain.ended && whole), _('The proof is not whole.'));
    }

    /** Whether a move is what the proof has for its step. */
    fits(step, what) {
        const known = this.came.get(step);
        if (!this.came.has(step))
            return !this.chain && typeof what === 'object';
        if (typeof what === 'object')
            return what.seat === known?.seat && (known.choice === null || known.choice === what.choice);
        return known === null || known === what;
    }

    /** Each card, lot and decision of the moves must be the one that stands in the proof, and none may be left over. */
    compare() {
        this.moves.forEach(({ what, line }, step) => {
            if (!this.fits(step, what))
                throw new Flaw(_('Step {step} is not as in the proof.', { step }), line);
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
            const { cut, next } = pledged[i].cuts.get(seat);
            return cut !== 'none' && next !== s.cuts.get(seat).pledge;
        }).length;
        return pledged.length ? [{ seat, cut: pledged.length - missed.length, missed, anew }] : [];
    });
}

/** What the chain tells: of which game, how it ends, and what each seat has signed. */
function chained({ table, game, last, backs, goneShuffles, seats }, key) {
    return {
        table, game: Number(game), end: toHex(last), backs, goneShuffles,
        seats: Object.entries(seats).filter(([, { decided, cuts }]) => decided || cuts)
            .map(([seat, { keys, ...of }]) => ({ seat, mine: keys.has(key), ...of })),
        mine: Object.values(seats).some(({ keys }) => keys.has(key)),
    };
}

/**
 * Checks the proof in a record, all but the signatures, which are the `claims` of what comes back.
 * @param {string} record its text
 * @param {string} [key] of whoever asks; `chain.mine` says whether the proof has it
 * @returns {{shuffles: number, cutters: object[], drawn: number, opened: number, lots: number, moves: boolean, chain: ?object, claims: object[]}}
 *     what was checked; `moves` says whether the record has any, `chain` is null in games from before there was one
 * @throws {Flaw} with the first thing that is wrong
 */
export function verify(record, key = '') {
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
    proof.complete();
    proof.compare();
    const sum = (which) => proof.shuffles.reduce((total, s) => total + s[which], 0);
    return {
        shuffles: proof.shuffles.length,
        cutters: cutters(proof.shuffles),
        drawn: sum('drawn'),
        opened: sum('opened'),
        lots: sum('lots'),
        moves: proof.moves.length > 0,
        chain: proof.chain && chained(proof.chain, key),
        claims: proof.chain?.claims ?? [],
    };
}

/** Whether a signature is what it claims to be. */
export function holds({ key, words, sign }) {
    return verifySignature(fromHex(key), bytesOf(words), fromHex(sign));
}

/**
 * Checks all claims, without keeping the page from anything else meanwhile.
 * @throws {Flaw} if one of them does not hold
 */
export async function checkClaims(claims) {
    for (const [i, claim] of claims.entries()) {
        need(holds(claim), _('A signature is not of whom it is said to be: {words}', { words: claim.words }));
        if (i % 4 === 3) {
            await new Promise((resolve) => {
                setTimeout(resolve);
            });
        }
    }
}
