/* What whoever runs a hall may see and do there, beside those who visit it. Rows are JSON objects
 * of words and numbers, for people to read in columns. */
#ifndef PAIRS_HALL_GOVERN_H
#define PAIRS_HALL_GOVERN_H

#include "hall/hall.h"

/* Adds a row for each table, the secret ones too. */
void govern_tables(struct hall *h, struct text *out);

/* Adds who a visitor is, as keys of a row: `person`, and `table`, `seat` and `name` of who is at
 * one. */
void govern_visitor(const struct visitor *v, struct text *out);

/* The person on a chair, "A" to "H"; false with a message if there is none. */
bool govern_seat(struct hall *h, const char *table, const char *seat, char guest[DIGEST_TEXT],
                 struct error *e);

/* Whoever sits at a table, or visits, and whose digest begins so: false with a message unless it is
 * one. */
bool govern_find(struct hall *h, const char *beginning, char guest[DIGEST_TEXT], struct error *e);

/* The key of a table, 0 with a message if there is none. */
int64_t govern_key(struct hall *h, const char *table, struct error *e);

/* Adds a row for each of the last things that were said at a table. */
bool govern_talk(struct hall *h, const char *table, struct text *out, struct error *e);

/* Whether something was said in an entry of a table, that has not been removed. */
bool govern_is_said(struct hall *h, const char *table, uint64_t entry, struct error *e);

/* Calls a person something else. */
bool govern_rename(struct hall *h, const char *table, const char *guest, const char *name,
                   struct error *e);

/* Whoever is there leaves the table, and it closes once all is safe. */
bool govern_close(struct hall *h, const char *table, struct error *e);

/* A person leaves a chair, if they have one there. */
void govern_leave(struct hall *h, const char *table, const char *guest);

/* Whether all that happened at a table is safe, or there is none. */
bool govern_is_safe(struct hall *h, const char *table);

/* The entries of a table were written anew: it is read again. Those who are there hear that an
 * entry was struck out, if its number is not 0. */
void govern_reread(struct hall *h, const char *table, uint64_t struck);

/* Tells a visitor something, in a sentence. */
void govern_tell(struct visitor *v, const char *words);

/* How many tables there are where a game goes on and people are. */
int govern_playing(const struct hall *h);

#endif
