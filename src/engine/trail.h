/* The way of cards through hidden hands, and what each seat knows from it. For game files only.
 *
 * A card that was seen can be followed as long as its holder hands nothing on in secret; after that
 * it is probably still there, and a card of its rank that is played may be this one or another. So
 * nothing is concluded while the game goes on: each card that enters or leaves a hand is written
 * down, and `reshuffle` draws a past that fits all that a seat has seen. Everybody is taken to
 * choose each card of the hand equally likely. */
#ifndef PAIRS_TRAIL_H
#define PAIRS_TRAIL_H

#include "engine/game.h"

enum { TRAIL_STEPS = 100 };

/* The steps since the first hands were dealt; a step is two seats or other places, and a rank. */
struct trail {
    uint8_t size;
    uint8_t route[TRAIL_STEPS];
    uint8_t rank[TRAIL_STEPS];
};

static inline void trail_clear(struct trail *t)
{
    *t = (struct trail){0};
}

/* A card of a hand is shown to all and leaves it. */
void trail_show(struct trail *t, int seat, int c);

/* Cards that all have seen come into a hand. */
void trail_take(struct trail *t, int seat, cards w);

/* A card comes from the deck into a hand, after the first hands. */
void trail_draw(struct trail *t, int seat);

/* A card goes from hand to hand, seen by these two only. Cards that are handed on at the same time
 * follow each other in the order of the givers. */
void trail_hand(struct trail *t, int from, int to, int c);

/* For reshuffle: deals the hands of all but the seat again, and the cards that they have handed to
 * each other. All that the seat cannot know must be in the deck or in hands. */
void trail_deal_again(struct trail *t, struct head *h, int seat, cards hand[], struct rng *r);

#endif
