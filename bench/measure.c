#include "bench/measure.h"

#include "bench/allocations.h"
#include "bench/bare.h"
#include "bots/random.h"

#include <stdlib.h>
#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double measure_now(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double measure_wall(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

/* One game through the generic interface, and nothing else. */
static void play_generic(const struct setup *u, struct state *s, struct rng *r, struct measure *m)
{
    const struct game *game = u->game;
    action legal[ACTIONS_MAX];
    game_start(u, s, NULL);
    for (;;) {
        struct turn turn = game_turn(s);
        if (turn.kind == TURN_SEATS) {
            int seat = seats_first(turn.seats);
            int count = game_legal(game, s, seat, legal);
            game_apply(game, s, seat, random_choose(legal, count, r), NULL);
            m->decisions++;
        } else if (turn.kind != TURN_OVER) {
            game_step(game, s, game_chance(s, r), NULL);
            m->cards += turn.kind == TURN_DECK;
        } else {
            m->games++;
            return;
        }
    }
}

struct measure measure_generic(const struct setup *u, struct rng *r, uint64_t decisions)
{
    struct measure m = {0};
    struct state *s = malloc(u->game->size);
    if (!s)
        abort();
    uint64_t allocated = allocations();
    double begun = measure_now();
    while (m.decisions < decisions)
        play_generic(u, s, r, &m);
    m.seconds = measure_now() - begun;
    m.allocations = allocations() - allocated;
    free(s);
    return m;
}

struct measure measure_bare(struct rng *r, uint64_t games)
{
    double begun = measure_now();
    struct bare_count count = bare_pairs(r, games);
    return (struct measure){.games = count.games,
                            .decisions = count.decisions,
                            .cards = count.cards,
                            .seconds = measure_now() - begun};
}

double decisions_a_second(const struct measure *m)
{
    return (double)m->decisions / m->seconds;
}

static int upward(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double value[ROUNDS])
{
    qsort(value, ROUNDS, sizeof value[0], upward);
    return value[ROUNDS / 2];
}
