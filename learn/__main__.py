"""python3 -m learn GAME: trains a network for a game, and writes it with its curve.

Takes up where the checkpoint in --out has stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

from . import arrays, curves
from .games import USUAL, Games, inputs_of, setup, tables
from .network import Network
from .ppo import Learner, Recipe
from .trial import trial

LARGEST = 112_000  # weights of a network, of a byte each in the file


def arguments(words: list[str]) -> argparse.Namespace:
    p = argparse.ArgumentParser(prog="python3 -m learn", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("game")
    p.add_argument("--out", type=Path, default=Path("learned"), help="folder for checkpoint, network and curve (learned)")
    p.add_argument("--players", type=lambda s: [int(x) for x in s.split(",")], help="numbers of players, 2,4 (all, the usual ones most)")
    p.add_argument("--against", default="league=0.3,hint=0.15", metavar="BOT=SHARE,...",
                   help="shares of the games against earlier networks and bots (league=0.3,hint=0.15)")
    p.add_argument("--beside", default="", metavar="BOT=SHARE,...",
                   help="shares of the games with one such bot among networks, if more than two play")
    p.add_argument("--seconds", type=float, default=600, help="how long to learn in all (600)")
    p.add_argument("--decisions", type=float, help="or how many decisions in all; then the same seed gives the same network")
    p.add_argument("--stop", type=float, help="seconds after which to stop for now")
    p.add_argument("--games", type=int, default=8192, help="played at once (8192)")
    p.add_argument("--threads", type=int, default=1, help="that play them (1)")
    p.add_argument("--events", type=int, default=12, help="that are told of what has happened (12)")
    p.add_argument("--width", type=int, help="of the layers (as wide as the file may have)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--trial", type=int, default=0, metavar="N",
                   help="in the end so many games against hint at each usual table; none where all win together")
    p.add_argument("--magnet", type=float, default=Recipe.magnet)
    p.add_argument("--chance", type=lambda s: tuple(float(x) for x in s.split(",")), default=Recipe.chance, metavar="FIRST,LAST")
    return p.parse_args(words)


def widest(inputs, actions: int) -> int:
    """The widest layers with which a network has no more than LARGEST weights."""
    xp = arrays.Cores(0)
    return max(w for w in range(48, 193, 16) if w == 48 or Network(xp, inputs, actions, w).size <= LARGEST)


class Run:
    """What is learned, what was seen meanwhile, and the folder where both are kept."""

    def __init__(self, a: argparse.Namespace) -> None:
        self.a, self.rows, self.spent = a, [], 0.0
        self.xp = xp = arrays.best(a.seed)
        inputs, actions, self.hash = inputs_of(a.game, a.events)
        bots, beside = ({k: float(v) for k, v in (pair.split("=") for pair in words.split(",") if pair)} for words in (a.against, a.beside))
        self.games = Games(xp, a.game, tables(a.game, a.players, bots, beside), a.games, a.events, a.seed, a.threads)
        self.network = Network(xp, inputs, actions, a.width or widest(inputs, actions), seed=a.seed)
        self.learner = Learner(xp, self.games, self.network, Recipe(magnet=a.magnet, chance=a.chance), a.seed)
        a.out.mkdir(parents=True, exist_ok=True)
        self.checkpoint = a.out / f"{a.game}.npz"
        if self.checkpoint.exists():
            self.load()

    def save(self, path: Path, lean: bool = False) -> None:
        """All that is needed to go on; lean without the memory of the steps and most of the league."""
        host, learner, features = self.xp.host, self.learner, self.network.features
        league = learner.league[-3:] if lean else learner.league
        kept = {
            "flat": host(self.network.flat), "league": np.array([host(flat) for flat in league], np.float16),
            "magnet": host(learner.magnet).astype(np.float16), "square": learner.square, "count": learner.count,
            "shape": [self.network.width, self.network.units, self.a.events], "hash": np.uint64(self.hash),
            "numbers": [learner.lessons, learner.decisions, learner.ended], "spent": self.spent,
            "rows": json.dumps(self.rows), "view": [features.view.shift, features.view.unit],
        }
        if features.event:
            kept["event"] = [features.event.shift, features.event.unit]
        if not lean:
            kept |= {"mean": host(learner.adam.mean), "moment": host(learner.adam.square), "steps": learner.adam.steps}
        with path.with_suffix(".new").open("wb") as file:
            np.savez_compressed(file, **kept)
        path.with_suffix(".new").rename(path)

    def load(self) -> None:
        kept, xp, learner, features = np.load(self.checkpoint), self.xp, self.learner, self.network.features
        if int(kept["hash"]) != self.hash or list(kept["shape"]) != [self.network.width, self.network.units, self.a.events]:
            sys.exit(f"learn: {self.checkpoint} is of another layout; expected one of this game, width and events")
        self.network.flat[...] = xp.load(kept["flat"])
        learner.league = [xp.load(flat.astype(np.float32)) for flat in kept["league"]]
        learner.magnet = xp.load(kept["magnet"].astype(np.float32))
        if len(kept["count"]) == len(learner.count):  # or else its tables were others
            learner.square, learner.count = kept["square"], kept["count"]
        learner.lessons, learner.decisions, learner.ended = (int(x) for x in kept["numbers"])
        self.spent, self.rows = float(kept["spent"]), json.loads(str(kept["rows"]))
        for part, name in ((features.view, "view"), (features.event, "event")):
            if part:
                part.shift, part.unit = kept[name].astype(np.float32)
                part.ready()
        if "mean" in kept:
            learner.adam.mean, learner.adam.square = xp.load(kept["mean"]), xp.load(kept["moment"])
            learner.adam.steps = int(kept["steps"])

    def done(self) -> float:
        if self.a.decisions:
            return self.learner.decisions / self.a.decisions
        return self.spent / self.a.seconds

    def report(self, wall: float, decisions: int) -> None:
        learner = self.learner
        row = {"seconds": round(self.spent, 1), "decisions": learner.decisions, "games": learner.ended,
               "lessons": learner.lessons, "speed": round(decisions / wall)}
        row |= {name: round(float(value), 4) for name, value in learner.told.items()}
        ahead: dict[str, list[float]] = {}
        for table, some in zip(self.games.kinds, self.games.ahead):
            if table.against not in ("", "league") and table.name == self.a.game and not self.games.together:
                ahead.setdefault(f"{'one ' * table.one}{table.against} {table.players}", []).extend(some)
            some.clear()
        row |= {name: round(float(np.mean(some)), 4) for name, some in ahead.items() if some}
        self.rows.append(row)
        print(json.dumps({"game": self.a.game} | row), flush=True)

    def learn(self) -> None:
        begin = last = told = saved = time.monotonic()
        before, stop = self.learner.decisions, self.a.stop or float("inf")
        while self.done() < 1 and last - begin < stop:
            self.learner.lesson(min(1.0, self.done()))
            now = time.monotonic()
            self.spent, last = self.spent + now - last, now
            if now - told > 10:
                self.report(now - told, self.learner.decisions - before)
                told, before = now, self.learner.decisions
            if now - saved > 60:
                self.save(self.checkpoint)
                saved = now
        if self.learner.decisions > before:
            self.report(last - told, self.learner.decisions - before)

    def finish(self) -> None:
        a = self.a
        self.save(self.checkpoint)
        self.save(a.out / f"{a.game}.lean", lean=True)
        curves.write_csv(a.out / f"{a.game}.csv", self.rows)
        lines = sorted({name for row in self.rows for name in row if name[-1].isdigit() and not name.startswith("one ")})
        (a.out / f"{a.game}.svg").write_text(curves.svg(f"{a.game}: ahead of", self.rows, "decisions", lines))
        if a.trial and not self.games.together:
            facts = setup(a.game).facts
            fit = [p for p in USUAL if facts["players_min"] <= p <= facts["players_max"]]
            weights = self.network.views(self.network.round(self.network.flat))
            lines = trial(self.xp, self.network, weights, a.game, fit, "hint", a.trial, a.events, a.seed + 77)
            (a.out / f"{a.game}.json").write_text(json.dumps(lines) + "\n")
            for line in lines:
                print(json.dumps(line), flush=True)


def main(words: list[str]) -> None:
    run = Run(arguments(words))
    print(json.dumps({"game": run.a.game, "on": run.xp.name, "numbers": run.network.inputs.size, "actions": run.network.actions,
                      "width": run.network.width, "weights": run.network.size, "places": run.games.n,
                      "tables": len(run.games.kinds)}), flush=True)
    run.learn()
    run.finish()


if __name__ == "__main__":
    main(sys.argv[1:])
