/* Loops that do as little as possible, to measure the engine against. */
#ifndef PAIRS_BENCH_BARE_H
#define PAIRS_BENCH_BARE_H

#include "engine/rng.h"

/* What a loop did. */
struct bare_count {
    uint64_t games, decisions, cards;
};

/* Random two-player basic Pairs, written by hand for nothing else: burn, low card with tie-break,
 * hit or fold with equal chance, pairs, folds, reshuffles, 31 loses. */
struct bare_count bare_pairs(struct rng *r, uint64_t games);

/* Draws so many cards from a deck that is shuffled whenever it is empty; returns their sum. */
uint64_t bare_draws(struct rng *r, uint64_t count);

#endif
