#!/usr/bin/env python3
"""Regent by a simple rule: never see, always see, or see by the odds; pairs are given away at once.

    pairs arena regent -n 2 --bots 'run:python3 tests/rivals/regent.py ratio,hint'

never     draws and gives pairs away, and never looks into a hand
always    looks into a hand as soon as it may
ratio     looks when a pair in that hand is more likely than not, by all cards in sight and how many it holds
fold      folds whenever that costs no more than 2, else as ratio
"""

import sys

from rival import legal, play, unseen, zone


def pair_chance(view, memory, seat):
    """How likely a hand with hidden cards has a pair, if they are drawn from all that is unseen."""
    shown = [card for z in view["zones"] if z["owner"] == seat for card in z["cards"] if card]
    hidden = sum(1 for z in view["zones"] if z["owner"] == seat for card in z["cards"] if not card)
    if len(set(shown)) < len(shown):
        return 1.0
    left = unseen(view, memory)
    total = max(1, sum(left))
    clean, taken = 1.0, sum(left[rank] for rank in shown)
    mean = sum(count * count for count in left) / total  # cards of the rank of an average hidden card
    for _ in range(hidden):
        clean *= max(0.0, 1 - taken / total)
        taken += mean
    return 1 - clean


def paired(view):
    own = zone(view, "down", view["seat"]) + zone(view, "up", view["seat"])
    return [card for card in set(own) if own.count(card) > 1]


def decide(game, view, memory):
    how = sys.argv[1] if len(sys.argv) > 1 else "ratio"
    sees = [words[1] for words in legal(view, "see")]
    price = min((card for z in view["zones"] if z["place"] == "up" for card in z["cards"]), default=10)
    if how == "fold" and price <= 2 and "fold" in view["legal"]:
        return "fold"
    if sees and how != "never":
        best = max(sees, key=lambda seat: pair_chance(view, memory, seat))
        if how == "always" or pair_chance(view, memory, best) > 0.5:
            return f"see {best}"
    gifts = [words for words in legal(view, "gift") if int(words[1]) in paired(view)]
    if gifts:
        return " ".join(gifts[0])
    return "draw" if "draw" in view["legal"] and len(zone(view, "down", view["seat"])) < 3 else view["legal"][0]


if __name__ == "__main__":
    play(decide)
