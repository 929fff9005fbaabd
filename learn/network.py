"""A small network: what a seat knows in, a preference for each decision and what the game is worth to it out.

The row of a seat (``Inputs``) becomes features: a quantity is shifted, scaled and rounded to one of 255 steps, one of
several becomes as many features of which one is 1. Each event that is told goes through the same few units, so that what
an event means is learned once. Then come three layers, the third beside a way around it. Gradients are written out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

STEPS = 127  # of a quantity to either side of what is usual
ONE = 32  # so many of them are 1: about a standard deviation


@dataclass
class Inputs:
    """What the numbers of a row are: ``view`` of what is seen now, then ``events`` with the numbers of ``event`` each.

    0 is a quantity, more is one of so many, from 1; 0 is none of them.
    """

    view: list[int]
    event: list[int] = field(default_factory=list)
    events: int = 0

    @property
    def size(self) -> int:
        return len(self.view) + self.events * len(self.event)


def places(values: list[int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which numbers are quantities; and for each feature after them which number it is of, and the value it is 1 for."""
    several = [(i, v) for i, count in enumerate(values) for v in range(1, count + 1)]
    source, value = np.array(several, np.int64).reshape(-1, 2).T
    return np.flatnonzero(np.array(values) == 0), source, value.astype(np.int16)


class Part:
    """Some numbers of a row, which may repeat, as features: the quantities, then what is one of several."""

    def __init__(self, xp, values: list[int], begin: int, repeats: int = 1) -> None:
        self.xp, self.numbers = xp, len(values)
        self.where = slice(begin, begin + repeats * len(values))
        self.quantities, self.source, self.value = places(values)
        self.size = len(self.quantities) + len(self.source)
        self.shift = np.zeros(len(self.quantities), np.float32)
        self.unit = np.ones(len(self.quantities), np.float32)
        self.take, self.of, self.equals = map(xp.load, (self.quantities, self.source, self.value))
        self.ready()

    def ready(self) -> None:
        self.minus, self.times = self.xp.load(self.shift), self.xp.load(1 / self.unit)

    def settle(self, rows: np.ndarray) -> None:
        """Units are such that a standard deviation is ONE of them."""
        x = rows[:, self.where].reshape(-1, self.numbers)[:, self.quantities].astype(np.float64)
        self.shift = np.round(x.mean(0)).astype(np.float32)
        self.unit = (np.maximum(x.std(0), 0.3) / ONE).astype(np.float32)
        self.ready()

    def __call__(self, rows):
        xp = self.xp
        x = rows[:, self.where].reshape(-1, self.numbers)
        steps = (xp.cast(x[:, self.take], xp.float32) - self.minus) * self.times
        steps = xp.floor(steps + 0.5).clip(-STEPS, STEPS) * (1 / ONE)
        return xp.cat([steps, xp.cast(x[:, self.of] == self.equals, xp.float32)], -1)


class Features:
    """Rows become features, those of what is seen and those of each event (None without events)."""

    def __init__(self, xp, inputs: Inputs) -> None:
        self.view = Part(xp, inputs.view, 0)
        self.event = Part(xp, inputs.event, len(inputs.view), inputs.events) if inputs.events else None

    def settle(self, rows: np.ndarray) -> None:
        """Learns from some rows what is usual."""
        self.view.settle(rows)
        if self.event:
            self.event.settle(rows)

    def __call__(self, rows):
        return self.view(rows), self.event(rows) if self.event else None


class Network:
    """Weights are one row of numbers, and views into it by name; so is the gradient."""

    def __init__(self, xp, inputs: Inputs, actions: int, width: int, units: int = 16, seed: int = 0) -> None:
        self.xp, self.inputs, self.actions, self.width, self.units = xp, inputs, actions, width, units
        self.features = Features(xp, inputs)
        view = self.features.view.size
        event = self.features.event.size if inputs.events else 0
        self.shapes = {"view": (view, width), "first": (width,)}
        if event:
            self.shapes |= {"event": (event, units), "each": (units,), "past": (inputs.events * units, width)}
        self.shapes |= {"second": (width, width), "second0": (width,), "third": (width, width), "third0": (width,)}
        self.shapes |= {"out": (width, actions + 1), "out0": (actions + 1,)}
        self.size = sum(int(np.prod(s)) for s in self.shapes.values())
        self.flat = xp.load(self.begin(np.random.default_rng(seed)))
        self.gradient = xp.zeros((self.size,))
        self.slope = self.views(self.gradient)

    def begin(self, random) -> np.ndarray:
        """He's initial weights; preferences and worth begin at nothing."""
        out = []
        for name, shape in self.shapes.items():
            if len(shape) == 1 or name == "out":
                out.append(np.zeros(int(np.prod(shape)), np.float32))
                continue
            inputs = shape[0] if name not in ("view", "past") else sum(self.shapes[n][0] for n in ("view", "past") if n in self.shapes)
            scale = (0.5 if name == "third" else 1.0) * (2 / inputs) ** 0.5
            out.append(random.normal(0, scale, shape).astype(np.float32).ravel())
        return np.concatenate(out)

    def views(self, flat):
        out, at = {}, 0
        for name, shape in self.shapes.items():
            size = int(np.prod(shape))
            out[name] = flat[at : at + size].reshape(shape)
            at += size
        return out

    def round(self, flat):
        """The same weights as the file has them: for each unit 127 steps to either side."""
        xp, out = self.xp, self.xp.copy(flat)
        for w in self.views(out).values():
            if w.ndim == 2:
                step = abs(w).T
                step = (xp.largest(step) / STEPS + 1e-12).T
                w[...] = xp.floor(w / step + 0.5) * step
        return out

    def forward(self, weights, features):
        """Preferences (n, actions), worth (n,), and what ``backward`` needs."""
        view, event = features
        w = weights
        z = view @ w["view"] + w["first"]
        past = None
        if event is not None:
            past = (event @ w["event"] + w["each"]).clip(0, None).reshape(view.shape[0], -1)
            z = z + past @ w["past"]
        h1 = z.clip(0, None)
        h2 = (h1 @ w["second"] + w["second0"]).clip(0, None)
        h3 = (h2 @ w["third"] + w["third0"]).clip(0, None)
        h = h2 + h3
        out = h @ w["out"] + w["out0"]
        return out[:, :-1], out[:, -1], (view, event, past, h1, h2, h3, h)

    def backward(self, weights, kept, d_preference, d_worth) -> None:
        """Fills ``gradient`` with that of a loss, by its slope in each preference and worth."""
        view, event, past, h1, h2, h3, h = kept
        w, g, xp = weights, self.slope, self.xp
        d = xp.cat([d_preference, d_worth[:, None]], -1)
        g["out"][...], g["out0"][...] = h.T @ d, d.sum(0)
        d = d @ w["out"].T
        d3 = d * (h3 > 0)
        g["third"][...], g["third0"][...] = h2.T @ d3, d3.sum(0)
        d2 = (d + d3 @ w["third"].T) * (h2 > 0)
        g["second"][...], g["second0"][...] = h1.T @ d2, d2.sum(0)
        d1 = (d2 @ w["second"].T) * (h1 > 0)
        g["view"][...], g["first"][...] = view.T @ d1, d1.sum(0)
        if event is not None:
            de = ((d1 @ w["past"].T) * (past > 0)).reshape(-1, self.units)
            g["past"][...] = past.T @ d1
            g["event"][...], g["each"][...] = event.T @ de, de.sum(0)

    def log_policy(self, preference, mask):
        """The logarithm of how likely each decision is; -1e9 or so for what is not legal."""
        xp = self.xp
        p = xp.where(mask, preference, xp.zeros(()) - 1e9)
        p = p - xp.largest(p)
        return p - xp.log(xp.exp(p).sum(-1))[:, None]


class Adam:
    def __init__(self, xp, size: int) -> None:
        self.xp, self.steps = xp, 0
        self.mean, self.square = xp.zeros((size,)), xp.zeros((size,))

    def step(self, flat, gradient, rate: float, most: float = 0.5) -> None:
        """One step against the gradient, whose length is cut to ``most``."""
        xp = self.xp
        self.steps += 1
        gradient *= (most / (xp.sqrt((gradient * gradient).sum()) + 1e-6)).clip(None, 1.0)
        self.mean *= 0.9
        self.mean += 0.1 * gradient
        self.square *= 0.999
        self.square += 0.001 * (gradient * gradient)
        rate *= (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        flat -= rate * (self.mean / (xp.sqrt(self.square) + 1e-6))
