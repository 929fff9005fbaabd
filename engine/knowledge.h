/* What one seat knows of a game: all that a bot is given. The state behind it cannot be reached
 * from here; what comes out is the seat's view and states that the seat cannot tell from the true
 * one. */
#ifndef PAIRS_KNOWLEDGE_H
#define PAIRS_KNOWLEDGE_H

#include "engine/game.h"

struct knowledge;

/* What the seat knows at this moment; free it with knowledge_free. NULL if memory runs out. */
struct knowledge *knowledge_new(const struct game *game, const struct state *s, int seat);

void knowledge_free(struct knowledge *k);

const struct game *knowledge_game(const struct knowledge *k);
int knowledge_seat(const struct knowledge *k);

/* What the seat sees, with its legal decisions. */
void knowledge_view(const struct knowledge *k, struct view *v);

/* One state that fits everything the seat has seen, as likely as any other; `s` has game->size
 * bytes. */
void knowledge_imagine(const struct knowledge *k, struct state *s, struct rng *r);

#endif
