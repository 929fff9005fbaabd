/* A game after the fact (lab/analyse.h) as JSON, for programs. */
#ifndef PAIRS_WIRE_ANALYSISJSON_H
#define PAIRS_WIRE_ANALYSISJSON_H

#include "lab/analyse.h"
#include "wire/json.h"

/* Adds an object, and a line end. */
void json_analysis(struct text *t, const struct table *table, const struct analysis *a,
                   const struct analyse_limits *limits);

/* Adds an object of the shares of each seat, with their errors. */
void json_shares(struct text *t, const struct shares *s, enum measure m, int players);

#endif
