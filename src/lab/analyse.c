#include "lab/analyse.h"

#include "bots/value.h"
#include "lab/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_SPENT = 6000000, /* in rollouts of a usual game, about */
    ITERATIONS_LEAST = 8,
    TRIES_LEAST = 2, /* of each card that can come: fewer have no error */
    LABEL_ROOM = 256,
};

/* An expectation, and how sure it is: the squares of its standard errors. */
struct expected {
    struct outcome mean, doubt;
};

/* What the passes over a game share. */
struct pass {
    const struct game *game;
    const struct analyse_limits *limits;
    struct horizon horizon;
    struct state *now, *room;
    struct odds *odds;
    struct rng seeds;             /* of the rollouts of each expectation and each decision, */
    uint64_t seed, rolled;        /* the one in use, and how many of its streams are */
    struct expected expected;     /* now, */
    enum part moved[PLAYERS_MAX]; /* and what of each seat led there */
    struct outcome doubt[PARTS];  /* of the shares so far */
    long done;
};

static bool pass_begin(struct pass *p, const struct table *t, const struct analyse_limits *limits)
{
    const struct game *game = t->setup.game;
    *p = (struct pass){.game = game,
                       .limits = limits,
                       .seeds = rng_seeded(limits->seed, limits->record),
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

int analyse_iterations(const struct table *t)
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *now = (struct state *)room;
    action legal[ACTIONS_MAX];
    double rollouts = 1, hands = game_look(t->state)->hand;
    game_start(&t->setup, now, NULL);
    for (size_t i = 0; i < t->steps; i++) {
        const struct step *step = &t->step[i];
        if (step->kind == TURN_SEATS)
            rollouts += 1 + game_legal(t->setup.game, now, step->who, legal);
        rollouts++;
        game_step(t->setup.game, now, *step, NULL);
    }
    double each = ((double)t->steps / hands + 1) / 2, enough = STEPS_SPENT / each / rollouts;
    return (int)fmin(ANALYSE_ITERATIONS, fmax(ITERATIONS_LEAST, enough));
}

/* --- Expectations ----------------------------------------------------------------------------- */

/* Nobody knows which of the unseen cards were burned: any, but not the one that comes next. */
static void burn_again(struct head *h, int next, struct rng *r)
{
    struct pile *deck = &h->pile[PILE_DECK], *burned = &h->pile[PILE_BURNED];
    int count = pile_size(burned);
    if (!count)
        return;
    pile_move(deck, burned);
    if (next)
        pile_take(deck, next);
    for (; count > 0; count--) {
        int c = pile_pick(deck, rng_below(r, pile_size(deck)));
        pile_take(deck, c);
        pile_add(burned, c);
    }
    if (next)
        pile_add(deck, next);
}

/* Adds rollouts after a card or a lot, which has that weight, or from here if `next` is NULL. */
static void add_rollouts(struct pass *p, const struct step *next, double weight, int times,
                         struct expected *x)
{
    struct tally of[MEASURES][PLAYERS_MAX] = {0};
    int players = game_look(p->now)->players;
    bool drawn = next && next->kind == TURN_DECK && game_turn(p->now).from == PILE_DECK;
    for (int i = 0; i < times; i++) {
        uint64_t stream = p->rolled++;
        struct rng r = rollout_imagination(p->seed, stream);
        memcpy(p->room, p->now, p->game->size);
        burn_again(game_head(p->room), drawn ? (int)next->what : 0, &r);
        if (next)
            game_step(p->game, p->room, *next, NULL);
        struct outcome one = rollout(&p->horizon, p->room, p->seed, stream);
        for (int m = 0; m < MEASURES; m++)
            for (int seat = 0; seat < players; seat++)
                tally_add(&of[m][seat], one.of[m][seat]);
    }
    for (int m = 0; m < MEASURES; m++) {
        for (int seat = 0; seat < players; seat++) {
            x->mean.of[m][seat] += weight * of[m][seat].sum / times;
            x->doubt.of[m][seat] += weight * weight * tally_variance(&of[m][seat]) / times;
        }
    }
}

static int part_of(int iterations, double part)
{
    int times = (int)ceil(iterations * part);
    return times > TRIES_LEAST ? times : TRIES_LEAST;
}

/* All cards that can come as far as anybody knows, or lots. */
static int chances_of(const struct state *s, struct chance can[CHANCES_MAX])
{
    _Alignas(max_align_t) char room[sizeof(struct head)];
    struct head *h = (struct head *)room;
    *h = *game_look(s);
    if (h->turn.kind == TURN_DECK && h->turn.from == PILE_DECK)
        pile_move(&h->pile[PILE_DECK], &h->pile[PILE_BURNED]);
    return game_chances((const struct state *)room, can);
}

/* What the hand in progress will bring each seat. Where a card is due, this is the mean over all
 * cards that can come, each tried as often as it is likely. */
static struct expected expectation(struct pass *p)
{
    struct expected x = {0};
    struct chance can[CHANCES_MAX];
    struct turn t = game_turn(p->now);
    int iterations = part_of(p->limits->iterations, 1);
    bool burns = t.kind == TURN_DECK && t.place == PLACE_BURN;
    int count = burns ? 0 : chances_of(p->now, can);
    p->seed = rng_next(&p->seeds);
    p->rolled = 0;
    if (t.kind == TURN_SEATS || burns)
        add_rollouts(p, NULL, 1, iterations, &x);
    for (int i = 0; i < count; i++)
        add_rollouts(p, &can[i].step, can[i].likely, part_of(iterations, can[i].likely), &x);
    return x;
}

/* The same, but of a hand that has ended what it has brought. */
static struct expected expectation_or_end(struct pass *p)
{
    if (horizon_reached(&p->horizon, p->now))
        return (struct expected){.mean = horizon_outcome(&p->horizon, p->now)};
    return expectation(p);
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
    struct odds_limits limits = {.seed = rng_next(&p->seeds),
                                 .iterations = part_of(p->limits->iterations, 1)};
    bool fine = k && odds_roll(k, &limits, o);
    knowledge_free(k);
    for (int i = 0; fine && i < o->choices; i++) {
        if (o->choice[i].a != m->step.what)
            continue;
        m->best = o->choice[o->best].a;
        m->loss = o->choice[i].loss;
        memcpy(m->play, o->choice[i].gain, sizeof m->play);
    }
    return fine;
}

double moment_swing(const struct moment *m, enum measure measure, int seat)
{
    return m->after.of[measure][seat] - m->before.of[measure][seat];
}

/* What led to the expectation that there is now is followed by something else: both share its
 * error. Of two of a kind in a row only the first expectation and the last matter. */
static void turn_to(struct pass *p, int seat, enum part part)
{
    enum part before = p->moved[seat];
    for (int m = 0; before != part && m < MEASURES; m++) {
        p->doubt[before].of[m][seat] += p->expected.doubt.of[m][seat];
        p->doubt[part].of[m][seat] += p->expected.doubt.of[m][seat];
    }
    p->moved[seat] = part;
}

static double square_of(const struct estimate *e)
{
    double error = e->error / normal_95;
    return error * error;
}

/* What of a decision was the play of its own seat: so much less was luck. */
static void share_play(struct pass *p, struct shares *s, const struct moment *m)
{
    int seat = m->step.who;
    for (int k = 0; k < MEASURES; k++) {
        s->of[PART_OWN].of[k][seat] += m->play[k].mean;
        s->of[PART_LUCK].of[k][seat] -= m->play[k].mean;
        p->doubt[PART_OWN].of[k][seat] += square_of(&m->play[k]);
        p->doubt[PART_LUCK].of[k][seat] += square_of(&m->play[k]);
    }
}

/* Whose luck or play it was that moved the expectations. */
static void share_out(struct pass *p, struct shares *s, const struct moment *m, int players)
{
    bool decided = m->step.kind == TURN_SEATS;
    for (int seat = 0; seat < players; seat++) {
        enum part part = decided && m->step.who != seat ? PART_OTHERS : PART_LUCK;
        turn_to(p, seat, part);
        for (int k = 0; k < MEASURES; k++)
            s->of[part].of[k][seat] += moment_swing(m, (enum measure)k, seat);
    }
    if (decided)
        share_play(p, s, m);
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

/* A hand begins: what it costs and promises is nobody's luck. */
static void begin_hand(struct pass *p, struct outcome *brought, struct shares *s)
{
    struct outcome paid = between_hands(p), *begin = &s->of[PART_BEGIN];
    p->horizon = horizon_from(p->game, p->now);
    p->expected = expectation(p);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        p->moved[seat] = PART_BEGIN;
    outcome_add(brought, 1, &paid);
    outcome_add(begin, 1, &paid);
    outcome_add(begin, 1, &p->expected.mean);
    outcome_add(&p->expected.mean, 1, brought);
}

static struct outcome errors_of(const struct outcome *doubt)
{
    struct outcome o;
    for (int m = 0; m < MEASURES; m++)
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            o.of[m][seat] = normal_95 * sqrt(doubt->of[m][seat]);
    return o;
}

/* One step, which a burned card is not: nobody knows more than before. */
static bool follow_step(struct pass *p, struct moment *m, struct outcome *brought, struct shares *s)
{
    bool burned = m->step.kind == TURN_DECK && m->step.who == PLACE_BURN;
    if (m->step.kind == TURN_SEATS && !judge(p, m))
        return false;
    game_step(p->game, p->now, m->step, NULL);
    struct expected then = p->expected;
    if (!burned) {
        then = expectation_or_end(p);
        outcome_add(&then.mean, 1, brought);
    }
    m->after = then.mean;
    m->error = errors_of(&then.doubt);
    if (!burned)
        share_out(p, s, m, game_look(p->now)->players);
    p->expected = then;
    if (horizon_reached(&p->horizon, p->now)) {
        *brought = m->after;
        if (game_turn(p->now).kind != TURN_OVER)
            begin_hand(p, brought, s);
    }
    return true;
}

/* Follows the game from step to step. */
static bool follow(struct pass *p, const struct table *t, struct analysis *a)
{
    struct shares *s = &a->shares;
    struct outcome brought = {0}; /* by the hands before */
    game_start(&t->setup, p->now, NULL);
    begin_hand(p, &brought, s);
    for (size_t i = 0; i < t->steps; i++) {
        struct moment *m = &a->moment[a->moments++];
        *m = (struct moment){
            .step = t->step[i], .hand = p->horizon.hand, .before = p->expected.mean};
        if (stopped(p) || !follow_step(p, m, &brought, s))
            return false;
        show_progress(p);
    }
    s->of[PART_RESULT] = p->expected.mean;
    for (int seat = 0; seat < t->setup.players; seat++)
        turn_to(p, seat, PART_RESULT); /* of a hand in progress */
    for (int part = 0; part < PARTS; part++)
        s->error[part] = errors_of(&p->doubt[part]);
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
static struct outcome play_hand(struct pass *p, struct rng *chance, struct rng *choice,
                                struct expected *luck)
{
    *luck = (struct expected){0};
    while (!horizon_reached(&p->horizon, p->now)) {
        if (!chance_is_due(p)) {
            rollout_step(p->game, p->now, chance, choice);
            continue;
        }
        struct expected before = expectation(p);
        while (chance_is_due(p))
            rollout_step(p->game, p->now, chance, choice);
        struct expected after = expectation_or_end(p);
        outcome_add(&luck->mean, 1, &after.mean);
        outcome_add(&luck->mean, -1, &before.mean);
        outcome_add(&luck->doubt, 1, &after.doubt);
        outcome_add(&luck->doubt, 1, &before.doubt);
    }
    return horizon_outcome(&p->horizon, p->now);
}

static void measure_reduction(struct pass *p, const struct table *t, struct reduction *out)
{
    struct tally plain[PLAYERS_MAX] = {0}, adjusted[PLAYERS_MAX] = {0};
    double doubt[PLAYERS_MAX] = {0};
    int players = t->setup.players;
    *out = (struct reduction){.hands = p->limits->hands};
    for (int i = 0; i < out->hands && !stopped(p); i++) {
        struct rng chance = rng_seeded(rng_next(&p->seeds), 0);
        struct rng choice = rng_seeded(rng_next(&p->seeds), 1);
        struct expected luck;
        game_start(&t->setup, p->now, NULL);
        p->horizon = horizon_from(p->game, p->now);
        struct outcome result = play_hand(p, &chance, &choice, &luck);
        for (int seat = 0; seat < players; seat++) {
            double worth = result.of[WORTH][seat];
            tally_add(&plain[seat], worth);
            tally_add(&adjusted[seat], worth - luck.mean.of[WORTH][seat]);
            doubt[seat] += luck.doubt.of[WORTH][seat] / out->hands;
        }
        show_progress(p);
    }
    for (int seat = 0; out->hands && seat < players; seat++) {
        out->plain[seat] = tally_estimate(&plain[seat]);
        out->adjusted[seat] = tally_estimate(&adjusted[seat]);
        out->plain_variance += tally_variance(&plain[seat]) / players;
        out->adjusted_variance += fmax(0, tally_variance(&adjusted[seat]) - doubt[seat]) / players;
    }
}

/* --- All together ----------------------------------------------------------------------------- */

bool analyse(const struct table *t, const struct analyse_limits *limits, struct analysis *a)
{
    struct pass p;
    *a = (struct analysis){.moment = calloc(t->steps + 1, sizeof *a->moment)};
    bool fine = pass_begin(&p, t, limits) && a->moment && follow(&p, t, a) && !stopped(&p);
    if (!fine)
        analysis_clear(a);
    pass_end(&p);
    return fine;
}

bool analyse_reduction(const struct table *t, const struct analyse_limits *limits,
                       struct reduction *r)
{
    struct pass p;
    bool fine = pass_begin(&p, t, limits);
    p.seeds = rng_seeded(~limits->seed, limits->record); /* other ones than those of the game */
    p.done = (long)t->steps;
    if (fine)
        measure_reduction(&p, t, r);
    fine = fine && !stopped(&p);
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
    return r->adjusted_variance > 0 ? r->plain_variance / r->adjusted_variance : NAN;
}

double reduction_share(const struct reduction *r)
{
    return r->plain_variance > 0 ? 1 - r->adjusted_variance / r->plain_variance : 0;
}

/* --- The picture ------------------------------------------------------------------------------ */

/* Who it is, and how lucky, with the interval. */
static void label_of(const struct table *t, const struct analysis *a, int seat,
                     const struct language *l, char out[LABEL_ROOM])
{
    const struct shares *s = &a->shares;
    struct figure luck = language_figure(l, "%+.2f", s->of[PART_LUCK].of[WORTH][seat]);
    struct figure error = language_figure(l, "%.2f", s->error[PART_LUCK].of[WORTH][seat]);
    snprintf(out, LABEL_ROOM, "%s: %s %s +- %s", table_seat_name(t, seat), language_text(l, "luck"),
             luck.text, error.text);
}

bool analysis_chart(const struct table *t, const struct analysis *a, const struct language *l,
                    struct text *out)
{
    size_t count = a->moments + 1, marks = 0;
    int players = t->setup.players;
    double *room = calloc(count * ((size_t)players + 2), sizeof *room);
    struct svg_line line[PLAYERS_MAX];
    char label[PLAYERS_MAX][LABEL_ROOM];
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
        y[a->moments] = a->shares.of[PART_RESULT].of[WORTH][seat];
        label_of(t, a, seat, l, label[seat]);
        line[seat] = (struct svg_line){label[seat], x, y, count};
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
