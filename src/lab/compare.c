#include "lab/compare.h"

#include "engine/event.h"
#include "lab/block.h"
#include "lab/crew.h"

#include <math.h>
#include <stdlib.h>

/* The same block of both. */
struct slot {
    struct sim_result result[2];
    struct sim_game game[2][BLOCK_GAMES];
    struct text endless;
};

struct run {
    const struct sim_job *job;
    const struct compare_watch *watch;
    struct comparison *comparison;
};

struct pair {
    struct worker *worker[2];
};

/* --- Figures ---------------------------------------------------------------------------------- */

double difference_p(const struct difference *d)
{
    struct estimate e = tally_estimate(&d->more);
    if (d->more.count < 2 || e.mean == 0)
        return 1;
    return e.error > 0 ? erfc(fabs(e.mean) * normal_95 / e.error / sqrt(2)) : 0;
}

static void add(struct difference *d, double first, double second)
{
    tally_add(&d->of[0], first);
    tally_add(&d->of[1], second);
    tally_add(&d->more, second - first);
}

static void count(struct comparison *c, const struct sim_game *a, const struct sim_game *b,
                  int players)
{
    add(&c->hands, a->hands, b->hands);
    add(&c->decisions, a->decisions, b->decisions);
    add(&c->cards, a->cards, b->cards);
    for (int seat = 0; seat < players; seat++) {
        add(&c->score[seat], a->score[seat], b->score[seat]);
        add(&c->won[seat], seats_has(a->winners, seat), seats_has(b->winners, seat));
        add(&c->lost[seat], seats_has(a->losers, seat), seats_has(b->losers, seat));
    }
    if (a->first == NOBODY || b->first == NOBODY)
        return;
    add(&c->first_won, seats_has(a->winners, a->first), seats_has(b->winners, b->first));
    add(&c->first_lost, seats_has(a->losers, a->first), seats_has(b->losers, b->first));
}

/* --- The crew --------------------------------------------------------------------------------- */

static void put_away(void *tools)
{
    struct pair *p = tools;
    for (int i = 0; i < 2; i++)
        worker_free(p->worker[i]);
    free(p);
}

static void *equip(void *context, struct error *e)
{
    const struct run *run = context;
    struct pair *p = calloc(1, sizeof *p);
    if (!p) {
        error_no_memory(e);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        p->worker[i] = worker_new(&run->job[i], run->watch->stop, false, e);
        if (!p->worker[i]) {
            put_away(p);
            return NULL;
        }
    }
    return p;
}

static enum crew_end work(void *tools, long block, void *result, struct error *e)
{
    const struct pair *p = tools;
    struct slot *slot = result;
    enum block_end end = BLOCK_DONE;
    for (int i = 0; end == BLOCK_DONE && i < 2; i++)
        end = worker_play(p->worker[i], block, &slot->result[i], slot->game[i], &slot->endless, e);
    return end == BLOCK_DONE ? CREW_DONE : end == BLOCK_STOPPED ? CREW_LEFT : CREW_FAILED;
}

static bool take(void *context, long block, const void *result, struct error *e)
{
    const struct run *run = context;
    const struct slot *slot = result;
    (void)block, (void)e;
    for (int i = 0; i < 2; i++)
        result_join(&run->comparison->result[i], &slot->result[i]);
    for (long i = 0; i < slot->result[0].games; i++)
        count(run->comparison, &slot->game[0][i], &slot->game[1][i], run->job->point->players);
    return true;
}

static bool look(void *context, struct error *e)
{
    const struct run *run = context;
    (void)e;
    if (run->watch->look)
        run->watch->look(run->watch->context, run->comparison->result[0].games);
    return true;
}

static void tell_endless(void *context, void *result)
{
    const struct run *run = context;
    struct slot *slot = result;
    if (!run->watch->endless)
        return;
    text_free(run->watch->endless);
    *run->watch->endless = slot->endless;
    slot->endless = (struct text){0};
}

static void clear(void *result)
{
    struct slot *slot = result;
    text_free(&slot->endless);
}

bool compare_run(const struct sim_job job[2], const struct compare_watch *watch,
                 struct comparison *c, struct error *e)
{
    struct run run = {job, watch, c};
    const struct crew crew = {.context = &run,
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
    *c = (struct comparison){0};
    return crew_run(&crew, e);
}
