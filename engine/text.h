/* A string that grows: what records, views and logs are written into. Zero it to begin. When memory
 * runs out it stays as it is from then on and says so in `failed`. */
#ifndef PAIRS_TEXT_H
#define PAIRS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *at; /* ends with a NUL byte; NULL while nothing has been added */
    size_t size, room;
    bool failed;
};

/* Adds formatted words. */
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What it holds, "" at first. */
const char *text_of(const struct text *t);

/* Empties it and keeps the memory. */
void text_clear(struct text *t);

/* How many bytes the UTF-8 character at `at` has, of `left`, at least 1; 0 if it is none, or a
 * control character other than the tabulator. */
size_t text_character(const char *at, size_t left);

/* Gives the memory back; it is then as good as new. */
void text_free(struct text *t);

#endif
