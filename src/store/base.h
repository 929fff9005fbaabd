/* A connection to the database of a server, whichever it is, for one question at a time of one
 * thread at a time. Statements are SQL that every database here understands, with $1, $2, ... for
 * their arguments. For the files of store/ only. */
#ifndef PAIRS_STORE_BASE_H
#define PAIRS_STORE_BASE_H

#include "engine/error.h"

#include <stddef.h>
#include <stdint.h>

struct base;

/* A row of an answer; for as long as it is handed over. */
struct row;

int64_t row_number(const struct row *r, int column);
const char *row_text(const struct row *r, int column); /* "" if there is none */
const void *row_bytes(const struct row *r, int column, size_t *size);

/* Takes a row, and says whether to go on. */
typedef bool base_row(void *to, const struct row *row);

/* Connects to what is there; an answer may take so many milliseconds, 0: as long as it does. NULL
 * with a message. */
struct base *base_open(const char *where, int limit, struct error *e);
void base_close(struct base *b);

/* Carries out a statement: `kinds` has an 's' for each argument that is text and an 'i' for each
 * int64_t; rows go to `each`, NULL if there are none. Returns how many rows it was about, -1 with a
 * message. */
int64_t base_ask(struct base *b, base_row *each, void *to, struct error *e, const char *words,
                 const char *kinds, ...);

/* All statements from here on count together; and only if they are `fine` at the end. */
bool base_begin(struct base *b, struct error *e);
bool base_end(struct base *b, bool fine, struct error *e);

/* Sees to it that what was removed stands nowhere any more, as far as a database does. */
bool base_settle(struct base *b, struct error *e);

/* --- For whoever is a database ---------------------------------------------------------------- */

struct base_argument {
    const char *text; /* NULL: it is the number */
    int64_t number;
};

enum { BASE_ARGUMENTS = 8 };

struct base_kind {
    struct base *(*open)(const char *where, int limit, struct error *e);
    void (*close)(struct base *b);
    int64_t (*ask)(struct base *b, const char *words, const struct base_argument *a, int arguments,
                   base_row *each, void *to, struct error *e);
    bool (*settle)(struct base *b, struct error *e);
    int64_t (*number)(const struct row *r, int column);
    const char *(*text)(const struct row *r, int column);
    const void *(*bytes)(const struct row *r, int column, size_t *size);

    /* In its own words: how statements that count together begin, the tables of a roll, the entries
     * of table $1 (its last at place $2 of the log) as place, number and line, and how line $3
     * comes to place $2 of table $1. */
    const char *begin, *const *roll, *entries, *set_line;
};

/* What each begins with. */
struct base {
    const struct base_kind *kind;
};

struct row {
    const struct base_kind *kind;
    void *at;
};

/* A file of SQLite. */
extern const struct base_kind base_sqlite;

#endif
