"""The names of all games where gymnasium and PettingZoo look for them: ``gymnasium.make("pairs/Deadfall-v0")``,
``pettingzoo.make("aec", "pairs/deadfall-v0")``, and modules in the manner of PettingZoo:

>>> from pairs.zoo import deadfall_v0
>>> deadfall_v0.env(players=3).possible_agents
['player_0', 'player_1', 'player_2']
>>> deadfall_v0.parallel_env(players=3).max_num_agents
3
"""

from __future__ import annotations

import functools
import importlib
import re
import types
from typing import Any

from .aec import Env
from .core import names
from .parallel import Parallel


def title(name: str) -> str:
    """A name as gymnasium has it.

    >>> title("horn-of-plenty")
    'HornOfPlenty'
    """
    return "".join(word.capitalize() for word in name.split("-"))


@functools.cache
def _module(name: str) -> types.ModuleType:
    module = types.ModuleType(f"pairs.zoo.{name.replace('-', '_')}_v0", f"{name} in the manner of PettingZoo.")
    module.env = module.raw_env = functools.partial(Env, name)  # type: ignore[attr-defined]
    module.parallel_env = functools.partial(Parallel, name)  # type: ignore[attr-defined]
    return module


def __getattr__(attribute: str) -> Any:
    found = re.fullmatch(r"(\w+?)_v0(_env|_parallel_env)?", attribute)
    name = found[1].replace("_", "-") if found else ""
    if not found or name not in names():
        raise AttributeError(f"module 'pairs.zoo' has no attribute {attribute!r}")
    return getattr(_module(name), found[2][1:]) if found[2] else _module(name)


def register() -> None:
    """Tells gymnasium and PettingZoo of all names; done once when the package is imported."""
    gymnasium, pettingzoo = _installed("gymnasium"), _installed("pettingzoo")
    for name in names():
        stem, known = f"pairs.zoo:{name.replace('-', '_')}_v0", f"pairs/{title(name)}-v0"
        if gymnasium and known not in gymnasium.registry:
            gymnasium.register(
                known, entry_point="pairs.single:Single", vector_entry_point="pairs.many:VectorEnv", kwargs={"game": name})
        if hasattr(pettingzoo, "register"):  # which early versions have not
            pettingzoo.register("aec", f"pairs/{name}-v0", entry_point=f"{stem}_env")
            pettingzoo.register("parallel", f"pairs/{name}-v0", entry_point=f"{stem}_parallel_env")


def _installed(name: str) -> Any:
    """A package if it is there, else None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
