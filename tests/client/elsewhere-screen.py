#!/usr/bin/env python3
"""Tables elsewhere on the full screen: two terminals at one table of a server that is killed in the middle.

Usage: elsewhere-screen.py PAIRS SCREENS [-w]; -w writes the golden screens anew.
"""
import atexit
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PAIRS = os.path.realpath(sys.argv[1])
SCREENS = os.path.realpath(sys.argv[2])
WRITE = "-w" in sys.argv[3:]
PATIENCE = float(os.environ.get("PATIENCE", "120"))  # seconds; nothing waits for it if all is well

if not shutil.which("tmux"):
    print("elsewhere-screen: tmux is missing; run tools/build/deps.sh test", file=sys.stderr)
    sys.exit(77)

WORK = tempfile.mkdtemp()
ENV = {k: v for k, v in os.environ.items() if k not in ("TMUX", "NO_COLOR", "LANGUAGE", "LANG", "XDG_CONFIG_HOME", "USER")}
ENV["LC_ALL"] = "C.UTF-8"


def tmux(*words):
    return subprocess.run(["tmux", "-S", f"{WORK}/tmux", "-f", f"{WORK}/tmux.conf", *words], env=ENV, text=True,
                          capture_output=True, check=False).stdout


class Server:
    def __init__(self):
        self.listen = "127.0.0.1:0"
        self.start()

    def start(self):
        self.process = subprocess.Popen([PAIRS, "serve", "--listen", self.listen, "--data", f"{WORK}/tables.db"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENV)
        found = re.search(r"http://([0-9.:]+)", self.process.stdout.readline())
        self.listen, self.url = found[1], found[0]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Terminal:
    """Somebody at a terminal of 80 columns and 24 rows."""

    def __init__(self, name, *words, language="en"):
        self.name = name
        home = f"{WORK}/{name}"
        os.makedirs(f"{home}/.config/pairs", exist_ok=True)
        with open(f"{home}/.config/pairs/settings", "w", encoding="utf-8") as out:
            out.write("speed off\n")
        tmux("kill-session", "-t", name)
        tmux("new-session", "-d", "-s", name, "-x", "80", "-y", "24", "env", f"HOME={home}",
             f"XDG_STATE_HOME={home}/state", "LC_ALL=C.UTF-8", PAIRS, "--lang", language, "play", *words)

    def keys(self, *keys):
        tmux("send-keys", "-t", self.name, *keys)

    def screen(self):
        return tmux("capture-pane", "-p", "-t", self.name)

    def see(self, *words):
        """Waits until one of the words is on the screen; returns it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = self.screen()
            for word in words:
                if word in shown:
                    return word
            time.sleep(0.05)
        fail(f"{self.name} never sees {words}; the screen is\n{shown}")

    def lose(self, word):
        end = time.monotonic() + PATIENCE
        while word in self.screen():
            if time.monotonic() > end:
                fail(f"{self.name} still sees {word!r}; the screen is\n{self.screen()}")
            time.sleep(0.05)

    def settled(self, server):
        """The screen without what chance brings, once it has stopped changing."""
        last, shown = None, self.screen()
        while shown != last:
            time.sleep(0.3)
            last, shown = shown, self.screen()
        return re.sub(r"#[0-9a-z]{10}/[0-9a-f]+", "#TABLE/INVITATION", shown.replace(server.listen, "HOST:PORT"))

    def golden(self, file, server):
        """The screen is as it was when it was looked at. What is seen while it is being drawn does not count."""
        path = os.path.join(SCREENS, file)
        if WRITE:
            with open(path, "w", encoding="utf-8") as out:
                out.write(self.settled(server))
        with open(path, encoding="utf-8") as was:
            expected = was.read()
        end = time.monotonic() + PATIENCE / 10
        while (shown := self.settled(server)) != expected:
            if time.monotonic() > end:
                fail(f"{file} is\n{shown}\nexpected\n{expected}")


def fail(words):
    print(f"elsewhere-screen: {words}", file=sys.stderr)
    sys.exit(1)


def open_table(server, script):
    """In lines, which are quicker; the link to the table."""
    home = f"{WORK}/Ann"
    os.makedirs(home, exist_ok=True)
    done = subprocess.run([PAIRS, "play", "--plain", "--server", server.url, "--people", "Ann"], input=script,
                          env=dict(ENV, HOME=home, XDG_STATE_HOME=f"{home}/state"), text=True, capture_output=True,
                          timeout=PATIENCE, check=False)
    found = re.search(r"http://\S+#\S+", done.stdout)
    if not found:
        fail(f"there is no link: {done.stdout}{done.stderr}")
    return found[0]


def play(server, people, kills):
    """Takes the first choice whenever somebody is asked, until the game is over."""
    decisions = 0
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for person in people:
            shown = person.screen()
            if "The game is over" in shown:
                return decisions
            if "your turn" in shown and "No connection" not in shown and "on its way" not in shown:
                person.keys("1")
                decisions += 1
                if decisions in kills:
                    server.kill()
                    for other in people:
                        other.see("No connection")
                    server.start()
                    for other in people:
                        other.lose("No connection")
    fail("the game does not end; the screens are\n" + "\n".join(p.screen() for p in people))


def main():
    with open(f"{WORK}/tmux.conf", "w", encoding="utf-8") as out:
        out.write("set -g status off\nset -g remain-on-exit on\nset -g default-terminal tmux-256color\n"
                  "set -g default-size 80x24\nset -s escape-time 0\n")
    tmux("new-session", "-d", "-s", "server", "cat")  # tmux lives as long as it has a session
    server = Server()

    def clean_up():
        tmux("kill-server")
        server.process.kill()
        shutil.rmtree(WORK, ignore_errors=True)
    atexit.register(clean_up)

    ann = Terminal("Ann", "--server", server.url)
    ann.see("There is no open table.")
    ann.golden("elsewhere-tables.txt", server)
    ann.keys("q")
    link = open_table(server, "m pairs\na 1\ni\nq\n")
    ann = Terminal("Ann", "--server", server.url, link)
    ann.see("Ann (you), host")
    ben = Terminal("Ben", "--server", server.url, link)
    ben.see("You watch.")
    ben.keys("Down", "Down", "Enter")
    ben.see("What is your name?")
    ben.keys("Ben", "Enter")
    ben.see("Ben (you)")
    ann.see("C  Ben")
    ben.lose("What is your name?")
    ben.golden("elsewhere-room.txt", server)
    ben.keys("t")
    ben.see("What do you say?")
    ben.keys("Good evening!", "Enter")
    ann.see("Ben: Good evening!")
    ann.keys("b")
    ben.see("  round ")
    ann.see("  round ")
    ann.keys("h")
    ann.see("There are no hints")
    ann.keys("v")
    ann.see("What happened")
    ann.keys("Escape")
    ann.see("  round ")
    ann.keys("c")
    ann.see("C  Ben")
    ann.keys("c")
    count = play(server, [ann, ben], kills={2, 5})
    ann.see("The game is over")
    ben.see("1 propose another game")
    ann.keys("1")
    ben.lose("The game is over")
    ben.see("  round ")
    ben.keys("q")
    ann.keys("l")
    ann.see("There is no open table.")
    ann.keys("n")
    ann.see("Enter play")
    ann.keys("Enter")
    ann.see("Enter start")
    ann.keys("Enter")
    ann.see("What is your name?")
    ann.keys("Ann", "Enter")
    ann.see("2: for everybody")
    ann.keys("2", "Enter")
    ann.see("Clocks?")
    ann.keys("600 900", "Enter")
    ann.see("Clocks: 600 s for a decision, and 900 s beyond for a game.")
    ann.keys("p")
    ann.see("FOR YOUR OWN DEVICES")
    ann.keys("Escape")
    ann.see("A  Ann (you), host")
    ann.keys("b")
    ann.see("your turn", "The game is over")
    cat = Terminal("Cat", "--server", server.url, language="de")
    cat.see("Ann, ")
    cat.keys("Enter")
    cat.see("Verlauf")
    cat.keys("q")
    ann.keys("q")
    print(f"elsewhere-screen: a game of {count} decisions at two terminals went on after the server was killed twice")


main()
