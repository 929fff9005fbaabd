#include "lab/analyse.h"

#include "bots/value.h"
#include "lab/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the passes over a game share. */
struct pass {
    const struct game *game;
    const struct analyse_limits *limits;
    struct horizon horizon;
    struct state *now, *room;
    struct odds *odds;
    uint64_t seed; /* of the rollouts */
    long done;
};

static bool pass_begin(struct pass *p, const struct table *t, const struct analyse_limits *limits)
{
    const struct game *game = t->setup.game;
    *p = (struct pass){.game = game,
                       .limits = limits,
                       .seed = limits->seed,
                       .now = malloc(game->size),
                       .room = malloc(game->size),
                       .odds = malloc(sizeof *p->odds)};
    return p->now && p->room && p->odds;
}

static void pass_end(struct pass *p)
{
    free(p->now);
    free(p->room);
    free(p->odds);
}

static bool stopped(const struct pass *p)
{
    return p->limits->stop && atomic_load(p->limits->stop);
}

static void show_progress(struct pass *p)
{
    p->done++;
    if (p->limits->progress)
        p->limits->progress(p->limits->context, p->done);
}

/* --- Expectations ----------------------------------------------------------------------------- */

/* Adds the mean of `times` rollouts after a card or a lot, or from here if `next` is NULL. */
static void add_rollouts(struct pass *p, const struct step *next, double weight, int times,
                         struct outcome *sum)
{
    for (int i = 0; i < times; i++) {
        memcpy(p->room, p->now, p->game->size);
        if (next)
            game_step(p->game, p->room, *next, NULL);
        struct outcome one = rollout(&p->horizon, p->room, p->seed, (uint64_t)i);
        outcome_add(sum, weight / times, &one);
    }
}

static int part_of(int iterations, double part)
{
    int times = (int)ceil(iterations * part);
    return times > 1 ? times : 1;
}

/* What the hand in progress will bring each seat. Where a card is due, this is the mean over all
 * cards that can come, each tried as often as it is likely, with the same random streams. */
static struct outcome expectation(struct pass *p)
{
    struct outcome sum = {0};
    struct chance can[CHANCES_MAX];
    int iterations = p->limits->iterations, count = game_chances(p->now, can);
    if (game_turn(p->now).kind == TURN_SEATS)
        add_rollouts(p, NULL, 1, iterations, &sum);
    for (int i = 0; i < count; i++)
        add_rollouts(p, &can[i].step, can[i].likely, part_of(iterations, can[i].likely), &sum);
    return sum;
}

/* --- One game --------------------------------------------------------------------------------- */

/* How good the decision was by what the seat could know. */
static bool judge(struct pass *p, struct moment *m)
{
    struct odds *o = p->odds;
    action legal[ACTIONS_MAX];
    m->choices = game_legal(p->game, p->now, m->step.who, legal);
    m->best = m->step.what;
    if (m->choices == 1)
        return true;
    struct knowledge *k = knowledge_new(p->game, p->now, m->step.who);
    struct odds_limits limits = {.seed = p->seed, .iterations = p->limits->iterations};
    bool fine = k && odds_roll(k, &limits, o);
    knowledge_free(k);
    for (int i = 0; fine && i < o->choices; i++) {
        if (o->choice[i].a != m->step.what)
            continue;
        m->best = o->choice[o->best].a;
        m->loss = o->choice[i].loss;
        for (int measure = 0; measure < MEASURES; measure++)
            m->play[measure] = o->choice[i].of[measure].mean - o->player[measure].mean;
    }
    return fine;
}

double moment_swing(const struct moment *m, enum measure measure, int seat)
{
    return m->after.of[measure][seat] - m->before.of[measure][seat];
}

/* Whose luck or play it was that moved the expectations. */
static void share_out(struct shares *s, const struct moment *m, int players)
{
    for (int measure = 0; measure < MEASURES; measure++) {
        for (int seat = 0; seat < players; seat++) {
            double swing = moment_swing(m, (enum measure)measure, seat);
            if (m->step.kind != TURN_SEATS) {
                s->luck.of[measure][seat] += swing;
            } else if (m->step.who == seat) {
                s->own.of[measure][seat] += m->play[measure];
                s->luck.of[measure][seat] += swing - m->play[measure];
            } else {
                s->others.of[measure][seat] += swing;
            }
        }
    }
}

/* What has changed since the last hand ended: chips are paid for the next one; points may begin
 * anew, which makes nobody better off. */
static struct outcome between_hands(const struct pass *p)
{
    const struct head *h = game_look(p->now);
    struct outcome o = {0};
    if (h->chips)
        value_of(p->game, p->now, h->settled, o.of[WORTH]);
    for (int seat = 0; seat < h->players; seat++)
        o.of[SCORE][seat] = h->score[seat] - h->settled[seat];
    return o;
}

/* A hand begins: what it costs and promises is nobody's luck. Returns what there is then to expect.
 */
static struct outcome begin_hand(struct pass *p, struct outcome *brought, struct shares *s)
{
    struct outcome paid = between_hands(p);
    p->horizon = horizon_from(p->game, p->now);
    struct outcome promised = expectation(p);
    outcome_add(brought, 1, &paid);
    outcome_add(&s->begin, 1, &paid);
    outcome_add(&s->begin, 1, &promised);
    outcome_add(&promised, 1, brought);
    return promised;
}

/* Follows the game from step to step. */
static bool follow(struct pass *p, const struct table *t, struct analysis *a)
{
    struct shares *s = &a->shares;
    struct outcome brought = {0}; /* by the hands before */
    game_start(&t->setup, p->now, NULL);
    struct outcome expected = begin_hand(p, &brought, s);
    for (size_t i = 0; i < t->steps; i++) {
        struct moment *m = &a->moment[a->moments++];
        *m = (struct moment){.step = t->step[i], .hand = p->horizon.hand, .before = expected};
        if (stopped(p) || (m->step.kind == TURN_SEATS && !judge(p, m)))
            return false;
        game_step(p->game, p->now, m->step, NULL);
        bool ended = horizon_reached(&p->horizon, p->now);
        m->after = ended ? horizon_outcome(&p->horizon, p->now) : expectation(p);
        outcome_add(&m->after, 1, &brought);
        share_out(s, m, t->setup.players);
        expected = m->after;
        if (ended) {
            brought = m->after;
            if (game_turn(p->now).kind != TURN_OVER)
                expected = begin_hand(p, &brought, s);
        }
        show_progress(p);
    }
    s->result = expected;
    return true;
}

/* --- The reduction of variance ---------------------------------------------------------------- */

static bool chance_is_due(const struct pass *p)
{
    int kind = game_turn(p->now).kind;
    return !horizon_reached(&p->horizon, p->now) && (kind == TURN_DECK || kind == TURN_LOT);
}

/* One hand, played by the player of the rollouts: its outcome, and what of it was the luck of the
 * cards. Of several in a row only the first expectation and the last matter. */
static void play_hand(struct pass *p, struct rng *chance, struct rng *choice,
                      struct outcome *result, struct outcome *luck)
{
    *luck = (struct outcome){0};
    while (!horizon_reached(&p->horizon, p->now)) {
        if (!chance_is_due(p)) {
            rollout_step(p->game, p->now, chance, choice);
            continue;
        }
        struct outcome expected = expectation(p);
        outcome_add(luck, -1, &expected);
        while (chance_is_due(p))
            rollout_step(p->game, p->now, chance, choice);
        expected = horizon_reached(&p->horizon, p->now) ? horizon_outcome(&p->horizon, p->now)
                                                        : expectation(p);
        outcome_add(luck, 1, &expected);
    }
    *result = horizon_outcome(&p->horizon, p->now);
}

static void measure_reduction(struct pass *p, const struct table *t, struct reduction *out)
{
    enum { PLAIN, ADJUSTED, KINDS };
    struct tally tally[KINDS][PLAYERS_MAX] = {0};
    int players = t->setup.players;
    *out = (struct reduction){.hands = p->limits->hands};
    for (int i = 0; i < out->hands && !stopped(p); i++) {
        struct rng chance = rng_seeded(p->limits->seed, 2 * (uint64_t)i);
        struct rng choice = rng_seeded(p->limits->seed, 2 * (uint64_t)i + 1);
        struct outcome result, luck;
        p->seed = rng_next(&chance); /* other rollouts for each hand, so that no error repeats */
        game_start(&t->setup, p->now, NULL);
        p->horizon = horizon_from(p->game, p->now);
        play_hand(p, &chance, &choice, &result, &luck);
        for (int seat = 0; seat < players; seat++) {
            double worth = result.of[WORTH][seat];
            tally_add(&tally[PLAIN][seat], worth);
            tally_add(&tally[ADJUSTED][seat], worth - luck.of[WORTH][seat]);
        }
        show_progress(p);
    }
    for (int seat = 0; out->hands && seat < players; seat++) {
        out->plain[seat] = tally_estimate(&tally[PLAIN][seat]);
        out->adjusted[seat] = tally_estimate(&tally[ADJUSTED][seat]);
        out->plain_variance += tally_variance(&tally[PLAIN][seat]) / players;
        out->adjusted_variance += tally_variance(&tally[ADJUSTED][seat]) / players;
    }
}

/* --- All together ----------------------------------------------------------------------------- */

bool analyse(const struct table *t, const struct analyse_limits *limits, struct analysis *a)
{
    struct pass p;
    *a = (struct analysis){.moment = calloc(t->steps + 1, sizeof *a->moment)};
    bool fine = pass_begin(&p, t, limits) && a->moment && follow(&p, t, a);
    if (fine)
        measure_reduction(&p, t, &a->reduction);
    fine = fine && !stopped(&p);
    if (!fine)
        analysis_clear(a);
    pass_end(&p);
    return fine;
}

void analysis_clear(struct analysis *a)
{
    free(a->moment);
    *a = (struct analysis){0};
}

static double largest_swing(const struct moment *m, int players)
{
    double most = 0;
    for (int seat = 0; seat < players; seat++)
        most = fmax(most, fabs(moment_swing(m, WORTH, seat)));
    return most;
}

size_t analysis_turning_points(const struct analysis *a, int players, size_t most, size_t out[])
{
    size_t count = 0;
    for (size_t i = 0; i < a->moments; i++) {
        double swing = largest_swing(&a->moment[i], players);
        size_t at = count < most ? count++ : most;
        for (; at > 0 && largest_swing(&a->moment[out[at - 1]], players) < swing; at--)
            if (at < most)
                out[at] = out[at - 1];
        if (at < most)
            out[at] = i;
    }
    return count;
}

double reduction_times(const struct reduction *r)
{
    return r->adjusted_variance > 0 ? r->plain_variance / r->adjusted_variance : 0;
}

/* --- The picture ------------------------------------------------------------------------------ */

bool analysis_chart(const struct table *t, const struct analysis *a, const struct language *l,
                    struct text *out)
{
    size_t count = a->moments + 1, marks = 0;
    int players = t->setup.players;
    double *room = calloc(count * ((size_t)players + 2), sizeof *room);
    struct svg_line line[PLAYERS_MAX];
    if (!room)
        return false;
    double *x = room, *mark = room + count;
    for (size_t i = 0; i < count; i++) {
        x[i] = (double)i;
        if (i > 0 && i < a->moments && a->moment[i].hand != a->moment[i - 1].hand)
            mark[marks++] = x[i];
    }
    for (int seat = 0; seat < players; seat++) {
        double *y = room + count * ((size_t)seat + 2);
        for (size_t i = 0; i < a->moments; i++)
            y[i] = a->moment[i].before.of[WORTH][seat];
        y[a->moments] = a->shares.result.of[WORTH][seat];
        line[seat] = (struct svg_line){table_seat_name(t, seat), x, y, count};
    }
    struct svg_chart chart = {
        .title = t->setup.game->title,
        .x_label = language_text(l, "cards and decisions; upright lines: a hand begins"),
        .y_label = language_text(l, "expected worth"),
        .line = line,
        .lines = players,
        .mark = mark,
        .marks = marks};
    svg_write(&chart, out);
    free(room);
    return !out->failed;
}
