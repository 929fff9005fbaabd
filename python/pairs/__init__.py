"""The Pairs family of card games for those who study them.

One environment a game, in three shapes:

- :func:`make` has PettingZoo's AEC interface: one agent after the other;
- :func:`vector` steps thousands of games at once, in numpy arrays that are never copied;
- :func:`load_game` has OpenSpiel's: states with chance nodes and information states.

Beside them :class:`Bot` decides, :func:`arena` tells which of several is stronger, a function of yours
among them, :class:`Training` steps games with opponents inside for who trains a player, :func:`odds` says what each decision is worth, :func:`replay` and
:func:`read` take records, and :func:`rules` explains. Numpy is all that is needed; gymnasium,
PettingZoo and OpenSpiel are used where they are installed.

>>> import pairs
>>> env = pairs.make("deadfall", players=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
>>> env.agents
[]
"""

from ._pairs import version as __version__
from .aec import Env, make
from .contest import Rank, Share, arena
from .core import Bot, Choice, Odds, Record, facts, names, odds, read, replay, rules
from .nets import Net
from .spiel import Game, State, load_game, registered_names
from .training import Inputs, Training, inputs, know
from .vectors import Vector, vector

__all__ = [
    "Bot", "Choice", "Env", "Game", "Inputs", "Net", "Odds", "Rank", "Record", "Share", "State", "Training", "Vector", "__version__",
    "arena", "facts", "inputs", "know", "load_game", "make", "names", "odds", "read", "registered_names", "replay", "rules",
    "vector",
]
