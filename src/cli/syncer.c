#include "cli/syncer.h"

#include "cli/thread.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { PAUSE = 1 }; /* seconds between two syncs */

struct syncer {
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t changed;
    pthread_t thread;
    bool threaded, asked, busy, stop;
    int fd, failure;
};

struct syncer *syncer_new(void)
{
    struct syncer *s = calloc(1, sizeof *s);
    pthread_condattr_t monotonic;
    if (!s)
        return NULL;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

/* With the lock; without it while the disk is at work. */
static void sync_now(struct syncer *s)
{
    int fd = s->fd;
    s->asked = false;
    s->busy = true;
    pthread_mutex_unlock(&s->lock);
    int failure = fdatasync(fd) == 0 ? 0 : errno;
    pthread_mutex_lock(&s->lock);
    s->busy = false;
    if (failure)
        s->failure = failure;
    pthread_cond_broadcast(&s->changed);
}

/* With the lock: a while in which more may be written. */
static void rest(struct syncer *s)
{
    struct timespec end;
    int over = 0;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += PAUSE;
    while (!s->stop && !over)
        over = pthread_cond_timedwait(&s->changed, &s->lock, &end);
}

static void *work(void *context)
{
    struct syncer *s = context;
    pthread_mutex_lock(&s->lock);
    while (s->asked || !s->stop) {
        if (s->asked) {
            sync_now(s);
            rest(s);
        } else {
            pthread_cond_wait(&s->changed, &s->lock);
        }
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

void syncer_ask(struct syncer *s, int fd)
{
    pthread_mutex_lock(&s->lock);
    s->fd = fd;
    s->asked = true;
    s->threaded = s->threaded || thread_start(&s->thread, work, s);
    if (!s->threaded) /* none to be had: at once */
        sync_now(s);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void syncer_drop(struct syncer *s)
{
    pthread_mutex_lock(&s->lock);
    s->asked = false;
    while (s->busy)
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

int syncer_failure(struct syncer *s)
{
    pthread_mutex_lock(&s->lock);
    int failure = s->failure;
    s->failure = 0;
    pthread_mutex_unlock(&s->lock);
    return failure;
}

void syncer_free(struct syncer *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    if (s->threaded)
        pthread_join(s->thread, NULL);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
