#!/usr/bin/env python3
"""Checks the proof in the record of a game, without a line of the program that made it.

Usage: verify.py FILE        ('-' for standard input; docs/fair.md says what the lines mean)
It knows no rules: which pile a card came from, and that a shuffle was due, are for `pairs verify`.
"""
import hashlib
import re
import sys

LOTS = 16  # leaves after those of the cards


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def require(condition, what):
    if not condition:
        raise ValueError(what)


def number(word):
    require(re.fullmatch("0|[1-9][0-9]{0,18}", word), f"'{word}' is no number")
    return int(word)


def digest(word):
    require(re.fullmatch("[0-9a-f]{64}", word), f"'{word}' is no hash")
    return bytes.fromhex(word)


def words_of(*prefix):
    block = 0
    while True:
        bits = sha(*prefix, block.to_bytes(4, "big"))
        yield from (int.from_bytes(bits[i:i + 4], "big") for i in range(0, 32, 4))
        block += 1


def below(words, n):
    return next(w for w in words if w < 2**32 - 2**32 % n) % n


class Shuffle:
    def __init__(self, word, before):
        require(len(word) == 16 and word[4] in ("deck", "side"), "this is no shuffle")
        self.number, self.steps, self.pile = number(word[2]), number(word[3]), word[4]
        self.left = [0] + [number(w) for w in word[5:15]]  # cards of each rank
        self.cards, self.seal = sum(self.left), digest(word[15])
        self.cut, self.leaf, self.draws, self.lots, self.last = {}, [], 0, 0, self.steps
        self.pledges, self.all = [], before  # where this one will be the last
        for s in before:
            s.complete()
            require(s.number < self.number and s.steps < self.steps, "shuffles are not in order")
            require(s.pile != self.pile or s.last < self.steps, "an older shuffle was drawn from")

    def complete(self):
        require(len(self.leaf) == self.cards + LOTS, f"leaves of {self.number} are missing")

    def read_cut(self, word):
        require(len(word) == 6 and word[3] in list("ABCDEFGH"), "this is no cut")
        require(not self.leaf and all(seat < word[3] for seat in self.cut), "a cut is misplaced")
        pledge, cut = digest(word[4]), None if word[5] == "none" else digest(word[5])
        require(cut is None or sha(cut) == pledge, "this cut was not pledged")
        require(all(pledge not in s.pledges for s in self.all), "this pledge was used before")
        self.cut[word[3]], self.pledges = cut, self.pledges + [pledge]

    def read_leaf(self, word):
        require(len(word) == 5 and number(word[3]) == len(self.leaf), "a leaf is misplaced")
        self.leaf.append(digest(word[4]))
        require(len(self.leaf) <= self.cards + LOTS, "there are too many leaves")
        if len(self.leaf) == self.cards + LOTS:
            require(sha(*self.leaf) == self.seal, "these leaves were not sealed")
            cuts = (self.cut.get(seat) for seat in "ABCDEFGH")
            self.mix = sha(b"cut", self.seal, *(b"\1" + c if c else b"\0" for c in cuts))
            self.order, words = list(range(self.cards)), words_of(self.mix)
            for i in range(self.cards - 1, 0, -1):
                k = below(words, i + 1)
                self.order[i], self.order[k] = self.order[k], self.order[i]

    def step(self, word):
        before, self.last = self.last, number(word)
        fits = self.last > before if self.draws + self.lots else self.last == before
        require(fits, "steps are not in order")
        return self.last

    def read_draw(self, word):
        self.complete()
        closed = word[6:] == ["closed"]
        require(closed or len(word) == 8, "this is no card")
        require(number(word[3]) == self.draws < self.cards, "a card is misplaced")
        step, leaf = self.step(word[4]), number(word[5])
        require(leaf == self.order[self.draws], "seal and cuts make it another leaf")
        self.draws += 1
        card = None if closed else number(word[6])
        if not closed:
            require(card in range(1, 11) and self.left[card] > 0, "the pile has no such card")
            require(sha(digest(word[7]), bytes([card])) == self.leaf[leaf], "this was not sealed")
            self.left[card] -= 1
        return step, card

    def read_lot(self, word):
        self.complete()
        require(len(word) == 7 and re.fullmatch("A?B?C?D?E?F?G?H?", word[5]), "this is no lot")
        require(number(word[3]) == self.lots < LOTS and self.pile == "deck", "a lot is misplaced")
        step, salt = self.step(word[4]), digest(word[6])
        require(sha(salt, b"\0") == self.leaf[self.cards + self.lots], "this lot was not sealed")
        self.lots += 1
        return step, word[5][below(words_of(self.mix, salt), len(word[5]))]


def verify(lines):
    shuffles, came, moves = [], {}, []  # moves: of each step what came, None for a decision
    for at, line in enumerate(lines, 1):
        word = line.split("#")[0].split() or [""]
        try:
            if word[:2] == ["commit", "shuffle"]:
                shuffles.append(Shuffle(word, shuffles))
            elif word[0] == "commit":
                require(len(word) > 2 and word[1] in ("cut", "leaf", "draw", "lot"), "no proof")
                require(shuffles and number(word[2]) == shuffles[-1].number, "of another shuffle")
                if result := getattr(shuffles[-1], "read_" + word[1])(word):  # step, card or seat
                    require(result[0] not in came, "two cards came at one step")
                    came[result[0]] = (result[1], at)
            elif word[0] == "deal":
                moves += [(number(c), at) for c in word[2:]]
            elif word[0] == "lot":
                moves.append((word[1], at))
            elif re.fullmatch("[A-H]", word[0]):
                moves.append((None, at))
        except ValueError as wrong:
            raise ValueError(f"line {at}: {wrong}") from None
    require(shuffles, "there is no proof in this record")
    shuffles[-1].complete()
    for step, (what, at) in enumerate(moves):
        drawn = came.pop(step, None)
        require((drawn is None) == (what is None), f"line {at}: step {step} is not as in the proof")
        if drawn and drawn[0] is not None:
            require(drawn[0] == what, f"line {at}: {what} came, but line {drawn[1]} has {drawn[0]}")
    require(not moves or not came, f"the record has no steps {list(came)}")
    return f"{len(shuffles)} shuffles, {sum(s.draws for s in shuffles)} cards: as sealed and cut"


if __name__ == "__main__":
    path = sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)
    try:
        print(verify(sys.stdin if path == "-" else open(path, encoding="utf-8-sig")))
    except ValueError as wrong:
        sys.exit(f"{path}: {wrong}")
