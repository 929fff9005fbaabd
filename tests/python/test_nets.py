"""Networks: the program reckons what numpy does, bit by bit; and what is not for it is refused."""

import doctest
import struct
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import pairs
from pairs import nets


def any_network(game, events, units, width, seed):
    """A network with weights by chance, of which most are 0 or small."""
    random, inputs = np.random.default_rng(seed), pairs.inputs(game, events)

    def part(values):
        count = int((values == 0).sum())
        return nets.quantities(random.integers(-5, 20, count), random.choice([0.3, 1, 4, 200], count))

    def layer(units, *features, unit=0.05):
        groups = [random.standard_t(2, (f, units)) * random.integers(0, 2, (f, 1)) / f**0.5 for f in features]
        return nets.layer(groups, random.normal(0, 1, units), [1 / nets.ONE] + [0.05] * (len(features) - 1), unit)

    def features(values):
        return int((values == 0).sum() + values.sum(dtype=np.int64))

    view, each = inputs.values[: inputs.view], inputs.values[inputs.view : inputs.view + inputs.each]
    return nets.Numbers(
        inputs,
        part(view),
        part(each) if events else None,
        layer(units, features(each)) if events else None,
        layer(width, *([features(view), events * units] if events else [features(view)])),
        layer(width, width),
        layer(width, width),
        layer(inputs.actions + 1, width, unit=1 / nets.STEP),
    )


def rows_of(game, players, events, count):
    games = pairs.Training(game, players, n=64, seed=4, events=events)
    games.reset()
    random, rows = np.random.default_rng(1), []
    while len(rows) * 64 < count:
        games.step((games.mask * random.random(games.mask.shape)).argmax(1))
        rows.append(games.input.copy())
    return np.concatenate(rows)


class NetTest(unittest.TestCase):
    def test_numpy_and_the_program_agree_bit_by_bit(self):
        for seed, (game, players, events, width) in enumerate(
            (("pairs", 4, 24, 24), ("tournament", 3, 5, 40), ("rocket", 2, 0, 16), ("horn-of-plenty", 6, 64, 8))
        ):
            network = any_network(game, events, 6, width, seed)
            net = nets.Net(nets.pack(network))
            self.assertEqual(net.game, game)
            rows = rows_of(game, players, events, 300)
            wild = np.random.default_rng(seed).integers(-30000, 30000, rows.shape, np.int16)
            rows = np.concatenate([rows, np.where(network.inputs.values, rows, wild)])
            preference, expected = nets.think(network, rows)
            out = net.think(rows)
            self.assertTrue((out[0] == preference).all() and (out[1] == expected).all())
            self.assertGreater(len(np.unique(preference[:, 0])), 10)

    def test_large_weights_are_cut_the_same(self):
        network = any_network("sweep", 4, 3, 12, 9)
        for one in (network.first, network.second, network.last):
            one.weights[0] = np.full_like(one.weights[0], 127)
            one.times[0] = np.full_like(one.times[0], 2**31 - 1)
        rows = rows_of("sweep", 4, 4, 64)
        preference, expected = nets.think(network, rows)
        out = nets.Net(nets.pack(network)).think(rows)
        self.assertTrue((out[0] == preference).all() and (out[1] == expected).all())
        self.assertEqual(preference.max(), 2**24)

    def test_whole_numbers_are_near_what_was_meant(self):
        random = np.random.default_rng(3)
        weights, bias, features = random.normal(0, 1, (50, 9)), random.normal(0, 1, 9), random.integers(-127, 128, (20, 50))
        meant = features / nets.ONE @ weights + bias
        got = nets._sum(nets.layer([weights], bias, [1 / nets.ONE], 0.01), [features]) * 0.01
        self.assertLess(np.abs(meant - got).max(), 0.03 * np.abs(meant).max())

    def test_it_plays_among_others_and_likes_some_decisions_better(self):
        file = nets.pack(any_network("deadfall", 8, 4, 16, 1))
        games = pairs.Training("deadfall", 3, n=32, seed=2, threads=2)
        games.seats([games.add_net(file), games.add_net(file, 0), games.add("random")])
        games.reset()
        sums = [games.step(np.zeros(32, np.int32))[1].sum(0).tolist() for _ in range(5)]
        again = pairs.Training("deadfall", 3, n=32, seed=2, threads=1)
        again.seats([again.add_net(file), again.add_net(file, 0), again.add("random")])
        again.reset()
        self.assertEqual(sums, [again.step(np.zeros(32, np.int32))[1].sum(0).tolist() for _ in range(5)])
        with self.assertRaisesRegex(ValueError, "plays deadfall; expected one for pairs"):
            pairs.Training("pairs", 2, n=1).add_net(file)

    def test_a_bot_at_a_table_takes_what_its_network_likes_best(self):
        network, others = any_network("horn-of-plenty", 12, 4, 16, 6), 0
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "any.net"
            path.write_bytes(nets.pack(network))
            cold, warm = pairs.Bot(f"net:{path}@0"), pairs.Bot(f"net:{path}")
        games = pairs.Training("horn-of-plenty", 3, n=1, seed=8, events=12)
        games.reset()
        table, chance = games.setup.table(), pairs._pairs.Random(8, 0)
        for _ in range(40):
            while table.turn == pairs.core.CARD:
                table.draw(chance)
            due = [seat for seat in range(3) if table.seats >> seat & 1]
            seat, legal, ids = due[chance.below(len(due))], table.legal(games.seat[0]), np.flatnonzero(games.mask[0])
            self.assertEqual(seat, games.seat[0])
            at = legal.index(cold.choose(SimpleNamespace(table=table), seat))  # no decision names a seat: both lists go upward
            liked = nets.think(network, games.input)[0][0][ids]
            self.assertEqual(liked[at], liked.max())
            others += legal.index(warm.choose(SimpleNamespace(table=table), seat)) != at
            table.play(seat, legal[at])
            games.step(ids[at : at + 1])
        self.assertGreater(others, 0)

    def test_other_files_are_refused_with_a_reason(self):
        file = nets.pack(any_network("judge", 2, 2, 8, 1))
        nets.Net(file)
        name = 10 + len("judge")
        worse = bytearray(file)
        worse[len(file) // 2] ^= 8
        for wrong, message in (
            (b"", "no network"),
            (b"nonsense" * 9, "no network"),
            (file[:20], "no network"),
            (file[:8] + b"\x09" + file[9:], "of version 9; expected version 1"),
            (file.replace(b"judge", b"jugde"), "a game that there is not"),
            (file[:name] + bytes(8) + file[name + 8 :], "other inputs"),
            (file[: name + 8] + struct.pack("<HHH", 2, 2, 9999) + file[name + 14 :], "a width of 9999"),
            (bytes(worse), "damaged"),
            (file[:-40], "damaged"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                nets.Net(wrong)


def load_tests(loader, tests, ignore):
    tests.addTests(doctest.DocTestSuite(nets))
    return tests


if __name__ == "__main__":
    unittest.main()
