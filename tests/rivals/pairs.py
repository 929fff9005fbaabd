#!/usr/bin/env python3
"""Pairs and Continuous: fold when a hit costs more, on average, than W times the best card to take.

    pairs arena continuous -n 4 --bots 'run:python3 tests/rivals/pairs.py 1.2,hint,hint,hint'

What a hit costs is counted from every card that has been seen. With `early` after W it also folds earlier
while somebody else is nearer to losing: then points are cheap, and time is on its side. Whoever would lose by
the cheapest card hits.
"""

import sys

from rival import legal, play, unseen, zone

EARLY = 0.75  # of W, while somebody else is nearer to losing


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
    ratio = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    price, fold = best_fold(view)
    if fold is None:
        return "hit"
    left = unseen(view, memory)
    own = set(zone(view, "stack", view["seat"]))
    cost = sum(rank * left[rank] for rank in own) / max(1, sum(left))
    me = ord(view["seat"]) - ord("A")
    scores = view["scores"]
    if "early" in sys.argv and scores[me] < max(scores):
        ratio *= EARLY
    target = game["options"]["target"]
    if scores[me] + price >= target and cost < price:
        return "hit"
    return fold if cost > ratio * price else "hit"


if __name__ == "__main__":
    play(decide)
