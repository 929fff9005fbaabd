/* What loops do in which time. */
#ifndef PAIRS_BENCH_MEASURE_H
#define PAIRS_BENCH_MEASURE_H

#include "engine/game.h"

enum { ROUNDS = 15 }; /* loops that are compared are measured so often, in turn */

/* What a loop did, and how long it took. */
struct measure {
    uint64_t games, decisions, cards, allocations;
    double seconds;
};

/* Seconds that this thread has had a core; and, where there are several threads, on the wall. */
double measure_now(void);
double measure_wall(void);

/* At least so many decisions of random games, through the generic interface. */
struct measure measure_generic(const struct setup *u, struct rng *r, uint64_t decisions);

/* So many games of basic Pairs for two, by a loop written by hand for nothing else. */
struct measure measure_bare(struct rng *r, uint64_t games);

double decisions_a_second(const struct measure *m);

/* The value in the middle; sorts them. */
double median(double value[ROUNDS]);

#endif
