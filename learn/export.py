"""python3 -m learn.export learned/GAME.lean ...: writes each network with whole numbers, as the program plays it.

What comes out of a layer goes into the next one in 127 steps. How large a step is, is found on rows of games that the
network plays: the one that changes least.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import pairs
from pairs import nets

from . import arrays
from .games import Games, inputs_of, tables
from .network import STEPS, Network


def read(path: Path) -> tuple[str, Network]:
    """The game, by the name of the file, and the network of a checkpoint."""
    game, kept = path.stem, np.load(path)
    width, units, events = (int(x) for x in kept["shape"])
    inputs, actions, number = inputs_of(game, events)
    if int(kept["hash"]) != number:
        sys.exit(f"learn: {path} is of another layout; expected one of {game} as it is now")
    network = Network(arrays.Cores(0), inputs, actions, width, units)
    network.flat[...] = kept["flat"]
    for part, name in ((network.features.view, "view"), (network.features.event, "event")):
        if part:
            part.shift, part.unit = kept[name].astype(np.float32)
            part.ready()
    return game, network


def played(network: Network, game: str, count: int, seed: int) -> np.ndarray:
    """Rows of games at all its tables, as the network plays them."""
    games = Games(network.xp, game, tables(game, bots={}), 256, network.inputs.events, seed)
    games.begin()
    weights, rows, random = network.views(network.round(network.flat)), [], np.random.default_rng(seed)
    for t in range(8 * -(-count // games.n)):
        policy = network.log_policy(network.forward(weights, network.features(games.row))[0], games.mask > 0)
        if t % 8 == 7:
            rows.append(games.row.copy())
        games.step((policy - np.log(-np.log(random.random(policy.shape).clip(1e-9, 1 - 1e-6)))).argmax(1).astype(np.int32))
    return np.concatenate(rows)[:count]


def step(values: np.ndarray) -> float:
    """How large a step must be that values rounded to 0 to 127 of them are the least wrong, in the square."""
    most = max(float(values.max()), 1e-6)

    def wrong(unit: float) -> float:
        return float(((np.floor(values / unit + 0.5).clip(0, STEPS) * unit - values) ** 2).mean())

    return min((most / STEPS * 0.9**i for i in range(24)), key=wrong)


def whole(game: str, network: Network, rows: np.ndarray) -> nets.Numbers:
    """The same network in whole numbers, its steps chosen on some rows."""
    w, features, inputs = network.views(network.flat), network.features, pairs.inputs(game, network.inputs.events)
    _, _, (_, _, past, h1, h2, h3, _) = network.forward(network.views(network.round(network.flat)), features(rows))
    given, one, two = 1 / nets.ONE, step(h1), step(np.concatenate([h2, h3]))
    quantities = [nets.quantities(part.shift, part.unit * nets.ONE) if part else None for part in (features.view, features.event)]
    told, first = None, nets.layer([w["view"]], w["first"], [given], one)
    if past is not None:
        each = step(past)
        told = nets.layer([w["event"]], w["each"], [given], each)
        first = nets.layer([w["view"], w["past"]], w["first"], [given, each], one)
    return nets.Numbers(
        inputs, *quantities, told, first,
        nets.layer([w["second"]], w["second0"], [one], two),
        nets.layer([w["third"]], w["third0"], [two], two),
        nets.layer([w["out"]], w["out0"], [two], 1 / nets.STEP),
    )


def lost(network: Network, file: bytes, rows: np.ndarray) -> float:
    """By how much the program's preferences differ from those in floating numbers, beside how much they differ from each other."""
    meant = network.forward(network.views(network.round(network.flat)), network.features(rows))[0]
    off = nets.Net(file).think(rows)[0] / nets.STEP - meant
    return float((off - off.mean(1, keepdims=True)).std() / meant.std(1).mean())


def main(words: list[str]) -> None:
    p = argparse.ArgumentParser(prog="python3 -m learn.export", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("file", nargs="+", type=Path, help="what training has left, GAME.lean or GAME.npz")
    p.add_argument("--out", type=Path, default=Path("."), help="folder for GAME.net (.)")
    p.add_argument("--rows", type=int, default=1024, help="of played games, for the steps (1024)")
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args(words)
    a.out.mkdir(parents=True, exist_ok=True)
    for path in a.file:
        game, network = read(path)
        rows = played(network, game, 2 * a.rows, a.seed)
        file = nets.pack(whole(game, network, rows[: a.rows]))
        (a.out / f"{game}.net").write_bytes(file)
        off = 100 * lost(network, file, rows[a.rows :])
        print(f"{game}: {network.size} weights, {len(file)} bytes; preferences are off by {off:.1f} %", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
