"""Kuhn's poker as a batch of numpy arrays, and how much a policy for it can lose."""

import numpy as np

from learn.network import Inputs

CHECK, BET, FOLD, CALL = range(4)


class Kuhn:
    """Three cards; both pay a chip, check or bet a chip, call or fold. A row: the card, and what has been decided."""

    inputs = Inputs([3, 2, 2])  # the card; of the first and the second decision whether it was a check or a bet
    actions, seats, together, rivals = 4, 2, False, 0

    def __init__(self, n, rivals=0, seed=1):
        self.n, self.rivals, self.random = n, rivals, np.random.default_rng(seed)
        self.tables, self.players = [slice(0, n)], np.full(n, 2)
        self.learner = np.arange(n) % 2
        self.row, self.mask = np.zeros((n, 3), np.int16), np.zeros((n, 4), np.uint8)
        self.seat, self.act, self.done = (np.zeros(n, t) for t in (np.int32, np.int32, np.uint8))
        self.reward = np.zeros((n, 2), np.float32)
        self.card, self.past = np.zeros((n, 2), int), np.zeros((n, 2), int)

    def begin(self):
        self.deal(np.ones(self.n, bool))
        self.tell()

    def deal(self, new):
        cards = np.argsort(self.random.random((self.n, 3)), axis=1)[:, :2] + 1
        self.card[new], self.past[new], self.seat[new] = cards[new], 0, 0

    def tell(self):
        self.row[:, 0] = self.card[np.arange(self.n), self.seat]
        self.row[:, 1:] = self.past
        bet = (self.past == 2).any(1)
        self.mask[...] = np.stack([~bet, ~bet, bet, bet], 1)

    def step(self, act):
        first, higher = (self.past == 0).all(1), np.where(self.card[:, 0] > self.card[:, 1], 0, 1)
        second = ~first & (self.past[:, 1] == 0)
        folds, calls = act == FOLD, act == CALL
        over = folds | calls | (second & (act == CHECK))
        winner = np.where(folds, 1 - self.seat, higher)
        self.reward[...] = 0
        chips = np.where(calls, 2, 1) * over
        rows = np.arange(self.n)
        self.reward[rows, winner], self.reward[rows, 1 - winner] = chips, -chips
        self.past[first, 0] = act[first] + 1
        self.past[second & ~over, 1] = act[second & ~over] + 1
        self.seat[...] = 1 - self.seat
        self.done[...] = over
        self.deal(over)
        self.tell()


def situations():
    """All rows of a seat: card, decisions so far."""
    return [(card, a, b) for card in (1, 2, 3) for a, b in ((0, 0), (1, 0), (2, 0), (1, 2))]


def best(policy, seat):
    """What the best answer to a policy gains in a seat, in chips a game, by going through everything."""

    def value(own, reach, past):
        """With a card of one's own; how likely the other has each card and has come here with it."""
        turn = len(past) % 2

        def after(act, reach):
            if act == BET or (act == CHECK and not past):
                return value(own, reach, (*past, act))
            won = {other: turn != seat if act == FOLD else own > other for other in reach}
            return sum((1 + (act == CALL)) * (p if won[other] else -p) for other, p in reach.items())

        choices = (FOLD, CALL) if BET in past else (CHECK, BET)
        if turn == seat:
            return max(after(act, reach) for act in choices)
        row = tuple(act + 1 for act in past) + (0, 0)
        likely = {other: policy[(other, *row[:2])] for other in reach}
        return sum(after(act, {other: p * likely[other][act] for other, p in reach.items()}) for act in choices)

    return sum(value(own, {other: 1 / 6 for other in (1, 2, 3) if other != own}, ()) for own in (1, 2, 3))


def exploitability(policy):
    """How much both seats' best answers gain together, by half: 0 for perfect play."""
    return (best(policy, 0) + best(policy, 1)) / 2
