/* Whoever leaves throws the card away, and no event says so. */
#include "tests/mutants/mutant.h"

static void apply_silently(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == LEAVE) {
        pile_add_all(&s->h.pile[PILE_DISCARDS], s->hand[seat]);
        s->hand[seat] = 0;
    }
    apply(s, seat, a, log);
}

static void break_it(struct game *g)
{
    g->apply = apply_silently;
}
