#!/usr/bin/env python3
"""Plays the rivals against a bot: one rival and the bot at all other seats, rotated over the seats of the same deals.

    tests/rivals/run.py build/pairs [BOT [GAMES [WORD...]]]

WORDs choose rivals whose line holds one of them. For each rival and number of players it prints what the bot's seats
came to: their share of lost or won games and its 95% interval, beside the fair one; or the chips that the bot is
ahead.
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

COUNTERS = [str(w) for w in (0.8, 1.0, 1.2, 1.4, 1.7, 2.0)]
RIVALS = (
    [(game, "pairs.py", words, (2, 4, 6)) for game in ("pairs", "continuous")
     for words in COUNTERS + ["1.0 early", "1.4 early"]]
    + [("deadfall", "deadfall.py", words, (2, 4, 6)) for words in ("never", "always", "ratio", "truth")]
    + [("regent", "regent.py", words, (2, 4, 6)) for words in ("never", "always", "ratio", "fold")]
)
OTHERS = {"tournament.py": "tournament", "horn-of-plenty.py": "horn-of-plenty"}


def measure(pairs, game, rival, bot, players, games):
    names = ",".join([rival] + [bot] * (players - 1))
    done = subprocess.run([pairs, "arena", game, "-n", str(players), "--bots", names, "--games", str(games),
                           "--seed", "1", "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"rivals: {done.stderr.strip()}")
    return json.loads(done.stdout)


def tell(result, players):
    """What a seat of the bot came to: all that its rival did not."""
    rival, what = result["bots"][0], result["counts"]
    if what == "chips":
        return f"chips {-rival['ahead']:+8.2f} +- {rival['ahead_error'] or 0:.2f}  fair 0"
    whole = sum(bot[what] for bot in result["bots"])
    mean, high, low = ((whole - rival[key]) / (players - 1) for key in (what, f"{what}_low", f"{what}_high"))
    return f"{what} {100 * mean:5.1f}% ({100 * low:.1f} to {100 * high:.1f})  fair {100 * whole / players:.1f}%"


def main():
    pairs = sys.argv[1]
    bot = sys.argv[2] if len(sys.argv) > 2 else "8"
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    rivals = list(RIVALS)
    for name, game in OTHERS.items():
        if (HERE / name).exists():
            rivals.append((game, name, "", (2, 4, 6)))
    for game, program, words, tables in rivals:
        line = f"{game} {program} {words}"
        if sys.argv[4:] and not any(word in line for word in sys.argv[4:]):
            continue
        for players in tables:
            rival = f"run@10000:exec python3 {HERE / program} {words}"
            result = measure(pairs, game, rival, bot, players, games)
            print(f"{line:32} {players} players: {bot} {tell(result, players)}", flush=True)


if __name__ == "__main__":
    main()
