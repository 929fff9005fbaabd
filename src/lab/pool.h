/* Threads that share steps of work too short to start one for each: they wait for the next step,
 * awake for a while. */
#ifndef PAIRS_LAB_POOL_H
#define PAIRS_LAB_POOL_H

#include "engine/error.h"

enum { POOL_THREADS = 256 };

struct pool;

/* Part `part` of the items, from one to before another. */
typedef void pool_work(void *context, int part, int from, int to);

/* So many threads, 1 to POOL_THREADS, of which the caller's is one. NULL with a message if they
 * cannot be had. */
struct pool *pool_new(int threads, struct error *e);
void pool_free(struct pool *p);

/* Has the work done: of so many items an equal part in each thread. */
void pool_do(struct pool *p, pool_work *work, void *context, int items);

#endif
