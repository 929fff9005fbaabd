/* The game goes another way when somebody listens. */
#include "tests/mutants/mutant.h"

static void apply_watched(struct state *s, int seat, action a, struct log *log)
{
    if (log)
        s->h.dealer = (uint8_t)seat;
    apply(s, seat, a, log);
}

static void break_it(struct game *g)
{
    g->apply = apply_watched;
}
