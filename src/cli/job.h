/* Work in the background, one piece at a time: whoever listens to people waits for a descriptor
 * beside the keyboard, and never for the work. */
#ifndef PAIRS_CLI_JOB_H
#define PAIRS_CLI_JOB_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct job {
    int fd;           /* an eventfd that can be read once the work is done */
    atomic_bool stop; /* the work is to come to an end: it looks at this now and then */
    atomic_bool ready;
    bool threaded; /* there is a thread to join */
    pthread_t thread;
    void (*run)(void *context);
    void *context;
};

/* Nothing is to be done yet. False if too many files are open; job_close then does nothing. */
bool job_open(struct job *j);

/* Begins; the one before has been ended. If there can be no thread, the work is done at once. */
void job_begin(struct job *j, void run(void *), void *context);

/* The work is done without a thread. */
void job_done(struct job *j);

/* Whether it is done. */
bool job_ready(const struct job *j);

/* Waits for it, however long it takes. */
void job_wait(struct job *j);

/* Stops it, waits for that, and is as after job_open. */
void job_end(struct job *j);

/* The same, and closes. */
void job_close(struct job *j);

#endif
