/* Names as people type them: what makes no difference, and what may have been meant. */
#ifndef PAIRS_SPELLING_H
#define PAIRS_SPELLING_H

#include <stdbool.h>

/* Whether two names are the same to people: case, blanks, hyphens, underscores and apostrophes make
 * no difference, and an umlaut is its vowel with an e. */
bool spelling_same(const char *one, const char *other);

enum { NAME_LETTERS = 64 }; /* of a name at most, with a NUL byte */

/* The nearest to what was typed of all names that were tried. */
struct guess {
    char letters[NAME_LETTERS]; /* what counts of that, */
    int size;                   /* so many bytes; none if it is longer than any name */
    const char *meant;          /* NULL while none is near enough */
    int mistakes; /* letters that are missing, too many, others, or two that are exchanged */
};

/* Begins a guess at a typed name. */
struct guess guess_at(const char *typed);

/* Tries a name; `meant` is what is then to be typed, mostly the same. Of names that are as near as
 * each other the first stays. */
void guess_try(struct guess *g, const char *name, const char *meant);

#endif
