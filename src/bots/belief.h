/* What is hidden, weighed by what the others did: states of the hand in progress are lived through
 * from its beginning, and those in which the others would have decided as they did count more than
 * those in which they would not (a particle filter). Others are taken to follow the rule of thumb
 * mostly, where the game has claims not always truly, and now and then to do anything; and some of
 * what is drawn is as likely as anything, so that nobody can be fooled into certainty.
 *
 * It goes by nothing but what struct reliving shows: whatever the truth, the same past and the same
 * random numbers give the same belief. */
#ifndef PAIRS_BOTS_BELIEF_H
#define PAIRS_BOTS_BELIEF_H

#include "engine/knowledge.h"

#include <stdatomic.h>

struct belief;

struct belief_plan {
    int looks;               /* the seat of the knowledge; or NOBODY: what all can believe */
    int states;              /* that are lived through, at least 1 */
    bool unweighed;          /* whatever anybody did was as likely as anything */
    const atomic_bool *stop; /* once it is true, there soon is a belief that knows no past */
};

/* Free it with belief_free. NULL if memory runs out. */
struct belief *belief_new(const struct knowledge *k, const struct belief_plan *plan, struct rng *r);

void belief_free(struct belief *b);

/* How many states came through; 0 if there was no past or none did, and all that is drawn is as
 * likely as anything. */
int belief_states(const struct belief *b);

/* A state of the moment of the knowledge, which must still be there: one that its seat cannot tell
 * from the truth; or, if nobody looks, one that those cannot who see only what all see. `s` has
 * game->size bytes. */
void belief_draw(const struct belief *b, struct state *s, struct rng *r);

#endif
