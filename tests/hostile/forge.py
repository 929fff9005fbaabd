#!/usr/bin/env python3
"""A server that cheats: it deals itself the cards that it likes, and changes a proof in every way that it can think of. Each
forgery must be refused by `pairs verify`, by the checker in docs/examples and by that of the page.

The attack that signatures are for: with the real cuts of honest players in hand, it tries seals until the first cards are
tens. Without signatures nobody could tell such a proof from an honest one. So for whoever has a key (here B and C) it is
refused whatever the server strips or makes up; for everybody else it is refused, or says that nothing proves it.

Usage: forge.py PROGRAM MAKER CHECKER PAGE [TENS]    (MAKER is tests/fair/record.c, PAGE tests/web/verifier.mjs)
"""
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys

program, maker, checker, page = sys.argv[1:5]
TENS = int(sys.argv[5]) if len(sys.argv) > 5 else 3
node = subprocess.Popen(["node", page], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify = load("verify", checker)
client = load("client", os.path.join(os.path.dirname(checker), "client.py"))


def sha(*parts):
    return hashlib.sha256(b"".join(p if isinstance(p, bytes) else p.encode() for p in parts)).digest()


# --- Who checks ----------------------------------------------------------------------------------------------------

def ours(lines, key=""):
    words = [program, "verify", "-"] + (["--key", key] if key else [])
    run = subprocess.run(words, input="\n".join(lines) + "\n", text=True, capture_output=True, check=False)
    return run.returncode, run.stdout + run.stderr


def theirs(lines, key=""):
    try:
        return 0, verify.verify(lines, key or None)
    except ValueError as wrong:
        return 1, str(wrong)


def pages(lines, key=""):
    node.stdin.write(json.dumps(["\n".join(lines) + "\n", key]) + "\n")
    node.stdin.flush()
    status, said = json.loads(node.stdout.readline())
    return status, json.dumps(said)


def record(*words):
    run = subprocess.run([maker, *map(str, words)], text=True, capture_output=True, check=True)
    return run.stdout.splitlines()


# --- Seals that are tried until the cards are good -------------------------------------------------------------------

class Forger:
    """The header of a real game, told again with another first shuffle."""

    def __init__(self, lines):
        self.lines = [line.split() for line in lines if re.match("pairs|game|players|name|commit", line)]
        self.shuffle = next(w for w in self.lines if w[:2] == ["commit", "shuffle"])
        self.number, counts = self.shuffle[2], [int(w) for w in self.shuffle[5:15]]
        self.cards = [rank for rank in range(10, 0, -1) for _ in range(counts[rank - 1])]
        self.keys = [w[3] for w in self.lines if w[:2] == ["commit", "key"]]

    def chain(self, lines):
        """The link after these lines; what the seal stands on is the one after the pledges."""
        link, table, pledges = bytes(32), next((w for w in lines if w[1] == "table"), None), [w for w in lines if w[1] == "pledge"]
        if not table:
            return None
        for words in [f"begin {table[2]} {table[3]}", *(" ".join(w[1:]) for w in lines if w[1] == "key"),
                      " ".join(self.shuffle[1:15] + [word for w in pledges for word in w[3:]])]:
            link = sha(link, sha(words))
        return link

    def search(self, ground, cuts):
        """Seals that fit the cuts, until the first cards are tens."""
        by_seat = b"".join(b"\1" + bytes.fromhex(cuts[s]) if s in cuts else b"\0" for s in "ABCDEFGH")
        salts = [sha("salt", str(i)) for i in range(len(self.cards) + 16)]
        leaves = [sha(salt, bytes([card])) for salt, card in zip(salts, self.cards + [0] * 16)]
        for tried in range(1, 10**7):
            salts[-1] = sha("last", str(tried))
            leaves[-1] = sha(salts[-1], b"\0")
            seal = sha("seal", ground, sha(*leaves)) if ground else sha(*leaves)
            mix = sha("cut", seal, by_seat)
            order, words = list(range(len(self.cards))), verify.words_of(mix)
            for i in range(len(self.cards) - 1, 0, -1):
                k = verify.below(words, i + 1)
                order[i], order[k] = order[k], order[i]
            if all(self.cards[order[i]] == 10 for i in range(TENS)):
                return tried, seal, salts, leaves, order
        raise AssertionError("no such seal")

    def proof(self, signs, keys=True, own=None, chained=True):
        """A proof of nothing but the first cards, with the honest cuts: `signs` says what of a cut is told of who made it."""
        head = [w for w in self.lines if w[0] != "commit"]
        before = [w for w in self.lines if w[:2] == ["commit", "table"] and chained]
        if chained and keys:
            before += [w if not own else [*w[:3], own.key] for w in self.lines if w[:2] == ["commit", "key"]]
        pledges = [w for w in self.lines if w[:2] == ["commit", "pledge"] and w[2] == self.number]
        cuts = [w for w in self.lines if w[:2] == ["commit", "cut"] and w[2] == self.number]
        ground = self.chain(before + [["commit", "pledge", *w[2:]] for w in pledges]) if chained else None
        self.tried, seal, salts, leaves, order = self.search(ground, {w[3]: w[4] for w in cuts})
        lines = before + [self.shuffle[:15] + [seal.hex()]]
        if chained:
            lines += pledges + [self.cut(w, seal, pledges, signs, own) for w in cuts]
        else:
            lines += [["commit", "cut", self.number, w[3], next(p[4] for p in pledges if p[3] == w[3]), w[4]] for w in cuts]
        link = self.after(ground, seal, [w for w in lines if w[1] == "cut"]) if chained else None
        lines += [["commit", "leaf", self.number, str(i), leaf.hex()] for i, leaf in enumerate(leaves)]
        lines += [["commit", "draw", self.number, str(i), str(i), str(order[i]), "10", salts[order[i]].hex()] for i in range(TENS)]
        return [" ".join(w) for w in head + lines + ([["commit", "end", link.hex()]] if chained else [])]

    def cut(self, word, seal, pledges, signs, own):
        word = word[:6] + [word[6] if signs == "kept" else "none"]
        if own and word[3] != "A":
            table = next(w for w in self.lines if w[:2] == ["commit", "table"])
            said = own.sign("cut", *table[2:4], self.number, seal.hex(), "".join(p[3] for p in pledges), *word[3:6])
            word[6] = said["sign"]
        return word

    def after(self, ground, seal, cuts):
        link = ground
        for words in [f"seal {self.number} {seal.hex()}", *(" ".join(w[1:]) for w in cuts)]:
            link = sha(link, sha(words))
        return link


class Weak:
    """A key of small order: the same signature fits whatever is signed, for who checks it by the equation alone."""
    key = "01" + "00" * 31

    def sign(self, *_):
        return {"sign": self.key + "00" * 32}


def cheat(wrong):
    """Every way to show a proof in which the first cards were chosen after the cuts."""
    forger = Forger(record("pairs", 3, 5, "all"))
    mine = forger.keys[0]
    ways = {"with the signatures that it got": (dict(signs="kept"), True),
            "without signatures": (dict(signs="none"), True),
            "without signatures and keys": (dict(signs="none", keys=False), False),
            "with keys of its own": (dict(signs="own", own=client.Signer()), False),
            "with a key that anybody signs for": (dict(signs="own", own=Weak()), True),
            "as before there were signatures": (dict(signs="none", chained=False), False)}
    for what, (how, always) in ways.items():
        lines = forger.proof(**how)
        for check in ours, theirs, pages:
            status, said = check(lines, mine)
            if status != 1:
                wrong(f"a deal of {TENS} tens {what}: {check.__name__} is content, with the key: {said}")
            status, said = check(lines)
            if always and status != 1:
                wrong(f"a deal of {TENS} tens {what}: {check.__name__} is content: {said}")
            elif not always and status != 0:
                wrong(f"a deal of {TENS} tens {what}: the forger is clumsy: {check.__name__}: {said}")
        if not always and "own" not in how and "saw each seal" in ours(lines)[1]:
            wrong(f"a deal of {TENS} tens {what}: pairs verify says who saw the seal")
        print(f"{TENS} tens {what}, after {forger.tried} seals")
    return len(ways)


# --- Every word of a proof, changed in every way -----------------------------------------------------------------------

FACTS = ("hand", "shuffle", "score", "over")  # what a record tells besides, for people; the rules say where


def other_words(word):
    """What may stand in the place of a word, each with its name."""
    if re.fullmatch("[0-9]+", word):
        yield "one more", str(int(word) + 1)
        yield "a zero before", "0" + word
        yield "a sign", "+" + word
        yield "too large", "99999999999999999999"
    elif re.fullmatch("[0-9a-f]{64,}", word):
        for at in (0, len(word) // 2, len(word) - 1):
            yield f"digit {at}", word[:at] + "0123456789abcdef"[int(word[at], 16) ^ 1] + word[at + 1:]
        yield "a digit less", word[:-1]
        yield "a digit more", word + "0"
        yield "capitals", word.upper() if word.upper() != word else "A" * len(word)
        yield "none", "none"
        yield "zeros", "0" * len(word)
    elif re.fullmatch("[A-H]", word):
        yield "another seat", "B" if word != "B" else "A"
        yield "no seat", "I"
    elif word in ("none", "closed", "deck"):
        yield "another word", {"none": "0" * 64, "closed": "0", "deck": "side"}[word]
    else:
        yield "another word", word + "x"


def changes(lines, seen):
    """One of each kind of forgery that was not seen before: what it is, its lines, and whether only the rules say no."""
    def fresh(*kind):
        new = kind not in seen
        seen.add(kind)
        return new

    for at, line in enumerate(lines):
        word = line.split()
        kind = word[1] if word[0] == "commit" else word[0] if word[0] in ("deal", "lot") else "move" if re.fullmatch("[A-H]", word[0]) else None
        if not kind:
            continue
        before, after = lines[:at], lines[at + 1:]
        if fresh(kind, "gone"):
            yield f"{kind}: line gone", before + after, False
        if fresh(kind, "twice"):
            yield f"{kind}: line twice", before + [line, line] + after, False
        if after and after[0] != line and not (kind == "key" and after[0].split()[1] == "key") and fresh(kind, "swapped", after[0].split()[1 if after[0].startswith("commit") else 0][:4]):
            yield f"{kind}: before the next line, {after[0][:20]}", before + [after[0], line] + after[1:], after[0].split()[0] in FACTS
        if word[0] == "commit" and fresh(kind, "last"):
            yield f"{kind}: at the end", before + after + [line], False
        for blank in "\u00a0", "\x0b", "\x1c", "\u2028":
            if fresh(kind, "blank", blank):
                yield f"{kind}: with a blank that is none, {blank!r}", before + [line.replace(" ", blank)] + after, False
        if word[0] == "commit" and fresh(kind, "longer"):
            yield f"{kind}: a word more", before + [line + " 1"] + after, False
        if word[0] == "commit" and fresh(kind, "shorter"):
            yield f"{kind}: a word less", before + [" ".join(word[:-1])] + after, False
        for i in range(1, len(word)):
            by_rules = word[:2] == ["commit", "lot"] and i == 5 or word[0] == "deal" and i == 1  # whom it could fall on, who gets it
            for name, other in other_words(word[i]):
                place = min(i, 8) if kind != "deal" else 2
                if fresh(kind, place, name):
                    yield f"{kind}: word {i}, {name}", before + [" ".join(word[:i] + [other] + word[i + 1:])] + after, by_rules


def main():
    failures = []

    def wrong(what):
        failures.append(what)
        print(what[:600])

    ways = cheat(wrong)
    kinds, seen = 0, set()
    for words in (("pairs", 3, 5, "all"), ("tournament", 3, 2, "some"), ("taken-back", "once")):
        lines = record(*words)
        for check in ours, theirs, pages:
            if check(lines)[0]:
                wrong(f"{words[0]}: {check.__name__}: {check(lines)[1]}, but nothing is wrong")
        for what, forged, by_rules in changes(lines, seen):
            kinds += 1
            for check in (ours,) if by_rules else (ours, theirs, pages):
                status, said = check(forged)
                if status != 1:
                    wrong(f"{words[0]}, {what}: {check.__name__} is content: {said}")
    node.stdin.close()
    print(f"{ways} ways to cheat and {kinds} forgeries, {len(failures)} of which somebody believes")
    return len(failures) > 0 or node.wait() != 0


sys.exit(main())
