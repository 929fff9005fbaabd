/* The first card goes back into the deck, and another is due, for ever. */
#include "tests/mutants/mutant.h"

static void deal_back(struct state *s, int c, struct log *log)
{
    (void)log;
    pile_add(&s->h.pile[PILE_DECK], c);
}

static void break_it(struct game *g)
{
    g->deal = deal_back;
}
