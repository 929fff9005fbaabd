/* Two people at each of many tables of Pairs, who decide as soon as they may, and how long they
 * wait for answers. */
#ifndef PAIRS_BENCH_SERVER_MOVES_H
#define PAIRS_BENCH_SERVER_MOVES_H

#include "bench/server/load.h"

enum { TABLES_MOST = 4000 };

struct moves {
    struct load *load;
    int tables, people; /* `people` tells those of one run from others' */
    bool measuring;
    bool paced; /* decisions wait in `choice` until it is their time */
    char choice[2 * TABLES_MOST][32];
    uint64_t moves;
    uint32_t *sample;
    size_t samples;
    struct client *client[2 * TABLES_MOST];
    uint64_t sent[2 * TABLES_MOST], number[2 * TABLES_MOST];
    char id[TABLES_MOST][16];
};

/* Where the two of a table come to a server: ports. */
struct doors {
    int ann, bob;
};

/* Brings people to their tables, which take turns at `count` doors; they sit down while the load is
 * served. A bare server only sends back what comes. */
void moves_init(struct moves *m, bool bare, const struct doors *at, int count);
void moves_clear(struct moves *m);

/* Sends the decision that waits. */
void moves_decide(struct moves *m, int client);

/* Milliseconds that a share of the answers took at most. */
double moves_within(struct moves *m, double share);

#endif
