#!/usr/bin/env python3
"""Tournament: never doubts, draws until the sum beats the number and names the sum, else one more."""

from rival import play, zone


def decide(_game, view, _memory):
    if "doubt" in view["legal"]:
        return "believe"  # unless it must doubt: then that is all that is legal
    hand = zone(view, "hand", view["seat"])
    named = max((n["value"] for n in view["numbers"] if n["label"] == "number named"), default=0)
    good = sum(hand) > named and len(set(hand)) == len(hand)
    if not good and "draw" in view["legal"]:
        return "draw"
    return f"name {max(sum(hand), named + 1)}"


play(decide)
