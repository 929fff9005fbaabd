/* What of an observation is so now: where there is no library, and on a GPU. */
#include "engine/counts.h"
#include "lab/layout.h"

#include <assert.h>

/* One for each of the seats, in their places from the one who looks. */
static inline void observe_seats(seats some, int seat, int players, int32_t out[])
{
    for (; some; some = seats_rest(some)) {
        int place = __builtin_ctz(some) - seat;
        out[place + (players & -(place < 0))] = 1; /* no branch: who looks cannot be foreseen */
    }
}

static void observe_head(const struct layout *l, const struct head *h, int seat, int32_t out[])
{
    int players = l->setup.players;
    out[PART_SEAT] = seat;
    out[PART_HAND] = h->hand;
    out[PART_POT] = h->pot;
    out[PART_DECK] = pile_size(&h->pile[PILE_DECK]);
    out[PART_DISCARDS] = pile_size(&h->pile[PILE_DISCARDS]) + pile_size(&h->pile[PILE_BURNED]);
    if (h->turn.kind == TURN_SEATS) {
        observe_seats(h->turn.seats, seat, players, &out[l->to_act]);
    } else if (h->turn.kind == TURN_OVER) {
        out[PART_OVER] = 1;
        observe_seats(h->winners, seat, players, &out[l->won]);
        observe_seats(h->losers, seat, players, &out[l->lost]);
    }
    if (h->dealer < players)
        observe_seats(seat_bit(h->dealer), seat, players, &out[l->dealer]);
    for (int i = 0, who = seat; i < players; i++) {
        out[l->score + i] = h->score[who];
        who = who + 1 < players ? who + 1 : 0;
    }
    if (l->gone >= 0)
        counts_add_pile(&out[l->gone], &h->pile[PILE_DISCARDS]);
}

void layout_fill(const struct layout *l, const struct game *game, const struct state *s, int seat,
                 int32_t out[])
{
    struct view v; /* of which no more than this is needed to tell what the game shows */
    assert(seat < PLAYERS_MAX);
    v.looks = (uint8_t)seat;
    v.eyes = view_eyes(seat);
    v.players = (uint8_t)l->setup.players;
    v.over = game_turn(s).kind == TURN_OVER;
    v.sheet = &l->sheet[seat];
    v.row = out;
    observe_head(l, game_look(s), seat, out);
    game_show(game, s, &v);
}
