/* With a low card the rule of thumb is to decide what cannot be decided. */
#include "tests/mutants/mutant.h"

static action hint_nonsense(const struct view *v, struct rng *r)
{
    action a = hint(v, r);
    return action_verb(a) == STAY ? a : action_make(LEAVE, 1, 0);
}

static void break_it(struct game *g)
{
    g->hint = hint_nonsense;
}
