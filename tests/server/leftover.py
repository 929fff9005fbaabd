#!/usr/bin/env python3
"""A session from the first guest to the farewell, under valgrind: nothing is read that is not there, and all memory is
given back. Usage: leftover.py PROGRAM"""
import os, stat, sys, tempfile, time
from wire import *


def play(w, other):
    """Everybody decides the last thing that they may until the game is over."""
    views, over = {}, False
    for p in (w, other):
        p.socket.settimeout(PATIENCE)
    w.command("begin")
    while not over:
        for p in (w, other):
            p.command("explain")
            while (m := p.receive()) is not None:
                over = over or m.get("view", {}).get("over", False)
                if "choices" in m or m.get("done") is False:
                    choices = m.get("choices", [])
                    break
            assert m is not None, "the connection is lost"
            if choices:
                p.command("decide", choice=choices[-1]["choice"])
            else:
                time.sleep(0.1)  # a bot thinks, and slowly here


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
