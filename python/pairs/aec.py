"""Environments in the shape of PettingZoo's AEC interface."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from . import _pairs
from .codes import Code, code_of_inputs, code_of_layout
from .core import NOBODY, OVER, Array, Bot, Record, Value, seed_number, setup, whole
from .single import RENDER_MODES, render_mode_of
from .spaces import Box, Dict, Discrete
from .training import inputs


class Alone:
    """Nothing is needed of PettingZoo; where it is installed its functions get what they expect."""


if TYPE_CHECKING:
    Base = Alone
else:
    try:
        from pettingzoo import AECEnv as Base
    except ImportError:
        Base = Alone


Observation = dict[str, Array]


class Env(Base):
    """One game, one agent after the other. Chance is the environment's own; a seed tells which.

    Agents are ``player_0`` and so on, in the order of their seats. Those who decide at the same time are asked one
    after the other, and none sees what another has chosen. Rewards come when the game is over: chips won or lost
    where chips count, else 1 for who has won, -1 for who has lost and 0 for the others; with ``reward="score"`` they are
    what each step changes in the score, for the better.

    An observation is a dict: ``observation``, whole numbers as ``pairs layout GAME`` names them, and
    ``action_mask``, 1 for each action that is legal now. The info of an agent has the mask as well. With ``events`` the
    observation is what the learned players know, with so many of the latest events (-1: the usual number): see
    :func:`pairs.inputs`. After ``max_cycles`` decisions of agents the game is cut off.
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
        self.setup = setup(game, players, options)
        self.metadata: dict[str, Any] = {
            "name": f"{self.setup.name}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        if reward not in ("end", "score"):
            raise ValueError(f"there is no reward {reward!r}; expected end or score")
        self._reward, self._most, self.render_mode = reward, max_cycles, render_mode_of(render_mode)
        seats = [f"player_{seat}" for seat in range(self.setup.players)]
        if isinstance(bots, str):
            bots = dict.fromkeys(seats[1:], bots)
        unknown = sorted(set(bots or {}) - set(seats))
        if unknown:
            raise ValueError(f"there is no agent {unknown[0]}; expected one of {', '.join(seats)}")
        self._bots = {
            seats.index(agent): bot if isinstance(bot, Bot) else Bot(bot)
            for agent, bot in (bots or {}).items()
        }
        self.possible_agents = [agent for seat, agent in enumerate(seats) if seat not in self._bots]
        if not self.possible_agents:
            raise ValueError("every seat has a bot; expected one for an agent")
        self._seat = {agent: seat for seat, agent in enumerate(seats)}
        self._inputs = None if events is None else inputs(game, events)
        self._set_code(code_of_layout(self.setup) if self._inputs is None else code_of_inputs(self._inputs.values))
        self.action_spaces = {agent: Discrete(self.setup.actions) for agent in self.possible_agents}
        self._seed, self._games = seed_number(None), 0
        self.agents: list[str] = []
        self.table: _pairs.Table = self.setup.table()

    def _set_code(self, code: Code) -> None:
        self.code = code
        low, high = code.bounds()
        self.observation_spaces = {
            agent: Dict({
                "observation": Box(low, high, (code.size,), code.dtype.type),
                "action_mask": Box(0, 1, (self.setup.actions,), np.int8),
            })
            for agent in self.possible_agents
        }

    # --- The game goes on ---

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same cards; without one the next game of the last seed begins."""
        if seed is not None:
            self._seed, self._games = seed_number(seed), 0
        self._random = _pairs.Random(self._seed, self._games)
        self._games += 1
        self.table = self.setup.table()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._taken, self._scores = 0, self.table.scores()
        self._go_on()

    def step(self, action: SupportsIndex | None) -> None:
        """The selected agent takes an action; None once it has ended, and it is removed then."""
        if not self.agents:
            raise ValueError("the game is over; expected reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._remove(agent, action)
            return
        if action is None:
            raise ValueError(f"{agent} has a decision to make; expected an action")
        self.table.play(self._seat[agent], whole(action, "an action"))
        self._taken += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._go_on()
        for each in self.agents:
            self._cumulative_rewards[each] += self.rewards[each]

    def _go_on(self) -> None:
        """Chance and bots, up to the next decision of an agent or the end."""
        self.table.draw(self._random)
        while self.table.seat in self._bots:
            seat = self.table.seat
            self.table.play(seat, self._bots[seat].choose(self, seat, self._random))
            self.table.draw(self._random)
        over = self.table.turn == OVER
        if over or self._reward == "score":
            brought = self._gains()
            self.rewards = {agent: brought[self._seat[agent]] for agent in self.agents}
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif self._most is not None and self._taken >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = f"player_{self.table.seat}"
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _gains(self) -> list[float]:
        """What has come to each seat since it was last asked for."""
        if self._reward == "end":
            return self.table.returns()
        facts, before = self.setup.facts, self._scores
        sign = -1 if facts["low_wins"] and not facts["chips"] else 1
        self._scores = self.table.scores()
        return [float(sign * (now - then)) for now, then in zip(self._scores, before)]

    def _remove(self, agent: str, action: SupportsIndex | None) -> None:
        if action is not None:
            raise ValueError(f"{agent} has ended; expected None, which is all that it can do")
        by_name: tuple[dict[str, Any], ...] = (
            self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos)
        for by_agent in by_name:
            del by_agent[agent]
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    # --- What there is to see ---

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, termination, truncation and info of the selected agent."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do: nothing while it is not selected."""
        mask = self.infos[agent]["action_mask"] if agent in self.infos else self._mask(agent)
        return {"observation": self._row(agent), "action_mask": mask.copy()}

    def _row(self, agent: str) -> Array:
        if self._inputs is None:
            row = np.empty(self.setup.size, np.int32)
            self.table.observe(self._seat[agent], row)
        else:
            row = np.zeros(self._inputs.size, np.int16)
            self.table.inputs(self._seat[agent], self._inputs.events, row)
        return self.code.tell(row)

    def state(self) -> Array:
        """All that there is to see, for who learns centrally: what each seat sees, one after the other."""
        rows = np.empty((self.setup.players, self.setup.size), np.int32)
        for seat, row in enumerate(rows):
            self.table.observe(seat, row)
        return rows.ravel()

    @property
    def state_space(self) -> Box:
        """Of all that there is to see."""
        low, high = code_of_layout(self.setup).bounds()
        n = self.setup.players
        return Box(np.tile(low, n), np.tile(high, n), (n * self.setup.size,), np.int32)

    def _asks(self, agent: str) -> bool:
        """Whether the agent may decide: one after the other, even where several do at once."""
        return agent == self.agent_selection and not self.truncations.get(agent, True)

    def _mask(self, agent: str) -> Array:
        mask = np.zeros(self.setup.actions, np.int8)
        if self._asks(agent):
            self.table.mask(self._seat[agent], mask)
        return mask

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agents, one after the other, up to the end or so many."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

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
    def unwrapped(self) -> Env:
        return self

    def render(self) -> str | None:
        """What has happened so far, as a spectator was told it: returned in ``ansi`` mode, else printed."""
        if self.render_mode is None:
            return None
        text = self.table.told(NOBODY, 0)
        if self.render_mode == "ansi":
            return text
        print(text, end="")
        return None

    def close(self) -> None:
        """Nothing is left open."""

    def to_record(self) -> Record:
        """The game so far, to be written down."""
        return Record(self.table.clone())

    def __str__(self) -> str:
        return str(self.metadata["name"])


def make(
    game: str,
    players: int | None = None,
    *,
    bots: str | dict[str, str | Bot] | None = None,
    reward: str = "end",
    events: int | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: Value,
) -> Env:
    """An environment of a game. ``bots`` play some seats: a name for all but the first, or names by agent; the rest is as
    in :class:`Env`.

    >>> env = make("pairs", players=3, bots="hint", target=11)
    >>> env.possible_agents
    ['player_0']
    >>> make("chess")
    Traceback (most recent call last):
    ...
    ValueError: there is no game 'chess'; expected a name from 'pairs list'
    """
    return Env(
        game, players, bots=bots, reward=reward, events=events, max_cycles=max_cycles, render_mode=render_mode, **options)
