"""Spaces of actions and observations: gymnasium's where it is installed, else the little of them that is needed."""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError:

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

    class Discrete(Space):  # type: ignore[no-redef]
        """The numbers from 0 to n - 1.

        >>> Discrete(3).sample(np.array([0, 1, 0], np.int8))
        1
        """

        def __init__(self, n: int) -> None:
            super().__init__((), np.int64)
            self.n = n

        def sample(self, mask: np.ndarray | None = None) -> int:
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

    class Box(Space):  # type: ignore[no-redef]
        """Arrays of a shape, each number from low to high."""

        def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: Any) -> None:
            super().__init__(shape, dtype)
            self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

        def sample(self, mask: None = None) -> np.ndarray:
            low, high = int(self.low.min()), int(self.high.max())
            return self._random.integers(low, high, self.shape, self.dtype, endpoint=True)

        def contains(self, x: Any) -> bool:
            fits = isinstance(x, np.ndarray) and x.shape == self.shape and np.can_cast(x.dtype, self.dtype)
            return bool(fits and np.all(x >= self.low) and np.all(x <= self.high))

        def __repr__(self) -> str:
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"

    class Dict(Space):  # type: ignore[no-redef]
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


__all__ = ["Box", "Dict", "Discrete"]
