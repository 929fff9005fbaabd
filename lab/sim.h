/* Many games between random players. */
#ifndef PAIRS_LAB_SIM_H
#define PAIRS_LAB_SIM_H

#include "engine/table.h"

#include <stdatomic.h>

/* What came out. Sums of squares give the errors of the means. */
struct sim_result {
    long games;
    uint64_t decisions, cards, hands;
    double score[PLAYERS_MAX], score_squared[PLAYERS_MAX];
    long won[PLAYERS_MAX], lost[PLAYERS_MAX];
    double seconds;
    bool chips; /* the scores are chips */
};

/* How a run is watched; every part may be NULL. */
struct sim_watch {
    const atomic_bool *stop;                    /* becomes true when the run is to end early */
    void (*progress)(void *context, long done); /* now and then */
    bool (*game)(void *context, const struct table *t, struct error *e); /* after each game */
    void *context;
};

/* Plays games 0 to `count` - 1 of a seed, each from a random stream of its own. False with a
 * message if it had to stop. */
bool sim_run(const struct setup *u, long count, uint64_t seed, const struct sim_watch *watch,
             struct sim_result *result, struct error *e);

/* Plays one game to its end, everybody at random. */
bool sim_play(struct table *t, struct rng *r, struct error *e);

#endif
