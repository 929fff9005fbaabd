/* How fast many games are when they are stepped together. */
#ifndef PAIRS_BENCH_BATCH_H
#define PAIRS_BENCH_BATCH_H

#include "engine/text.h"

#include <stdio.h>

/* Basic Pairs for two in a batch, on one core and on two, against the bare loop and the generic
 * interface; then every game with its usual players. Prints to `to`, unless that is NULL, and adds
 * an object to `json`. */
void bench_batch(FILE *to, struct text *json);

#endif
