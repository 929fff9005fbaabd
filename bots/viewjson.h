/* A view as JSON, for bots that are other programs and for front ends elsewhere; docs/protocol.md
 * says what the keys mean. Every function gives a new reference; NULL if memory runs out. */
#ifndef PAIRS_BOTS_VIEWJSON_H
#define PAIRS_BOTS_VIEWJSON_H

#include "engine/game.h"

#include <jansson.h>

/* What is played: name of the game, players, options. */
json_t *json_view_game(const struct view *v);

/* What is seen, with the legal decisions of the one who looks. */
json_t *json_view(const struct view *v);

/* Parts of these. A seat is its letter, NOBODY null. */
json_t *json_seat(int seat);
json_t *json_seats(seats some);
json_t *json_scores(const struct view *v);
json_t *json_zones(const struct view *v);

/* Decisions in notation. */
json_t *json_actions(const struct game *game, const action act[], int count);

/* The values of all options by their keys: numbers as numbers, all else as words. */
json_t *json_option_values(const struct game *game, const int32_t option[]);

#endif
