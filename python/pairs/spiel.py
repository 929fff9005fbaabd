"""Games and states in the shape of OpenSpiel's."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _pairs
from .core import BURN, CARD, EVERYTHING, LOT, NOBODY, OVER, Array, Record, Value, names, replay, seed_number, setup, whole

CHANCE_PLAYER, TERMINAL_PLAYER = -1, -4

EVENTS = 64  # so many of the latest are in an information state's tensor, where nobody asks for more
UNSEEN = 0  # the outcome of chance that burns a card: which one it is nobody ever sees, and it is left open
SUMS = {1: 0.0, 2: 1.0, 3: -1.0}  # of the returns, by what the library says of them: even, one wins, one loses
ALIKE = 4  # all win together, or none
SHUFFLE, GATHER = 1, 2  # kinds of events


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


class _TensorLayout(enum.Enum):
    HWC, CHW = 0, 1


class _PrivateInfoType(enum.Enum):
    ALL_PLAYERS, NONE, SINGLE_PLAYER = 0, 1, 2


@dataclass(frozen=True)
class _IIGObservationType:
    """What an observer is to tell; OpenSpiel's own where it is installed."""

    perfect_recall: bool
    public_info: bool = True
    private_info: Any = _PrivateInfoType.SINGLE_PLAYER


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
    provides_factored_observation_string: bool = False

    Dynamics, ChanceMode, Information = _Dynamics, _ChanceMode, _Information
    Utility, RewardModel = _Utility, _RewardModel


if TYPE_CHECKING:
    GameType = _GameType
    IIGObservationType = _IIGObservationType
    TensorLayout = _TensorLayout
else:
    try:
        from pyspiel import GameType, IIGObservationType, TensorLayout
    except ImportError:
        GameType, IIGObservationType, TensorLayout = _GameType, _IIGObservationType, _TensorLayout


class Observer:
    """What ``make_observation`` of OpenSpiel gives: ``tensor`` and its parts in ``dict``, filled by ``set_from``, and strings.

    With perfect recall it is the information state, else what lies on the table. A tensor tells what is public together
    with what the player alone knows; of either one alone there is a string only, and of all that is private as well.
    """

    def __init__(self, game: Game, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers have no parameters; {', '.join(params)} is none")
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is None or kind.public_info
        self._private = "SINGLE_PLAYER" if kind is None else kind.private_info.name
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if self._public and self._private == "SINGLE_PLAYER":
            size = game.information_state_tensor_size() if self._recall else game.observation_tensor_size()
            self.tensor = np.zeros(size, np.float32)
            self.dict = {"info_state" if self._recall else "observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is not None:
            fill = state.information_state_array if self._recall else state.observation_array
            self.tensor[:] = fill(player)

    def string_from(self, state: State, player: int) -> str:
        if self._recall:
            return state.information_state_string(EVERYTHING if self._private == "ALL_PLAYERS" else
                                                  NOBODY if self._private == "NONE" else player)
        looks = EVERYTHING if self._private == "ALL_PLAYERS" else NOBODY if self._private == "NONE" else player
        seen = json.loads(state.table.view(looks))
        if self._public:
            return json.dumps(seen, separators=(",", ":"))
        common = json.loads(state.table.view(NOBODY))["zones"]
        return json.dumps([zone for zone in seen["zones"] if zone not in common], separators=(",", ":"))


class Game:
    """A game with its options. Actions are numbered as ``pairs layout GAME`` says, outcomes of chance by rank or seat.

    A card that is burned has one outcome, 0: nobody ever sees which it is, so that it stays open until the deck is
    shuffled, and the cards that follow come out of the deck and all that was burned. ``events`` says how many of the
    latest events an information state's tensor has.
    """

    def __init__(self, game: str, players: int | None = None, *, events: int | None = None, **options: Value) -> None:
        self.setup = setup(game, players, options)
        self.events = EVENTS if events is None else whole(events, "a number of events")
        if self.events < 0:
            raise ValueError(f"there are not {events} events; expected 0 or more")
        self._parameters: dict[str, Any] = {"players": self.setup.players, **options}
        if events is not None:
            self._parameters["events"] = self.events

    def new_initial_state(self) -> State:
        """The first moment, which is left to chance in most games."""
        return State(self, self.setup.table())

    def new_initial_states(self) -> list[State]:
        """The only one, as a list."""
        return [self.new_initial_state()]

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
        return self.setup.size + self.events * _pairs.EVENT_NUMBERS

    def information_state_tensor_layout(self) -> Any:
        return TensorLayout.CHW

    def observation_tensor_layout(self) -> Any:
        return TensorLayout.CHW

    def make_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What a player is told, as an ``IIGObservationType`` asks for it; as observations are told without one."""
        if isinstance(kind, dict):
            kind, params = None, kind
        return Observer(self, kind, params)

    make_py_observer = make_observer

    def min_utility(self) -> float:
        """-1 where somebody wins or loses; where chips count nothing bounds what may be lost."""
        return -np.inf if self._chips else -1.0

    def max_utility(self) -> float:
        return np.inf if self._chips else 1.0

    def utility_sum(self) -> float | None:
        """What the returns of all players come to in every game; None where that is not always the same."""
        return SUMS.get(self.setup.returns)

    def max_game_length(self) -> int:
        """Far more decisions than ever seen; few games have a bound of their own."""
        return max(1000, 100 * int(self.setup.facts["decisions"]))

    def max_chance_nodes_in_history(self) -> int:
        return 10 * self.max_game_length()

    @property
    def _chips(self) -> bool:
        return bool(self.setup.facts["chips"])

    def get_type(self) -> Any:
        f = self.setup.facts
        return GameType(
            short_name=self.setup.name,
            long_name=self.setup.name,
            dynamics=GameType.Dynamics.SEQUENTIAL,
            chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=GameType.Information.IMPERFECT_INFORMATION,  # some cards are burned unseen in every deck
            utility=self._utility(),
            reward_model=GameType.RewardModel.TERMINAL,
            max_num_players=f["players_max"],
            min_num_players=f["players_min"],
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    def _utility(self) -> Any:
        if self.setup.returns == ALIKE:
            return GameType.Utility.IDENTICAL
        total = self.utility_sum()
        if total is None:
            return GameType.Utility.GENERAL_SUM
        return GameType.Utility.CONSTANT_SUM if total else GameType.Utility.ZERO_SUM

    def get_parameters(self) -> dict[str, Any]:
        return dict(self._parameters)

    def action_to_string(self, player: int, action: int) -> str:
        """An action of a player in words, whether it is legal or not."""
        return self.setup.text(player, action)

    def deserialize_state(self, text: str) -> State:
        """What ``State.serialize`` wrote, or any record: there the burned cards are those that it names."""
        state = State(self, replay(text).table)
        for word, steps in (("unseen", state._unseen), ("open", state._open)):
            line = re.search(rf"^# {word}((?: \d+)+)$", text, re.M)
            steps += map(int, line[1].split()) if line else ()
        return state

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
        self._unseen: list[int] = []  # the steps that burned a card of which nothing was said
        self._open: list[int] = []  # those of them since the last shuffle: it may yet turn out to be another one

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

    def _burns(self) -> bool:
        return self.table.turn == CARD and self.table.place == BURN

    def _piles(self) -> tuple[list[int], list[int]]:
        """How many cards of each rank the next one may come from: the pile, and what was burned of it unseen."""
        other, pile = self.table.source()
        burned = [0] * len(pile)
        if self._open and not other:
            steps = self.table.steps()
            for i in self._open:
                burned[steps[i][2]] += 1
        return pile, burned

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Ranks of cards, or seats that a lot may fall on, with their probabilities; 0 for a card that is burned."""
        if self._burns():
            return [(UNSEEN, 1.0)]
        if not self._open or self.table.turn != CARD:
            return self.table.chances()
        pile, burned = self._piles()
        size = pile[0] + sum(burned)
        counts = [(rank, pile[rank] + burned[rank]) for rank in range(1, len(pile))]
        return [(rank, count / size) for rank, count in counts if count]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Upward; those of chance at a chance node, none of a player who is not to act."""
        if player is None or player == self.current_player():
            if self.is_chance_node():
                return [outcome for outcome, _ in self.chance_outcomes()]
            return self.table.legal(self.table.seat) if self.is_player_node() else []
        return []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        player = self.current_player() if player is None else player
        size = self._game.max_chance_outcomes() if player == CHANCE_PLAYER else self._game.num_distinct_actions()
        mask = [0] * size
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def legal_chance_outcomes(self) -> list[int]:
        return [outcome for outcome, _ in self.chance_outcomes()] if self.is_chance_node() else []

    def apply_action(self, action: int) -> None:
        action = whole(action, "an action")
        if self.is_chance_node():
            self._happen(action)
        elif self.is_terminal():
            raise ValueError("the game is over; expected no action")
        else:
            self.table.play(self.table.seat, action)
        if self._open and not {SHUFFLE, GATHER}.isdisjoint(self.table.fresh()):
            self._open = []

    def apply_action_with_legality_check(self, action: int) -> None:
        self.apply_action(action)

    def _happen(self, outcome: int) -> None:
        if self._burns() and outcome == UNSEEN:
            step = self.move_number()
            self.table.happen(_commonest(self.table.source()[1]))
            self._unseen.append(step)
            self._open.append(step)
            return
        if self._open and self.table.turn == CARD and 0 < outcome <= 10:
            pile, burned = self._piles()
            if not pile[outcome] and burned[outcome]:
                self._burn_another(outcome, _commonest(pile))
        self.table.happen(outcome)

    def _burn_another(self, rank: int, instead: int) -> None:
        """A card comes that was burned as far as one could think: then it was another one that was burned."""
        steps = self.table.steps()
        at = next(i for i in self._open if steps[i][2] == rank)
        self.table.rewind(at)
        self.table.happen(instead)
        for turn, who, what in steps[at + 1:]:
            if turn in (CARD, LOT):
                self.table.happen(what)
            else:
                self.table.play(who, what)

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
        if action == UNSEEN:
            return "burn"
        return f"deal {self.table.setup.place(self.table.place)} {action}"

    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int:
        """The action of these words: ``string_to_action(player, text)``, or of the current player alone."""
        player = self.current_player() if text is None else int(player_or_text)
        text = str(player_or_text) if text is None else text
        if player != CHANCE_PLAYER:
            return self.table.setup.parse(player, text)
        if not self.is_chance_node():
            raise ValueError("nothing is left to chance now; expected a player's action")
        known = range(1, 11) if self._burns() else []  # one that is burned may be named as well
        for outcome in [*self.legal_actions(), *known]:
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
        player = self.current_player() if player is None else whole(player, "a player")
        if not 0 <= player < self.num_players():
            raise ValueError(f"there is no player {player}; expected one from 0 to {self.num_players() - 1}")
        return player

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player has seen and done: the same for two histories if and only if the player cannot tell
        them apart. It is to be compared, not to be read; ``observation_string`` is for people."""
        if player not in (NOBODY, EVERYTHING):
            player = self._player(player)
        return f"{player}:{self.table.infoset(player).hex()}"

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """What the player sees, and the latest events as the player was told them, the latest first: 64 of them, or
        as many as the game was loaded with.

        Of an event: its kind from 1, seat, other seat, zone and owner before, zone and owner after, number, verb from
        1 if it is a decision, its two arguments, whether all of it is known, how many cards, and of each rank. Seats
        count from the player, who is 1, to the left; 0 is nobody.
        """
        return list(map(float, self.information_state_array(player)))

    def information_state_array(self, player: int | None = None) -> Array:
        """The same as whole numbers in an array."""
        player = self._player(player)
        size = self._game.setup.size
        out = np.empty(self._game.information_state_tensor_size(), np.int32)
        self.table.observe(player, out[:size])
        self.table.events(player, self._game.events, out[size:])
        return out

    def observation_string(self, player: int | None = None) -> str:
        """What lies on the table as the player sees it."""
        return self.table.view(self._player(player))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What lies on the table as the player sees it: what ``pairs layout GAME`` names."""
        return list(map(float, self.observation_array(player)))

    def observation_array(self, player: int | None = None) -> Array:
        """The same as whole numbers in an array."""
        out = np.empty(self._game.setup.size, np.int32)
        self.table.observe(self._player(player), out)
        return out

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> State:
        """A state with another past that the player cannot tell from this one. ``sampler`` returns numbers from 0 to 1."""
        seed = int(sampler() * 2**53) if sampler else None
        table = self.table.imagine(self._player(player), _pairs.Random(seed_number(seed)))
        return self._with(table)

    # --- Where it comes from ---

    def history(self) -> list[int]:
        """All actions and outcomes of chance from the first moment on."""
        return [what for _, what in self.full_history()]

    def full_history(self) -> list[tuple[int, int]]:
        """The same with who acted, -1 for chance."""
        steps = self.table.steps()
        for i in self._unseen:
            steps[i] = (*steps[i][:2], UNSEEN)
        return [(CHANCE_PLAYER if turn in (CARD, LOT) else who, what) for turn, who, what in steps]

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        return len(self.table.steps())

    def is_initial_state(self) -> bool:
        return self.move_number() == 0

    def _with(self, table: _pairs.Table) -> State:
        """One at another table with the same steps as far as anybody can see."""
        other = State(self._game, table)
        other._unseen, other._open = self._unseen[:], self._open[:]
        return other

    def clone(self) -> State:
        return self._with(self.table.clone())

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back."""
        again = self._game.new_initial_state()
        for step in self.history()[:-1]:
            again.apply_action(step)
        self.table, self._unseen, self._open = again.table, again._unseen, again._open

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def serialize(self) -> str:
        """The record, which ``Game.deserialize_state`` reads; remarks say which burned cards stay open."""
        told = [f"# {word} {' '.join(map(str, steps))}\n"
                for word, steps in (("unseen", self._unseen), ("open", self._open)) if steps]
        return self.table.record() + "".join(told)

    def to_record(self) -> Record:
        """The game so far, to be written down."""
        return Record(self.table.clone())

    def to_dict(self) -> dict[str, Any]:
        """Where it stands: what ``pairs replay --json`` says."""
        told: dict[str, Any] = json.loads(self.table.json())
        return told

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


def _commonest(count: list[int]) -> int:
    """The rank of which there are the most cards, the highest of several; count[0] is all of them."""
    return max(range(1, len(count)), key=lambda rank: (count[rank], rank))


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
    written: dict[str, Any] = dict(word.partition("=")[::2] for word in inside.split(",") if word)
    written = {key: value == "True" if value in ("True", "False") else value for key, value in written.items()}
    every: dict[str, Any] = {**written, **(parameters or {}), **options}
    players, events = every.pop("players", None), every.pop("events", None)
    return Game(name, None if players is None else int(players), events=None if events is None else int(events), **every)


def registered_names() -> list[str]:
    """All games and variants."""
    return names()
