/* Threads that think for tables, and who is served next: bots, hints and games that are looked back
 * on. Whoever has had the least work done lately comes first: by the widest network, then the
 * address, then the person, then the table, so that nobody waits because somebody else wants much.
 *
 * A bot is waited for by everybody at its table. So what has waited too long is `late`: it is
 * handed out before all others, to a thread of its own as well, and is to be done in no time, by
 * somebody quicker. All functions are the loop's, but for `work`. */
#ifndef PAIRS_SERVER_CREW_H
#define PAIRS_SERVER_CREW_H

#include "server/budget.h"

#include <stdatomic.h>
#include <uv.h>

enum { PAYERS = 4 }; /* network, address, person, table */

enum trade { TRADE_BOT, TRADE_HINT, TRADE_STUDY, TRADE_RECORD, TRADE_PRINT, TRADES };

struct job {
    void (*work)(struct job *j); /* in a thread */
    void (*done)(struct job *j); /* in the loop, when it is over; the job is not used after it */
    enum trade trade;
    bool brief;       /* takes no time: as if it were late from the beginning */
    atomic_bool late; /* it is to be done at once */
    atomic_bool stop; /* nobody wants it any more, or it takes too long while others wait */
    /* The crew's own. */
    uint64_t payer[PAYERS];
    struct purse *purse[PAYERS];
    struct job *next;
    uint64_t asked, begun; /* when, in milliseconds; 0: it waits */
    double cost;           /* milliseconds that it took */
    bool over;             /* `work` has come back */
};

struct crew;

/* NULL if there can be no threads. */
struct crew *crew_new(uv_loop_t *loop);

/* Something is to be done, for these payers. */
void crew_add(struct crew *c, struct job *j, const uint64_t payer[PAYERS]);

/* How many jobs of a trade there are that wait or are worked on; of one payer, or of all (0). */
int crew_count(const struct crew *c, enum trade trade, uint64_t payer);

/* Nobody wants it any more. True: it had not begun, and is the caller's again. False: `work` is
 * over now, and `done` will be called. */
bool crew_drop(struct crew *c, struct job *j);

/* Ends all work; `done` is called for each job that is left. The handles go with the loop's next
 * turns; NULL is none. */
void crew_end(struct crew *c);

#endif
