#include "lab/crew.h"

#include "engine/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    AHEAD = 32, /* so many results for each thread wait for those before them */
    SECOND = 1000000000,
    LOOK = SECOND / 20, /* in nanoseconds */
};

static const long nobody = -1;

/* What the threads share. */
struct run {
    const struct crew *crew;
    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t finished, taken;
    long next, done; /* the items to be handed out, and taken in */
    int working;     /* threads */
    long slots;
    unsigned char *result; /* item i has the slot i % slots */
    bool *full;            /* finished, and waits for those before it */
    bool over;             /* something went wrong */
    bool enough;           /* nothing more is needed */
    long culprit;          /* the item that did, or nobody */
    struct error why;
    const struct language *language; /* of all messages */
};

static void *result_of(const struct run *run, long item)
{
    return run->result + (size_t)(item % run->slots) * run->crew->size;
}

static bool stopped(const struct run *run)
{
    return run->over || run->enough || (run->crew->stop && atomic_load(run->crew->stop));
}

/* The first reason is the one that is told. */
static void give_up(struct run *run, long culprit, const struct error *e)
{
    if (!run->over) {
        run->why = *e;
        run->culprit = culprit;
    }
    run->over = true;
    pthread_cond_broadcast(&run->finished);
    pthread_cond_broadcast(&run->taken);
}

/* --- The threads that work -------------------------------------------------------------------- */

/* The next item, once there is room for its result; nobody if there is none. */
static long next_item(struct run *run)
{
    while (!stopped(run) && run->next < run->crew->end && run->next - run->done == run->slots)
        pthread_cond_wait(&run->taken, &run->lock);
    return stopped(run) || run->next == run->crew->end ? nobody : run->next++;
}

static void *work(void *context)
{
    struct run *run = context;
    const struct crew *crew = run->crew;
    struct error e = {.language = run->language};
    void *tools = crew->equip(crew->context, &e);
    pthread_mutex_lock(&run->lock);
    if (!tools)
        give_up(run, nobody, &e);
    for (long item; (item = next_item(run)) != nobody;) {
        pthread_mutex_unlock(&run->lock); /* the slot is this thread's until it is full */
        enum crew_end end = crew->work(tools, item, result_of(run, item), &e);
        pthread_mutex_lock(&run->lock);
        if (end == CREW_FAILED)
            give_up(run, item, &e);
        run->full[item % run->slots] = end == CREW_DONE;
        if (item == run->done)
            pthread_cond_signal(&run->finished);
    }
    run->working--;
    pthread_cond_signal(&run->finished);
    pthread_mutex_unlock(&run->lock);
    if (tools)
        crew->put_away(tools);
    return NULL;
}

/* --- The thread that takes in ----------------------------------------------------------------- */

/* When there has been a pause, for those who wait for a condition. */
static struct timespec pause_end(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += LOOK;
    t.tv_sec += t.tv_nsec / SECOND;
    t.tv_nsec %= SECOND;
    return t;
}

/* Takes in the next result, if it is there, and looks, if it is time; the lock is not held, for a
 * slot that is full is nobody else's. */
static bool take(const struct run *run, bool full, double *look_at, struct error *e)
{
    const struct crew *crew = run->crew;
    if (full && !crew->take(crew->context, run->done, result_of(run, run->done), e))
        return false;
    if (!crew->look || clock_seconds() < *look_at)
        return true;
    *look_at = clock_seconds() + 1e-9 * LOOK;
    return crew->look(crew->context, e);
}

/* Until all is taken in, or all that was finished before the run was stopped. */
static void take_all(struct run *run)
{
    double look_at = clock_seconds() + 1e-9 * LOOK;
    struct error e = {.language = run->language};
    pthread_mutex_lock(&run->lock);
    while (!run->over && !run->enough && run->done < run->crew->end) {
        bool *full = &run->full[run->done % run->slots], taken = *full;
        if (!taken && !run->working)
            break;
        if (!taken) {
            struct timespec until = pause_end();
            pthread_cond_timedwait(&run->finished, &run->lock, &until);
        }
        if (stopped(run)) /* some may wait for a result that will not come */
            pthread_cond_broadcast(&run->taken);
        pthread_mutex_unlock(&run->lock);
        bool fine = take(run, taken, &look_at, &e);
        pthread_mutex_lock(&run->lock);
        if (!fine) {
            give_up(run, nobody, &e);
        } else if (taken) {
            *full = false;
            run->done++;
            run->enough = run->crew->enough && run->crew->enough(run->crew->context);
            pthread_cond_signal(&run->taken);
        }
    }
    pthread_cond_broadcast(&run->taken);
    pthread_mutex_unlock(&run->lock);
}

/* --- A run ------------------------------------------------------------------------------------ */

static void run_threads(struct run *run, int threads)
{
    pthread_t thread[CREW_THREADS];
    int started = 0;
    run->working = threads; /* before any of them ends */
    while (started < threads && pthread_create(&thread[started], NULL, work, run) == 0)
        started++;
    pthread_mutex_lock(&run->lock);
    run->working -= threads - started; /* fewer do the same, only later */
    struct error e = {.language = run->language};
    if (threads && !started) {
        error_set(&e, "no thread can be started; close other programs and try again");
        e.no_memory = true; /* of which a thread is made */
        give_up(run, nobody, &e);
    }
    pthread_mutex_unlock(&run->lock);
    take_all(run);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

int crew_usual(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > CREW_THREADS ? CREW_THREADS : (int)cores;
}

bool crew_run(const struct crew *c, struct error *e)
{
    long items = c->end - c->first;
    int threads = items < c->threads ? (int)items : c->threads;
    struct run run = {.crew = c,
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .finished = PTHREAD_COND_INITIALIZER,
                      .taken = PTHREAD_COND_INITIALIZER,
                      .next = c->first,
                      .done = c->first,
                      .slots = (long)(threads ? threads : 1) * AHEAD,
                      .culprit = nobody,
                      .language = e->language};
    run.result = calloc((size_t)run.slots, c->size);
    run.full = calloc((size_t)run.slots, sizeof *run.full);
    bool room = run.result && run.full;
    if (room)
        run_threads(&run, threads);
    if (run.culprit != nobody && c->failed)
        c->failed(c->context, result_of(&run, run.culprit));
    for (long i = 0; room && c->clear && i < run.slots; i++)
        c->clear(result_of(&run, i));
    free(run.result);
    free(run.full);
    if (!room)
        return error_no_memory(e);
    if (run.over)
        *e = run.why;
    return !run.over;
}
