/* The threads of a simulation; what needs none, and so runs in a page as well, is in lab/sim.c. */
#include "lab/sim.h"

#include "lab/block.h"
#include "lab/crew.h"

#include <time.h>

/* What came out of a block. */
struct slot {
    struct sim_result result;
    struct text records;
    bool endless; /* they are of a game that does not end */
};

/* What the thread of sim_run keeps. */
struct run {
    const struct sim_job *job;
    const struct sim_watch *watch;
    struct sim_state *state;
    double begun, before; /* when, and the seconds that the state had taken by then */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *equip(void *context, struct error *e)
{
    const struct run *run = context;
    return worker_new(run->job, run->watch->stop, run->watch->records, e);
}

static void put_away(void *tools)
{
    worker_free(tools);
}

static enum crew_end work(void *tools, long block, void *result, struct error *e)
{
    struct slot *slot = result;
    text_clear(&slot->records);
    enum block_end end = worker_play(tools, block, &slot->result, &slot->records, e);
    slot->endless = end == BLOCK_ENDLESS;
    return end == BLOCK_DONE ? CREW_DONE : end == BLOCK_STOPPED ? CREW_LEFT : CREW_FAILED;
}

static void count_time(struct run *run)
{
    run->state->seconds = run->before + now() - run->begun;
}

static bool take(void *context, long block, const void *result, struct error *e)
{
    struct run *run = context;
    const struct slot *slot = result;
    const struct sim_watch *watch = run->watch;
    if (watch->records && !watch->records(watch->context, &slot->records, e))
        return false;
    result_join(&run->state->result[block_point(run->job, block)], &slot->result);
    run->state->blocks = block + 1;
    return true;
}

static bool look(void *context, struct error *e)
{
    struct run *run = context;
    count_time(run);
    return !run->watch->look || run->watch->look(run->watch->context, run->state, e);
}

static void tell_endless(void *context, void *result)
{
    const struct run *run = context;
    struct slot *slot = result;
    if (!slot->endless || !run->watch->endless)
        return;
    text_free(run->watch->endless);
    *run->watch->endless = slot->records;
    slot->records = (struct text){0};
}

static void clear(void *result)
{
    struct slot *slot = result;
    text_free(&slot->records);
}

bool sim_run(const struct sim_job *job, const struct sim_watch *watch, struct sim_state *state,
             struct error *e)
{
    struct run run = {job, watch, state, now(), state->seconds};
    const struct crew crew = {.context = &run,
                              .first = state->blocks,
                              .end = sim_blocks(job),
                              .threads = job->threads,
                              .size = sizeof(struct slot),
                              .stop = watch->stop,
                              .equip = equip,
                              .put_away = put_away,
                              .work = work,
                              .take = take,
                              .look = look,
                              .failed = tell_endless,
                              .clear = clear};
    bool fine = crew_run(&crew, e);
    count_time(&run);
    return fine;
}
