"""Many games at once in the memory of a GPU, where PyTorch, JAX or CuPy take what is told without a copy."""

from __future__ import annotations

import ctypes
from typing import Any, SupportsIndex

import numpy as np

from . import _pairs
from .core import Array, Value, seed_number, setup, whole
from .vectors import REWARDS, ids_of

CUDA = 2  # a kind of device, as DLPack numbers them
KINDS = {"i": 0, "u": 1, "f": 2}  # of numbers, likewise


def device_number(name: str) -> int:
    """Which GPU it is.

    >>> device_number("cuda"), device_number("cuda:1")
    (0, 1)
    >>> device_number("cpu")
    Traceback (most recent call last):
    ...
    ValueError: there is no device 'cpu'; expected cuda, cuda:1 and so on
    """
    kind, _, number = name.partition(":")
    if kind != "cuda" or (number and not number.isdecimal()) or name.endswith(":"):
        raise ValueError(f"there is no device {name!r}; expected cuda, cuda:1 and so on")
    return int(number or 0)


class Tensor(ctypes.Structure):
    """``DLManagedTensor``, with the ``DLTensor`` that it begins with."""

    _fields_ = [
        ("data", ctypes.c_void_p), ("device", ctypes.c_int32), ("number", ctypes.c_int32), ("dimensions", ctypes.c_int32),
        ("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p), ("offset", ctypes.c_uint64), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
    ]


lent: dict[int, Any] = {}  # what others may still look at, by its address


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def give_back(address: int) -> None:
    lent.pop(address, None)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def drop(capsule: int) -> None:
    """A capsule goes that nobody has taken."""
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule), b"dltensor"):
        lent.pop(pointer(ctypes.c_void_p(capsule), b"dltensor"), None)


pointer = ctypes.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
capsule_new = ctypes.pythonapi.PyCapsule_New
capsule_new.restype, capsule_new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class DeviceArray:
    """An array in the memory of a GPU, by columns. ``torch.from_dlpack(a)`` and ``torch.as_tensor(a, device="cuda")`` take it
    where it is; ``numpy()`` copies it."""

    def __init__(self, games: Gpu, address: int, shape: tuple[int, ...], dtype: Any) -> None:
        self.games, self.address, self.shape, self.dtype = games, address, shape, np.dtype(dtype)

    @property
    def _steps(self) -> tuple[int, ...]:
        """From one element to the next in each dimension, in elements."""
        return (1,) if len(self.shape) == 1 else (1, self.shape[0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape, "typestr": self.dtype.str, "data": (self.address, False), "version": 3, "stream": 1,
            "strides": tuple(step * self.dtype.itemsize for step in self._steps),
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self.games.number

    def __dlpack__(self, **unused: Any) -> Any:
        many = ctypes.c_int64 * len(self.shape)
        shape, strides = many(*self.shape), many(*self._steps)
        tensor = Tensor(
            self.address, CUDA, self.games.number, len(self.shape), KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1,
            ctypes.addressof(shape), ctypes.addressof(strides), 0, None, ctypes.cast(give_back, ctypes.c_void_p),
        )
        at = ctypes.addressof(tensor)
        lent[at] = tensor, shape, strides, self.games
        return capsule_new(at, b"dltensor", ctypes.cast(drop, ctypes.c_void_p))

    def numpy(self) -> Array:
        """A copy in the memory of the processor, of what it is when all is done that was asked for."""
        copy: Array = np.empty(self.shape[::-1], self.dtype)
        self.games._batch.read(self.address, copy)
        return copy.T


class Gpu:
    """:class:`pairs.Vector` in the memory of a GPU: the same games come out of the same seed. ``seat``, ``obs``, ``mask``,
    ``reward`` and ``done`` are a :class:`DeviceArray` each, to be read only, and each step fills them anew.

    Actions are an array of int32 there or of numpy. What is asked for is done in order with what PyTorch does on its
    default stream.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        n: int = 1024,
        seed: SupportsIndex | None = None,
        *,
        reward: str = "end",
        device: str = "cuda",
        **options: Value,
    ) -> None:
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; expected {' or '.join(REWARDS)}")
        self.setup, self.n, self.number = setup(game, players, options), n, device_number(device)
        self.players = self.setup.players
        self._batch = _pairs.Gpu(self.setup, n, seed_number(seed), REWARDS[reward], self.number)
        shapes = [(n,), (n, self.setup.size), (n, self.setup.actions), (n, self.players), (n,), (n,)]
        types = [np.int32, np.int32, np.uint8, np.float32, np.uint8, np.int32]
        arrays = [DeviceArray(self, *one) for one in zip(self._batch.addresses(), shapes, types)]
        self.seat, self.obs, self.mask, self.reward, self.done, self._actions = arrays
        self.reset()

    @property
    def num_actions(self) -> int:
        return self.setup.actions

    @property
    def observation_size(self) -> int:
        return self.setup.size

    def reset(self) -> DeviceArray:
        """The first games again; returns ``obs``."""
        self._batch.begin()
        return self.obs

    def step(self, actions: Any) -> tuple[DeviceArray, DeviceArray, DeviceArray]:
        """An action in each game; returns ``obs``, ``reward`` and ``done``. If one is not legal, nothing happens."""
        self._batch.step(self._address(actions))
        return self.obs, self.reward, self.done

    def _address(self, actions: Any) -> int:
        """Where the actions lie on the device, when they are there."""
        there = getattr(actions, "__cuda_array_interface__", None)
        if there is None:
            array = ids_of(actions)
            if array.shape != (self.n,):
                raise ValueError(f"the actions have the shape {array.shape}; expected ({self.n},)")
            self._batch.write(self._actions.address, array)
            return self._actions.address
        if there["typestr"] != "<i4" or tuple(there["shape"]) != (self.n,) or there.get("strides") not in (None, (4,)):
            raise ValueError(f"the actions are {there['typestr']} of the shape {there['shape']}; expected int32, ({self.n},)")
        return int(there["data"][0])

    def random_actions(self) -> DeviceArray:
        """A legal action for each game, any as likely as any other. The array is filled anew each time."""
        self._batch.random()
        return self._actions

    def play(self, count: SupportsIndex) -> None:
        """So many random actions in each game, in one go; the last one is told."""
        self._batch.play(whole(count, "how often"))

    def wait(self) -> None:
        """Returns when all is done that was asked for."""
        self._batch.wait()
