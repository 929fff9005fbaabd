#!/usr/bin/env python3
"""What an earlier version has kept is still good: a saved game, the state of a simulation, and a server's data file with a game that is
over and one that goes on. Each file here was written by the program before its sources were laid out anew; a later one never
writes them again. Usage: older.py PROGRAM CLIENT    (CLIENT of docs/examples)"""
import json, os, pathlib, shutil, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "server"))
from visitor import *

CLIENT = sys.argv.pop(2)
WHO = {"PAIRS_TOKEN": "a" * 64, "PAIRS_KEY": "1" * 64}  # who played at the tables
OVER, GOES_ON = "gdmxevera6", "2vzf9b5nm7/7456acf522e32c7d"


def output(words, folder, given=""):
    env = {**os.environ, "XDG_STATE_HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "LANGUAGE": "C"}
    done = subprocess.run(words, input=given, capture_output=True, text=True, env=env, timeout=PATIENCE * 5)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def a_saved_game_goes_on_where_it_was_left(program):
    with tempfile.TemporaryDirectory() as folder:
        game = folder + "/octopus.pairs"
        shutil.copy(HERE / "octopus.pairs", game)
        before = json.loads(output([program, "replay", "--json", game], folder))
        output([program, "play", "--resume", game, "--plain"], folder, "play 10\n")
        after = json.loads(output([program, "replay", "--json", game], folder))
        assert before["players"] == after["players"] == 4
        steps = [line for line in open(game) if line[0] != "#"]
        assert steps[: 8 * 4] == [line for line in open(HERE / "octopus.pairs") if line[0] != "#"][: 8 * 4]
        assert any(line == "A play 10\n" for line in steps), "".join(steps)


def a_simulation_goes_on_to_the_same_figures(program):
    with tempfile.TemporaryDirectory() as folder:
        state = folder + "/state"
        shutil.copy(HERE / "simulation.json", state)
        job = [program, "sim", "pairs", "-n", "3", "--bots", "random", "--games", "400", "--seed", "4"]
        with open(state) as file:
            assert json.load(file)["sim"]["games"] == 300
        resumed, fresh = (output(words, folder).splitlines() for words in (job + ["--resume", state], job))
        speed = re.compile("games/s")
        figures = [line for line in fresh if not speed.search(line)]
        assert figures and [line for line in resumed if not speed.search(line)] == figures


def tables_are_there_and_their_games_go_on(program):
    with Server(program, data=HERE / "tables.db") as s:
        status, _, record = s.get(f"/api/tables/{OVER}/games/121/record")
        assert status in (401, 403, 404) or record.startswith("pairs 1\ngame port\n"), record
        status, _, record = s.get(f"/api/tables/{OVER}/games/121/record", authorization="Bearer " + WHO["PAIRS_TOKEN"])
        assert status == 200 and "game port\n" in record, (status, record)
        link = f"http://127.0.0.1:{s.port}/#{GOES_ON}"
        played = subprocess.run([sys.executable, CLIENT, link], env={**os.environ, **WHO}, capture_output=True, text=True,
                                timeout=PATIENCE * 5)
        assert played.returncode == 0 and "The game is over" in played.stdout, played.stdout[-2000:] + played.stderr


run([a_saved_game_goes_on_where_it_was_left, a_simulation_goes_on_to_the_same_figures, tables_are_there_and_their_games_go_on])
