"""Environments in PettingZoo's shape. The loops are those of its documentation, word for word where it has any."""

import random
import unittest

import numpy as np

import pairs

GAMES = [("pairs", 2), ("deadfall", 3), ("octopus", 4), ("kitty", 3), ("medusa", 2), ("rocket", 1), ("regent", 2)]


def play(env, seed, policy):
    """The usage of https://pettingzoo.farama.org/api/aec, with action masking."""
    rewards = {agent: 0.0 for agent in env.possible_agents}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        rewards[agent] += reward
        if termination or truncation:
            action = None
        else:
            action = policy(env, agent, observation, info)
        env.step(action)
    env.close()
    return rewards


def at_random(env, agent, observation, info):
    return env.action_space(agent).sample(observation["action_mask"])


def first_legal(env, agent, observation, info):
    return np.flatnonzero(info["action_mask"])[0]


class Aec(unittest.TestCase):
    def test_a_random_agent_plays_every_game_to_its_end(self):
        for game, players in GAMES:
            with self.subTest(game):
                env = pairs.make(game, players=players)
                rewards = play(env, 1, at_random)
                self.assertEqual(env.agents, [])
                returns = env.to_record().returns()
                self.assertEqual(list(rewards.values()), returns)

    def test_every_name_can_be_played(self):
        for name in pairs.names():
            with self.subTest(name):
                env = pairs.make(name)
                env.reset(seed=1)
                for agent in env.agent_iter(20):
                    observation, _, termination, _, _ = env.last()
                    self.assertIn(observation, env.observation_space(agent))
                    env.step(None if termination else at_random(env, agent, observation, None))

    def test_what_is_promised_of_an_environment_holds_at_every_step(self):
        for game, players in GAMES:
            with self.subTest(game):
                self.keeps_its_promises(pairs.make(game, players=players))

    def keeps_its_promises(self, env):
        """What the documentation of PettingZoo's test of environments says that it checks."""
        draw = random.Random(1)
        env.reset()
        self.assertEqual(env.agents, env.possible_agents)
        self.assertEqual(env.max_num_agents, len(env.possible_agents))
        self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
        self.assertIsNone(env.last(observe=False)[0])
        for agent in env.possible_agents:
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
        owed, alive, ended = dict.fromkeys(env.agents, 0.0), env.agents[:], set()
        for agent in env.agent_iter(3000):
            observation, reward, termination, truncation, info = env.last()
            self.assertIn(observation, env.observation_space(agent))
            self.assertEqual(reward, owed[agent], "the reward is what has come since the agent's last step")
            self.assertEqual(info, env.infos[agent])
            over = termination or truncation
            mask = observation["action_mask"]
            np.testing.assert_array_equal(mask, info["action_mask"])
            self.assertEqual(bool(mask.any()), not over, "who is asked can act, and who has ended cannot")
            self.assertIsNone(env.step(None if over else draw.choice(np.flatnonzero(mask))))
            owed[agent] = 0.0
            for each, value in env.rewards.items():
                owed[each] += value
            if over:
                self.assertNotIn(agent, ended)
                alive.remove(agent)
                ended.add(agent)
            self.assertEqual(env.agents, alive)
            self.assertEqual(env.num_agents, len(alive))
            for by_agent in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
                self.assertEqual(set(by_agent), set(alive))
        if not env.agents:
            self.assertEqual(ended, set(env.possible_agents))

    def test_the_same_seed_gives_the_same_game(self):
        env, other = pairs.make("pairs", players=3), pairs.make("pairs", players=3)
        play(env, 7, first_legal)
        play(other, 7, first_legal)
        self.assertEqual(env.to_record().text, other.to_record().text)
        play(other, 8, first_legal)
        self.assertNotEqual(env.to_record().text, other.to_record().text)

    def test_without_a_seed_the_next_game_of_the_last_seed_begins(self):
        env = pairs.make("pairs", players=3)
        play(env, 7, first_legal)
        first = env.to_record().text
        play(env, None, first_legal)
        second = env.to_record().text
        self.assertNotEqual(first, second)
        play(env, 7, first_legal)
        self.assertEqual(env.to_record().text, first)
        play(env, None, first_legal)
        self.assertEqual(env.to_record().text, second)

    def test_bots_play_the_other_seats(self):
        env = pairs.make("deadfall", players=3, bots="hint")
        self.assertEqual(env.possible_agents, ["player_0"])
        play(env, 1, at_random)
        self.assertTrue(env.to_record().over)
        env = pairs.make("deadfall", players=3, bots={"player_0": "random", "player_2": pairs.Bot("hint")})
        self.assertEqual(env.possible_agents, ["player_1"])
        play(env, 1, first_legal)
        again = env.to_record().text
        play(env, 1, first_legal)
        self.assertEqual(env.to_record().text, again, "bots take part in the seed")

    def test_who_does_not_act_sees_no_legal_action(self):
        env = pairs.make("tournament", players=2)
        env.reset(seed=1)
        other = next(agent for agent in env.agents if agent != env.agent_selection)
        self.assertFalse(env.observe(other)["action_mask"].any())

    def test_where_all_decide_at_once_they_are_asked_one_by_one(self):
        env = pairs.make("octopus", players=4)
        env.reset(seed=1)
        while bin(env.table.seats).count("1") < 2:
            env.step(env.setup.parse(env.table.seat, "continue"))
        self.assertTrue(env.infos[env.agent_selection]["action_mask"].any())
        for other in set(env.agents) - {env.agent_selection}:
            self.assertFalse(env.infos[other]["action_mask"].any() or env.observe(other)["action_mask"].any())

    def test_mistakes_are_told(self):
        env = pairs.make("pairs", players=2)
        env.reset(seed=1)
        for wrong, words in [(None, "expected an action"), (99, "there is no action 99"), (-1, "no action -1")]:
            with self.assertRaisesRegex(ValueError, words):
                env.step(wrong)
        env = pairs.make("regent", players=2)
        env.reset(seed=1)
        illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
        before = env.to_record().text
        with self.assertRaises(ValueError):
            env.step(illegal)
        self.assertEqual(env.to_record().text, before, "nothing has happened")
        for wrong, words in [
            (dict(game="chess"), "there is no game 'chess'"),
            (dict(game="octopus", players=9), "expected 4 to 6"),
            (dict(game="pairs", target=-3), "target"),
            (dict(game="pairs", colour="red"), "colour"),
            (dict(game="pairs", bots={"player_9": "hint"}), "there is no agent player_9"),
            (dict(game="pairs", bots="nobody"), "there is no bot 'nobody'"),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                pairs.make(**wrong)

    def test_it_tells_what_happened(self):
        env = pairs.make("pairs", players=2, render_mode="ansi")
        env.reset(seed=1)
        self.assertIn("Round 1 begins.", env.render())


if __name__ == "__main__":
    unittest.main()
