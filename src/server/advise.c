/* Hints in threads (crew.h): a few at once, each for a second or so at most. */
#include "server/inside.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    HINTS_MOST = 32, /* that wait, */
    HINTS_EACH = 2,  /* and of one address */
    HINT_MILLISECONDS = 1000,
};

struct hinting {
    struct job job;
    struct server *server;
    struct hinting *next;
    struct asked asked; /* without a visitor: nobody waits for it any more */
};

static struct hinting *hinting_of(struct job *j)
{
    return (struct hinting *)((char *)j - offsetof(struct hinting, job));
}

static void find(struct job *j)
{
    hint_find(hinting_of(j)->asked.hint, &j->stop);
}

static void found(struct job *j)
{
    struct hinting *w = hinting_of(j), **at = &w->server->hints;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    if (w->asked.visitor && j->over)
        hall_advised(&w->asked);
    hint_free(w->asked.hint);
    free(w);
}

bool advise_begin(void *context, const struct asked *a)
{
    struct server *s = context;
    const struct session *x = hall_socket(a->visitor);
    uint64_t payer[PAYERS];
    gate_payers_of_session(x, payer);
    bool room = crew_count(s->crew, TRADE_HINT, 0) < HINTS_MOST &&
                (gate_is_free(s, x) || crew_count(s->crew, TRADE_HINT, payer[1]) < HINTS_EACH);
    struct hinting *w = room ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return false;
    *w = (struct hinting){.job = {.work = find, .done = found, .trade = TRADE_HINT},
                          .server = s,
                          .next = s->hints,
                          .asked = *a};
    s->hints = w;
    crew_add(s->crew, &w->job, payer);
    return true;
}

void advise_forget(void *context, const struct visitor *v)
{
    struct server *s = context;
    for (struct hinting *w = s->hints; w; w = w->next)
        if (w->asked.visitor == v) {
            w->asked.visitor = NULL;
            atomic_store(&w->job.stop, true);
        }
}

void advise_sweep(struct server *s)
{
    for (struct hinting *w = s->hints; w; w = w->next)
        if (w->job.begun && uv_now(&s->loop) - w->job.begun >= HINT_MILLISECONDS)
            atomic_store(&w->job.stop, true);
}
