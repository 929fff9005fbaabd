/* Hints in threads, as bots think in think.c: a few at once, each for a second or two at most. */
#include "server/inside.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    HINTS_MOST = 4, /* at once: bots want the threads too */
    HINT_MILLISECONDS = 1000,
};

struct hinting {
    uv_work_t request;
    struct server *server;
    struct hinting *next;
    struct asked asked; /* without a visitor: nobody waits for it any more */
    uint64_t begun;
    atomic_bool stop;
};

static void find(uv_work_t *request)
{
    struct hinting *w = request->data;
    hint_find(w->asked.hint, &w->stop);
}

static void found(uv_work_t *request, int status)
{
    struct hinting *w = request->data, **at = &w->server->hints;
    (void)status; /* nobody cancels it */
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    if (w->asked.visitor)
        hall_advised(&w->asked);
    hint_free(w->asked.hint);
    free(w);
}

bool advise_begin(void *context, const struct asked *a)
{
    struct server *s = context;
    int count = 0;
    for (const struct hinting *w = s->hints; w; w = w->next)
        count++;
    struct hinting *w = count < HINTS_MOST ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return false;
    w->server = s;
    w->asked = *a;
    w->begun = uv_now(&s->loop);
    w->request.data = w;
    if (uv_queue_work(&s->loop, &w->request, find, found) != 0) {
        free(w);
        return false;
    }
    w->next = s->hints;
    s->hints = w;
    return true;
}

void advise_forget(void *context, const struct visitor *v)
{
    struct server *s = context;
    for (struct hinting *w = s->hints; w; w = w->next)
        if (w->asked.visitor == v) {
            w->asked.visitor = NULL;
            atomic_store(&w->stop, true);
        }
}

void advise_sweep(struct server *s)
{
    for (struct hinting *w = s->hints; w; w = w->next)
        if (uv_now(&s->loop) - w->begun >= HINT_MILLISECONDS)
            atomic_store(&w->stop, true);
}
