/* Threads beside the one that listens to people. */
#ifndef PAIRS_CLI_THREAD_H
#define PAIRS_CLI_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts one that never gets a signal: these are the main thread's. False if there can be none. */
bool thread_start(pthread_t *thread, void *run(void *), void *context);

#endif
