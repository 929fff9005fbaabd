/* A game after the fact: who was lucky, who played well, and when it was decided.
 *
 * At each moment of a game every seat has an expectation: what the hand will bring it if everybody
 * plays on like the player of the rollouts (lab/rollout.h), with what the hands before have
 * brought. Each card and each decision moves it, and all the movements together lead from the
 * expectation before the first card to the result. What a card moves is luck. What a decision moves
 * is the seat's own play as far as the seat could know, luck for the rest (the cards were not where
 * they might have been), and the play of others to all other seats. */
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
    int choices;                  /* of a decision: how many there were */
    action best;
    struct estimate loss;  /* what the decision is worth less than the best one */
    double play[MEASURES]; /* how much better it is than what the player of the rollouts does */
};

/* Where a seat's result comes from: begin + luck + own + others = result. */
struct shares {
    struct outcome begin;  /* expectations at the beginning of each hand, with what it costs */
    struct outcome luck;   /* cards, lots, and what could not be known */
    struct outcome own;    /* own decisions */
    struct outcome others; /* decisions of others */
    struct outcome result; /* the last scores; of a hand in progress the expectation */
};

/* How much less the result of a hand varies once the luck of the cards is taken off, over many
 * hands of this game. Both have the same mean. */
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
    int iterations; /* rollouts of each moment and of each decision */
    int hands;      /* for the reduction of variance; 0: it is not measured */
    void (*progress)(void *context, long done); /* so many moments and hands; may be NULL */
    void *context;
    const atomic_bool *stop; /* becomes true when it is to end early; may be NULL */
};

/* Free it with analysis_clear. False if memory runs out, or if it ended early. */
bool analyse(const struct table *t, const struct analyse_limits *limits, struct analysis *a);

void analysis_clear(struct analysis *a);

/* By how much a moment moved a seat. */
double moment_swing(const struct moment *m, enum measure measure, int seat);

/* The moments with the largest swings in worth, the largest first; returns how many, at most
 * `most`. */
size_t analysis_turning_points(const struct analysis *a, int players, size_t most, size_t out[]);

/* How many times less a hand varies with the luck taken off. */
double reduction_times(const struct reduction *r);

/* Adds a picture (SVG): the expectations of each seat over the moments, with a mark where a hand
 * begins. False if memory runs out. */
bool analysis_chart(const struct table *t, const struct analysis *a, const struct language *l,
                    struct text *out);

#endif
