/* Other pasts: what may have happened, as far as a seat can tell. */
#ifndef PAIRS_LAB_RESAMPLE_H
#define PAIRS_LAB_RESAMPLE_H

#include "engine/table.h"

/* A table with a past that the seat (or NOBODY: a spectator) cannot tell from that of `t`, and that
 * the rules allow: the cards that it did not see since all of them were last gathered, and what
 * others chose in secret, are drawn anew. Starting from the truth they change places many times, as
 * long as the seat would have been told the same: a random walk on the pasts in question, of which
 * each arrangement of the cards is as likely as any other. What came before the last gathering
 * stays. NULL if memory runs out. */
struct table *table_resample(const struct table *t, int looks, struct rng *r);

#endif
