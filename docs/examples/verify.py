#!/usr/bin/env python3
"""Checks the proof in the record of a game, without a line of the program that made it.

Usage: verify.py FILE [KEY]      ('-' for standard input; docs/fair.md says what the lines mean)
With KEY, your own, a proof is refused in which nothing is signed with it. Signatures are checked by `openssl`.
It knows no rules: that a shuffle was due, and whom a lot could fall on, are for `pairs verify`.
"""
import functools, hashlib, os, re, subprocess, sys, tempfile

LOTS, SEATS = 16, "ABCDEFGH"  # leaves after those of the cards
PART = {"table": 5, "key": 4, "pledge": 5, "cut": 7, "leaf": 5, "gone": 4, "back": 3, "end": 3, "lot": 7}  # words


def sha(*parts):
    return hashlib.sha256(b"".join(p if isinstance(p, bytes) else p.encode() for p in parts)).digest()


def require(condition, what):
    if not condition:
        raise ValueError(what)


def number(word):
    require(re.fullmatch("0|[1-9][0-9]{0,18}", word), f"'{word}' is no number")
    return int(word)


def digest(word, size=64):
    require(re.fullmatch("[0-9a-f]{%d}" % size, word), f"'{word}' is no hash")
    return bytes.fromhex(word)


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
        self.number, self.least, self.going, self.leaf, self.size = -1, 0, False, [], 0
        self.ended = self.sealing = False

    def follow(self, words, salt=b"", by=None, body=None):
        self.drawing = False
        self.links.append((sha(self.links[-1][0], body or sha(salt, words)), by))

    def sealed(self):
        require(len(self.leaf) == self.size, f"leaves of shuffle {self.number} are missing")

    def check_sign(self, seat, words, sign):
        require(seat in self.key and signed(self.key[seat], words, digest(sign, 128)), f"{seat} has not signed this")

    def read_table(self, word):
        require(word[4] != "0" * 64 and not self.table and self.number < 0 and re.fullmatch("[a-z0-9-]{1,31}", word[2]) and number(word[3]), "the table is misplaced")
        self.table, self.links = f"{word[2]} {word[3]}", [(bytes(32) if word[4] == "none" else digest(word[4]), None)]
        self.follow("begin " + self.table)

    def read_key(self, word):
        key = None if word[3] == "none" else digest(word[3])
        require(word[2] in list(SEATS) and key != self.key.get(word[2]), "this is no new key")
        self.end_pledges()
        self.key = {s: k for s, k in {**self.key, word[2]: key}.items() if k}
        self.found = self.found or key == self.mine
        self.follow(" ".join(word[1:]))

    def read_shuffle(self, word):
        require(len(word) == 16 and word[4] in ("deck", "side") and number(word[2]) > self.number, "this is no shuffle in order")
        self.sealed()
        self.number, self.steps, self.pile, self.words = int(word[2]), number(word[3]), word[4], " ".join(word[1:15])
        self.left, self.seal = [0] + [number(w) for w in word[5:15]], digest(word[15])
        require(self.steps >= self.least and not self.going and self.piles.get(self.pile, -1) < self.steps, "the shuffle comes too early")
        require(all(n <= 15 * i for i, n in enumerate(self.left)), "there are too many cards")
        self.cards, self.size, self.least, self.last = sum(self.left), sum(self.left) + LOTS, self.steps + 1, self.steps
        self.pledge, self.cut, self.leaf, self.draws, self.lots, self.sealing = {}, {}, [], 0, 0, True

    def read_pledge(self, word):
        require(word[3] in list(SEATS) and all(s < word[3] for s in self.pledge) and self.sealing, "a pledge is misplaced")
        require(digest(word[4]) not in self.pledges, "this was pledged before")
        self.pledges.add(digest(word[4]))
        self.pledge[word[3]] = digest(word[4])

    def end_pledges(self):
        if self.number >= 0 and self.sealing and self.table:
            self.follow(self.words + "".join(f" {s} {p.hex()}" for s, p in self.pledge.items()))
            self.ground = self.links[-1][0]
            self.follow(f"seal {self.number} {self.seal.hex()}")
        self.sealing = False

    def read_cut(self, word):
        if not self.table:  # from before there was a chain: PLEDGE CUT
            require(len(word) == 6 and not self.leaf, "a cut is misplaced")
            self.read_pledge(["", "", "", *word[3:5]])
            if word[5] == "none":
                return
            word = word[:4] + [word[5], "none", "none"]
        else:
            require(len(word) == 7, "this is no cut")
            self.end_pledges()
            require(not self.leaf and word[3] in self.pledge and word[3] not in self.cut, "a cut is misplaced")
            require(word[5] == "none" or digest(word[5]), "no pledge")
            if word[3] in self.key or word[6] != "none":
                words = f"pairs cut {self.table} {word[2]} {self.seal.hex()} {''.join(self.pledge)} {word[3]} {word[4]} {word[5]}"
                self.check_sign(word[3], words, word[6])
            self.follow(" ".join(word[1:]))
        require(sha(digest(word[4])) == self.pledge[word[3]], "this cut was not pledged")
        self.cut[word[3]] = digest(word[4])

    def read_leaf(self, word):
        self.end_pledges()
        require(number(word[3]) == len(self.leaf) < self.size, "a leaf is misplaced")
        self.leaf.append(digest(word[4]))
        if len(self.leaf) == self.size:
            self.drawing = True
            seal = sha("seal", self.ground, sha(*self.leaf)) if self.table else sha(*self.leaf)
            require(seal == self.seal, "these leaves were not sealed")
            self.mix = sha("cut", seal, *(b"\1" + self.cut[s] if s in self.cut else b"\0" for s in SEATS))
            self.order, words = list(range(self.cards)), words_of(self.mix)
            for i in range(self.cards - 1, 0, -1):
                k = below(words, i + 1)
                self.order[i], self.order[k] = self.order[k], self.order[i]

    def put(self, word, what):
        require(self.drawing, "a card or a lot is misplaced")
        before, self.last = self.last, number(word)
        require(self.last > before if self.draws + self.lots else self.last == before, "steps are not in order")
        require(self.last not in self.came, "two things came at one step")
        self.came[self.last] = what
        self.piles[self.pile] = self.last

    def read_draw(self, word):
        self.sealed()
        closed = word[6:] == ["closed"]
        require((closed or len(word) == 8) and number(word[3]) == self.draws < self.cards, "a card is misplaced")
        leaf, card = number(word[5]), None if closed else number(word[6])
        require(leaf == self.order[self.draws], "seal and cuts make it another leaf")
        if not closed:
            require(card in range(1, 11) and self.left[card] > 0, "the pile has no such card")
            require(sha(digest(word[7]), bytes([card])) == self.leaf[leaf], "this was not sealed")
            self.left[card] -= 1
        self.put(word[4], ("deal", card))
        self.draws += 1

    def read_lot(self, word):
        self.sealed()
        require(word[5] and re.fullmatch("A?B?C?D?E?F?G?H?", word[5]) and self.pile == "deck", "this is no lot")
        require(number(word[3]) == self.lots < LOTS, "a lot is misplaced")
        salt = digest(word[6])
        require(sha(salt, b"\0") == self.leaf[self.cards + self.lots], "this lot was not sealed")
        self.put(word[4], ("lot", word[5][below(words_of(self.mix, salt), len(word[5]))]))
        self.lots += 1

    def read_decide(self, word):
        self.sealed()
        require(len(word) >= 6 and not self.going and word[3] in list(SEATS), "this is no decision")
        closed, seat, step, hidden = word[4] == "closed", word[3], number(word[2]), digest(word[5])
        require(step >= self.least and step not in self.came and (len(word) == 6 if closed else len(word) > 7), "a decision is misplaced")
        self.came[step], self.least = (seat, None if closed else " ".join(word[7:])), step + 1
        back, sign = (0, "none") if closed else (number(word[4]), word[6])
        require(back < min(16, len(self.links) - 1) and (sign != "none" or not back), "no such link")
        if sign != "none":
            require(all(by != seat for _, by in self.links[len(self.links) - back:]), "an earlier moment was signed")
            self.check_sign(seat, f"pairs decide {self.table} {self.links[-1 - back][0].hex()} {' '.join(word[3:4] + word[7:])}", sign)
        self.sums["closed" if closed else "unsigned" if sign == "none" else "signed"] += 1
        self.follow(" ".join(word[1:4] + word[7:] + [sign]), hidden, seat, hidden if closed else None)

    def read_gone(self, word):
        self.sealed()
        require(word[2] in ("shuffle", "seal", "cut", "decide"), "nothing like that can be taken back")
        self.going = True
        self.follow("", body=digest(word[3]))

    def read_back(self, word):
        self.sealed()
        require(self.going and number(word[2]) >= self.least, "nothing was taken back")
        self.going = False
        self.follow(" ".join(word[1:]))

    def read_end(self, word):
        self.sealed()
        require(not self.going and digest(word[2]) == self.links[-1][0], "the chain leads elsewhere")
        self.ended = True

    def read(self, word):
        kind = word[1] if len(word) > 2 else ""
        require(hasattr(self, "read_" + kind) and not self.ended, "this is no part of a proof")
        require(len(word) == PART.get(kind, len(word)) or kind == "cut", f"this is no {kind}")
        require(self.table or kind in ("table", "shuffle", "cut", "leaf", "draw", "lot"), "there is no chain")
        about = kind in ("pledge", "cut", "leaf", "draw", "lot")
        require(not about or number(word[2]) == self.number, "this is of another shuffle")
        getattr(self, "read_" + kind)(word)


def verify(lines, key=None):
    proof, moves, header = Proof(digest(key) if key else None), [], True
    for at, line in enumerate(lines, 1):
        word = line.split("#")[0].split() or [""]
        try:
            header = header and word[0] in ("", "pairs", "game", "players", "option", "name", "seed", "commit")
            if word[0] == "commit":
                require(header, "a proof stands in the header")
                proof.read(word)
            elif word[0] == "deal":
                moves += [("deal", number(c), at) for c in word[2:]]
            elif word[0] == "lot" or re.fullmatch("[A-H]", word[0]):
                moves.append((word[0], " ".join(word[1:]), at))
        except (ValueError, IndexError) as wrong:
            raise ValueError(f"line {at}: {wrong}") from None
    require(proof.number >= 0, "there is no proof in this record")
    proof.sealed()
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
        print(verify(sys.stdin if path == "-" else open(path, encoding="utf-8-sig"), *sys.argv[2:]))
    except ValueError as wrong:
        sys.exit(f"{path}: {wrong}")
