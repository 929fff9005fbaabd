#!/usr/bin/env python3
"""Whoever wants to read others' cards, at a real server: swaps, a second token on a vacated chair, everything asked for
again from the first entry on, and the proofs over HTTP, at a table that goes to sleep whenever it may. Nobody gets a card that
they did not see when it was played.
tests/hall/hands.c has much more of it, without a network.

Usage: leak.py PROGRAM CLIENT [EVENINGS]    (the client of docs/examples)
"""
import atexit
import importlib.util
import json
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

program, client_path = sys.argv[1:3]
EVENINGS = int(sys.argv[3]) if len(sys.argv) > 3 else 2
PATIENCE = 120  # seconds, after which something hangs

spec = importlib.util.spec_from_file_location("client", client_path)
client = importlib.util.module_from_spec(spec)
spec.loader.exec_module(client)


class Server:
    def __init__(self, data):
        self.log = data + ".log"
        self.process = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--data", data, "--messages", "100000",
                                         "--awake", "0", "--metrics", "127.0.0.1:0"],
                                        stdout=subprocess.PIPE, stderr=open(self.log, "w"), text=True)
        atexit.register(self.process.kill)
        self.url = re.search("http://[^ \n]*", self.process.stdout.readline()).group()
        self.metrics = "http://127.0.0.1:" + re.search(r"Metrics are on 127.0.0.1 port (\d+)", self.said())[1] + "/metrics"

    def said(self):
        with open(self.log) as f:
            return f.read()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        assert "Sanitizer" not in self.said(), self.said()

    def sleeps(self):
        """Whether no table is in memory."""
        with urllib.request.urlopen(self.metrics, timeout=PATIENCE) as answer:
            return "\npairs_tables_awake 0\n" in answer.read().decode()

    def get(self, path, token=None):
        request = urllib.request.Request(self.url + path)
        if token:
            request.add_header("Authorization", "Bearer " + token)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read().decode()


def faces(entry):
    """What of an entry may be hidden from others: cards and choices, event by event."""
    return [(event.get("cards"), event.get("choice")) for event in entry.get("events", [])]


class Person:
    """Hears all that happens, in a thread, and keeps what was told of each entry."""

    def __init__(self, name, server, table=None):
        self.name, self.token, self.news = name, secrets.token_hex(32), threading.Condition()
        self.number = secrets.randbelow(2**50)
        self.connect(server, table)

    def connect(self, server, table, since=0):
        self.told, self.answers, self.now, self.view, self.entry, self.decided = {}, {}, {}, {}, 0, -1
        self.socket = client.WebSocket(server.url.replace("http", "ws") + "/ws")
        self.socket.socket.settimeout(PATIENCE)
        threading.Thread(target=self.listen, args=(self.socket,), daemon=True).start()
        assert self.does("hello", version=1, token=self.token)["done"]
        if table:
            assert self.does("enter", table=table, since=since)["done"]

    def listen(self, mine):
        try:
            while (line := mine.receive()) is not None:
                message = json.loads(line)
                with self.news:
                    if self.socket is mine:
                        self.take(message)
        except OSError:
            pass

    def take(self, message):
        for entry in message.get("entries", []):
            self.told[entry["entry"]] = entry
            assert entry["kind"] != "chosen" or set(entry) == {"entry", "at", "kind", "seat"}, entry
        chosen = message.get("chosen", {})
        assert "choice" not in chosen or self.now.get("you") in chosen["seats"], message
        self.entry = message.get("entry", self.entry)
        self.now, self.view = message.get("now", self.now), message.get("view", self.view)
        if "n" in message:
            self.answers[message["n"]] = message
        self.news.notify_all()

    def until(self, what):
        with self.news:
            assert self.news.wait_for(what, PATIENCE), f"{self.name} waits for ever"

    def does(self, do, **more):
        with self.news:
            self.number += 1
            number = self.number
            self.socket.send(json.dumps({"do": do, "n": number, **more}))
        self.until(lambda: number in self.answers)
        return self.answers[number]

    def decides(self):
        with self.news:
            legal, entry = self.view.get("legal"), self.entry
        if legal and entry != self.decided:
            self.decided = entry
            self.does("decide", choice=random.choice(legal), after=entry)


class Evening:
    def __init__(self, server):
        self.server, self.table = server, None
        self.ann = Person("Ann", server)
        answer = self.ann.does("create", game="judge", players=3, name="Ann", public=True, open=False,
                               chairs=["you", "open", "hint"])
        assert answer["done"], answer
        self.table = answer["table"]
        self.people = [self.ann] + [Person(name, server, self.table) for name in ("Ben", "Cleo", "Eve", "Watcher")]
        self.ben, self.cleo, self.eve, self.watcher = self.people[1:]

    def play(self, enough):
        """All decide until something has come true, or the game is over."""
        self.watcher.until(lambda: self.watcher.now.get("stage"))
        naps = 2
        while not enough() and self.watcher.now["stage"] == "playing":
            for person in self.people:
                person.decides()
            before = self.watcher.entry
            with self.watcher.news:
                self.watcher.news.wait_for(lambda: self.watcher.entry != before, 0.05)
            if naps and random.randrange(10) == 0:
                self.sleep()
                naps -= 1

    def sleep(self):
        """Nobody does anything until the table has left memory."""
        end = time.monotonic() + PATIENCE
        while not self.server.sleeps():
            assert time.monotonic() < end, "the table never sleeps"
            time.sleep(0.1)

    def hear_all(self):
        last = self.ann.does("say", text="all?")
        assert last["done"]
        end = max(person.entry for person in self.people)
        for person in self.people:
            person.until(lambda p=person: p.entry >= end and len(p.told) >= end)


def hand_at(person, kind, name):
    """The number of the hand that was played when somebody sat down or left."""
    hand, seat = 0, None
    for _, entry in sorted(person.told.items()):
        hand = next((event["number"] for event in entry.get("events", []) if event["kind"] == "hand"), hand)
        if entry["kind"] == "seated" and entry["name"] == name:
            seat = entry["seat"]
        if entry["kind"] == kind and entry["seat"] == seat:
            return hand
    raise AssertionError(f"{name} never {kind}")


def one_game(evening):
    """Ben plays, then leaves in the middle of a hand; Cleo wants to see his cards, and takes his chair when she may.
    False if the game was over before she could."""
    ann, ben, cleo, watcher = evening.ann, evening.ben, evening.cleo, evening.watcher
    assert ben.does("sit", name="Ben")["done"]
    assert ann.does("begin")["done"]
    evening.play(lambda: ben.view.get("hand", 0) >= 3 and ben.view.get("legal"))
    assert ben.does("leave")["done"]
    answer = cleo.does("sit", name="Cleo", seat="B")
    while not answer["done"]:
        assert "hand is over" in answer["refused"], answer
        before = watcher.entry
        evening.play(lambda n=before: watcher.entry > n)
        answer = cleo.does("sit", name="Cleo", seat="B")
    cleo.until(lambda: cleo.now.get("you") == "B")
    playing = cleo.now["stage"] == "playing"
    evening.play(lambda: False)
    evening.hear_all()
    assert hand_at(watcher, "seated", "Cleo") > hand_at(watcher, "left", "Ben") or not playing, "a second person looks at a hand"
    return playing


def draws(server, path, token=None):
    """The steps whose cards a proof opens."""
    status, proof = server.get(path + "/proof", token)
    assert status == 200, proof
    found = re.findall(r"^commit draw \d+ \d+ (\d+) \d+ (\w+)", proof, re.M)
    return {int(step) for step, card in found if card != "closed"}


def each_gets_the_proof_of_what_they_saw(server, evening):
    status, games = server.get(f"/api/tables/{evening.table}/games", evening.cleo.token)
    assert status == 200, games
    path = f"/api/tables/{evening.table}/games/{json.loads(games)[0]['game']}"
    public = draws(server, path)
    steps = [entry for _, entry in sorted(evening.watcher.told.items()) if entry["kind"] == "step"]
    end = next(i for i, step in enumerate(steps) if any(event["kind"] == "over" for event in step["events"]))
    for person in evening.people:
        own = draws(server, path, person.token) - public
        saw = {i for i, step in enumerate(steps[:end + 1]) if "seat" not in step and faces(person.told[step["entry"]]) != faces(step)}
        saw -= public
        assert own <= saw, f"{person.name} has not seen the cards of steps {own - saw}, and a proof opens them"
        assert saw <= own, f"{person.name} has seen the cards of steps {saw - own}, and no proof opens them"
        assert saw or person not in (evening.ann, evening.ben), f"{person.name} has seen nothing"
        assert not own or person not in (evening.eve, evening.watcher), f"{person.name} did not play"
    status, words = server.get(path + "/analysis", evening.ann.token)
    assert status == 403, words


def nobody_reads_more_by_coming_again(server, evening, when):
    """Entries are told again as they were told when they happened."""
    for person in evening.people:
        before = person.told
        last = max(before)
        person.connect(server, evening.table)
        person.until(lambda p=person, n=last: len(p.told) >= n)
        for number, entry in before.items():
            assert faces(person.told[number]) == faces(entry), \
                f"{when} {person.name} is told of entry {number}\n{person.told[number]}\nand before\n{entry}"


def evening_at(server, folder):
    evening = Evening(server)
    while not one_game(evening):
        evening = Evening(server)
    each_gets_the_proof_of_what_they_saw(server, evening)
    nobody_reads_more_by_coming_again(server, evening, "after the game")
    host = evening.ann if evening.ann.now["host"] == "A" else evening.cleo
    assert host.does("swap", seat="A", other="B")["done"]
    assert host.does("swap", seat="B", other="C")["done"]
    nobody_reads_more_by_coming_again(server, evening, "after swaps")
    each_gets_the_proof_of_what_they_saw(server, evening)
    for person in evening.people:
        assert all(card == 0 or zone["place"] != "hand" for zone in person.view["zones"] for card in zone["cards"]), \
            f"{person.name} sees a hand that was another's"
    assert host.does("begin")["done"]
    server.stop(signal.SIGKILL)
    server = Server(os.path.join(folder, "tables.db"))
    nobody_reads_more_by_coming_again(server, evening, "after a kill")
    each_gets_the_proof_of_what_they_saw(server, evening)
    return server


def main():
    seed = int(os.environ.get("SEED", random.randrange(2**32)))
    random.seed(seed)
    print("seed", seed)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(os.path.join(folder, "tables.db"))
        for _ in range(EVENINGS):
            server = evening_at(server, folder)
        server.stop()
    print("nobody has got a card that they had not seen")


if __name__ == "__main__":
    main()
