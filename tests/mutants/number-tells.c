/* A number that all see is the sum of the hidden cards. */
#include "tests/mutants/mutant.h"

static const struct label sum_labels[] = {{"sum", .whose = OF_MIDDLE}, {0}};

static void view_sum(const struct state *s, struct view *v)
{
    cards all = 0;
    view_hands(v, HAND, s->hand, false);
    for (int seat = 0; seat < s->h.players; seat++)
        all += s->hand[seat];
    view_number(v, 0, NOBODY, cards_sum(all));
}

static void break_it(struct game *g)
{
    g->view = view_sum;
    g->labels = sum_labels;
}
