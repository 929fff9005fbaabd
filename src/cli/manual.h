/* The manual, docs/manual/NAME.md, as it is read on a terminal. */
#ifndef PAIRS_CLI_MANUAL_H
#define PAIRS_CLI_MANUAL_H

#include "engine/text.h"

/* Adds the names of all pages with their titles, which begin in that column. */
void manual_list(struct text *out, int column);

/* Whether there is a page of that name. */
bool manual_has(const char *name);

/* Adds a page, with no lines longer than the terminal's but those of examples and tables; false if
 * there is none of that name. */
bool manual_page(const char *name, struct text *out);

#endif
