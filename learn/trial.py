"""How good a network is against a bot: so many games at each table, every other seat the bot's."""

from __future__ import annotations

import time

import numpy as np

from .games import Games, Table

UNLIKELY = 0.02  # decisions that a network takes for less likely than this it never makes


def play_out(xp, network, weights, games: Games, seconds: float) -> list[np.ndarray]:
    """How far ahead the network was in the first game of each place, by table; of those that end in time."""
    games.begin()
    first = [np.full(rows.stop - rows.start, np.nan) for rows in games.tables]
    end = time.monotonic() + seconds
    while any(np.isnan(rows).any() for rows in first) and time.monotonic() < end:
        row, mask = xp.load(games.row), xp.cast(xp.load(games.mask), xp.bool)
        policy = xp.exp(network.log_policy(network.forward(weights, network.features(row))[0], mask))
        policy = xp.where(policy < UNLIKELY, policy * 0.0, policy)
        act = (xp.log(policy + 1e-30) - xp.log(-xp.log(xp.uniform(policy.shape).clip(1e-9, 1 - 1e-6)))).argmax(-1)
        xp.store(xp.cast(act, xp.int32), games.act)
        before = [len(a) for a in games.ahead]
        games.step(games.act)
        for i, rows in enumerate(games.tables):
            new = games.ahead[i][before[i] :]
            if new:
                places = np.flatnonzero(games.done[rows])
                seen = np.isnan(first[i][places])
                first[i][places[seen]] = np.array(new)[seen]
    return [rows[~np.isnan(rows)] for rows in first]


def trial(xp, network, weights, game: str, players: list[int], bot: str, count: int, events: int, seed: int,
          seconds: float = 60) -> list[dict]:
    """A line for each number of players: how far ahead, with half of a 95% interval."""
    out = []
    for p in players:
        games = Games(xp, game, [Table(game, p, 1.0, bot)], count, events, seed, mirror=True)
        ahead, = play_out(xp, network, weights, games, seconds / len(players))
        error = 1.96 * ahead.std() / max(1, len(ahead)) ** 0.5
        out.append({"game": game, "players": p, "against": bot, "games": len(ahead),
                    "ahead": round(float(ahead.mean()), 4) if len(ahead) else None, "error": round(float(error), 4)})
    return out
