/* Many games, fast: random players at any game, without history or allocation. Game i has random
 * stream i of the seed, so that these are the games of
 *
 *     pairs sim deadfall -n 3 --games 10000 --seed 1
 *
 *     cc many.c $(pkg-config --cflags --libs pairs) -o many
 *     ./many deadfall 3 10000
 */
#include <pairs.h>

#include <stdio.h>
#include <stdlib.h>

/* Plays to the end; returns how many decisions that took. */
static long play(struct pairs_game *g, struct pairs_rng *r)
{
    pairs_action legal[PAIRS_ACTIONS];
    long decisions = 0;
    while (pairs_game_draw(g, r) || pairs_game_turn(g) != PAIRS_OVER) {
        if (pairs_game_turn(g) != PAIRS_DECISION)
            continue;
        int seat = pairs_rng_seat(r, pairs_game_seats(g));
        int count = pairs_game_legal(g, seat, legal, PAIRS_ACTIONS);
        pairs_game_apply_legal(g, seat, legal[pairs_rng_below(r, count)]);
        decisions++;
    }
    return decisions;
}

int main(int words, char **word)
{
    struct pairs_error e = {0};
    struct pairs_setup *u = pairs_setup_new(words > 1 ? word[1] : "pairs", &e);
    struct pairs_game *g = NULL;
    if (u && (words < 3 || pairs_setup_set_players(u, (int)strtol(word[2], NULL, 10), &e)))
        g = pairs_game_new(u, &e);
    if (!g) {
        fprintf(stderr, "%s\n", e.text);
        return 1;
    }
    long games = words > 3 ? strtol(word[3], NULL, 10) : 10000, decisions = 0;
    double sum[PAIRS_PLAYERS] = {0};
    for (long i = 0; i < games; i++) {
        struct pairs_rng r;
        struct pairs_status end;
        pairs_rng_seed(&r, 1, (uint64_t)i);
        pairs_game_start(g);
        decisions += play(g, &r);
        pairs_game_status(g, &end);
        for (int seat = 0; seat < end.players; seat++)
            sum[seat] += end.score[seat];
    }
    printf("%s: %.2f decisions a game; mean scores", pairs_setup_name(u),
           (double)decisions / (double)games);
    for (int seat = 0; seat < pairs_setup_players(u); seat++)
        printf(" %.3f", sum[seat] / (double)games);
    printf("\n");
    pairs_game_free(g);
    pairs_setup_free(u);
    return 0;
}
