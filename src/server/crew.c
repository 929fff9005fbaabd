#include "server/crew.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum {
    WORKERS_LEAST = 2, /* and one for each further processor, */
    WORKERS_MOST = 64,
    PATIENCE = 500,      /* milliseconds until a bot is late, */
    PATIENCE_MOST = 900, /* and until one that thinks is stopped while others wait */
    LOOK = 50,           /* milliseconds between two looks at the clock */
    SWEEP = 5000,        /* and between two at who need not be remembered */
    BACKGROUND = 5,      /* how much nicer than the loop, for which everybody waits, threads are */
    FIRST_COST = 20,     /* milliseconds that a job is taken to cost until it is known */
};

/* How many of a trade are worked on at once. */
static const int at_once[TRADES] = {[TRADE_BOT] = WORKERS_MOST,
                                    [TRADE_HINT] = 2,
                                    [TRADE_STUDY] = 1,
                                    [TRADE_RECORD] = 1,
                                    [TRADE_PRINT] = 1};

/* A thread and what it is doing. */
struct worker {
    struct crew *crew;
    uv_thread_t thread;
    uv_cond_t wake;
    struct job *job; /* NULL: it waits for one */
    bool express;    /* only for what takes no time */
};

struct crew {
    uv_async_t finished;
    uv_timer_t clock;
    uv_mutex_t mutex; /* of all below that threads touch: jobs that are handed out and are over */
    uv_cond_t over;
    struct worker worker[WORKERS_MOST + 1];
    int workers, handles;
    bool ends;
    struct job *waiting, **last; /* in the order in which they came */
    struct job *working;
    struct purses purses;
    uint64_t swept;
};

/* --- Threads ---------------------------------------------------------------------------------- */

static double spent(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec / 1000000;
}

static void run(void *argument)
{
    struct worker *w = argument;
    struct crew *c = w->crew;
    setpriority(PRIO_PROCESS, 0, BACKGROUND); /* of this thread alone */
    uv_mutex_lock(&c->mutex);
    while (!c->ends) {
        struct job *j = w->job;
        if (!j) {
            uv_cond_wait(&w->wake, &c->mutex);
            continue;
        }
        uv_mutex_unlock(&c->mutex);
        double before = spent();
        j->work(j);
        uv_mutex_lock(&c->mutex);
        j->cost = spent() - before;
        j->over = true;
        w->job = NULL;
        uv_cond_broadcast(&c->over);
        uv_async_send(&c->finished);
    }
    uv_mutex_unlock(&c->mutex);
}

/* --- Who is next ------------------------------------------------------------------------------ */

static void find_purses(struct crew *c, struct job *j, uint64_t now)
{
    for (int i = 0; i < PAYERS; i++)
        j->purse[i] = purse_of(&c->purses, j->payer[i], now);
}

/* Whether one comes before another that has waited longer. */
static bool is_before(const struct job *a, const struct job *b, uint64_t now)
{
    bool late_a = atomic_load(&a->late), late_b = atomic_load(&b->late);
    if (late_a || late_b)
        return late_a && !late_b;
    for (int i = 0; i < PAYERS; i++) {
        double one = a->purse[i] ? purse_worked(a->purse[i], now) : 0;
        double other = b->purse[i] ? purse_worked(b->purse[i], now) : 0;
        if (one < other || other < one)
            return one < other;
    }
    return false;
}

static void charge(struct job *j, double milliseconds, uint64_t now)
{
    for (int i = 0; i < PAYERS; i++)
        if (j->purse[i])
            purse_work(j->purse[i], milliseconds, now);
}

/* The job that a worker is to have, taken off the list; NULL if there is none. */
static struct job *next_job(struct crew *c, bool express, uint64_t now)
{
    struct job **best = NULL;
    int busy[TRADES] = {0};
    for (const struct job *j = c->working; j; j = j->next)
        busy[j->trade]++;
    for (struct job **at = &c->waiting; *at; at = &(*at)->next)
        if ((!express || atomic_load(&(*at)->late)) && busy[(*at)->trade] < at_once[(*at)->trade] &&
            (!best || is_before(*at, *best, now)))
            best = at;
    if (!best)
        return NULL;
    struct job *j = *best;
    *best = j->next;
    if (c->last == &j->next)
        c->last = best;
    return j;
}

/* Every worker that waits gets something. The mutex is held. */
static void hand_out(struct crew *c)
{
    uint64_t now = uv_now(c->clock.loop);
    for (int i = 0; i < c->workers && c->waiting; i++) {
        struct worker *w = &c->worker[i];
        struct job *j = w->job ? NULL : next_job(c, w->express, now);
        if (!j)
            continue;
        j->begun = now;
        j->next = c->working;
        c->working = j;
        charge(j, FIRST_COST, now);
        w->job = j;
        uv_cond_signal(&w->wake);
    }
}

/* --- The loop --------------------------------------------------------------------------------- */

/* One that is over, taken off the list; NULL if none is. The mutex is held. */
static struct job *take_over(struct crew *c)
{
    struct job **at = &c->working;
    while (*at && !(*at)->over)
        at = &(*at)->next;
    struct job *j = *at;
    if (j)
        *at = j->next;
    return j;
}

static void on_finished(uv_async_t *handle)
{
    struct crew *c = handle->data;
    uv_mutex_lock(&c->mutex);
    for (struct job *j = take_over(c); j; j = take_over(c)) {
        uint64_t now = uv_now(handle->loop);
        charge(j, j->cost - purse_faded(FIRST_COST, j->begun, now), now);
        uv_mutex_unlock(&c->mutex);
        j->done(j);
        uv_mutex_lock(&c->mutex);
    }
    hand_out(c);
    uv_mutex_unlock(&c->mutex);
}

/* Those that are as new are forgotten, and jobs look for the others again. */
static void sweep(struct crew *c, uint64_t now)
{
    if (now - c->swept < SWEEP)
        return;
    c->swept = now;
    purses_sweep(&c->purses, now);
    for (struct job *j = c->waiting; j; j = j->next)
        find_purses(c, j, now);
    for (struct job *j = c->working; j; j = j->next)
        find_purses(c, j, now);
}

static void on_clock(uv_timer_t *handle)
{
    struct crew *c = handle->data;
    uint64_t now = uv_now(handle->loop);
    uv_mutex_lock(&c->mutex);
    sweep(c, now);
    for (struct job *j = c->waiting; j; j = j->next)
        if (j->trade == TRADE_BOT && now - j->asked >= PATIENCE)
            atomic_store(&j->late, true);
    for (struct job *j = c->working; j && c->waiting; j = j->next)
        if (j->trade == TRADE_BOT && now - j->asked >= PATIENCE_MOST)
            atomic_store(&j->stop, true);
    hand_out(c);
    if (!c->waiting && !c->working)
        uv_timer_stop(&c->clock);
    uv_mutex_unlock(&c->mutex);
}

void crew_add(struct crew *c, struct job *j, const uint64_t payer[PAYERS])
{
    uint64_t now = uv_now(c->clock.loop);
    for (int i = 0; i < PAYERS; i++)
        j->payer[i] = payer[i];
    find_purses(c, j, now);
    j->asked = now;
    j->begun = 0;
    j->over = false;
    j->next = NULL;
    atomic_store(&j->late, j->brief);
    uv_mutex_lock(&c->mutex);
    *c->last = j;
    c->last = &j->next;
    hand_out(c);
    uv_mutex_unlock(&c->mutex);
    if (!uv_is_active((uv_handle_t *)&c->clock))
        uv_timer_start(&c->clock, on_clock, LOOK, LOOK);
}

static int count(const struct job *j, enum trade trade, uint64_t payer)
{
    int all = 0;
    for (; j; j = j->next) {
        bool pays = !payer;
        for (int i = 0; i < PAYERS; i++)
            pays = pays || j->payer[i] == payer;
        all += j->trade == trade && pays;
    }
    return all;
}

int crew_count(const struct crew *c, enum trade trade, uint64_t payer)
{
    return count(c->waiting, trade, payer) + count(c->working, trade, payer);
}

bool crew_drop(struct crew *c, struct job *j)
{
    uv_mutex_lock(&c->mutex);
    bool waits = !j->begun && !j->over;
    if (waits) {
        struct job **at = &c->waiting;
        while (*at != j)
            at = &(*at)->next;
        *at = j->next;
        if (c->last == &j->next)
            c->last = at;
    }
    atomic_store(&j->stop, true);
    while (!waits && !j->over)
        uv_cond_wait(&c->over, &c->mutex);
    uv_mutex_unlock(&c->mutex);
    return waits;
}

/* --- Beginning and end ------------------------------------------------------------------------ */

/* As many as there are processors, and one for what takes no time. */
static bool hire(struct crew *c)
{
    int wanted = (int)uv_available_parallelism();
    wanted = wanted < WORKERS_LEAST ? WORKERS_LEAST : wanted > WORKERS_MOST ? WORKERS_MOST : wanted;
    for (; c->workers <= wanted; c->workers++) {
        struct worker *w = &c->worker[c->workers];
        *w = (struct worker){.crew = c, .express = c->workers == wanted};
        if (uv_cond_init(&w->wake) != 0)
            return false;
        if (uv_thread_create(&w->thread, run, w) != 0) {
            uv_cond_destroy(&w->wake);
            return false;
        }
    }
    return true;
}

static void on_closed(uv_handle_t *handle)
{
    struct crew *c = handle->data;
    if (--c->handles)
        return;
    uv_mutex_destroy(&c->mutex);
    uv_cond_destroy(&c->over);
    purses_clear(&c->purses);
    free(c);
}

struct crew *crew_new(uv_loop_t *loop)
{
    struct crew *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->last = &c->waiting;
    uv_mutex_init(&c->mutex);
    uv_cond_init(&c->over);
    uv_async_init(loop, &c->finished, on_finished);
    uv_timer_init(loop, &c->clock);
    c->finished.data = c->clock.data = c;
    c->handles = 2;
    if (hire(c))
        return c;
    crew_end(c);
    return NULL;
}

void crew_end(struct crew *c)
{
    if (!c)
        return;
    uv_mutex_lock(&c->mutex);
    c->ends = true;
    for (struct job *j = c->working; j; j = j->next)
        atomic_store(&j->stop, true);
    for (int i = 0; i < c->workers; i++)
        uv_cond_signal(&c->worker[i].wake);
    uv_mutex_unlock(&c->mutex);
    for (int i = 0; i < c->workers; i++) {
        uv_thread_join(&c->worker[i].thread);
        uv_cond_destroy(&c->worker[i].wake);
    }
    struct job *lists[] = {c->working, c->waiting};
    c->working = c->waiting = NULL;
    for (int i = 0; i < 2; i++)
        for (struct job *j = lists[i], *next; j; j = next) {
            next = j->next;
            j->done(j);
        }
    uv_close((uv_handle_t *)&c->finished, on_closed);
    uv_close((uv_handle_t *)&c->clock, on_closed);
}
