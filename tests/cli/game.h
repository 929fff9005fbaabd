/* Saved games to try, and whether two are the same. */
#ifndef PAIRS_TESTS_CLI_GAME_H
#define PAIRS_TESTS_CLI_GAME_H

#include "tests/test.h"

/* A game with people in the seats of `people` and bots in the others. */
struct plan plan_for(const char *game, seats people, const char *bot, uint64_t seed);

struct sitting *begin(const struct plan *p);

struct sitting *go_on(const char *path);

/* Whatever is due; people decide by a chance that depends on nothing but the moment. */
void take_step(struct sitting *s);

void take_steps(struct sitting *s, size_t steps);

void assert_same(const struct sitting *one, const struct sitting *other);

char *read_file(const char *path);

#endif
