/* The threads of a simulation; what needs none, and so runs in a page as well, is in lab/sim.c. */
#include "lab/sim.h"

#include "lab/block.h"
#include "lab/crew.h"

#include <time.h>

/* What came out of a block. */
struct slot {
    struct sim_result result;
    struct sim_game game[BLOCK_GAMES];
    struct text records;
    bool endless; /* they are of a game that does not end */
};

/* What the thread of sim_run keeps. Points of which the same games are still to be played are a job
 * together. */
struct run {
    struct sim_job job;
    int point; /* the job's first, of all */
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
    return worker_new(&run->job, run->watch->stop, run->watch->records, e);
}

static void put_away(void *tools)
{
    worker_free(tools);
}

static enum crew_end work(void *tools, long block, void *result, struct error *e)
{
    struct slot *slot = result;
    text_clear(&slot->records);
    enum block_end end = worker_play(tools, block, &slot->result, slot->game, &slot->records, e);
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
    int point = run->point + block_point(&run->job, block), count = (int)slot->result.games;
    if (watch->records && !watch->records(watch->context, &slot->records, e))
        return false;
    if (watch->games && !watch->games(watch->context, point, slot->game, count, e))
        return false;
    struct sim_result *into = &run->state->result[point];
    run->state->blocks -= sim_blocks_of(&run->job, into->games);
    result_join(into, &slot->result);
    run->state->blocks += sim_blocks_of(&run->job, into->games);
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

static bool run_job(struct run *run, struct error *e)
{
    const struct crew crew = {.context = run,
                              .end = sim_blocks(&run->job),
                              .threads = run->job.threads,
                              .size = sizeof(struct slot),
                              .stop = run->watch->stop,
                              .equip = equip,
                              .put_away = put_away,
                              .work = work,
                              .take = take,
                              .look = look,
                              .failed = tell_endless,
                              .clear = clear};
    return crew_run(&crew, e);
}

/* Chooses the points from the first that is given to before the one that is returned. */
static int choose_points(struct run *run, const struct sim_job *all, int first)
{
    const struct sim_result *r = run->state->result;
    int end = first + 1;
    while (end < all->points && r[end].games == r[first].games)
        end++;
    run->job = *all;
    run->job.point = all->point + first;
    run->job.points = end - first;
    run->job.first = r[first].games;
    run->point = first;
    return end;
}

static bool stopped(const struct sim_watch *watch)
{
    return watch->stop && atomic_load(watch->stop);
}

bool sim_run(const struct sim_job *job, const struct sim_watch *watch, struct sim_state *state,
             struct error *e)
{
    struct run run = {.watch = watch, .state = state, .begun = now(), .before = state->seconds};
    bool fine = true;
    for (int p = 0; fine && p < job->points && !stopped(watch);) {
        p = choose_points(&run, job, p);
        fine = run.job.first >= job->games || run_job(&run, e);
    }
    count_time(&run);
    return fine;
}
