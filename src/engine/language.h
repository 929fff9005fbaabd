/* The languages in which people are told things. A language is an argument: two people at one table
 * read two. English is what the source says; any other is a catalogue of gettext's (an .mo file)
 * that was built in, so that nothing is looked for, read or allocated when something is said. */
#ifndef PAIRS_LANGUAGE_H
#define PAIRS_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

/* A catalogue that is read where it lies. Everywhere NULL is English, as is one without bytes. */
struct language {
    const char *name; /* "de" */
    const unsigned char *bytes;
    size_t size;
};

/* All that are built in, English first; the last one has no name. */
extern const struct language languages[];

/* One of them by its name: "de", or a locale's, "de_DE.UTF-8"; "C" and "POSIX" are English. NULL if
 * there is none. */
const struct language *language_find(const char *name);

/* Opens a catalogue as msgfmt writes it, in little-endian order; the bytes stay the caller's.
 * Anything else, such as one that is cut off, is refused with false and is English: whatever comes
 * out can be read without harm. */
bool language_open(struct language *l, const char *name, const void *bytes, size_t size);

/* The text in that language, or as it is where there is no translation. What is found belongs to
 * the catalogue. Empty text stays empty. */
const char *language_text(const struct language *l, const char *english)
    __attribute__((format_arg(2)));

/* The same where a word means different things: in a context, as gettext has it. */
const char *language_in(const struct language *l, const char *context, const char *english)
    __attribute__((format_arg(3)));

/* What to say of so many: `one` or `many`. Every language is taken to have two forms, one for 1 and
 * one for the rest, as Germanic languages do. */
const char *language_plural(const struct language *l, const char *one, const char *many, long n)
    __attribute__((format_arg(2), format_arg(3)));

/* The sign between a number and its decimals. */
const char *language_decimal(const struct language *l);

/* A number as a language writes it, for people: by its format, "%+.2f", but with that sign. Used as
 * language_figure(l, "%.1f", x).text within one statement. What rounds to nothing has no minus. */
struct figure {
    char text[48];
};
struct figure language_figure(const struct language *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
