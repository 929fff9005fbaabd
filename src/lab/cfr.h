/* Equilibrium of one hand between two, by Monte Carlo counterfactual regret minimisation.
 *
 * Hands are played out one after the other, each for one of the two seats in turn. The other seat
 * plays as its regrets have it; the one that learns tries things. So a hand costs as much as any
 * hand, however many decisions it offers (outcome sampling), and what the decisions not taken would
 * have brought is filled in with what they brought before (baselines: M. Schmid et al., VR-MCCFR,
 * 2019), without which outcome sampling learns next to nothing. Later hands weigh more, in
 * proportion to their number (linear weights: N. Brown and T. Sandholm, 2019). What is near an
 * equilibrium is the mean strategy of all hands.
 *
 * Where situations are coarse, those with many decisions take too many hands to learn, and what is
 * learned there is weaker than the game's rule of thumb. So the strategy leaves them to the rule,
 * and so does each seat in most hands; in the others it learns there as well, as somebody who looks
 * for what the strategy lets pass. What is learned is what to do where decisions are few, against
 * the rule and against those (restricted Nash responses: M. Johanson, M. Zinkevich and M. Bowling,
 * 2007). */
#ifndef PAIRS_LAB_CFR_H
#define PAIRS_LAB_CFR_H

#include "bots/strategy.h"

#include <stdatomic.h>

/* About how many ways there are through the first hand of a setup, by a few of them at random (D.
 * E. Knuth, 1975). 0 if memory runs out. */
double cfr_ways(const struct setup *u);

struct cfr;

/* For the first hand of a finished setup of two players, who do not play together. NULL with a
 * message if memory runs out; free it with cfr_free. */
struct cfr *cfr_new(const struct setup *u, enum grain grain, uint64_t seed, struct error *e);

void cfr_free(struct cfr *c);

/* Plays so many hands more; fewer once `stop` is true, which may be NULL. False if memory has run
 * out: what was learned before stays. */
bool cfr_train(struct cfr *c, long hands, const atomic_bool *stop);

long cfr_hands(const struct cfr *c);

/* Choices that are known. */
size_t cfr_size(const struct cfr *c);

/* The mean strategy but for what is left to the rule of thumb: all of it, or, if the share is not
 * 0, the choices that came up in at least such a share of hands and are taken at least once in 200
 * times. NULL if memory runs out; free it with strategy_free. */
struct strategy *cfr_strategy(const struct cfr *c, double share);

#endif
