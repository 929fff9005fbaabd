/* Information-set Monte Carlo tree search, for any game: it imagines what it cannot see, as likely
 * as the past of the knowledge makes it (belief.h), plays each imagined game on to the end of the
 * hand, and remembers for every situation that a seat can be in how well each decision went.
 * Chance, hidden cards, several seats at once and up to eight players need nothing special: a
 * situation is what the deciding seat sees, and each seat counts its own gain.
 *
 * Where decisions make claims, and between two who bluff, the others must not find out from how
 * they fare what the seat holds: every other imagined game deals its cards again too, and only in
 * those do they learn. What is decided is then drawn among what is about as good. */
#ifndef PAIRS_BOTS_SEARCH_H
#define PAIRS_BOTS_SEARCH_H

#include "bots/prospect.h"
#include "engine/knowledge.h"

#include <stdatomic.h>

struct search_limits {
    int iterations;                  /* 0: no limit */
    int milliseconds;                /* 0: no limit; one of the two must be set */
    size_t bytes;                    /* of memory for the tree; 0 for the usual 16 MiB */
    const struct prospect *prospect; /* by which gains are chances in the match; NULL: points */
    enum attitude attitude;          /* of the seat itself; the others are taken to be even */
    int enough; /* iterations after which it ends as soon as one decision is plainly the best; 0: it
                   goes on to the limit */
    bool wide;  /* half of the iterations try every decision at the root in turn: for who wants to
                   know what each is worth, not only the best */
    const atomic_bool *stop; /* once it is true, the search ends soon; NULL: nobody stops it */
};

/* What became of one decision at the root. */
struct search_choice {
    action a;
    int visits;
    double value; /* mean gain of the seat, by stakes_value, as it feels to it */
    double error; /* its standard error; no bound on it below two visits: INFINITY */
};

struct search_report {
    int iterations, choices;
    size_t situations; /* remembered */
    size_t bytes;      /* of memory used */
    bool starved;      /* memory has run out: the decision is just any */
    const struct game *game;
    int usual;     /* the choice of the rule of thumb, -1 if the game has none */
    double spread; /* how far apart gains usually are: their standard deviation */
    struct search_choice choice[ACTIONS_MAX];
};

/* The decision for what is known. The same random numbers and iterations give the same decision.
 * The report may be NULL. */
action search_choose(const struct knowledge *k, const struct search_limits *limits, struct rng *r,
                     struct search_report *report);

#endif
