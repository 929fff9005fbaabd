"""What all shapes of an environment share: setups, bots, odds, records."""

from __future__ import annotations

import copyreg
import json
import operator
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, SupportsIndex, Union

import numpy as np

from . import _pairs

Value = Union[bool, int, str, None]
Array = np.ndarray[Any, np.dtype[Any]]

CARD, LOT, OVER = 2, 3, 0  # what a table waits for, when it is no decision
BURN = 8  # as a place: the card is burned, and nobody ever sees it
NOBODY = 255  # as one who looks: a spectator
EVERYTHING = 254  # the same without secrets


def whole(number: SupportsIndex, what: str) -> int:
    """A whole number, Python's or numpy's.

    >>> whole(1.5, "an action")
    Traceback (most recent call last):
    ...
    TypeError: an action is a whole number; 1.5 is none
    """
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{what} is a whole number; {number!r} is none") from None


def seed_number(seed: SupportsIndex | None) -> int:
    """A seed as the library has it, of 64 bits; any if none is given.

    >>> seed_number(7), seed_number(-1) == 2**64 - 1
    (7, True)
    """
    return secrets.randbits(63) if seed is None else whole(seed, "a seed") % 2**64


class HasTable(Protocol):
    """Whatever stands somewhere in a game: an environment, a state, a record."""

    table: _pairs.Table


def names() -> list[str]:
    """All games and variants, each game before its variants.

    >>> names()[:2]
    ['pairs', 'continuous']
    """
    return _pairs.names()


def setup(game: str, players: int | None = None, options: dict[str, Value] | None = None) -> _pairs.Setup:
    """What is to be played. Options have Python's values: True is ``on``, and None is ``off``.

    >>> setup("octopus", 4, {"last_hand": True}).players
    4
    >>> setup("octopus", 9)
    Traceback (most recent call last):
    ...
    ValueError: octopus is not for 9 players; expected 4 to 6
    """
    words = {True: "on", False: "off", None: "off"}
    texts = {
        key.replace("_", "-"): words[value] if value is None or isinstance(value, bool) else str(value)
        for key, value in (options or {}).items()
    }
    return _pairs.Setup(game, players or 0, texts)


def rules(game: str, players: int | None = None, *, columns: int = 80, language: str = "en", **options: Value) -> str:
    """How a game is played, with the options as they are.

    >>> "fold" in rules("continuous")
    True
    """
    return setup(game, players, options).rules(columns, language)


def facts(game: str, players: int | None = None, **options: Value) -> dict[str, Any]:
    """What there is to know about a game: what ``pairs list --json`` has of it.

    >>> facts("pairs")["name"]
    'pairs'
    """
    told: dict[str, Any] = json.loads(setup(game, players, options).json())
    return told


# What the library holds can be copied and pickled: a game as its record, so that it is the same elsewhere.


def _same_table(record: str) -> _pairs.Table:
    return _pairs.read(record)[0]


def _same_setup(record: str) -> _pairs.Setup:
    return _same_table(record).setup


def _as_it_is(make: Callable[..., Any], told: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], Any]:
    return lambda thing: (make, told(thing))


copyreg.pickle(_pairs.Table, _as_it_is(_same_table, lambda table: (table.record(),)))
copyreg.pickle(_pairs.Setup, _as_it_is(_same_setup, lambda setup: (setup.table().record(),)))
copyreg.pickle(_pairs.Random, _as_it_is(_pairs.Random, lambda random: (0, 0, *random.words())))
copyreg.pickle(_pairs.Bot, _as_it_is(_pairs.Bot, lambda bot: (bot.name,)))


class Bot:
    """Who decides: ``random``, ``hint``, a level from ``1`` to ``8``, ``search:ITERATIONS``, ``exact``, ...

    The same seed gives the same decisions, unless the bot thinks by the clock or is another program.

    >>> env = __import__("pairs").make("pairs", players=2)
    >>> env.reset(seed=3)
    >>> Bot("hint").choose(env) in env.table.legal(env.table.seat)
    True
    >>> Bot("nobody")
    Traceback (most recent call last):
    ...
    ValueError: there is no bot 'nobody'; expected random, hint, ...
    """

    def __init__(self, name: str, seed: SupportsIndex | None = None) -> None:
        self._bot = _pairs.Bot(name)
        self._random = _pairs.Random(seed_number(seed))

    @property
    def name(self) -> str:
        return self._bot.name

    @property
    def title(self) -> str:
        """What people call it."""
        return self._bot.title

    def choose(self, where: HasTable, seat: int | None = None, random: _pairs.Random | None = None) -> int:
        """The action of the seat, or of the one whose turn it is, by what it knows and nothing else."""
        table = where.table
        return self._bot.choose(table, table.seat if seat is None else seat, random or self._random)

    def __repr__(self) -> str:
        return f"Bot({self.name!r})"


@dataclass(frozen=True)
class Estimate:
    """A mean and half the width of its 95% interval; an exact figure has an error of 0."""

    mean: float
    error: float


@dataclass(frozen=True)
class Choice:
    """A decision up to the end of this hand."""

    action: int
    text: str
    score: Estimate  # by how much the score of the seat changes
    worth: Estimate  # more is better in every game: what bots play for
    loss: Estimate  # how much less it is worth than the best


@dataclass(frozen=True)
class Odds:
    """What a seat should know before it decides."""

    situations: int  # gone through, so that the figures are exact; 0: they are of rollouts
    cards: list[float]  # how likely each rank is to come next, from 1 to 10
    pair: float  # how likely the next card is to make a pair that hurts; nan where none can
    choices: list[Choice]
    best: int  # the action to take; -1 if there is nothing to decide


def odds(where: HasTable, seat: int | None = None, *, rollouts: int = 0, seed: SupportsIndex = 0) -> Odds:
    """What each decision of the seat to act leads to: exact where everything can be gone through.

    >>> env = __import__("pairs").make("pairs", players=2)
    >>> env.reset(seed=3)
    >>> figures = odds(env)
    >>> [choice.text for choice in figures.choices], round(sum(figures.cards), 6)
    (['hit', 'fold'], 1.0)
    """
    table = where.table
    seat = max(table.seat, 0) if seat is None else seat
    situations, cards, pair, rows, best = table.odds(seat, rollouts, seed_number(seed))
    choices = [
        Choice(action, table.setup.text(seat, action), Estimate(*score), Estimate(*worth), Estimate(*loss))
        for action, score, worth, loss in rows
    ]
    return Odds(situations, cards, pair, choices, choices[best].action if choices else -1)


def imagine(where: HasTable, seat: int | None = None, n: int = 1, seed: SupportsIndex | None = None) -> list[Record]:
    """Games that the seat cannot tell from this one: all that it does not know is drawn anew, from the last gathering of the
    cards on. Without a seat it is the one whose turn it is; 255 is a spectator.

    Each arrangement of the cards that fits is as likely as any other: what they say of those who played them is
    not weighed.

    >>> env = __import__("pairs").make("regent", players=2)
    >>> env.reset(seed=1)
    >>> others = imagine(env, 0, 5, seed=1)
    >>> {other.table.infoset(0) for other in others} == {env.table.infoset(0)}
    True
    >>> len({other.table.infoset(1) for other in others}) > 1
    True
    """
    random = _pairs.Random(seed_number(seed))
    looks = max(where.table.seat, 0) if seat is None else seat
    return [Record(where.table.imagine(looks, random)) for _ in range(n)]


def beliefs(where: HasTable, seat: int | None = None, n: int = 200, seed: SupportsIndex | None = None) -> dict[str, list[float]]:
    """What the seat has to expect where it cannot see: for each place with cards, "down B" or "pool", how many of each
    rank lie there on average, 1 first. From ``n`` games that it imagines.

    >>> env = __import__("pairs").make("regent", players=2)
    >>> env.reset(seed=1)
    >>> known = beliefs(env, 0, seed=1)
    >>> sorted(set(known["down A"])), round(sum(known["down B"]), 6)
    ([0.0, 1.0], 2.0)
    """
    mean: dict[str, list[float]] = {}
    for other in imagine(where, seat, n, seed):
        view = json.loads(other.table.view(EVERYTHING))
        for zone in view["zones"]:
            name = " ".join(filter(None, [zone["place"], zone["owner"]]))
            ranks = mean.setdefault(name, [0.0] * 10)
            for rank in zone["cards"]:
                if rank:
                    ranks[rank - 1] += 1
    return {name: [count / n for count in ranks] for name, ranks in sorted(mean.items())}


class Record:
    """A game that was written down, over or not."""

    def __init__(self, table: _pairs.Table) -> None:
        self.table = table

    @property
    def text(self) -> str:
        """As docs/notation.md has it, and ``pairs replay`` reads it."""
        return self.table.record()

    @property
    def game(self) -> str:
        return self.table.setup.name

    @property
    def players(self) -> int:
        return self.table.setup.players

    @property
    def options(self) -> dict[str, str]:
        return dict(self.table.setup.options)

    @property
    def names(self) -> list[str]:
        """Who sat where."""
        return [self.table.name(seat) for seat in range(self.players)]

    @property
    def over(self) -> bool:
        return self.table.turn == OVER

    def returns(self) -> list[float]:
        """What the game has brought each seat; 0 before the end."""
        return self.table.returns()

    def scores(self) -> list[int]:
        """Points, or chips won less chips paid."""
        return self.table.scores()

    def json(self) -> dict[str, Any]:
        """Where it stands: what ``pairs replay --json`` says."""
        told: dict[str, Any] = json.loads(self.table.json())
        return told

    def __len__(self) -> int:
        """How many steps were taken: decisions, cards and lots."""
        return len(self.table.steps())

    def at(self, steps: int) -> Record:
        """The same game after so many steps."""
        table = self.table.clone()
        table.rewind(steps)
        return Record(table)

    def moments(self) -> Iterator[Record]:
        """The game from its first moment to its last."""
        return (self.at(steps) for steps in range(len(self) + 1))

    def __str__(self) -> str:
        return self.text


def read(text: str) -> list[Record]:
    """All records of a text, which may hold several.

    >>> read("not a record")
    Traceback (most recent call last):
    ...
    ValueError: line 1: ...
    """
    return [Record(table) for table in _pairs.read(text)]


def replay(text: str) -> Record:
    """The record of a text that holds one."""
    records = read(text)
    if len(records) != 1:
        raise ValueError(f"the text holds {len(records)} records; expected one")
    return records[0]
