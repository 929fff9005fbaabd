/* What there is to play as JSON: enough for a list of games and for a form with their options. Each
 * adds one value, as wire/json.h does. */
#ifndef PAIRS_WIRE_GAMEJSON_H
#define PAIRS_WIRE_GAMEJSON_H

#include "engine/game.h"
#include "engine/language.h"
#include "wire/json.h"

/* A game or variant, as setup_choose leaves it: the keys of an object, for lists. */
void json_game_keys(struct text *t, const struct setup *u, const struct language *l);

/* Its options: an array. */
void json_game_options(struct text *t, const struct setup *u, const struct language *l);

/* Tips for whoever plays it for the first time: an array, which is empty for a variant. */
void json_game_tips(struct text *t, const struct setup *u, const struct language *l);

/* Its decisions, with what they mean; and its rules, block by block. */
void json_game_decisions(struct text *t, const struct setup *u, const struct language *l);
void json_game_rules(struct text *t, const struct setup *u, const struct language *l);

/* How to call what its views have, for a table: the keys of an object. The setup is finished. */
void json_game_words(struct text *t, const struct setup *u, const struct language *l);

/* Calls a function for every game and variant. */
void each_game(void (*each)(void *to, const struct setup *u), void *to);

#endif
