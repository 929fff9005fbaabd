#include "bench/bots.h"

#include "bots/level.h"
#include "bots/nets.h"
#include "bots/random.h"
#include "bots/search.h"
#include "engine/table.h"
#include "lab/arena.h"
#include "wire/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    POSITIONS = 8, /* of a game, from its beginning onward */
    ITERATIONS = 1000,
    PLAYOUTS = 4000,
    DECISIONS = 200,
    ROUNDS = 5, /* each number of threads is measured so often, in turn */
    ARENA_DEALS = 40,
};

/* What one thread does is measured by its own clock, what two do by the one on the wall and that of
 * the process. */
static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One random decision, card or lot. */
static void step(const struct game *game, struct state *s, struct rng *r)
{
    action legal[ACTIONS_MAX];
    struct turn turn = game_turn(s);
    if (turn.kind == TURN_SEATS) {
        int seat = seats_first(turn.seats);
        int count = game_legal(game, s, seat, legal);
        game_apply(game, s, seat, random_choose(legal, count, r), NULL);
    } else {
        game_step(game, s, game_chance(s, r), NULL);
    }
}

/* A table that was led at random to the n-th real choice of its game, or of another one if it has
 * fewer. */
static struct table *find_position(const struct setup *u, int n, struct rng *r)
{
    action legal[ACTIONS_MAX];
    struct error e = {0};
    struct table *t = table_new(u);
    for (;;) {
        if (!t)
            abort();
        struct turn turn = table_turn(t);
        int seat = turn.kind == TURN_SEATS ? seats_first(turn.seats) : NOBODY;
        int count = turn.kind == TURN_SEATS ? table_legal(t, seat, legal) : 0;
        if (count > 1 && n-- == 0)
            return t;
        if (turn.kind == TURN_OVER) {
            table_free(t);
            t = table_new(u);
        } else if (!(count ? table_play(t, seat, random_choose(legal, count, r), &e)
                           : table_chance(t, r, &e))) {
            abort();
        }
    }
}

/* Seconds that the search takes for one iteration. */
static double time_search(struct knowledge *k, const struct prospect *prospect, struct rng *r)
{
    struct search_limits limits = {.iterations = ITERATIONS, .prospect = prospect};
    if (!k)
        abort();
    double begun = now(CLOCK_THREAD_CPUTIME_ID);
    search_choose(k, &limits, r, NULL);
    double seconds = now(CLOCK_THREAD_CPUTIME_ID) - begun;
    knowledge_free(k);
    return seconds / ITERATIONS;
}

/* Before: who knows nothing of the past takes all hidden cards for equally likely, and counts
 * points. */
static double time_plain(const struct table *t, struct rng *r)
{
    int seat = seats_first(table_turn(t).seats);
    return time_search(knowledge_new(t->setup.game, t->state, seat), NULL, r);
}

/* After: as a level plays, by what the past tells of hidden cards and by the chances in the match;
 * what is found out once a game is not counted. */
static double time_whole(const struct table *t, struct prospect *prospect, struct rng *r)
{
    static struct view v;
    int seat = seats_first(table_turn(t).seats);
    table_view(t, seat, &v);
    if (!prospect_find(prospect, &v))
        abort();
    return time_search(knowledge_of(t, seat), prospect, r);
}

/* Seconds that it takes to copy the state and play at random to the end of the hand. */
static double time_playout(const struct game *game, const struct state *s, struct state *copy,
                           struct rng *r)
{
    unsigned hand = game_look(s)->hand;
    double begun = now(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < PLAYOUTS; i++) {
        memcpy(copy, s, game->size);
        while (!game_hand_over(copy, hand))
            step(game, copy, r);
    }
    return (now(CLOCK_THREAD_CPUTIME_ID) - begun) / PLAYOUTS;
}

/* Seconds that the network takes for a decision. */
static double time_net(const struct table *t, struct rng *r)
{
    struct error e = {0};
    struct bot *b = bot_new("net", &e);
    struct knowledge *k = knowledge_of(t, __builtin_ctz(table_turn(t).seats));
    if (!b || !k)
        abort();
    bot_choose(b, k, r);
    double begun = now(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < DECISIONS; i++)
        bot_choose(b, k, r);
    double seconds = now(CLOCK_THREAD_CPUTIME_ID) - begun;
    knowledge_free(k);
    bot_free(b);
    return seconds / DECISIONS;
}

static int bytes_of_net(const struct game *game)
{
    const struct net_file *f = net_files;
    while (f->name && strcmp(f->name, game->name) != 0)
        f++;
    return (int)f->size;
}

static void bench_game(const struct game *game, FILE *to, struct text *json)
{
    struct setup u;
    struct error e = {0};
    struct rng r = rng_seeded(3, 0);
    struct prospect prospect = {0};
    struct state *copy = malloc(game->size);
    double plain = 0, whole = 0, playout = 0, slowest = 0, net = 0;
    if (!copy || !setup_choose(&u, game->name, &e) ||
        !setup_players(&u, setup_players_usual(&u), &e) || !setup_finish(&u, &e))
        abort();
    for (int i = 0; i < POSITIONS; i++) {
        struct table *t = find_position(&u, i, &r);
        plain += time_plain(t, &r) / POSITIONS;
        double seconds = time_whole(t, &prospect, &r);
        whole += seconds / POSITIONS;
        slowest = fmax(slowest, seconds * level_of(LEVELS)->iterations);
        net += time_net(t, &r) / POSITIONS;
        playout += time_playout(game, t->state, copy, &r) / POSITIONS;
        table_free(t);
    }
    free(copy);
    if (to)
        fprintf(to, "%-20s %2d %10.0f %6.2f %10.0f %6.2f %12.0f %6.2f %6.1f %7d\n", game->name,
                u.players, 1 / plain, plain / playout, 1 / whole, whole / playout, 1 / playout,
                slowest, 1e6 * net, bytes_of_net(game));
    json_object_begin(json);
    json_text(json_key(json, "name"), game->name);
    json_int(json_key(json, "players"), u.players);
    json_double(json_key(json, "plain_iterations_per_second"), 1 / plain);
    json_double(json_key(json, "plain_iteration_to_playout"), plain / playout);
    json_double(json_key(json, "iterations_per_second"), 1 / whole);
    json_double(json_key(json, "playouts_per_second"), 1 / playout);
    json_double(json_key(json, "iteration_to_playout"), whole / playout);
    json_double(json_key(json, "search_8_seconds"), slowest);
    json_double(json_key(json, "net_seconds"), net);
    json_int(json_key(json, "net_bytes"), bytes_of_net(game));
    json_object_end(json);
}

void bench_search(FILE *to, struct text *json)
{
    if (to)
        fprintf(
            to,
            "\nSearch on one core, %d iterations in each of %d positions, and the cost of an\n"
            "iteration in random playouts of the same hand; plain: all hidden cards equally\n"
            "likely, and points counted; then by what the past tells, and the match counted. "
            "Then,\n"
            "in seconds, what search-8 takes at this speed in the slowest of the positions; and\n"
            "the microseconds of a decision of the network, and how many bytes it has:\n"
            "%-20s %2s %10s %6s %10s %6s %12s %6s %6s %7s\n",
            ITERATIONS, POSITIONS, "", "n", "plain/s", "cost", "search/s", "cost", "playouts/s",
            "8, s", "net", "bytes");
    json_array_begin(json);
    for (int i = 0; all_games[i]; i++)
        bench_game(all_games[i], to, json);
    json_array_end(json);
}

/* Seconds on the wall, and of all cores together, for the same games with so many threads. */
struct spent {
    double wall, cores;
};

static struct spent time_arena(int threads)
{
    struct arena a = {.make = bot_new,
                      .bot = {"search:500", "random"},
                      .bots = 2,
                      .deals = ARENA_DEALS,
                      .seed = 4,
                      .threads = threads};
    struct arena_result result;
    struct error e = {0};
    if (!setup_choose(&a.setup, "pairs", &e) || !setup_players(&a.setup, 2, &e) ||
        !setup_finish(&a.setup, &e))
        abort();
    struct spent begun = {now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID)};
    if (!arena_run(&a, &result, &e))
        abort();
    return (struct spent){now(CLOCK_MONOTONIC) - begun.wall,
                          now(CLOCK_PROCESS_CPUTIME_ID) - begun.cores};
}

static struct spent less_of(struct spent a, struct spent b)
{
    return (struct spent){fmin(a.wall, b.wall), fmin(a.cores, b.cores)};
}

void bench_threads(FILE *to, struct text *json)
{
    struct spent one = {INFINITY, INFINITY}, two = one;
    for (int i = 0; i < ROUNDS; i++) {
        one = less_of(one, time_arena(1));
        two = less_of(two, time_arena(2));
    }
    double ratio = one.wall / two.wall, free_cores = 2 * one.cores / two.cores;
    if (to)
        fprintf(
            to,
            "\nArena: two threads do %.2f times the work of one in the same time, and would do\n"
            "%.2f times if each had a core to itself (best of %d alternating runs)\n",
            ratio, free_cores, ROUNDS);
    json_object_begin(json);
    json_double(json_key(json, "ratio"), ratio);
    json_double(json_key(json, "ratio_by_core_time"), free_cores);
    json_object_end(json);
}
