/* Everybody's card is seen by its owner and the next player, but no event says so to the latter. */
#include "tests/mutants/mutant.h"

static void view_neighbour(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++)
        view_cards(v, HAND, seat, s->hand[seat], seat_bit(seat) | seat_bit(seat_left(&s->h, seat)));
}

/* Agrees with the view: the card of the player before stays. */
static void reshuffle_neighbour(struct state *s, int seat, struct rng *r)
{
    int before = seat ? seat - 1 : s->h.players - 1;
    cards kept = s->hand[before];
    s->hand[before] = 0;
    hands_deal_again(&s->h, seat, s->hand, r);
    s->hand[before] = kept;
}

static void break_it(struct game *g)
{
    g->view = view_neighbour;
    g->reshuffle = reshuffle_neighbour;
}
