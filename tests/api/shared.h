/* What tests of the library share: games by name, and what the program says of them. */
#ifndef PAIRS_TESTS_API_SHARED_H
#define PAIRS_TESTS_API_SHARED_H

#include <pairs.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>

#include <cmocka.h>

extern const char *program;

/* A setup by its name, with a number of players (0: the usual). */
struct pairs_setup *setup(const char *name, int players);

struct pairs_table *table(const char *name, int players);

/* One of a seat's decisions at random, as `pairs sim` draws it. */
pairs_action any(const struct pairs_game *g, int seat, struct pairs_rng *r);

/* One step of a table at random. */
void step(struct pairs_table *t, struct pairs_rng *r);

void same_status(const struct pairs_game *a, const struct pairs_game *b);

/* What a command prints; free it. */
char *output(const char *command);

/* How often each was asked, by all threads together. */
struct asked {
    atomic_long times;
    pairs_action instead; /* what it decides after some times, if it is not 0 */
};

/* Draws as "random" does, from what it sees. */
pairs_action draw(void *context, const struct pairs_knowledge *k, const struct pairs_view *v,
                  struct pairs_rng *r);

#endif
