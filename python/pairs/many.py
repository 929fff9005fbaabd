"""Many games for one agent each, as a ``gymnasium.vector.VectorEnv``."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from .codes import Code, code_of_inputs
from .core import Array, Value, seed_number, whole
from .spaces import Box, Discrete, MultiDiscrete
from .training import OUTSIDE, Training


class Alone:
    """The little of gymnasium's vector environments that is needed where it is not installed."""

    closed, spec = False, None

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        self._np_random = np.random.default_rng(seed)

    def close(self, **unused: Any) -> None:
        self.closed = True

    @property
    def unwrapped(self) -> Any:
        return self


class Autoreset(enum.Enum):
    """When the next game of a place begins."""

    NEXT_STEP, SAME_STEP, DISABLED = "NextStep", "SameStep", "Disabled"


if TYPE_CHECKING:
    Base = Alone
    AutoresetMode = Autoreset
else:
    try:
        from gymnasium.vector import VectorEnv as Base
    except ImportError:
        Base = Alone
    try:
        from gymnasium.vector import AutoresetMode
    except ImportError:
        AutoresetMode = Autoreset


class VectorEnv(Base):
    """``num_envs`` games at once, each with one seat for the agent and bots in the others, by turns one seat after the other
    unless ``seat`` names one. Observations and actions are those of :class:`pairs.Single`, one row a game.

    A game that ends makes room for the next one in the same step: the observation is of that one, and
    ``infos["final_obs"]`` has the last one that the agent acted on before, with ``infos["_final_obs"]`` where there is
    one. ``infos["action_mask"]`` says what is legal, as :meth:`action_masks`; where the agent is not asked in the whole of
    a game, any action will do. All arrays are the caller's own.

    ``games`` is what lies below, without copies: :class:`pairs.Training`.

    >>> envs = VectorEnv("deadfall", players=3, num_envs=4)
    >>> observations, infos = envs.reset(seed=1)
    >>> _, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(1))
    >>> rewards.shape, terminations.dtype
    ((4,), dtype('bool'))
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        num_envs: int = 1,
        bots: str | list[str] = "hint",
        seat: SupportsIndex | None = None,
        reward: str = "share",
        events: int = -1,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        if render_mode is not None:
            raise ValueError("many games at once are not rendered; expected no render_mode")
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.render_mode, self.num_envs = None, whole(num_envs, "num_envs")
        self._plan: dict[str, Any] = {
            "game": game, "players": players, "n": self.num_envs, "threads": threads, "reward": reward, "events": events,
            "rotate": seat is None, **options,
        }
        self._bots, self._own = bots, 0 if seat is None else whole(seat, "a seat")
        self.games = Training(**self._plan)
        self._ready = False
        self._seat_bots(self.games)
        actions = self.games.inputs.actions
        self.single_action_space = Discrete(actions)
        self.action_space = MultiDiscrete(np.full(self.num_envs, actions))
        self._set_code(code_of_inputs(self.games.inputs.values))

    def _seat_bots(self, games: Training) -> None:
        others = games.players - 1
        names = [self._bots] * others if isinstance(self._bots, str) else list(self._bots)
        if len(names) != others:
            raise ValueError(f"{len(names)} bots are named for {others} seats")
        if not 0 <= self._own <= others:
            raise ValueError(f"there is no seat {self._own}; expected one from 0 to {others}")
        number = {name: games.add(name) for name in dict.fromkeys(names)}
        who = [OUTSIDE, *(number[name] for name in names)]
        games.seats(np.roll(who, self._own).tolist())

    def _set_code(self, code: Code) -> None:
        self.code = code
        low, high = code.bounds()
        self.single_observation_space = Box(low, high, (code.size,), code.dtype.type)
        many = (self.num_envs, 1)
        self.observation_space = Box(np.tile(low, many), np.tile(high, many), (self.num_envs, code.size), code.dtype.type)

    def reset(
        self, *, seed: SupportsIndex | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """New games in all places; without a seed any."""
        number = None if seed is None else whole(seed, "a seed")
        super().reset(seed=number)
        self.games = Training(**self._plan, seed=seed_number(number))
        self._seat_bots(self.games)
        self.games.reset()
        self._ready = True
        return self.code.tell(self.games.input.copy()), self._infos()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """An action in each game. If one is not legal, nothing happens."""
        if not self._ready:
            raise ValueError("no game has begun; expected reset")
        before = self.games.input.copy()
        self.games.step(actions)
        games, done = self.games, self.games.done
        own = (games.player == OUTSIDE).argmax(1)
        rewards = games.reward[np.arange(self.num_envs), own].astype(np.float64)
        infos = self._infos()
        if done.any():
            final = np.full(self.num_envs, None, object)
            for place in np.flatnonzero(done):
                final[place] = self.code.tell(before[place])
            infos.update(final_obs=final, _final_obs=done > 0, final_info={}, _final_info=np.zeros(self.num_envs, bool))
        return self.code.tell(games.input.copy()), rewards, done == 1, done == 2, infos

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, bool)
        return {"action_mask": self.action_masks(), "_action_mask": every, "seat": self.games.seat.copy(), "_seat": every}

    def __getstate__(self) -> dict[str, Any]:
        """A copy is of the same kind, and its games begin with ``reset``."""
        return {**{key: value for key, value in self.__dict__.items() if key != "games"}, "_ready": False}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.games = Training(**self._plan)
        self._seat_bots(self.games)

    def action_masks(self) -> Array:
        """1 for each action that is legal, a row a game."""
        mask = self.games.mask.astype(np.int8)
        mask[self.games.seat < 0] = 1
        return mask

    def __str__(self) -> str:
        return f"<VectorEnv {self.games.setup.name} for {self.games.players}, {self.num_envs} games>"
