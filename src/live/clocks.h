/* How long people may still think. Time comes in as a number and only ever grows. */
#ifndef PAIRS_LIVE_CLOCKS_H
#define PAIRS_LIVE_CLOCKS_H

#include "live/plan.h"

struct clocks {
    seats running;
    int64_t since[PLAYERS_MAX]; /* of those that run */
    int64_t bank[PLAYERS_MAX];  /* what is left beyond the time for each decision */
    int64_t spent[PLAYERS_MAX]; /* of the time for the decision, by those that were stopped */
};

/* A game begins: all banks are full, and no clock runs. */
void clocks_begin(struct clocks *c, const struct pace *p);

/* From now on those of `due` are waited for, and nobody else. Whoever has just `decided` (or
 * NOBODY) and is due again has a new decision to make; whoever has `changed` their mind (or NOBODY)
 * thinks on about the same one. Time beyond that of a decision goes off the bank. */
void clocks_turn(struct clocks *c, const struct pace *p, seats due, int decided, int changed,
                 int64_t now);

/* Milliseconds that a seat whose clock runs has left; 0 or less: its time has run out. */
int64_t clocks_left(const struct clocks *c, const struct pace *p, int seat, int64_t now);

#endif
