/* Looking back on a game: its analysis (lab/analyse.h) is worked out in the background, with the
 * figures that `pairs analyse` gives. */
#ifndef PAIRS_CLI_LOOKBACK_H
#define PAIRS_CLI_LOOKBACK_H

#include "lab/analyse.h"

struct lookback;

/* Begins. The table is not needed after that. NULL if memory runs out. Free it with lookback_free.
 */
struct lookback *lookback_start(const struct table *t);

/* At any time: the work then ends early. */
void lookback_free(struct lookback *l);

/* Whether it is done, and a file descriptor that is readable from then on. */
bool lookback_ready(const struct lookback *l);
int lookback_fd(const struct lookback *l);

/* How much of it is done, from 0 to 1. */
double lookback_progress(const struct lookback *l);

/* Once it is done; NULL if memory ran out. */
const struct analysis *lookback_result(const struct lookback *l);

/* The decision of a seat, or of any (EVERYTHING), that lost most: its place among the moments.
 * False if none lost anything. */
bool worst_decision(const struct analysis *a, int seat, size_t *at);

#endif
