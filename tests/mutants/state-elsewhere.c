/* How many have stayed is kept outside the state. */
#include "tests/mutants/mutant.h"

static int stayed;

static void apply_counting(struct state *s, int seat, action a, struct log *log)
{
    stayed += action_verb(a) == STAY;
    s->h.dealer = (uint8_t)(stayed % s->h.players);
    apply(s, seat, a, log);
}

static void break_it(struct game *g)
{
    g->apply = apply_counting;
}
