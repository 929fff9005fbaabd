#include "ui/chronicle.h"

#include <stdlib.h>
#include <string.h>

bool chronicle_add(struct chronicle *c, const struct log *log)
{
    size_t wanted = c->size + (size_t)log->size;
    if (wanted > c->room) {
        size_t room = wanted * 2;
        struct event *grown = realloc(c->event, room * sizeof *grown);
        if (!grown)
            return false;
        c->event = grown;
        c->room = room;
    }
    c->fresh = c->size;
    if (log->size > 0)
        memcpy(c->event + c->size, log->event, (size_t)log->size * sizeof *log->event);
    c->size = wanted;
    return true;
}

bool chronicle_fill(struct chronicle *c, const struct table *t)
{
    struct table *again = table_new(&t->setup);
    if (!again)
        return false;
    struct error e;
    c->size = c->fresh = 0;
    bool fine = chronicle_add(c, &again->log);
    for (size_t i = 0; fine && i < t->steps; i++)
        fine = table_step(again, t->step[i], &e) && chronicle_add(c, &again->log);
    table_free(again);
    return fine;
}

void chronicle_free(struct chronicle *c)
{
    free(c->event);
    *c = (struct chronicle){0};
}

bool event_seen(const struct event *e, int looks)
{
    return e->seen == EVERYBODY || (looks < PLAYERS_MAX && (e->seen >> looks & 1));
}
