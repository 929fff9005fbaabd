#!/usr/bin/env python3
"""Checks the proof in the record of a game, without a line of the program that made it.

Usage: verify.py FILE [KEY]      ('-' for standard input; docs/fair.md says what the lines mean)
With KEY, your own, a proof is refused in which nothing is signed with it. Signatures are checked by `openssl`.
It knows no rules: that a shuffle was due, and whom a lot could fall on, are for `pairs verify`.
"""
import functools, hashlib, os, re, subprocess, sys, tempfile

LOTS, SEATS, HEADER = 16, "ABCDEFGH", ("", "pairs", "game", "players", "option", "name", "seed", "commit")
N, H, S, OR_NONE, SIGN = "(0|[1-9][0-9]{0,18})", "([0-9a-f]{64})", "([A-H])", "([0-9a-f]{64}|none)", "([0-9a-f]{128}|none)"
FORM = {"table": f"[a-z0-9-]{{1,31}} [1-9][0-9]{{0,18}} {OR_NONE}", "key": f"{S} {OR_NONE}", "pledge": f"{N} {S} {H}",
        "shuffle": f"{N} {N} (deck|side) {' '.join([N] * 10)} {H}", "cut": f"{N} {S} {H} {OR_NONE} {SIGN}",
        "oldcut": f"{N} {S} {H} {OR_NONE}", "leaf": f"{N} {N} {H}", "draw": f"{N} {N} {N} {N} (?:closed|{N} {H})",
        "lot": f"{N} {N} {N} (?=[A-H])(A?B?C?D?E?F?G?H?) {H}", "gone": f"(?:shuffle|seal|cut|decide) {H}", "back": N, "end": H,
        "decide": f"{N} {S} (?:closed {H}|{N} {H} {SIGN} .+)"}


def sha(*parts):
    return hashlib.sha256(b"".join(p if isinstance(p, bytes) else p.encode() for p in parts)).digest()


def require(condition, what):
    if not condition:
        raise ValueError(what)


def value(word):
    """A number, the bytes of a hash, or a letter; `none` and what is not there are None."""
    if word in (None, "none"):
        return None
    return bytes.fromhex(word) if len(word) > 32 else int(word) if word.isdecimal() else word


def weak(key):
    """Whether anybody can sign with a key, since 8 times it is nothing: `openssl` does not ask."""
    y, p = int.from_bytes(key, "little") % 2**255, 2**255 - 19
    return y >= p or y * (y * y - 1) * (121665 * y**4 - 243332 * y * y + 121666) % p == 0


@functools.cache
def signed(key, words, signature):
    with tempfile.TemporaryDirectory() as folder:
        parts = {"key": bytes.fromhex("302a300506032b6570032100") + key, "text": words.encode(), "sign": signature}
        for name, content in parts.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        return subprocess.run("openssl pkeyutl -verify -pubin -inkey key -keyform DER -rawin -in text -sigfile sign".split(),
                              cwd=folder, capture_output=True, check=False).returncode == 0


def words_of(*prefix):
    block = 0
    while True:
        bits = sha(*prefix, block.to_bytes(4, "big"))
        yield from (int.from_bytes(bits[i:i + 4], "big") for i in range(0, 32, 4))
        block += 1


def below(words, n):
    return next(w for w in words if w < 2**32 - 2**32 % n) % n


class Proof:
    def __init__(self, mine):
        self.mine, self.found, self.table, self.links, self.key = mine, False, None, [], {}
        self.piles, self.pledges, self.came, self.sums = {}, set(), {}, {"signed": 0, "unsigned": 0, "closed": 0}
        self.number, self.least, self.leaf, self.size = -1, 0, [], 0
        self.going = self.ended = self.sealing = self.drawing = False

    def follow(self, words, salt=b"", by=None, body=None):
        self.drawing = False
        self.links.append((sha(self.links[-1][0], body or sha(salt, words)), by))

    def check_sign(self, seat, words, sign):
        key = self.key.get(seat)
        require(sign and key and not weak(key) and signed(key, words, sign), f"{seat} has not signed this")

    def read_table(self, text, before):
        require(before != bytes(32) and not self.table and self.number < 0, "the table is misplaced")
        self.table, self.links = " ".join(text.split(" ")[1:3]), [(before or bytes(32), None)]
        self.follow("begin " + self.table)

    def read_key(self, text, seat, key):
        require(key != self.key.get(seat), "this is no new key")
        self.end_pledges()
        self.key[seat], self.found = key, self.found or key == self.mine
        self.follow(text)

    def read_shuffle(self, text, number, steps, pile, *rest):
        require(number > self.number and steps >= self.least and not self.going and self.piles.get(pile, -1) < steps,
                "the shuffle comes too early")
        self.left, self.seal, self.words = [0, *rest[:10]], rest[10], text.rsplit(" ", 1)[0]
        require(all(n <= 15 * i for i, n in enumerate(self.left)), "there are too many cards")
        self.number, self.pile, self.last, self.least, self.cards = number, pile, steps, steps + 1, sum(self.left)
        self.size, self.pledge, self.cut, self.leaf, self.draws, self.lots = self.cards + LOTS, {}, {}, [], 0, 0
        self.sealing = True

    def read_pledge(self, _, seat, pledge):
        require(all(s < seat for s in self.pledge) and self.sealing, "a pledge is misplaced")
        require(pledge not in self.pledges, "this was pledged before")
        self.pledges.add(pledge)
        self.pledge[seat] = pledge

    def end_pledges(self):
        if self.table and self.sealing:
            self.follow(self.words + "".join(f" {s} {p.hex()}" for s, p in self.pledge.items()))
            self.ground = self.links[-1][0]
            self.follow(f"seal {self.number} {self.seal.hex()}")
        self.sealing = False

    def take_cut(self, seat, cut):
        require(sha(cut) == self.pledge[seat], "this cut was not pledged")
        self.cut[seat] = cut

    def read_oldcut(self, text, seat, pledge, cut):  # from before there was a chain
        require(not self.leaf, "a cut is misplaced")
        self.read_pledge(text, seat, pledge)
        if cut:
            self.take_cut(seat, cut)

    def read_cut(self, text, seat, cut, _, sign):
        self.end_pledges()
        require(not self.leaf and seat in self.pledge and seat not in self.cut, "a cut is misplaced")
        if self.key.get(seat) or sign:
            said = f"{self.number} {self.seal.hex()} {''.join(self.pledge)} {' '.join(text.split(' ')[2:5])}"
            self.check_sign(seat, f"pairs cut {self.table} {said}", sign)
        self.follow(text)
        self.take_cut(seat, cut)

    def read_leaf(self, _, at, leaf):
        self.end_pledges()
        require(at == len(self.leaf) < self.size, "a leaf is misplaced")
        self.leaf.append(leaf)
        if len(self.leaf) == self.size:
            require(self.seal == (sha("seal", self.ground, sha(*self.leaf)) if self.table else sha(*self.leaf)), "these leaves were not sealed")
            self.mix = sha("cut", self.seal, *(b"\1" + self.cut[s] if s in self.cut else b"\0" for s in SEATS))
            self.order, words, self.drawing = list(range(self.cards)), words_of(self.mix), True
            for i in range(self.cards - 1, 0, -1):
                k = below(words, i + 1)
                self.order[i], self.order[k] = self.order[k], self.order[i]

    def put(self, step, what):
        right = step > self.last if self.draws + self.lots else step == self.last
        require(self.drawing and right and step not in self.came, "a card or a lot is misplaced")
        self.last = self.piles[self.pile] = step
        self.came[step] = what

    def read_draw(self, _, at, step, leaf, card, salt):
        require(at == self.draws < self.cards and leaf == self.order[at], "seal and cuts make it another leaf")
        if salt:
            require(card in range(1, 11) and self.left[card] > 0, "the pile has no such card")
            require(sha(salt, bytes([card])) == self.leaf[leaf], "this was not sealed")
            self.left[card] -= 1
        self.put(step, ("deal", card and str(card)))
        self.draws += 1

    def read_lot(self, _, at, step, seats, salt):
        require(at == self.lots < LOTS and self.pile == "deck", "a lot is misplaced")
        require(sha(salt, b"\0") == self.leaf[self.cards + at], "this lot was not sealed")
        self.put(step, ("lot", seats[below(words_of(self.mix, salt), len(seats))]))
        self.lots += 1

    def read_decide(self, text, step, seat, body, back, salt, sign):
        choice = None if body else " ".join(text.split(" ")[6:])
        require(step >= self.least and step not in self.came and not self.going, "a decision is misplaced")
        require(body or back < min(16, len(self.links) - 1) and (sign or not back), "no such link")
        if sign:
            require(all(by != seat for _, by in self.links[len(self.links) - back:]), "an earlier moment was signed")
            self.check_sign(seat, f"pairs decide {self.table} {self.links[-1 - back][0].hex()} {seat} {choice}", sign)
        self.came[step], self.least = (seat, choice), step + 1
        self.sums["closed" if body else "signed" if sign else "unsigned"] += 1
        self.follow(f"decide {step} {seat} {choice} {sign.hex() if sign else 'none'}", salt or b"", seat, body)

    def read_gone(self, _, body):
        self.going = True
        self.follow("", body=body)

    def read_back(self, text, steps):
        require(self.going and steps >= self.least, "nothing was taken back")
        self.going = False
        self.follow(text)

    def read_end(self, _, link):
        require(not self.going and link == self.links[-1][0], "the chain leads elsewhere")
        self.ended = True

    def read(self, text):
        kind, _, rest = text.partition(" ")
        kind = "oldcut" if kind == "cut" and not self.table else kind
        parts = re.fullmatch(FORM.get(kind, "(?!)"), rest)
        require(parts and not self.ended, "this is no part of a proof")
        require(self.table or kind in ("table", "shuffle", "oldcut", "leaf", "draw", "lot"), "there is no chain")
        values = [value(word) for word in parts.groups()]
        if kind in ("pledge", "cut", "oldcut", "leaf", "draw", "lot"):
            require(values.pop(0) == self.number, "this is of another shuffle")
        require(kind in ("key", "pledge", "cut", "oldcut", "leaf") or len(self.leaf) == self.size, "leaves are missing")
        getattr(self, "read_" + kind)(text, *values)


def verify(lines, key=None):
    proof, moves, header = Proof(bytes.fromhex(key) if key else None), [], True
    for at, line in enumerate(lines, 1):
        word = re.findall("[^ \t\r\n]+", line.split("#")[0]) or [""]  # of the blanks that there are, only those of records
        header = header and word[0] in HEADER
        try:
            if word[0] == "commit":
                require(header, "a proof stands in the header")
                proof.read(" ".join(word[1:]))
            elif word[0] == "deal":
                require(all(re.fullmatch("[1-9]|10", c) for c in word[2:]), "this is no card")
                moves += [("deal", c, at) for c in word[2:]]
            elif word[0] == "lot" or re.fullmatch("[A-H]", word[0]):
                moves.append((word[0], " ".join(word[1:]), at))
        except (ValueError, IndexError) as wrong:
            raise ValueError(f"line {at}: {wrong}") from None
    require(proof.number >= 0, "there is no proof in this record")
    require(len(proof.leaf) == proof.size, f"leaves of shuffle {proof.number} are missing")
    require(not proof.table or proof.ended and sorted(proof.came) == list(range(len(proof.came))), "the proof is not whole")
    require(not key or proof.found, "nothing is signed with your key")
    for step, (kind, what, at) in enumerate(moves):
        known = proof.came.pop(step, None if proof.table or kind not in SEATS else (kind, None))
        require(known in ((kind, what), (kind, None)), f"line {at}: {kind} {what}, but the proof has {known}")
    require(not moves or not proof.came, f"the record has no steps {list(proof.came)}")
    if not proof.table:
        return "as sealed and cut; from before players signed: nothing shows that a seal came before the cuts"
    return f"as sealed and cut; decisions: {proof.sums}; table and game {proof.table}, which ends with {proof.links[-1][0].hex()}"


if __name__ == "__main__":
    path = sys.argv[1] if len(sys.argv) in (2, 3) else sys.exit(__doc__)
    try:
        record = sys.stdin.buffer.read() if path == "-" else open(path, "rb").read()
        print(verify(record.decode("utf-8-sig").split("\n"), *sys.argv[2:]))
    except ValueError as wrong:
        sys.exit(f"{path}: {wrong}")
