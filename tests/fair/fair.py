#!/usr/bin/env python3
"""Whatever is changed in the proof of a game is refused, by `pairs verify`, by the checker in docs/examples and by
that of the page, and all of them say yes to what was not changed.

Usage: fair.py PROGRAM MAKER CHECKER PAGE    (MAKER is tests/fair/record.c, PAGE tests/web/verifier.mjs)
"""
import importlib.util
import json
import subprocess
import sys

program, maker, checker, page = sys.argv[1:]
node = subprocess.Popen(["node", page], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
spec = importlib.util.spec_from_file_location("verify", checker)
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)


def ours(lines):
    """The exit status of pairs verify, and what it says."""
    run = subprocess.run([program, "verify", "-"], input="\n".join(lines) + "\n", text=True,
                         capture_output=True, check=False)
    return run.returncode, run.stdout + run.stderr


def theirs(lines):
    try:
        return 0, verify.verify(lines)
    except ValueError as wrong:
        return 1, str(wrong)


def pages(lines):
    node.stdin.write(json.dumps(["\n".join(lines) + "\n", ""]) + "\n")
    node.stdin.flush()
    return json.loads(node.stdout.readline())


def record(*words):
    run = subprocess.run([maker, *map(str, words)], text=True, capture_output=True, check=True)
    return run.stdout.splitlines()


def changed(word):
    """The word with its last letter changed."""
    last = word[-1]
    other = chr(ord(last) + 1) if last not in "9fzH" else chr(ord(last) - 1)
    return word[:-1] + other


def needs_rules(word, i):
    """Whether only who knows the rules can check it: which seats a lot could fall on."""
    return word[1] == "lot" and i == 5


def mutations(lines):
    """Each with what it is, its lines, and whether it takes the rules to see it."""
    for at, line in enumerate(lines):
        word = line.split()
        if word[0] != "commit":
            continue
        if word[1] == "shuffle":
            again = " ".join(word[:13] + [word[14], word[13]] + word[15:])
            if word[13] != word[14]:
                yield f"cards of line {at + 1}", lines[:at] + [again] + lines[at + 1:], False
        few = word[1] == "leaf" and at % 7  # they are many, and alike
        for i in range(1, 0 if few else len(word)):
            again = word[:i] + [changed(word[i])] + word[i + 1:]
            yield (f"line {at + 1}, word {i}", lines[:at] + [" ".join(again)] + lines[at + 1:],
                   needs_rules(word, i))
        for i in range(8 if word[1] == "lot" else 0):  # of few seats many salts draw the same one
            again = word[:6] + [changed(word[6][:i + 1]) + word[6][i + 1:]]
            yield f"salt of line {at + 1}", lines[:at] + [" ".join(again)] + lines[at + 1:], False
        if not few:
            yield f"line {at + 1} gone", lines[:at] + lines[at + 1:], False
            yield f"line {at + 1} twice", lines[:at] + [line] + lines[at:], False
        before = lines[at - 1].split()
        if word[1] == before[1] == "draw" and not word[6] == before[6] == "closed":
            yield f"cards of line {at + 1} swapped", (
                lines[:at - 1] + [" ".join(before[:6] + word[6:]), " ".join(word[:6] + before[6:])]
                + lines[at + 1:]), False


def moved(lines):
    """Another card or seat in the moves, where the one that came was opened."""
    opened = {int(w[4]) for w in map(str.split, lines)
              if w[:2] == ["commit", "draw"] and w[6] != "closed"}
    steps = 0
    for at, line in enumerate(lines):
        word = line.split()
        for i in range(2, len(word) if word[0] == "deal" else 0):
            if steps in opened:
                card = str(int(word[i]) % 10 + 1)
                again = " ".join(word[:i] + [card] + word[i + 1:])
                yield f"card {i} of line {at + 1}", lines[:at] + [again] + lines[at + 1:], False
            steps += 1
        steps += word[0] in list("ABCDEFGH") or word[0] == "lot"
        if word[0] == "lot":
            again = f"lot {'A' if word[1] != 'A' else 'B'}"
            yield f"lot of line {at + 1}", lines[:at] + [again] + lines[at + 1:], False


def header(lines):
    return [line for line in lines if line.split()[0] in ("pairs", "game", "players", "commit")]


def late(lines):
    """The header alone, in which the first card comes a step too late."""
    lines = header(lines)
    at = next(i for i, line in enumerate(lines) if line.startswith("commit draw"))
    word = lines[at].split()
    return lines, lines[:at] + [" ".join(word[:4] + [str(int(word[4]) + 1)] + word[5:])]


def replayed(lines):
    """Two shuffles that were cut with one secret, of which nothing has come; and before that. There is no chain, which
    would show it as well."""
    lines = [line for line in header(lines)
             if not line.startswith("commit draw") and not line.startswith("commit lot")]
    cuts = [at for at, line in enumerate(lines) if line.startswith("commit cut")]
    first, last = lines[cuts[0]].split(), lines[cuts[-1]].split()
    again = " ".join(last[:4] + first[4:])
    return lines, lines[:cuts[-1]] + [again] + lines[cuts[-1] + 1:]


def main():
    failures = tried = 0
    for game, players, seed, looks in (("pairs", 3, 5, "all"), ("tournament", 3, 2, "some"),
                                       ("goblin-poker", 2, 3, "some")):
        lines = record(game, players, seed, looks)
        for status, said in (ours(lines), theirs(lines), pages(lines)):
            if status:
                failures += 1
                print(f"{game}: {said}, but nothing is wrong")
        many = [*mutations(lines), *moved(lines)]
        step = 1 + len(many) // 700
        for what, wrong, rules in many[::step]:
            tried += 1
            status, said = ours(wrong)
            if status != 1 or ": " not in said:
                failures += 1
                print(f"{game}, {what}: pairs verify says {status}: {said}")
            checked, (page_status, page_said) = theirs(wrong)[0], pages(wrong)
            if not rules and checked != 1:
                failures += 1
                print(f"{game}, {what}: the checker is content")
            if page_status != checked:
                failures += 1
                print(f"{game}, {what}: the page says {page_status}: {page_said}, the checker {checked}")
    stacked = record("stacked")
    bare = record("goblin-poker", 2, 3, "some", "bare")
    for check in ours, theirs, pages:
        if "before players signed" not in str(check(bare)) and check is not pages or check(bare)[0]:
            failures += 1
            print(f"a game from before there was a chain: {check.__name__}: {check(bare)}")
    for what, (right, wrong) in {"a cut that is used twice": replayed(bare),
                                 "a card that comes late": late(lines),
                                 "a stacked deck": (stacked[:-1], stacked)}.items():
        for check in ours, theirs, pages:
            if check(right)[0] != 0 or check(wrong)[0] != 1:
                failures += 1
                print(f"{what}: {check.__name__}: {check(right)}, {check(wrong)}")
    none = [line for line in lines if not line.startswith("commit")]
    if ours(none)[0] != 1 or "no proof" not in ours(none)[1] or theirs(none)[0] != 1 or pages(none)[0] != 1:
        failures += 1
        print(f"a record without a proof: {ours(none)}")
    node.stdin.close()
    failures += node.wait() != 0
    print(f"{tried} changes tried")
    return failures > 0


sys.exit(main())
