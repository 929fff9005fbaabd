#!/usr/bin/env python3
"""Honest tables go on while hostile connections do their worst: half open, garbage, huge frames, readers that read
nothing, requests that never end, wrong upgrades, floods. Usage: siege.py PROGRAM [HOSTILE [SECONDS [RATIO]]]

Prints how long honest tables wait for answers before and during it. With RATIO their p99 may grow by no more than that."""
import multiprocessing, os, random, socket, sys, threading, time
from visitor import *

HONEST = 8
MEMORY = 64 << 20  # that it may take for 2,000 hostile connections


def play(s, number, until, waited, games):
    """Games against a bot, at least one; each decision is waited for, ten a second."""
    w = s.open(f"127.1.0.{number + 1}").hello()
    w.command("create", game="pairs", name="Ann", chairs=["you", "random"])
    w.command("begin")
    sent, n = 0, None
    ended = 0
    while (time.monotonic() < until.value or not ended) and (m := w.receive()) is not None:
        if m.get("n") == n and n:
            waited.append(time.monotonic() - sent)
            n = None
        view = m.get("view", {})
        if view.get("over"):
            games.append(number)
            ended += 1
            w.command("begin")
        elif view.get("legal"):
            time.sleep(0.1)
            sent = time.monotonic()
            n = w.command("decide", choice=view["legal"][-1], after=m["entry"])


def honest(s, until, out):
    """All honest players in a process of their own: what attackers do with their time does not count as waiting."""
    waited, games = [], []
    players = [threading.Thread(target=play, args=(s, i, until, waited, games), daemon=True) for i in range(HONEST)]
    for p in players:
        p.start()
    for p in players:
        p.join()
    out.send((sorted(waited), len(games), len(set(games))))


def measure(s, seconds, meanwhile):
    """p99 of the honest, and how many games they ended, while something else happens."""
    until = multiprocessing.Value("d", time.monotonic() + seconds)
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=honest, args=(s, until, there))
    process.start()
    meanwhile(until.value)
    assert here.poll(PATIENCE + seconds), "honest players are stuck"
    waited, games, players = here.recv()
    process.join()
    assert players == HONEST, f"only {players} of {HONEST} honest players ended a game"
    return waited[len(waited) * 99 // 100], waited[len(waited) // 2], len(waited), games


GREETING = upgrade() + frame(b'{"do":"hello","n":1,"version":1}')
KINDS = {  # what is sent at once, and then again and again; None: nothing is read
    "half open": (b"", b""),
    "slow request": (b"GET /ws HTTP/1.1\r\nX: ", b"x"),
    "garbage": (bytes(random.Random(1).randbytes(4096)), b"\xff\x00"),
    "wrong upgrade": (upgrade(protocol="chat"), b""),
    "foreign page": (upgrade(more="Origin: http://evil.example\r\n"), b""),
    "huge frame": (upgrade() + frame(b"x" * 8192, size=1 << 40), b"x" * 1024),
    "flood": (GREETING + frame(b'{"do":"exit","n":1}') * 200, frame(b'{"do":"exit","n":1}') * 50),
    "many keys": (upgrade() + frame(b"{" + b",".join(b'"a%x":0' % i for i in range(250)) + b"}") * 20, b""),
    "slow reader": (GREETING + frame(b'{"do":"hello","n":1,"version":1}') * 39, None),
    "no message": (upgrade() + frame(b"[[[[[[[[[[[") * 20, frame(b"{")),
    "pages": (b"GET /api/tables HTTP/1.1\r\nHost: x\r\n\r\n" * 20, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
}


class Attacker:
    def __init__(self, s, number, address):
        self.first, self.more = list(KINDS.values())[number % len(KINDS)]
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.bind((address, 0))
        self.socket.connect_ex(("127.0.0.1", s.port))
        self.begun = False

    def go_on(self):
        """False when the server has had enough of it."""
        try:
            if not self.begun:
                self.socket.send(self.first)
                self.begun = True
            elif self.more:
                self.socket.send(self.more)
            return self.more is None or self.socket.recv(65536) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False


def attack(s, count, until):
    """So many connections at once, whoever is cut off comes again; every fourth from the same address."""
    def address(i):
        return "127.0.0.2" if i % 4 == 0 else f"127.2.{i // 50 % 200}.1"
    os.nice(15)  # attackers have machines of their own: their work is not to slow down this one
    attackers = [Attacker(s, i, address(i)) for i in range(count)]
    came = count
    while time.monotonic() < until:
        for i, a in enumerate(attackers):
            if not a.go_on():
                a.socket.close()
                attackers[i] = Attacker(s, i, address(i))
                came += 1
        time.sleep(0.5)
    for a in attackers:
        a.socket.close()
    return came


def honest_tables_go_on_under_siege(program):
    count, seconds, ratio = int(ARGUMENTS[0]), float(ARGUMENTS[1]), float(ARGUMENTS[2])
    came = []
    with Server(program, "--connections", "100", "--openings", "100") as s:
        before = measure(s, seconds, lambda until: None)
        memory = s.memory()
        during = measure(s, seconds, lambda until: came.append(attack(s, count, until)))
        grown = s.memory() - memory
        for name, (p99, p50, moves, games) in ("before", before), ("under siege", during):
            print(f"{name}: {moves} decisions, {games} games, p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms")
        print(f"{count} hostile connections at once, {came[0]} in all; p99 is {during[0] / before[0]:.2f} times as long; "
              f"memory +{grown / 1e6:.1f} MB; {s.metric('cut_off_total')} cut off")
        assert s.get("/health")[0] == 200
        assert grown < MEMORY
        assert not ratio or during[0] <= ratio * before[0]


ARGUMENTS = (sys.argv[2:] + ["200", "6", "0"][len(sys.argv) - 2:])[:3]
del sys.argv[2:]
run([honest_tables_go_on_under_siege])
