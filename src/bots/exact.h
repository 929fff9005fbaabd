/* Looking ahead at everything: the exact expectation of each decision up to the end of the hand,
 * where nothing is hidden, nobody decides at the same time as another, and there is little enough
 * left to enumerate. Every seat is taken to do what is best for itself. Positions that a game
 * simplifies to the same one are looked at once; to remember them takes memory that grows with the
 * limits, and never more than 150 MiB. */
#ifndef PAIRS_BOTS_EXACT_H
#define PAIRS_BOTS_EXACT_H

#include "bots/prospect.h"
#include "engine/knowledge.h"

#include <stdatomic.h>

/* How much may be looked at; 0: any number. */
struct exact_limits {
    long steps;                      /* decisions, cards and lots that are tried */
    long situations;                 /* that differ, once they are simplified, and are remembered */
    const struct prospect *prospect; /* by which values are chances in the match, or chips with what
                                        the next hand costs; NULL: points or chips of this hand */
    const atomic_bool *stop;         /* becomes true when it is to end; may be NULL */
};

struct exact_choice {
    action a;
    double value; /* expected gain of the seat, by stakes_value or value_of_scores */
    double score; /* by how much its score changes up to the end of the hand */
};

struct exact_report {
    long steps, situations; /* as many as there were */
    int choices;
    bool starved; /* memory has run out */
    struct exact_choice choice[ACTIONS_MAX];
};

/* The best decision and what each is worth. False if it cannot be told within the limits, or has
 * been stopped, or memory has run out; the report then holds only the numbers and the latter. */
bool exact_choose(const struct knowledge *k, const struct exact_limits *limits, action *best,
                  struct exact_report *report);

/* Whether a value is more than another, and not only by what was lost in rounding. */
bool exact_more(double a, double b);

#endif
