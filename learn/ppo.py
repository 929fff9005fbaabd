"""Self-play with a clipped policy gradient (PPO) that a magnet holds back.

A step has three forces: towards decisions that turned out better than was expected; towards chance, which weakens as time
goes by (entropy); and towards a copy of the policy that is renewed now and then, the magnet (magnetic mirror descent):
without it, policies for games with hidden cards run in circles. A share of the games is played against earlier policies,
and another inside the batch against bots.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from .network import Adam, Network


@dataclass
class Recipe:
    """How to learn; what is usual suits all games."""

    steps: int = 64  # of each game between two lessons
    epochs: int = 2
    parts: int = 8  # of what was seen, each a step of the weights
    rate: float = 7e-4  # of learning, falling to a twentieth
    trace: float = 0.95  # how much of what comes later counts beside what is expected
    chance: tuple[float, float] = (0.05, 0.01)  # the force towards it, at first and in the end
    magnet: float = 0.1
    renewed: int = 60  # lessons between two magnets
    kept: int = 15  # lessons between two policies that are kept as opponents
    league: int = 12  # that are kept
    clip: float = 0.2
    rounded: float = 0.75  # from this part of the time on with weights as the file has them


def advantages(xp, seat, worth, reward, done, last_seat, last_worth, trace: float):
    """How much better than expected each decision turned out, (steps, n), and where that is known.

    ``seat``, ``worth``: who decided and what that seat expected; ``reward`` (steps, n, seats): what the step brought.
    A seat's decisions follow each other, whatever others do in between; the last one of a game is followed by nothing.
    ``last_seat``, ``last_worth``: who decides after the last step, and what is expected then.
    """
    steps, n, seats = reward.shape
    row = xp.arange(n)
    ahead, gain, come = xp.zeros((n, seats)), xp.zeros((n, seats)), xp.zeros((n, seats))
    known = xp.zeros((n, seats), xp.bool)
    ahead[row, last_seat] = last_worth
    known[row, last_seat] = True
    out, sure = xp.zeros((steps, n)), xp.zeros((steps, n), xp.bool)
    for t in range(steps - 1, -1, -1):
        over = done[t][:, None]
        come = xp.where(over, reward[t], come + reward[t])
        ahead, gain = ahead * ~over, gain * ~over
        known = known | over
        s = seat[t]
        sure[t] = known[row, s]
        out[t] = (come[row, s] + ahead[row, s] - worth[t] + trace * gain[row, s]) * sure[t]
        ahead[row, s], gain[row, s], come[row, s] = worth[t], out[t], 0.0
        known[row, s] = True
    return out, sure


class Learner:
    """A network, the games it plays, and what it has learned from."""

    def __init__(self, xp, games, network: Network, recipe: Recipe, seed: int) -> None:
        self.xp, self.games, self.network, self.recipe = xp, games, network, recipe
        self.adam = Adam(xp, network.size)
        self.random = np.random.default_rng(seed)
        self.lessons = self.decisions = self.ended = 0
        self.magnet = xp.copy(network.flat)
        self.league = [xp.copy(network.flat)]
        self.rival = 0
        n, steps = games.n, recipe.steps
        self.rows = xp.zeros((steps, n, games.inputs.size), xp.int16)
        self.masks = xp.zeros((steps, n, games.actions), xp.bool)
        self.seats, self.chosen = xp.zeros((steps, n), xp.int64), xp.zeros((steps, n), xp.int64)
        self.likely, self.worth = xp.zeros((steps, n)), xp.zeros((steps, n))
        self.reward, self.done = xp.zeros((steps, n, games.seats)), xp.zeros((steps, n), xp.bool)
        self.others = xp.zeros((steps, n), xp.bool)
        self.present = xp.load(np.arange(games.seats)[None] < games.players[:, None])
        self.share = xp.load((1 / games.players).astype(np.float32))
        self.single = xp.load(games.learner.astype(np.int64))
        # Of each table how large, in the square, what its games bring to a seat is, and how many there were.
        self.square, self.count = np.zeros(len(games.tables)), np.zeros(len(games.tables))
        self.told: dict[str, float] = {}
        games.begin()
        self.settle()

    def settle(self, steps: int = 200) -> None:
        """Learns from games of chance what numbers are usual."""
        games, rows = self.games, []
        pick = np.random.default_rng(1)
        for t in range(steps):
            if t % 8 == 7:
                rows.append(games.row[pick.permutation(games.n)[:512]].copy())
            games.step((games.mask * pick.random(games.mask.shape, np.float32)).argmax(1).astype(np.int32))
        self.network.features.settle(np.concatenate(rows))

    def now(self):
        xp, games = self.xp, self.games
        return xp.load(games.row), xp.cast(xp.load(games.mask), xp.bool), xp.cast(xp.load(games.seat), xp.int64)

    def weights(self, part: float):
        """The weights as they are used: towards the end rounded as the file has them, so that it plays what was learned."""
        net = self.network
        return net.views(net.round(net.flat) if part >= self.recipe.rounded else net.flat)

    def play(self, weights) -> None:
        xp, games, net = self.xp, self.games, self.network
        rival = net.views(self.league[self.rival])
        k = games.rivals
        for t in range(self.recipe.steps):
            row, mask, seat = self.now()
            view, event = net.features(row)
            preference, worth, _ = net.forward(weights, (view, event))
            self.others[t] = seat == games.seats - 1
            if k:
                other = seat[:k] != self.single[:k]
                past = event[: k * games.inputs.events] if event is not None else None
                theirs, _, _ = net.forward(rival, (view[:k], past))
                preference = xp.cat([xp.where(other[:, None], theirs, preference[:k]), preference[k:]])
                self.others[t, :k] = self.others[t, :k] | other
            policy = net.log_policy(preference, mask)
            noise = -xp.log(-xp.log(xp.uniform(policy.shape).clip(1e-9, 1 - 1e-6)))
            act = (policy + noise).argmax(-1)
            self.rows[t], self.masks[t], self.seats[t], self.chosen[t] = row, mask, seat, act
            self.worth[t], self.likely[t] = worth, policy[xp.arange(games.n), act]
            xp.store(xp.cast(act, xp.int32), games.act)
            games.step(games.act)
            self.reward[t] = xp.load(games.reward)
            self.done[t] = xp.load(games.done) > 0
        self.decisions += self.recipe.steps * games.n

    def rewards(self):
        """What each seat gained beside the others of its game, in units of what its table's games usually bring."""
        xp, games = self.xp, self.games
        reward = self.reward
        if not games.together:
            mean = reward.sum(-1) * self.share
            reward = (reward - mean[:, :, None]) * self.present
        ends = xp.host(xp.cast(self.done, xp.float32).sum(0))
        square = xp.host((reward * reward).sum(-1).sum(0)) / games.players
        for i, rows in enumerate(games.tables):
            self.count[i] += ends[rows].sum()
            self.square[i] += square[rows].sum()
        self.ended += int(ends.sum())
        scale = np.sqrt(np.maximum(self.square / np.maximum(self.count, 1), 1e-6))
        unit = np.repeat(1 / np.where(self.count > 0, scale, 1), [rows.stop - rows.start for rows in games.tables])
        return reward * xp.load(unit.astype(np.float32))[:, None]

    def lesson(self, part: float) -> None:
        """Plays and learns; ``part`` of all the time has gone by."""
        xp, games, net, r = self.xp, self.games, self.network, self.recipe
        weights = self.weights(part)
        self.play(weights)
        reward = self.rewards()
        row, mask, seat = self.now()
        _, worth, _ = net.forward(weights, net.features(row))
        gain, sure = advantages(xp, self.seats, self.worth, reward, self.done, seat, worth, r.trace)
        flat = lambda x: x.reshape(-1, *x.shape[2:])
        gain, sure, masks = flat(gain), flat(sure & ~self.others), flat(self.masks)
        rows, chosen, likely, worth = map(flat, (self.rows, self.chosen, self.likely, self.worth))
        free = masks.sum(-1) > 1
        index = xp.indices(sure)
        some = gain[xp.indices(sure & free)]
        if len(some) < 2:
            return
        mean = some.mean()
        gain_spread = xp.sqrt(((some - mean) ** 2).mean()) + 1e-6
        target = gain + worth
        chance = r.chance[0] * (r.chance[1] / r.chance[0]) ** part
        rate = r.rate * (1 - 0.95 * part)
        size = r.steps * games.n // r.parts
        magnet = net.views(self.magnet)
        for _ in range(r.epochs):
            order = index[xp.permutation(len(index))]
            for at in range(0, len(order), size):
                k = order[at : at + size]
                weights = self.weights(part)
                self.learn(weights, magnet, rows[k], masks[k], chosen[k], likely[k], (gain[k] - mean) / gain_spread,
                           target[k], free[k], chance)
                self.adam.step(net.flat, net.gradient, rate)
        left = target[index] - worth[index]
        spread = target[index] - target[index].mean()
        self.told["explained"] = 1 - float((left * left).mean()) / max(1e-9, float((spread * spread).mean()))
        self.lessons += 1
        if self.lessons % r.kept == 0:
            self.keep()
        if self.lessons % r.renewed == 0:
            self.magnet = xp.copy(net.flat)
        self.rival = int(self.random.integers(len(self.league)))

    def keep(self) -> None:
        """Another earlier policy in the league; if it is full, one of the others goes, so that all times stay."""
        self.league.append(self.xp.copy(self.network.flat))
        if len(self.league) > self.recipe.league:
            del self.league[int(self.random.integers(len(self.league) - 1))]

    def learn(self, weights, magnet, rows, mask, chosen, likely, gain, target, free, chance) -> None:
        """The gradient of the loss for some decisions."""
        xp, net, r = self.xp, self.network, self.recipe
        features = net.features(rows)
        preference, worth, kept = net.forward(weights, features)
        log = net.log_policy(preference, mask)
        policy = xp.exp(log)
        log = log.clip(-30, None)
        held = net.log_policy(net.forward(magnet, features)[0], mask).clip(-30, None)
        at = xp.arange(len(chosen))
        ratio = xp.exp(log[at, chosen] - likely)
        count = xp.cast(free, xp.float32)
        count = count / count.sum().clip(1, None)
        moves = xp.where(gain > 0, ratio < 1 + r.clip, ratio > 1 - r.clip)
        pull = count * gain * ratio * moves
        entropy = -(policy * log).sum(-1)
        far = (policy * (log - held)).sum(-1)
        slope = policy * ((chance + r.magnet) * log - r.magnet * held + (chance * entropy - r.magnet * far)[:, None])
        slope = (slope * count[:, None]) + policy * pull[:, None]
        slope[at, chosen] -= pull
        off = worth - target
        net.backward(weights, kept, slope, off.clip(-1, 1) * (0.5 / len(at)))
        self.told["entropy"], self.told["magnet"] = (entropy * count).sum(), (far * count).sum()
