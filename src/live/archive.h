/* A game of a live table as text: an ordinary record, so that replay, odds and analyse read it as
 * it is. Comment lines carry what a record does not. Before it they say which cards are to come and
 * who sat where; within it, after "#: ", what happened besides: who came and went, what was said,
 * how late it was. Each entry adds its lines at the end, so that a file grows with the game; only
 * after something was taken back the text is another one. A text holds one game: a rematch needs a
 * new one. */
#ifndef PAIRS_LIVE_ARCHIVE_H
#define PAIRS_LIVE_ARCHIVE_H

#include "live/live.h"

/* --- Writing ---------------------------------------------------------------------------------- */

/* Whether the entries from `first` on only add lines to those of the entries before. */
bool archive_grows(const struct diary *d, size_t first);

/* Adds the lines of the entries from `first` on. There is a game. */
void archive_add(const struct live *h, size_t first, struct text *out);

/* Adds the whole text of the last game of these chairs, without what was taken back. There is one.
 */
void archive_write(const struct live *h, struct text *out);

/* --- Reading ---------------------------------------------------------------------------------- */

struct archive;

/* Free it with archive_free. NULL if memory runs out. */
struct archive *archive_new(void);

void archive_free(struct archive *a);

/* The next line, without its line end. False with a message and the line if it is wrong. */
bool archive_line(struct archive *a, const char *text, size_t size, struct error *e);

/* There are no more lines. False with a message if this is no game of a live table. */
bool archive_end(struct archive *a, struct error *e);

/* After the end: all that has happened, for live_restore; what was agreed at first, and the table
 * as it stands. They belong to the archive. */
const struct entry *archive_entries(const struct archive *a, size_t *count);
const struct plan *archive_plan(const struct archive *a);
const struct table *archive_table(const struct archive *a);

#endif
