#!/usr/bin/env python3
"""A session from the first guest to the farewell, under valgrind: nothing is read that is not there, and all memory is
given back. Usage: leftover.py PROGRAM"""
import os, stat, sys, tempfile, time
from visitor import *


def answer(p, do, **more):
    """The answer to a command, and whether a game ended before it came."""
    n, over = p.command(do, **more), False
    while (m := p.receive()) is not None:
        over = over or m.get("view", {}).get("over", False)
        if m.get("n") == n:
            return m, over
    raise AssertionError("the connection is lost")


def play(w, other):
    """Everybody decides the last thing that they may until the game is over. What was answered to one command is never taken for the
    answer to another: under valgrind a decision may come too late and be refused."""
    over = answer(w, "begin")[1]
    while not over:
        for p in (w, other):
            m, ended = answer(p, "explain")
            if m.get("choices"):
                ended = answer(p, "decide", choice=m["choices"][-1]["choice"])[1] or ended
            elif not ended:
                time.sleep(0.1)  # a bot thinks, and slowly here
            over = over or ended


def a_session_leaves_nothing_behind(program):
    with tempfile.TemporaryDirectory() as folder:
        wrapped = folder + "/pairs"
        with open(wrapped, "w") as f:
            f.write("#!/bin/sh\nexec valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite,possible "
                    f"--errors-for-leak-kinds=definite,possible '{os.path.abspath(program)}' \"$@\"\n")
        os.chmod(wrapped, stat.S_IRWXU)
        with Server(wrapped) as s:
            w, other, guest = s.open().hello(), s.open().hello(), s.open()
            table = w.create(game="deadfall", chairs=["you", "open", "2"], public=True)
            assert other.ask("enter", table=table["table"])["done"]
            assert other.ask("sit", name="Bob")["done"]
            assert guest.ask("enter", table=table["table"])["done"]
            play(w, other)
            assert w.ask("change", game="kitty", players=3)["done"]
            assert w.ask("kick", seat="C")["done"]
            assert w.ask("bot", bot="hint")["done"]
            assert w.ask("begin")["done"]
            assert other.ask("leave")["done"]
            guest.send("nonsense")
            guest.close()
            for path in "/", "/metrics", "/api/games", "/api/games/pairs", "/api/tables", "/nowhere":
                s.get(path)
            s.get(f"/api/tables/{table['table']}/games")


run([a_session_leaves_nothing_behind])
