#!/usr/bin/env python3
"""What it costs that many are connected who do nothing. Usage: idle.py PROGRAM"""
import resource, selectors
from visitor import *

FEW, MANY, ROUNDS = 500, 6000, 3
PONG = frame(b"?", 10)


def processor(s):
    """Nanoseconds that the server has worked."""
    with open(f"/proc/{s.process.pid}/schedstat") as f:
        return int(f.read().split()[0])


def answer_pings(sockets, pings):
    """Until so many have come, of all together."""
    with selectors.DefaultSelector() as waiting:
        for w in sockets:
            waiting.register(w.socket, selectors.EVENT_READ)
        while pings > 0:
            for ready, _ in waiting.select():
                assert ready.fileobj.recv(3)[0] == 0x89
                ready.fileobj.sendall(PONG)
                pings -= 1


def cost_of_a_ping(program, silent):
    with Server(program, "--ping", "1", "--silence", "3600") as s:
        sockets = [s.open() for _ in range(silent)]
        answer_pings(sockets, silent)
        before = processor(s)
        answer_pings(sockets, ROUNDS * silent)
        cost = (processor(s) - before) / (ROUNDS * silent)
        for w in sockets:
            w.close()
        eventually(lambda: s.metric("visitors") == 0, "somebody stays")
        return cost


def who_is_silent_costs_the_same_however_many_they_are(program):
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    many = min(MANY, most - 200)
    ratio = cost_of_a_ping(program, many) / cost_of_a_ping(program, FEW)
    assert ratio < 2, f"to ask one of {many} costs {ratio:.2f} times as much as to ask one of {FEW}"


def however_many_are_silent_at_once_all_are_asked_and_gone(program):
    with Server(program, "--ping", "1", "--silence", "2") as s:
        silent = [s.open() for _ in range(350)]
        eventually(lambda: s.metric("visitors") == 0, "somebody stays who does not answer")
        for w in silent:
            assert w._take(2)[0] == 0x89, "nobody has asked"
            w.close()


run([who_is_silent_costs_the_same_however_many_they_are, however_many_are_silent_at_once_all_are_asked_and_gone])
