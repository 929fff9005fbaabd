/* A table as JSON, as docs/notation.md says, and what else several commands write. */
#ifndef PAIRS_UI_JSON_H
#define PAIRS_UI_JSON_H

#include "bots/viewjson.h"
#include "engine/table.h"

/* The object of `pairs replay --json`. */
void json_table(struct text *t, const struct table *table);

/* Only its keys and values, for an object that holds more. */
void json_table_keys(struct text *t, const struct table *table);

/* The values of a setup's options: numbers as numbers, all else as words. */
void json_options(struct text *t, const struct setup *u);

/* {"mean": m, "error": half the width of the 95% interval}. */
void json_estimate(struct text *t, double mean, double error);

/* An array of numbers with a point. */
void json_doubles(struct text *t, const double number[], int count);

#endif
