/* A bot of one's own against the library: it plays basic Pairs at seat A against the rule of thumb
 * and says how often it lost.
 *
 *     cc bot.c $(pkg-config --cflags --libs pairs) -o bot
 */
#include <pairs.h>

#include <stdio.h>

enum { GAMES = 2000, PLAYERS = 3, STACK = 2 }; /* the first zone of a game's own is 2 */

/* Fold when the next card is expected to cost more than the cheapest card to fold for. */
static pairs_action decide(const struct pairs_view *v)
{
    int lowest = PAIRS_RANKS, left[11];
    double cost = 0;
    struct pairs_zone z;
    pairs_view_left(v, left);
    for (int i = 0; pairs_view_zone(v, i, &z); i++) {
        if (z.zone != STACK)
            continue;
        for (int k = 0; k < z.count; k++) {
            int c = z.cards[k];
            lowest = c < lowest ? c : lowest;
            if (z.owner == pairs_view_looks(v))
                cost += (double)left[c] / left[0] * c;
        }
    }
    pairs_action legal[2] = {0, 0}; /* hit, and fold for the cheapest card */
    int count = pairs_view_legal(v, legal, 2);
    return legal[count > 1 && cost > lowest ? 1 : 0];
}

/* One game; whether seat A has lost it. */
static bool play(struct pairs_table *t, struct pairs_bot *other, struct pairs_view *v,
                 struct pairs_rng *r)
{
    const struct pairs_game *g = pairs_table_game(t);
    while (pairs_game_turn(g) != PAIRS_OVER) {
        if (pairs_table_draw(t, r, NULL))
            continue;
        int seat = pairs_rng_seat(r, pairs_game_seats(g));
        struct pairs_knowledge *k = pairs_knowledge_of(t, seat);
        if (!k)
            return false;
        pairs_knowledge_view(k, v);
        pairs_table_play(t, seat, seat == 0 ? decide(v) : pairs_bot_choose(other, k, r), NULL);
        pairs_knowledge_free(k);
    }
    struct pairs_status end;
    pairs_game_status(g, &end);
    return end.losers & 1;
}

int main(void)
{
    struct pairs_error e = {0};
    struct pairs_setup *u = pairs_setup_new("pairs", &e);
    struct pairs_bot *other = pairs_bot_new("hint", &e);
    struct pairs_view *v = pairs_view_new();
    int lost = 0;
    if (!u || !other || !v || !pairs_setup_set_players(u, PLAYERS, &e)) {
        fprintf(stderr, "%s\n", e.text);
        return 1;
    }
    struct pairs_table *t = pairs_table_new(u, &e);
    for (uint64_t i = 0; t && i < GAMES; i++) {
        struct pairs_rng r;
        pairs_rng_seed(&r, 1, i);
        pairs_table_rewind(t, 0);
        lost += play(t, other, v, &r);
    }
    printf("lost %d of %d games; one in %d would be even\n", lost, GAMES, PLAYERS);
    pairs_table_free(t);
    pairs_view_free(v);
    pairs_bot_free(other);
    pairs_setup_free(u);
    return 0;
}
