"""What all rivals share: the conversation of docs/protocol.md, and counting cards.

A rival is a program over the line protocol, with nothing but Python's standard library: what a good player
who counts might do, written from the documents alone. `make rivals` plays them against a bot.
"""

import json
import sys


class Memory:
    """All that the seat has been told of the game so far."""

    def __init__(self):
        self.events = []

    def hear(self, told):
        """Takes in a line of events; what was taken back comes again from the beginning."""
        self.events[told["from"]:] = told["events"]

    def discarded(self):
        """How many cards of each rank have been seen go to the discards since the last shuffle."""
        gone = [0] * 11
        for event in self.events:
            if event["kind"] in ("shuffle", "gather"):
                gone = [0] * 11
            elif event["kind"] == "move":
                sign = (event["to"]["place"] == "discards") - (event["from"]["place"] == "discards")
                for card in event["cards"]:
                    gone[card] += sign
        return gone

    def this_hand(self):
        """What has happened in the hand in progress."""
        begun = [i for i, event in enumerate(self.events) if event["kind"] == "hand"]
        return self.events[begun[-1]:] if begun else self.events


def zone(view, place, owner=None):
    """The cards in a place, of one owner or of all."""
    return [card for z in view["zones"] if z["place"] == place and owner in (None, z["owner"]) for card in z["cards"]]


def unseen(view, memory):
    """How many cards of each rank may still come: all but those in sight and those seen discarded."""
    left = [0] + list(range(1, 11))
    gone = memory.discarded()
    for card in (card for z in view["zones"] for card in z["cards"] if card):
        left[card] -= 1
    return [0] + [max(0, left[rank] - gone[rank]) for rank in range(1, 11)]


def legal(view, verb):
    """The decisions with a verb, as lists of words."""
    return [words for words in (text.split() for text in view["legal"]) if words[0] == verb]


def play(decide):
    """Answers until the input ends; `decide(game, view, memory)` chooses one of view["legal"]."""
    game, memories, seat = None, {}, None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "pairs-bot":
            print("pairs-bot 2 rival", flush=True)
        elif word == "game":
            game = json.loads(rest)
        elif word == "events":
            told = json.loads(rest)
            memories.setdefault(told["seat"], Memory()).hear(told)
        elif word == "decide":
            view = json.loads(rest)
            seat = view["seat"]
            choice = decide(game, view, memories.setdefault(seat, Memory()))
            print(choice if choice in view["legal"] else view["legal"][0], flush=True)
