/* Looking ahead at everything: the exact expectation of each decision up to the end of the hand,
 * where nothing is hidden, nobody decides at the same time as another, and there is little enough
 * left to enumerate. Every seat is taken to do what is best for itself. Positions that a game
 * simplifies to the same one are looked at once; to remember them takes memory that grows with the
 * steps, and never more than 150 MiB. */
#ifndef PAIRS_BOTS_EXACT_H
#define PAIRS_BOTS_EXACT_H

#include "engine/knowledge.h"

#include <stdatomic.h>

struct exact_choice {
    action a;
    double value; /* expected gain of the seat, as in value.h */
};

struct exact_report {
    long steps; /* decisions and cards that were tried */
    int choices;
    bool starved; /* memory has run out */
    struct exact_choice choice[ACTIONS_MAX];
};

/* The best decision and what each is worth. False if it cannot be told with so many steps, or
 * `stop`, which may be NULL, has become true, or memory has run out; the report then holds only
 * their number and the latter. */
bool exact_choose(const struct knowledge *k, long steps, const atomic_bool *stop, action *best,
                  struct exact_report *report);

#endif
