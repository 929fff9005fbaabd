/* Bots in threads (crew.h). Who is late does not think: somebody quicker decides by the rule of
 * thumb, and the table is told. */
#include "server/inside.h"

#include <stddef.h>
#include <stdlib.h>

/* A bot at work. It lives until the crew has given it back; from when the live table forgets it
 * nobody waits for it. */
struct work {
    struct job job;
    struct server *server;
    struct work *next;
    struct room *room;
    int seat;
    uint64_t thought;
    struct bot *bot;
    const struct knowledge *knowledge;
    struct rng rng;
    action choice;
    bool hurried;   /* somebody quicker has decided */
    bool forgotten; /* the bot and what it knows may be gone */
    uint64_t since; /* in nanoseconds */
};

static struct work *work_of(struct job *j)
{
    return (struct work *)((char *)j - offsetof(struct work, job));
}

/* By the rule of thumb; any decision, as the bot makes when it is stopped, if memory runs out. */
static void decide_quickly(struct work *w)
{
    struct error e = {0};
    struct bot *quick = bot_new("hint", &e);
    w->choice = bot_choose(quick ? quick : w->bot, w->knowledge, &w->rng);
    w->hurried = true;
    bot_free(quick);
}

static void think(struct job *j)
{
    struct work *w = work_of(j);
    bool late = atomic_load(&j->late) && !j->brief;
    if (!late)
        w->choice = bot_choose(w->bot, w->knowledge, &w->rng);
    if (late || (atomic_load(&j->stop) && !j->brief))
        decide_quickly(w);
}

static void unlink_work(struct work *w)
{
    struct work **at = &w->server->work;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
}

static void thought(struct job *j)
{
    struct work *w = work_of(j);
    struct server *s = w->server;
    unlink_work(w);
    if (!w->forgotten)
        bot_set_stop(w->bot, NULL);
    if (!w->forgotten && j->over && !server_stands_still(s)) {
        measure(&s->measures.thoughts, w->since);
        hall_clock(s->hall, server_now(s));
        s->counts.hurried += w->hurried;
        if (w->hurried)
            hall_hurried(w->room, w->seat, w->thought);
        hall_thought(w->room, w->seat, w->thought, w->choice);
    }
    free(w);
}

void think_begin(void *context, struct room *r, int seat, uint64_t number, struct bot *b,
                 const struct knowledge *k, struct rng rng)
{
    struct server *s = context;
    uint64_t payer[PAYERS];
    struct work *w = b && k ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return;
    *w = (struct work){
        .job = {.work = think, .done = thought, .trade = TRADE_BOT, .brief = !bot_imagines(b)},
        .server = s,
        .next = s->work,
        .room = r,
        .seat = seat,
        .thought = number,
        .bot = b,
        .knowledge = k,
        .rng = rng,
        .since = uv_hrtime()};
    bot_set_stop(b, &w->job.stop);
    s->work = w;
    gate_payers_of_room(r, payer);
    crew_add(s->crew, &w->job, payer);
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
    bool waited = crew_drop(s->crew, &w->job);
    bot_set_stop(w->bot, NULL);
    if (waited) {
        unlink_work(w);
        free(w);
    }
}
