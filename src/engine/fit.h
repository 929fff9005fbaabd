/* Hidden hands that must fit what is known of them. For game files only, for `reshuffle`.
 *
 * To deal such hands one after the other, each out of what is left, is not enough: then deals in
 * which the first hands leave little choice to the last come up too often. So a deal is taken or
 * thrown away by how much choice it left. */
#ifndef PAIRS_FIT_H
#define PAIRS_FIT_H

#include "engine/game.h"

enum { FIT_CARDS = 8 }; /* no such hand is larger */

/* What is known of one hand. */
struct fit {
    cards ranks;    /* those that it may have, all copies of each */
    int size;       /* how many cards; nothing is done about a hand without cards */
    bool different; /* no two cards of a rank */
};

/* Deals these hands out of the deck, so that all deals that fit are about equally likely; there
 * must be one. They are empty before. */
void fit_deal(struct head *h, const struct fit fit[], cards hand[], struct rng *r);

#endif
