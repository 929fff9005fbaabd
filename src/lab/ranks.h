/* Several processes, on one machine or on many, that do the work of one crew: of n of them each
 * does every n-th item, and the first takes in all results, upward. So what comes out does not
 * depend on how many there are. All of them call the same functions; how bytes go from one to
 * another is told by whoever knows. */
#ifndef PAIRS_LAB_RANKS_H
#define PAIRS_LAB_RANKS_H

#include "lab/crew.h"

enum { RANKS_MAX = 4096 };

/* Messages between two of them arrive whole and in order; each is of a kind, a small number. */
struct ranks {
    int rank, ranks; /* which one this is, from 0, and how many there are */
    /* Returns when the bytes are not needed any more. */
    void (*send)(int to, int kind, const void *bytes, size_t size);
    /* Whether a message from there has come, and what it is. */
    bool (*waits)(int from, int *kind, size_t *size);
    /* The message that has come, whose size is known; NULL throws it away. */
    void (*receive)(int from, void *bytes, size_t size);
};

/* The same bytes in all of them: those of the first. */
void ranks_share(const struct ranks *r, void *bytes, size_t size);

/* As crew_run, by all of them; the crew must pack and unpack its results. A stop in any of them
 * ends the run. False in all of them if it had to end: the first has the message of whoever failed,
 * the others have none that is worth telling. */
bool ranks_run(const struct ranks *r, const struct crew *c, struct error *e);

#endif
