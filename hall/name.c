#include "hall/name.h"

#include "engine/text.h"

#include <string.h>

enum { JOINS_NOT = 0x200C, JOINS = 0x200D }; /* within words of some scripts, and within emoji */

struct range {
    uint32_t from, to;
};

static bool is_among(const struct range all[], size_t count, uint32_t c)
{
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || (c >= all[i].from && c <= all[i].to);
    return found;
}

static bool is_blank(uint32_t c)
{
    static const struct range blanks[] = {{'\t', '\t'},     {' ', ' '},       {0xA0, 0xA0},
                                          {0x1680, 0x1680}, {0x2000, 0x200A}, {0x202F, 0x202F},
                                          {0x205F, 0x205F}, {0x2800, 0x2800}, {0x3000, 0x3000}};
    return is_among(blanks, sizeof blanks / sizeof *blanks, c);
}

/* What has no width, or fills a place without showing anything. */
static bool is_unseen(uint32_t c)
{
    static const struct range unseen[] = {
        {0xAD, 0xAD},     {0x34F, 0x34F},     {0x61C, 0x61C},     {0x115F, 0x1160},
        {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2060, 0x206F},
        {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
        {0xFFF0, 0xFFFB}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
    };
    return is_among(unseen, sizeof unseen / sizeof *unseen, c);
}

bool name_clean(char name[])
{
    char *to = name;
    bool gap = false, seen = false;
    if (!text_is_line(name, strlen(name)))
        return false;
    size_t used;
    for (const char *at = name, *end = name + strlen(name); at < end; at += used) {
        uint32_t c = 0;
        used = text_utf8(at, (size_t)(end - at), &c);
        bool joins = (c == JOINS || c == JOINS_NOT || (c >= 0xFE00 && c <= 0xFE0F)) && seen && !gap;
        gap = gap || is_blank(c);
        if (is_blank(c) || (is_unseen(c) && !joins))
            continue;
        if (gap && seen)
            *to++ = ' ';
        memmove(to, at, used);
        to += used;
        seen = true;
        gap = false;
    }
    *to = '\0';
    return seen;
}

/* As a small letter, of the scripts that have both and lie in rows: Latin, Greek, Cyrillic. */
static uint32_t small(uint32_t c)
{
    bool apart = (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
                 (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F);
    bool even = (c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177) ||
                (c >= 0x1E00 && c <= 0x1EFF) || (c >= 0x460 && c <= 0x4FF);
    bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    return apart                                    ? c + 32
           : (c >= 0x400 && c <= 0x40F)             ? c + 80
           : (even && !(c & 1)) || (odd && (c & 1)) ? c + 1
                                                    : c;
}

/* The next character that tells names apart, 0 at the end. */
static uint32_t next(const char **at)
{
    uint32_t c = 0;
    size_t used;
    while (**at && (used = text_utf8(*at, strlen(*at), &c))) {
        *at += used;
        if (!is_unseen(c) && !is_blank(c))
            return small(c);
    }
    return 0;
}

bool name_alike(const char *a, const char *b)
{
    uint32_t one, other;
    do {
        one = next(&a);
        other = next(&b);
    } while (one && one == other);
    return one == other;
}
