#!/usr/bin/env python3
"""Writes the table of docs/researchers.md: what each game is to those who study such games.

usage: tools/measure/researchers.py [--games N] [--seed S] [--out FILE] [GAME...]

The figures are of the smallest table with at least two players and the usual options. What a game asks for is seen in N
random games through the library; the rest is what `pairs list`, `pairs layout`, `pairs arena` and `pairs solve` say. Games
that were not asked for keep their rows; all that stands outside the table is written by hand, and kept.
"""
import argparse
import concurrent.futures
import ctypes
import json
import os
import re
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PAIRS = os.environ.get("PAIRS", os.path.join(ROOT, "build", "pairs"))
LIBRARY = os.environ.get("LIBPAIRS", os.path.join(ROOT, "build", "libpairs.so"))
HEAD = ("| game | players | hidden | at once | chance | decisions | ids | observation | information sets | random | hint | exact |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|\n")
OVER, DECISION, CARD, LOT = range(4)
SOLVED = {"rocket": "a round for one: {:.6f} of the bet", "pairs": "a round for two: {:.6f} points"}


def ask(*words):
    return json.loads(subprocess.run([PAIRS, *words], check=True, stdout=subprocess.PIPE).stdout)


class Library:
    """Random games through libpairs, looked at while they are played."""

    def __init__(self):
        self.c = ctypes.CDLL(LIBRARY)
        for name in ("setup_new", "game_new"):
            getattr(self.c, "pairs_" + name).restype = ctypes.c_void_p
        self.c.pairs_game_draw.restype = self.c.pairs_game_apply.restype = ctypes.c_bool

    def look(self, name, players, games, seed):
        """How many decisions a game has on average, whether several seats decide at once, and what is left to chance."""
        setup = ctypes.c_void_p(self.c.pairs_setup_new(name.encode(), None))
        self.c.pairs_setup_set_players(setup, players, None)
        game = ctypes.c_void_p(self.c.pairs_game_new(setup, None))
        legal, rng = (ctypes.c_uint32 * 1024)(), (ctypes.c_uint64 * 4)()
        decisions, at_once, chance = 0, False, set()
        for i in range(games):
            self.c.pairs_rng_seed(rng, ctypes.c_uint64(seed), ctypes.c_uint64(i))
            self.c.pairs_game_start(game)
            while (turn := self.c.pairs_game_turn(game)) != OVER:
                if turn != DECISION:
                    chance.add("cards" if turn == CARD else "lots")
                    self.c.pairs_game_draw(game, rng)
                    continue
                seats = self.c.pairs_game_seats(game)
                at_once |= seats & seats - 1 != 0
                seat = (seats & -seats).bit_length() - 1
                count = self.c.pairs_game_legal(game, seat, legal, len(legal))
                self.c.pairs_game_apply(game, seat, legal[self.c.pairs_rng_below(rng, count)])
                decisions += 1
        self.c.pairs_game_free(game)
        self.c.pairs_setup_free(setup)
        return decisions / games, at_once, chance


def returns(bot, counts):
    if counts == "chips":
        return f"{bot['mean']:+.1f}"
    return f"{100 * bot[counts]:.0f} % {counts}"


def row(listed, asked):
    name, players = listed["name"], max(2, listed["players_min"])
    decisions, at_once, chance = Library().look(name, players, asked.games, asked.seed)
    layout = ask("layout", name, "-n", str(players), "--json")
    arena = ask("arena", name, "-n", str(players), "--bots", "hint,random", "--games", str(20 * asked.games), "--seed",
                str(asked.seed), "--threads", "1", "--json")
    hint, random = (returns(bot, arena["counts"]) for bot in arena["bots"])
    sets, exact = "", ""
    if name in SOLVED:
        solved = ask("solve", name, "--json")
        exact, sets = SOLVED[name].format(solved["value"]), str(len(solved["strategy"]))
    cells = [name, f"{listed['players_min']} to {listed['players_max']}" if listed["players_min"] < listed["players_max"] else str(players),
             "yes" if listed["hidden"] else "no", "yes" if at_once else "no", " and ".join(sorted(chance)) or "none",
             f"{decisions:.0f}", str(layout["actions"]), str(layout["observation"]), sets, random, hint, exact]
    return "| " + " | ".join(cells) + " |\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=os.path.join(ROOT, "docs", "researchers.md"))
    parser.add_argument("game", nargs="*")
    asked = parser.parse_args()
    if asked.games < 2:
        parser.error(f"--games cannot be {asked.games}; expected 2 or more")
    games = [game for game in ask("list", "--json") if game["name"] == game["game"]]
    for name in asked.game:
        if name not in [game["name"] for game in games]:
            parser.error(f"there is no game '{name}'; expected a name from `pairs list` that is no variant")
    with open(asked.out, encoding="utf-8") as file:
        text = file.read()
    if HEAD not in text:
        sys.exit(f"researchers: {asked.out} has no table to fill in; expected its head as tools/measure/researchers.py has it")
    before, after = text.split(HEAD)
    rows = dict(re.findall(r"^(?=\| ([a-z-]+) \|)(\|.*\n)", after, re.M))
    after = re.sub(r"^\|.*\n", "", after, flags=re.M)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wanted = [game for game in games if not asked.game or game["name"] in asked.game]
        rows.update(zip((game["name"] for game in wanted), pool.map(lambda game: row(game, asked), wanted)))
    with open(asked.out + ".new", "w", encoding="utf-8") as file:
        file.write(before + HEAD + "".join(rows[game["name"]] for game in games if game["name"] in rows) + after)
        file.flush()
        os.fsync(file.fileno())
    os.replace(asked.out + ".new", asked.out)


if __name__ == "__main__":
    main()
