"""The games that are played for learning: several tables of one game in arrays that are one.

A table is a setup: a game or variant, a number of players, options. At some places of it the network plays alone, at some
in one seat against an earlier one, and at some in one seat against bots, which play inside.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pairs
from pairs.core import setup

from .network import Inputs

COOPERATIVE = 4  # a kind of game
USUAL = (2, 3, 4, 6)  # numbers of players


@dataclass
class Table:
    """A setup, and how often it is played beside the others."""

    name: str
    players: int
    weight: float = 1.0
    against: str = ""  # a bot in all seats but one; or "league"
    one: bool = False  # the bot has that one seat, and the network all others


def tables(game: str, players: list[int] | None = None, bots: dict[str, float] | None = None,
           beside: dict[str, float] | None = None) -> list[Table]:
    """Those of a game: the usual numbers of players most of all, then others, then variants; some of each against bots.

    Shares of them are against ``bots`` in all other seats, and with one bot ``beside`` the networks.
    """
    facts = setup(game).facts
    several = range(max(1, facts["players_min"]), facts["players_max"] + 1)
    counts = {p: 1.0 if p in USUAL else 0.3 for p in (players or several)}
    out = [Table(game, p, weight) for p, weight in counts.items()]
    variants = [name for name in pairs.names() if name != game and setup(name).game == game]
    for name in variants:
        facts = setup(name).facts
        fit = [p for p in counts if p in USUAL and facts["players_min"] <= p <= facts["players_max"]]
        out += [Table(name, p, 0.4 * sum(counts.values()) / len(variants) / len(fit)) for p in fit]
    shares = {"league": 0.3, "hint": 0.15} if bots is None else bots
    against = [Table(t.name, t.players, t.weight * share, bot) for bot, share in shares.items() for t in out if t.players > 1]
    one = [Table(t.name, t.players, t.weight * share, bot, True) for bot, share in (beside or {}).items() for t in out if t.players > 2]
    alone = [Table(t.name, t.players, t.weight - sum(o.weight for o in against + one if (o.name, o.players) == (t.name, t.players)))
             for t in out]
    return sorted(against + one + alone, key=lambda t: t.against != "league")


def inputs_of(game: str, events: int) -> tuple[Inputs, int, int]:
    """What a row of a game is, how many decisions there are, and the hash of both."""
    layout = pairs.inputs(game, events)
    values, view = layout.values.tolist(), layout.view
    return Inputs(values[:view], values[view : view + layout.each], layout.events), layout.actions, layout.hash


def lead(reward: np.ndarray, own: np.ndarray) -> np.ndarray:
    """How far the network's own seats were ahead of the others, in each game."""
    return (reward * own).sum(1) / own.sum(1) - (reward * ~own).sum(1) / (~own).sum(1)


class Games:
    """``n`` places or a few less. The arrays are filled anew by each step.

    ``seat`` decides next and knows ``row``; ``mask`` is what it may do. ``reward`` of each seat is what the step brought,
    and ``done`` is not 0 where it ended the game. One column of ``seat`` and ``reward`` more than there are seats is for
    places at which there is nothing to decide. ``ahead`` has for each table against a bot how far the
    network was ahead in each game that has ended. Places before ``rivals`` are the league's: there only ``learner`` is learning.
    """

    def __init__(self, xp, game: str, all_tables: list[Table], n: int, events: int, seed: int, threads: int = 1,
                 mirror: bool = False) -> None:
        self.inputs, self.actions, self.hash = inputs_of(game, events)
        self.together = setup(game).facts["kind"] == COOPERATIVE
        total = sum(t.weight for t in all_tables)
        counts = [max(8, round(n * t.weight / total)) for t in all_tables]
        self.kinds, self.n = all_tables, sum(counts)
        self.rivals = sum(k for k, t in zip(counts, all_tables) if t.against == "league")
        most = max(t.players for t in all_tables)
        self.seats = most + 1
        n = self.n
        self.row, self.mask = xp.room((n, self.inputs.size), np.int16), xp.room((n, self.actions), np.uint8)
        self.seat, self.act = xp.room((n,), np.int32), xp.room((n,), np.int32)
        self.reward, self.done = xp.room((n, self.seats), np.float32), xp.room((n,), np.uint8)
        self.player = np.zeros((n, self.seats), np.int8)
        self.players, self.learner = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.tables, self.batches, at = [], [], 0
        for i, (table, count) in enumerate(zip(all_tables, counts)):
            where = slice(at, at + count)
            at += count
            self.tables.append(where)
            self.players[where], self.learner[where] = table.players, np.arange(count) % table.players
            self.batches.append(self.open(table, where, events, seed * 1000 + i, threads, mirror))

    def open(self, table: Table, where: slice, events: int, seed: int, threads: int, mirror: bool):
        """A batch, and where it is."""
        bot = table.against not in ("", "league")
        batch = pairs.Training(
            table.name, table.players, where.stop - where.start, seed, threads, events=events, rotate=bot,
            into={"seat": self.seat[where], "input": self.row[where], "mask": self.mask[where], "done": self.done[where]},
        )
        if bot:
            seats = np.arange(table.players)[None] - np.arange(batch.n)[:, None]
            # In a mirror every other seat is the bot's.
            own = seats % 2 == 0 if mirror else (seats % table.players == 0) != table.one
            batch.seats(np.where(own, 0, batch.add(table.against)))
        return batch, where

    def begin(self) -> None:
        for batch, _ in self.batches:
            batch.reset()
        self.gather()
        self.ahead = [[] for _ in self.kinds]

    def step(self, act: np.ndarray) -> None:
        for batch, where in self.batches:
            batch.step(act[where])
        self.gather()
        for i, (batch, where) in enumerate(self.batches):
            if self.kinds[i].against not in ("", "league"):
                over = self.done[where] > 0
                self.ahead[i] += lead(batch.reward[over], batch.player[over] == 0).tolist()

    def gather(self) -> None:
        for batch, where in self.batches:
            self.reward[where, : batch.players] = batch.reward
            self.player[where, : batch.players] = batch.player
        self.seat[self.seat < 0] = self.seats - 1
