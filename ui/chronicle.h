/* All that has happened in a game so far, so that it can be told again to whoever looks. */
#ifndef PAIRS_UI_CHRONICLE_H
#define PAIRS_UI_CHRONICLE_H

#include "engine/table.h"

struct chronicle {
    struct event *event;
    size_t size, room;
    size_t fresh; /* the first event of the last step; size if it brought none */
};

/* Everything from the first card on; false if memory runs out. It can be filled again. */
bool chronicle_fill(struct chronicle *c, const struct table *t);

/* Adds what the table's last step brought; false if memory runs out. */
bool chronicle_add(struct chronicle *c, const struct log *log);

void chronicle_free(struct chronicle *c);

/* Whether the one who looks may know the cards or the choice of an event. */
bool event_seen(const struct event *e, int looks);

#endif
