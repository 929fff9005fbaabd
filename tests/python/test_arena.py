"""Which bot is stronger; functions of one's own among them."""

import json
import os
import signal
import subprocess
import threading
import unittest

import numpy as np

import pairs


def first(observation):
    return np.flatnonzero(observation["action_mask"])[0]


class Arena(unittest.TestCase):
    def test_it_is_that_of_the_program(self):
        words = ["arena", "deadfall", "-n", "3", "--bots", "hint,random", "--games", "60", "--seed", "7", "--json"]
        told = json.loads(subprocess.run([os.environ["PAIRS"], *words], check=True, capture_output=True).stdout)
        ranks = pairs.arena("deadfall", ["hint", "random"], 3, games=60, seed=7)
        self.assertEqual([rank.bot for rank in ranks], [bot["name"] for bot in told["bots"]])
        for rank, bot in zip(ranks, told["bots"]):
            self.assertEqual((rank.score.mean, rank.score.error), (bot["mean"], bot["mean_error"]))
            self.assertEqual((rank.ahead.mean, rank.elo.mean), (bot["ahead"], bot["elo"]))
            self.assertEqual((rank.won.low, rank.lost.high), (bot["won_low"], bot["lost_high"]))

    def test_a_function_is_given_what_its_seat_sees_and_may_do(self):
        for game, players in [("pairs", 2), ("deadfall", 3), ("octopus", 4), ("horn-of-plenty", 2)]:
            env = pairs.make(game, players=players)
            space, asked = env.observation_space(env.possible_agents[0]), []

            def policy(observation):
                asked.append(observation)
                return first(observation)

            ranks = pairs.arena(game, [policy, "random"], players, games=8)
            self.assertEqual([rank.bot for rank in ranks], ["policy", "random"])
            self.assertGreater(len(asked), 8)
            for observation in asked:
                self.assertIn(observation, space)
                self.assertGreater(observation["action_mask"].sum(), 1)
            self.assertTrue(any((o["observation"] != asked[0]["observation"]).any() for o in asked), game)

    def test_the_same_seed_gives_the_same_games(self):
        def arena(seed):
            draw = np.random.default_rng(1)
            return pairs.arena("kitty", [lambda o: draw.choice(np.flatnonzero(o["action_mask"])), "hint"], 3, games=9, seed=seed)

        self.assertEqual(arena(3), arena(3))
        self.assertNotEqual(arena(3), arena(4))
        self.assertEqual([rank.bot for rank in arena(3)], ["lambda", "hint"])

    def test_two_functions_of_one_name_are_two_bots(self):
        ranks = pairs.arena("pairs", [first, first, "hint"], 3, games=6)
        self.assertEqual([rank.bot for rank in ranks], ["first", "first-2", "hint"])

    def test_what_a_function_raises_comes_out(self):
        def lost(observation):
            raise KeyError("nothing is known")

        def wrong(observation):
            return len(observation["action_mask"])

        def hint(observation):
            return 0

        for policy, error, words in [
            (lost, KeyError, "nothing is known"),
            (wrong, ValueError, "wrong has chosen 2, which is not legal; expected one of 0, 1"),
            (lambda o: None, TypeError, "int"), (hint, ValueError, "there is a bot 'hint' already"),
        ]:
            with self.assertRaisesRegex(error, words):
                pairs.arena("pairs", [policy, "random"], 2, games=1_000_000)
        with self.assertRaisesRegex(ValueError, "too many bots"):
            pairs.arena("pairs", [first] * 9, 8)

    def test_a_long_run_can_be_interrupted(self):
        def interrupting(observation):
            os.kill(os.getpid(), signal.SIGINT)
            return first(observation)

        with self.assertRaises(KeyboardInterrupt):
            pairs.arena("deadfall", [interrupting, "random"], 3, games=100_000_000)
        with self.assertRaises(KeyboardInterrupt):
            threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
            pairs.arena("deadfall", ["hint", "random"], 3, games=100_000_000, threads=1)


if __name__ == "__main__":
    unittest.main()
