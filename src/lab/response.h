/* How much can be gained against a strategy by one who knows it: in points or chips that the one
 * comes out ahead of the other, a hand, as in bots/value.h. An equilibrium gives nothing away. */
#ifndef PAIRS_LAB_RESPONSE_H
#define PAIRS_LAB_RESPONSE_H

#include "bots/strategy.h"

#include <stdatomic.h>

/* The best response, by enumeration of the whole hand: what the seat gains with it, exactly. Where
 * the strategy knows nothing it takes any choice. False if there are more histories than `limit`,
 * or memory runs out. */
bool response_exact(const struct strategy *s, int seat, long limit, double *gain);

/* A response that looks ahead: it keeps many imagined hands, weighed by how likely the strategy
 * would have done what it did in them, and takes the decision that would bring most in them if both
 * played on by the strategy. What it gains is a lower bound of what can be gained. */
struct local_response {
    const struct strategy *strategy;
    long hands;   /* to be played, in both seats in turn */
    int imagined; /* hands that it keeps in mind */
    int trials;   /* of each choice */
    uint64_t seed;
    const atomic_bool *stop;                     /* ends it early; may be NULL */
    void (*progress)(void *context, long hands); /* after each; may be NULL */
    void *context;
};

struct local_gain {
    long hands;         /* that were played */
    double mean, error; /* of the gain, and half of its 95% interval */
};

/* False if memory runs out. */
bool response_local(const struct local_response *l, struct local_gain *gain);

#endif
