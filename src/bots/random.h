/* The player that chooses any legal decision, each equally likely. */
#ifndef PAIRS_BOTS_RANDOM_H
#define PAIRS_BOTS_RANDOM_H

#include "engine/rng.h"
#include "engine/view.h"

static inline action random_choose(const action legal[], int count, struct rng *r)
{
    return legal[rng_below(r, count)];
}

#endif
