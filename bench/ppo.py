#!/usr/bin/env python3
"""How many decisions a second are made and learned from, from end to end, with a batch on a GPU and with the same on all cores:
self-play with PPO, a network of two layers of 256, PyTorch. In both cases the network is on the GPU.

Usage: ppo.py [GAME PLAYERS [SECONDS]]
"""

import os
import sys
import time

import torch

import pairs

WIDTH, STEPS, EPOCHS, PARTS = 256, 32, 2, 8
CUDA = torch.device("cuda")


class OnGpu:
    """Games whose arrays are tensors already."""

    name = "GPU"

    def __init__(self, game, players, n):
        self.games = pairs.vector(game, players, n, seed=1, device="cuda")
        for name in ("seat", "obs", "mask", "reward", "done"):
            setattr(self, name, torch.from_dlpack(getattr(self.games, name)))

    def step(self, actions):
        self.games.step(actions)


class OnCores:
    """The same on all cores: what is told is copied to the GPU, and decisions are copied back."""

    name = f"{os.cpu_count()} cores"

    def __init__(self, game, players, n):
        self.games = pairs.vector(game, players, n, seed=1, threads=os.cpu_count())
        self.tell()

    def tell(self):
        for name in ("seat", "obs", "mask", "reward", "done"):
            setattr(self, name, torch.from_numpy(getattr(self.games, name)).to(CUDA))

    def step(self, actions):
        self.games.step(actions.cpu().numpy())
        self.tell()


class Learner:
    def __init__(self, batch, rate=5e-4):
        self.batch, games = batch, batch.games
        self.n, self.players = games.n, games.players
        self.net = torch.nn.Sequential(
            torch.nn.Linear(games.observation_size, WIDTH), torch.nn.ReLU(), torch.nn.Linear(WIDTH, WIDTH), torch.nn.ReLU(),
            torch.nn.Linear(WIDTH, games.num_actions + 1),
        ).to(CUDA)
        self.adam = torch.optim.Adam(self.net.parameters(), rate, fused=True)
        self.rows = torch.empty((STEPS, self.n, games.observation_size), dtype=torch.bfloat16, device=CUDA)
        self.masks = torch.empty((STEPS, self.n, games.num_actions), dtype=torch.bool, device=CUDA)

    def think(self, row, mask):
        """How likely each decision is, as a logarithm, and what is expected."""
        with torch.autocast("cuda", torch.bfloat16):
            out = self.net(row)
        out = out.float()
        return out[:, :-1].masked_fill(~mask, -1e9).log_softmax(-1), out[:, -1]

    @torch.no_grad()
    def play(self):
        """Some steps of all games: who decided what, how likely that was, what was expected, what came of it."""
        seats, chosen, likely, worth, reward, done = [], [], [], [], [], []
        for t in range(STEPS):
            batch = self.batch
            self.rows[t] = batch.obs.float().clamp(-100, 100) * 0.1
            self.masks[t] = batch.mask != 0
            policy, expected = self.think(self.rows[t], self.masks[t])
            act = (policy - torch.empty_like(policy).exponential_().log()).argmax(-1)
            seats.append(batch.seat.long())
            chosen.append(act)
            likely.append(policy.gather(1, act[:, None])[:, 0])
            worth.append(expected)
            batch.step(act.int())
            reward.append(batch.reward.clone(memory_format=torch.contiguous_format))
            done.append(batch.done != 0)
        return tuple(torch.stack(x) for x in (seats, chosen, likely, worth, reward, done))

    @torch.no_grad()
    def look_back(self, seats, worth, reward, done):
        """What each decision came to, up to the next one of its seat or the end; where that is known."""
        row = torch.arange(self.n, device=CUDA)
        come = torch.zeros((self.n, self.players), device=CUDA)
        known = torch.zeros((self.n, self.players), dtype=torch.bool, device=CUDA)
        out, sure = torch.empty_like(worth), torch.empty_like(done)
        for t in range(STEPS - 1, -1, -1):
            come = torch.where(done[t][:, None], reward[t], come + reward[t])
            known |= done[t][:, None]
            out[t], sure[t] = come[row, seats[t]], known[row, seats[t]]
            come[row, seats[t]], known[row, seats[t]] = worth[t], True
        return out, sure

    def lesson(self):
        seats, chosen, likely, worth, reward, done = self.play()
        target, sure = self.look_back(seats, worth, reward, done)
        target = torch.where(sure, target, worth)
        gain = target - worth
        gain /= gain.std() + 1e-6
        each = STEPS // PARTS
        for _ in range(EPOCHS):
            for part in torch.randperm(STEPS).split(each):
                some = part.to(CUDA)
                policy, expected = self.think(self.rows[some].flatten(0, 1), self.masks[some].flatten(0, 1))
                now = policy.gather(1, chosen[some].flatten()[:, None])[:, 0]
                ratio, g = (now - likely[some].flatten()).exp(), gain[some].flatten()
                chance = -(policy.exp() * policy.clamp(min=-20)).sum(-1).mean()
                loss = -torch.min(ratio * g, ratio.clamp(0.8, 1.2) * g).mean() - 0.01 * chance
                loss = loss + 0.5 * (expected - target[some].flatten()).square().mean()
                self.adam.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.adam.step()
        return STEPS * self.n


def measure(batch, seconds):
    """Decisions a second."""
    learner = Learner(batch)
    for _ in range(3):
        learner.lesson()
    torch.cuda.synchronize()
    begun, made = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        made += learner.lesson()
    torch.cuda.synchronize()
    return made / (time.monotonic() - begun)


def main(game="deadfall", players="3", seconds="5"):
    print(f"{game} for {players}: decisions a second, made and learned from; {EPOCHS} epochs, a network of {WIDTH}\n")
    print("| batch | games | decisions a second |\n|---|---|---|")
    speeds = {}
    for kind in (OnGpu, OnCores):
        for n in (1 << 14, 1 << 16, 1 << 17):
            speed = measure(kind(game, int(players), n), float(seconds))
            speeds[kind] = max(speeds.get(kind, 0), speed)
            print(f"| {kind.name} | {n} | {speed / 1e6:.2f} M |", flush=True)
    print(f"\n{speeds[OnGpu] / speeds[OnCores]:.1f} times as fast")


if __name__ == "__main__":
    main(*sys.argv[1:])
