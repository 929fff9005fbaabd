/* What a bot has been seen to do, by what it could count when it did it: a model of a bot that is
 * too slow to be asked. */
#ifndef PAIRS_LAB_HABITS_H
#define PAIRS_LAB_HABITS_H

#include "engine/rng.h"
#include "engine/view.h"

/* One decision: what kind of situation it was, and what kind of decision. */
struct sighting {
    uint64_t situation;
    uint32_t choice;
};

/* Of a seat that sees this and chose that. */
struct sighting habits_see(const struct view *v, action a);

struct habits;

/* Free it with habits_free. NULL if memory runs out. */
struct habits *habits_new(void);

void habits_free(struct habits *h);

/* Remembers; once there is no room any more, only of situations that are known. */
void habits_add(struct habits *h, const struct sighting *s);

/* What the bot might decide: as often as it did so in such a situation, and within that what is
 * nearest to the rule of thumb; in one that was never seen by the rule of thumb itself. */
action habits_guess(const struct habits *h, const struct view *v, struct rng *r);

#endif
