/* What a strategy does, in words of the game: counted in hands that it plays with itself. */
#ifndef PAIRS_LAB_PORTRAIT_H
#define PAIRS_LAB_PORTRAIT_H

#include "bots/strategy.h"

enum { PORTRAIT_VERBS = 16, PORTRAIT_NUMBERS = 100 };

/* A decision with which a hand began, by the cards that only the seat saw. */
struct portrait_first {
    cards hand;
    action a;
    long times; /* it was taken with these cards, */
    long came;  /* and they came up */
};

struct portrait {
    long hands;
    struct portrait_first *first; /* the commonest hand first, in each the commonest decision */
    size_t firsts, room;
    struct {
        long asked, taken;
    } answer[PORTRAIT_VERBS][PORTRAIT_NUMBERS]; /* of a verb without a card or a number of its own,
                                                   by the number that it is about */
    struct {
        long made, lies;
    } claim[PORTRAIT_NUMBERS]; /* by what was claimed, where decisions make claims */
};

/* Plays so many hands. False if memory runs out; free it with portrait_clear in any case. */
bool portrait_make(struct portrait *p, const struct strategy *s, long hands, uint64_t seed);

void portrait_clear(struct portrait *p);

#endif
