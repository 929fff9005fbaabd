#include "engine/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool text_reserve(struct text *t, size_t more)
{
    if (t->size + more < t->room)
        return true;
    size_t room = t->room ? t->room : 128;
    while (room <= t->size + more)
        room *= 2;
    char *at = realloc(t->at, room);
    if (!at)
        return false;
    t->at = at;
    t->room = room;
    return true;
}

void text_add(struct text *t, const char *format, ...)
{
    va_list args, again;
    if (t->failed)
        return;
    va_start(args, format);
    va_copy(again, args);
    size_t room = t->room - t->size;
    int needed = vsnprintf(room ? t->at + t->size : NULL, room, format, args);
    va_end(args);
    t->failed = needed < 0 || !text_reserve(t, (size_t)needed);
    if (!t->failed && (size_t)needed >= room)
        vsnprintf(t->at + t->size, t->room - t->size, format, again);
    if (!t->failed)
        t->size += (size_t)needed;
    else if (t->at)
        t->at[t->size] = '\0';
    va_end(again);
}

const char *text_of(const struct text *t)
{
    return t->at ? t->at : "";
}

void text_clear(struct text *t)
{
    t->size = 0;
    t->failed = false;
    if (t->at)
        t->at[0] = '\0';
}

size_t text_character(const char *text, size_t left)
{
    const unsigned char *at = (const unsigned char *)text;
    if (*at < 0x80)
        return *at >= ' ' || *at == '\t' ? 1 : 0;
    size_t size = *at >= 0xF0 ? 4 : *at >= 0xE0 ? 3 : 2;
    if (*at < 0xC2 || *at > 0xF4 || size > left)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90);
    bool beyond = (at[0] == 0xED && at[1] > 0x9F) || (at[0] == 0xF4 && at[1] > 0x8F);
    return overlong || beyond ? 0 : size;
}

void text_free(struct text *t)
{
    free(t->at);
    *t = (struct text){0};
}
