"""Many games in the memory of a GPU: the driver that is found here is the tests' own (tests/gpu/cuda.c), so that this memory
is that of the process."""

import ctypes
import gc
import os
import subprocess
import sys
import unittest

import numpy as np

import pairs
from pairs import gpu

TAKEN = b"used_dltensor"
TOLD = ("seat", "obs", "mask", "reward", "done")


class Capsule:
    """What somebody who takes arrays by DLPack does: looks where they are, and gives them back."""

    def __init__(self, array):
        capsule = array.__dlpack__()
        self.tensor = gpu.Tensor.from_address(gpu.pointer(id(capsule), b"dltensor"))
        ctypes.pythonapi.PyCapsule_SetName(ctypes.py_object(capsule), TAKEN)

    def numbers(self, kind):
        rows, columns = ctypes.cast(self.tensor.shape, ctypes.POINTER(ctypes.c_int64))[:2]
        steps = ctypes.cast(self.tensor.strides, ctypes.POINTER(ctypes.c_int64))[:2]
        raw = (ctypes.c_char * (rows * columns * self.tensor.bits // 8)).from_address(self.tensor.data)
        size = self.tensor.bits // 8
        return np.ndarray((rows, columns), kind, raw, strides=[step * size for step in steps])

    def give_back(self):
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.tensor.deleter)(ctypes.addressof(self.tensor))


class Gpu(unittest.TestCase):
    def same(self, there, here):
        for name in TOLD:
            np.testing.assert_array_equal(getattr(there, name).numpy(), getattr(here, name), name)

    def test_the_games_are_those_of_the_processor(self):
        for game, players in [("pairs", 2), ("deadfall", 3), ("octopus", 4)]:
            there = pairs.vector(game, players, n=40, seed=3, reward="score", device="cuda")
            here = pairs.vector(game, players, n=40, seed=3, reward="score")
            self.same(there, here)
            for turn in range(60):
                actions, drawn = here.random_actions(), there.random_actions()
                np.testing.assert_array_equal(drawn.numpy(), actions)
                there.step(drawn if turn % 2 else actions)
                here.step(actions)
                self.same(there, here)
            there.play(30)
            for _ in range(30):
                here.step(here.random_actions())
            self.same(there, here)
            there.wait()

    def test_others_take_the_arrays_without_a_copy(self):
        games = pairs.vector("kitty", 3, n=8, seed=1, device="cuda:0")
        self.assertEqual(games.obs.__dlpack_device__(), (2, 0))
        told = games.obs.__cuda_array_interface__
        self.assertEqual((told["shape"], told["typestr"], told["strides"]), ((8, games.observation_size), "<i4", (4, 32)))
        for name, kind in [("obs", np.int32), ("mask", np.uint8), ("reward", np.float32)]:
            taken = Capsule(getattr(games, name))
            np.testing.assert_array_equal(taken.numbers(kind), getattr(games, name).numpy())
            self.assertEqual(taken.tensor.data, getattr(games, name).address)
            games.step(games.random_actions())
            np.testing.assert_array_equal(taken.numbers(kind), getattr(games, name).numpy(), "what is there now")
            taken.give_back()
        games.obs.__dlpack__()
        gc.collect()
        self.assertEqual(gpu.lent, {}, "nobody looks at anything any more")

    def test_what_cannot_be_is_refused(self):
        games = pairs.vector("pairs", 2, n=4, seed=1, device="cuda")
        before = games.obs.numpy()
        for actions, words in [
            ([0, 0, 9, 0], "not legal in game 2"), ([0, 0], "expected .4,."), (games.obs, "expected int32, .4,."),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                games.step(actions)
        with self.assertRaises(TypeError):
            games.step([0.5] * 4)
        np.testing.assert_array_equal(games.obs.numpy(), before, "nothing has happened")
        for words, wrong in [
            ("no device 'gpu'", {"device": "gpu"}), ("invalid device", {"device": "cuda:7"}), ("no reward", {"reward": "fame"}),
            ("1 to 1048576", {"n": 0}),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                pairs.vector("pairs", 2, **{"n": 4, "device": "cuda", **wrong})
        with self.assertRaisesRegex(ValueError, "0 decisions"):
            games.play(0)
        with self.assertRaisesRegex(ValueError, "expected no device"):
            pairs.vector("pairs", 2, num_envs=4, device="cuda")

    def test_without_a_driver_it_says_so(self):
        alone = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
        if subprocess.run([sys.executable, "-c", "import ctypes; ctypes.CDLL('libcuda.so.1')"], env=alone, stderr=subprocess.DEVNULL).returncode == 0:
            self.skipTest("there is one here")
        code = "import pairs\ntry: pairs.vector('pairs', 2, device='cuda')\nexcept ValueError as e: print(e)"
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=alone)
        self.assertEqual(told.stdout, "there is no libcuda.so.1; expected a GPU and its driver (CUDA)\n")


if __name__ == "__main__":
    unittest.main()
