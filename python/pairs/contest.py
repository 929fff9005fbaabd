"""Which of several bots is stronger; functions of one's own among them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Sequence, Union

import numpy as np

from . import _pairs
from .core import Array, Estimate, Value, setup

Policy = Callable[[dict[str, Array]], int]


@dataclass(frozen=True)
class Share:
    """A share with its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rank:
    """How a bot did."""

    bot: str
    score: Estimate  # of a seat in a game
    ahead: Estimate  # of all others, in what the game is about: chips, or shares of games
    won: Share
    lost: Share
    elo: Estimate  # above the last bot
    replaced: int  # decisions that another had to make for the bot


class Guests:
    """Functions that are asked for decisions, with names for the library, and what one of them has raised."""

    def __init__(self, played: _pairs.Setup) -> None:
        self.obs = np.zeros(played.size, np.int32)
        self.mask = np.zeros(played.actions, np.int8)
        self.asked: dict[str, Callable[[], int]] = {}
        self.raised: BaseException | None = None

    def add(self, policy: Policy) -> str:
        words = re.sub("[^A-Za-z0-9_-]+", "-", getattr(policy, "__name__", type(policy).__name__))
        name = words.strip("-")[:24] or "policy"
        if name in self.asked:
            name += f"-{len(self.asked) + 1}"
        self.asked[name] = lambda: self.ask(name, policy)
        return name

    def ask(self, name: str, policy: Policy) -> int:
        try:
            action = int(policy({"observation": self.obs.copy(), "action_mask": self.mask.copy()}))
            if 0 <= action < len(self.mask) and self.mask[action]:
                return action
            legal = ", ".join(map(str, np.flatnonzero(self.mask)))
            raise ValueError(f"{name} has chosen {action}, which is not legal; expected one of {legal}")
        except BaseException as error:  # noqa: B902: it is raised again by whoever has called
            self.raised = error
            return -1


def arena(
    game: str, bots: Sequence[Union[str, Policy]], players: int | None = None, *, games: int = 1000, seed: int = 1,
    threads: int = 0, **options: Value,
) -> list[Rank]:
    """Two bots or more play the same deals from every seat: as many deals as make at least so many games.

    A bot is a name, or a function that is given an observation with its ``action_mask``, as :meth:`Env.observe` has it,
    and returns an action; it is asked where there is more than one. Bots with names play on all cores, or on so many
    threads; as soon as there is a function, on one. The same seed gives the same games.

    >>> first, second = arena("pairs", ["hint", "random"], 2, games=100)
    >>> first.lost.value < 0.2 < second.lost.value
    True
    >>> def early(observation):
    ...     return int(observation["action_mask"].argmax())
    >>> [rank.bot for rank in arena("pairs", [early, "hint"], 2, games=10)]
    ['early', 'hint']
    """
    played = setup(game, players, options)
    guests = Guests(played)
    names = ",".join(bot if isinstance(bot, str) else guests.add(bot) for bot in bots)
    try:
        ranks = _pairs.arena(played, names, guests.asked, games, seed, threads, guests.obs, guests.mask)
    except ValueError:
        if guests.raised is None:
            raise
        raise guests.raised from None
    return [
        Rank(bot, Estimate(*score), Estimate(*ahead), Share(*won), Share(*lost), Estimate(*elo), replaced)
        for bot, score, ahead, won, lost, elo, replaced in ranks
    ]
