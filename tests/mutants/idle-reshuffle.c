/* A seat imagines just what is so, and a search sees all hands. */
#include "tests/mutants/mutant.h"

static void reshuffle_nothing(struct state *s, int seat, struct rng *r)
{
    (void)s, (void)seat, (void)r;
}

static void break_it(struct game *g)
{
    g->reshuffle = reshuffle_nothing;
}
