#include "cli/advice.h"

#include "cli/job.h"
#include "cli/lang.h"
#include "lab/hint.h"

#include <stdlib.h>

struct advice {
    struct job job;
    struct hint *hint;
};

static void think(void *context)
{
    struct advice *a = context;
    hint_find(a->hint, &a->job.stop);
}

struct advice *advice_start(const struct table *t, int seat)
{
    return advice_quick(t, seat, HINT_ROLLOUTS);
}

struct advice *advice_quick(const struct table *t, int seat, int rollouts)
{
    struct advice *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->hint = hint_new(t, seat, rollouts);
    if (!job_open(&a->job) || !a->hint) {
        advice_free(a);
        return NULL;
    }
    job_begin(&a->job, think, a);
    return a;
}

void advice_free(struct advice *a)
{
    if (!a)
        return;
    job_close(&a->job);
    hint_free(a->hint);
    free(a);
}

bool advice_ready(const struct advice *a)
{
    return job_ready(&a->job);
}

int advice_fd(const struct advice *a)
{
    return a->job.fd;
}

void advice_text(const struct advice *a, struct text *out)
{
    hint_text(a->hint, lang(), out);
}

void advice_figures(const struct advice *a, struct text *out)
{
    hint_figures(a->hint, lang(), out);
}

void advice_sentences(const struct advice *a, struct text *out)
{
    hint_sentences(a->hint, lang(), out);
}
