/* A 1 that is dealt is lost. */
#include "tests/mutants/mutant.h"

static void deal_lost(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    deal(s, c, log);
    if (c == 1)
        s->hand[seat] = 0;
}

static void break_it(struct game *g)
{
    g->deal = deal_lost;
}
