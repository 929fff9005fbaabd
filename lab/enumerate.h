/* Exact expectations by going through everything that can still happen in a hand, for games in
 * which nobody has secrets. */
#ifndef PAIRS_LAB_ENUMERATE_H
#define PAIRS_LAB_ENUMERATE_H

#include "engine/knowledge.h"
#include "lab/rollout.h"

/* The outcome of each of the seat's decisions `a`, if afterwards every seat does what is worth most
 * to it, to the end of the hand. Returns how many situations that took; 0 if it would take more
 * than `limit`, or if it cannot be said: hidden cards, decisions made at the same time, or burned
 * cards that may come back before the hand is over. */
long enumerate(const struct knowledge *k, const action a[], int count, long limit,
               struct outcome out[]);

#endif
