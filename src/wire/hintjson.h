/* A hint (lab/hint.h) as JSON, for programs and people: docs/server.md says what its keys mean. */
#ifndef PAIRS_WIRE_HINTJSON_H
#define PAIRS_WIRE_HINTJSON_H

#include "lab/hint.h"
#include "wire/json.h"

/* Adds an object. `entry` is the last that was known when it was asked for. */
void json_hint(struct text *t, const struct hint *h, uint64_t entry, const struct language *l);

#endif
