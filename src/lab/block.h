/* What one thread does in a simulation: it plays blocks of games. A block depends on nothing but
 * the job and its number. */
#ifndef PAIRS_LAB_BLOCK_H
#define PAIRS_LAB_BLOCK_H

#include "engine/text.h"
#include "lab/sim.h"

enum { BLOCK_GAMES = 64 }; /* no block has more */

struct worker;

/* Bots and room for the games of one thread, which are `recorded` or not; free it with worker_free.
 * Once `stop`, which may be NULL, is true, a block is left in the middle of a game. NULL with a
 * message if memory runs out or a bot cannot play. */
struct worker *worker_new(const struct sim_job *job, const atomic_bool *stop, bool recorded,
                          struct error *e);

void worker_free(struct worker *w);

enum block_end {
    BLOCK_DONE,
    BLOCK_STOPPED, /* somebody wanted it to end */
    BLOCK_ENDLESS, /* a game takes more than STEPS_MAX steps; there is a message */
    BLOCK_FAILED,  /* for another reason; there is a message */
};

/* Plays a block and fills in its result, and its games, as many as the result counts, unless that
 * is NULL; adds the records of its games if they are wanted. Of an endless game, `records` gets the
 * record so far and nothing else, in any case. */
enum block_end worker_play(struct worker *w, long block, struct sim_result *result,
                           struct sim_game games[], struct text *records, struct error *e);

/* Which point a block belongs to. */
int block_point(const struct sim_job *job, long block);

/* Adds the figures of a block to those of its point. */
void result_join(struct sim_result *result, const struct sim_result *more);

/* Whether so many games can have such figures, as far as they are known of each other: what comes
 * from a file is asked this. The spreads hold as many numbers as there are games. */
bool result_possible(const struct sim_result *result, int players);

#endif
