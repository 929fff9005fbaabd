#include "live/entry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct diary *d)
{
    if (d->entries - d->gone < d->room)
        return true;
    size_t room = d->room + d->room / 2 + 8;
    struct entry *more = realloc(d->recent, room * sizeof *more);
    if (!more)
        return false;
    d->recent = more;
    d->room = room;
    return true;
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

bool entry_is_about_guest(const struct entry *e)
{
    return e->kind == ENTRY_BARRED || e->kind == ENTRY_MUTED || e->kind == ENTRY_UNMUTED;
}

bool entry_plans(const struct entry *e)
{
    return e->kind == ENTRY_OPENED || e->kind == ENTRY_CHANGED;
}

const struct entry *diary_at(const struct diary *d, size_t i)
{
    assert(i >= d->gone && i < d->entries);
    return &d->recent[i - d->gone];
}

const struct setup *diary_setup(const struct diary *d, size_t i)
{
    while (i > d->gone && !entry_plans(diary_at(d, i)))
        i--;
    return i >= d->gone && entry_plans(diary_at(d, i)) ? &diary_at(d, i)->plan->setup : &d->before;
}

bool diary_recall(struct diary *d, struct diary *from)
{
    size_t gone = d->gone, here = d->entries - gone, rest = from->entries - gone;
    assert(!from->gone && from->entries >= gone);
    struct entry *all = malloc((gone + here + 1) * sizeof *all);
    if (!all)
        return false;
    memcpy(all, from->recent, gone * sizeof *all);
    if (here)
        memcpy(all + gone, d->recent, here * sizeof *all);
    memmove(from->recent, from->recent + gone, rest * sizeof *all);
    from->entries = rest;
    free(d->recent);
    d->recent = all;
    d->room = gone + here + 1;
    d->gone = 0;
    return true;
}

bool diary_reserve(struct diary *d, struct entry *e, bool events)
{
    const void *plan = NULL, *text = NULL, *bot = NULL, *guest = NULL, *face = NULL, *name = NULL,
               *sign = NULL;
    bool fine = make_room(d) && copy(e->plan, sizeof *e->plan, &plan) &&
                copy(e->text, room_of(e->text), &text) && copy(e->bot, room_of(e->bot), &bot) &&
                copy(e->guest, room_of(e->guest), &guest) &&
                copy(e->face, room_of(e->face), &face) && copy(e->name, room_of(e->name), &name) &&
                copy(e->sign, room_of(e->sign), &sign);
    e->plan = plan;
    e->text = text;
    e->bot = bot;
    e->guest = guest;
    e->face = face;
    e->sign = sign;
    e->name = name;
    if (events && !d->spare)
        d->spare = malloc(LOG_EVENTS * sizeof *d->spare);
    fine = fine && (d->spare || !events);
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
    free((void *)e->face);
    free((void *)e->name);
    free((void *)e->sign);
    free(e->event);
    e->event = NULL;
    e->plan = NULL;
    e->text = e->bot = e->guest = e->face = e->name = e->sign = NULL;
}

void diary_add(struct diary *d, struct entry e, const struct event *event, int events)
{
    e.number = d->entries + 1;
    e.game = entry_plans(&e)        ? e.plan->setup.game
             : d->entries > d->gone ? diary_at(d, d->entries - 1)->game
                                    : d->before.game;
    e.events = events;
    size_t size = (size_t)events * sizeof *event;
    e.event = events ? malloc(size) : NULL;
    if (events && !e.event) { /* that there is room was promised */
        e.event = d->spare;
        d->spare = NULL;
    }
    if (events)
        memcpy(e.event, event, size);
    d->recent[d->entries++ - d->gone] = e;
}

void diary_free(struct diary *d)
{
    for (size_t i = 0; i < d->entries - d->gone; i++)
        diary_release(&d->recent[i]);
    free(d->recent);
    free(d->spare);
    *d = (struct diary){0};
}

void entry_seen(const struct diary *d, size_t i, int looks, struct sight *out)
{
    const struct entry *e = diary_at(d, i);
    out->number = e->number;
    out->time = e->time;
    out->kind = e->kind;
    out->seat = e->seat;
    out->other = e->other;
    out->steps = e->steps;
    out->text = entry_is_about_guest(e) ? NULL : e->text;
    out->name = e->name;
    out->bot = e->bot;
    out->face = e->face;
    out->colour = e->colour;
    out->game = e->plan ? &e->plan->setup : NULL;
    out->log.size = 0;
    for (int k = 0; k < e->events; k++)
        log_add(&out->log, event_redact(&e->event[k], looks));
}
