/* A second game that one seat cannot tell from the first: it sees and hears the same in both, but
 * hidden cards and the others' secret choices differ, all the way back. */
#ifndef PAIRS_SHADOW_H
#define PAIRS_SHADOW_H

#include "tests/test.h"

struct shadow {
    int seat;
    struct state *state;
    struct rng r;
};

/* From the state of a table on; free it with shadow_free. */
struct shadow shadow_new(const struct table *t, int seat, struct rng r);

void shadow_free(struct shadow *sh);

/* The table has taken a step, and the shadow takes one that looks the same to its seat. */
void shadow_follow(struct shadow *sh, const struct table *t);

/* What a bot is given does not depend on what its seat cannot know: the same random numbers make
 * the same imagined state of both, to the byte. */
void shadow_check(const struct shadow *sh, const struct table *t);

#endif
