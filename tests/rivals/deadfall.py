#!/usr/bin/env python3
"""Deadfall by a simple rule: never call, always call, or call by the odds.

    pairs arena deadfall -n 2 --bots 'run:python3 tests/rivals/deadfall.py ratio,hint'

never     calls only if it must
always    calls the top card of which most are in sight, as soon as it may
ratio     calls when the chance that nobody holds another is over a half, by all cards in sight and its own hand
truth     like ratio, and lays only cards of which it holds another, as long as it can
"""

import sys
from math import comb

from rival import legal, play, zone


def dead_chance(view, rank):
    """How likely no hand holds another card of a rank, if every hidden card is as likely as any other."""
    if rank in zone(view, "hand", view["seat"]):
        return 0.0
    seen = [card for z in view["zones"] for card in z["cards"] if card]
    left = rank - seen.count(rank)
    hidden = 55 - len(seen)
    held = sum(1 for card in zone(view, "hand") if card == 0)
    return comb(hidden - left, held) / comb(hidden, held) if held <= hidden - left else 0.0


def top(view, seat):
    return zone(view, "pile", seat)[-1]


def lay(view, verb, how):
    """The card that is safest to lay; doors are as low as can be."""
    cards = sorted(int(words[1]) for words in legal(view, verb))
    hand = zone(view, "hand", view["seat"])
    if verb == "door":
        return cards[0]
    twice = [card for card in cards if hand.count(card) > 1]
    if how == "truth" and twice:
        return twice[0]
    rest = {card: dead_chance({**view, "zones": [z for z in view["zones"] if z["owner"] != view["seat"] or
                                                 z["place"] != "hand"]}, card) for card in cards}
    return min(cards, key=lambda card: (hand.count(card) < 2, rest[card], card))


def decide(game, view, memory):
    how = sys.argv[1] if len(sys.argv) > 1 else "ratio"
    calls = [words[1] for words in legal(view, "call")]
    others = [verb for verb in ("door", "play", "pass") if legal(view, verb)]
    if calls:
        best = max(calls, key=lambda seat: dead_chance(view, top(view, seat)))
        chance = dead_chance(view, top(view, best))
        if not others or how == "always" or (how in ("ratio", "truth") and chance > 0.5):
            return f"call {best}"
    return f"{others[0]} {lay(view, others[0], how)}" if others else view["legal"][0]


if __name__ == "__main__":
    play(decide)
