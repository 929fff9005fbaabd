"""Arrays on cores (numpy) or on a GPU (PyTorch), behind the few names that differ between the two.

Everything else is what both have: operators, indexing, ``@``, ``.T``, ``.sum(-1)``, ``.clip(low, high)``, ``.argmax(-1)``.
No gradient is ever taken for us: the network writes its own, so that both do the same.
"""

from __future__ import annotations

import numpy as np


class Cores:
    """Numpy."""

    name = "cores"
    float32, int64, int32, int16, bool = np.float32, np.int64, np.int32, np.int16, np.bool_

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)

    def room(self, shape, dtype):
        """A numpy array that games fill."""
        return np.zeros(shape, dtype)

    def load(self, room):
        """What is in such an array now."""
        return room.copy()

    def store(self, array, room):
        """The other way, ready when this returns."""
        room[...] = array

    def host(self, array):
        return np.array(array)

    def zeros(self, shape, dtype=np.float32):
        return np.zeros(shape, dtype)

    def arange(self, n):
        return np.arange(n)

    def cast(self, array, dtype):
        return array.astype(dtype)

    def copy(self, array):
        return array.copy()

    def permutation(self, n):
        return self.random.permutation(n)

    def uniform(self, shape):
        return self.random.random(shape, dtype=np.float32)

    def largest(self, array):
        return array.max(-1, keepdims=True)

    def indices(self, flags):
        return np.flatnonzero(flags)

    where, exp, log, sqrt, floor, cat = map(
        staticmethod, (np.where, np.exp, np.log, np.sqrt, np.floor, np.concatenate)
    )


class Gpu:
    """PyTorch on CUDA. Host arrays are pinned, so that copies do not wait."""

    name = "gpu"

    def __init__(self, seed: int) -> None:
        import torch

        self.torch = torch
        torch.set_num_threads(1)
        torch.set_float32_matmul_precision("high")
        torch.set_grad_enabled(False)
        self.device = torch.device("cuda")
        self.random = torch.Generator(self.device)
        self.random.manual_seed(seed)
        self.float32, self.int64, self.int32 = torch.float32, torch.int64, torch.int32
        self.int16, self.bool = torch.int16, torch.bool
        self.where, self.exp, self.log, self.sqrt = torch.where, torch.exp, torch.log, torch.sqrt
        self.floor, self.cat = torch.floor, torch.cat
        # Whoever waits sleeps: the cores are for the games of other processes.
        self.ready = torch.cuda.Event(blocking=True)

    def room(self, shape, dtype):
        names = {np.int32: self.torch.int32, np.int16: self.torch.int16, np.uint8: self.torch.uint8,
                 np.float32: self.torch.float32}
        return self.torch.zeros(shape, dtype=names[dtype], pin_memory=True).numpy()

    def load(self, room):
        return self.torch.from_numpy(room).to(self.device, non_blocking=True)

    def store(self, array, room):
        self.torch.from_numpy(room).copy_(array, non_blocking=True)
        self.ready.record()
        self.ready.synchronize()

    def host(self, array):
        return array.cpu().numpy() if hasattr(array, "cpu") else np.array(array)

    def zeros(self, shape, dtype=None):
        return self.torch.zeros(shape, dtype=dtype or self.float32, device=self.device)

    def arange(self, n):
        return self.torch.arange(n, device=self.device)

    def cast(self, array, dtype):
        return array.to(dtype)

    def copy(self, array):
        return array.clone()

    def permutation(self, n):
        return self.torch.randperm(n, device=self.device, generator=self.random)

    def uniform(self, shape):
        return self.torch.rand(shape, device=self.device, generator=self.random)

    def largest(self, array):
        return array.amax(-1, keepdim=True)

    def indices(self, flags):
        return flags.nonzero().squeeze(1)


def best(seed: int):
    """A GPU where PyTorch finds one, or else cores."""
    try:
        import torch

        if torch.cuda.is_available():
            return Gpu(seed)
    except ImportError:
        pass
    return Cores(seed)
