"""Games small enough to solve, and OpenSpiel's algorithms on them: counterfactual regret minimisation, best responses and
resampling, written from its documentation and knowing nothing of these games."""

import itertools
import json
import random
import unittest
from collections import defaultdict

import numpy as np

import pairs

HAND = dict(players=2, hands=1, blind_start=True, first="A")


def small(deck):
    return pairs.load_game("deadfall", deck="-".join((deck.split("-") + ["0"] * 10)[:10]), **HAND)


class Cfr:
    """Counterfactual regret minimisation with regret matching+, alternating updates and linear averaging, on states alone."""

    def __init__(self, game):
        self.game, self.regret, self.mean, self.done = game, {}, {}, 0

    def policy(self, state):
        key, actions = state.information_state_string(), state.legal_actions()
        regret = self.regret.setdefault(key, np.zeros(len(actions)))
        return regret / regret.sum() if regret.sum() > 0 else np.full(len(actions), 1 / len(actions))

    def walk(self, state, player, own, others, changes):
        if state.is_terminal():
            return state.player_return(player)
        if state.is_chance_node():
            return sum(p * self.walk(state.child(a), player, own, others * p, changes) for a, p in state.chance_outcomes())
        policy, actions, key = self.policy(state), state.legal_actions(), state.information_state_string()
        mine = state.current_player() == player
        values = np.array([self.walk(state.child(a), player, own * p if mine else own, others if mine else others * p, changes)
                           for a, p in zip(actions, policy)])
        if mine:
            changes[key] = changes.get(key, 0) + others * (values - policy @ values)
            self.mean[key] = self.mean.get(key, 0) + self.done * own * policy
        return policy @ values

    def iterate(self):
        self.done += 1
        for player in range(2):
            changes = {}
            self.walk(self.game.new_initial_state(), player, 1.0, 1.0, changes)
            for key, change in changes.items():
                self.regret[key] = np.maximum(self.regret[key] + change, 0)

    def average(self, state):
        mean = self.mean.get(state.information_state_string())
        actions = state.legal_actions()
        if mean is None or not mean.sum():
            return dict.fromkeys(actions, 1 / len(actions))
        return dict(zip(actions, mean / mean.sum()))


def on_policy(state, policy):
    if state.is_terminal():
        return np.array(state.returns())
    chances = state.chance_outcomes() if state.is_chance_node() else policy(state).items()
    return sum(p * on_policy(state.child(a), policy) for a, p in chances)


class BestResponse:
    """What a player can get at best against a policy, information set by information set."""

    def __init__(self, game, player, policy):
        self.player, self.policy, self.sets, self.chosen = player, policy, defaultdict(list), {}
        self.gather(game.new_initial_state(), 1.0)

    def branches(self, state):
        return state.chance_outcomes() if state.is_chance_node() else self.policy(state).items()

    def gather(self, state, reach):
        if state.is_terminal():
            return
        if state.current_player() == self.player:
            self.sets[state.information_state_string()].append((state, reach))
            for action in state.legal_actions():
                self.gather(state.child(action), reach)
        else:
            for action, p in self.branches(state):
                self.gather(state.child(action), reach * p)

    def value(self, state):
        if state.is_terminal():
            return state.player_return(self.player)
        if state.current_player() == self.player:
            return self.value(state.child(self.choose(state.information_state_string())))
        return sum(p * self.value(state.child(a)) for a, p in self.branches(state))

    def choose(self, key):
        if key not in self.chosen:
            self.chosen[key] = max(self.sets[key][0][0].legal_actions(),
                                   key=lambda a: sum(p * self.value(s.child(a)) for s, p in self.sets[key]))
        return self.chosen[key]


def exploitability(game, policy):
    both = [BestResponse(game, player, policy).value(game.new_initial_state()) for player in range(2)]
    return (sum(both) - game.utility_sum()) / 2


class Solved(unittest.TestCase):
    def test_what_is_solved_agrees_with_what_states_alone_give(self):
        for deck, value in [("1-1-1", -3), ("1-1-2", -23 / 12), ("2-1-1", -25 / 12)]:
            with self.subTest(deck):
                game = small(deck)
                found = pairs.solve(game, gap=1e-7)
                self.assertAlmostEqual(found.value, value, delta=1e-6)

                def policy(state):
                    return found.policy[state.information_state_string()]

                self.assertAlmostEqual(exploitability(game, policy), found.exploitability, delta=1e-9)
                self.assertLess(found.exploitability, 1e-7)
                np.testing.assert_allclose(on_policy(game.new_initial_state(), policy), [found.value, -found.value], atol=1e-9)

    def test_regrets_matched_on_states_come_to_the_same_value(self):
        game = small("1-1-2")
        solver = Cfr(game)
        for _ in range(150):
            solver.iterate()
        self.assertLess(exploitability(game, solver.average), 0.02)
        value = on_policy(game.new_initial_state(), solver.average)[0]
        self.assertAlmostEqual(value, pairs.solve(game).value, delta=0.02)

    def test_the_exploitability_of_chance_is_that_of_states(self):
        for deck in ("1-1-1", "1-1-2", "2-2-2"):
            game = small(deck)
            tree = pairs.Tree(game)
            uniform = exploitability(game, lambda state: dict.fromkeys(state.legal_actions(), 1 / len(state.legal_actions())))
            self.assertAlmostEqual(tree.exploitability(tree.uniform()), uniform, delta=1e-9, msg=deck)

    def test_what_is_too_large_or_of_no_known_sum_is_refused(self):
        with self.assertRaisesRegex(ValueError, "more than 50 nodes"):
            pairs.solve(small("2-2-2"), most=50)
        with self.assertRaisesRegex(ValueError, "same sum"):
            pairs.solve(pairs.load_game("carousel", players=2))


class Burned(unittest.TestCase):
    def open(self, **more):
        return pairs.load_game("regent", players=2, hands=1, deck="1-1-2-1-1-1-1-0-0-0", **more)

    def test_a_burned_card_is_one_outcome(self):
        state = pairs.load_game("pairs", players=2).new_initial_state()
        for _ in range(5):
            self.assertEqual(state.chance_outcomes(), [(0, 1.0)])
            state.apply_action(0)
        self.assertEqual(state.history(), [0] * 5)
        self.assertEqual(dict(state.chance_outcomes()), {rank: rank / 55 for rank in range(1, 11)})

    def test_cards_come_as_likely_as_if_every_burned_one_were_told(self):
        """The next three cards, by going through all that is burned one by one, and with it left open."""
        game = self.open(burn=2)

        def cards(state, known, path=(), likely=1.0, out=None):
            out = defaultdict(float) if out is None else out
            if len(path) == 3:
                out[path] += likely
                return out
            burns = state.table.place == 8
            outcomes = state.table.chances() if burns and known else state.chance_outcomes()
            for rank, p in outcomes:
                cards(state.child(rank), known, path if burns else (*path, rank), likely * p, out)
            return out

        one, two = (cards(game.new_initial_state(), known) for known in (True, False))
        self.assertEqual(one.keys(), two.keys())
        for path in one:
            self.assertAlmostEqual(one[path], two[path], delta=1e-12, msg=path)

    def test_it_is_written_down_and_taken_back(self):
        game, draw = self.open(burn=2), random.Random(1)
        for seed in range(30):
            state = game.new_initial_state()
            for _ in range(8):
                before = state.clone()
                action = draw.choice(state.legal_actions())
                state.apply_action(action)
                again = game.deserialize_state(state.serialize())
                self.assertEqual(again.history(), state.history())
                self.assertEqual(again.chance_outcomes() if again.is_chance_node() else 0,
                                 state.chance_outcomes() if state.is_chance_node() else 0)
                back = state.clone()
                back.undo_action(-1, action)
                self.assertEqual(back.history(), before.history())
                self.assertEqual(back.legal_actions(), before.legal_actions())


class Asked(unittest.TestCase):
    def test_every_name_has_what_algorithms_ask_for(self):
        for name in pairs.names():
            with self.subTest(name):
                game, draw = pairs.load_game(name), random.Random(1)
                kind = game.get_type()
                total = game.utility_sum()
                self.assertEqual(total is None, kind.utility.name in ("GENERAL_SUM", "IDENTICAL"))
                (state,) = game.new_initial_states()
                self.assertTrue(state.is_initial_state())
                perfect = pairs.spiel.IIGObservationType(perfect_recall=True)
                told, seen = game.make_observer(perfect), game.make_py_observer()
                for _ in range(25):
                    if state.is_terminal():
                        break
                    for player in range(game.num_players()):
                        told.set_from(state, player)
                        seen.set_from(state, player)
                        self.assertEqual(told.tensor.tolist(), state.information_state_tensor(player))
                        self.assertEqual(seen.dict["observation"].tolist(), state.observation_tensor(player))
                        self.assertEqual(told.string_from(state, player), state.information_state_string(player))
                    if state.is_player_node():
                        player = state.current_player()
                        other = state.resample_from_infostate(player, draw.random)
                        self.assertEqual(other.information_state_string(), state.information_state_string())
                        self.assertEqual(other.legal_actions(), state.legal_actions())
                        self.assertEqual(len(other.history()), len(state.history()))
                    state.apply_action(draw.choice(state.legal_actions()))

    def test_observers_keep_public_and_private_apart(self):
        private = pairs.spiel._PrivateInfoType
        kinds = pairs.spiel.IIGObservationType
        game = pairs.load_game("regent", players=2)
        state, draw = game.new_initial_state(), random.Random(1)
        while not state.is_player_node():
            state.apply_action(draw.choice(state.legal_actions()))
        public = game.make_observer(kinds(False, True, private.NONE)).string_from(state, 0)
        own = [json.loads(game.make_observer(kinds(False, False, private.SINGLE_PLAYER)).string_from(state, p)) for p in (0, 1)]
        self.assertEqual(public, game.make_observer(kinds(False, True, private.NONE)).string_from(state, 1))
        for player, zones in enumerate(own):
            self.assertEqual([(zone["place"], zone["owner"]) for zone in zones], [("down", "AB"[player])])
        self.assertIsNone(game.make_observer(kinds(False, True, private.NONE)).tensor)

    def test_sums_hold(self):
        for name, n in itertools.product(["pairs", "deadfall", "tournament", "melee", "port", "rocket-rotate", "troll-guts"], range(3)):
            game, draw = pairs.load_game(name), random.Random(n)
            state = game.new_initial_state()
            bot = pairs.Bot("random", seed=n)
            while not state.is_terminal():
                state.apply_action(bot.choose(state) if state.is_player_node() else draw.choice(state.legal_actions()))
            self.assertEqual(sum(state.returns()), game.utility_sum(), name)

    def test_a_tensor_has_as_many_events_as_are_wanted(self):
        game = pairs.load_game("venture(players=3,events=320)")
        self.assertEqual(game.information_state_tensor_size() - game.observation_tensor_size(), 320 * 23)
        self.assertEqual(str(pairs.load_game(str(game))), str(game))


if __name__ == "__main__":
    unittest.main()
