#!/usr/bin/env python3
"""Pairs and Continuous: fold when a hit costs more, on average, than W times the best card to take.

    pairs arena continuous -n 4 --bots 'run:python3 tests/rivals/pairs.py 1.2,hint,hint,hint'

What a hit costs is counted from every card that has been seen. More words after W:

    early   folds earlier while somebody else is nearer to losing: then points are cheap, and time is on its side
    late    the other way round: hits longer then
    wary    a pair that would lose the game costs more than its points, and a card that would lose it is not taken

Without `wary`, who would lose by the cheapest card hits only where that costs less.
"""

import sys

from rival import legal, play, unseen, zone

NEARER = {"early": 0.75, "late": 1.25}  # of W, while somebody else is nearer to losing
LOSS = 3  # times the points that are left: what `wary` takes the loss of the game to cost


def best_fold(view):
    """The cheapest card that can be taken, and the decision for it."""
    folds = legal(view, "fold")
    if not folds:
        return None, None
    if len(folds[0]) == 1:
        return min(zone(view, "stack")), "fold"
    words = min(folds, key=lambda words: int(words[1]))
    return int(words[1]), " ".join(words)


def decide(game, view, memory):
    words = sys.argv[1:]
    ratio = float(words[0]) if words else 1.0
    price, fold = best_fold(view)
    if fold is None:
        return "hit"
    me = ord(view["seat"]) - ord("A")
    scores = view["scores"]
    to_lose = game["options"]["target"] - scores[me]
    if scores[me] < max(scores):
        for word in words[1:]:
            ratio *= NEARER.get(word, 1)
    wary = "wary" in words
    left = unseen(view, memory)
    own = set(zone(view, "stack", view["seat"]))
    points = {rank: LOSS * to_lose if wary and rank >= to_lose else rank for rank in own}
    cost = sum(points[rank] * left[rank] for rank in own) / max(1, sum(left))
    if price >= to_lose and (wary or cost < price):
        return "hit"
    return fold if cost > ratio * price else "hit"


if __name__ == "__main__":
    play(decide)
