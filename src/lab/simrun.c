/* The threads of a simulation; what needs none, and so runs in a page as well, is in lab/sim.c. */
#include "lab/sim.h"

#include "engine/clock.h"
#include "lab/block.h"
#include "lab/crew.h"
#include "lab/ranks.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* What came out of a block. */
struct slot {
    struct sim_result result;
    struct sim_game game[BLOCK_GAMES];
    bool endless; /* the records are of a game that does not end */
    struct text records;
};

/* What the thread of sim_run keeps. Points of which the same games are still to be played are a job
 * together. */
struct run {
    struct sim_job job;
    int point, end; /* the job's first one of all, and the first that is not in it */
    const struct sim_watch *watch;
    struct sim_state *state;
    double begun, before; /* when, and the seconds that the state had taken by then */
};

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
    run->state->seconds = run->before + clock_seconds() - run->begun;
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

/* --- As bytes -----------------------------------------------------------------------------------
 *
 * For the same program on the same kind of machine: figures, games, and what is left are records.
 */

static void pack(const void *result, struct text *out)
{
    const struct slot *slot = result;
    text_put(out, (const char *)slot, offsetof(struct slot, records));
    text_put(out, text_of(&slot->records), slot->records.size);
}

static bool unpack(const char *bytes, size_t size, void *result)
{
    struct slot *slot = result;
    size_t figures = offsetof(struct slot, records);
    memcpy(slot, bytes, figures);
    text_clear(&slot->records);
    text_put(&slot->records, bytes + figures, size - figures);
    return !slot->records.failed;
}

/* --- Runs ------------------------------------------------------------------------------------- */

static void clear(void *result)
{
    struct slot *slot = result;
    text_free(&slot->records);
}

double sim_too_wide(const struct sim_job *job, const struct sim_result *r)
{
    double widest = 0;
    const struct precision *until = &job->until;
    for (int seat = 0; seat < job->point->players; seat++) {
        struct share won = share_of(r->won[seat], r->games),
                     lost = share_of(r->lost[seat], r->games);
        double share = fmax(won.high - won.low, lost.high - lost.low) / 2;
        if (until->score > 0)
            widest = fmax(widest, sim_score(r, seat).error / until->score);
        if (until->share > 0)
            widest = fmax(widest, share / until->share);
    }
    return widest;
}

static bool is_bounded(const struct sim_job *job)
{
    return job->until.score > 0 || job->until.share > 0;
}

/* Whether a point needs no more games. */
static bool finished(const struct sim_job *job, const struct sim_result *r)
{
    return r->games >= job->games ||
           (is_bounded(job) && r->games >= BLOCK_GAMES && sim_too_wide(job, r) <= 1);
}

bool sim_finished(const struct sim_job *job, const struct sim_state *state)
{
    int p = 0;
    while (p < job->points && finished(job, &state->result[p]))
        p++;
    return p == job->points;
}

/* Points with a bound are played one by one. */
static bool enough(void *context)
{
    const struct run *run = context;
    return finished(&run->job, &run->state->result[run->point]);
}

/* False with a message, or without one in a process that is not the first. */
static bool run_job(struct run *run, struct error *e)
{
    const struct sim_watch *watch = run->watch;
    const struct crew crew = {.context = run,
                              .end = sim_blocks(&run->job),
                              .threads = run->job.threads,
                              .size = sizeof(struct slot),
                              .stop = watch->stop,
                              .equip = equip,
                              .put_away = put_away,
                              .work = work,
                              .take = take,
                              .enough = is_bounded(&run->job) ? enough : NULL,
                              .look = look,
                              .failed = tell_endless,
                              .clear = clear,
                              .pack = pack,
                              .unpack = unpack};
    return watch->ranks ? ranks_run(watch->ranks, &crew, e) : crew_run(&crew, e);
}

/* Chooses points from the first that is given on. */
static void choose_points(struct run *run, const struct sim_job *all, int first)
{
    const struct sim_result *r = run->state->result;
    int end = first + 1;
    while (!is_bounded(all) && end < all->points && r[end].games == r[first].games)
        end++;
    run->job = *all;
    run->job.point = all->point + first;
    run->job.points = end - first;
    run->job.first = r[first].games;
    run->point = first;
    run->end = end;
}

/* Whether the chosen points have all their games; only the first process can know. */
static bool is_whole(const struct run *run)
{
    const struct ranks *ranks = run->watch->ranks;
    return (ranks && ranks->rank) || finished(&run->job, &run->state->result[run->end - 1]);
}

bool sim_run(const struct sim_job *job, const struct sim_watch *watch, struct sim_state *state,
             struct error *e)
{
    struct run run = {
        .watch = watch, .state = state, .begun = clock_seconds(), .before = state->seconds};
    bool fine = true, whole = true;
    for (int p = 0; fine && whole && p < job->points; p = run.end) {
        choose_points(&run, job, p);
        if (finished(&run.job, &state->result[p]))
            continue;
        fine = run_job(&run, e);
        whole = fine && is_whole(&run);
    }
    count_time(&run);
    return fine;
}
