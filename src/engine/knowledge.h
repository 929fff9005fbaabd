/* What one seat knows of a game: all that a bot is given. The state behind it cannot be reached
 * from here; what comes out is the seat's view, what it has seen happen, and states that it cannot
 * tell from the true one. */
#ifndef PAIRS_KNOWLEDGE_H
#define PAIRS_KNOWLEDGE_H

#include "engine/table.h"

struct knowledge;

/* What the seat knows at this moment of a table; free it with knowledge_free. It does not change
 * with the table. NULL if memory runs out. */
struct knowledge *knowledge_of(const struct table *t, int seat);

/* The same without a past, for where only states are kept and bots go by what lies on the table. */
struct knowledge *knowledge_new(const struct game *game, const struct state *s, int seat);

/* The same of a table elsewhere, of which only this is known: what its seat sees and what it has
 * seen happen. Nothing can be imagined from it. */
struct knowledge *knowledge_told(const struct view *v, const struct event past[], size_t size);

void knowledge_free(struct knowledge *k);

const struct game *knowledge_game(const struct knowledge *k);
int knowledge_seat(const struct knowledge *k);

/* What the seat sees, with its legal decisions. */
void knowledge_view(const struct knowledge *k, struct view *v);

/* All that has happened, as far as the seat may know it: redacted, from the first event on. */
const struct event *knowledge_past(const struct knowledge *k, size_t *size);

/* The key of that; see infoset_key. */
uint64_t knowledge_key(const struct knowledge *k);

/* One state that fits everything the seat has seen, as likely as any other; `s` has game->size
 * bytes. Not of a table elsewhere. */
void knowledge_imagine(const struct knowledge *k, struct state *s, struct rng *r);

/* A step of the hand in progress as it was seen. */
struct seen_step {
    struct step step;          /* `what` only if it is known; cards have no `from` */
    bool known;                /* what was decided or which card came; lots are seen by all */
    int events;                /* what it brought, */
    const struct event *event; /* redacted */
};

/* The hand in progress, as the seat saw it or as everybody did: what is needed to live through it
 * again and wonder how likely it was. As with knowledge, the truth behind it cannot be reached. */
struct reliving;

/* `looks` is the seat of the knowledge, or NOBODY for what all have seen. Without a past there are
 * no steps. Free it with reliving_free; it does not need the knowledge any more. NULL if memory
 * runs out. */
struct reliving *reliving_new(const struct knowledge *k, int looks);

void reliving_free(struct reliving *v);

size_t reliving_steps(const struct reliving *v);
const struct seen_step *reliving_step(const struct reliving *v, size_t step);

/* A state in which the hand may have begun, as likely as any other by what was known then: from it
 * the steps lead to the moment of the knowledge. Without steps it is of that moment itself. */
void reliving_begin(const struct reliving *v, struct state *s, struct rng *r);

#endif
