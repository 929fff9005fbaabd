/* A bot of one's own in the arena: it plays the same deals of basic Pairs against the rule of
 * thumb, from every seat and on all cores, and says what share of its games each of them lost.
 *
 *     cc own-bot.c $(pkg-config --cflags --libs pairs) -o own-bot
 *     ./own-bot 10000 4
 */
#include <pairs.h>

#include <stdio.h>
#include <stdlib.h>

enum { STACK = 2 }; /* the first zone of a game's own */

/* Fold when a card more is expected to cost so many times the cheapest card on the table. It goes
 * by what it is given alone, so that several threads may ask it at once. */
static pairs_action decide(void *context, const struct pairs_knowledge *k,
                           const struct pairs_view *v, struct pairs_rng *r)
{
    const double *times = context;
    double cost = 0;
    int cheapest = PAIRS_RANKS, left[11];
    pairs_action legal[2]; /* hit and fold */
    struct pairs_zone z;
    (void)k, (void)r;
    pairs_view_legal(v, legal, 2);
    pairs_view_left(v, left);
    for (int i = 0; pairs_view_zone(v, i, &z); i++) {
        for (int n = 0; z.zone == STACK && n < z.count; n++) {
            int c = z.cards[n];
            cheapest = c < cheapest ? c : cheapest;
            cost += z.owner == pairs_view_looks(v) ? (double)left[c] / left[0] * c : 0;
        }
    }
    return legal[cost > *times * cheapest];
}

static bool compare(const struct pairs_setup *u, long games, struct pairs_error *e)
{
    struct pairs_arena *a = pairs_arena_new(u, "thrifty,hint", games, 1, e);
    struct pairs_rank bot;
    bool fine = a && pairs_arena_run(a, 0, 0, NULL, NULL, e);
    for (int i = 0; fine && pairs_arena_bot(a, i, &bot); i++)
        printf("%-8s lost %.1f%% of its games (%.1f to %.1f)\n", bot.bot, 100 * bot.lost.value,
               100 * bot.lost.low, 100 * bot.lost.high);
    pairs_arena_free(a);
    return fine;
}

int main(int words, char **word)
{
    long games = words > 1 ? strtol(word[1], NULL, 10) : 10000;
    int players = words > 2 ? (int)strtol(word[2], NULL, 10) : 2;
    double times = 1.2;
    struct pairs_error e = {0};
    struct pairs_setup *u = pairs_setup_new("pairs", &e);
    bool fine = u && pairs_setup_set_players(u, players, &e) &&
                pairs_setup_add_bot(u, "thrifty", decide, &times, &e) && compare(u, games, &e);
    if (!fine)
        fprintf(stderr, "%s\n", e.text);
    pairs_setup_free(u);
    return !fine;
}
