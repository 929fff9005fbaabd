#include "store/batch.h"

#include <stdlib.h>
#include <string.h>

bool batch_make_room(struct batch *b, size_t bytes)
{
    if (b->count == b->room) {
        size_t room = b->room ? b->room * 2 : 64;
        struct pending *more = realloc(b->pending, room * sizeof *more);
        if (!more)
            return false;
        b->pending = more;
        b->room = room;
    }
    if (b->used + bytes > b->arena_room) {
        size_t room = (b->used + bytes) * 2;
        char *more = realloc(b->arena, room);
        if (!more)
            return false;
        b->arena = more;
        b->arena_room = room;
    }
    return true;
}

bool batch_add(struct batch *b, struct pending p, const char *one, const char *other)
{
    size_t first = strlen(one) + 1, second = other ? strlen(other) + 1 : 0;
    if (!batch_make_room(b, first + second))
        return false;
    p.text = b->used;
    memcpy(b->arena + b->used, one, first);
    if (other)
        memcpy(b->arena + b->used + first, other, second);
    b->used += first + second;
    b->pending[b->count++] = p;
    return true;
}

bool batch_add_bytes(struct batch *b, struct pending p, const void *bytes, size_t size)
{
    if (!batch_make_room(b, size))
        return false;
    p.text = b->used;
    p.size = size;
    memcpy(b->arena + b->used, bytes, size);
    b->used += size;
    b->pending[b->count++] = p;
    return true;
}

const struct pending *batch_find(const struct batch *b, enum thing what, int64_t key)
{
    size_t i = b->count;
    while (i > 0 && (b->pending[i - 1].what != what || b->pending[i - 1].key != key))
        i--;
    return i ? &b->pending[i - 1] : NULL;
}

const char *batch_text(const struct batch *b, const struct pending *p)
{
    return b->arena + p->text;
}

const char *batch_other(const struct batch *b, const struct pending *p)
{
    const char *text = batch_text(b, p);
    return text + strlen(text) + 1;
}

void batch_clear(struct batch *b)
{
    b->count = b->used = 0;
}

void batch_free(struct batch *b)
{
    free(b->pending);
    free(b->arena);
    *b = (struct batch){0};
}
