"""python3 -m learn.measure GAME.net ...: how far a network, as the program plays it, is ahead of a bot.

Half of the seats are the network's, half the bot's, and who sits where moves on with the places. Where all win or lose
together, half of the tables are.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import pairs
from pairs import nets

from .games import COOPERATIVE, USUAL, lead

PLACES = 64


def measure(file: bytes, players: int, bot: str, count: int, temperature: float = 1.0, seed: int = 1, threads: int = 1) -> np.ndarray:
    """How far ahead the network is in each of ``count`` games or a few more: in chips, or in the share that is won."""
    games = pairs.Training(nets.Net(file).game, players, n=PLACES, seed=seed, threads=threads, events=0)
    together = games.setup.facts["kind"] == COOPERATIVE
    seat, place = np.arange(players)[None], np.arange(PLACES)[:, None]
    own = (0 * seat if together else seat) % 2 == place % 2
    number = games.add_net(file, temperature), games.add(bot)
    games.seats(np.where(own, *number))
    games.reset()
    ahead: list[float] = []
    while len(ahead) < count:
        _, reward, _ = games.step(np.zeros(PLACES, np.int32))
        ahead += (reward[::2, 0] - reward[1::2, 0] if together else lead(reward, own)).tolist()
    return np.array(ahead)


def main(words: list[str]) -> None:
    p = argparse.ArgumentParser(prog="python3 -m learn.measure", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("file", nargs="+", type=Path)
    p.add_argument("--against", default="hint", metavar="BOT")
    p.add_argument("--players", type=lambda s: [int(x) for x in s.split(",")], help="numbers of players (2,3,4,6, as far as they can play)")
    p.add_argument("--count", type=int, default=2000, help="games at each table (2000)")
    p.add_argument("--temperature", type=float, default=1.0)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=1)
    a = p.parse_args(words)
    for path in a.file:
        file = path.read_bytes()
        facts = pairs.core.setup(nets.Net(file).game).facts
        for players in a.players or [n for n in USUAL if facts["players_min"] <= n <= facts["players_max"]]:
            ahead = measure(file, players, a.against, a.count, a.temperature, a.seed, a.threads)
            error = 1.96 * float(ahead.std()) / len(ahead) ** 0.5
            line = {"game": nets.Net(file).game, "players": players, "against": a.against, "games": len(ahead),
                    "ahead": round(float(ahead.mean()), 4), "error": round(error, 4)}
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
