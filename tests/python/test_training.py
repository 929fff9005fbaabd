"""Games for who trains a player: what a row tells, who plays inside, what is refused."""

import doctest
import unittest

import numpy as np

import pairs
import pairs.training


def any_legal(games, random):
    return np.where(games.seat < 0, 0, (games.mask * random.random(games.mask.shape)).argmax(1))


class TrainingTest(unittest.TestCase):
    def test_a_row_is_what_the_seat_knows_at_a_table(self):
        """One game at one place and the same decisions at a table: every row is the same, byte by byte."""
        games = pairs.Training("horn-of-plenty", 3, n=1, seed=3, reward="end")
        games.reset()
        random = np.random.default_rng(1)
        table, chance = games.setup.table(), pairs._pairs.Random(3, 0)
        row = np.zeros(games.inputs.size, np.int16)
        while not games.done[0]:
            while table.turn == pairs.core.CARD:
                table.draw(chance)
            due = [seat for seat in range(3) if table.seats >> seat & 1]
            seat = due[chance.below(len(due))]
            table.inputs(seat, -1, row)
            self.assertEqual(seat, games.seat[0])
            self.assertEqual(row.tobytes(), games.input[0].tobytes())
            actions = any_legal(games, random)
            table.play(seat, table.legal(seat)[games.mask[0][: actions[0]].sum()])  # no decision names a seat
            games.step(actions)

    def test_the_layout_says_what_each_number_may_be(self):
        games = pairs.Training("deadfall", 4, n=64, seed=1, rotate=True)
        hint, chance = games.add("hint"), games.add("random")
        games.seats([0, hint, chance, 0])
        games.reset()
        random = np.random.default_rng(1)
        values, seen = games.inputs.values, set()
        for _ in range(100):
            row, reward, done = games.step(any_legal(games, random))
            self.assertTrue((row[:, values > 0] >= 0).all() and (row <= np.where(values, values, 30000)).all())
            asked = (games.seat >= 0) & (done == 0)
            self.assertTrue((games.player[np.arange(64), games.seat][asked] == 0).all())
            self.assertTrue((reward[done == 0] == 0).all())
            seen |= set(games.seat)
        self.assertLessEqual({0, 1, 2, 3}, seen)

    def test_tables_may_share_arrays(self):
        seat, done = np.zeros(24, np.int32), np.zeros(24, np.uint8)
        tables = [pairs.Training("pairs", players, n=8, seed=players, into={"seat": seat[at : at + 8], "done": done[at : at + 8]})
                  for players, at in ((2, 0), (3, 8), (4, 16))]
        alone = [pairs.Training("pairs", players, n=8, seed=players) for players in (2, 3, 4)]
        random = np.random.default_rng(1)
        for games in tables + alone:
            games.reset()
        for _ in range(40):
            for games, same in zip(tables, alone):
                act = any_legal(same, random)
                games.step(act)
                same.step(act)
            self.assertEqual(seat.tolist(), [s for games in alone for s in games.seat])
            self.assertEqual(done.tolist(), [d for games in alone for d in games.done])
        self.assertGreater(len(set(seat)), 2)

    def test_what_does_not_fit_is_refused(self):
        games = pairs.Training("pairs", 2, n=2, seed=1)
        games.reset()
        for wrong, message in (
            (lambda: games.add("nobody"), "nobody"),
            (lambda: games.seats([0, 1]), "no such player"),
            (lambda: games.step(np.array([0, 9000])), "not legal in game 1"),
            (lambda: pairs.Training("pairs", reward="money"), "expected end or score or share"),
            (lambda: pairs.Training("pairs", 2, n=2, into={"done": np.zeros(3, np.uint8)}), "'done' is uint8 of .3,.; expected uint8 of .2,."),
            (lambda: pairs.inputs("pairs", 65), "expected 0 to 64"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                wrong()

    def test_the_hash_is_the_game_s_own(self):
        self.assertEqual(pairs.inputs("pairs").hash, pairs.inputs("calamities", events=3).hash)
        every = {pairs.inputs(name).game: pairs.inputs(name).hash for name in pairs.names()}
        self.assertEqual(len(set(every.values())), len(every))


def load_tests(loader, tests, ignore):
    tests.addTests(doctest.DocTestSuite(pairs.training))
    return tests


if __name__ == "__main__":
    unittest.main()
