#!/usr/bin/env python3
"""Trains a policy for Pairs against the rule of thumb, by gradient, in numpy: a minute on one core.

    python3 train.py [--seconds 40] [--players 2] [--svg curve.svg]

The cells (# %%) can be run one by one in an editor that knows them. In Pairs one player loses and nobody wins, so the
curve is the share of games that the learner loses; against equals it is one in so many players.
"""

# %% What is asked for
import argparse
import time

import numpy as np

import pairs

parser = argparse.ArgumentParser(description="Trains a policy for Pairs against the rule of thumb.")
parser.add_argument("--seconds", type=float, default=40, help="for how long (40)")
parser.add_argument("--iterations", type=int, default=10**9, help="no more steps of the gradient than so many")
parser.add_argument("--players", type=int, default=2, help="one learns, the others play by the rule of thumb (2)")
parser.add_argument("--games", type=int, default=512, help="how many are played at once (512)")
parser.add_argument("--evaluate", type=int, default=20000, help="over how many games the results are told (20000)")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--svg", default="curve.svg", help="where the picture of the curve goes (curve.svg)")
asked = parser.parse_args()
STEPS, HIDDEN, RATE = 64, 64, 0.003  # decisions between two gradients, units of the network, how fast it learns
draw = np.random.default_rng(asked.seed)


# %% The policy: what the seat sees -> two layers -> how likely each action is, and how good the moment is
class Network:
    def __init__(self, inputs, actions):
        scale = lambda a, b: draw.normal(0, a**-0.5, (a, b))
        self.weights = [scale(inputs, HIDDEN), np.zeros(HIDDEN), 0.1 * scale(HIDDEN, actions + 1), np.zeros(actions + 1)]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, x, mask):
        w1, b1, w2, b2 = self.weights
        hidden = np.tanh(x @ w1 + b1)
        out = hidden @ w2 + b2
        scores = np.where(mask, out[:, :-1], -np.inf)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, likely / likely.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, x, mask, actions, returns):
        """A step along the gradient of log-likelihood times advantage, and of the squared error of the baseline."""
        hidden, likely, value = self.forward(x, mask)
        advantage = returns - value
        taken = np.zeros_like(likely)
        taken[np.arange(len(x)), actions] = 1
        bonus = -likely * (np.log(likely + 1e-9) - (likely * np.log(likely + 1e-9)).sum(axis=1, keepdims=True))
        scale = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        out = np.hstack([scale[:, None] * (taken - likely) + 0.01 * bonus, advantage[:, None]]) / len(x)
        back = out @ self.weights[2].T * (1 - hidden**2)
        self.climb([x.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0)])

    def climb(self, gradients):
        """Adam."""
        self.updates += 1
        for w, g, (mean, square) in zip(self.weights, gradients, self.moments):
            mean += 0.1 * (g - mean)
            square += 0.01 * (g * g - square)
            w += RATE * mean / (1 - 0.9**self.updates) / (np.sqrt(square / (1 - 0.99**self.updates)) + 1e-8)


# %% Games against the rule of thumb: in place i the learner has seat i modulo the number of players
class Games:
    def __init__(self, n, seed):
        self.batch = pairs.vector("pairs", asked.players, n=n, seed=seed)
        self.opponent = pairs.Bot("hint")
        self.learner = np.arange(n) % asked.players
        self.actions = np.zeros(n, np.int32)

    def see(self):
        """What the seats to act see, as small numbers; and whether they are the learner's."""
        return self.batch.obs / 10.0, self.batch.mask.astype(bool), self.batch.seat == self.learner

    def act(self, actions, mine):
        """The learner's actions where it is to act, the opponent's elsewhere. Returns what the learner got, and ends."""
        self.actions[mine] = actions
        self.batch.choose(self.opponent, self.actions, ~mine)
        _, reward, done = self.batch.step(self.actions)
        return reward[np.arange(len(mine)), self.learner].copy(), done != 0


def sample(likely):
    """An action of each row, as likely as it says."""
    return (likely.cumsum(axis=1) > draw.random((len(likely), 1))).argmax(axis=1)


def share_lost(policy, enough, seed):
    """How often the learner loses, and half of a 95% interval."""
    games, lost, ended = Games(2048, seed), 0, 0
    while ended < enough:
        x, mask, mine = games.see()
        reward, done = games.act(policy(x[mine], mask[mine]), mine)
        lost, ended = lost - reward[done].sum(), ended + done.sum()
    share = lost / ended
    return share, 1.96 * np.sqrt(share * (1 - share) / ended)


# %% Train: play STEPS decisions in all games, then go up the gradient
games = Games(asked.games, asked.seed)
network = Network(games.batch.observation_size, games.batch.num_actions)
curve, told, begun = [], 1, time.monotonic()
while time.monotonic() - begun < asked.seconds and len(curve) < asked.iterations:
    played, rewards, dones = [], [], []
    for _ in range(STEPS):
        x, mask, mine = games.see()
        _, likely, _ = network.forward(x[mine], mask[mine])
        chosen = sample(likely)
        played.append((x[mine], mask[mine], mine, chosen))
        reward, done = games.act(chosen, mine)
        rewards.append(reward)
        dones.append(done)
    x, mask, _ = games.see()
    ahead = network.forward(x, mask)[2]  # games that go on are worth what the baseline says
    returns = []
    for reward, done in zip(reversed(rewards), reversed(dones)):
        ahead = np.where(done, reward, ahead)
        returns.append(ahead.copy())
    gained = [r[mine] for r, (_, _, mine, _) in zip(reversed(returns), played)]
    network.learn(*(np.concatenate([row[i] for row in played]) for i in (0, 1, 3)), np.concatenate(gained))
    ended = np.concatenate(dones)
    curve.append(float(-np.concatenate(rewards)[ended].mean()) if ended.any() else float("nan"))
    if time.monotonic() - begun > 5 * told:
        told += 1
        print(f"{time.monotonic() - begun:5.0f} s  {len(curve):4} steps of the gradient, lost in the last: {curve[-1]:.1%}")


# %% What came of it
def sparkline(values, width=60):
    parts = [np.nanmean(part) for part in np.array_split(np.array(values), min(width, len(values)))]
    low, high = min(parts), max(parts)
    return "".join("▁▂▃▄▅▆▇█"[int(7.99 * (v - low) / (high - low + 1e-9))] for v in parts)


def picture(values, equal, path):
    """The curve as SVG, each point the mean of some steps; the line across is a player as good as the others."""
    parts = [np.nanmean(part) for part in np.array_split(np.array(values), min(80, len(values)))]
    high = max(parts + [equal]) * 1.1
    at = lambda i, v: f"{40 + 740 * i / max(1, len(parts) - 1):.1f},{260 - 240 * v / high:.1f}"
    line = " ".join(at(i, v) for i, v in enumerate(parts))
    y = 260 - 240 * equal / high
    with open(path, "w", encoding="utf-8") as out:
        out.write(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300" font-family="sans-serif" font-size="12">'
            f'<path d="M40 20V260H780" fill="none" stroke="#888"/><path d="M40 {y:.1f}H780" stroke="#888" '
            f'stroke-dasharray="4"/><text x="45" y="{y - 5:.1f}">as good as the rule of thumb: {equal:.0%}</text>'
            f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>'
            f'<text x="40" y="290">share of games lost, over {len(values)} steps of the gradient</text></svg>\n'
        )


anything = lambda x, mask: sample(mask / mask.sum(axis=1, keepdims=True))
learned = lambda x, mask: network.forward(x, mask)[1].argmax(axis=1)
print(f"\nlost while it learned: {sparkline(curve)}")
for name, policy in [("at random", anything), ("learned", learned)]:
    share, error = share_lost(policy, asked.evaluate, asked.seed + 1)
    print(f"{name + ':':11} loses {share:.1%} ± {error:.1%} of the games against the rule of thumb")
print(f"an equal:   would lose {1 / asked.players:.1%}")
picture(curve, 1 / asked.players, asked.svg)
print(f"the curve is in {asked.svg}")
