#include "lab/sim.h"

#include "bots/bot.h"
#include "lab/block.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOTS_A_THREAD = 16, LOOKS_A_SECOND = 20 };

/* A block that is finished and waits for those before it. */
struct slot {
    struct sim_result result;
    struct text records;
    bool full;
};

/* What the threads share. Blocks are handed out upward, and their results taken in upward. */
struct run {
    const struct sim_job *job;
    const struct sim_watch *watch;
    double begun;
    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t finished, taken;
    long next, done, end; /* the blocks to be handed out, taken in, and the last one + 1 */
    int playing;          /* threads */
    int slots;
    struct slot *slot; /* block i is in slot i % slots */
    bool failed;
    struct error why;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool stopped(const struct run *run)
{
    return run->failed || (run->watch->stop && atomic_load(run->watch->stop));
}

static void give_up(struct run *run, const struct error *e)
{
    if (!run->failed)
        run->why = *e;
    run->failed = true;
    pthread_cond_broadcast(&run->finished);
    pthread_cond_broadcast(&run->taken);
}

/* --- The threads that play ----------------------------------------------------------------------
 */

/* Plays a block into its slot, which is this thread's until it is full. */
static enum block_end fill_slot(struct run *run, struct worker *w, long block, struct error *e)
{
    struct slot *slot = &run->slot[block % run->slots];
    text_clear(&slot->records);
    return worker_play(w, block, &slot->result, run->watch->records, &slot->records, e);
}

/* The first game that does not end is the one that is told of. */
static void hand_in(struct run *run, long block, enum block_end end, const struct error *e)
{
    struct slot *slot = &run->slot[block % run->slots];
    if (end == BLOCK_ENDLESS && !run->failed && run->watch->endless) {
        text_free(run->watch->endless);
        *run->watch->endless = slot->records;
        slot->records = (struct text){0};
    }
    if (end == BLOCK_ENDLESS || end == BLOCK_FAILED)
        give_up(run, e);
    slot->full = end == BLOCK_DONE;
    if (block == run->done)
        pthread_cond_signal(&run->finished);
}

static void *play(void *context)
{
    struct run *run = context;
    struct error e = {0};
    struct worker *w = worker_new(run->job, run->watch->stop, &e);
    pthread_mutex_lock(&run->lock);
    if (!w)
        give_up(run, &e);
    for (;;) {
        while (!stopped(run) && run->next < run->end && run->next - run->done == run->slots)
            pthread_cond_wait(&run->taken, &run->lock);
        if (stopped(run) || run->next == run->end)
            break;
        long block = run->next++;
        pthread_mutex_unlock(&run->lock);
        enum block_end end = fill_slot(run, w, block, &e);
        pthread_mutex_lock(&run->lock);
        hand_in(run, block, end, &e);
    }
    run->playing--;
    pthread_cond_signal(&run->finished);
    pthread_mutex_unlock(&run->lock);
    worker_free(w);
    return NULL;
}

/* --- The thread that takes in -------------------------------------------------------------------
 */

/* Takes in the next block; the lock is not held, for the slot is full and so nobody else's. */
static bool take(struct run *run, struct sim_state *state, struct error *e)
{
    const struct slot *slot = &run->slot[run->done % run->slots];
    const struct sim_watch *watch = run->watch;
    if (watch->records && !watch->records(watch->context, &slot->records, e))
        return false;
    result_join(&state->result[block_point(run->job, run->done)], &slot->result);
    state->blocks = run->done + 1;
    return true;
}

static void wait_a_while(struct run *run)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1000000000 / LOOKS_A_SECOND;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&run->finished, &run->lock, &until);
}

/* Until all is taken in, or all that was finished before the run was stopped. */
static void take_all(struct run *run, struct sim_state *state)
{
    const struct sim_watch *watch = run->watch;
    double before = state->seconds, looked = run->begun;
    struct error e = {0};
    pthread_mutex_lock(&run->lock);
    while (!run->failed && run->done < run->end) {
        bool full = run->slot[run->done % run->slots].full, fine = true;
        if (!full && !run->playing)
            break;
        if (!full)
            wait_a_while(run);
        if (stopped(run)) /* some may wait for a block that will not come */
            pthread_cond_broadcast(&run->taken);
        pthread_mutex_unlock(&run->lock);
        if (full)
            fine = take(run, state, &e);
        double time = now();
        state->seconds = before + time - run->begun;
        if (fine && watch->look && time - looked > 1.0 / LOOKS_A_SECOND) {
            looked = time;
            fine = watch->look(watch->context, state, &e);
        }
        pthread_mutex_lock(&run->lock);
        if (!fine) {
            give_up(run, &e);
        } else if (full) {
            run->slot[run->done++ % run->slots].full = false;
            pthread_cond_signal(&run->taken);
        }
    }
    pthread_cond_broadcast(&run->taken);
    pthread_mutex_unlock(&run->lock);
}

/* --- A run ------------------------------------------------------------------------------------ */

static void run_threads(struct run *run, struct sim_state *state)
{
    pthread_t thread[SIM_THREADS];
    int threads = 0;
    run->playing = run->job->threads; /* before any of them ends */
    while (threads < run->job->threads && pthread_create(&thread[threads], NULL, play, run) == 0)
        threads++;
    pthread_mutex_lock(&run->lock);
    run->playing -= run->job->threads - threads; /* fewer do the same, only later */
    pthread_mutex_unlock(&run->lock);
    struct error e;
    if (threads == 0) {
        error_set(&e, "no thread can be started; close other programs and try again");
        give_up(run, &e);
    }
    take_all(run, state);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}

bool sim_run(const struct sim_job *job, const struct sim_watch *watch, struct sim_state *state,
             struct error *e)
{
    struct run run = {.job = job,
                      .watch = watch,
                      .begun = now(),
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .finished = PTHREAD_COND_INITIALIZER,
                      .taken = PTHREAD_COND_INITIALIZER,
                      .next = state->blocks,
                      .done = state->blocks,
                      .end = sim_blocks(job),
                      .slots = job->threads * SLOTS_A_THREAD};
    run.slot = calloc((size_t)run.slots, sizeof *run.slot);
    if (!run.slot)
        return error_no_memory(e);
    run_threads(&run, state);
    for (int i = 0; i < run.slots; i++)
        text_free(&run.slot[i].records);
    free(run.slot);
    if (run.failed)
        *e = run.why;
    return !run.failed;
}

bool sim_bots(struct sim_job *job, const char *list, struct error *e)
{
    int players = job->point->players, bots = 0;
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += at > list; /* the comma */
        if (bots == players)
            return error_set(e, "there are more bots than players; expected at most %d", players);
        size_t size = strcspn(at, ",");
        if (size >= SIM_BOT_ROOM)
            return error_set(e, "the bot '%.40s...' is too long; expected at most %d bytes", at,
                             SIM_BOT_ROOM - 1);
        snprintf(job->bot[bots], SIM_BOT_ROOM, "%.*s", (int)size, at);
        struct bot *b = bot_new(job->bot[bots++], e);
        if (!b)
            return false;
        bot_free(b);
    }
    for (int seat = bots; seat < players; seat++)
        memcpy(job->bot[seat], job->bot[seat - bots], SIM_BOT_ROOM);
    return true;
}

/* --- Statistics ------------------------------------------------------------------------------- */

struct estimate sim_score(const struct sim_result *r, int seat)
{
    return tally_estimate(&(struct tally){r->games, r->score[seat], r->score_squared[seat]});
}

struct estimate sim_edge(const struct sim_result *r, int seat, int players)
{
    struct tally times = {.count = r->games, .squares = r->edge_squared[seat]}; /* players x edge */
    times.sum = players * r->score[seat];
    for (int i = 0; i < players; i++)
        times.sum -= r->score[i];
    struct estimate e = tally_estimate(&times);
    return (struct estimate){e.mean / players, e.error / players};
}
