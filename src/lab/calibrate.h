/* Whether prospects (bots/prospect.h) are right: against the ends of whole matches. */
#ifndef PAIRS_LAB_CALIBRATE_H
#define PAIRS_LAB_CALIBRATE_H

#include "bots/prospect.h"

#include <stdatomic.h>

enum { CALIBRATE_BINS = 10 };

/* Seats at the ends of hands whose chance is about the same. */
struct calibrate_bin {
    long count;
    double expected, seen; /* the mean of their chances, and of what became of them */
    double error; /* half of the 95% interval of `seen`, over matches: the hands of one hang
                     together */
};

struct calibration {
    long matches;
    struct calibrate_bin bin[CALIBRATE_BINS]; /* by chance: from 0 to 10%, and so on */
};

/* Plays so many matches by the rule of thumb, which the prospect has not seen, or those up to the
 * stop (NULL: nobody stops it). Not for chips. */
struct calibration calibrate(const struct prospect *p, long matches, uint64_t seed,
                             const atomic_bool *stop);

#endif
