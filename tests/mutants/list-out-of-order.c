/* The last player's list begins at its end. */
#include "tests/mutants/mutant.h"

static int legal_reversed(const struct state *s, int seat, action out[])
{
    int n = legal(s, seat, out);
    if (seat == s->h.players - 1) {
        out[0] = action_make(LEAVE, 0, 0);
        out[1] = action_make(STAY, 0, 0);
    }
    return n;
}

static void break_it(struct game *g)
{
    g->legal = legal_reversed;
}
