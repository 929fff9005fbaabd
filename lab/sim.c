#include "lab/sim.h"

#include "bots/random.h"

#include <time.h>

enum { GAMES_A_LOOK = 64 }; /* how often the clock and the watcher are asked */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool sim_play(struct table *t, struct rng *r, struct error *e)
{
    action legal[ACTIONS_MAX];
    struct turn turn;
    bool fine = true;
    while (fine && (turn = table_turn(t)).kind != TURN_OVER) {
        if (turn.kind == TURN_SEATS) {
            int seat = seats_pick(turn.seats, r);
            int count = table_legal(t, seat, legal);
            fine = table_play(t, seat, random_choose(legal, count, r), e);
        } else {
            fine = table_chance(t, r, e);
        }
    }
    return fine;
}

static void count_game(struct sim_result *result, const struct table *t)
{
    const struct head *h = game_look(t->state);
    result->games++;
    result->chips = h->chips;
    result->hands += h->hand;
    for (size_t i = 0; i < t->steps; i++) {
        result->decisions += t->step[i].kind == TURN_SEATS;
        result->cards += t->step[i].kind == TURN_DECK;
    }
    for (int seat = 0; seat < h->players; seat++) {
        double score = h->score[seat];
        result->score[seat] += score;
        result->score_squared[seat] += score * score;
        result->won[seat] += h->winners >> seat & 1;
        result->lost[seat] += h->losers >> seat & 1;
    }
}

bool sim_run(const struct setup *u, long count, uint64_t seed, const struct sim_watch *watch,
             struct sim_result *result, struct error *e)
{
    *result = (struct sim_result){0};
    double begun = now();
    bool fine = true;
    for (long i = 0; fine && i < count; i++) {
        struct rng r = rng_seeded(seed, (uint64_t)i);
        struct table *t = table_new(u);
        if (!t)
            return error_set(e, "memory has run out; close other programs and try again");
        fine = sim_play(t, &r, e);
        if (fine) {
            count_game(result, t);
            fine = !watch->game || watch->game(watch->context, t, e);
        }
        table_free(t);
        if (i % GAMES_A_LOOK == 0) {
            if (watch->progress)
                watch->progress(watch->context, i);
            if (watch->stop && atomic_load(watch->stop))
                break;
        }
    }
    result->seconds = now() - begun;
    return fine;
}
