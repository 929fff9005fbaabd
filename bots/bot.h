/* Players for any seat of any game. */
#ifndef PAIRS_BOTS_BOT_H
#define PAIRS_BOTS_BOT_H

#include "engine/knowledge.h"

struct bot;

/* A bot by name: "random", "hint", "search" or "search:ITERATIONS", "think:MILLISECONDS", a level
 * from "1" to "8". False with a message for other words. Free it with bot_free. */
struct bot *bot_new(const char *name, struct error *e);

void bot_free(struct bot *b);

/* The name it was made by. */
const char *bot_name(const struct bot *b);

/* A legal decision for what the seat knows. */
action bot_choose(struct bot *b, const struct knowledge *k, struct rng *r);

#endif
