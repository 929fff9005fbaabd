/* A string that grows: what records, views and logs are written into. Zero it to begin. When memory
 * runs out it stays as it is from then on and says so in `failed`. */
#ifndef PAIRS_TEXT_H
#define PAIRS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text {
    char *at; /* ends with a NUL byte; NULL while nothing has been added */
    size_t size, room;
    bool failed;
};

/* Adds formatted words. */
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes room for so many bytes more; false if memory runs out. */
bool text_reserve(struct text *t, size_t more);

/* The same; here, because it is asked all the time. */
static inline bool text_has_room(struct text *t, size_t more)
{
    return !t->failed && (t->size + more < t->room || text_reserve(t, more));
}

/* Adds bytes as they are; none of them is NUL. Here, because most of what is sent goes this way, a
 * few bytes at a time. */
static inline void text_put(struct text *t, const char *bytes, size_t size)
{
    if (!text_has_room(t, size))
        return;
    memcpy(t->at + t->size, bytes, size);
    t->size += size;
    t->at[t->size] = '\0';
}

/* Adds words as they are, or a number. */
void text_words(struct text *t, const char *words);
void text_number(struct text *t, int64_t number);

/* A number as people read it, with a minus sign that is none of the keyboard; with a plus for what
 * is added, if wanted. */
void text_figure(struct text *t, int64_t number, bool plus);

/* What it holds, "" at first. */
const char *text_of(const struct text *t);

/* Empties it and keeps the memory. */
void text_clear(struct text *t);

/* Takes so many bytes off its beginning; when nothing is left it gives its memory back. */
void text_cut(struct text *t, size_t bytes);

/* How many bytes the UTF-8 character at `at` has, of `left`, at least 1, and which one it is; 0 if
 * it is none. */
size_t text_utf8(const char *at, size_t left, uint32_t *character);

/* The same for a character of a text of one line, which can be shown as it is: 0 as well for a
 * control character other than the tabulator, and for what breaks a line or turns the direction of
 * the words around it. */
size_t text_character(const char *at, size_t left);

/* Whether there are only such characters. */
bool text_is_line(const char *at, size_t size);

/* Makes words that come from elsewhere (a file, the command line, another program) such a text,
 * where they stand: whatever does not belong there becomes '?', and a character that was cut off at
 * the very end goes. */
void text_clean(char *words);

/* The same for words of several lines, whose ends stay. */
void text_clean_lines(char *words);

/* How many bytes of the words, no more than `most`, can be taken without cutting a character. */
int text_fit(const char *words, size_t most);

/* How many columns so many bytes take, if every character takes one. */
int text_columns(const char *at, int bytes);

/* Adds words in lines of no more than so many columns (0: in one line), the first of which begins
 * with `first` and the others with as many blanks. */
void text_wrap(struct text *t, const char *words, const char *first, int columns);

/* Makes a capital of its first letter, if that is one of a to z, ä, ö or ü. */
void text_capital(struct text *t);

/* Gives the memory back; it is then as good as new. */
void text_free(struct text *t);

#endif
