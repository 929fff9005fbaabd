"""Environments in the shape of PettingZoo's ParallelEnv: those who decide at once do so in one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from . import _pairs
from .aec import Alone, Env, Observation
from .core import CARD, LOT, OVER, Array, Bot, Record, Value, whole
from .spaces import Box, Dict, Discrete

if TYPE_CHECKING:
    Base = Alone
else:
    try:
        from pettingzoo import ParallelEnv as Base
    except ImportError:
        Base = Alone


class Parallel(Base):
    """One game in which all who have a decision to make act at the same time.

    A step takes an action of each agent, and those of agents who have nothing to decide, whose mask is all 0, count for
    nothing. It goes on until somebody is to decide again: in games where seats take turns that is after one decision.
    Observations, masks, rewards, bots and all else are as in :class:`pairs.Env`; ``max_cycles`` counts steps.

    >>> env = Parallel("octopus", players=4)
    >>> observations, infos = env.reset(seed=1)
    >>> sorted(observations) == env.agents
    True
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        bots: str | dict[str, str | Bot] | None = None,
        reward: str = "end",
        events: int | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self._env = Env(
            game, players, bots=bots, reward=reward, events=events, max_cycles=None, render_mode=render_mode, **options)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.setup = self._env.setup
        self.metadata = {**self._env.metadata, "is_parallelizable": True}
        self.possible_agents = self._env.possible_agents
        self.agents: list[str] = []
        self._take_spaces()

    def _take_spaces(self) -> None:
        self.observation_spaces, self.action_spaces = self._env.observation_spaces, self._env.action_spaces

    @property
    def code(self) -> Any:
        return self._env.code

    def _set_code(self, code: Any) -> None:
        self._env._set_code(code)
        self._take_spaces()

    @property
    def table(self) -> _pairs.Table:
        return self._env.table

    def reset(
        self, seed: SupportsIndex | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game; without a seed the next one of the last seed."""
        self._env.reset(seed)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        self._bots_act()
        return self._tell(self.agents)

    def step(
        self, actions: Mapping[str, SupportsIndex]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All who are to decide act at once. If one of the actions is not legal, nothing happens."""
        if not self.agents:
            raise ValueError("the game is over; expected reset")
        table, told, due = self.table, self.agents, self._due()
        chosen = {}
        for agent in due:
            if agent not in actions:
                raise ValueError(f"{agent} has a decision to make; expected an action")
            chosen[agent] = whole(actions[agent], "an action")
            if chosen[agent] not in table.legal(self._env._seat[agent]):
                table.play(self._env._seat[agent], chosen[agent])  # which says what is wrong
        for agent, action in chosen.items():
            if self._due_seats() >> self._env._seat[agent] & 1:
                table.play(self._env._seat[agent], action)
        self._bots_act()
        self._cycles += 1
        over = table.turn == OVER
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        gains = self._env._gains() if over or self._env._reward == "score" else None
        rewards = {agent: gains[self._env._seat[agent]] if gains else 0.0 for agent in told}
        if over or cut:
            self.agents = []
        observations, infos = self._tell(told)
        return observations, rewards, dict.fromkeys(told, over), dict.fromkeys(told, cut), infos

    def _due_seats(self) -> int:
        return 0 if self.table.turn in (OVER, CARD, LOT) else self.table.seats

    def _due(self) -> list[str]:
        return [agent for agent in self.possible_agents if self._due_seats() >> self._env._seat[agent] & 1]

    def _bots_act(self) -> None:
        """Chance, and bots as long as no agent waits; those who decide at once with agents do so when those have."""
        env = self._env
        env.table.draw(env._random)
        while self._due_seats() and not self._due():
            seat = env.table.seat
            env.table.play(seat, env._bots[seat].choose(env, seat, env._random))
            env.table.draw(env._random)

    def _tell(self, agents: list[str]) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        masks = {agent: self._mask(agent) for agent in agents}
        observations = {agent: {"observation": self._env._row(agent), "action_mask": masks[agent]} for agent in agents}
        return observations, {agent: {"action_mask": masks[agent].copy()} for agent in agents}

    def _mask(self, agent: str) -> Array:
        mask = np.zeros(self.setup.actions, np.int8)
        if agent in self.agents and self._due_seats():
            self.table.mask(self._env._seat[agent], mask)
        return mask

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Parallel:
        return self

    def state(self) -> Array:
        """All that there is to see, for who learns centrally: what each seat sees, one after the other."""
        return self._env.state()

    @property
    def state_space(self) -> Box:
        return self._env.state_space

    def render(self) -> str | None:
        """As :meth:`pairs.Env.render`."""
        return self._env.render()

    def close(self) -> None:
        """Nothing is left open."""

    def to_record(self) -> Record:
        """The game so far, to be written down."""
        return self._env.to_record()

    def __str__(self) -> str:
        return str(self._env)
