#!/usr/bin/env python3
"""Checks the proof in the record of a game, without a line of the program that made it.
    verify.py FILE [KEY]      '-' for standard input; docs/fair.md says what the lines mean
With KEY, your own, a proof is refused in which nothing is signed with it. Signatures are checked by `openssl`.
It knows no rules: that a shuffle was due, and whom a lot could fall on, are for `pairs verify`."""
import collections, functools, hashlib, pathlib, re, subprocess, sys, tempfile

LOTS, SEATS, HEADER = 16, "ABCDEFGH", ("", "pairs", "game", "players", "option", "name", "seed", "commit")
DER = bytes.fromhex("302a300506032b6570032100")  # what goes before a public key
N, S, H, SIGN = "(0|[1-9][0-9]{0,18})", "([A-H])", "([0-9a-f]{64})", "([0-9a-f]{128}|none)"
H_NONE = H[:-1] + "|none)"
FORM = {"t": f"table ([a-z0-9-]{{1,31}} [1-9][0-9]{{0,18}}) {H_NONE}", "k": f"key {S} {H_NONE}", "b": f"back {N}",
        "s": f"shuffle {N} {N} (deck|side) {' '.join([N] * 10)} {H}", "c": f"cut {N} {S} {H} {H_NONE} {SIGN}",
        "o": f"cut {N} {S} {H} {H_NONE}", "l": f"leaf {N} {N} {H}", "n": f"draw {N} {N} {N} {N} closed",
        "d": f"draw {N} {N} {N} {N} {N} {H}", "f": f"lot {N} {N} {N} (?=[A-H])(A?B?C?D?E?F?G?H?) {H}",
        "p": f"pledge {N} {S} {H}", "x": f"decide {N} {S} {N} {H} {SIGN} .+", "h": f"decide {N} {S} closed {H}",
        "g": f"gone (?:shuffle|seal|cut|decide) {H}", "e": f"end {H}"}
# The order in which they come; the second one is from before there was a chain.
ORDER, BLOCK = ("(t([kxh]|g[gk]*b|sp*[kc]*l*[dnf]*)*e?)?", "(so*l*[dnf]*)*"), "s([po]*)([kc]*)(l*)([dnf]*)|."

def require(condition, what):
    if not condition: raise ValueError(what)

def sha(*parts):
    return hashlib.sha256(b"".join(p if isinstance(p, bytes) else p.encode() for p in parts)).digest()

def value(word):
    """A number, the bytes of a hash, or a word; `none` is None."""
    if word == "none": return None
    return bytes.fromhex(word) if len(word) >= 64 else int(word) if word.isdecimal() else word

@functools.cache
def require_signed(key, words, signature):
    require(key and signature, "this has to be signed, with a key that belongs to the chair")
    y, p = int.from_bytes(key, "little") % 2**255, 2**255 - 19
    weak = y >= p or y * (y * y - 1) * (121665 * y**4 - 243332 * y * y + 121666) % p == 0
    require(not weak, "anybody can sign with such a key")  # 8 times it is nothing; `openssl` does not ask
    with tempfile.TemporaryDirectory() as folder:
        for name, content in ("key", DER + key), ("text", f"pairs {words}".encode()), ("sign", signature):
            pathlib.Path(folder, name).write_bytes(content)
        command = "openssl pkeyutl -verify -pubin -inkey key -keyform DER -rawin -in text -sigfile sign".split()
        run = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    require(run.returncode == 0, "this is not the signature of these words")

def words_of(*prefix):
    for block in range(2**32):
        bits = sha(*prefix, block.to_bytes(4, "big"))
        yield from (int.from_bytes(bits[i:i + 4], "big") for i in range(0, 32, 4))

def below(words, n):
    return next(w for w in words if w < 2**32 - 2**32 % n) % n

class Proof:
    def __init__(self, mine):
        self.mine, self.found, self.table, self.links, self.key = mine, mine is None, None, [], {}
        self.came, self.drawn, self.used, self.sums = {}, {}, set(), collections.Counter()
        self.number, self.least = -1, 0

    def read(self, lines):
        kinds = "".join(kind for _, kind, _, _ in lines)
        right = max(re.match(order, kinds).end() for order in ORDER)
        self.at = lines[min(right, len(lines) - 1)][0] if lines else 0
        whole = right == len(kinds) and (kinds[:1] != "t" or kinds[-1] == "e")
        require(whole, "a proof does not go on like this")
        for block in re.finditer(BLOCK, kinds):
            parts = [lines[slice(*block.span(i))] for i in range(1, 5)]
            for kind, text, values in self.each(lines[block.start():][:1]):
                self.shuffle(text, parts, *values) if kind == "s" else self.alone(kind, text, *values)
        require(self.number >= 0, "there is no shuffle in this proof")
        require(not self.table or sorted(self.came) == list(range(len(self.came))), "the proof is not whole")
        require(self.found, "nothing is signed with your key")

    def each(self, lines):
        for self.at, kind, text, values in lines:
            own = kind in "pcolndf"  # of a shuffle, whose number it has
            require(not own or values[0] == self.number, "this is of another shuffle")
            yield kind, text, values[own:]

    def follow(self, words, salt=b"", by=None, body=None):
        self.links.append((sha(self.links[-1][0], body or sha(salt, words)), by))

    def alone(self, kind, text, first, *more):
        if kind == "t":
            require(more[0] != bytes(32), "this is no link")
            self.table, self.links, text = first, [(more[0] or bytes(32), None)], "begin " + first
        elif kind == "k":
            require(more[0] != self.key.get(first), "this is no new key")
            self.key[first], self.found = more[0], self.found or more[0] == self.mine
        elif kind in "xh":
            return self.decide(text, first, *more)
        require(kind != "b" or first >= self.least, "nothing was taken back to here")
        require(kind != "e" or first == self.links[-1][0], "the chain leads elsewhere")
        return kind == "e" or self.follow(text, body=first if kind == "g" else None)

    def decide(self, text, step, seat, *said):
        require(step >= self.least and step not in self.came, "a decision is misplaced")
        back, salt, sign = said if said[1:] else (0, b"", None)
        choice = text.split(" ", 6)[6] if salt else None
        require(back < min(16, len(self.links) - 1) and (sign or not back), "there is no such link")
        if sign:
            require(all(by != seat for _, by in self.links[len(self.links) - back:]), "an earlier moment was signed")
            words = f"decide {self.table} {self.links[-1 - back][0].hex()} {seat} {choice}"
            require_signed(self.key.get(seat), words, sign)
        self.came[step], self.least = (seat, choice), step + 1
        self.sums["signed" if sign else "unsigned" if salt else "closed"] += 1
        told = f"decide {step} {seat} {choice} {sign.hex() if sign else 'none'}"
        self.follow(told, salt, seat, None if salt else said[0])

    def shuffle(self, text, parts, number, step, pile, *rest):
        *counts, seal = rest
        late = number > self.number and step >= self.least and step > self.drawn.get(pile, -1)
        require(late, "this shuffle comes too early")
        require(all(n <= 15 * rank for rank, n in enumerate(counts, 1)), "there are too many cards")
        self.number, self.least, pledge, cut = number, step + 1, {}, {}
        for _, _, (seat, pledged, *told) in self.each(parts[0]):
            require(seat > max(pledge, default="") and pledged not in self.used, "this was pledged before")
            self.used.add(pledged)
            pledge[seat], cut[seat] = pledged, told[0] if told else None
        if self.table:
            self.follow(text.rpartition(" ")[0] + "".join(f" {seat} {one.hex()}" for seat, one in pledge.items()))
        ground = self.links[-1][0] if self.table else None
        if self.table:
            self.follow(f"seal {number} {seal.hex()}")
        for kind, text, values in self.each(parts[1]):
            if kind == "k":
                self.alone(kind, text, *values)
                continue
            seat, told, _, sign = values
            require(seat in pledge and not cut[seat], "a cut is misplaced")
            if self.key.get(seat) or sign:
                said = f"{number} {seal.hex()} {''.join(pledge)} {' '.join(text.split(' ')[2:5])}"
                require_signed(self.key.get(seat), f"cut {self.table} {said}", sign)
            cut[seat] = told
            self.follow(text)
        require(all(one is None or sha(one) == pledge[seat] for seat, one in cut.items()), "a cut was not pledged")
        leaf = dict(values for _, _, values in self.each(parts[2]))
        in_order = len(parts[2]) == len(leaf) and list(leaf) == list(range(sum(counts) + LOTS))
        require(in_order, "leaves are missing, or misplaced")
        root = sha(*leaf.values())
        require(seal == (sha("seal", ground, root) if self.table else root), "these leaves were not sealed")
        mix = sha("cut", seal, *(b"\1" + cut[seat] if cut.get(seat) else b"\0" for seat in SEATS))
        self.draw(step, pile, counts, leaf, mix, parts[3])

    def draw(self, step, pile, counts, leaf, mix, lines):
        order, words, drawn, lots = list(range(sum(counts))), words_of(mix), 0, 0
        for i in range(len(order) - 1, 0, -1):
            k = below(words, i + 1)
            order[i], order[k] = order[k], order[i]
        for kind, _, (at, came, *what) in self.each(lines):
            early = came <= step if drawn + lots else came != step
            require(came not in self.came and not early, "this comes too early")
            step = self.drawn[pile] = came
            if kind == "f":
                seats, salt = what
                require(pile == "deck" and at == lots < LOTS, "this lot is misplaced")
                require(sha(salt, b"\0") == leaf[len(order) + at], "this was not sealed")
                self.came[came] = "lot", seats[below(words_of(mix, salt), len(seats))]
                lots += 1
                continue
            place, card, salt = what if kind == "d" else (*what, None, None)
            require(at == drawn < len(order) and place == order[at], "seal and cuts make it another leaf")
            if kind == "d":
                require(0 < card <= 10 and counts[card - 1] > 0, "the pile has no such card")
                require(sha(salt, bytes([card])) == leaf[place], "this was not sealed")
                counts[card - 1] -= 1
            self.came[came] = "deal", card and str(card)
            drawn += 1

def parts_of(lines):
    """The lines of a proof, and the moves that follow: what kind each is, what it says, and where it stands."""
    proof, moves, header = [], [], True
    for at, line in enumerate(lines, 1):
        word = re.findall("[^ \t\r\n]+", line.split("#")[0]) or [""]  # only the blanks that records have
        header, text = header and word[0] in HEADER, " ".join(word[1:])
        if word[0] == "commit":
            found = [(kind, words) for kind, form in FORM.items() if (words := re.fullmatch(form, text))]
            require(header and found, f"line {at}: this is no part of a proof, or not in the header")
            proof.append((at, found[0][0], text, [value(one) for one in found[0][1].groups()]))
        elif word[0] == "deal":
            require(all(re.fullmatch("[1-9]|10", card) for card in word[2:]), f"line {at}: this is no card")
            moves += [("deal", card, at) for card in word[2:]]
        elif word[0] in {"lot", *SEATS}:
            moves.append((word[0], text, at))
    return proof, moves

def verify(lines, key=None):
    lines, moves = parts_of(lines)
    proof = Proof(bytes.fromhex(key) if key else None)
    try:
        proof.read(lines)
    except ValueError as wrong:
        raise ValueError(f"line {proof.at}: {wrong}") from None
    for step, (kind, what, at) in enumerate(moves):
        known = proof.came.pop(step, None if proof.table or kind not in SEATS else (kind, None))
        require(known in ((kind, what), (kind, None)), f"line {at}: {kind} {what}, but the proof has {known}")
    require(not moves or not proof.came, f"the record has no steps {list(proof.came)}")
    if not proof.table:
        return "as sealed and cut; from before players signed: nothing shows that a seal came before the cuts"
    end = proof.links[-1][0].hex()
    return f"as sealed and cut; decisions: {dict(proof.sums)}; table and game {proof.table}, which ends with {end}"

if __name__ == "__main__":
    path = sys.argv[1] if len(sys.argv) in (2, 3) else sys.exit(__doc__)
    try:
        record = sys.stdin.buffer.read() if path == "-" else pathlib.Path(path).read_bytes()
        print(verify(record.decode("utf-8-sig").split("\n"), *sys.argv[2:]))
    except ValueError as wrong:
        sys.exit(f"{path}: {wrong}")
