/* The history of whoever plays at this machine: all saved games with their index (store/index.h),
 * and what looking back on them has found. */
#ifndef PAIRS_CLI_JOURNAL_H
#define PAIRS_CLI_JOURNAL_H

#include "store/index.h"

struct analysis;

/* The index of the saved games, up to date. NULL with a message if there can be none. */
struct index *journal_open(struct error *e);

/* Adds the path of a game of the journal. */
bool journal_path(const struct played *p, struct text *out, struct error *e);

/* Adds the path of the game that a word names: the number of a game in the history, or the name of
 * a game, which is the last one of it; NULL is the last one of all. Of those that are wanted only.
 * Any other word is a file, or "-". False with a message if there is no such game. */
bool journal_named(const char *word, enum index_which which, struct text *out, struct error *e);

/* Removes a game for good: its record, and the verdict on it. False with a message if it cannot be
 * removed, or is being played just now. */
bool journal_remove(const struct played *p, struct error *e);

/* Tells a game in words: what was played when and by whom, all that happened, how it ended, and
 * what looking back has found. Who only looks at it sees all cards once it is over, and what the
 * only person at the table sees before. False with a message if that cannot be. */
bool journal_tell(const struct played *p, struct text *out, struct error *e);

/* The same into a file, "-" for standard output. */
bool journal_export(const struct played *p, const char *path, struct error *e);

/* Keeps what looking back on the game of a file has found, if that is a saved game; NULL: there is
 * no file. False with a message if it cannot be written. */
bool journal_keep(const char *path, const struct table *t, const struct analysis *a,
                  struct error *e);

/* --- Words about a game ----------------------------------------------------------------------- */

enum { DAY_TEXT = 32 };

/* When it was played last: "2026-12-31", or with the time of day. Returns `out`. */
const char *journal_day(const struct played *p, bool time, char out[DAY_TEXT]);

/* Adds what came of it for a seat, or for nobody in particular: "won, 12 points", "unfinished, hand
 * 3". */
void journal_result(const struct played *p, int seat, struct text *out);

/* Adds the names of all seats but one: "Badger, Badger the Younger". */
void journal_others(const struct played *p, int seat, struct text *out);

/* Adds what a bot is called: "Badger (3)", "hint". */
void journal_bot(const char *bot, struct text *out);

#endif
