/* A view as JSON, for bots that are other programs and for front ends elsewhere; docs/protocol.md
 * says what the keys mean. Each adds one value, as wire/json.h does. */
#ifndef PAIRS_WIRE_VIEWJSON_H
#define PAIRS_WIRE_VIEWJSON_H

#include "engine/game.h"
#include "wire/json.h"

/* What is played: name of the game, players, options. */
void json_view_game(struct text *t, const struct view *v);

/* What is seen, with the legal decisions of the one who looks. */
void json_view(struct text *t, const struct view *v);

/* What the kinds of events are called. */
extern const char *const json_event_kinds[];

/* Something that happened, as one who looks may know it: the event is redacted. */
void json_event(struct text *t, const struct game *game, const struct event *e);

/* The same with its sentence told to somebody: a seat or NOBODY, in a language, with names. */
void json_event_told(struct text *t, const struct game *game, const struct event *e, int looks,
                     const struct names *names, const struct language *l);

/* What a step brought, redacted: an array. Where several events are one sentence, the first has it
 * as `told`, and the others have nothing there. */
void json_log_told(struct text *t, const struct game *game, struct log *log, int looks,
                   const struct names *names, const struct language *l);

/* Parts of these. A seat is its letter, NOBODY null. */
void json_seat(struct text *t, int seat);
void json_seats(struct text *t, seats some);
void json_scores(struct text *t, const struct view *v);
void json_zones(struct text *t, const struct view *v, bool orders); /* says where order counts */

/* Decisions in notation. */
void json_actions(struct text *t, const struct game *game, const action act[], int count);

/* What the one who looks may decide now, each with its `words`, what it `means`, and where there is
 * one the `figure` with what it is a figure `of`: an array. */
void json_choices(struct text *t, const struct view *v, const struct names *names,
                  const struct language *l);

/* The value of one option: a number as a number, all else as a word. */
void json_option_value(struct text *t, const struct option *o, int32_t value);

/* The values of all options by their keys, and the deck if it is a custom one. */
void json_option_values(struct text *t, const struct game *game, const int32_t option[],
                        cards deck);

#endif
