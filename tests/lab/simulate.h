/* What tests of simulations share. */
#ifndef PAIRS_TEST_SIMULATE_H
#define PAIRS_TEST_SIMULATE_H

#include "tests/test.h"

#include "lab/crew.h"
#include "lab/sim.h"
#include "lab/sweep.h"

extern const struct game game_template;

/* Sweeps Pairs for three over options "key=values key=values". */
bool make_sweep(struct sweep *s, const char *options, struct error *e);

/* The squares of numbers; the first takes longest. */
struct shift {
    atomic_long done;   /* items but the first */
    long ahead;         /* of them when the first was done */
    long wait_for;      /* so many, before the first is done */
    long fails, leaves; /* items, or -1 */
    long taken, told;   /* how many, and what the item that failed had to tell */
};

void near(double value, double wanted);

#endif
