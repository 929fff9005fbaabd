#!/usr/bin/env python3
"""Who asks for much and reads it, or does not: lists, histories, and answers that nobody takes.
Usage: readers.py PROGRAM [SECONDS]"""
import pathlib, re, selectors, sys, time
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "server"))
from visitor import *

SECONDS = float(sys.argv.pop()) if len(sys.argv) > 2 and sys.argv[-1].replace(".", "").isdigit() else 2
PAGE = 100
BURST, RATE = 8 << 20, 2 << 20  # bytes that are made for an address: at once, and a second
HELD = 4 << 20  # bytes of answers that wait for an address


def public_tables(s, count):
    made = []
    for _ in range(count):
        w = s.open("127.3.0.1").hello()
        made.append(w.create(public=True)["table"])
        w.close()
    return made


def the_list_of_tables_comes_in_pages(program):
    with Server(program, "--tables", "100000") as s:
        made, seen, path, pages = public_tables(s, 2 * PAGE + 30), [], "/api/tables", 0
        while path:
            status, head, body = s.get(path)
            page = json.loads(body)
            assert status == 200 and len(page) <= PAGE
            seen += [t["table"] for t in page]
            path = (re.match(r"<(/api/tables\?after=\w+)>; rel=\"next\"$", head.get("link", "")) or [None, None])[1]
            pages += 1
        assert sorted(seen) == sorted(made) and len(set(seen)) == len(seen) and pages == 3
        assert s.get("/api/tables?after=nowhere")[0] == 400 and s.get("/health?after=" + made[0])[0] == 400
        assert json.loads(s.get("/api/tables?after=zzzzzzzzzz")[2]) is not None, "one that has closed is a place too"
        assert "tables.html?after=" in s.get("/tables.html")[2]


def readers_that_stall_cost_no_more_than_they_may(program):
    def ask():
        try:
            stalled.append(s.connect("127.0.0.2", receive=4096))
            stalled[-1].sendall(b"GET /api/tables HTTP/1.1\r\nHost: x\r\n\r\n")
            return stalled[-1].recv(12)
        except ConnectionError:
            return b""  # it is not even let in any more
    with Server(program, "--connections", "10000", "--openings", "10000") as s:
        public_tables(s, PAGE)
        size = len(s.get("/api/tables", "127.4.0.1")[2])
        before, began, stalled = s.memory(), time.monotonic(), []
        answers = [ask() for _ in range(2 * BURST // size)]  # twice as much as may be made at once
        grown, took = s.memory() - before, time.monotonic() - began
        served, refused = answers.count(b"HTTP/1.1 200"), answers.count(b"HTTP/1.1 429")
        print(f"{served} of {len(answers)} readers who stall got {size} bytes each, {refused} were refused; memory +{grown >> 20} MB")
        assert served and refused and served * size <= BURST + RATE * (took + 1)
        assert grown < 2 * HELD + BURST, "what waits for them is bounded"
        assert s.get("/api/tables", "127.0.0.3")[0] == 200, "others are served"


def an_address_is_told_so_many_bytes_a_second(program):
    with Server(program, "--connections", "10000", "--openings", "10000", "--talk", "1000000", "--messages", "100000") as s:
        host = s.open("127.5.0.1").hello()
        table = host.create(public=True)["table"]
        for _ in range(600):
            assert host.ask("say", text="x" * 490)["done"]
        greedy = [s.open("127.0.0.2").hello() for _ in range(10)]
        news, told, began = selectors.DefaultSelector(), 0, time.monotonic()
        for w in greedy:
            w.socket.setblocking(False)
            news.register(w.socket, selectors.EVENT_READ, w)
            w.command("enter", table=table, since=0)
        while time.monotonic() < began + SECONDS + 4:  # that the burst is over
            for key, _ in news.select(0.05):
                told += len(key.data.socket.recv(1 << 20))
                key.data.command("enter", table=table, since=0)
        took = time.monotonic() - began
        print(f"{told / took / 1e6:.1f} MB a second")
        assert told <= BURST + RATE * (took + 1) + len(greedy) * (1 << 17), "no more than it may"
        other = s.open("127.0.0.3").hello()
        assert other.ask("enter", table=table, since=0)["done"], "others are told"


run([the_list_of_tables_comes_in_pages, readers_that_stall_cost_no_more_than_they_may, an_address_is_told_so_many_bytes_a_second])
