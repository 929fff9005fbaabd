/* JSON that anybody may have written or edited, read by the library jansson. */
#ifndef PAIRS_WIRE_LOAD_H
#define PAIRS_WIRE_LOAD_H

#include "engine/error.h"

#include <jansson.h>
#include <stdio.h>

/* Reads a file and hands what it holds to `use`: NULL if that is no JSON, or not less than `most`
 * bytes of it. Returns what `use` does. False with a message if memory runs out on the way, in
 * `use` as well; what was allocated until then is lost, so that the program had better end. One
 * thread at a time. */
bool wire_load(FILE *in, size_t most, bool (*use)(void *context, json_t *all, struct error *e),
               void *context, struct error *e);

#endif
