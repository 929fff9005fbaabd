#!/usr/bin/env python3
"""Plays the rivals against a bot, rotated over the seats of the same deals: one rival and the bot at all other seats;
and in Pairs and Continuous, where more than two play, also one bot among rivals.

    tests/rivals/run.py [-n PLAYERS] build/pairs [BOT [GAMES [WORD...]]]

Without -n there are 2, 4 and 6 players. WORDs choose rivals whose line holds one of them. For each rival and number of players it prints what the bot's seats
came to: their share of lost or won games and its 95% interval, beside the fair one, and whether that is better or
worse beyond chance; or the chips that the bot is ahead. The last rivals in Pairs and Continuous are those counters
that the program can play itself (`policy:`), which takes no time: so they are for thousands of games.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

SIZES = (2, 4, 6)
RATIOS = (0.8, 1.0, 1.2, 1.4, 1.7, 2.0)
COUNTERS = [str(w) for w in RATIOS] + ["1.0 early", "1.4 early", "1.2 late", "1.0 wary", "1.2 wary", "1.0 wary early"]
WARY = {"pairs": [], "continuous": ["0.5 wary", "0.6 wary early"]}  # who soon has an empty stack again
RIVALS = (
    [(game, "pairs.py", words) for game in WARY for words in COUNTERS + WARY[game]]
    + [(game, f"policy:fold-above-ratio-{100 * w:.0f}+low-fold", "") for game in WARY for w in RATIOS]
    + [("deadfall", "deadfall.py", words) for words in ("never", "always", "ratio", "truth")]
    + [("regent", "regent.py", words) for words in ("never", "always", "ratio", "fold")]
)
OTHERS = {"tournament.py": "tournament", "horn-of-plenty.py": "horn-of-plenty"}


def measure(pairs, game, bots, players, games):
    done = subprocess.run([pairs, "arena", game, "-n", str(players), "--bots", ",".join(bots), "--games", str(games),
                           "--seed", "1", "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"rivals: {done.stderr.strip()}")
    return json.loads(done.stdout)


def verdict(low, high, fair, what):
    """Whether the bot does better or worse than its share, if that is beyond chance."""
    if low <= fair <= high:
        return "even"
    return "better" if (high < fair) == (what == "lost") else "worse"


def tell(result, players, alone):
    """What a seat of the bot came to: the first one's own, or all that the first one's rivals did not."""
    first, what = result["bots"][0], result["counts"]
    if what == "chips":
        ahead, error = -first["ahead"], first["ahead_error"] or 0
        return f"chips {ahead:+8.2f} +- {error:.2f}  fair 0, {verdict(ahead - error, ahead + error, 0, what)}"
    mean, low, high = (first[key] for key in (what, f"{what}_low", f"{what}_high"))
    whole = sum(bot[what] for bot in result["bots"])
    if not alone:
        mean, high, low = ((whole - share) / (players - 1) for share in (mean, low, high))
    fair = whole / players
    told = f"{what} {100 * mean:5.1f}% ({100 * low:.1f} to {100 * high:.1f})  fair {100 * fair:.1f}%"
    return f"{told}, {verdict(low, high, fair, what)}"


def tables(bot, rival, players, both):
    """Who sits at a table, the odd one first, and whether that is the bot."""
    yield [rival] + [bot] * (players - 1), False
    if both and players > 2:
        yield [bot] + [rival] * (players - 1), True


def arguments():
    parser = argparse.ArgumentParser(description="Plays the rivals against a bot.")
    parser.add_argument("-n", dest="sizes", metavar="PLAYERS", type=int, choices=range(2, 7), action="append")
    parser.add_argument("pairs", help="the program")
    parser.add_argument("bot", nargs="?", default="8")
    parser.add_argument("games", nargs="?", type=int, default=200)
    parser.add_argument("words", nargs="*", metavar="WORD")
    return parser.parse_args()


def main():
    given = arguments()
    bot = given.bot
    rivals = RIVALS + [(game, name, "") for name, game in OTHERS.items() if (HERE / name).exists()]
    for game, program, words in rivals:
        line = f"{game} {program} {words}".strip()
        if given.words and not any(word in line for word in given.words):
            continue
        rival = program if program.startswith("policy:") else f"run@10000:exec python3 {HERE / program} {words}"
        for players in given.sizes or SIZES:
            for bots, alone in tables(bot, rival, players, game in WARY):
                result = measure(given.pairs, game, bots, players, given.games)
                who = f"one {bot}" if alone else bot
                print(f"{line:32} {players} players: {who} {tell(result, players, alone)}", flush=True)


if __name__ == "__main__":
    main()
