"""Networks as the program plays them: whole numbers only, in a file of a hundred kilobytes or less.

``src/bots/net.h`` has the arithmetic and the file. :func:`layer` makes whole numbers of floating ones, :func:`pack`
writes the file, and :func:`think` reckons with numpy what the program does, bit by bit. :class:`Net` is the program's own.

A layer takes features whose steps are ``units`` and gives results in steps of ``unit``: a feature of 3 in steps of 0.5
stands for 1.5. Those of a row are in steps of 1 / ONE, preferences in steps of 1 / STEP.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from . import _pairs
from .core import Array
from .training import Inputs, inputs

VERSION, ONE, STEP = 1, 32, 256
MODELS = 13
TIMES_BITS, BIAS_BITS, QUANTITY_BITS = 20, 12, 16


@dataclass
class Quantities:
    """How the quantities of a part of the row become features: (x - offset) * times / 2**16."""

    offset: Array
    times: Array


@dataclass
class Layer:
    """For each group of features that goes in: ``times`` of each unit and weights, (features, units). And one bias."""

    times: list[Array]
    weights: list[Array]
    bias: Array


@dataclass
class Numbers:
    """A network. ``event`` and ``told``, the layer of each event, are None where the inputs have no events."""

    inputs: Inputs
    view: Quantities
    event: Quantities | None
    told: Layer | None
    first: Layer
    second: Layer
    third: Layer
    last: Layer


def quantities(offset: Array, unit: Array) -> Quantities:
    """Quantities of which ``offset`` becomes 0, and ``unit`` more becomes 1."""
    times = np.round(2.0**QUANTITY_BITS * ONE / np.asarray(unit, np.float64))
    return Quantities(np.round(offset).astype(np.int16), times.clip(1, 2**31 - 1).astype(np.int32))


def layer(weights: list[Array], bias: Array, units: list[float], unit: float) -> Layer:
    """Of floating weights, a group of (features, units) for each group of features, whose steps are ``units``."""
    out = Layer([], [], np.round(np.asarray(bias, np.float64) / unit * 2**BIAS_BITS).clip(-(2**31), 2**31 - 1).astype(np.int32))
    for group, feature in zip(weights, units):
        group = np.asarray(group, np.float64)
        step = np.maximum(np.abs(group).max(0), 1e-9) / 127
        out.weights.append(np.round(group / step).astype(np.int8))
        out.times.append(np.round(step * feature / unit * 2**TIMES_BITS).clip(0, 2**31 - 1).astype(np.int32))
    return out


class Net:
    """A network as the program plays it, from its file; ValueError if it is none for the inputs of its game.

    >>> Net(b"")
    Traceback (most recent call last):
    ...
    ValueError: this is no network; expected a file for the bot 'net'
    """

    def __init__(self, file: bytes) -> None:
        self._net = _pairs.Net(file)
        self.game, self.inputs = self._net.game, inputs(self._net.game, self._net.events)

    def think(self, rows: Array) -> tuple[Array, Array]:
        """How much it prefers each decision, legal or not, and what it expects, for each row; in steps of 1 / STEP."""
        rows = np.ascontiguousarray(rows, np.int16)
        out = np.zeros((len(rows), self.inputs.actions + 1), np.int32)
        self._net.think(len(rows), rows, out)
        return out[:, :-1], out[:, -1]


# --- Arithmetic ---------------------------------------------------------------------------------------


def _features(values: Array, q: Quantities, rows: Array) -> Array:
    """Rows of a part become features: quantities first, then what is one of several."""
    x = rows.astype(np.int64)
    y = ((x[:, values == 0] - q.offset) * q.times + (1 << (QUANTITY_BITS - 1))) >> QUANTITY_BITS
    several = [(x[:, i] == value) * ONE for i in np.flatnonzero(values) for value in range(1, values[i] + 1)]
    return np.concatenate([y.clip(-127, 127)] + [s[:, None] for s in several], 1)


def _sum(one: Layer, groups: list[Array]) -> Array:
    y = (one.bias.astype(np.int64) << (TIMES_BITS - BIAS_BITS)) + (1 << (TIMES_BITS - 1))
    for times, weights, features in zip(one.times, one.weights, groups):
        y = y + features @ weights.astype(np.int64) * times.astype(np.int64)
    return y >> TIMES_BITS


def think(net: Numbers, rows: Array) -> tuple[Array, Array]:
    """Preferences and expectation for each row, in steps of 1 / STEP."""
    view, each, values = net.inputs.view, net.inputs.each, net.inputs.values
    groups = [_features(values[:view], net.view, rows[:, :view])]
    if net.told and net.event:
        features = _features(values[view : view + each], net.event, rows[:, view:].reshape(-1, each))
        groups.append(_sum(net.told, [features]).clip(0, 127).reshape(len(rows), -1))
    first = _sum(net.first, groups).clip(0, 127)
    second = _sum(net.second, [first]).clip(0, 127)
    third = _sum(net.third, [second]).clip(0, 127)
    last = _sum(net.last, [second + third]).clip(-(2**24), 2**24)
    return last[:, :-1], last[:, -1]


# --- File ---------------------------------------------------------------------------------------------


class _Coder:
    """The coder that ``src/bots/net.c`` has the other end of."""

    def __init__(self) -> None:
        self.low, self.range, self.out = 0, 0xFFFFFFFF, bytearray()
        self.chance = [[1024] * 256 for _ in range(MODELS)]
        self.check = 0x811C9DC5

    def byte(self, byte: int, model: int) -> None:
        self.check = (self.check ^ byte) * 0x01000193 & 0xFFFFFFFF
        chance, at = self.chance[model], 1
        for i in range(7, -1, -1):
            bit, p = byte >> i & 1, chance[at]
            bound = (self.range >> 11) * p
            if bit:
                self.low += bound
                self.range -= bound
                chance[at] = p - (p >> 5)
            else:
                self.range = bound
                chance[at] = p + ((2048 - p) >> 5)
            at = at << 1 | bit
            while self.range < 1 << 24:
                self.shift()
                self.range <<= 8

    def shift(self) -> None:
        if self.low >> 32:
            at = len(self.out) - 1
            while self.out[at] == 255:
                self.out[at] = 0
                at -= 1
            self.out[at] += 1
            self.low &= 0xFFFFFFFF
        self.out.append(self.low >> 24)
        self.low = self.low << 8 & 0xFFFFFFFF

    def numbers(self, numbers: Array, size: int) -> None:
        for number in np.asarray(numbers).ravel().tolist():
            for i, byte in enumerate((number & (1 << 8 * size) - 1).to_bytes(size, "little")):
                self.byte(byte, 9 + i)

    def weights(self, weights: Array) -> None:
        for row in weights.tolist():
            one = other = 0
            for weight in row:
                self.byte(weight & 255, min((abs(one) + abs(other)).bit_length(), 8))
                one, other = weight, one

    def layer(self, one: Layer) -> None:
        for times in one.times:
            self.numbers(times, 4)
        self.numbers(one.bias, 4)
        for weights in one.weights:
            self.weights(weights)

    def end(self) -> bytes:
        for _ in range(4):
            self.shift()
        return bytes(self.out)


def pack(net: Numbers) -> bytes:
    """The file of a network."""
    coder = _Coder()
    for part in (net.view, net.event):
        if part:
            coder.numbers(part.offset, 2)
            coder.numbers(part.times, 4)
    for one in (net.told, net.first, net.second, net.third, net.last):
        if one:
            coder.layer(one)
    code = coder.end()
    layout, name = net.inputs, net.inputs.game.encode()
    units = len(net.told.bias) if net.told else 0
    sizes = struct.pack("<QHHHI", layout.hash, layout.events, units, len(net.first.bias), coder.check)
    return b"pairsnet" + bytes([VERSION, len(name)]) + name + sizes + code
