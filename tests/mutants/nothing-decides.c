/* When all stay, everybody is asked again, and whoever wants to leave is asked again at once. */
#include "tests/mutants/mutant.h"

static void apply_never(struct state *s, int seat, action a, struct log *log)
{
    (void)log;
    if (action_verb(a) == STAY && turn_done(&s->h, seat))
        wait_seats(&s->h, seats_all(s->h.players));
}

static void break_it(struct game *g)
{
    g->apply = apply_never;
}
