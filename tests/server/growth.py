#!/usr/bin/env python3
"""Tables that were made and left cost no memory once they are closed. Usage: growth.py PROGRAM [TABLES]

Half of the tables are made, left and waited for until they are closed, which takes a minute; then the other half. What the
first half has left behind is what the heap keeps for later; the second may add nothing to it."""
import sys
from visitor import *

GAMES = ["pairs", "kitty", "deadfall", "venture", "goblin-poker", "medusa"]
NOISE = 512 << 10  # pages that come and go


def make_and_leave(s, tables):
    w = s.open().hello()
    for i in range(tables):
        game = GAMES[i % len(GAMES)]
        made = w.ask("create", game=game, name="Ann", public=i % 2 == 0)
        assert made["done"], made
        assert w.ask("say", text="Nobody will come.")["done"]
        assert w.ask("leave")["done"]
    w.ask("exit")
    w.close()


def wait_until_closed(s):
    for _ in range(6 * PATIENCE):
        if s.metric("tables") == 0:
            return
        time.sleep(1)
    raise AssertionError(f"{s.metric('tables')} tables are still open")


def tables_that_were_left_cost_nothing_once_they_are_closed(program):
    sizes = []
    with Server(program, "--messages", "1000000", "--openings", "1000000", "--connections", "1000", "--talk", "1000000") as s:
        for tables in (TABLES // 10, TABLES // 2, TABLES - TABLES // 2):
            make_and_leave(s, tables)
            wait_until_closed(s)
            time.sleep(2)  # what is free goes back to the system
            sizes.append(s.memory())
            print(f"{tables} tables made and closed: {sizes[-1] / 1e6:.2f} MB")
    assert sizes[2] <= sizes[1] + NOISE, f"{sizes[2] - sizes[1]} bytes more after {TABLES - TABLES // 2} tables"


TABLES = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
del sys.argv[2:]
run([tables_that_were_left_cost_nothing_once_they_are_closed])
