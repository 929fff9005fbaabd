/* Whoever stays tells everybody, by mistake, which card it is. */
#include "tests/mutants/mutant.h"

static void apply_told(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == STAY)
        log_shown(log, s->hand[seat], HAND, seat, 0);
    apply(s, seat, a, log);
}

static void break_it(struct game *g)
{
    g->apply = apply_told;
}
