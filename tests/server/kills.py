#!/usr/bin/env python3
"""Kills the program at random moments of a game and goes on with it: nothing that was shown is lost.
Usage: kills.py PAIRS [KILLS]"""
import glob
import os
import random
import select
import subprocess
import sys
import tempfile
import time

pairs = os.path.abspath(sys.argv[1])
kills = int(sys.argv[2]) if len(sys.argv) > 2 else 20
PROMPT = "It is your turn."
BEGUN = "Hand "


class Game:
    """One run of the program: what it has said, line by line."""

    def __init__(self, home, *words):
        self.process = subprocess.Popen(
            [pairs, "play", *words, "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**os.environ, "XDG_STATE_HOME": home, "LC_ALL": "C"})
        self.said = b""
        self.answered = 0

    def read(self, seconds):
        """What comes within that time; False at the end of it."""
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return True
        more = os.read(self.process.stdout.fileno(), 65536)
        self.said += more
        return bool(more)

    def decide(self):
        """Answers every question that has been asked with the first decision there is."""
        while self.said.count(PROMPT.encode()) > self.answered:
            self.answered += 1
            try:
                self.process.stdin.write(b"1\n")
                self.process.stdin.flush()
            except BrokenPipeError:
                return

    def play(self, seconds):
        """Plays on for a while; False: the game is over."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not self.read(left):
                return False
            self.decide()
        return True

    def end(self, kill):
        if kill:
            self.process.kill()
        else:
            self.process.stdin.close()
        while self.read(60):
            pass
        self.process.wait()
        self.process.stdout.close()
        errors = self.process.stderr.read().decode()
        self.process.stderr.close()
        self.none_left = "no unfinished game" in errors
        assert not errors or self.none_left, errors

    def story(self):
        """The sentences of the hand that was shown last, without the descriptions of the table and
        without a last line that was not said in whole."""
        lines, hand, telling = [], 0, True
        for line in self.said.decode().split("\n")[:-1]:
            if line.startswith(BEGUN) and line.endswith(" begins."):
                lines, hand = [], int(line.split()[1])
            if line.startswith(BEGUN) and "Deck:" in line or line.startswith("You can:"):
                telling = False
            if telling and hand and not line.endswith("is thinking."):
                lines.append(line)
            if line.startswith(PROMPT):
                telling = True
        return hand, lines


def last_sentences(game):
    """As those who come back are told: up to the first question, or the goodbye."""
    hand, lines = game.story()
    return hand, [line for line in lines if not line.startswith("Goodbye")]


def begin(home, seed):
    return Game(home, "kitty", "-o", "scoring=long", "--seed", str(seed), "--bots", "hint")


def is_over(home):
    """Whether the file that was written last is that of a game that ended, perhaps unseen."""
    files = glob.glob(home + "/pairs/games/*.pairs")
    with open(max(files, key=os.path.getmtime)) as last:
        return "\nover " in last.read()


def compare(game, back, home):
    """Returns how many sentences were shown and came back."""
    hand, lines = last_sentences(game)
    told, again = last_sentences(back)
    if back.none_left:
        assert not lines or is_over(home), f"all is lost, and this was shown:\n{lines}"
        return 0
    assert told >= hand, f"hand {hand} was shown, and {told} came back"
    if told > hand:
        return 0
    assert again[:len(lines)] == lines, f"shown:\n{lines}\ncame back:\n{again}"
    return len(lines)


def main():
    shown = over = 0
    with tempfile.TemporaryDirectory() as home:
        game = begin(home, 0)
        for done in range(kills):
            if random.random() < 0.8:  # else it is perhaps just beginning
                game.read(60)
            alive = game.play(random.uniform(0.0, 0.1))
            game.end(kill=alive)
            back = Game(home, "--resume")
            back.end(kill=False)
            shown += compare(game, back, home)
            over += back.none_left
            game = begin(home, done + 1) if back.none_left else Game(home, "--resume")
        game.end(kill=True)
    assert shown > 0, "nothing was ever shown"
    print(f"{kills} kills, {shown} sentences compared, {over} games were over or had not begun")


main()
