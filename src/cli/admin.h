/* What the program and the page of those who run a server share. */
#ifndef PAIRS_CLI_ADMIN_H
#define PAIRS_CLI_ADMIN_H

#include "engine/error.h"
#include "engine/text.h"

#include <jansson.h>

/* Asks the server that has a data file, over the socket beside it: an array of words. The rows of
 * the answer; NULL with a message. */
json_t *admin_ask(const char *data, json_t *words, struct error *e);

/* The columns of rows: their keys, of all rows, in the order in which they come first. */
json_t *admin_keys(const json_t *rows);

/* A value as people read it; moments in their own time. */
void admin_value(struct text *out, const char *key, const json_t *value);

/* What stands above a column. */
const char *admin_title(const char *key);

/* Serves a page on this machine until it is told to stop. */
int admin_page(const char *data);

#endif
