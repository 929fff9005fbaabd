#include "cli/lookback.h"

#include "cli/job.h"

#include <stdlib.h>

struct lookback {
    struct job job;
    atomic_long done;
    struct table *table;
    bool fine;
    struct analysis analysis;
};

static void count(void *context, long done)
{
    struct lookback *l = context;
    atomic_store(&l->done, done);
}

static void work(void *context)
{
    struct lookback *l = context;
    struct analyse_limits limits = {.seed = ANALYSE_SEED,
                                    .iterations = ANALYSE_ITERATIONS,
                                    .progress = count,
                                    .context = l,
                                    .stop = &l->job.stop};
    l->fine = analyse(l->table, &limits, &l->analysis);
}

struct lookback *lookback_start(const struct table *t)
{
    struct lookback *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->table = table_before(t, t->steps);
    if (!job_open(&l->job) || !l->table) {
        lookback_free(l);
        return NULL;
    }
    job_begin(&l->job, work, l);
    return l;
}

void lookback_free(struct lookback *l)
{
    if (!l)
        return;
    job_close(&l->job);
    analysis_clear(&l->analysis);
    table_free(l->table);
    free(l);
}

bool lookback_ready(const struct lookback *l)
{
    return job_ready(&l->job);
}

int lookback_fd(const struct lookback *l)
{
    return l->job.fd;
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
