/* A crew of threads: numbered items of work are handed out upward, done in any order, and their
 * results taken in upward by one thread. So what comes out does not depend on how many there are.
 */
#ifndef PAIRS_LAB_CREW_H
#define PAIRS_LAB_CREW_H

#include "engine/error.h"
#include "engine/text.h"

#include <stdatomic.h>
#include <stddef.h>

enum { CREW_THREADS = 256 };

enum crew_end {
    CREW_DONE,
    CREW_LEFT,   /* undone, because somebody wanted the run to end */
    CREW_FAILED, /* there is a message, which ends the run */
};

/* What a crew does. The context is handed to all that is called. */
struct crew {
    void *context;
    long first, end;         /* the items: from the first one to before the end */
    int threads;             /* 1 to CREW_THREADS */
    size_t size;             /* bytes of a result */
    const atomic_bool *stop; /* becomes true when the run is to end early; may be NULL */

    /* What a thread works with, made and put away in that thread. NULL with a message if it cannot
     * be had, which ends the run. */
    void *(*equip)(void *context, struct error *e);
    void (*put_away)(void *tools);

    /* Does an item, in one of the threads. The result is zero, or one that has been taken in. */
    enum crew_end (*work)(void *tools, long item, void *result, struct error *e);

    /* Takes in the next result. False with a message ends the run. By the thread of crew_run, as
     * all that follows. */
    bool (*take)(void *context, long item, const void *result, struct error *e);

    /* After each that was taken in: whether no more is needed, which ends the run. May be NULL. */
    bool (*enough)(void *context);

    /* Now and then, at least ten times a second; false with a message ends the run. May be NULL. */
    bool (*look)(void *context, struct error *e);

    /* The result of the item whose failure ended the run, for what it tells. May be NULL. */
    void (*failed)(void *context, void *result);

    /* Frees what a result holds. May be NULL. */
    void (*clear)(void *result);

    /* Where several processes work together (lab/ranks.h): adds a result as bytes, and reads it
     * from them, false if memory runs out. NULL otherwise. */
    void (*pack)(const void *result, struct text *out);
    bool (*unpack)(const char *bytes, size_t size, void *result);
};

/* As many threads as there are cores. */
int crew_usual(void);

/* Does all items, or those up to the stop: what is finished before the first that is not is taken
 * in. False with a message if it had to end. */
bool crew_run(const struct crew *c, struct error *e);

#endif
