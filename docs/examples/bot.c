/* A bot against the public header alone: plays basic Pairs at seat A, hits while its highest card
 * is low, against random players, and says how often it lost.
 *
 *     cc bot.c $(pkg-config --cflags --libs pairs) -o bot
 */
#include <pairs.h>

#include <stdio.h>

/* Fold when the own cards add up to more than four times the lowest card on the table. */
static action decide(const struct view *v)
{
    int lowest = RANKS, own = 0;
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        if (z->zone != ZONE_GAME) /* the first zone of Pairs: the stacks */
            continue;
        for (int k = 0; k < z->count; k++) {
            int c = v->card[z->first + k];
            lowest = c < lowest ? c : lowest;
            own += z->owner == v->looks ? c : 0;
        }
    }
    return v->act[own > 4 * lowest ? 1 : 0];
}

int main(void)
{
    enum { GAMES = 2000 };
    struct setup u;
    struct error e = {0};
    int lost = 0;
    if (!setup_choose(&u, "pairs", &e) || !setup_players(&u, 3, &e) || !setup_finish(&u, &e)) {
        fprintf(stderr, "%s\n", e.text);
        return 1;
    }
    for (uint64_t i = 0; i < GAMES; i++) {
        struct rng r = rng_seeded(1, i);
        struct table *t = table_new(&u);
        struct turn turn;
        while (t && (turn = table_turn(t)).kind != TURN_OVER) {
            struct view v;
            if (turn.kind != TURN_SEATS) {
                table_chance(t, &r, &e);
                continue;
            }
            int seat = seats_pick(turn.seats, &r);
            table_view(t, seat, &v);
            table_play(t, seat, seat == 0 ? decide(&v) : v.act[rng_below(&r, v.actions)], &e);
        }
        lost += t && (game_look(t->state)->losers & 1);
        table_free(t);
    }
    printf("lost %d of %d games; one in three would be luck\n", lost, GAMES);
    return 0;
}
