/* What is told of a game after the fact. It takes a while: for a thread. */
#ifndef PAIRS_SERVER_REPORT_H
#define PAIRS_SERVER_REPORT_H

#include "engine/text.h"

#include <stdatomic.h>

enum { REPORT_LANGUAGES = 8 };

struct report {
    struct text figures;                   /* JSON */
    struct text picture[REPORT_LANGUAGES]; /* SVG, in each of `languages` */
};

/* Analyses the game of a record, with a bound on the work. False if memory or time runs out, the
 * record is wrong, or `stop` becomes true, as it does here when time runs out. */
bool report_make(const char *record, atomic_bool *stop, struct report *out);

void report_free(struct report *r);

#endif
