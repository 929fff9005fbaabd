#include "lab/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Threads beside the caller's, thread i for the part i + 1. */
struct pool {
    pthread_t thread[POOL_THREADS];
    int threads; /* that are there */
    pthread_mutex_t lock;
    pthread_cond_t called, finished;
    pool_work *work; /* NULL: go home */
    void *context;
    int items;
    atomic_uint round; /* so often have they been called */
    atomic_int busy;
};

static void do_part(const struct pool *p, int part)
{
    int64_t items = p->items, parts = p->threads + 1;
    p->work(p->context, part, (int)(items * part / parts), (int)(items * (part + 1) / parts));
}

/* Steps are short, and to sleep and be woken takes longer: so many times one looks before that, and
 * leaves the core to others in between. */
enum { LOOKS = 200 };

static void wait_for_call(struct pool *p, unsigned seen)
{
    for (int i = 0; i < LOOKS && atomic_load(&p->round) == seen; i++)
        sched_yield();
    if (atomic_load(&p->round) != seen)
        return;
    pthread_mutex_lock(&p->lock);
    while (atomic_load(&p->round) == seen)
        pthread_cond_wait(&p->called, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void wait_for_all(struct pool *p)
{
    for (int i = 0; i < LOOKS && atomic_load(&p->busy); i++)
        sched_yield();
    if (!atomic_load(&p->busy))
        return;
    pthread_mutex_lock(&p->lock);
    while (atomic_load(&p->busy))
        pthread_cond_wait(&p->finished, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

/* Which part is the own one. */
static int find_part(struct pool *p)
{
    int part = 1;
    pthread_mutex_lock(&p->lock);
    while (!pthread_equal(p->thread[part - 1], pthread_self()))
        part++;
    pthread_mutex_unlock(&p->lock);
    return part;
}

static void *run_thread(void *context)
{
    struct pool *p = context;
    int part = find_part(p);
    for (unsigned round = 0;; round++) {
        wait_for_call(p, round);
        if (!p->work)
            return NULL;
        do_part(p, part);
        if (atomic_fetch_sub(&p->busy, 1) > 1)
            continue;
        pthread_mutex_lock(&p->lock); /* or the caller might just be falling asleep */
        pthread_cond_signal(&p->finished);
        pthread_mutex_unlock(&p->lock);
    }
}

static void call(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    atomic_store(&p->busy, p->threads);
    atomic_fetch_add(&p->round, 1);
    pthread_cond_broadcast(&p->called);
    pthread_mutex_unlock(&p->lock);
}

void pool_do(struct pool *p, pool_work *work, void *context, int items)
{
    p->work = work;
    p->context = context;
    p->items = items;
    if (p->threads)
        call(p);
    do_part(p, 0);
    if (p->threads)
        wait_for_all(p);
}

static bool hire(struct pool *p, int threads)
{
    bool fine = true;
    pthread_mutex_lock(&p->lock); /* nobody looks for its part before its number is there */
    while (fine && p->threads < threads) {
        fine = pthread_create(&p->thread[p->threads], NULL, run_thread, p) == 0;
        p->threads += fine;
    }
    pthread_mutex_unlock(&p->lock);
    return fine;
}

struct pool *pool_new(int threads, struct error *e)
{
    struct pool *p = calloc(1, sizeof *p);
    if (!p) {
        error_no_memory(e);
        return NULL;
    }
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->called, NULL);
    pthread_cond_init(&p->finished, NULL);
    if (hire(p, threads - 1))
        return p;
    error_no_memory(e);
    pool_free(p);
    return NULL;
}

void pool_free(struct pool *p)
{
    if (!p)
        return;
    p->work = NULL;
    call(p);
    for (int i = 0; i < p->threads; i++)
        pthread_join(p->thread[i], NULL);
    pthread_cond_destroy(&p->called);
    pthread_cond_destroy(&p->finished);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
