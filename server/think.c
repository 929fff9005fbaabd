#include "server/inside.h"

#include <stdatomic.h>
#include <stdlib.h>

/* A bot at work in a thread of the pool. It lives until the pool has given it back; from when the
 * house forgets it nobody waits for it. */
struct work {
    uv_work_t request;
    struct server *server;
    struct work *next;
    struct room *room;
    int seat;
    uint64_t thought;
    struct bot *bot;
    const struct knowledge *knowledge;
    struct rng rng;
    action choice;
    atomic_bool stop;
    uv_mutex_t mutex;
    uv_cond_t ended;
    bool begun, over, forgotten;
    uint64_t since; /* in nanoseconds */
};

static void think(uv_work_t *request)
{
    struct work *w = request->data;
    w->choice = bot_choose(w->bot, w->knowledge, &w->rng);
    uv_mutex_lock(&w->mutex);
    w->over = true;
    uv_cond_signal(&w->ended);
    uv_mutex_unlock(&w->mutex);
}

static void thought(uv_work_t *request, int status)
{
    struct work *w = request->data;
    struct server *s = w->server;
    struct work **at = &s->work;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    if (!w->forgotten && status == 0) {
        measure(&s->measures.thoughts, w->since);
        hall_clock(s->hall, server_now(s));
        hall_thought(w->room, w->seat, w->thought, w->choice);
    }
    uv_mutex_destroy(&w->mutex);
    uv_cond_destroy(&w->ended);
    free(w);
}

void think_begin(void *context, struct room *r, int seat, uint64_t number, struct bot *b,
                 const struct knowledge *k, struct rng rng)
{
    struct server *s = context;
    struct work *w = b && k ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return;
    *w = (struct work){.server = s,
                       .next = s->work,
                       .room = r,
                       .seat = seat,
                       .thought = number,
                       .bot = b,
                       .knowledge = k,
                       .rng = rng,
                       .since = uv_hrtime()};
    w->request.data = w;
    uv_mutex_init(&w->mutex);
    uv_cond_init(&w->ended);
    bot_heed(b, &w->stop);
    s->work = w;
    uv_queue_work(&s->loop, &w->request, think, thought);
}

void think_forget(void *context, struct room *r, int seat)
{
    struct server *s = context;
    struct work *w = s->work;
    while (w && (w->room != r || w->seat != seat || w->forgotten))
        w = w->next;
    if (!w)
        return;
    w->forgotten = true;
    if (uv_cancel((uv_req_t *)&w->request) != 0) {
        atomic_store(&w->stop, true);
        uv_mutex_lock(&w->mutex);
        while (!w->over)
            uv_cond_wait(&w->ended, &w->mutex);
        uv_mutex_unlock(&w->mutex);
    }
    bot_heed(w->bot, NULL);
}

int think_count(const struct server *s)
{
    int count = 0;
    for (const struct work *w = s->work; w; w = w->next)
        count++;
    return count;
}
