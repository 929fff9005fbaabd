#include "engine/language.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The head of an .mo file: its magic number, its revision, how many texts there are, and where the
 * tables of originals and translations begin. A row of a table is a length and an offset. */
enum {
    MAGIC_AT = 0,
    REVISION_AT = 4,
    COUNT_AT = 8,
    ORIGINALS_AT = 12,
    TRANSLATIONS_AT = 16,
    HEAD_SIZE = 28,
    ROW_SIZE = 8
};
static const uint32_t magic = 0x950412de;
static const char context_end = '\4'; /* between a context and the text */

/* --- Reading ---------------------------------------------------------------------------------- */

static uint32_t number_at(const struct language *l, size_t at)
{
    const unsigned char *b = l->bytes + at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* The i-th text of the table that begins where the head says. */
static const char *text_at(const struct language *l, size_t table_at, uint32_t i, uint32_t *size)
{
    size_t row = number_at(l, table_at) + (size_t)i * ROW_SIZE;
    *size = number_at(l, row);
    return (const char *)l->bytes + number_at(l, row + 4);
}

/* How context and text, if they stood together, compare with a text of the catalogue. */
static int compare(const char *context, const char *english, const char *original)
{
    if (context) {
        size_t size = strlen(context);
        int order = strncmp(context, original, size);
        if (order == 0)
            order = context_end - (unsigned char)original[size];
        if (order != 0)
            return order;
        original += size + 1;
    }
    return strcmp(english, original);
}

/* The translation, with its size, or NULL. */
static const char *find(const struct language *l, const char *context, const char *english,
                        uint32_t *size)
{
    uint32_t low = 0, high = l && l->bytes && *english ? number_at(l, COUNT_AT) : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = compare(context, english, text_at(l, ORIGINALS_AT, middle, size));
        if (order == 0)
            return text_at(l, TRANSLATIONS_AT, middle, size);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *language_in(const struct language *l, const char *context, const char *english)
{
    uint32_t size;
    const char *found = find(l, context, english, &size);
    return found ? found : english;
}

const char *language_text(const struct language *l, const char *english)
{
    return language_in(l, NULL, english);
}

const char *language_plural(const struct language *l, const char *one, const char *many, long n)
{
    uint32_t size;
    const char *found = find(l, NULL, one, &size);
    if (!found)
        return n == 1 ? one : many;
    size_t first = strlen(found); /* the second form, if there is one, follows its end */
    return n == 1 || first == size ? found : found + first + 1;
}

const char *language_decimal(const struct language *l)
{
    return language_in(l, "number", ".");
}

/* A little less than nothing is nothing: no "-0.00". Columns stay as wide as they are. */
static void drop_minus(char *number, bool signs)
{
    char *minus = strchr(number, '-');
    if (!minus || strpbrk(number, "123456789"))
        return;
    if (signs || minus > number)
        *minus = signs ? '+' : ' ';
    else
        memmove(minus, minus + 1, strlen(minus));
}

struct figure language_figure(const struct language *l, const char *format, ...)
{
    char plain[sizeof(struct figure)];
    struct figure f;
    va_list args;
    va_start(args, format);
    vsnprintf(plain, sizeof plain, format, args);
    va_end(args);
    drop_minus(plain, strchr(format, '+'));
    size_t whole = strcspn(plain, ".");
    bool decimals = plain[whole] != '\0';
    snprintf(f.text, sizeof f.text, "%.*s%s%s", (int)whole, plain,
             decimals ? language_decimal(l) : "", plain + whole + decimals);
    return f;
}

/* --- Opening ---------------------------------------------------------------------------------- */

/* Whether so many bytes, and one that ends them, lie within the catalogue. */
static bool is_text(const struct language *l, size_t row)
{
    size_t size = number_at(l, row), at = number_at(l, row + 4);
    return at < l->size && size < l->size - at && l->bytes[at + size] == '\0';
}

static bool is_table(const struct language *l, size_t table_at)
{
    size_t at = number_at(l, table_at), count = number_at(l, COUNT_AT);
    if (at > l->size || count > (l->size - at) / ROW_SIZE)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!is_text(l, at + i * ROW_SIZE))
            return false;
    return true;
}

/* Whether each original is there once and where a search looks for it. */
static bool is_sorted(const struct language *l)
{
    uint32_t size;
    for (uint32_t i = 1; i < number_at(l, COUNT_AT); i++)
        if (strcmp(text_at(l, ORIGINALS_AT, i - 1, &size), text_at(l, ORIGINALS_AT, i, &size)) >= 0)
            return false;
    return true;
}

bool language_open(struct language *l, const char *name, const void *bytes, size_t size)
{
    *l = (struct language){name, bytes, size};
    if (size >= HEAD_SIZE && number_at(l, MAGIC_AT) == magic && number_at(l, REVISION_AT) == 0 &&
        is_table(l, ORIGINALS_AT) && is_table(l, TRANSLATIONS_AT) && is_sorted(l))
        return true;
    *l = (struct language){name, NULL, 0};
    return false;
}

/* --- What is built in ------------------------------------------------------------------------- */

static bool is(const char *at, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(at, word, size) == 0;
}

const struct language *language_find(const char *name)
{
    size_t size = strcspn(name, "_-.@");
    if (is(name, size, "C") || is(name, size, "POSIX"))
        return languages;
    for (const struct language *l = languages; l->name; l++)
        if (is(name, size, l->name))
            return l;
    return NULL;
}
