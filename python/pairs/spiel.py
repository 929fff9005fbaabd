"""Games and states in the shape of OpenSpiel's."""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _pairs
from .core import CARD, LOT, OVER, Record, Value, names, replay, setup

CHANCE_PLAYER, TERMINAL_PLAYER = -1, -4

EVENTS = 64  # so many of the latest are in an information state's tensor


class _Dynamics(enum.Enum):
    SIMULTANEOUS, SEQUENTIAL, MEAN_FIELD = 0, 1, 2


class _ChanceMode(enum.Enum):
    DETERMINISTIC, EXPLICIT_STOCHASTIC, SAMPLED_STOCHASTIC = 0, 1, 2


class _Information(enum.Enum):
    ONE_SHOT, PERFECT_INFORMATION, IMPERFECT_INFORMATION = 0, 1, 2


class _Utility(enum.Enum):
    ZERO_SUM, CONSTANT_SUM, GENERAL_SUM, IDENTICAL = 0, 1, 2, 3


class _RewardModel(enum.Enum):
    REWARDS, TERMINAL = 0, 1


@dataclass
class _GameType:
    """What algorithms ask of a kind of game; OpenSpiel's own where it is installed."""

    short_name: str
    long_name: str
    dynamics: Any
    chance_mode: Any
    information: Any
    utility: Any
    reward_model: Any
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool
    provides_information_state_tensor: bool
    provides_observation_string: bool
    provides_observation_tensor: bool
    parameter_specification: dict[str, Any] = field(default_factory=dict)

    Dynamics, ChanceMode, Information = _Dynamics, _ChanceMode, _Information
    Utility, RewardModel = _Utility, _RewardModel


try:
    from pyspiel import GameType
except ImportError:
    GameType = _GameType


class Game:
    """A game with its options. Actions are numbered as ``pairs layout GAME`` says, outcomes of chance by rank or seat."""

    def __init__(self, game: str, players: int | None = None, **options: Value) -> None:
        self.setup = setup(game, players, options)
        self._parameters: dict[str, Any] = {"players": self.setup.players, **options}

    def new_initial_state(self) -> State:
        """The first moment, which is left to chance in most games."""
        return State(self, self.setup.table())

    def num_players(self) -> int:
        return self.setup.players

    def num_distinct_actions(self) -> int:
        return self.setup.actions

    def max_chance_outcomes(self) -> int:
        """Ranks go from 1 to 10, and seats from 0: more than the largest of both."""
        return 11

    def policy_tensor_shape(self) -> list[int]:
        return [self.setup.actions]

    def observation_tensor_shape(self) -> list[int]:
        return [self.setup.size]

    def observation_tensor_size(self) -> int:
        return self.setup.size

    def information_state_tensor_shape(self) -> list[int]:
        return [self.information_state_tensor_size()]

    def information_state_tensor_size(self) -> int:
        return self.setup.size + EVENTS * _pairs.EVENT_NUMBERS

    def min_utility(self) -> float:
        """-1 where somebody wins or loses; where chips count nothing bounds what may be lost."""
        return -np.inf if self._chips else -1.0

    def max_utility(self) -> float:
        return np.inf if self._chips else 1.0

    def utility_sum(self) -> float | None:
        """None: in most games not everything that one loses goes to another."""
        return None

    def max_game_length(self) -> int:
        """Far more decisions than ever seen; few games have a bound of their own."""
        return max(1000, 100 * self.setup.facts["decisions"])

    def max_chance_nodes_in_history(self) -> int:
        return 10 * self.max_game_length()

    @property
    def _chips(self) -> bool:
        return self.setup.facts["chips"]

    def get_type(self) -> Any:
        f = self.setup.facts
        return GameType(
            short_name=self.setup.name,
            long_name=self.setup.name,
            dynamics=GameType.Dynamics.SEQUENTIAL,
            chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=GameType.Information.IMPERFECT_INFORMATION,  # some cards are burned unseen in every deck
            utility=GameType.Utility.GENERAL_SUM,
            reward_model=GameType.RewardModel.TERMINAL,
            max_num_players=f["players_max"],
            min_num_players=f["players_min"],
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    def get_parameters(self) -> dict[str, Any]:
        return dict(self._parameters)

    def action_to_string(self, player: int, action: int) -> str:
        """An action of a player in words, whether it is legal or not."""
        return self.setup.text(player, action)

    def deserialize_state(self, text: str) -> State:
        return State(self, replay(text).table)

    def __str__(self) -> str:
        return f"{self.setup.name}({','.join(f'{key}={value}' for key, value in self._parameters.items())})"

    def __repr__(self) -> str:
        return f"load_game({self})"

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (self.setup.name, self._parameters)


def _game_again(name: str, parameters: dict[str, Any]) -> Game:
    return Game(name, **parameters)


class State:
    """A moment of a game with all that led to it.

    Where several decide at the same time they do so one after the other, the lowest seat first, and none learns
    what another has chosen before all have.
    """

    def __init__(self, game: Game, table: _pairs.Table) -> None:
        self._game = game
        self.table = table

    # --- Whose turn it is ---

    def current_player(self) -> int:
        """The seat to act; -1 for chance, -4 once the game is over."""
        seat = self.table.seat
        if seat >= 0:
            return seat
        return TERMINAL_PLAYER if self.is_terminal() else CHANCE_PLAYER

    def is_terminal(self) -> bool:
        return self.table.turn == OVER

    def is_chance_node(self) -> bool:
        return self.table.turn in (CARD, LOT)

    def is_player_node(self) -> bool:
        return self.table.seat >= 0

    def is_simultaneous_node(self) -> bool:
        return False

    def is_mean_field_node(self) -> bool:
        return False

    # --- What can come ---

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Ranks of cards, or seats that a lot may fall on, with their probabilities."""
        return self.table.chances()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Upward; those of chance at a chance node, none of a player who is not to act."""
        if player is None or player == self.current_player():
            if self.is_chance_node():
                return [outcome for outcome, _ in self.table.chances()]
            return self.table.legal(self.table.seat) if self.is_player_node() else []
        return []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        player = self.current_player() if player is None else player
        size = self._game.max_chance_outcomes() if player == CHANCE_PLAYER else self._game.num_distinct_actions()
        mask = [0] * size
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.table.happen(int(action))
        elif self.is_terminal():
            raise ValueError("the game is over; expected no action")
        else:
            self.table.play(self.table.seat, int(action))

    def child(self, action: int) -> State:
        """The state after an action; this one stays as it is."""
        state = self.clone()
        state.apply_action(action)
        return state

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """In the words of a record: ``action_to_string(player, action)``, or of the current player alone."""
        player, action = (self.current_player(), player_or_action) if action is None else (player_or_action, action)
        if player != CHANCE_PLAYER:
            return self._game.action_to_string(player, action)
        if self.table.turn == LOT:
            return f"lot {chr(ord('A') + action)}"
        return f"deal {self.table.setup.place(self.table.place)} {action}"

    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int:
        """The action of these words: ``string_to_action(player, text)``, or of the current player alone."""
        player, text = (self.current_player(), player_or_text) if text is None else (player_or_text, text)
        if player != CHANCE_PLAYER:
            return self.table.setup.parse(int(player), str(text))
        for outcome in self.legal_actions():
            if self.action_to_string(outcome) == text:
                return outcome
        raise ValueError(f"chance has no outcome {text!r} now; expected {self.table.expected()}")

    # --- What it brings ---

    def returns(self) -> list[float]:
        """What the game has brought each player; 0 before the end."""
        return self.table.returns()

    def rewards(self) -> list[float]:
        """All comes at the end."""
        return self.table.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    # --- What a player sees ---

    def _player(self, player: int | None) -> int:
        player = self.current_player() if player is None else player
        if not 0 <= player < self.num_players():
            raise ValueError(f"there is no player {player}; expected one from 0 to {self.num_players() - 1}")
        return player

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player has seen and done: the same for two histories if and only if the player cannot tell
        them apart. It is to be compared, not to be read; ``observation_string`` is for people."""
        player = self._player(player)
        return f"{player}:{self.table.infoset(player).hex()}"

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """What the player sees, and the 64 latest events as the player was told them, the latest first.

        Of an event: its kind from 1, seat, other seat, zone and owner before, zone and owner after, number, verb from
        1 if it is a decision, its two arguments, whether all of it is known, how many cards, and of each rank. Seats
        count from the player, who is 1, to the left; 0 is nobody.
        """
        player = self._player(player)
        size = self._game.setup.size
        out = np.empty(self._game.information_state_tensor_size(), np.int32)
        self.table.observe(player, out[:size])
        self.table.events(player, EVENTS, out[size:])
        return out.astype(np.float64).tolist()

    def observation_string(self, player: int | None = None) -> str:
        """What lies on the table as the player sees it."""
        return self.table.view(self._player(player))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What lies on the table as the player sees it: what ``pairs layout GAME`` names."""
        out = np.empty(self._game.setup.size, np.int32)
        self.table.observe(self._player(player), out)
        return out.astype(np.float64).tolist()

    # --- Where it comes from ---

    def history(self) -> list[int]:
        """All actions and outcomes of chance from the first moment on."""
        return [what for _, _, what in self.table.steps()]

    def full_history(self) -> list[tuple[int, int]]:
        """The same with who acted, -1 for chance."""
        return [(CHANCE_PLAYER if turn in (CARD, LOT) else who, what) for turn, who, what in self.table.steps()]

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        return len(self.table.steps())

    def clone(self) -> State:
        return State(self._game, self.table.clone())

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back."""
        self.table.rewind(self.move_number() - 1)

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def serialize(self) -> str:
        """The record, which ``Game.deserialize_state`` reads."""
        return self.table.record()

    def to_record(self) -> Record:
        """The game so far, to be written down."""
        return Record(self.table.clone())

    def to_dict(self) -> dict[str, Any]:
        """Where it stands: what ``pairs replay --json`` says."""
        return json.loads(self.table.json())

    def __str__(self) -> str:
        return self.table.record()

    def __repr__(self) -> str:
        return f"<{self._game} after {self.history_str() or 'nothing'}>"

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_again, (self._game, self.serialize())


def _state_again(game: Game, text: str) -> State:
    return game.deserialize_state(text)


def load_game(game: str, parameters: dict[str, Any] | None = None, **options: Any) -> Game:
    """A game by its name, with players and options by name, as a dict or in brackets after the name.

    >>> load_game("tournament(players=2,chips=1)").get_parameters()
    {'players': 2, 'chips': '1'}
    >>> game = load_game("tournament", players=2, chips=1)
    >>> state = game.new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> sorted(state.returns())
    [0.0, 1.0]
    """
    name, _, inside = game.rstrip(")").partition("(")
    written = dict(word.partition("=")[::2] for word in inside.split(",") if word)
    every: dict[str, Any] = {**written, **(parameters or {}), **options}
    players = every.pop("players", None)
    return Game(name, None if players is None else int(players), **every)


def registered_names() -> list[str]:
    """All games and variants."""
    return names()
