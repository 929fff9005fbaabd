/* pairs-bench: how fast the engine is. All speeds of a run are to be compared within that run.
 * Usage: pairs-bench [--json] */
#include "bench/bare.h"
#include "bench/batch.h"
#include "bench/bots.h"
#include "bench/measure.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DECISIONS = 1000000, /* in each measurement of the ratio */
    ROW_DECISIONS = 400000,
};

static double measure_draws(struct rng *r, uint64_t count)
{
    double begun = measure_now();
    volatile uint64_t sum = bare_draws(r, count);
    (void)sum;
    return measure_now() - begun;
}

/* Basic Pairs for two: through the generic interface, by the bare loop, and only its cards. */
static void bench_ratios(FILE *to, struct text *json)
{
    struct setup u;
    struct error e = {0};
    double to_bare[ROUNDS], to_draws[ROUNDS];
    struct rng r = rng_seeded(1, 0);
    if (!setup_choose(&u, "pairs", &e) || !setup_players(&u, 2, &e) || !setup_finish(&u, &e))
        abort();
    for (int i = 0; i < ROUNDS; i++) {
        struct measure generic = measure_generic(&u, &r, DECISIONS);
        struct measure bare = measure_bare(&r, generic.games);
        double draws = measure_draws(&r, generic.cards);
        to_bare[i] = decisions_a_second(&generic) / decisions_a_second(&bare);
        to_draws[i] = draws / generic.seconds;
    }
    double bare = median(to_bare), draws = median(to_draws);
    if (to)
        fprintf(to,
                "Basic Pairs for two at random through the generic interface, on one core:\n"
                "  %.2f of the speed of a bare hand-written loop of the same game\n"
                "  %.2f of the speed of a loop that only draws as many cards\n"
                "  (medians of %d alternating runs)\n",
                bare, draws, ROUNDS);
    json_double(json_key(json, "generic_to_bare"), bare);
    json_double(json_key(json, "generic_to_draws"), draws);
}

/* One name with so many players, also against basic Pairs with as many: the first name of the list,
 * whose speeds are put into `pairs`. */
static void bench_row(const char *name, int players, double pairs[PLAYERS_MAX + 1], FILE *to,
                      struct text *json)
{
    struct setup u;
    struct error e = {0};
    struct rng r = rng_seeded(2, 0);
    if (!setup_choose(&u, name, &e) || !setup_players(&u, players, &e) || !setup_finish(&u, &e))
        return;
    struct measure m = measure_generic(&u, &r, ROW_DECISIONS);
    double rate = 1 / m.seconds;
    if (pairs[players] == 0)
        pairs[players] = (double)m.decisions * rate;
    double to_pairs = (double)m.decisions * rate / pairs[players];
    if (to)
        fprintf(to, "%-22s %7d %12.0f %13.0f %8.2f %13.0f %7zu %6llu\n", name, players,
                (double)m.games * rate, (double)m.decisions * rate, to_pairs,
                (double)m.cards * rate, u.game->size, (unsigned long long)m.allocations);
    json_object_begin(json);
    json_text(json_key(json, "name"), name);
    json_int(json_key(json, "players"), players);
    json_double(json_key(json, "games_per_second"), (double)m.games * rate);
    json_double(json_key(json, "decisions_per_second"), (double)m.decisions * rate);
    json_double(json_key(json, "to_pairs"), to_pairs);
    json_double(json_key(json, "cards_per_second"), (double)m.cards * rate);
    json_unsigned(json_key(json, "state_bytes"), u.game->size);
    json_unsigned(json_key(json, "allocations"), m.allocations);
    json_object_end(json);
}

static void bench_name(const char *name, double pairs[PLAYERS_MAX + 1], FILE *to, struct text *json)
{
    static const int players[] = {2, 4, 8};
    for (int i = 0; i < 3; i++)
        bench_row(name, players[i], pairs, to, json);
}

/* Prints to `to`, unless that is NULL, and adds the same to `json`. */
static void bench_all(FILE *to, struct text *json)
{
    json_object_begin(json);
    bench_ratios(to, json);
    double pairs[PLAYERS_MAX + 1] = {0};
    if (to)
        fprintf(to, "\n%-22s %7s %12s %13s %8s %13s %7s %6s\n", "", "players", "games/s",
                "decisions/s", "of pairs", "cards/s", "state", "allocs");
    json_array_begin(json_key(json, "rows"));
    for (int i = 0; all_games[i]; i++) {
        bench_name(all_games[i]->name, pairs, to, json);
        for (const struct preset *p = all_games[i]->presets; p && p->name; p++)
            bench_name(p->name, pairs, to, json);
    }
    json_array_end(json);
    bench_batch(to, json_key(json, "batch"));
    bench_search(to, json_key(json, "search"));
    bench_threads(to, json_key(json, "two_threads_to_one"));
    json_object_end(json);
    text_add(json, "\n");
}

int main(int argc, char **argv)
{
    bool as_json = argc == 2 && strcmp(argv[1], "--json") == 0;
    struct text json = {0};
    if (argc > 1 && !as_json) {
        fprintf(stderr, "pairs-bench: '%s' is unknown; expected nothing or --json\n", argv[1]);
        return 2;
    }
    bench_all(as_json ? NULL : stdout, &json);
    if (as_json)
        fputs(text_of(&json), stdout);
    bool fine = !json.failed && fflush(stdout) == 0 && !ferror(stdout);
    text_free(&json);
    return fine ? 0 : 1;
}
