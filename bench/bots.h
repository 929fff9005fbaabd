/* How fast the bots are. Each prints its figures to `to`, unless that is NULL, and
 * adds them to `json`. */
#ifndef PAIRS_BENCH_BOTS_H
#define PAIRS_BENCH_BOTS_H

#include "engine/text.h"

#include <stdio.h>

/* For every game with its usual number of players: iterations of the search a second, plain and
 * with beliefs and the match, and what one costs against a random game on to the end of the same
 * hand; and how long a decision of its network takes, and its size. */
void bench_search(FILE *to, struct text *json);

/* How much more the arena plays in the same time with two threads than with one; and how much more
 * it would if no other program kept a core busy, by the time that the cores took. */
void bench_threads(FILE *to, struct text *json);

#endif
