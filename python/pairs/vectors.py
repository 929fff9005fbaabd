"""Thousands of games at once, in arrays that are never copied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy as np

from . import _pairs
from .core import Array, Bot, Value, seed_number, setup
from .many import VectorEnv

if TYPE_CHECKING:
    from .gpu import Gpu

REWARDS = {"end": 0, "score": 1}


def ids_of(actions: Any) -> Array:
    """Whole numbers as the library takes them.

    >>> ids_of([0.5, 1])
    Traceback (most recent call last):
    ...
    TypeError: actions are whole numbers; an array of float64 has others
    """
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers; an array of {array.dtype} has others")
    return np.ascontiguousarray(array, np.int32)


class Vector:
    """``n`` games of one setup, stepped together; a game that ends makes room for the next one.

    The arrays are filled anew by each step, so copy what is to be kept:

    - ``seat``, shape (n,): who decides next;
    - ``obs``, (n, size): what that seat sees, whole numbers as ``pairs layout GAME`` names them;
    - ``mask``, (n, actions): 1 for each action that is legal;
    - ``reward``, (n, players): what the step brought each seat, ``player_0`` first;
    - ``done``, (n,): 1 if the step ended the game, and 2 if it was cut off after a million steps. All but the reward
      is of the next game then.

    Place i plays the games i, i + n, i + 2n and so on of the seed, the same whatever the number of threads. With
    :meth:`random_actions` these are the games of ``pairs sim --bots random`` with the same seed.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        n: int = 1024,
        seed: SupportsIndex | None = None,
        threads: int = 1,
        *,
        reward: str = "end",
        **options: Value,
    ) -> None:
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; expected {' or '.join(REWARDS)}")
        if not 1 <= n <= 2**20:
            raise ValueError(f"a batch of {n} games cannot be made; expected 1 to {2**20}")
        self.setup = setup(game, players, options)
        self.n, self.players = n, self.setup.players
        self.seat = np.zeros(n, np.int32)
        self.obs = np.zeros((n, self.setup.size), np.int32)
        self.mask = np.zeros((n, self.setup.actions), np.uint8)
        self.reward = np.zeros((n, self.players), np.float32)
        self.done = np.zeros(n, np.uint8)
        self._actions = np.zeros(n, np.int32)
        self._random = _pairs.Random(0 if seed is None else seed_number(seed), 2**63)  # for bots; no game has this stream
        self._batch = _pairs.Batch(
            self.setup,
            n,
            seed_number(seed),
            REWARDS[reward],
            threads,
            self.seat,
            self.obs,
            self.mask,
            self.reward,
            self.done,
        )
        self.reset()

    @property
    def num_actions(self) -> int:
        return self.setup.actions

    @property
    def observation_size(self) -> int:
        return self.setup.size

    def reset(self) -> Array:
        """The first games again; returns ``obs``."""
        self._batch.begin()
        return self.obs

    def step(self, actions: Array) -> tuple[Array, Array, Array]:
        """An action in each game; returns ``obs``, ``reward`` and ``done``. If one is not legal, nothing happens."""
        self._batch.step(ids_of(actions))
        return self.obs, self.reward, self.done

    def random_actions(self) -> Array:
        """A legal action for each game, any as likely as any other. The array is filled anew each time."""
        self._batch.random(self._actions)
        return self._actions

    def choose(self, bot: Bot, actions: Array, where: Array | None = None) -> Array:
        """Has a bot decide, by what lies on the table, where ``where`` is true; elsewhere ``actions`` stays as it is.

        >>> games = Vector("pairs", 2, n=3, seed=1)
        >>> actions = games.random_actions()
        >>> _ = games.step(games.choose(Bot("hint"), actions, games.seat == 1))
        """
        if actions.dtype != np.int32 or not actions.flags.c_contiguous:
            raise ValueError("the actions are not an array of int32, one after the other")
        where = np.ones(self.n, bool) if where is None else np.ascontiguousarray(where, bool)
        self._batch.choose(bot._bot, self._random, where, actions)
        return actions


@overload
def vector(
    game: str, players: int | None = None, n: int = ..., seed: SupportsIndex | None = None, threads: int = 1, *,
    reward: str = ..., num_envs: None = None, device: None = None, **options: Any,
) -> Vector: ...


@overload
def vector(game: str, players: int | None = None, *, num_envs: int, **options: Any) -> VectorEnv: ...


@overload
def vector(
    game: str, players: int | None = None, n: int = ..., seed: SupportsIndex | None = None, *, reward: str = ..., device: str,
    **options: Any,
) -> Gpu: ...


def vector(
    game: str,
    players: int | None = None,
    n: int = 1024,
    seed: SupportsIndex | None = None,
    threads: int = 1,
    *,
    reward: str | None = None,
    num_envs: int | None = None,
    device: str | None = None,
    **options: Any,
) -> Vector | VectorEnv | Gpu:
    """Many games at once. ``reward`` is ``end``, or ``score`` for what each step changes in the score.

    >>> games = vector("pairs", players=2, n=4096, seed=1)
    >>> for _ in range(100):
    ...     obs, reward, done = games.step(games.random_actions())
    >>> obs.shape == (4096, games.observation_size), reward.shape
    (True, (4096, 2))

    With ``num_envs`` they are those of one agent among bots, in the shape of gymnasium: :class:`pairs.VectorEnv`.

    >>> vector("pairs", players=2, num_envs=8).num_envs
    8

    With ``device="cuda"`` they are played by a GPU, and all arrays lie there: :class:`pairs.Gpu`.
    """
    if device is not None:
        from .gpu import Gpu

        if num_envs is not None:
            raise ValueError("many environments are played by the processor; expected no device")
        return Gpu(game, players, n, seed, reward=reward or "end", device=device, **options)
    if num_envs is not None:
        if seed is not None:
            raise ValueError("many environments get their seed from reset(seed=...); expected none here")
        return VectorEnv(game, players, num_envs=num_envs, threads=threads, reward=reward or "share", **options)
    return Vector(game, players, n, seed, threads, reward=reward or "end", **options)
