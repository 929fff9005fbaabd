#include "bench/batch.h"

#include "bench/allocations.h"
#include "bench/measure.h"
#include "lab/batch.h"
#include "wire/json.h"

#include <stdlib.h>

enum { GAMES = 1024, DECISIONS = 500000, ROW_DECISIONS = 100000, ROW_ROUNDS = 3 };

/* What is measured in turn. */
enum way { MASK, SEEN, MASK_TWO, SEEN_TWO, WAYS };

static const char *const keys[WAYS] = {"mask", "observation", "mask_two", "observation_two"};

static struct batch_out room_for(const struct layout *l, bool seen)
{
    size_t n = GAMES;
    struct batch_out out = {
        .seat = malloc(n * sizeof *out.seat),
        .observation = seen ? malloc(n * (size_t)l->size * sizeof *out.observation) : NULL,
        .mask = malloc(n * (size_t)l->actions),
        .reward = malloc(n * (size_t)l->setup.players * sizeof *out.reward),
        .done = malloc(n),
    };
    if (!out.seat || (seen && !out.observation) || !out.mask || !out.reward || !out.done)
        abort();
    return out;
}

static void give_back(struct batch_out *out)
{
    free(out->seat);
    free(out->observation);
    free(out->mask);
    free(out->reward);
    free(out->done);
}

/* Random decisions with who decides, mask, rewards and ends; and with observations where wanted. */
static struct measure measure_batch(const struct setup *u, uint64_t decisions, bool seen,
                                    int threads)
{
    struct measure m = {0};
    struct error e = {0};
    struct batch_plan plan = {.setup = *u, .games = GAMES, .seed = 1, .threads = threads};
    struct batch *b = batch_new(&plan, &e);
    int32_t *id = malloc(GAMES * sizeof *id);
    if (!b || !id)
        abort();
    struct batch_out out = room_for(batch_layout(b), seen);
    batch_begin(b, &out);
    uint64_t allocated = allocations();
    double (*now)(void) = threads == 1 ? measure_now : measure_wall;
    double begun = now();
    for (; m.decisions < decisions; m.decisions += GAMES) {
        batch_random(b, id);
        if (batch_step(b, id, &out) >= 0)
            abort();
    }
    m.seconds = now() - begun;
    m.allocations = allocations() - allocated;
    give_back(&out);
    free(id);
    batch_free(b);
    return m;
}

static struct measure measure_way(const struct setup *u, enum way way)
{
    return measure_batch(u, DECISIONS, way == SEEN || way == SEEN_TWO,
                         way == MASK_TWO || way == SEEN_TWO ? 2 : 1);
}

static void bench_pairs(FILE *to, struct text *json)
{
    struct setup u;
    struct error e = {0};
    struct rng r = rng_seeded(1, 0);
    double to_bare[WAYS][ROUNDS], to_generic[WAYS][ROUNDS];
    if (!setup_choose(&u, "pairs", &e) || !setup_players(&u, 2, &e) || !setup_finish(&u, &e))
        abort();
    for (int i = 0; i < ROUNDS; i++) {
        struct measure generic = measure_generic(&u, &r, DECISIONS);
        struct measure bare = measure_bare(&r, generic.games);
        for (enum way way = MASK; way < WAYS; way++) {
            struct measure m = measure_way(&u, way);
            to_bare[way][i] = decisions_a_second(&m) / decisions_a_second(&bare);
            to_generic[way][i] = decisions_a_second(&m) / decisions_a_second(&generic);
        }
    }
    json_object_begin(json);
    if (to)
        fprintf(to,
                "\nBasic Pairs for two at random in a batch of %d games, with mask and rewards: of "
                "the\nspeed of the bare loop, and of the generic interface (medians of %d "
                "alternating runs)\n",
                GAMES, ROUNDS);
    for (enum way way = MASK; way < WAYS; way++) {
        double bare = median(to_bare[way]), generic = median(to_generic[way]);
        if (to)
            fprintf(to, "  %.2f %.2f  %s, %s\n", bare, generic,
                    way == MASK || way == SEEN ? "one thread" : "two threads",
                    way == MASK || way == MASK_TWO ? "without observations" : "with observations");
        json_object_begin(json_key(json, keys[way]));
        json_double(json_key(json, "to_bare"), bare);
        json_double(json_key(json, "to_generic"), generic);
        json_object_end(json);
    }
    json_object_end(json);
}

/* The fastest of some runs, which no other program was in the way of. */
static void keep_fastest(struct measure *best, struct measure m)
{
    if (best->decisions == 0 || decisions_a_second(&m) > decisions_a_second(best))
        *best = m;
}

static void bench_game(const struct game *game, FILE *to, struct text *json)
{
    struct setup u;
    struct error e = {0};
    struct rng r = rng_seeded(2, 0);
    struct measure generic = {0}, mask = {0}, seen = {0};
    struct layout l;
    if (!setup_choose(&u, game->name, &e) || !setup_players(&u, setup_players_usual(&u), &e) ||
        !setup_finish(&u, &e))
        abort();
    layout_make(&l, &u);
    for (int i = 0; i < ROW_ROUNDS; i++) {
        keep_fastest(&generic, measure_generic(&u, &r, ROW_DECISIONS));
        keep_fastest(&mask, measure_batch(&u, ROW_DECISIONS, false, 1));
        keep_fastest(&seen, measure_batch(&u, ROW_DECISIONS, true, 1));
    }
    double speed = decisions_a_second(&generic);
    double to_mask = decisions_a_second(&mask) / speed, to_seen = decisions_a_second(&seen) / speed;
    if (to)
        fprintf(to, "%-16s %2d %5d %5d %12.0f %5.2f %12.0f %5.2f %6llu\n", game->name, u.players,
                l.actions, l.size, decisions_a_second(&mask), to_mask, decisions_a_second(&seen),
                to_seen, (unsigned long long)mask.allocations + seen.allocations);
    json_object_begin(json);
    json_text(json_key(json, "name"), game->name);
    json_int(json_key(json, "players"), u.players);
    json_double(json_key(json, "mask_to_generic"), to_mask);
    json_double(json_key(json, "observation_to_generic"), to_seen);
    json_double(json_key(json, "decisions_per_second"), decisions_a_second(&seen));
    json_unsigned(json_key(json, "allocations"), mask.allocations + seen.allocations);
    json_object_end(json);
}

void bench_batch(FILE *to, struct text *json)
{
    json_object_begin(json);
    bench_pairs(to, json_key(json, "pairs"));
    if (to)
        fprintf(to,
                "\nDecisions a second in a batch on one core, and how much of the generic "
                "interface that is\n(best of %d alternating runs): with mask and rewards, and with "
                "observations too\n%-16s %2s %5s %5s %12s %5s %12s %5s %6s\n",
                ROW_ROUNDS, "", "n", "ids", "size", "mask", "of it", "observation", "of it",
                "allocs");
    json_array_begin(json_key(json, "rows"));
    for (int i = 0; all_games[i]; i++)
        bench_game(all_games[i], to, json);
    json_array_end(json);
    json_object_end(json);
}
