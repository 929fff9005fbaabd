#include "engine/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_reserve(struct text *t, size_t more)
{
    if (t->failed || t->size + more < t->room)
        return !t->failed;
    size_t room = t->room ? t->room : 128;
    while (room <= t->size + more)
        room *= 2;
    char *at = realloc(t->at, room);
    t->failed = !at;
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

void text_words(struct text *t, const char *words)
{
    text_put(t, words, strlen(words));
}

void text_number(struct text *t, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        *--at = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (number < 0)
        *--at = '-';
    text_put(t, at, (size_t)(digits + sizeof digits - at));
}

void text_figure(struct text *t, int64_t number, bool plus)
{
    text_words(t, number < 0 ? "−" : number > 0 && plus ? "+" : "");
    text_number(t, number < 0 ? -number : number);
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

void text_cut(struct text *t, size_t bytes)
{
    t->size -= bytes;
    if (t->size)
        memmove(t->at, t->at + bytes, t->size + 1);
    else
        text_free(t);
}

/* How many bytes a character has that begins with this one; 0 if none does. */
static size_t bytes_after(char first)
{
    unsigned char c = (unsigned char)first;
    return c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
}

/* Whether a byte goes on with a character. */
static bool goes_on(char byte)
{
    return (byte & 0xC0) == 0x80;
}

size_t text_utf8(const char *at, size_t left, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    static const unsigned char own_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    size_t size = bytes_after(*at);
    if (size == 0 || size > left)
        return 0;
    uint32_t c = (unsigned char)*at & own_bits[size];
    for (size_t i = 1; i < size; i++) {
        if (!goes_on(at[i]))
            return 0;
        c = c << 6 | (at[i] & 0x3F);
    }
    *character = c;
    bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    return c < least[size] || c > 0x10FFFF || surrogate ? 0 : size;
}

size_t text_character(const char *text, size_t left)
{
    uint32_t c = 0;
    size_t size = text_utf8(text, left, &c);
    bool control = (c < ' ' && c != '\t') || (c >= 0x7F && c < 0xA0);
    bool turns = (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    bool never = (c & 0xFFFE) == 0xFFFE; /* Unicode has no character there */
    return control || turns || never ? 0 : size;
}

bool text_is_line(const char *at, size_t size)
{
    while (size > 0) {
        size_t one = text_character(at, size);
        if (!one)
            return false;
        at += one;
        size -= one;
    }
    return true;
}

/* How many bytes at the beginning of the words belong together although they are no character: one
 * whose end is missing, or a single byte. */
static size_t broken_bytes(const char *at, size_t left)
{
    size_t size = 1, whole = bytes_after(*at);
    while (size < whole && size < left && goes_on(at[size]))
        size++;
    return size;
}

static void clean(char *words, bool lines)
{
    char *to = words, *at = words;
    for (size_t left = strlen(words), used; left > 0; at += used, left -= used) {
        uint32_t c;
        used = lines && *at == '\n' ? 1 : text_character(at, left);
        if (used) {
            memmove(to, at, used);
            to += used;
            continue;
        }
        used = text_utf8(at, left, &c);
        if (!used)
            used = broken_bytes(at, left);
        bool cut_off = used == left && used < bytes_after(*at);
        if (!cut_off)
            *to++ = '?';
    }
    *to = '\0';
}

void text_clean(char *words)
{
    clean(words, false);
}

void text_clean_lines(char *words)
{
    clean(words, true);
}

int text_fit(const char *words, size_t most)
{
    size_t size = strnlen(words, most + 1);
    if (size > most)
        for (size = most; size > 0 && goes_on(words[size]); size--) {
        }
    return (int)size;
}

int text_columns(const char *at, int bytes)
{
    int columns = 0;
    for (int i = 0; i < bytes; i++)
        columns += ((unsigned char)at[i] & 0xC0) != 0x80;
    return columns;
}

void text_wrap(struct text *t, const char *words, const char *first, int columns)
{
    int indent = text_columns(first, (int)strlen(first)), used = indent;
    text_add(t, "%s", first);
    for (const char *at = words + strspn(words, " "); *at; at += strspn(at, " ")) {
        int size = (int)strcspn(at, " "), wide = text_columns(at, size);
        if (columns && used > indent && used + 1 + wide > columns) {
            text_add(t, "\n%*s", indent, "");
            used = indent;
        } else if (used > indent) {
            text_add(t, " ");
            used++;
        }
        text_add(t, "%.*s", size, at);
        used += wide;
        at += size;
    }
    text_add(t, "\n");
}

void text_capital(struct text *t)
{
    enum { SMALLER = 'a' - 'A' }; /* in Latin-1 too, whose letters UTF-8 has behind 0xC3 */
    char *at = t->at;
    if (t->size >= 2 && at[0] == '\xC3' && strchr("\xA4\xB6\xBC", at[1]))
        at[1] = (char)(at[1] - SMALLER);
    else if (t->size && at[0] >= 'a' && at[0] <= 'z')
        at[0] = (char)(at[0] - SMALLER);
}

void text_free(struct text *t)
{
    free(t->at);
    *t = (struct text){0};
}
