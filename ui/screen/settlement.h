/* What a hand has brought: how it ended, in words, and where everybody stands now. */
#ifndef PAIRS_UI_SCREEN_SETTLEMENT_H
#define PAIRS_UI_SCREEN_SETTLEMENT_H

#include "ui/screen/logview.h"

struct settlement {
    size_t from, to; /* the events that tell how it ended */
    int hand;        /* its number, 0 where hands have none */
    int players;     /* how many totals there are */
    int32_t total[PLAYERS_MAX], change[PLAYERS_MAX];
};

/* Finds what the last step settled; false if it settled nothing. */
bool settlement_find(struct settlement *s, const struct chronicle *c);

/* How the whole game ended; all zero before its end. */
struct result {
    seats winners, losers;
    char words[256];
};

/* Draws it as a box in the middle of an area and returns the line at its bottom, which is free for
 * what can be done now. */
struct area settlement_draw(struct area in, const struct settlement *s, const struct telling *t,
                            const char *title, const struct result *result);

#endif
