/* Two rule sets on the same deals: how much they differ, game by game. */
#ifndef PAIRS_LAB_COMPARE_H
#define PAIRS_LAB_COMPARE_H

#include "lab/sim.h"

/* A measure of a game by the first rules and by the second, and how much more the second has. */
struct difference {
    struct tally of[2], more;
};

struct comparison {
    struct sim_result result[2]; /* as of two simulations */
    struct difference hands, decisions, cards;
    struct difference score[PLAYERS_MAX], won[PLAYERS_MAX], lost[PLAYERS_MAX];
    struct difference first_won, first_lost; /* of who began, in games where somebody did by both */
};

/* How likely a mean difference this large, or larger, on either side is where there is none: the
 * paired z test, which takes the mean for normal. 1 where fewer than two games tell anything. */
double difference_p(const struct difference *d);

/* How the games are watched. */
struct compare_watch {
    const atomic_bool *stop;
    void (*look)(void *context, long games); /* now and then */
    void *context;
    struct text *endless; /* as in struct sim_watch */
};

/* Plays the jobs, each of a single point; they have the same players, games, seed and bots, and are
 * `apart`. False with a message if it had to end. */
bool compare_run(const struct sim_job job[2], const struct compare_watch *watch,
                 struct comparison *c, struct error *e);

#endif
