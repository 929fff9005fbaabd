/* A game that has been played, to be wound forward and back. It knows no screen: `pairs watch`
 * shows it, in the full screen and in lines, and tests walk through it. */
#ifndef PAIRS_CLI_REEL_H
#define PAIRS_CLI_REEL_H

#include "engine/table.h"

struct reel {
    const struct table *game; /* as it was played; it must stay as long as the reel */
    struct table *now;        /* the same game after the first so many of its steps */
    uint16_t *hand;           /* which hand it was after each number of steps */
};

/* Stands at the beginning; free it with reel_clear. False if memory runs out. Nothing after that
 * needs memory. */
bool reel_begin(struct reel *r, const struct table *game);

void reel_clear(struct reel *r);

/* How many steps have been taken, and winding to where so many have been; at most all. */
size_t reel_at(const struct reel *r);
void reel_to(struct reel *r, size_t at);

/* Where the next hand begins, or the one in progress or before it; the end or the beginning where
 * there is none. */
size_t reel_next_hand(const struct reel *r);
size_t reel_last_hand(const struct reel *r);

/* The next moment after this one at which a seat, or any of them (EVERYTHING), is about to decide,
 * or the last one before it; this moment where there is none. */
size_t reel_next_decision(const struct reel *r, int seat);
size_t reel_last_decision(const struct reel *r, int seat);

/* The step that comes now; NULL at the end. */
const struct step *reel_coming(const struct reel *r);

/* The decision that comes now, as the one who looks (a seat, NOBODY or EVERYTHING) may know it
 * afterwards: `seen` is 0 if they may not. The step is a decision. */
struct event reel_decision(const struct reel *r, int looks);

/* Whether it gives nothing away to tell the one who looks how good that decision is: it rests on
 * what the deciding seat knew. */
bool reel_may_judge(const struct reel *r, int looks);

/* Adds all that happened, to the one who looks, a line each. */
void reel_story(const struct table *game, int looks, struct text *out);

#endif
