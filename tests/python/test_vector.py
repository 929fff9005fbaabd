"""Many games at once, and the package as a whole."""

import doctest
import importlib
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import pairs


def episodes(games, steps):
    """The rewards of the games that ended, in the order of their places and numbers."""
    ended = [[] for _ in range(games.n)]
    for _ in range(steps):
        _, reward, done = games.step(games.random_actions())
        for place in np.flatnonzero(done):
            ended[place].append(reward[place].tolist())
    return ended


class Vector(unittest.TestCase):
    def test_arrays_are_filled_where_they_are(self):
        games = pairs.vector("pairs", players=2, n=16, seed=1)
        arrays = [games.obs, games.mask, games.seat, games.reward, games.done]
        before = [a.ctypes.data for a in arrays]
        seen = games.obs.copy()
        obs, reward, done = games.step(games.random_actions())
        self.assertIs(obs, games.obs)
        self.assertEqual([a.ctypes.data for a in (obs, games.mask, games.seat, reward, done)], before)
        self.assertTrue((seen != obs).any())

    def test_the_mask_says_what_is_legal(self):
        for game, players in [("pairs", 2), ("deadfall", 3), ("octopus", 4), ("kitty", 3)]:
            games = pairs.vector(game, players=players, n=8, seed=2)
            for _ in range(50):
                actions = games.mask.argmax(axis=1)
                illegal = actions.copy()
                if (games.mask[3] == 0).any():
                    illegal[3] = games.mask[3].argmin()
                    before = games.obs.copy()
                    with self.assertRaisesRegex(ValueError, "is not legal in game 3"):
                        games.step(illegal)
                    np.testing.assert_array_equal(games.obs, before, "nothing has happened")
                games.step(actions)

    def test_neither_threads_nor_company_change_a_game(self):
        one = episodes(pairs.vector("deadfall", players=3, n=12, seed=3), 200)
        two = episodes(pairs.vector("deadfall", players=3, n=12, seed=3, threads=2), 200)
        self.assertEqual(one, two)
        alone = episodes(pairs.vector("deadfall", players=3, n=6, seed=3), 200)
        self.assertEqual([place[0] for place in one[:6] if place], [place[0] for place in alone if place])

    def test_random_games_are_those_of_a_simulation(self):
        told = subprocess.run([os.environ["PAIRS"], "sim", "pairs", "-n", "2", "--games", "200", "--seed", "4", "--csv", "-"],
                              capture_output=True, text=True, check=True,
                              env={k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}).stdout
        head, *rows = [line.split(",") for line in told.strip().split("\n")]
        lost = [float(row[head.index("lost")]) for row in rows[:2]]
        ended = episodes(pairs.vector("pairs", players=2, n=200, seed=4), 200)
        first = np.array([place[0] for place in ended])
        np.testing.assert_allclose(-first.mean(axis=0), lost, atol=1e-6)

    def test_rewards_of_the_score_add_up_to_it(self):
        games = pairs.vector("pairs", players=2, n=1, seed=5, reward="score")
        total = np.zeros(2)
        while not games.done[0]:
            total += games.step(games.random_actions())[1][0]
        self.assertLess(total.min(), -20, "who loses has collected 30 points or so")
        self.assertTrue((total <= 0).all())

    def test_a_bot_decides_where_it_is_asked(self):
        games = pairs.vector("pairs", players=2, n=256, seed=6)
        actions, bot = np.full(256, -1, np.int32), pairs.Bot("hint")
        where = games.seat == 1
        games.choose(bot, actions, where)
        self.assertTrue((actions[~where] == -1).all())
        self.assertTrue(games.mask[np.flatnonzero(where), actions[where]].all())

    def test_the_rule_of_thumb_beats_chance(self):
        games, bot = pairs.vector("pairs", players=2, n=256, seed=7), pairs.Bot("hint")
        lost = np.zeros(2)
        for _ in range(120):
            actions = games.random_actions()
            games.choose(bot, actions, games.seat == 0)
            _, reward, done = games.step(actions)
            lost -= reward[done == 1].sum(axis=0)
        self.assertLess(lost[0] / lost.sum(), 0.45)

    def test_two_threads_do_not_get_into_each_others_way(self):
        games = pairs.vector("pairs", players=2, n=64, seed=8)
        states = [pairs.make("deadfall", players=3) for _ in range(2)]
        told = []

        def work(env):
            env.reset(seed=1)
            told.append([pairs.Bot("search:200", seed=1).choose(env) for _ in range(3)])

        threads = [threading.Thread(target=work, args=[env]) for env in states]
        for thread in threads:
            thread.start()
        for _ in range(20):
            games.step(games.random_actions())
        for thread in threads:
            thread.join()
        self.assertEqual(told[0], told[1])

    def test_mistakes_are_told(self):
        games = pairs.vector("pairs", players=2, n=4, seed=1)
        for wrong, words in [
            (lambda: games.step(np.zeros(3, np.int32)), "expected 4 elements"),
            (lambda: games.step(np.full(4, 99)), "action 99 is not legal in game 0"),
            (lambda: games.choose(pairs.Bot("hint"), np.zeros(4)), "int32"),
            (lambda: pairs.vector("pairs", n=0), "expected 1 to"),
            (lambda: pairs.vector("pairs", n=4, threads=-1), "-1 threads"),
            (lambda: pairs.vector("pairs", reward="money"), "expected end or score"),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                wrong()


class Records(unittest.TestCase):
    def test_a_record_comes_back_as_it_was(self):
        env = pairs.make("deadfall", players=3, bots="hint")
        env.reset(seed=1)
        text = env.to_record().text
        again = pairs.replay(text)
        self.assertEqual(again.text, text)
        self.assertEqual((again.game, again.players, again.over), ("deadfall", 3, False))
        self.assertEqual(str(again.at(len(again))), text)
        self.assertEqual(len(list(again.moments())), len(again) + 1)

    def test_a_text_may_hold_several(self):
        texts = []
        for seed in range(3):
            env = pairs.make("pairs", players=2)
            env.reset(seed=seed)
            texts.append(env.to_record().text)
        self.assertEqual([record.text for record in pairs.read("".join(texts))], texts)
        with self.assertRaisesRegex(ValueError, "holds 3 records; expected one"):
            pairs.replay("".join(texts))

    def test_there_are_rules_and_facts(self):
        self.assertIn("GOAL", pairs.rules("octopus"))
        self.assertNotEqual(pairs.rules("octopus", language="de"), pairs.rules("octopus"))
        self.assertEqual(pairs.facts("octopus")["name"], "octopus")


class Package(unittest.TestCase):
    def test_examples_in_the_documentation_are_true(self):
        for name in ["pairs", "pairs.aec", "pairs.contest", "pairs.core", "pairs.spaces", "pairs.spiel", "pairs.vectors"]:
            with self.subTest(name):
                found = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
                self.assertGreater(found.attempted, 0)
                self.assertEqual(found.failed, 0)

    def test_everything_that_is_offered_is_documented(self):
        for name in pairs.__all__:
            self.assertTrue(getattr(pairs, name).__doc__, name)

    def test_the_stubs_name_what_the_extension_has(self):
        import ast

        from pairs import _pairs

        stubs = ast.parse(Path(pairs.__file__).with_name("_pairs.pyi").read_text())
        for node in stubs.body:
            if isinstance(node, ast.ClassDef):
                have = {name for name in vars(getattr(_pairs, node.name)) if not name.startswith("_")}
                told = {item.name if isinstance(item, ast.FunctionDef) else item.target.id for item in node.body}
                self.assertEqual(have, told - {"__new__"}, node.name)

    def test_the_example_trains_and_draws_its_curve(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, os.environ["TRAIN"], "--iterations", "4", "--games", "64", "--evaluate", "500", "--svg",
                 f"{folder}/curve.svg"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, "learned: +loses [0-9.]+% ±")
            self.assertIn("<polyline", Path(folder, "curve.svg").read_text())


if __name__ == "__main__":
    unittest.main()
