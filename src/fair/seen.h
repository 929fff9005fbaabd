/* Which of the cards that were drawn somebody has been shown. */
#ifndef PAIRS_FAIR_SEEN_H
#define PAIRS_FAIR_SEEN_H

#include "live/live.h"

/* What came at one step. */
struct drawn {
    bool seen; /* the card was turned up, when it came or later, for the one who looks */
    bool told; /* the decision was told to the one who looks, when it was made */
    seats may; /* the seats that the lot could have fallen on */
};

/* Who looks: from a seat, as NOBODY in particular, who sees what everybody has seen, or as
 * EVERYTHING; and for some of the steps from other seats, for those who came, left or changed
 * chairs in the game. */
struct onlooker {
    int looks;
    const struct span *span;
    size_t spans;
};

/* Finds it out for each step of a table.
 *
 * Cards of a rank are alike. Where one of several that lie together is turned up, it is taken to be
 * one that was seen before, and otherwise the one that came last: so no more cards count as seen
 * than were shown. False if memory runs out. */
bool drawn_find(const struct table *t, const struct onlooker *o, struct drawn out[]);

#endif
