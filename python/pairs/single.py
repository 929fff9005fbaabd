"""One seat of a game, with bots in the others, as a ``gymnasium.Env``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from . import _pairs
from .codes import Code, code_of_inputs
from .core import OVER, Array, Bot, Record, Value, seed_number, setup, whole
from .spaces import Box, Choices
from .training import inputs


class Alone:
    """The little of gymnasium's environments that is needed where it is not installed."""

    _np_random: np.random.Generator | None = None
    spec = None

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        if seed is not None:
            self._np_random = np.random.default_rng(seed)

    @property
    def np_random(self) -> np.random.Generator:
        if self._np_random is None:
            self._np_random = np.random.default_rng()
        return self._np_random

    @property
    def unwrapped(self) -> Any:
        return self

    def close(self) -> None:
        """Nothing is left open."""


if TYPE_CHECKING:
    Base = Alone
else:
    try:
        from gymnasium import Env as Base
    except ImportError:
        Base = Alone

RENDER_MODES = ["ansi", "human"]


def render_mode_of(mode: str | None) -> str | None:
    """A mode that there is.

    >>> render_mode_of("rgb_array")
    Traceback (most recent call last):
    ...
    ValueError: there is no render_mode 'rgb_array'; expected ansi or human
    """
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"there is no render_mode {mode!r}; expected {' or '.join(RENDER_MODES)}")
    return mode


class Single(Base):
    """A game for one agent: it has a seat, by turns one after the other if none is named, and bots have the others.

    An observation is what the seat knows, as the learned players are told it: see :func:`pairs.inputs`. ``events`` of
    the latest are in it. Actions are numbered as there, and ``action_space.sample()`` draws one of those that are legal
    now; ``action_masks()`` has them all, and so has ``info["action_mask"]``. Others are refused with a ValueError, and
    nothing happens.

    ``reward`` is ``share`` for what an arena counts at the end (chips, or the share of the game that is won), ``end`` for
    the returns, or ``score`` for what each step changes in the score. After ``max_cycles`` decisions the game is cut off.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        bots: str | list[str] = "hint",
        seat: SupportsIndex | None = None,
        reward: str = "share",
        events: int = -1,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        seed: SupportsIndex | None = None,
        **options: Value,
    ) -> None:
        self.setup = setup(game, players, options)
        others = self.setup.players - 1
        names = [bots] * others if isinstance(bots, str) else list(bots)
        if len(names) != others:
            raise ValueError(f"{len(names)} bots are named for {others} seats")
        if reward not in ("share", "end", "score"):
            raise ValueError(f"there is no reward {reward!r}; expected share, end or score")
        if seat is not None and not 0 <= whole(seat, "a seat") < self.setup.players:
            raise ValueError(f"there is no seat {seat}; expected one from 0 to {others}")
        self._own = None if seat is None else whole(seat, "a seat")
        self._bots = [Bot(name) for name in names]
        self._reward, self._most, self.render_mode = reward, max_cycles, render_mode_of(render_mode)
        self.inputs = inputs(game, events)
        self.action_space = Choices(self.inputs.actions)
        self._set_code(code_of_inputs(self.inputs.values))
        self._seed, self._games, self._taken = seed_number(seed), 0, 0
        self.table = self.setup.table()
        self.seat = self._own or 0

    def _set_code(self, code: Code) -> None:
        self.code = code
        low, high = code.bounds()
        self.observation_space = Box(low, high, (code.size,), code.dtype.type)

    def reset(
        self, *, seed: SupportsIndex | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """A new game; without a seed the next one of the last seed."""
        number = None if seed is None else whole(seed, "a seed")
        super().reset(seed=number)
        if number is not None:
            self._seed, self._games = seed_number(number), 0
        self._random = _pairs.Random(self._seed, self._games)
        self.seat = self._games % self.setup.players if self._own is None else self._own
        self._games += 1
        self._taken = 0
        self.table = self.setup.table()
        self._go_on()
        if self.table.turn == OVER:  # the bots have played it out
            return self.reset()
        self._before = self.table.scores()[self.seat]
        return self._tell()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """The agent acts, and the others do until it is asked again."""
        if self.table.turn == OVER:
            raise ValueError("the game is over; expected reset")
        self.table.play(self.seat, self.table.input_action(self.seat, whole(action, "an action")))
        self._taken += 1
        self._go_on()
        over = self.table.turn == OVER
        cut = not over and self._most is not None and self._taken >= self._most
        seen, info = self._tell()
        return seen, self._gain(over), over, cut, info

    def _go_on(self) -> None:
        """Chance and bots, up to the next decision of the agent or the end."""
        self.table.draw(self._random)
        while self.table.turn != OVER and not self.table.seats >> self.seat & 1:
            other = self.table.seat
            bot = self._bots[(other - self.seat) % self.setup.players - 1]
            self.table.play(other, bot.choose(self, other, self._random))
            self.table.draw(self._random)

    def _gain(self, over: bool) -> float:
        facts = self.setup.facts
        if self._reward == "score":
            before, self._before = self._before, self.table.scores()[self.seat]
            sign = -1 if facts["low_wins"] and not facts["chips"] else 1
            return float(sign * (self._before - before))
        if not over:
            return 0.0
        if self._reward == "end" or facts["chips"]:
            return self.table.returns()[self.seat]
        return self.table.shares()[self.seat]

    def _tell(self) -> tuple[Array, dict[str, Any]]:
        row = np.zeros(self.inputs.size, np.int16)
        self.table.inputs(self.seat, self.inputs.events, row)
        self.action_space.mask = self.action_masks()
        return self.code.tell(row), {"action_mask": self.action_space.mask, "seat": self.seat}

    def action_masks(self) -> Array:
        """Which actions are legal now: none once the game is over."""
        mask = np.zeros(self.inputs.actions, np.int8)
        if self.table.turn != OVER:
            self.table.input_mask(self.seat, mask)
        return mask

    def render(self) -> str | None:
        """What has happened so far, as the agent was told it: returned in ``ansi`` mode, else printed."""
        if self.render_mode is None:
            return None
        text = self.table.told(self.seat, 0)
        if self.render_mode == "ansi":
            return text
        print(text, end="")
        return None

    def state(self) -> Array:
        """All that there is to see, for who learns centrally: what each seat sees, one after the other."""
        rows = np.empty((self.setup.players, self.setup.size), np.int32)
        for seat, row in enumerate(rows):
            self.table.observe(seat, row)
        return rows.ravel()

    def to_record(self) -> Record:
        """The game so far, to be written down."""
        return Record(self.table.clone())

    def __str__(self) -> str:
        return f"<Single {self.setup.name} for {self.setup.players}>"
