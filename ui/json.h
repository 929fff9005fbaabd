/* A table as JSON, as docs/notation.md says. */
#ifndef PAIRS_UI_JSON_H
#define PAIRS_UI_JSON_H

#include "engine/table.h"

#include <jansson.h>
#include <stdio.h>

/* The object of `pairs replay --json`. */
json_t *json_table(const struct table *t);

/* The values of a setup's options: numbers as numbers, all else as words. */
json_t *json_options(const struct setup *u);

/* {"mean": m, "error": half the width of the 95% interval}. */
json_t *json_estimate(double mean, double error);

/* Prints the object on one line and frees it. */
void json_print(json_t *object, FILE *to);

#endif
