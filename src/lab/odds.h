/* What a seat should know before it decides, from nothing but what it can know. */
#ifndef PAIRS_LAB_ODDS_H
#define PAIRS_LAB_ODDS_H

#include "engine/knowledge.h"
#include "lab/rollout.h"
#include "lab/stats.h"

#include <stdatomic.h>

enum { ODDS_ITERATIONS = 2000, ODDS_STEPS = 4000000 }; /* where nobody says otherwise */

struct odds_limits {
    uint64_t seed;
    int iterations;          /* rollouts of each decision */
    long steps, situations;  /* that may be gone through to be exact, as in struct exact_limits; 0:
                                any number of these, both 0: rollouts at once */
    const atomic_bool *stop; /* once it is true, fewer rollouts have to do; may be NULL */
};

/* One legal decision. Scores are changes of the seat's score from here to the end of the hand. */
struct odds_choice {
    action a;
    struct estimate of[MEASURES];
    struct estimate loss; /* how much less it is worth than the best one; common luck cancels out */
    struct estimate
        gain[MEASURES]; /* the same, how much more than what the player of rollouts does */
    bool folds;
    double cost; /* of a fold: what it adds to the score at once */
};

struct odds {
    int seat;
    double card[RANKS + 1];       /* how likely each rank is to come next, */
    double card_error[RANKS + 1]; /* and how sure that is; 0: counted, not sampled */
    bool stacked;                 /* there are cards with which the next one can make a pair */
    struct estimate pairing;      /* how likely the next card is to do so */
    long situations;   /* gone through, and the figures are exact; 0: they are of rollouts, */
    int rollouts;      /* so many of each decision */
    int choices, best; /* none where no decision of the seat is due */
    struct odds_choice choice[ACTIONS_MAX];
    struct estimate player[MEASURES]; /* of rollouts: if their player decides here as well */
};

/* Everything about a position. The same limits give the same figures, unless it is stopped. False
 * if memory runs out. */
bool odds_find(const struct knowledge *k, const struct odds_limits *limits, struct odds *o);

/* The decisions only, and only by rollouts: each is tried in the same imagined states with the same
 * random streams. The seat has one to make. */
bool odds_roll(const struct knowledge *k, const struct odds_limits *limits, struct odds *o);

#endif
