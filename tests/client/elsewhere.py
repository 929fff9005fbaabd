#!/usr/bin/env python3
"""Tables elsewhere in lines: two people play a whole game at a server that is killed in the middle.

Usage: elsewhere.py PAIRS
"""
import atexit
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

PAIRS = os.path.realpath(sys.argv[1])
PATIENCE = float(os.environ.get("PATIENCE", "120"))  # seconds after which a test gives up; nothing waits for it if all is well


def fail(words):
    print(f"elsewhere: {words}", file=sys.stderr)
    sys.exit(1)


class Server:
    """A server that keeps its tables in one file and its port when it is started again."""

    def __init__(self, folder):
        self.data = os.path.join(folder, "tables.db")
        self.listen = "127.0.0.1:0"
        self.start()
        atexit.register(lambda: self.process.kill())

    def start(self):
        self.process = subprocess.Popen([PAIRS, "serve", "--listen", self.listen, "--data", self.data],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://([0-9.:]+)", line)
        if not found:
            fail(f"the server says {line!r}; expected its address")
        self.listen = found[1]
        self.url = found[0]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Person:
    """Somebody at a terminal in lines."""

    def __init__(self, folder, name, *words, language="en"):
        self.name = name
        env = dict(os.environ, XDG_STATE_HOME=os.path.join(folder, name), LC_ALL="C.UTF-8", LANGUAGE=language)
        self.process = subprocess.Popen([PAIRS, "--lang", language, "play", "--plain", "--people", name, *words],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env=env)
        self.heard = ""
        self.read = 0

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def listen(self, seconds):
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        if not ready:
            return False
        more = os.read(self.process.stdout.fileno(), 65536)
        self.heard += more.decode()
        return bool(more)

    def expect(self, *words):
        """Waits until one of the words comes after what was expected before; returns it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = [(self.heard.find(word, self.read), word) for word in words]
            found = [f for f in found if f[0] >= 0]
            if found:
                at, word = min(found)
                self.read = at + len(word)
                return word
            if not self.listen(1) and self.process.poll() is not None and not self.listen(0):
                break
        fail(f"{self.name} waits for {words} and hears\n{self.heard[self.read:]}\n-- before that --\n"
             f"{self.heard[:self.read][-1000:]}")

    def leave(self):
        self.type("q")
        self.expect("Goodbye.", "Auf Wiedersehen.")
        if self.process.wait() != 0:
            fail(f"{self.name} leaves with status {self.process.returncode}")


YOUR_TURN = "It is your turn. Type a number, or ? for help:"


def play_to_the_end(server, people, restarts):
    """Plays the first decision whenever somebody is asked; kills the server now and then."""
    decisions = 0
    end = time.monotonic() + PATIENCE
    while True:
        if time.monotonic() > end:
            fail("the game does not end:\n" + "\n--\n".join(p.heard[-1500:] for p in people))
        for person in people:
            while person.listen(0.05):
                pass
        for person in people:
            rest = person.heard[person.read:]
            if YOUR_TURN in rest:
                person.read += rest.rindex(YOUR_TURN) + len(YOUR_TURN)
                person.type("1")
                decisions += 1
                if decisions in restarts:
                    server.kill()
                    server.start()
        if all("The game is over." in p.heard for p in people):
            return decisions
        if any(p.process.poll() is not None for p in people):
            fail("somebody is gone:\n" + people[0].heard[-500:] + "\n--\n" + people[1].heard[-500:])


def a_game_goes_on_after_the_server_was_killed(folder):
    server = Server(folder)
    ann = Person(folder, "Ann", "--server", server.url)
    ann.expect("There is no open table.")
    ann.type("m pairs")
    ann.expect("Chairs are empty")
    ann.type("g deadfall")
    ann.expect("Deadfall, 3 players.")
    ann.type("g pairs")
    ann.expect("Pairs, 3 players.")
    ann.type("a 1")
    ann.expect("Pebble has taken chair B.")
    ann.type("i")
    ann.expect("http://")
    link = "http://" + ann.heard[ann.read:].split()[0]
    if "#" not in link:
        fail(f"the link is {link}; expected the table and its invitation behind a #")
    ben = Person(folder, "Ben", "--server", server.url, link)
    ben.expect("C: Ben (you)")
    ann.expect("Ben has taken chair C.", "b begins the game.")
    ben.type("t Good evening!")
    ann.expect("Ben: Good evening!")
    ben.type("b")
    ben.expect("Only the host may do that.")
    ben.type("h")
    ben.expect("There are no hints at this table while other people play.")
    eve = Person(folder, "Eve", "--server", server.url, link.split("#")[1].split("/")[0])
    if eve.process.wait() != 1:
        fail("who has no invitation comes in")
    ann.type("b")
    decisions = play_to_the_end(server, [ann, ben], restarts={2, 5})
    for person in (ann, ben):
        if person.heard.count("Connected again.") < 1:
            fail(f"{person.name} was never told that the connection was lost")
    ann.type("b")
    ann.expect("Round 1 begins.")
    ben.expect("Round 1 begins.")
    ann.leave()
    ben.leave()
    back = Person(folder, "Ann", "--server", server.url, link.split("#")[1].split("/")[0], language="de")
    back.expect(" beginnt.\n")
    back.leave()
    server.stop()
    return decisions


def lines_that_are_typed_in_advance_wait_until_they_are_asked_for(folder):
    server = Server(folder)
    # In Deadfall everybody is asked in each of ten hands; a game of Pairs may be over before one's second turn.
    script = "mp deadfall\na 1\na 1\nb\n1\n1\nt Well played\nq\n"
    env = dict(os.environ, XDG_STATE_HOME=os.path.join(folder, "script"), LC_ALL="C.UTF-8")
    done = subprocess.run([PAIRS, "play", "--plain", "--people", "Ann", "--server", server.url], input=script,
                          capture_output=True, text=True, env=env, timeout=PATIENCE, check=False)
    if done.returncode != 0 or "Ann: Well played" not in done.stdout or "no longer waited" in done.stdout \
            or "cannot be done" in done.stdout or done.stdout.count(YOUR_TURN) < 2:
        fail(f"status {done.returncode}: {done.stdout}{done.stderr}")
    bob = Person(folder, "Bob", "--server", server.url)
    bob.expect("Open tables:\n1: Deadfall, 3 players: Ann, ")
    bob.type("1")
    bob.expect("A, Ann")
    bob.type("n Bob")
    bob.expect("There is no empty chair.")
    bob.leave()
    server.stop()


def there_are_hints_clocks_and_links_in_lines(folder):
    server = Server(folder)
    ann = Person(folder, "Ann", "--server", server.url)
    ann.expect("There is no open table.")
    ann.type("m pairs")
    ann.expect("A: Ann (you)")
    ann.type("z 600 soon")
    ann.expect("Two numbers of seconds are expected")
    ann.type("z 600 900")
    ann.expect("Clocks: 600 s for a decision, and 900 s beyond for a game.")
    ann.type("d")
    ann.expect("Secret choices are shown when all say that they are ready.")
    for command in "a 1", "a 1", "b":
        ann.type(command)
    while ann.expect(" seconds.", "The game is over.") != " seconds.":  # it was over before her turn
        ann.type("b")
    ann.expect(YOUR_TURN)
    ann.type("h")
    ann.expect("Advice: ")
    ann.expect(" on average")
    ann.type("h")
    ann.expect("Next card: ")
    ann.type("p")
    ann.expect("whoever has it sits on your chairs")
    ann.expect("\n")
    ann.expect("\n")
    link = ann.heard[:ann.read].splitlines()[-1]
    if not re.fullmatch(re.escape(server.url) + r"/#\w{10}/[0-9a-f]{16}/[0-9a-f]{64}", link):
        fail(f"the personal link is {link!r}")
    ann.leave()
    other = Person(folder, "Nobody", "--server", server.url, link)  # another device: the chair is Ann's
    other.expect("A, you")
    other.leave()
    server.stop()


def who_finds_no_server_and_has_no_more_to_say_is_told_why(folder):
    done = subprocess.run([PAIRS, "play", "--plain", "--server", "http://127.0.0.1:1"], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, env=dict(os.environ, LC_ALL="C.UTF-8", XDG_STATE_HOME=folder),
                          timeout=PATIENCE, check=False)
    if done.returncode != 1 or "127.0.0.1:1 cannot be reached" not in done.stderr:
        fail(f"status {done.returncode}: {done.stdout}{done.stderr}")


with tempfile.TemporaryDirectory() as work:
    who_finds_no_server_and_has_no_more_to_say_is_told_why(work)
    os.mkdir(os.path.join(work, "1"))
    os.mkdir(os.path.join(work, "2"))
    os.mkdir(os.path.join(work, "3"))
    there_are_hints_clocks_and_links_in_lines(os.path.join(work, "3"))
    count = a_game_goes_on_after_the_server_was_killed(os.path.join(work, "1"))
    lines_that_are_typed_in_advance_wait_until_they_are_asked_for(os.path.join(work, "2"))
print(f"elsewhere: a game of {count} decisions of two people went on after the server was killed twice")
