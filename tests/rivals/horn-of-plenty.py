#!/usr/bin/env python3
"""Horn of Plenty: always tells the truth and always agrees; keeps what is new to it."""

from rival import legal, play, zone


def gain(card, shown):
    return -card if card in shown else card


def decide(_game, view, _memory):
    seat, plays, gifts = view["seat"], legal(view, "play"), legal(view, "give")
    mine = zone(view, "face-up", seat)
    if plays:
        true = [words for words in plays if words[1] == words[2]]
        return " ".join(max(true, key=lambda words: gain(int(words[1]), mine)))
    if not gifts:
        return "agree"
    laid = zone(view, "laid")[0]

    def worth(words):
        return gain(laid, mine) if words[1] == seat else -gain(laid, zone(view, "face-up", words[1]))

    return " ".join(max(gifts, key=worth))


play(decide)
