/* How interesting a game is: how often the lead changes, how many decisions are close, and what it
 * costs to decide at random. */
#ifndef PAIRS_LAB_INTEREST_H
#define PAIRS_LAB_INTEREST_H

#include "lab/sim.h"

/* A decision is close if the two best differ by less than this part of what the rest of the hand
 * varies by, as a standard deviation. */
extern const double interest_close;

struct interest {
    struct tally leads; /* how often another seat alone took the lead, in a game */
    struct tally close; /* 1 for a close decision, 0 for another; one decision of each game */
    struct tally costs; /* how much better the best is than the mean of all, as the bots count:
                           points or chips of the hand, and what its end is worth for the game */
};

/* Plays so many games of a point between the bots of a job, each with a seed of its own, and plays
 * on from one decision of each, drawn among those that have a choice. The same whatever the number
 * of threads. False with a message if it had to end. */
bool interest_find(const struct sim_job *job, int point, long games, const atomic_bool *stop,
                   struct interest *found, struct error *e);

#endif
