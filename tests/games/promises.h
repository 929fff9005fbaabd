/* What a game promises to those who play it and to those who learn it, asked of one moment. */
#ifndef PAIRS_TESTS_PROMISES_H
#define PAIRS_TESTS_PROMISES_H

#include "engine/table.h"

/* A game comes to an end, whoever plays. */
bool promise_ends(const struct setup *u, struct rng r);

/* A message does not depend on what its reader cannot know: with the hidden cards dealt again, and
 * what others have chosen in secret, a seat that may not decide a thing is told the same. */
bool promise_discretion(struct table *t, struct rng *r);

/* At the end: what all seats come to together is as the game says. */
bool promise_returns(const struct table *t);

#endif
