#include "engine/chronicle.h"

#include <stdlib.h>
#include <string.h>

bool chronicle_reserve(struct chronicle *c)
{
    size_t wanted = c->size + LOG_EVENTS;
    if (wanted <= c->room)
        return true;
    struct event *grown = realloc(c->event, 2 * wanted * sizeof *grown);
    if (!grown)
        return false;
    c->event = grown;
    c->room = 2 * wanted;
    return true;
}

void chronicle_add(struct chronicle *c, const struct log *log)
{
    assert(c->size + (size_t)log->size <= c->room);
    c->fresh = c->size;
    memcpy(c->event + c->size, log->event, (size_t)log->size * sizeof *log->event);
    c->size += (size_t)log->size;
}

void chronicle_free(struct chronicle *c)
{
    free(c->event);
    *c = (struct chronicle){0};
}

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

void infoset_bytes(const struct chronicle *c, int looks, unsigned char out[])
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

uint64_t infoset_key(const struct chronicle *c, int looks)
{
    uint64_t key = 0;
    for (size_t i = 0; i < c->size; i++)
        key = infoset_next(key, &c->event[i], looks);
    return key;
}
