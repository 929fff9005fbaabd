"""Observations as numbers for networks: their bounds, and the same as floats or one-hot."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _pairs
from .core import NOBODY, Array

LARGE = 2**31 - 1  # of what nothing bounds: chips, scores
FAR = 1000  # more than that is told by its logarithm


@dataclass(frozen=True, eq=False)
class Code:
    """How a row of whole numbers is told. Each lies from ``low`` to ``high``; where ``values`` is not 0 it is one of
    several, from 0 to that."""

    low: Array
    high: Array
    values: Array
    form: str = "whole"  # whole, float or onehot

    @property
    def size(self) -> int:
        return len(self.low) if self.form != "onehot" else int(len(self.low) + self.values.sum())

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.low.dtype if self.form == "whole" else np.dtype(np.float32)

    def bounds(self) -> tuple[Array, Array]:
        """The least and the most of each number as it is told."""
        if self.form == "whole":
            return self.low, self.high
        low, high = self._scaled(self.low[None]), self._scaled(self.high[None])
        if self.form == "float":
            return low[0], high[0]
        hot = self._hot(np.zeros((1, len(self.low)), self.low.dtype))[0]
        plain = np.zeros(self.size, bool)
        plain[self._columns()[self.values == 0]] = True
        out = np.zeros_like(hot), np.ones_like(hot)
        out[0][plain], out[1][plain] = low[0][self.values == 0], high[0][self.values == 0]
        return out

    def tell(self, rows: Array) -> Array:
        """Rows, or one, in this form."""
        if self.form == "whole":
            return rows
        many = rows.reshape(-1, rows.shape[-1])
        out = self._scaled(many) if self.form == "float" else self._hot(many)
        return out.reshape(*rows.shape[:-1], -1)

    def _scaled(self, rows: Array) -> Array:
        """Numbers by the largest that they can be, those without bounds by their logarithm."""
        x = rows.astype(np.float32)
        most = np.maximum(np.abs(self.low.astype(np.int64)), np.abs(self.high.astype(np.int64)))
        far = most > FAR
        near = x / np.maximum(most, 1)
        return np.where(far, np.sign(x) * np.log2(1 + np.abs(x)) / 16, near).astype(np.float32)

    def _columns(self) -> Array:
        return np.concatenate([[0], np.cumsum(1 + self.values.astype(int))[:-1]])

    def _hot(self, rows: Array) -> Array:
        out = np.zeros((len(rows), self.size), np.float32)
        at, one = self._columns(), self.values > 0
        out[:, at[~one]] = self._scaled(rows)[:, ~one]
        where = np.clip(rows[:, one], 0, self.values[one]) + at[one]
        np.put_along_axis(out, where.astype(int), 1, 1)
        return out


def code_of_layout(setup: _pairs.Setup) -> Code:
    """Of what ``pairs layout GAME`` names."""
    view = json.loads(setup.table().view(NOBODY))
    cards = view["deck"] + view["discards"] + sum(len(zone["cards"]) for zone in view["zones"])
    players, size = setup.players, setup.size
    low, high, values = np.zeros(size, np.int64), np.full(size, LARGE, np.int64), np.zeros(size, np.int64)
    row = np.empty(size, np.int32)
    setup.table().observe(0, row)
    for part in json.loads(setup.layout())["parts"]:
        here = slice(part["offset"], part["offset"] + part["length"])
        kind = part["kind"]
        if kind == "seat":
            high[here] = values[here] = players - 1
        elif kind in ("over", "chips", "to_act", "dealer", "won", "lost"):
            high[here] = 1
        elif kind in ("deck", "discards", "gone", "ranks"):
            high[here] = cards
        elif kind == "options":  # they stay as they are
            low[here], high[here] = np.minimum(row[here], 0), np.maximum(row[here], 1)
        elif kind == "score":
            low[here] = -LARGE
        elif kind == "zone":
            count = np.tile(np.arange(part["each"]), part["length"] // part["each"])
            high[here] = np.where(count > 10, 10, cards)
            values[here] = np.where(count > 10, 10, 0)
        elif kind == "number":
            shown = np.tile(np.arange(part["each"]), part["length"] // part["each"]) == 0
            low[here], high[here] = np.where(shown, 0, -LARGE), np.where(shown, 1, LARGE)
    return Code(low.astype(np.int32), high.astype(np.int32), values)


def code_of_inputs(values: Array) -> Code:
    """Of what the learned players know: see :func:`pairs.inputs`."""
    one = values.astype(np.int16)
    most = np.where(one > 0, one, 30000).astype(np.int16)
    return Code(np.where(one > 0, 0, -30000).astype(np.int16), most, one.astype(np.int64))


def coded(env: Any, form: str) -> Any:
    """A copy of an environment whose observations are told in another form."""
    import copy
    from dataclasses import replace

    other = copy.deepcopy(env)
    other._set_code(replace(other.code, form=form))
    return other


def floats(env: Any) -> Any:
    """The same environment with observations of floats: each number by the largest that it can be, and those that nothing
    bounds (chips, scores) as sign(x) log2(1 + |x|) / 16.

    >>> env = floats(__import__("pairs").make("deadfall", players=3))
    >>> env.reset(seed=1)
    >>> env.last()[0]["observation"].dtype
    dtype('float32')
    """
    return coded(env, "float")


def one_hot(env: Any) -> Any:
    """The same environment with observations of floats, where what is one of several (a seat, a card of a row) is a 1 among
    zeros.

    >>> env = __import__("pairs").Single("deadfall", 3, seed=1)
    >>> env.reset(seed=1)[0].shape < one_hot(env).reset(seed=1)[0].shape
    True
    """
    return coded(env, "onehot")
