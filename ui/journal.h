/* The history of whoever plays at this machine: all saved games with their index (store/index.h),
 * and what looking back on them has found. */
#ifndef PAIRS_UI_JOURNAL_H
#define PAIRS_UI_JOURNAL_H

#include "store/index.h"

struct analysis;

/* The index of the saved games, up to date. NULL with a message if there can be none. */
struct index *journal_open(struct error *e);

/* Adds the path of a game of the journal. */
bool journal_path(const struct played *p, struct text *out, struct error *e);

/* Removes a game for good: its record, and the verdict on it. False with a message if it cannot be
 * removed, or is being played just now. */
bool journal_remove(const struct played *p, struct error *e);

/* Keeps what looking back on the game of a file has found, if that is a saved game; NULL: there is
 * no file. False with a message if it cannot be written. */
bool journal_keep(const char *path, const struct table *t, const struct analysis *a,
                  struct error *e);

#endif
