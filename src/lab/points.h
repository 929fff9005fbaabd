/* Decisions that seats had to make in some games, by which ways to play (lab/policy.h) are told
 * apart: two that would decide the same at all of them are the same. */
#ifndef PAIRS_LAB_POINTS_H
#define PAIRS_LAB_POINTS_H

#include "lab/policy.h"

struct points;

/* Plays by chance or the rule of thumb, so that usual and odd situations come, until there are
 * enough. NULL with a message if that cannot be done; free them with points_free. */
struct points *points_collect(const struct setup *u, uint64_t seed, struct error *e);
void points_free(struct points *p);

/* What a way decides at all of them, as one number. */
uint64_t points_print(const struct points *p, const struct policy *policy);

#endif
