/* A table as JSON, as docs/notation.md says. */
#ifndef PAIRS_WIRE_TABLEJSON_H
#define PAIRS_WIRE_TABLEJSON_H

#include "engine/table.h"
#include "wire/viewjson.h"

/* The object of `pairs replay --json`. */
void json_table(struct text *t, const struct table *table);

/* Only its keys and values, for an object that holds more. */
void json_table_keys(struct text *t, const struct table *table);

/* What is played: name, players, options. */
void json_game(struct text *t, const struct setup *u);

/* The values of a setup's options: numbers as numbers, all else as words. */
void json_options(struct text *t, const struct setup *u);

#endif
