#include "lab/interest.h"

#include "engine/event.h"
#include "lab/crew.h"
#include "lab/match.h"
#include "lab/rollout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double interest_close = 0.1;

/* Each decision is played on so often: by the first half the best are found, by the second they are
 * measured, since what is best by chance is not as good. */
enum { ROLLOUTS = 400, HALF = ROLLOUTS / 2 };

struct run {
    const struct sim_job *job;
    const struct setup *setup;
    const atomic_bool *stop;
    struct interest *found;
};

/* What one thread works with. */
struct scholar {
    const struct run *run;
    struct bot *bot[PLAYERS_MAX];
    action legal[ACTIONS_MAX];
    double half[2][ACTIONS_MAX]; /* means of each half */
};

/* What one game told. */
struct told {
    double leads, close, costs;
    bool decided; /* there was a decision with a choice */
};

/* --- One game --------------------------------------------------------------------------------- */

/* Who is alone in front; NOBODY if nobody is. */
static int leader(const struct game *game, const struct head *h)
{
    int sign = game->low_wins && !h->chips ? -1 : 1, best = 0, level = 0;
    for (int seat = 1; seat < h->players; seat++) {
        int64_t more = (int64_t)sign * ((int64_t)h->score[seat] - h->score[best]);
        level = more > 0 ? 0 : level + (more == 0);
        best = more > 0 ? seat : best;
    }
    return level ? NOBODY : best;
}

/* Plays every decision on from states that the seat cannot tell from this one. */
static void play_on(struct scholar *s, const struct game *game, const struct state *from, int seat,
                    int count, uint64_t seed, struct told *told)
{
    struct horizon horizon = horizon_from(game, from);
    union {
        max_align_t align;
        unsigned char bytes[STATE_MAX];
    } imagined, played;
    struct state *i = (struct state *)imagined.bytes, *p = (struct state *)played.bytes;
    struct tally outcome = {0};
    memset(s->half, 0, sizeof s->half);
    for (uint64_t k = 0; k < ROLLOUTS; k++) {
        struct rng r = rollout_imagination(seed, k);
        memcpy(i, from, game->size);
        game_imagine(game, i, seat, &r);
        for (int a = 0; a < count; a++) {
            memcpy(p, i, game->size);
            game_apply(game, p, seat, s->legal[a], NULL);
            double worth = rollout(&horizon, p, seed, k).of[WORTH][seat];
            s->half[k / HALF][a] += worth / HALF;
            tally_add(&outcome, worth);
        }
    }
    int best = 0, second = -1;
    double mean = 0;
    for (int a = 1; a < count; a++)
        best = s->half[0][a] > s->half[0][best] ? a : best;
    for (int a = 0; a < count; a++) {
        mean += s->half[1][a] / count;
        if (a != best && (second < 0 || s->half[0][a] > s->half[0][second]))
            second = a;
    }
    double apart = fabs(s->half[1][best] - s->half[1][second]);
    told->decided = true;
    told->close = apart < interest_close * sqrt(tally_variance(&outcome));
    told->costs = s->half[1][best] - mean;
}

/* Goes through a game that was played: who leads after each step, and one of its decisions, each
 * equally likely. */
static bool go_through(struct scholar *s, const struct table *t, struct rng *r, struct told *told,
                       struct error *e)
{
    struct table *again = table_new(&t->setup);
    int ahead = NOBODY, seen = 0, chosen = -1;
    size_t at = 0;
    if (!again)
        return error_no_memory(e);
    bool fine = true;
    for (size_t i = 0; fine && i < t->steps; i++) {
        struct step step = t->step[i];
        if (step.kind == TURN_SEATS && table_legal(again, step.who, s->legal) > 1 &&
            rng_below(r, ++seen) == 0) {
            chosen = step.who;
            at = i;
        }
        fine = table_step(again, step, e);
        int now = leader(t->setup.game, game_look(again->state));
        told->leads += now != NOBODY && ahead != NOBODY && now != ahead;
        ahead = now != NOBODY ? now : ahead;
    }
    if (fine && chosen >= 0) {
        table_rewind(again, at);
        int count = table_legal(again, chosen, s->legal);
        play_on(s, t->setup.game, again->state, chosen, count, rng_next(r), told);
    }
    table_free(again);
    return fine;
}

static bool stopped(const struct run *run)
{
    return run->stop && atomic_load(run->stop);
}

static enum crew_end work(void *tools, long number, void *result, struct error *e)
{
    struct scholar *s = tools;
    struct told *told = result;
    struct rng r = rng_seeded(s->run->job->seed, (UINT64_C(3) << 62) + (uint64_t)number);
    struct table *t = table_new(s->run->setup);
    *told = (struct told){0};
    if (!t) {
        error_no_memory(e);
        return CREW_FAILED;
    }
    bool fine = match_play(t, s->bot, rng_next(&r), s->run->stop, e);
    bool left = stopped(s->run);
    fine = fine && (left || go_through(s, t, &r, told, e));
    table_free(t);
    return !fine ? CREW_FAILED : left ? CREW_LEFT : CREW_DONE;
}

/* --- All of them ------------------------------------------------------------------------------ */

static void put_away(void *tools)
{
    struct scholar *s = tools;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        bot_free(s->bot[seat]);
    free(s);
}

static void *equip(void *context, struct error *e)
{
    const struct run *run = context;
    struct scholar *s = calloc(1, sizeof *s);
    if (!s) {
        error_no_memory(e);
        return NULL;
    }
    s->run = run;
    for (int seat = 0; seat < run->setup->players; seat++) {
        s->bot[seat] = sim_bot(run->job, run->job->bot[seat], e);
        if (!s->bot[seat]) {
            put_away(s);
            return NULL;
        }
        bot_set_stop(s->bot[seat], run->stop);
        bot_background(s->bot[seat]);
    }
    return s;
}

static bool take(void *context, long number, const void *result, struct error *e)
{
    const struct run *run = context;
    const struct told *told = result;
    (void)number, (void)e;
    tally_add(&run->found->leads, told->leads);
    if (told->decided) {
        tally_add(&run->found->close, told->close);
        tally_add(&run->found->costs, told->costs);
    }
    return true;
}

bool interest_find(const struct sim_job *job, int point, long games, const atomic_bool *stop,
                   struct interest *found, struct error *e)
{
    struct run run = {job, &job->point[point], stop, found};
    const struct crew crew = {.context = &run,
                              .end = games,
                              .threads = job->threads,
                              .size = sizeof(struct told),
                              .stop = stop,
                              .equip = equip,
                              .put_away = put_away,
                              .work = work,
                              .take = take};
    *found = (struct interest){0};
    return crew_run(&crew, e);
}
