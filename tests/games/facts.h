/* Tests of what a game says of itself; `state` is the name of a game or preset. */
#ifndef PAIRS_TESTS_GAMES_FACTS_H
#define PAIRS_TESTS_GAMES_FACTS_H

#include <stdbool.h>

/* Refuses the game by a sentence about what must hold. */
void holds(bool fine, const char *sentence);

/* The facts that lists and front ends rely on. */
void facts_are_complete(void **state);

/* The records in the game's own file. */
void examples_come_out(void **state);

#endif
