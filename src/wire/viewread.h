/* The way back of wire/viewjson.h: what a table elsewhere has told, as the screens and words of
 * this program take it. Whatever does not fit is refused with a message: a server may be of another
 * version, or nobody's friend. */
#ifndef PAIRS_WIRE_VIEWREAD_H
#define PAIRS_WIRE_VIEWREAD_H

#include "engine/game.h"

#include <jansson.h>

/* What is played: {"name":...,"players":...,"options":{...}}. */
bool read_setup(struct setup *u, const json_t *game, struct error *e);

/* What one who looks sees of it. An empty zone counts as known. */
bool read_view(struct view *v, const struct setup *u, const json_t *view, struct error *e);

/* Something that has happened, as one who looks may know it: redacted. */
bool read_event(struct event *out, const struct setup *u, const json_t *event, struct error *e);

/* A seat by its letter; null is NOBODY. False if it is neither, or not at the table. */
bool read_seat(const json_t *seat, int players, uint8_t *out);

#endif
