"""States in OpenSpiel's shape. The algorithms are written from its documentation and know nothing of these games."""

import copy
import json
import os
import pickle
import random
import subprocess
import unittest

import numpy as np

import pairs

GAMES = [("pairs", 2), ("deadfall", 3), ("octopus", 4), ("kitty", 3), ("medusa", 2), ("rocket", 1), ("goblin-poker", 3)]


def play(game, draw):
    """The example of OpenSpiel's documentation: a game at random."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            action = draw.choices(outcomes, chances)[0]
        else:
            action = draw.choice(state.legal_actions(state.current_player()))
        state.apply_action(action)
    return state


class ExternalSampling:
    """Monte Carlo counterfactual regret minimisation, by external sampling."""

    def __init__(self, game, draw):
        self.game, self.draw, self.regret, self.legal = game, draw, {}, {}

    def policy(self, key, actions):
        positive = np.maximum(self.regret.setdefault(key, np.zeros(len(actions))), 0)
        total = positive.sum()
        return positive / total if total > 0 else np.full(len(actions), 1 / len(actions))

    def walk(self, state, player):
        if state.is_terminal():
            return state.player_return(player)
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            return self.walk(state.child(self.draw.choices(outcomes, chances)[0]), player)
        current = state.current_player()
        key, actions = state.information_state_string(current), state.legal_actions(current)
        assert self.legal.setdefault(key, actions) == actions, "who cannot tell two moments apart can do the same"
        policy = self.policy(key, actions)
        if current != player:
            return self.walk(state.child(self.draw.choices(actions, policy)[0]), player)
        values = np.array([self.walk(state.child(action), player) for action in actions])
        self.regret[key] += values - policy @ values
        return policy @ values


def value(state, policy, memory):
    """What each player can expect if all play by a policy, by going through everything that can happen."""
    key = state.history_str()
    if key not in memory:
        if state.is_terminal():
            memory[key] = np.array(state.returns())
        elif state.is_chance_node():
            memory[key] = sum(p * value(state.child(a), policy, memory) for a, p in state.chance_outcomes())
        else:
            memory[key] = sum(p * value(state.child(a), policy, memory) for a, p in policy(state).items())
    return memory[key]


def hit_up_to_three(state):
    """A policy: hit with one or two cards, fold with three."""
    seat = "AB"[state.current_player()]
    cards = [step for step in state.to_record().text.split("\n") if step.startswith(f"deal {seat} ")]
    return {state.string_to_action("hit" if len(cards) < 3 else "fold"): 1.0}


def reckon(deck, stacks, turn):
    """How likely A and B are to lose one point of Pairs by that policy, by the rules of the game alone."""
    lost = np.eye(2)
    if len(stacks[turn]) == 3:
        return lost[turn]
    total = 0
    for rank, count in deck.items():
        if count:
            after = {**deck, rank: count - 1}
            grown = [*stacks[:turn], stacks[turn] + [rank], *stacks[turn + 1:]]
            total += count / sum(deck.values()) * (
                lost[turn] if rank in stacks[turn] else reckon(after, grown, 1 - turn))
    return total


class Spiel(unittest.TestCase):
    def test_random_games_end_and_bring_what_replay_says(self):
        program = os.environ["PAIRS"]
        for name, players in GAMES:
            with self.subTest(name):
                state = play(pairs.load_game(name, players=players), random.Random(1))
                record = state.to_record().text
                told = subprocess.run([program, "replay", "--json", "-"], input=record, capture_output=True, text=True,
                                      env={k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}, check=True)
                told = json.loads(told.stdout)
                self.assertEqual(state.to_dict(), told)
                seats = "ABCDEFGH"[:players]
                if state.get_game().setup.facts["chips"]:
                    expected = [float(score) for score in state.to_record().scores()]
                else:
                    expected = [float((seat in told["winners"]) - (seat in told["losers"])) for seat in seats]
                self.assertEqual(state.returns(), expected)
                self.assertEqual(state.rewards(), expected)

    def test_shapes_and_numbers_are_as_the_game_says(self):
        for name, players in GAMES:
            with self.subTest(name):
                game = pairs.load_game(name, {"players": players})
                self.assertEqual(game.num_players(), players)
                state, draw = game.new_initial_state(), random.Random(2)
                for _ in range(30):
                    if state.is_terminal():
                        break
                    legal = state.legal_actions()
                    self.assertEqual(legal, sorted(set(legal)))
                    self.assertEqual([i for i, yes in enumerate(state.legal_actions_mask()) if yes], legal)
                    if state.is_chance_node():
                        self.assertEqual(state.current_player(), -1)
                        self.assertAlmostEqual(sum(p for _, p in state.chance_outcomes()), 1)
                        self.assertLess(max(legal), game.max_chance_outcomes())
                    else:
                        self.assertLess(max(legal), game.num_distinct_actions())
                        for other in set(range(players)) - {state.current_player()}:
                            self.assertEqual(state.legal_actions(other), [])
                    for player in range(players):
                        self.assertEqual([len(state.observation_tensor(player))], game.observation_tensor_shape())
                        self.assertEqual([len(state.information_state_tensor(player))],
                                         game.information_state_tensor_shape())
                    action = draw.choice(legal)
                    words = state.action_to_string(state.current_player(), action)
                    self.assertEqual(state.string_to_action(words), action)
                    self.assertEqual(state.child(action).history(), state.history() + [action])
                    state.apply_action(action)

    def test_a_clone_goes_its_own_way(self):
        state = pairs.load_game("pairs", players=2).new_initial_state()
        before = str(state)
        for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            other.apply_action(other.legal_actions()[0])
            self.assertEqual(len(other.history()), 1)
            self.assertEqual(str(state), before)

    def test_history_and_record_lead_to_the_same_state(self):
        for name, players in GAMES:
            with self.subTest(name):
                game = pairs.load_game(name, players=players)
                state = play(game, random.Random(3))
                again = game.new_initial_state()
                for action in state.history():
                    again.apply_action(action)
                self.assertEqual(str(again), str(state))
                self.assertEqual(str(game.deserialize_state(state.serialize())), str(state))

    def test_hidden_cards_are_no_part_of_what_others_know(self):
        game = pairs.load_game("tournament", players=2, first="A")
        state = game.new_initial_state()
        while state.is_chance_node() and not state.action_to_string(1).startswith("deal A"):
            state.apply_action(state.legal_actions()[0])
        one, two = state.child(3), state.child(9)
        self.assertNotEqual(one.information_state_string(0), two.information_state_string(0))
        self.assertEqual(one.information_state_string(1), two.information_state_string(1))
        self.assertNotEqual(one.information_state_tensor(0), two.information_state_tensor(0))
        self.assertEqual(one.information_state_tensor(1), two.information_state_tensor(1))

    def test_choices_made_at_the_same_time_are_kept_from_each_other(self):
        game = pairs.load_game("octopus", players=4)
        state, draw = game.new_initial_state(), random.Random(4)
        while not (state.is_player_node() and bin(state.table.seats).count("1") > 1):
            state.apply_action(draw.choice(state.legal_actions()))
        first = state.current_player()
        legal = state.legal_actions()
        self.assertGreater(len(legal), 1)
        one, two = state.child(legal[0]), state.child(legal[-1])
        self.assertNotEqual(one.current_player(), first)
        for player in range(4):
            same = one.information_state_string(player) == two.information_state_string(player)
            self.assertEqual(same, player != first)

    def test_nobody_forgets_what_they_have_seen_and_done(self):
        for name, players in [("tournament", 2), ("deadfall", 3), ("octopus", 4)]:
            game, past = pairs.load_game(name, players=players), {}
            for seed in range(20):
                state, draw, own = game.new_initial_state(), random.Random(seed % 5), [()] * players
                turns = random.Random(seed)
                while not state.is_terminal():
                    player = state.current_player()
                    if player >= 0:
                        key = state.information_state_string(player)
                        self.assertEqual(past.setdefault(key, own[player]), own[player], name)
                        action = turns.choice(state.legal_actions())
                        own[player] += (key, action)
                    else:
                        action = draw.choice(state.legal_actions())
                    state.apply_action(action)

    def test_an_exact_walk_finds_what_the_rules_alone_give(self):
        state = pairs.load_game("pairs", players=2, target=1).new_initial_state()
        deck = {rank: rank for rank in range(1, 11)}
        for words in ["deal burn 10"] * 5 + ["deal A 9", "deal B 4"]:
            state.apply_action(state.string_to_action(words))
            deck[int(words.split()[-1])] -= 1
        self.assertEqual(state.current_player(), 1, "the lowest card begins")
        found = value(state, hit_up_to_three, {})
        np.testing.assert_allclose(-found, reckon(deck, [[9], [4]], 1), atol=1e-12)
        self.assertAlmostEqual(found.sum(), -1, msg="one loses, and nobody wins")

    def test_odds_are_those_of_the_seat_to_act(self):
        state = play(pairs.load_game("pairs", players=2), random.Random(1)).to_record().at(9)
        while state.table.seat < 0:
            state = state.at(len(state) + 1)
        figures = pairs.odds(state)
        self.assertEqual([choice.text for choice in figures.choices], ["hit", "fold"])
        self.assertAlmostEqual(sum(figures.cards), 1)
        self.assertGreater(figures.situations, 0, "they are exact")
        self.assertEqual(figures.best, max(figures.choices, key=lambda choice: choice.worth.mean).action)
        self.assertEqual(min(choice.loss.mean for choice in figures.choices), 0)

    def test_counterfactual_regret_runs_unchanged_and_learns(self):
        game = pairs.load_game("tournament", players=2, chips=1, first="A")
        draw = random.Random(1)
        start = game.new_initial_state()
        for rank in (10, 9):
            while not start.is_player_node():
                start.apply_action(min(rank, start.legal_actions()[-1]))
        name = start.string_to_action("name 54")
        start.apply_action(name)
        solver = ExternalSampling(game, draw)
        for i in range(300):
            solver.walk(start, i % 2)
        key = start.information_state_string()
        policy = dict(zip(start.legal_actions(), solver.policy(key, start.legal_actions())))
        self.assertGreater(policy[start.string_to_action("doubt")], 0.9, "a claim that is a lie with any hand")


class Kind(unittest.TestCase):
    def test_algorithms_can_ask_what_kind_of_game_it_is(self):
        kind = pairs.load_game("deadfall", players=3).get_type()
        self.assertEqual(kind.dynamics, type(kind).Dynamics.SEQUENTIAL)
        self.assertEqual(kind.chance_mode, type(kind).ChanceMode.EXPLICIT_STOCHASTIC)
        self.assertEqual(kind.information, type(kind).Information.IMPERFECT_INFORMATION)
        self.assertTrue(kind.provides_information_state_string and kind.provides_information_state_tensor)
        self.assertIn("tournament", pairs.registered_names())

    def test_a_game_can_be_loaded_by_what_it_is_called(self):
        game = pairs.load_game("tournament", players=2, chips=1)
        again = pairs.load_game(str(game))
        self.assertEqual(str(again), str(game))
        self.assertEqual(str(again.new_initial_state()), str(game.new_initial_state()))

    def test_mistakes_are_told(self):
        state = pairs.load_game("pairs", players=2).new_initial_state()
        for wrong, words in [(lambda: state.apply_action(99), "expected"),
                             (lambda: state.information_state_string(7), "there is no player 7"),
                             (lambda: state.string_to_action("deal A 77"), "chance has no outcome"),
                             (lambda: state.string_to_action(0, "dance"), "pairs has no decision"),
                             (lambda: pairs.load_game("chess"), "there is no game"),
                             (lambda: pairs.replay("chess"), "line 1")]:
            with self.assertRaisesRegex(ValueError, words):
                wrong()


if __name__ == "__main__":
    unittest.main()
