/* One record from a file, for commands that look at a game as it was played. */
#ifndef PAIRS_CLI_LOAD_H
#define PAIRS_CLI_LOAD_H

#include "engine/record.h"

/* Reads a file that holds one record; "-" is standard input. If something is wrong it says so on
 * standard error in that language, with the line, and returns NULL. Free it with reader_free. */
struct reader *load_record(const char *path, const struct language *l);

/* The same, but NULL with a message, and with its line if that is not 0. */
struct reader *load_try(const char *path, struct error *e);

/* Called with each line of a file, once its record has taken it. False with a message ends it. */
typedef bool load_line(void *context, int line, const char *text, size_t size, struct error *e);

/* The same for those who look at the lines themselves; `step` is called as by a reader. */
struct reader *load_with(const char *path, load_line *each, record_step *step, void *context,
                         struct error *e);

#endif
