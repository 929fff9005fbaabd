"""The Pairs family of card games for those who study them.

One environment a game, in many shapes:

- :func:`make` has PettingZoo's AEC interface: one agent after the other; :class:`Parallel` those who decide at once in one step;
- :class:`Single` is gymnasium's, for one agent among bots, and :class:`VectorEnv` the same many times;
- :func:`vector` and :class:`Training` step thousands of games at once, in numpy arrays that are never copied;
- :func:`load_game` has OpenSpiel's: states with chance nodes and information states.

Beside them :class:`Bot` decides, :func:`arena` tells which of several is stronger, a function of yours
among them, :func:`odds` says what each decision is worth, :func:`imagine` and :func:`beliefs` what may be where one cannot
see, :func:`replay` and :func:`read` take records, and :func:`rules` explains. Numpy is all that is needed; gymnasium,
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

from . import zoo
from ._pairs import version as __version__
from .aec import Env, make
from .codes import floats, one_hot
from .contest import Rank, Share, arena
from .core import Bot, Choice, Odds, Record, beliefs, facts, imagine, names, odds, read, replay, rules
from .equilibrium import Solution, Tree, solve
from .gpu import Gpu
from .many import VectorEnv
from .nets import Net
from .parallel import Parallel
from .single import Single
from .spiel import Game, State, load_game, registered_names
from .training import Inputs, Training, inputs, know
from .vectors import Vector, vector

zoo.register()

__all__ = [
    "Bot", "Choice", "Env", "Game", "Gpu", "Inputs", "Net", "Odds", "Parallel", "Rank", "Record", "Share", "Single", "Solution", "State", "Training", "Tree",
    "Vector", "VectorEnv", "__version__", "arena", "beliefs", "facts", "floats", "imagine", "inputs", "know", "load_game",
    "make", "names", "odds", "one_hot", "read", "registered_names", "replay", "rules", "solve", "vector",
]
