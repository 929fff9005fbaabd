/* Looks for states that a game can never leave: a chance step whose every card leads back, a cycle
 * of cards and decisions without progress. Random games come to such states too rarely to show
 * them, so this one steers for them. */
#ifndef PAIRS_TEST_TRAPS_H
#define PAIRS_TEST_TRAPS_H

#include "tests/test.h"

/* Goes through what cards, lots and decisions can bring from where the table stands, chains of
 * chance first, until it has looked at so many states. The test fails, with the record that leads
 * there, if it finds states out of which nothing leads to the end of the hand or to a state that it
 * has not looked at. */
void look_for_traps(const struct table *t, int states, struct rng *r);

#endif
