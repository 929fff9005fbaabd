#!/usr/bin/env python3
"""A bot as another program, with nothing but Python's standard library.

It plays Pairs by a rule of thumb and every other game at random. docs/protocol.md says what it reads
and writes.

    pairs play --bots 'run:python3 protocol-bot.py'
"""

import json
import random
import sys


def decide_pairs(view):
    """Fold where the expected cost of a pair is more than the cheapest card to take."""
    stacks = [zone for zone in view["zones"] if zone["place"] == "stack"]
    own = [card for zone in stacks if zone["owner"] == view["seat"] for card in zone["cards"]]
    seen = [card for zone in view["zones"] for card in zone["cards"]]
    unseen = {rank: rank - seen.count(rank) for rank in range(1, 11)}
    risk = sum(rank * unseen[rank] for rank in set(own)) / max(1, sum(unseen.values()))
    cheapest = min((card for zone in stacks for card in zone["cards"]), default=0)
    return "fold" if risk > cheapest else "hit"


def decide(game, view):
    if game == "pairs":
        choice = decide_pairs(view)
        if choice in view["legal"]:
            return choice
    return random.choice(view["legal"])


def main():
    game = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "pairs-bot":
            print("pairs-bot 1 example in Python", flush=True)
        elif word == "game":
            game = json.loads(rest)["game"]
        elif word == "decide":
            print(decide(game, json.loads(rest)), flush=True)


if __name__ == "__main__":
    main()
