#!/usr/bin/env python3
"""Who wants all that there is of thinking: a hundred tables of bots that look ahead from one address, while others play.
Who is served before whom is in tests/server/crew.c; here it is seen that everybody gets on, and that somebody quicker helps out.
Usage: starve.py PROGRAM [TIMES]"""
import pathlib, selectors, sys
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "server"))
from visitor import *

TIMES = int(sys.argv.pop()) if len(sys.argv) > 2 else 1


class Player(WebSocket):
    """Plays against bots as fast as they let it; `answers` are its decisions that all bots have answered."""

    def sit(self, bots, game="octopus"):
        self.hello()
        self.answers = self.hurried = 0
        self.command("create", game=game, name="Ann", chairs=["you", *bots], begin=True)
        return self

    def go_on(self):
        m = self.receive()
        self.hurried += sum(e["kind"] == "hurried" for e in m.get("entries", ()))
        view = m.get("view", {})
        if view.get("over"):
            self.command("begin")
        elif view.get("legal"):
            self.answers += 1
            self.command("decide", choice=view["legal"][0], after=m["entry"])


def play(players, until):
    """All of them, until it is enough; whoever has news goes on."""
    news = selectors.DefaultSelector()
    for p in players:
        news.register(p.socket, selectors.EVENT_READ, p)
    while not until():
        for key, _ in news.select():
            key.data.go_on()
            while len(key.data.bytes) > 1:  # several messages came at once
                key.data.go_on()


def come(s, address, bots):
    return Player(s.connect(address)).sit(bots)


def who_wants_much_waits_and_others_do_not(program):
    with Server(program, "--connections", "1000", "--openings", "1000") as s:
        greedy = [come(s, "127.0.0.2", ["search-8"] * 3) for _ in range(100)]
        honest = [come(s, f"127.1.0.{i + 1}", ["search-8"] * 3) for i in range(3)]
        play(greedy + honest, lambda: min(p.answers for p in honest) >= 4 * TIMES)
        mean = sum(p.answers for p in greedy) / len(greedy)
        print(f"honest {sorted(p.answers for p in honest)}, greedy {mean:.1f} on average, {s.metric('hurried_total')} decisions in a hurry")
        assert s.metric("hurried_total") > 0 and any(p.hurried for p in greedy), "a quicker player decides, and the table says so"


def bots_that_need_not_think_are_not_kept_waiting(program):
    with Server(program, "--connections", "1000", "--openings", "1000") as s:
        greedy = [come(s, f"127.0.0.{i + 2}", ["search-8"] * 3) for i in range(40)]
        brief = come(s, "127.1.0.1", ["hint"] * 3)
        play([brief, *greedy], lambda: brief.answers >= 20 * TIMES)
        most = max(p.answers for p in greedy)
        print(f"against rules of thumb {brief.answers}, greedy at most {most}")
        assert brief.answers > 2 * most


run([who_wants_much_waits_and_others_do_not, bots_that_need_not_think_are_not_kept_waiting])
