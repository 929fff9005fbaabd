/* A sweep: one game with every combination of the values that its options are given. */
#ifndef PAIRS_LAB_SWEEP_H
#define PAIRS_LAB_SWEEP_H

#include "engine/option.h"
#include "engine/text.h"

enum { SWEEP_VALUES = 256, SWEEP_POINTS = 4096 };

/* One option with its values, in the order in which they were given. */
struct axis {
    int option; /* its row in the game's table */
    int values;
    int32_t value[SWEEP_VALUES];
};

struct sweep {
    struct setup base; /* game and players */
    int axes;
    struct axis axis[OPTIONS_MAX];
    struct setup *point; /* finished; the values of the last axis change fastest */
    int points;
};

/* Begins with a setup whose game is chosen and whose options are not finished. */
void sweep_init(struct sweep *s, const struct setup *base);

/* Gives an option its values: "VALUE", "LOW..HIGH", "LOW..HIGH:STEP" or several of these with
 * commas between them. Whatever the option had before is forgotten. False with a message if a value
 * is wrong. */
bool sweep_option(struct sweep *s, const char *key, const char *values, struct error *e);

/* The number of players, for all points; 0: as many as usual. It is asked for after the options, as
 * these say who may play. False with a message if the game is not for so many. */
bool sweep_players(struct sweep *s, int players, struct error *e);

/* Makes the points, at least one; empty the sweep with sweep_clear, whatever comes out. False with
 * a message if there are too many, or one of them contradicts itself. */
bool sweep_finish(struct sweep *s, struct error *e);

void sweep_clear(struct sweep *s);

/* Adds the values of a point for those options that have more than one: "target=11 payment=eugene".
 * Nothing if there are none. */
void sweep_label(const struct sweep *s, int point, struct text *out);

#endif
