#!/usr/bin/env python3
"""Hints over the network, from a server that works them out in threads. Usage: hints.py PAIRS [TEST...]"""
from visitor import *


def seated(server, **more):
    """Somebody whose turn it is."""
    guest = server.open().hello()
    assert guest.create(**more)["done"]
    m = guest.ask("begin")
    while not m.get("view", {}).get("legal"):
        if m.get("view", {}).get("over"):  # before it was their turn
            guest.command("begin")
        m = guest.receive()
    guest.legal = m["view"]["legal"]
    return guest


def a_hint_explains_itself_in_the_language_of_the_guest(program):
    with Server(program) as s:
        guest = seated(s)
        for language, first in (("en", "Advice: "), ("de", "Rat: ")):
            assert guest.ask("hello", version=1, language=language)["done"]
            m = guest.ask("hint")
            assert m["done"], m
            hint = m["hint"]
            assert hint["text"][0].startswith(first) and len(hint["text"]) > len(guest.legal), hint
            assert hint["choice"] in guest.legal and sorted(c["choice"] for c in hint["choices"]) == sorted(guest.legal)
            assert abs(sum(hint["cards"]) - 1) < 0.001 and 0 <= hint["pair"] <= 1


def every_game_gives_a_hint_to_whoever_is_to_decide(program):
    with Server(program) as s:
        for game in (g for g in json.loads(s.get("/api/games")[2]) if g["name"] == g["game"]):
            guest = seated(s, game=game["name"], chairs=["you"] + ["random"] * (game["players"][-1] - 1))
            m = guest.ask("hint")
            assert m["done"] and m["hint"]["choice"] in guest.legal, (game["name"], m)
            guest.close()


def who_asks_and_goes_harms_nobody_and_many_are_told_to_wait(program):
    with Server(program) as s:
        guests = [seated(s, game="octopus", chairs=["you"] + ["random"] * 3) for _ in range(12)]
        for guest in guests:
            guest.command("hint")
        for guest in guests[:4]:
            guest.close()
        assert s.get("/health")[0] == 200
        for guest in guests[4:]:
            while "n" not in (m := guest.receive()):
                pass
            assert m["done"] or m["refused"].startswith("Many ask"), m
        eventually(lambda: guests[4].ask("hint")["done"], "no hint comes any more")


run([a_hint_explains_itself_in_the_language_of_the_guest, every_game_gives_a_hint_to_whoever_is_to_decide,
     who_asks_and_goes_harms_nobody_and_many_are_told_to_wait])
