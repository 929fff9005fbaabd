#!/usr/bin/env python3
"""Finds as which bot each level plays, at every table, and writes src/bots/levels-net.inc.

usage: tools/measure/levels.py [--seconds S] [--games N] [--players N,N...] [--seed S] [--jobs N] [--out FILE] [GAME...]

First the best player of a table: the network of the game at several temperatures against each other, the best of them
against the rule of thumb and, with --look SECONDS, against looking ahead (search-8). It is level 8.

Then all are measured against it. A seat of `random` is behind one of the best by all there is to learn at this table; the
share of the way of another player is how much of that it has made up. Levels 1 to 7 are the network at the temperatures at
which it has come 30, 40 ... 90 % of the way, and the first three of them remember only the last events and do not count
cards. The lines that are printed have the shares.

An arena ends after --games games, or when it has used --seconds of one core. What was measured is kept in build/strength as
long as the program stays the same, and games that were not asked for keep their rows in the file.
"""
import argparse
import math
import os
import re
import sys

import strength
from strength import LEVELS, ROOT, SIZES, Lab, Progress, ask, run_all, write

NETS = os.path.join(ROOT, "data", "nets")
LEAVING = ("carousel",)  # where a network has learned to leave the whole game, and nobody likes a level that does
COOL = (10, 25, 50, 100)  # temperatures of which one is the best: at 0 a player who bluffs could be read
# Colder, these networks can be read: whoever always agreed won 94 of 100 games of Horn of Plenty from net@25, and a pupil 41 of
# 100 of Tournament for three from net@10, 25 from net@30.
COLDEST = {"horn-of-plenty": 100, "tournament": 25}
READ = {("tournament", 2)}  # where a network can be read: a pupil won 93 of 100 games from it, and 40 from looking ahead
WARM = (15, 30, 50, 80, 120, 180, 270, 400, 600, 900, 1400, 2200, 3500, 6000)  # those of levels are between these
BEGIN = 5  # in it
LEAST = 3  # points of a curve
HOT = 10000  # no network is
FOOLISH = 0.1  # of the way: who loses so much more by forgetting has not learned to play without
FORGETFUL = "/4"  # what the first levels are called besides: the last four events are all they remember
FORGETFUL_LEVELS = 3
SHARES = [0.2 + 0.1 * level for level in LEVELS[:-1]]
HEADING = ("/* Written by `tools/measure/levels.py`, not by hand: the game, how many play, and as which bot each level\n"
           " * from 1 to 8 plays. */\n")


class Ladder(Lab):
    """What one player is ahead of another, and the error of that."""

    def ahead(self, game, players, first, second, seconds=None, longer=1):
        words = ["arena", game, "-n", str(players), "--bots", f"{first},{second}", "--games", str(self.asked.games * longer),
                 "--seed", str(self.asked.seed), "--threads", "1", "--json"]
        found = self.measured(words, seconds or self.asked.seconds * longer)
        bot = found["bots"][0] if found else {"ahead": None, "ahead_error": None}
        if bot["ahead"] is None:
            return 0.0, math.inf
        return bot["ahead"], math.inf if bot["ahead_error"] is None else bot["ahead_error"]


def best_player(lab, game, players):
    """Of the network's temperatures the one that does best against the middle one; others if they are ahead of that."""
    cool = [t for t in COOL if t >= COLDEST.get(game, 0)]
    middle = cool[len(cool) // 2]
    gain = {t: lab.ahead(game, players, f"net@{t}", f"net@{middle}", longer=2)[0] for t in cool if t != middle}
    gain[middle] = 0
    net = f"net@{max(gain, key=gain.get)}"
    best = net
    if (game, players) in READ:
        return "search-8", net
    value, error = lab.ahead(game, players, net, "hint", longer=2)
    if value < -error:
        best = "hint"
    if lab.asked.look:
        value, error = lab.ahead(game, players, "search-8", best, lab.asked.look)
        if value > error:
            best = "search-8"
    return best, net


def fitted(points):
    """The share of the way falls with the logarithm of the temperature, from 1 to 0, by the logistic curve that is nearest
    to what was seen: where it is half, and how steep."""
    def miss(half, steep):
        return sum((share - 1 / (1 + (t / half) ** steep)) ** 2 for t, share in points)

    return min(((10 ** (i / 50), 0.4 + 0.1 * k) for i in range(50, 200) for k in range(60)), key=lambda at: miss(*at))


def temperature_at(fit, share):
    half, steep = fit
    return min(max(round(half * (1 / share - 1) ** (1 / steep)), 1), HOT)


def curve(measure, begin, high, low):
    """Temperatures upward with the share of the way at each, from where it is `high` at least to where it is `low`."""
    points, at = [], begin
    while at < len(WARM) and (len(points) < LEAST or points[-1][1] > low):
        points.append((WARM[at], measure(WARM[at])))
        at += 1
    while begin > 0 and points[0][1] < high:
        begin -= 1
        points.insert(0, (WARM[begin], measure(WARM[begin])))
    return points


def find_levels(lab, game, players):
    best, net = best_player(lab, game, players)
    rival = "hint" if best == "hint" else net
    behind = -lab.ahead(game, players, "random", rival)[0]

    def share(bot):
        return 1 + lab.ahead(game, players, bot, rival)[0] / behind

    clear = curve(lambda t: share(f"net@{t}"), BEGIN, SHARES[-1], SHARES[FORGETFUL_LEVELS])
    begin = max([i for i, t in enumerate(WARM) if t < temperature_at(fitted(clear), SHARES[FORGETFUL_LEVELS])], default=0)
    dull, suffix = [], FORGETFUL
    if share(f"net@{WARM[begin]}{FORGETFUL}") > SHARES[FORGETFUL_LEVELS] - FOOLISH:
        dull = curve(lambda t: share(f"net@{t}{FORGETFUL}"), begin, SHARES[FORGETFUL_LEVELS - 1], SHARES[0])
    else:
        clear = curve(lambda t: share(f"net@{t}"), BEGIN, SHARES[-1], SHARES[0])
        suffix = ""
    below = fitted(dull or clear)
    row = [f"net@{temperature_at(below, share)}{suffix}" for share in SHARES[:FORGETFUL_LEVELS]]
    row += [f"net@{temperature_at(fitted(clear), share)}" for share in SHARES[FORGETFUL_LEVELS:]]
    print(f"{game} {players}: best {best}, {net}; random is behind by {behind:.3f};",
          " ".join(f"{t}:{s:.2f}" for t, s in clear), "forgetful", " ".join(f"{t}:{s:.2f}" for t, s in dull),
          "levels", " ".join(row), flush=True)
    return row + [best]


def write_inc(rows, order):
    lines = [HEADING]
    for game, players in sorted(rows, key=lambda row: (order.index(row[0]), row[1])):
        names = ", ".join(f'"{name}"' for name in rows[game, players])
        lines.append(f'    {{"{game}", {players}, {{{names}}}}},\n')
    write(strength.PLAYS, "".join(lines))


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--look", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--players", type=lambda text: [int(n) for n in text.split(",")], default=SIZES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("game", nargs="*")
    asked = parser.parse_args()
    asked.sizes = asked.players
    asked.listed = [row for row in ask("list", "--json") if row["name"] == row["game"]]
    asked.game = asked.game or [row["name"] for row in asked.listed if os.path.exists(os.path.join(NETS, row["name"] + ".net"))
                                and row["name"] not in LEAVING]
    return asked


def main():
    asked = read_arguments()
    lab = Ladder(asked)
    rows, order = strength.rows_of_levels(), [row["name"] for row in asked.listed]
    progress = Progress(len(list(strength.tables(asked))))
    for table, row in run_all(lab, lambda game, players: find_levels(lab, game, players), asked):
        rows[table] = row
        write_inc(rows, order)
        progress.step(f"{table[0]} {table[1]}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nlevels: interrupted; what was measured is kept, and the same command goes on")
