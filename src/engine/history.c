#include "engine/history.h"

#include <stdlib.h>
#include <string.h>

bool history_reserve(struct history *c, int events)
{
    size_t wanted = c->size + (size_t)events;
    if (wanted <= c->room)
        return true;
    size_t room = wanted + c->size / 2;
    struct event *grown = realloc(c->event, room * sizeof *grown);
    if (!grown)
        return false;
    c->event = grown;
    c->room = room;
    return true;
}

void history_add(struct history *c, const struct log *log)
{
    assert(c->size + (size_t)log->size <= c->room);
    c->fresh = c->size;
    if (log->size)
        memcpy(c->event + c->size, log->event, (size_t)log->size * sizeof *log->event);
    c->size += (size_t)log->size;
}

void history_free(struct history *c)
{
    free(c->event);
    *c = (struct history){0};
}

/* --- In words --------------------------------------------------------------------------------- */

/* An event with those after it that are one with it; returns the next. */
static size_t take(const struct telling *t, size_t at, struct event *e)
{
    *e = t->chronicle->event[at++];
    for (; at < t->end && event_joins(e, &t->chronicle->event[at]); at++)
        event_join(e, &t->chronicle->event[at]);
    return at;
}

/* Whether a decision is told together with the card that comes next. */
static bool draws(const struct telling *t, const struct event *e, size_t next)
{
    struct event card;
    if (e->kind != EVENT_DECIDE || next >= t->end)
        return false;
    take(t, next, &card);
    return card.kind == EVENT_MOVE && event_joins_sentence(t->game, e, &card, t->looks);
}

static bool joins_all(const struct telling *t, const struct event e[], int count,
                      const struct event *more)
{
    for (int i = 0; i < count; i++)
        if (!event_joins_sentence(t->game, &e[i], more, t->looks))
            return false;
    return true;
}

/* The events of a sentence. */
struct sentence {
    struct event e[SENTENCE_EVENTS];
    int count;
};

static size_t find_sentence(const struct telling *t, size_t event, struct sentence *s)
{
    size_t next = take(t, event, &s->e[0]), after;
    bool drawn = draws(t, s->e, next);
    int most = drawn ? 2 : SENTENCE_EVENTS;
    for (s->count = 1; next < t->end && s->count < most; s->count++, next = after) {
        struct event *more = &s->e[s->count];
        after = take(t, next, more);
        if (!joins_all(t, s->e, s->count, more) || (!drawn && draws(t, more, after)))
            break;
    }
    return next;
}

size_t telling_sentence(struct text *out, const struct telling *t, size_t event)
{
    struct sentence s;
    size_t next = find_sentence(t, event, &s);
    events_text(out, t->game, s.e, s.count, t->looks, t->names, t->language);
    return next;
}

/* Whether an event may be told with the one before it; no sentence goes on where it may not. */
static bool may_go_on(const struct event *e)
{
    const struct event *before = e - 1;
    return (e->kind == before->kind && e->say == before->say) ||
           (before->kind == EVENT_DECIDE && e->kind == EVENT_MOVE);
}

size_t telling_before(const struct telling *t, size_t end)
{
    size_t first = end - 1, next;
    struct sentence s;
    while (first > 0 && may_go_on(&t->chronicle->event[first]))
        first--;
    while ((next = find_sentence(t, first, &s)) < end)
        first = next;
    return first;
}

void telling_lines(struct text *out, const struct telling *t, size_t event)
{
    while (event < t->end) {
        size_t before = out->size;
        event = telling_sentence(out, t, event);
        if (out->size > before)
            text_add(out, "\n");
    }
}

/* --- Information sets ------------------------------------------------------------------------- */

static unsigned char *put(unsigned char *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *out++ = (unsigned char)(value >> 8 * i);
    return out;
}

static void put_event(unsigned char *out, const struct event *e)
{
    const uint8_t rest[] = {e->kind,       e->say,     e->seat,     e->other, e->from.zone,
                            e->from.owner, e->to.zone, e->to.owner, e->seen,  e->count};
    out = put(out, e->cards, 8);
    out = put(out, (uint32_t)e->number, 4);
    out = put(out, e->choice, 4);
    memcpy(out, rest, sizeof rest);
}

void infoset_bytes(const struct history *c, int looks, unsigned char out[])
{
    for (size_t i = 0; i < c->size; i++) {
        struct event known = event_redact(&c->event[i], looks);
        put_event(out + i * EVENT_BYTES, &known);
    }
}

static uint64_t mix(uint64_t key, uint64_t more)
{
    key = (key ^ more) * UINT64_C(0x9E3779B97F4A7C15);
    return key ^ key >> 29;
}

uint64_t infoset_next(uint64_t key, const struct event *e, int looks)
{
    struct event k = event_redact(e, looks);
    key = mix(key, k.cards);
    key = mix(key, (uint64_t)(uint32_t)k.number << 32 | k.choice);
    key = mix(key, (uint64_t)k.kind << 56 | (uint64_t)k.say << 48 | (uint64_t)k.seat << 40 |
                       (uint64_t)k.other << 32 | (uint64_t)k.from.zone << 24 |
                       (uint64_t)k.from.owner << 16 | (uint64_t)k.to.zone << 8 | k.to.owner);
    return mix(key, (uint64_t)k.seen << 8 | k.count);
}

uint64_t infoset_key(const struct history *c, int looks)
{
    uint64_t key = 0;
    for (size_t i = 0; i < c->size; i++)
        key = infoset_next(key, &c->event[i], looks);
    return key;
}
