/* How bots did against each other, for programs: what `pairs arena --json` prints. */
#ifndef PAIRS_WIRE_ARENAJSON_H
#define PAIRS_WIRE_ARENAJSON_H

#include "lab/arena.h"
#include "wire/json.h"

/* Adds an object and a line end. */
void arena_json(struct text *t, const struct arena *a, const struct arena_result *r);

#endif
