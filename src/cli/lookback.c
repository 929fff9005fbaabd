#include "ui/lookback.h"

#include "ui/thread.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Belongs to the thread and to whoever asked; the last one to let go frees it. */
struct lookback {
    atomic_int owners;
    atomic_bool ready, stop;
    atomic_long done;
    int fd;
    struct table *table;
    bool fine;
    struct analysis analysis;
};

static void let_go(struct lookback *l)
{
    if (atomic_fetch_sub(&l->owners, 1) > 1)
        return;
    analysis_clear(&l->analysis);
    table_free(l->table);
    if (l->fd >= 0)
        close(l->fd);
    free(l);
}

static void count(void *context, long done)
{
    struct lookback *l = context;
    atomic_store(&l->done, done);
}

static void *work(void *context)
{
    struct lookback *l = context;
    struct analyse_limits limits = {.seed = ANALYSE_SEED,
                                    .iterations = ANALYSE_ITERATIONS,
                                    .progress = count,
                                    .context = l,
                                    .stop = &l->stop};
    l->fine = analyse(l->table, &limits, &l->analysis);
    atomic_store(&l->ready, true);
    eventfd_write(l->fd, 1);
    let_go(l);
    return NULL;
}

struct lookback *lookback_start(const struct table *t)
{
    struct lookback *l = calloc(1, sizeof *l);
    pthread_t thread;
    if (!l)
        return NULL;
    l->table = table_before(t, t->steps);
    l->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    atomic_store(&l->owners, 2);
    if (l->table && l->fd >= 0 && thread_start(&thread, work, l)) {
        pthread_detach(thread);
        return l;
    }
    atomic_store(&l->owners, 1);
    let_go(l);
    return NULL;
}

void lookback_free(struct lookback *l)
{
    if (!l)
        return;
    atomic_store(&l->stop, true);
    let_go(l);
}

bool lookback_ready(const struct lookback *l)
{
    return atomic_load(&l->ready);
}

int lookback_fd(const struct lookback *l)
{
    return l->fd;
}

double lookback_progress(const struct lookback *l)
{
    return l->table->steps ? (double)atomic_load(&l->done) / (double)l->table->steps : 1;
}

const struct analysis *lookback_result(const struct lookback *l)
{
    return l->fine ? &l->analysis : NULL;
}

bool worst_decision(const struct analysis *a, int seat, size_t *at)
{
    double most = 0;
    for (size_t i = 0; i < a->moments; i++) {
        const struct moment *m = &a->moment[i];
        bool theirs = m->choices > 1 && (seat == EVERYTHING || m->step.who == seat);
        if (!theirs || m->loss.mean <= most)
            continue;
        most = m->loss.mean;
        *at = i;
    }
    return most > 0;
}
