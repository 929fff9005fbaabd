/* Who deals depends on the clock. */
#include "tests/mutants/mutant.h"

#include <time.h>

static void apply_now(struct state *s, int seat, action a, struct log *log)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    s->h.dealer = (uint8_t)(now.tv_nsec % s->h.players);
    apply(s, seat, a, log);
}

static void break_it(struct game *g)
{
    g->apply = apply_now;
}
