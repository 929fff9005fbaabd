/* The hand of the first player lies open in every view. */
#include "tests/mutants/mutant.h"

static void view_open(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++)
        view_cards(v, HAND, seat, s->hand[seat], seat ? seat_bit(seat) : EVERYBODY);
}

static void break_it(struct game *g)
{
    g->view = view_open;
}
