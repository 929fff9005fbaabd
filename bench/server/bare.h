/* A server that only writes down and sends back; see bare.c. */
#ifndef PAIRS_BENCH_SERVER_BARE_H
#define PAIRS_BENCH_SERVER_BARE_H

/* Runs until it is killed. */
void bare_run(const char *path, int port, void (*listening)(void *context, int port),
              void *context);

#endif
