#include "house/entry.h"

#include <stdlib.h>
#include <string.h>

/* The array with room for `more` things of a size, at least double what it had; NULL if memory runs
 * out, and it is as it was. */
static void *grown(void *at, size_t *room, size_t used, size_t more, size_t size)
{
    if (used + more <= *room)
        return at;
    size_t wanted = (used + more) * 2;
    void *larger = realloc(at, wanted * size);
    if (larger)
        *room = wanted;
    return larger;
}

static bool make_room(struct diary *d)
{
    void *entry = grown(d->entry, &d->room, d->entries, 1, sizeof *d->entry);
    if (entry)
        d->entry = entry;
    void *event = grown(d->event, &d->events_room, d->events, LOG_EVENTS, sizeof *d->event);
    if (event)
        d->event = event;
    return entry && event;
}

static bool copy(const void *from, size_t size, const void **to)
{
    void *own = from ? malloc(size) : NULL;
    if (own)
        memcpy(own, from, size);
    *to = own;
    return own || !from;
}

static size_t room_of(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

bool diary_reserve(struct diary *d, struct entry *e)
{
    const void *plan = NULL, *text = NULL, *bot = NULL, *guest = NULL;
    bool fine = make_room(d) && copy(e->plan, sizeof *e->plan, &plan) &&
                copy(e->text, room_of(e->text), &text) && copy(e->bot, room_of(e->bot), &bot) &&
                copy(e->guest, room_of(e->guest), &guest);
    e->plan = plan;
    e->text = text;
    e->bot = bot;
    e->guest = guest;
    if (!fine)
        diary_release(e);
    return fine;
}

void diary_release(struct entry *e)
{
    free((void *)e->plan);
    free((void *)e->text);
    free((void *)e->bot);
    free((void *)e->guest);
    e->plan = NULL;
    e->text = e->bot = e->guest = NULL;
}

void diary_add(struct diary *d, struct entry e, const struct log *log)
{
    e.number = d->entries + 1;
    e.first = d->events;
    e.events = log ? log->size : 0;
    if (e.events)
        memcpy(d->event + d->events, log->event, (size_t)e.events * sizeof *log->event);
    d->events += (size_t)e.events;
    d->entry[d->entries++] = e;
}

void diary_free(struct diary *d)
{
    for (size_t i = 0; i < d->entries; i++)
        diary_release(&d->entry[i]);
    free(d->entry);
    free(d->event);
    *d = (struct diary){0};
}

const struct game *diary_game(const struct diary *d, size_t i)
{
    while (!d->entry[i].plan)
        i--;
    return d->entry[i].plan->setup.game;
}

void entry_seen(const struct diary *d, size_t i, int looks, struct sight *out)
{
    const struct entry *e = &d->entry[i];
    out->number = e->number;
    out->time = e->time;
    out->kind = e->kind;
    out->seat = e->seat;
    out->other = e->other;
    out->steps = e->steps;
    out->text = e->text;
    out->bot = e->bot;
    out->game = e->plan ? &e->plan->setup : NULL;
    out->log.size = 0;
    for (int k = 0; k < e->events; k++)
        log_add(&out->log, event_redact(&d->event[e->first + (size_t)k], looks));
}
