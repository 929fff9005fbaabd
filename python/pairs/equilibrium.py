"""Small games of two solved as exactly as wanted: the whole tree, and regrets that are matched on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .core import Array
from .spiel import Game, State


@dataclass
class _Level:
    """The nodes of one depth that have branches, as rows; those of chance have set -1."""

    node: list[int] = field(default_factory=list)
    set: list[int] = field(default_factory=list)  # the information set of who decides
    first: list[int] = field(default_factory=list)  # the first branch of each node
    count: list[int] = field(default_factory=list)


class Tree:
    """Everything that can happen in a game of two whose sum is known, in arrays: levels of nodes, branches, information sets.

    ``nodes``, ``sets`` and ``keys`` say how large it is; a tree of more than ``most`` nodes is refused.
    """

    def __init__(self, game: Game, most: int = 2_000_000) -> None:
        total = game.utility_sum()
        if game.num_players() != 2 or total is None:
            raise ValueError("what is solved is a game of two whose returns always come to the same sum")
        self.game, self.total, self._most = game, total, most
        self.keys: dict[str, int] = {}
        self.actions: list[list[int]] = []  # of each information set
        self.player: list[int] = []
        self._levels: list[_Level] = []
        self._to: list[int] = []  # of each branch, the node that it leads to
        self._chance: list[float] = []  # how likely it is; 0 where somebody decides
        self._slot: list[int] = []  # the row in a strategy; -1 where chance decides
        self._offset: list[int] = []  # of each information set, its first row
        self._depth: list[int] = []
        self._rows = 0
        self._ends: list[tuple[int, float]] = []
        self.nodes = 0
        self._grow(game.new_initial_state(), 0)
        self._pack()

    @property
    def sets(self) -> int:
        return len(self.keys)

    def _set_of(self, state: State, depth: int) -> int:
        player = state.current_player()
        key = state.information_state_string(player)
        if key not in self.keys:
            self.keys[key] = len(self.actions)
            self.actions.append(state.legal_actions())
            self.player.append(player)
            self._offset.append(self._rows)
            self._depth.append(depth)
            self._rows += len(self.actions[-1])
        at = self.keys[key]
        if self._depth[at] != depth:
            raise ValueError("a player who cannot tell how many steps were taken is not solved")
        return at

    def _grow(self, state: State, depth: int) -> int:
        """Adds a node with all below it; returns its number."""
        node = self.nodes
        self.nodes += 1
        if self.nodes > self._most:
            raise ValueError(f"the game has more than {self._most} nodes")
        if state.is_terminal():
            self._ends.append((node, state.returns()[0] - self.total / 2))
            return node
        while len(self._levels) <= depth:
            self._levels.append(_Level())
        if state.is_chance_node():
            at, branches = -1, state.chance_outcomes()
        else:
            at = self._set_of(state, depth)
            branches = [(action, 0.0) for action in self.actions[at]]
        below = [self._grow(state.child(action), depth + 1) for action, _ in branches]
        level = self._levels[depth]
        level.node.append(node)
        level.set.append(at)
        level.first.append(len(self._to))
        level.count.append(len(branches))
        self._to += below
        self._chance += [likely for _, likely in branches]
        self._slot += [-1 if at < 0 else self._offset[at] + i for i in range(len(branches))]
        return node

    def _pack(self) -> None:
        self._value = np.zeros(self.nodes)
        for node, value in self._ends:
            self._value[node] = value
        to, chance, slot = np.array(self._to, int), np.array(self._chance), np.array(self._slot, int)
        who = np.array([*self.player, -1])
        sets = np.repeat(np.arange(self.sets), [len(actions) for actions in self.actions])
        self._row_set, self._row_player = sets, who[sets]
        self._steps = []
        for level in self._levels:
            count = np.array(level.count)
            ids = np.repeat(np.array(level.first), count) + np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
            of = np.repeat(np.array(level.node), count)
            self._steps.append((of, to[ids], chance[ids], slot[ids], np.repeat(who[np.array(level.set)], count)))

    def uniform(self) -> Array:
        """The strategy of both that takes everything equally often: a number for each action of each information set."""
        size = np.array([len(actions) for actions in self.actions])
        return 1.0 / size[self._row_set]

    def _weights(self, strategy: Array) -> list[Array]:
        return [np.where(slot < 0, chance, strategy[slot]) for _, _, chance, slot, _ in self._steps]

    def _reaches(self, weights: list[Array]) -> Array:
        """How likely each player, and chance as the third, makes it that a node is reached."""
        reach = np.ones((3, self.nodes))
        for (of, to, _, _, who), weight in zip(self._steps, weights):
            for player in range(3):
                reach[player, to] = reach[player, of] * np.where(who % 3 == player, weight, 1.0)
        return reach

    def _values(self, weights: list[Array]) -> Array:
        """What each node is worth to the first player."""
        value = self._value.copy()
        for (of, to, _, _, _), weight in zip(reversed(self._steps), reversed(weights)):
            np.add.at(value, of, weight * value[to])
        return value

    def value(self, strategy: Array) -> float:
        """What the first player gets on average, of the returns."""
        return float(self._values(self._weights(strategy))[0]) + self.total / 2

    def best(self, strategy: Array, player: int) -> float:
        """The most that a player can get against the other's strategy, of the returns."""
        weights = self._weights(strategy)
        reach = self._reaches(weights)
        others = reach[2] * reach[1 - player]
        sign = 1.0 if player == 0 else -1.0
        value = sign * self._value
        for (of, to, _, slot, who), weight in zip(reversed(self._steps), reversed(weights)):
            own = who == player
            np.add.at(value, of[~own], weight[~own] * value[to[~own]])
            if not own.any():
                continue
            gain = np.zeros(self._rows)
            np.add.at(gain, slot[own], others[of[own]] * value[to[own]])
            most = np.full(self.sets, -np.inf)
            np.maximum.at(most, self._row_set, gain)
            takes = gain >= most[self._row_set]
            first = np.full(self.sets, self._rows)
            np.minimum.at(first, self._row_set[takes], np.flatnonzero(takes))
            chosen = first[self._row_set[slot[own]]] == slot[own]
            value[of[own][chosen]] = value[to[own][chosen]]
        return float(value[0]) + self.total / 2

    def exploitability(self, strategy: Array) -> float:
        """By how much both could do better against the other, on average: 0 for an equilibrium."""
        return (self.best(strategy, 0) + self.best(strategy, 1) - self.total) / 2


@dataclass(frozen=True)
class Solution:
    """A strategy for both players, near an equilibrium."""

    value: float  # what the first player gets on average, of the returns
    exploitability: float  # by how much both could do better, on average
    iterations: int
    nodes: int
    sets: int
    policy: dict[str, dict[int, float]]  # by information state string


def solve(game: Game, gap: float = 1e-6, iterations: int = 100_000, most: int = 2_000_000) -> Solution:
    """Solves a small game of two until nobody could do better by more than ``gap`` on average, by going through the whole
    of it again and again: regret matching+ with alternating updates and weights that grow with the square of the iteration
    (predictive: the last regret is counted twice).

    >>> from pairs import load_game
    >>> game = load_game("deadfall", players=2, hands=1, blind_start=True, first="A", deck="2-2-2-0-0-0-0-0-0-0")
    >>> found = solve(game, gap=1e-5)
    >>> found.exploitability < 1e-5
    True
    """
    tree = Tree(game, most)
    regret, latest, mean = np.zeros(tree._rows), np.zeros(tree._rows), np.zeros(tree._rows)
    done, found, check = 0, tree.uniform(), 16
    while done < iterations:
        done += 1
        for player in range(2):
            strategy = _matched(tree, np.maximum(regret + latest, 0))
            weights = tree._weights(strategy)
            reach, value = tree._reaches(weights), tree._values(weights)
            sign = 1.0 if player == 0 else -1.0
            change, visits = np.zeros(tree._rows), np.zeros(tree._rows)
            for of, to, _, slot, who in tree._steps:
                own = who == player
                gain = sign * reach[2, of[own]] * reach[1 - player, of[own]] * (value[to[own]] - value[of[own]])
                np.add.at(change, slot[own], gain)
                visits[slot[own]] = reach[player, of[own]]
            regret = np.maximum(regret + change, 0)
            mine = tree._row_player == player
            latest = np.where(mine, change, latest)
            mean += np.where(mine, done * done * visits * strategy, 0)
        if done == check or done == iterations:
            check += max(16, check // 4)
            found = _matched(tree, mean)
            if tree.exploitability(found) < gap:
                break
    rows: dict[str, dict[int, float]] = {}
    for key, at in tree.keys.items():
        first = tree._offset[at]
        rows[key] = {action: float(found[first + i]) for i, action in enumerate(tree.actions[at])}
    return Solution(tree.value(found), tree.exploitability(found), done, tree.nodes, tree.sets, rows)


def _matched(tree: Tree, weight: Array) -> Array:
    """In proportion to weights, uniform where all are 0."""
    total = np.zeros(tree.sets)
    np.add.at(total, tree._row_set, weight)
    all_of = total[tree._row_set]
    out: Array = np.where(all_of > 0, weight / np.where(all_of > 0, all_of, 1), tree.uniform())
    return out


__all__: list[Any] = ["Solution", "Tree", "solve"]
