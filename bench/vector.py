#!/usr/bin/env python3
"""How fast many games are stepped from Python, and what part of the speed of C that is; both in turn, in one run, and by
the time that the processor spends on them, so that what else the machine does changes little.

Usage: vector.py PROGRAM, which is pairs-bench-vector
"""

import statistics
import subprocess
import sys
import time

import pairs

BATCH, DECISIONS, ROUNDS = 4096, 1_000_000, 5
GAMES = [("pairs", 2), ("pairs", 8), ("deadfall", 3), ("octopus", 4), ("tournament", 2), ("kitty", 3)]


def in_python(game, players, steps):
    games = pairs.vector(game, players, n=BATCH, seed=1)
    begun = time.process_time()
    for _ in range(steps):
        games.step(games.random_actions())
    return BATCH * steps / (time.process_time() - begun)


def in_c(program, game, players, steps):
    command = [program, game, str(players), str(BATCH), str(steps)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main(program):
    steps = DECISIONS // BATCH
    print(f"{BATCH} games a batch, at random, with mask, reward and observation; decisions a second on one core")
    print(f"{'game':<12} players        Python             C   part")
    for game, players in GAMES:
        pairs_of_speeds = [(in_python(game, players, steps), in_c(program, game, players, steps)) for _ in range(ROUNDS)]
        python, c = (statistics.median(speeds) for speeds in zip(*pairs_of_speeds))
        part = statistics.median(a / b for a, b in pairs_of_speeds)
        print(f"{game:<12} {players:7} {python:13,.0f} {c:13,.0f}   {part:.2f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
