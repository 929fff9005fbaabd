/* A game as numbers (lab/layout.h) as JSON, for programs. */
#ifndef PAIRS_WIRE_LAYOUTJSON_H
#define PAIRS_WIRE_LAYOUTJSON_H

#include "lab/layout.h"
#include "wire/json.h"

/* The word for a kind of part, and the name of a zone or a number, NULL for other parts. */
const char *layout_part_key(enum part_kind kind);
const char *layout_part_name(const struct layout *l, const struct part *p);

/* Adds an object. */
void json_layout(struct text *t, const struct layout *l);

#endif
