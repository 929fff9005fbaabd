#!/usr/bin/env python3
"""Measures luck between equal players in every game and writes docs/luck.md.

usage: tools/measure/luck.py [--games N] [--iterations N] [--seed S] [--jobs N] [--out FILE] [GAME...]

Without GAME all games of `pairs list` that are no presets, each for as many players as it likes best. All seats play by the
rule of thumb, and `pairs analyse` looks back on every game; the mean luck of each seat must be nothing within its
interval. As many blocks of games as there are cores are looked at together (--jobs). What was found is kept in
build/luck as long as the program stays the same, so that an interrupted run goes on where it was, and a longer one
begins with the games of a shorter one. Games that were not asked for keep their rows in the file.
"""
import argparse
import concurrent.futures
import hashlib
import json
import math
import os
import re
import subprocess
import sys
import tempfile

BLOCK = 20  # games
NORMAL_95 = 1.959963984540054
ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PAIRS = os.environ.get("PAIRS", os.path.join(ROOT, "build", "pairs"))
KEPT = os.path.join(ROOT, "build", "luck")
HEAD = """# Luck

All seats play by the rule of thumb, and `pairs analyse` looks back on every game: what each seat won or lost by the
cards, and by what it could not know. Between equal players nobody is luckier than another in the long run, so the mean
luck of a game, in worth, is nothing within its 95% interval; of twenty such intervals one is expected to miss. "One
game" is the mean half width of the interval that the luck of a single game has. "Part of luck" is how much less the
results of games vary once luck is taken off, without what rollouts add to the variance. Made by `tools/measure/luck.py`.

| game | players | games | rollouts | mean luck of each seat | hold 0 | one game | part of luck |
|---|---|---|---|---|---|---|---|
"""


def games_of(words):
    listed = json.loads(subprocess.run([PAIRS, "list", "--json"], check=True, capture_output=True).stdout)
    names = [g["name"] for g in listed if g["name"] == g["game"]]
    for word in words:
        if word not in names:
            sys.exit(f"tools/measure/luck.py: there is no game {word}; expected one of {' '.join(names)}")
    return words or names


def kept_at(args, game, block):
    with open(PAIRS, "rb") as program:
        key = hashlib.sha256(program.read()).hexdigest()[:16]
    return os.path.join(KEPT, f"{game}-{args.seed}-{args.iterations}-{block}-{key}.json")


def look_at(args, game, block):
    """The rows of a block of games: of each seat its luck, the error of that, and its result."""
    path = kept_at(args, game, block)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as kept:
            return json.load(kept)
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "games.pairs")
        subprocess.run([PAIRS, "sim", game, "--bots", "hint", "--games", str(BLOCK), "--threads", "1", "--seed",
                        str(args.seed * 1000003 + block), "--record", record], check=True, stdout=subprocess.DEVNULL)
        found = subprocess.run([PAIRS, "analyse", record, "--iterations", str(args.iterations), "--threads", "1",
                                "--seed", str(args.seed * 1000003 + block), "--json"], check=True, capture_output=True)
    rows = [list(zip(r["worth"]["luck"], r["worth"]["error"]["luck"], r["worth"]["result"]))
            for r in json.loads(found.stdout)["records"]]
    os.makedirs(KEPT, exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as kept:
        json.dump(rows, kept)
    os.rename(path + ".new", path)
    return rows


def mean(numbers):
    return sum(numbers) / len(numbers)


def variance(numbers):
    middle = mean(numbers)
    return sum((x - middle) ** 2 for x in numbers) / (len(numbers) - 1)


def row_of(args, game, rows):
    """A line of the table."""
    seats, holds, plain, rest, errors = [], 0, 0, 0, []
    for seat in range(len(rows[0])):
        luck, error, result = ([r[seat][i] for r in rows] for i in range(3))
        half = NORMAL_95 * math.sqrt(variance(luck) / len(luck))
        seats.append(f"{mean(luck):+.2f} ± {half:.2f}")
        holds += abs(mean(luck)) <= half
        errors += error
        plain += variance(result)
        rest += variance([x - y for x, y in zip(result, luck)]) - mean([(e / NORMAL_95) ** 2 for e in error])
    part = f"{100 * (1 - rest / plain):.0f}%" if plain else ""
    return (f"| {game} | {len(rows[0])} | {len(rows)} | {args.iterations} | {', '.join(seats)} | {holds} of {len(seats)} "
            f"| {mean(errors):.1f} | {part} |")


def rows_in(path):
    """What stands in the file already."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
    except FileNotFoundError:
        return {}
    return {m.group(1): line for line in lines if (m := re.match(r"\| ([a-z-]+) \| \d", line))}


def show(done, total):
    if sys.stderr.isatty():
        print(f"\r{done} of {total} blocks", end="" if done < total else "\n", file=sys.stderr, flush=True)


def main():
    p = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    p.add_argument("--games", type=int, default=1000)
    p.add_argument("--iterations", type=int, default=20)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--out", default=os.path.join(ROOT, "docs", "luck.md"))
    p.add_argument("game", nargs="*")
    args = p.parse_args()
    names = games_of(args.game)
    blocks = range((args.games + BLOCK - 1) // BLOCK)
    table, found, done = rows_in(args.out), {}, 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        asked = {pool.submit(look_at, args, game, block): (game, block) for game in names for block in blocks}
        try:
            for future in concurrent.futures.as_completed(asked):
                game, block = asked[future]
                found.setdefault(game, {})[block] = future.result()
                done += 1
                show(done, len(asked))
        except KeyboardInterrupt:
            for future in asked:
                future.cancel()
            sys.exit("tools/measure/luck.py: interrupted; what was found is kept, and the next run goes on from there")
    for game in names:
        table[game] = row_of(args, game, [row for block in blocks for row in found[game][block]])
    order = games_of([])
    with open(args.out + ".new", "w", encoding="utf-8") as out:
        out.write(HEAD + "".join(table[game] + "\n" for game in order if game in table))
        out.flush()
        os.fsync(out.fileno())
    os.rename(args.out + ".new", args.out)


main()
