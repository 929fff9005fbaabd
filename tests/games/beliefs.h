/* Imagined hands are as likely as true ones: over many games, what lies where in truth and what a
 * seat imagines there differ by chance only, whatever the seat has seen before.
 *
 * All arrangements that fit what was seen count alike: the players choose any card of their hand,
 * each equally likely, and a choice among few does not count more than one among many. Who chooses
 * any rank, as bots/random.h does, holds a second card of a rank that was played less often than
 * this says; people do neither. */
#ifndef PAIRS_TEST_BELIEFS_H
#define PAIRS_TEST_BELIEFS_H

#include "tests/test.h"

/* Plays so many games and fails if some mean is further from 0 than chance explains; that happens
 * once in a million runs by chance, if the seed were another. Returns by how many standard errors
 * the worst of them is off. */
double beliefs_check(const struct setup *u, int games);

#endif
