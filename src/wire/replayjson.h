/* A game that was played, moment by moment, as JSON for a table in a page: what a client of a live
 * table is told (docs/server.md), all at once. Each adds one value, as wire/json.h does.
 *
 *     game      name, players, options
 *     words     how to call what the views have (json_game_words)
 *     chairs    seat and name of each
 *     hidden    whether seats see different things
 *     over      whether the game has ended
 *     moments   the beginning, and what is after each step: `events` and `view`, as they are told
 * to one who looks; the `line` of the record and the `seat` of a decision
 *               and `offers`, by notation in words what whoever decides next may choose, for that
 *               seat and for those without secrets
 *
 * In a lesson, whose learner looks, a moment may have besides: `says`, what is said there; and
 * before a decision of the learner `wants`, the one that the lesson shows, `answer` to any other,
 * and `choices`, as `explain` has them. */
#ifndef PAIRS_WIRE_REPLAYJSON_H
#define PAIRS_WIRE_REPLAYJSON_H

#include "engine/lesson.h"
#include "engine/table.h"
#include "wire/json.h"

/* As a seat, a spectator (NOBODY) or one without secrets (EVERYTHING) sees it. False if memory runs
 * out. */
bool json_replay(struct text *t, const struct table *whole, int looks, const struct language *l);

bool json_lesson(struct text *t, const struct lesson *lesson, const struct language *l);

#endif
