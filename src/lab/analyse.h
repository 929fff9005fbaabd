/* A game after the fact: who was lucky, who played well, and when it was decided.
 *
 * At each moment of a game every seat has an expectation: what the hand will bring it if everybody
 * plays on like the player of the rollouts (lab/rollout.h), with what the hands before have
 * brought. Each card and each decision moves it, and all the movements together lead from the
 * expectation before the first card to the result. What a card moves is luck. What a decision moves
 * is the seat's own play as far as the seat could know, luck for the rest (the cards were not where
 * they might have been), and the play of others to all other seats. Burned cards, which nobody
 * sees, move nothing.
 *
 * Every expectation is a mean of rollouts of its own, so that no error repeats, and each share has
 * an interval. */
#ifndef PAIRS_LAB_ANALYSE_H
#define PAIRS_LAB_ANALYSE_H

#include "engine/table.h"
#include "lab/odds.h"

#include <stdatomic.h>

/* One card, lot or decision. */
struct moment {
    struct step step;
    unsigned hand;
    struct outcome before, after; /* expectations, the hands before included */
    struct outcome error;         /* of the one after: half the width of a 95% interval */
    int choices;                  /* of a decision: how many there were */
    action best;
    struct estimate loss;           /* what the decision is worth less than the best one */
    struct estimate play[MEASURES]; /* how much better it is than what the player of the rollouts
                                       does */
};

/* Where a result comes from, and what it is. */
enum part { PART_BEGIN, PART_LUCK, PART_OWN, PART_OTHERS, PART_RESULT, PARTS };

/* Of each seat: the first four are the result together. */
struct shares {
    struct outcome
        of[PARTS];               /* expectations at the beginning of each hand, with what it costs;
                                    cards, lots, and what could not be known; own decisions; decisions of
                                    others; the last scores, of a hand in progress the expectation */
    struct outcome error[PARTS]; /* half the widths of 95% intervals */
};

/* How much less the result of a hand varies once the luck of the cards is taken off, over many
 * hands of this game. Both have the same mean. What rollouts add to the variance is not counted, so
 * that it does not matter how many there are. */
struct reduction {
    int hands;
    struct estimate plain[PLAYERS_MAX], adjusted[PLAYERS_MAX]; /* worth of a hand */
    double plain_variance, adjusted_variance;                  /* mean of the seats */
};

struct analysis {
    struct moment *moment;
    size_t moments;
    struct shares shares;
    struct reduction reduction;
};

enum {
    ANALYSE_SEED = 1,
    ANALYSE_ITERATIONS = 400,
    TURNING_POINTS = 5
}; /* where nobody says otherwise */

struct analyse_limits {
    uint64_t seed;
    uint64_t record; /* the number of this game among those of the seed */
    int iterations;  /* rollouts of each moment and of each decision; at least 2 have an error */
    int hands;       /* for the reduction of variance; 0: it is not measured */
    void (*progress)(void *context, long done); /* so many moments and hands; may be NULL */
    void *context;
    const atomic_bool *stop; /* becomes true when it is to end early; may be NULL */
};

/* As many rollouts as a few seconds are enough for, at most ANALYSE_ITERATIONS: fewer in a long
 * game. */
int analyse_iterations(const struct table *t);

/* Free it with analysis_clear; the reduction is not measured. False if memory runs out, or if it
 * ended early. */
bool analyse(const struct table *t, const struct analyse_limits *limits, struct analysis *a);

void analysis_clear(struct analysis *a);

/* Measures it over hands of the game of a table. False as above. */
bool analyse_reduction(const struct table *t, const struct analyse_limits *limits,
                       struct reduction *r);

/* By how much a moment moved a seat. */
double moment_swing(const struct moment *m, enum measure measure, int seat);

/* The moments with the largest swings in worth, the largest first; returns how many, at most
 * `most`. */
size_t analysis_turning_points(const struct analysis *a, int players, size_t most, size_t out[]);

/* What part of the variance of a hand is the luck of the cards, and how many times less it varies
 * with that taken off; NAN if it would not vary at all. */
double reduction_share(const struct reduction *r);
double reduction_times(const struct reduction *r);

/* Adds a picture (SVG): the expectations of each seat over the moments, with a mark where a hand
 * begins. False if memory runs out. */
bool analysis_chart(const struct table *t, const struct analysis *a, const struct language *l,
                    struct text *out);

#endif
