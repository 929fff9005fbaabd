"""Thousands of games at once for who trains a player: what a seat knows of the hand, and opponents inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import SupportsIndex

import numpy as np

from . import _pairs
from .core import Array, HasTable, Value, seed_number, setup

REWARDS = {"end": 0, "score": 1, "share": 2}
OUTSIDE = 0


@dataclass(frozen=True)
class Inputs:
    """How a game is told as a row of numbers, the same for every number of players and for all options.

    The first ``view`` numbers are what a seat sees now; ``events`` times ``each`` follow: what it knows to have
    happened, the latest first. ``values`` has for each number 0 if it is a quantity, else how many values it has: then
    it is one of them, from 1, or 0 for none. ``actions`` is how many ids decisions have, and what was learned with one
    ``hash`` is of no use with another.
    """

    game: str
    view: int
    events: int
    each: int
    actions: int
    hash: int
    values: Array

    @property
    def size(self) -> int:
        return self.view + self.events * self.each


def inputs(game: str, events: int = -1) -> Inputs:
    """The layout of a game with so many events, -1 for the usual number.

    >>> layout = inputs("continuous", events=8)
    >>> layout.game, layout.events, layout.size == len(layout.values)
    ('pairs', 8, True)
    """
    one = setup(game)
    view, events, each, actions, number, values = _pairs.inputs(one, events)
    return Inputs(one.game, view, events, each, actions, number, np.array(values, np.uint8))


def know(where: HasTable, seat: int, events: int = -1) -> Array:
    """What a seat knows at a table, as a row of numbers.

    >>> env = __import__("pairs").make("deadfall", players=3)
    >>> env.reset(seed=1)
    >>> know(env, 0).shape == (inputs("deadfall").size,)
    True
    """
    row = np.zeros(inputs(where.table.setup.game, events).size, np.int16)
    where.table.inputs(seat, events, row)
    return row


class Training:
    """``n`` games of one setup, stepped together; each stops where somebody outside is to decide, or has ended.

    The arrays are filled anew by each step, so copy what is to be kept:

    - ``seat``, shape (n,): who decides next; -1 where the next step only tells of a game that has ended inside, and
      the action given for it counts for nothing;
    - ``input``, (n, inputs.size): what that seat knows;
    - ``mask``, (n, inputs.actions): 1 for each action that is legal;
    - ``reward``, (n, players): what has come to each seat since the last step;
    - ``done``, (n,): 1 if the game has ended, and 2 if it was cut off after a million steps;
    - ``player``, (n, players): who plays at each seat in the game that ``reward`` and ``done`` are of; ``seat``,
      ``input`` and ``mask`` are of the next one once it is done.

    ``reward`` is ``end``, ``score``, or ``share`` for what an arena counts: chips, or the share of the game that is won.
    With ``rotate``, whoever plays moves on by a seat with each game of a place. ``into`` has arrays of yours for some of
    these, by their names: parts of larger ones, say, so that several tables are one batch.

    >>> games = Training("pairs", 2, n=4, seed=1)
    >>> games.seats([games.add("hint"), OUTSIDE])
    >>> _ = games.reset()
    >>> bool((games.seat == 1).all()), games.mask.sum(1).min() > 0
    (True, True)
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        n: int = 1024,
        seed: SupportsIndex | None = None,
        threads: int = 1,
        *,
        reward: str = "share",
        events: int = -1,
        rotate: bool = False,
        into: Mapping[str, Array] | None = None,
        **options: Value,
    ) -> None:
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; expected {' or '.join(REWARDS)}")
        if not 1 <= n <= 2**20:
            raise ValueError(f"a batch of {n} games cannot be made; expected 1 to {2**20}")
        self.setup = setup(game, players, options)
        self.inputs = inputs(game, events)
        self.n, self.players = n, self.setup.players
        own = into or {}

        def room(name: str, of: type, *numbers: int) -> Array:
            """An array for each game, of so many numbers if any are given."""
            array = own.get(name)
            if array is None:
                return np.zeros((n, *numbers), of)
            if array.shape != (n, *numbers) or array.dtype != of:
                raise ValueError(f"{name!r} is {array.dtype} of {array.shape}; expected {np.dtype(of)} of {(n, *numbers)}")
            return array

        self.seat = room("seat", np.int32)
        self.input = room("input", np.int16, self.inputs.size)
        self.mask = room("mask", np.uint8, self.inputs.actions)
        self.reward = room("reward", np.float32, self.players)
        self.done = room("done", np.uint8)
        self.player = room("player", np.int8, self.players)
        self._training = _pairs.Training(
            self.setup,
            n,
            seed_number(seed),
            REWARDS[reward],
            threads,
            self.inputs.events,
            rotate,
            self.seat,
            self.input,
            self.mask,
            self.reward,
            self.done,
            self.player,
        )

    def add(self, bot: str) -> int:
        """Adds a player by the name of a bot; returns its number. It goes by what lies on the table, not by the past."""
        return self._training.add(bot)

    def add_net(self, file: bytes, temperature: float = 1.0) -> int:
        """Adds a network by its file; at a temperature of 0 it takes what it likes best. Returns its number."""
        return self._training.add_net(file, round(100 * temperature))

    def seats(self, player: Array | list[int] | list[list[int]]) -> None:
        """Who plays where from the next game on: a number for each seat, of all places or of each one."""
        every = np.broadcast_to(np.asarray(player, np.int8), (self.n, self.players))
        self._training.players(np.ascontiguousarray(every))

    def reset(self) -> Array:
        """The first games again; returns ``input``."""
        self._training.begin()
        return self.input

    def step(self, actions: Array) -> tuple[Array, Array, Array]:
        """An action in each game; returns ``input``, ``reward`` and ``done``. If one is not legal, nothing happens."""
        if np.asarray(actions).dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers; an array of {np.asarray(actions).dtype} has others")
        self._training.step(np.ascontiguousarray(actions, np.int32))
        return self.input, self.reward, self.done
