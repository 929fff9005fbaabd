/* A seat imagines high cards in the hands of the others more often than they are there. */
#include "tests/mutants/mutant.h"

static void reshuffle_upward(struct state *s, int seat, struct rng *r)
{
    struct state other = *s;
    int more = 0;
    reshuffle(s, seat, r);
    reshuffle(&other, seat, r);
    for (int i = 0; i < s->h.players; i++)
        more += cards_sum(other.hand[i]) - cards_sum(s->hand[i]);
    if (more > 0)
        *s = other;
}

static void break_it(struct game *g)
{
    g->reshuffle = reshuffle_upward;
}
