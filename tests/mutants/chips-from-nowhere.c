/* Whoever stays finds a chip. */
#include "tests/mutants/mutant.h"

static void apply_generously(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == STAY)
        s->h.score[seat]++;
    apply(s, seat, a, log);
}

static void break_it(struct game *g)
{
    g->apply = apply_generously;
}
