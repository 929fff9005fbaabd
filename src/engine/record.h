/* The record: a game written down as text, one event a line, as docs/notation.md says. */
#ifndef PAIRS_RECORD_H
#define PAIRS_RECORD_H

#include "engine/table.h"

enum { RECORD_LINE = 4096 }; /* no line of a record is longer, in bytes */

/* Adds the record of a table, from its first line to where the game stands. False if memory ran
 * out. */
bool record_write(const struct table *t, struct text *out);

/* The parts of it, for a record that grows with the game: the header, with the names of the table;
 * the line of one step, without its line end; and the lines of the facts among the events that it
 * brought (for a record: those of table_new after the header, of each step after its line). Returns
 * whether there were any. */
void record_header(const struct table *t, struct text *out);
void record_line(const struct game *game, struct step step, struct text *out);
bool record_facts(const struct event *event, int events, int players, struct text *out);

/* Reads what record_line writes. False if that is no step of the game; says nothing about whether
 * it is possible. */
bool record_parse(const struct game *game, const char *line, struct step *out);

/* Called while reading: with line 0 when the header is complete and the first event has not yet
 * been played, then after each line that is an event and not a fact. */
typedef void record_step(void *context, const struct table *t, int line);

/* Reads a record line by line. */
struct reader;

/* A reader whose first line has the number `line` + 1; free it with reader_free. `step` may be
 * NULL. NULL if memory runs out. */
struct reader *reader_new(int line, record_step *step, void *context);

void reader_free(struct reader *r);

/* The next line, without its line end. False with a message and the line if it is wrong. */
bool reader_line(struct reader *r, const char *text, size_t size, struct error *e);

/* There are no more lines. False if the header is not complete or its options go ill together. */
bool reader_end(struct reader *r, struct error *e);

/* A line of a record, or of a file that is written like one, into `out`: without comment and
 * carriage return, and the first one without a byte order mark. False with a message if it is too
 * long or no text. */
bool record_clean(const char *text, size_t size, bool first, char out[RECORD_LINE + 1],
                  struct error *e);

/* Whether this line begins another record, after one whose header was complete. */
bool reader_next(const struct reader *r, const char *text, size_t size);

/* The table as it stands; NULL before the first event. It belongs to the reader. */
const struct table *reader_table(const struct reader *r);

#endif
