/* What several commands write as JSON. */
#ifndef PAIRS_UI_JSON_H
#define PAIRS_UI_JSON_H

#include "wire/json.h"

/* {"mean": m, "error": half the width of the 95% interval}. */
void json_estimate(struct text *t, double mean, double error);

/* An array of numbers with a point. */
void json_doubles(struct text *t, const double number[], int count);

#endif
