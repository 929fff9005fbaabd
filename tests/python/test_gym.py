"""Environments as gymnasium and PettingZoo have them. What is asked here is what their documentation says that check_env,
api_test, parallel_api_test and seed_test ask; neither is installed, so that nothing here needs them."""

import copy
import os
import pickle
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import pairs

SOME = [("pairs", 2), ("deadfall", 3), ("octopus", 4), ("kitty", 3), ("medusa", 2), ("rocket", 1), ("regent", 2)]


def last(observation):
    """The last action that is legal; any where none is."""
    return len(observation["action_mask"]) - 1 - int(observation["action_mask"][::-1].argmax())


def same(a, b):
    return a.dtype == b.dtype and np.array_equal(a, b)


class Single(unittest.TestCase):
    def test_what_is_promised_of_an_environment_holds_for_every_name(self):
        for name in pairs.names():
            with self.subTest(name):
                env = pairs.Single(name, bots="random")
                self.assertIs(env.unwrapped, env)
                seen, info = env.reset(seed=123)
                self.assertIn(seen, env.observation_space)
                self.assertIsInstance(info, dict)
                before = copy.deepcopy(env._np_random.bit_generator.state)
                again, _ = env.reset(seed=123)
                self.assertTrue(same(seen, again))
                self.assertEqual(env._np_random.bit_generator.state, before)
                env.reset(seed=456)
                self.assertNotEqual(env._np_random.bit_generator.state, before)
                env.reset(options={})
                env.action_space.seed(1)
                for _ in range(40):
                    action = env.action_space.sample()
                    self.assertIn(action, env.action_space)
                    self.assertTrue(env.action_masks()[action], "what is drawn is legal")
                    seen, reward, over, cut, info = env.step(action)
                    self.assertIn(seen, env.observation_space)
                    self.assertIs(type(reward), float)
                    self.assertIs(type(over), bool)
                    self.assertIs(type(cut), bool)
                    self.assertTrue(same(info["action_mask"], env.action_masks()))
                    if over:
                        self.assertFalse(env.action_masks().any())
                        env.reset()
                env.close()
                env.close()

    def test_what_is_illegal_is_refused_and_nothing_happens(self):
        env = pairs.Single("regent", 2, seed=1)
        env.reset(seed=1)
        before = env.to_record().text
        for wrong in (int(env.action_masks().argmin()), -1, 10**6):
            with self.assertRaisesRegex(ValueError, "expected one whose mask is 1"):
                env.step(wrong)
        for wrong in (1.5, np.float64(0), "0", None):
            with self.assertRaisesRegex(TypeError, "whole number"):
                env.step(wrong)
        self.assertEqual(env.to_record().text, before)

    def test_seats_take_turns_unless_one_is_named(self):
        env = pairs.Single("deadfall", 3, bots="random")
        self.assertEqual([env.reset(seed=None if i else 1)[1]["seat"] for i in range(4)], [0, 1, 2, 0])
        env = pairs.Single("deadfall", 3, bots=["random", "hint"], seat=np.int8(2))
        self.assertEqual([env.reset()[1]["seat"] for _ in range(3)], [2, 2, 2])

    def test_rewards_are_what_was_asked_for(self):
        for reward, total in [("score", lambda env: -env.table.scores()[0]), ("end", lambda env: env.table.returns()[0]),
                              ("share", lambda env: float(env.table.returns()[0] == 0))]:
            env = pairs.Single("pairs", 2, bots="random", seat=0, reward=reward)
            env.reset(seed=1)
            env.action_space.seed(1)
            brought, over = 0.0, False
            while not over:
                _, gain, over, _, _ = env.step(env.action_space.sample())
                brought += gain
            sign = -1 if reward == "score" else 1
            self.assertEqual(brought, sign * abs(total(env)) if reward == "score" else total(env), reward)

    def test_a_game_can_be_cut_off_and_told(self):
        env = pairs.Single("pairs", 2, max_cycles=3, render_mode="ansi")
        env.reset(seed=1)
        cuts = [env.step(env.action_space.sample())[3] for _ in range(3)]
        self.assertEqual(cuts, [False, False, True])
        self.assertIn("Round 1 begins.", env.render())
        for kind in (pairs.Single, pairs.make, pairs.Parallel):
            with self.assertRaisesRegex(ValueError, "there is no render_mode 'rgb_array'"):
                kind("pairs", 2, render_mode="rgb_array")

    def test_it_is_told_as_floats_and_one_hot(self):
        for name, players in SOME:
            for env in (pairs.Single(name, players, bots="random"), pairs.make(name, players), pairs.Parallel(name, players),
                        pairs.make(name, players, events=8), pairs.VectorEnv(name, players, num_envs=3)):
                for other in (pairs.floats(env), pairs.one_hot(env)):
                    with self.subTest(f"{name} {type(env).__name__} {other.code.form}"):
                        space = other.single_observation_space if hasattr(other, "num_envs") else \
                            other.observation_space if isinstance(env, pairs.Single) else \
                            other.observation_space("player_0")["observation"]
                        told = other.reset(seed=1)
                        row = told[0] if isinstance(env, pairs.Single) else told[0][0] if hasattr(other, "num_envs") else \
                            other.observe("player_0")["observation"] if told is None else told[0]["player_0"]["observation"]
                        self.assertIn(row, space)
                        self.assertEqual(row.dtype, np.float32)
                        self.assertLess(np.abs(row).max(), 2.1)

    def test_one_of_several_is_a_one_among_zeros(self):
        code = pairs.one_hot(pairs.Single("continuous", 2)).code
        rows = np.zeros((1, len(code.low)), np.int16)
        at = int(np.flatnonzero(code.values)[0])
        for value in range(code.values[at] + 1):
            rows[0, at] = value
            told = code.tell(rows)[0]
            here = at + int(code.values[:at].sum())
            self.assertEqual(told[here:here + code.values[at] + 1].tolist(), np.eye(code.values[at] + 1)[value].tolist())


class Copies(unittest.TestCase):
    def test_environments_are_copied_and_pickled_and_go_on_alike(self):
        for name, players in SOME:
            with self.subTest(name):
                env = pairs.Single(name, players, bots="1")
                env.reset(seed=np.uint32(5))
                env.action_space.seed(1)
                for _ in range(3):
                    if env.step(env.action_space.sample())[2]:
                        env.reset()
                others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
                for _ in range(10):
                    action = int(env.action_masks().argmax())
                    one = env.step(action)
                    for other in others:
                        two = other.step(action)
                        self.assertTrue(same(one[0], two[0]))
                        self.assertEqual(one[1:4], two[1:4])
                    if one[2]:
                        break

    def test_the_others_as_well(self):
        for make in (pairs.make, pairs.Parallel):
            env = make("octopus", 4, bots={"player_3": "hint"})
            env.reset(seed=3)
            for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                self.assertEqual(other.to_record().text, env.to_record().text)
                self.assertEqual(other.agents, env.agents)

    def test_numbers_of_numpy_are_seeds_and_actions(self):
        for seed in (np.int64(7), np.uint8(7), np.array(7)):
            env, other = pairs.make("pairs", 3), pairs.make("pairs", 3)
            env.reset(seed=7)
            other.reset(seed=seed)
            self.assertEqual(env.to_record().text, other.to_record().text)
            env.step(np.int32(1))
        for wrong in (1.5, "7"):
            with self.assertRaises(TypeError):
                env.reset(seed=wrong)
            with self.assertRaises(TypeError):
                env.step(wrong)
            with self.assertRaises(TypeError):
                pairs.vector("pairs", 2, n=2, seed=wrong)
        with self.assertRaises(TypeError):
            pairs.vector("pairs", 2, n=2).step(np.zeros(2))


class Together(unittest.TestCase):
    def test_what_is_promised_of_parallel_environments_holds_for_every_name(self):
        for name in pairs.names():
            with self.subTest(name):
                self.keeps_its_promises(pairs.Parallel(name, max_cycles=400))

    def keeps_its_promises(self, env):
        draw = random.Random(1)
        self.assertEqual(len(set(env.possible_agents)), len(env.possible_agents))
        for seed in range(2):
            observations, infos = env.reset(seed=seed)
            self.assertEqual(set(observations), set(env.agents))
            self.assertEqual(set(infos), set(env.agents))
            alive = set(env.agents)
            for _ in range(60):
                actions = {}
                for agent in env.agents:
                    legal = np.flatnonzero(observations[agent]["action_mask"])
                    actions[agent] = int(draw.choice(legal)) if len(legal) else 0
                self.assertTrue(any(observations[agent]["action_mask"].any() for agent in env.agents))
                observations, rewards, terminations, truncations, infos = env.step(actions)
                for told in (observations, rewards, terminations, truncations, infos):
                    self.assertEqual(set(told), alive)
                for agent in alive:
                    self.assertIn(observations[agent], env.observation_space(agent))
                alive -= {agent for agent in alive if terminations[agent] or truncations[agent]}
                self.assertEqual(set(env.agents), alive)
                if not alive:
                    break

    def test_who_decides_at_once_does_so_in_one_step(self):
        env = pairs.Parallel("octopus", 4)
        observations, _ = env.reset(seed=1)
        most = 0
        for _ in range(30):
            due = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
            most = max(most, len(due))
            before = len(env.to_record())
            observations = env.step({agent: last(observations[agent]) for agent in env.agents})[0]
            self.assertGreaterEqual(len(env.to_record()), before + len(due))
        self.assertEqual(most, 4)

    def test_a_choice_that_is_not_legal_undoes_none(self):
        env = pairs.Parallel("octopus", 4)
        observations, _ = env.reset(seed=1)
        while sum(o["action_mask"].any() for o in observations.values()) < 4:
            observations = env.step({a: last(o) for a, o in observations.items()})[0]
        before = env.to_record().text
        actions = {a: last(o) for a, o in observations.items()}
        with self.assertRaises(ValueError):
            env.step({**actions, "player_3": int(observations["player_3"]["action_mask"].argmin())})
        self.assertEqual(env.to_record().text, before)

    def test_cycles_end_it(self):
        env = pairs.Parallel("pairs", 3, max_cycles=4)
        observations, _ = env.reset(seed=1)
        for cycle in range(4):
            observations, _, over, cut, _ = env.step({a: int(o["action_mask"].argmax()) for a, o in observations.items()})
            self.assertEqual(set(cut.values()), {cycle == 3})
        self.assertEqual(env.agents, [])


class OneByOne(unittest.TestCase):
    def test_observations_lie_within_true_bounds_for_every_name(self):
        for name in pairs.names():
            with self.subTest(name):
                env, draw = pairs.make(name), random.Random(1)
                env.reset(seed=1)
                space = env.observation_space("player_0")["observation"]
                self.assertGreater((space.high - space.low.astype(np.int64) < 1000).mean(), 0.6, "most are narrow")
                for agent in env.agent_iter(150):
                    observation, _, over, _, _ = env.last()
                    self.assertIn(observation, env.observation_space(agent))
                    self.assertIn(env.state(), env.state_space)
                    env.step(None if over else draw.choice(np.flatnonzero(observation["action_mask"])))

    def test_rewards_of_the_score_add_up_to_it(self):
        env, draw = pairs.make("pairs", 2, reward="score"), random.Random(1)
        env.reset(seed=1)
        total = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            total[agent] += reward
            env.step(None if over else draw.choice(np.flatnonzero(observation["action_mask"])))
        self.assertEqual(list(total.values()), [-float(score) for score in env.table.scores()])

    def test_decisions_end_it(self):
        env = pairs.make("pairs", 2, max_cycles=3)
        env.reset(seed=1)
        taken = 0
        for _ in env.agent_iter(20):
            observation, _, over, cut, _ = env.last()
            taken += not (over or cut)
            env.step(None if over or cut else int(observation["action_mask"].argmax()))
        self.assertEqual((taken, env.agents), (3, []))

    def test_what_was_before_is_told_where_it_is_asked_for(self):
        env = pairs.make("venture", 3, events=40)
        env.reset(seed=1)
        row = env.last()[0]["observation"]
        self.assertTrue(same(row, pairs.know(env, env.table.seat, 40)))


class Many(unittest.TestCase):
    def test_it_is_a_vector_environment(self):
        for name, players in SOME:
            with self.subTest(name):
                envs = pairs.vector(name, players=players, num_envs=5, bots="random")
                observations, infos = envs.reset(seed=np.int64(3))
                again, _ = envs.reset(seed=3)
                self.assertTrue(same(observations, again))
                self.assertIn(observations, envs.observation_space)
                self.assertEqual(envs.metadata["autoreset_mode"].value, "SameStep")
                ended = 0
                for _ in range(60):
                    actions = infos["action_mask"].argmax(1)
                    self.assertIn(actions, envs.action_space)
                    observations, rewards, over, cut, infos = envs.step(actions)
                    self.assertIn(observations, envs.observation_space)
                    self.assertEqual([a.shape for a in (rewards, over, cut)], [(5,)] * 3)
                    self.assertEqual([a.dtype for a in (rewards, over, cut)], [np.float64, bool, bool])
                    self.assertTrue(infos["action_mask"].any(1).all())
                    for place in np.flatnonzero(over):
                        self.assertIn(infos["final_obs"][place], envs.single_observation_space)
                    ended += over.sum()
                if name in ("pairs", "medusa"):
                    self.assertGreater(ended, 0)
                envs.close()
                self.assertTrue(envs.closed)

    def test_arrays_are_the_callers_own(self):
        envs = pairs.VectorEnv("pairs", 2, num_envs=4)
        observations, infos = envs.reset(seed=1)
        before = observations.copy()
        envs.step(infos["action_mask"].argmax(1))
        self.assertTrue(same(observations, before))

    def test_mistakes_are_told(self):
        envs = pairs.VectorEnv("pairs", 2, num_envs=4)
        for wrong, words in [(lambda: envs.step(np.zeros(4, int)), "expected reset"),
                             (lambda: pairs.VectorEnv("pairs", 2, bots=["hint", "hint"]), "2 bots are named for 1 seats"),
                             (lambda: pairs.VectorEnv("pairs", 2, seat=2), "there is no seat 2"),
                             (lambda: pairs.vector("pairs", 2, num_envs=3, seed=1), "reset"),
                             (lambda: pairs.VectorEnv("pairs", 2, render_mode="human"), "not rendered")]:
            with self.assertRaisesRegex(ValueError, words):
                wrong()


class Names(unittest.TestCase):
    def test_all_are_registered_where_the_packages_are_installed(self):
        script = ("import gymnasium, pettingzoo, pairs\n"
                  "print(len(gymnasium.registry), len(pettingzoo.told), gymnasium.registry['pairs/HornOfPlenty-v0'])\n"
                  "import importlib\n"
                  "for kind, name, entry in pettingzoo.told:\n"
                  "    module, what = entry.split(':')\n"
                  "    env = getattr(importlib.import_module(module), what)()\n"
                  "    assert env.possible_agents and hasattr(env, 'agent_selection') == False\n"
                  "assert pairs.zoo.regent_v0.parallel_env(players=2).setup.name == 'regent'\n")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "gymnasium.py").write_text(
                "registry = {}\ndef register(id, **more):\n    assert id not in registry\n    registry[id] = more['kwargs']['game']\n")
            Path(folder, "pettingzoo.py").write_text(
                "told = []\ndef register(kind, id, entry_point):\n    told.append((kind, id, entry_point))\n")
            done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": f"{folder}:{os.environ['PYTHONPATH']}"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.split(), [str(len(pairs.names())), str(2 * len(pairs.names())), "horn-of-plenty"])


class Discretion(unittest.TestCase):
    def test_a_mistake_is_answered_by_what_the_seat_may_know(self):
        for name, players in [("deadfall", 3), ("octopus", 4), ("venture", 3), ("regent", 2), ("tournament", 2)]:
            env, draw = pairs.make(name, players), random.Random(1)
            env.reset(seed=1)
            for _ in range(30):
                if not env.agents or env.terminations[env.agent_selection]:
                    break
                for seat in range(players):
                    told = {self.told(table, seat) for table in [env.table, *(
                        other.table for other in pairs.imagine(env, seat, 3, seed=1))]}
                    self.assertEqual(len(told), 1, told)
                env.step(draw.choice(np.flatnonzero(env.last()[0]["action_mask"])))

    def told(self, table, seat):
        mask = np.zeros(table.setup.actions, np.int8)
        table.mask(seat, mask)
        try:
            table.play(seat, int(mask.argmin()))
        except ValueError as mistake:
            return str(mistake)
        return "all is legal"


class Imagination(unittest.TestCase):
    def test_nobody_can_tell_what_is_imagined_from_the_truth(self):
        for name in pairs.names():
            with self.subTest(name):
                env, draw = pairs.make(name), random.Random(2)
                env.reset(seed=2)
                for _ in range(draw.randrange(4, 30)):
                    if env.agents and not env.terminations[env.agent_selection]:
                        env.step(draw.choice(np.flatnonzero(env.last()[0]["action_mask"])))
                for seat in range(env.setup.players):
                    for other in pairs.imagine(env, seat, 3, seed=seed_of(name, seat)):
                        self.assertEqual(other.table.infoset(seat), env.table.infoset(seat))
                        self.assertEqual(other.table.view(seat), env.table.view(seat))
                        self.assertEqual(other.table.legal(seat), env.table.legal(seat))
                        self.assertEqual(len(other), len(env.to_record()))
                        pairs.replay(other.text)

    def test_what_is_hidden_is_as_likely_as_the_cards_make_it(self):
        # Regent for two: a card of the other's is any of those not seen, so that ranks come in the proportion of what is left.
        env = pairs.make("regent", 2)
        env.reset(seed=1)
        known = pairs.beliefs(env, 0, 4000, seed=1)
        seen = [0] * 11
        for zone in ("down A", "up A", "up B"):
            for rank, count in enumerate(known[zone], 1):
                seen[rank] += round(count)
        left = [rank - seen[rank] for rank in range(1, 11)]
        expected = np.array(left) / sum(left) * 2
        np.testing.assert_allclose(known["down B"], expected, atol=0.04)


def seed_of(name, seat):
    return sum(map(ord, name)) * 10 + seat


if __name__ == "__main__":
    unittest.main()
