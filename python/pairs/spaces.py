"""Spaces of actions and observations: gymnasium's where it is installed, else the little of them that is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .core import Array

class Space:
    """Values of a shape and a type, and a generator to draw some of them."""

    def __init__(self, shape: tuple[int, ...] | None, dtype: Any) -> None:
        self.shape, self.dtype = shape, None if dtype is None else np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def contains(self, x: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    __hash__ = None  # type: ignore[assignment]


class OwnDiscrete(Space):
    """The numbers from 0 to n - 1.

    >>> OwnDiscrete(3).sample(np.array([0, 1, 0], np.int8))
    1
    """

    def __init__(self, n: int) -> None:
        super().__init__((), np.int64)
        self.n = n

    def sample(self, mask: Array | None = None) -> int:
        """One of them; of those whose mask is 1 if there is a mask, and 0 if it allows none."""
        if mask is None:
            return int(self._random.integers(self.n))
        if np.shape(mask) != (self.n,):
            raise ValueError(f"the mask has the shape {np.shape(mask)}; expected {(self.n,)}")
        allowed = np.flatnonzero(mask)
        return int(self._random.choice(allowed)) if len(allowed) else 0

    def contains(self, x: Any) -> bool:
        whole = isinstance(x, (int, np.integer)) or isinstance(x, np.ndarray) and x.shape == () and x.dtype.kind in "iu"
        return whole and 0 <= int(x) < self.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class OwnBox(Space):
    """Arrays of a shape, each number from low to high."""

    def __init__(self, low: Any, high: Any, shape: tuple[int, ...], dtype: Any) -> None:
        super().__init__(shape, dtype)
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

    def sample(self, mask: None = None) -> Array:
        if self.low.dtype.kind == "f":
            return self._random.uniform(self.low, self.high).astype(self.dtype)
        return self._random.integers(self.low, self.high, self.shape, self.dtype, endpoint=True)

    def contains(self, x: Any) -> bool:
        fits = isinstance(x, np.ndarray) and x.shape == self.shape and np.can_cast(x.dtype, self.dtype)
        return bool(fits and np.all(x >= self.low) and np.all(x <= self.high))

    def __repr__(self) -> str:
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


class OwnMultiDiscrete(Space):
    """Several numbers at once, each from 0 to one less than its own."""

    def __init__(self, nvec: Any) -> None:
        self.nvec = np.asarray(nvec, np.int64)
        super().__init__(self.nvec.shape, np.int64)

    def sample(self, mask: None = None) -> Array:
        return self._random.integers(0, self.nvec)

    def contains(self, x: Any) -> bool:
        fits = isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype.kind in "iu"
        return bool(fits and np.all(x >= 0) and np.all(x < self.nvec))

    def __repr__(self) -> str:
        return f"MultiDiscrete({self.nvec.tolist()})"


class OwnDict(Space):
    """Spaces by name."""

    def __init__(self, spaces: dict[str, Any]) -> None:
        super().__init__(None, None)
        self.spaces = spaces

    def __getitem__(self, key: str) -> Any:
        return self.spaces[key]

    def seed(self, seed: int | None = None) -> None:
        for space in self.spaces.values():
            space.seed(seed)

    def sample(self, mask: None = None) -> dict[str, Any]:
        return {key: space.sample() for key, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(x[k] in s for k, s in self.spaces.items())

    def __repr__(self) -> str:
        return f"Dict({self.spaces})"


if TYPE_CHECKING:
    Box = OwnBox
    Dict = OwnDict
    Discrete = OwnDiscrete
    MultiDiscrete = OwnMultiDiscrete
else:
    try:
        from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
    except ImportError:
        Box, Dict, Discrete, MultiDiscrete = OwnBox, OwnDict, OwnDiscrete, OwnMultiDiscrete


class Choices(Discrete):
    """Numbers of which only those of ``mask`` may be taken now, so that those are drawn.

    >>> space = Choices(3)
    >>> space.mask = np.array([0, 0, 1], np.int8)
    >>> space.sample(), 0 in space
    (2, True)
    """

    mask: Array | None = None

    def sample(self, mask: Any = None, **more: Any) -> Any:
        if mask is None and not more and self.mask is not None and self.mask.any():
            return super().sample(self.mask)
        return super().sample(mask, **more)

    __hash__ = None  # type: ignore[assignment]


__all__ = ["Box", "Choices", "Dict", "Discrete", "MultiDiscrete"]
