#!/usr/bin/env python3
"""Who floods a table with talk: spectators without a token, many tokens of one address, and whoever was sent away.
Usage: talk.py PROGRAM [SECONDS]"""
import pathlib, sys, time
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "server"))
from visitor import *

SECONDS = float(sys.argv.pop()) if len(sys.argv) > 2 and sys.argv[-1].replace(".", "").isdigit() else 1


def flood(watchers, seconds):
    """All of them say as much as they can; how many lines were taken."""
    until, taken = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        for w in watchers:
            answer = w.ask("say", text="Buy this!")
            if answer is None:
                return taken
            taken += answer["done"]
    return taken


def at_a_table(s):
    host = s.open().hello()
    host.table = host.create(game="pairs", public=True)["table"]
    return host


def spectators_without_a_token_say_nothing(program):
    with Server(program, "--messages", "100000") as s:
        host = at_a_table(s)
        watchers = [s.open(f"127.0.0.{i + 2}") for i in range(10)]
        for w in watchers:
            assert w.ask("enter", table=host.table)["done"]
        assert flood(watchers, SECONDS) == 0


def a_person_an_address_and_a_table_say_so_much_and_no_more(program):
    def watch(address):
        w = s.open(address).hello()
        assert w.ask("enter", table=host.table)["done"] and w.ask("look", name=w.token[:8])["done"]
        return w
    rate = 60  # lines a minute
    with Server(program, "--messages", "100000", "--connections", "1000", "--talk", str(rate)) as s:
        host = at_a_table(s)
        for count, addresses, most in (1, 1, 1), (12, 1, 4), (12, 12, 4):
            watchers = [watch(f"127.{count}.0.{i % addresses + 1}") for i in range(count)]
            began = time.monotonic()
            taken = flood(watchers, SECONDS)
            may = most * rate / 60 * (10 + time.monotonic() - began + 1)
            assert 0 < taken <= may, f"{count} of {addresses} addresses said {taken} lines, at most {may}"
            for w in watchers:
                w.close()
            host.close()
            host = at_a_table(s)


def who_was_sent_away_does_not_come_back_with_another_token(program):
    with Server(program, "--connections", "1000") as s:
        host = at_a_table(s)
        troll = s.open("127.0.0.66").hello()
        assert troll.ask("enter", table=host.table)["done"] and troll.ask("look", name="Troll")["done"]
        assert troll.ask("say", text="Ha!")["done"] and host.ask("mute", name="Troll")["done"]
        assert not troll.ask("say", text="Ha!")["done"]
        assert host.ask("begin")["done"], "also during a game"
        assert host.ask("kick", name="Troll")["done"]
        while "lost" not in troll.receive():
            pass
        assert not any(s.open("127.0.0.66").hello(t).ask("enter", table=host.table)["done"] for t in [troll.token] + [None] * 5)
        assert not s.open("127.0.0.67").hello(troll.token).ask("enter", table=host.table)["done"]
        assert s.open("127.0.0.68").hello().ask("enter", table=host.table)["done"], "others watch on"


run([spectators_without_a_token_say_nothing, a_person_an_address_and_a_table_say_so_much_and_no_more,
     who_was_sent_away_does_not_come_back_with_another_token])
