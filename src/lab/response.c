#include "lab/response.h"

#include "bots/kind.h"
#include "bots/value.h"
#include "engine/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Hands that are going on ------------------------------------------------------------------ */

/* A hand with all that has happened in it. */
struct hand {
    double weight;
    uint64_t info; /* all that a seat has seen of it */
    struct history past;
    struct state *state;
};

static bool hand_init(struct hand *h, const struct game *game)
{
    *h = (struct hand){.weight = 1, .state = calloc(1, game->size)};
    return h->state;
}

static void hand_clear(struct hand *h)
{
    free(h->state);
    history_free(&h->past);
}

static bool hand_copy(struct hand *to, const struct hand *from, const struct game *game)
{
    to->past.size = 0;
    if (!history_reserve(&to->past, (int)from->past.size + 1))
        return false;
    memcpy(to->past.event, from->past.event, from->past.size * sizeof *from->past.event);
    to->past.size = from->past.size;
    to->weight = from->weight;
    to->info = from->info;
    memcpy(to->state, from->state, game->size);
    return true;
}

/* A step; `seat` sees what it may of it. */
static bool hand_step(struct hand *h, const struct game *game, struct step step, int seat,
                      struct log *log)
{
    log->size = 0;
    if (!history_reserve(&h->past, LOG_EVENTS))
        return false;
    game_step(game, h->state, step, log);
    history_add(&h->past, log);
    for (int i = 0; i < log->size; i++)
        h->info = infoset_next(h->info, &log->event[i], seat);
    return true;
}

static bool hand_start(struct hand *h, const struct setup *u, struct log *log)
{
    log->size = 0;
    h->past.size = 0;
    h->info = 0;
    h->weight = 1;
    memset(h->state, 0, u->game->size);
    if (!history_reserve(&h->past, LOG_EVENTS))
        return false;
    game_start(u, h->state, log);
    history_add(&h->past, log);
    return true;
}

/* What both use. */
struct scene {
    const struct strategy *strategy;
    const struct game *game;
    int seat; /* that responds */
    int32_t before[PLAYERS_MAX];
    struct view view;
    struct situation at;
    double chance[ACTIONS_MAX]; /* of each choice */
    struct log log;
};

static double gain_of(const struct scene *s, const struct hand *h)
{
    double value[PLAYERS_MAX];
    value_of(s->game, h->state, s->before, value);
    return value[s->seat];
}

static bool is_over(const struct hand *h)
{
    return game_hand_over(h->state, 1);
}

/* What the strategy does for the seat in turn, in view, at and chance. False where it leaves that
 * to the rule of thumb. An exact one does not: where it knows nothing, any choice is as likely as
 * another. */
static bool decides(struct scene *s, const struct hand *h, int seat)
{
    game_view(s->game, h->state, seat, &s->view);
    situation_of(&s->view, h->past.event, h->past.size, s->strategy->grain, &s->at);
    if (strategy_chances(s->strategy, &s->at, s->chance))
        return true;
    for (int i = 0; i < s->at.choices; i++)
        s->chance[i] = 1.0 / s->at.choices;
    return s->strategy->grain == GRAIN_EXACT;
}

/* The same, with about what the rule of thumb does. */
static void ask_strategy(struct scene *s, const struct hand *h, int seat)
{
    if (!decides(s, h, seat))
        situation_habit(&s->at, &s->view, s->chance);
}

static double decision_chance(const struct scene *s, int decision)
{
    int choice = s->at.choice_of[decision];
    return s->chance[choice] / s->at.size[choice];
}

/* --- The best response ------------------------------------------------------------------------ */

/* Hands that the seat may be in, not sorted. */
struct hands {
    struct hand *hand;
    size_t size, room;
};

struct exact {
    struct scene scene;
    long left; /* histories that may yet be looked at */
};

static void hands_clear(struct hands *all)
{
    for (size_t i = 0; i < all->size; i++)
        hand_clear(&all->hand[i]);
    free(all->hand);
    *all = (struct hands){0};
}

/* A copy of a hand, for what may come next. NULL if memory runs out. */
static struct hand *hands_add(struct hands *all, const struct hand *h, const struct game *game)
{
    if (all->size == all->room) {
        size_t room = all->room ? 2 * all->room : 16;
        struct hand *hand = realloc(all->hand, room * sizeof *hand);
        if (!hand)
            return NULL;
        all->hand = hand;
        all->room = room;
    }
    struct hand *next = &all->hand[all->size];
    if (hand_init(next, game) && hand_copy(next, h, game)) {
        all->size++;
        return next;
    }
    hand_clear(next);
    return NULL;
}

static bool advance(struct exact *x, struct hand *h, struct hands *waiting, double *gain);

static bool advance_step(struct exact *x, const struct hand *h, struct step step, double chance,
                         struct hands *waiting, double *gain)
{
    struct hand next;
    bool fine = hand_init(&next, x->scene.game) && hand_copy(&next, h, x->scene.game) &&
                hand_step(&next, x->scene.game, step, x->scene.seat, &x->scene.log);
    next.weight *= chance;
    fine = fine && advance(x, &next, waiting, gain);
    hand_clear(&next);
    return fine;
}

static bool advance_chance(struct exact *x, const struct hand *h, struct hands *waiting,
                           double *gain)
{
    struct chance all[CHANCES_MAX];
    int count = game_chances(h->state, all);
    bool fine = true;
    for (int i = 0; fine && i < count; i++)
        fine = advance_step(x, h, all[i].step, all[i].likely, waiting, gain);
    return fine;
}

static bool advance_other(struct exact *x, const struct hand *h, int seat, struct hands *waiting,
                          double *gain)
{
    action act[ACTIONS_MAX];
    double chance[ACTIONS_MAX];
    ask_strategy(&x->scene, h, seat);
    int count = x->scene.view.actions;
    for (int i = 0; i < count; i++) {
        act[i] = x->scene.view.act[i];
        chance[i] = decision_chance(&x->scene, i);
    }
    bool fine = true;
    for (int i = 0; fine && i < count; i++) {
        struct step step = {.kind = TURN_SEATS, .who = (uint8_t)seat, .what = act[i]};
        if (chance[i] > 0)
            fine = advance_step(x, h, step, chance[i], waiting, gain);
    }
    return fine;
}

/* All that can come of a hand until the seat has to decide, which waits, or it is over, which adds
 * to the gain. */
static bool advance(struct exact *x, struct hand *h, struct hands *waiting, double *gain)
{
    if (x->left-- == 0)
        return false;
    if (is_over(h)) {
        *gain += h->weight * gain_of(&x->scene, h);
        return true;
    }
    struct turn t = game_turn(h->state);
    if (t.kind != TURN_SEATS)
        return advance_chance(x, h, waiting, gain);
    seats others = (seats)(t.seats & ~(1u << x->scene.seat)); /* at the same time: in secret */
    if (others)
        return advance_other(x, h, seats_first(others), waiting, gain);
    return hands_add(waiting, h, x->scene.game);
}

static int by_info(const void *a, const void *b)
{
    const struct hand *x = a, *y = b;
    return x->info < y->info ? -1 : x->info > y->info;
}

static bool best_gain(struct exact *x, struct hands *all, double *gain);

/* The best decision in hands that the seat cannot tell apart. */
static bool decide_best(struct exact *x, const struct hand *hand, size_t count, double *gain)
{
    action act[ACTIONS_MAX];
    double best = -INFINITY;
    int actions = game_legal(x->scene.game, hand->state, x->scene.seat, act);
    bool fine = true;
    for (int i = 0; fine && i < actions; i++) {
        struct hands waiting = {0};
        double then = 0;
        struct step step = {.kind = TURN_SEATS, .who = (uint8_t)x->scene.seat, .what = act[i]};
        for (size_t k = 0; fine && k < count; k++)
            fine = advance_step(x, &hand[k], step, 1, &waiting, &then);
        fine = fine && best_gain(x, &waiting, &then);
        hands_clear(&waiting);
        best = then > best ? then : best;
    }
    *gain += best;
    return fine;
}

/* Adds what the seat gains in all of them, as it cannot tell apart those with the same info. */
static bool best_gain(struct exact *x, struct hands *all, double *gain)
{
    bool fine = true;
    if (all->size)
        qsort(all->hand, all->size, sizeof *all->hand, by_info);
    for (size_t i = 0, next; fine && i < all->size; i = next) {
        for (next = i + 1; next < all->size && all->hand[next].info == all->hand[i].info;)
            next++;
        fine = decide_best(x, &all->hand[i], next - i, gain);
    }
    return fine;
}

static void scene_init(struct scene *s, const struct strategy *strategy, int seat)
{
    *s = (struct scene){.strategy = strategy, .game = strategy->setup.game, .seat = seat};
}

bool response_exact(const struct strategy *s, int seat, long limit, double *gain)
{
    struct exact *x = malloc(sizeof *x);
    struct hands waiting = {0};
    struct hand first = {0};
    *gain = 0;
    if (!x)
        return false;
    scene_init(&x->scene, s, seat);
    x->left = limit;
    bool fine = hand_init(&first, s->setup.game) && hand_start(&first, &s->setup, &x->scene.log);
    if (fine)
        memcpy(x->scene.before, game_look(first.state)->score, sizeof x->scene.before);
    fine = fine && advance(x, &first, &waiting, gain) && best_gain(x, &waiting, gain);
    hands_clear(&waiting);
    hand_clear(&first);
    free(x);
    return fine;
}

/* --- A response that looks ahead -------------------------------------------------------------- */

enum { STEPS_A_HAND = 4000 };

struct local {
    struct scene scene;
    const struct local_response *plan;
    struct hand truth, trial, kept;
    struct hand *mind, *spare; /* the hands that it imagines */
    struct rng rng;
    bool starved;
};

static double unit(struct rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

/* A step of a hand; without memory for what happened the whole response fails. */
static void local_step(struct local *l, struct hand *h, struct step step)
{
    l->starved = l->starved || !hand_step(h, l->scene.game, step, l->scene.seat, &l->scene.log);
}

static void local_copy(struct local *l, struct hand *to, const struct hand *from)
{
    l->starved = l->starved || !hand_copy(to, from, l->scene.game);
}

/* What the strategy decides. */
static struct step strategy_step(struct local *l, const struct hand *h, int seat)
{
    struct scene *s = &l->scene;
    action a =
        decides(s, h, seat)
            ? situation_pick(&s->at, &s->view, situation_draw(&s->at, s->chance, &l->rng), &l->rng)
            : bot_hint(&s->view, &l->rng);
    return (struct step){.kind = TURN_SEATS, .who = (uint8_t)seat, .what = a};
}

/* On to the end, both by the strategy. */
static double play_on(struct local *l, struct hand *h)
{
    for (int steps = 0; !l->starved && !is_over(h) && steps < STEPS_A_HAND; steps++) {
        struct turn t = game_turn(h->state);
        local_step(l, h,
                   t.kind == TURN_SEATS ? strategy_step(l, h, seats_first(t.seats))
                                        : game_chance(h->state, &l->rng));
    }
    return gain_of(&l->scene, h);
}

/* One of the imagined hands, by weight. */
static const struct hand *imagined(struct local *l, double total)
{
    double left = unit(&l->rng) * total;
    int i = 0;
    while (i < l->plan->imagined - 1 && (left -= l->mind[i].weight) >= 0)
        i++;
    return &l->mind[i];
}

static double total_weight(const struct local *l)
{
    double total = 0;
    for (int i = 0; i < l->plan->imagined; i++)
        total += l->mind[i].weight;
    return total;
}

/* The decision that brings most, tried in the same imagined hands. */
static struct step choose_best(struct local *l)
{
    struct scene *s = &l->scene;
    game_view(s->game, l->truth.state, s->seat, &s->view);
    struct step best = {.kind = TURN_SEATS, .who = (uint8_t)s->seat, .what = s->view.act[0]};
    if (s->view.actions == 1)
        return best;
    ask_strategy(s, &l->truth, s->seat);
    int choices = s->at.choices;
    action act[ACTIONS_MAX] = {0};
    double sum[ACTIONS_MAX] = {0}, total = total_weight(l);
    for (int i = 0; i < choices; i++)
        act[i] = situation_pick(&s->at, &s->view, i, &l->rng);
    for (int trial = 0; trial < l->plan->trials; trial++) {
        const struct hand *from = imagined(l, total);
        for (int i = 0; i < choices && !l->starved; i++) {
            struct step step = {.kind = TURN_SEATS, .who = (uint8_t)s->seat, .what = act[i]};
            local_copy(l, &l->trial, from);
            local_step(l, &l->trial, step);
            sum[i] += play_on(l, &l->trial);
        }
    }
    int chosen = 0;
    for (int i = 1; i < choices; i++)
        if (sum[i] > sum[chosen])
            chosen = i;
    best.what = act[chosen];
    return best;
}

/* The other has decided something that the seat has not seen: one of the decisions that would have
 * looked the same, in an imagined hand. */
static void imagine_secret(struct local *l, struct hand *h, int seat)
{
    double chance[ACTIONS_MAX], all = 0;
    action act[ACTIONS_MAX];
    ask_strategy(&l->scene, h, seat);
    int count = l->scene.view.actions;
    for (int i = 0; i < count; i++) {
        act[i] = l->scene.view.act[i];
        chance[i] = decision_chance(&l->scene, i);
    }
    for (int i = 0; i < count && !l->starved; i++) {
        struct step step = {.kind = TURN_SEATS, .who = (uint8_t)seat, .what = act[i]};
        if (chance[i] <= 0)
            continue;
        local_copy(l, &l->trial, h);
        local_step(l, &l->trial, step);
        if (l->trial.info != l->truth.info)
            continue;
        all += chance[i];
        if (unit(&l->rng) * all < chance[i])
            local_copy(l, &l->kept, &l->trial);
    }
    double weight = h->weight * all;
    if (all > 0)
        local_copy(l, h, &l->kept);
    h->weight = weight;
}

/* The other has decided for all to see. */
static void imagine_open(struct local *l, struct hand *h, struct step step)
{
    ask_strategy(&l->scene, h, step.who);
    double chance = 0;
    for (int i = 0; i < l->scene.view.actions; i++)
        if (l->scene.view.act[i] == step.what)
            chance = decision_chance(&l->scene, i);
    if (chance > 0)
        local_step(l, h, step);
    h->weight *= h->info == l->truth.info ? chance : 0;
}

/* A card or a lot: the same if the seat has seen it. */
static void imagine_chance(struct local *l, struct hand *h, struct step step, bool seen)
{
    struct step own = seen ? step : game_chance(h->state, &l->rng);
    if (own.kind == TURN_DECK) {
        const struct pile *p = game_source(h->state);
        int there = pile_count(p, (int)own.what);
        h->weight *= seen ? (double)there / pile_size(p) : 1;
        if (!there) {
            h->weight = 0;
            return;
        }
    }
    local_step(l, h, own);
    h->weight *= h->info == l->truth.info;
}

/* The same step in an imagined hand, as far as the seat has seen it. */
static void imagine_step(struct local *l, struct hand *h, struct step step, bool seen)
{
    struct turn t = game_turn(h->state);
    if (h->weight <= 0)
        return;
    if (t.kind != step.kind) {
        h->weight = 0;
    } else if (step.kind != TURN_SEATS) {
        imagine_chance(l, h, step, seen);
    } else if (step.who == l->scene.seat) {
        local_step(l, h, step);
        h->weight *= h->info == l->truth.info;
    } else if (l->scene.game->verbs[action_verb(step.what)].secret) {
        imagine_secret(l, h, step.who);
    } else {
        imagine_open(l, h, step);
    }
}

/* Where no imagined hand is left, any that fits what the seat sees. */
static void imagine_anew(struct local *l)
{
    for (int i = 0; i < l->plan->imagined; i++) {
        local_copy(l, &l->mind[i], &l->truth);
        game_imagine(l->scene.game, l->mind[i].state, l->scene.seat, &l->rng);
        l->mind[i].weight = 1;
    }
}

/* Keeps the likely ones several times once most weigh next to nothing. */
static void resample(struct local *l)
{
    int count = l->plan->imagined;
    double total = 0, squares = 0, passed = 0;
    for (int i = 0; i < count; i++) {
        total += l->mind[i].weight;
        squares += l->mind[i].weight * l->mind[i].weight;
    }
    if (total <= 0) {
        imagine_anew(l);
        return;
    }
    if (total * total / squares > count / 2.0)
        return;
    double first = unit(&l->rng);
    for (int i = 0, from = 0; i < count; i++) {
        while (from < count - 1 && passed + l->mind[from].weight < (i + first) * total / count)
            passed += l->mind[from++].weight;
        local_copy(l, &l->spare[i], &l->mind[from]);
        l->spare[i].weight = 1;
    }
    struct hand *swap = l->mind;
    l->mind = l->spare;
    l->spare = swap;
}

/* Whether the seat saw a card in what happened just now, or there was none. */
static bool saw_cards(const struct local *l)
{
    for (int i = 0; i < l->scene.log.size; i++) {
        struct event e = event_redact(&l->scene.log.event[i], l->scene.seat);
        if (e.kind == EVENT_MOVE && e.count && !e.cards)
            return false;
    }
    return true;
}

static double respond(struct local *l, int seat)
{
    const struct setup *u = &l->scene.strategy->setup;
    l->scene.seat = seat;
    l->starved = l->starved || !hand_start(&l->truth, u, &l->scene.log);
    memcpy(l->scene.before, game_look(l->truth.state)->score, sizeof l->scene.before);
    for (int i = 0; i < l->plan->imagined; i++)
        local_copy(l, &l->mind[i], &l->truth);
    for (int steps = 0; !l->starved && !is_over(&l->truth) && steps < STEPS_A_HAND; steps++) {
        struct turn t = game_turn(l->truth.state);
        seats others = (seats)(t.seats & ~(1u << seat));
        struct step step = t.kind != TURN_SEATS ? game_chance(l->truth.state, &l->rng)
                           : others             ? strategy_step(l, &l->truth, seats_first(others))
                                                : choose_best(l);
        local_step(l, &l->truth, step);
        bool seen = saw_cards(l);
        for (int i = 0; i < l->plan->imagined && !is_over(&l->truth); i++)
            imagine_step(l, &l->mind[i], step, seen);
        resample(l);
    }
    return gain_of(&l->scene, &l->truth);
}

static bool local_init(struct local *l, const struct local_response *plan)
{
    const struct game *game = plan->strategy->setup.game;
    size_t count = (size_t)plan->imagined;
    *l = (struct local){.plan = plan, .rng = rng_seeded(plan->seed, 1)};
    scene_init(&l->scene, plan->strategy, 0);
    l->mind = calloc(count, sizeof *l->mind);
    l->spare = calloc(count, sizeof *l->spare);
    bool fine = l->mind && l->spare && hand_init(&l->truth, game) && hand_init(&l->trial, game) &&
                hand_init(&l->kept, game);
    for (size_t i = 0; fine && i < count; i++)
        fine = hand_init(&l->mind[i], game) && hand_init(&l->spare[i], game);
    return fine;
}

static void local_clear(struct local *l)
{
    for (int i = 0; i < l->plan->imagined && l->mind && l->spare; i++) {
        hand_clear(&l->mind[i]);
        hand_clear(&l->spare[i]);
    }
    free(l->mind);
    free(l->spare);
    hand_clear(&l->truth);
    hand_clear(&l->trial);
    hand_clear(&l->kept);
}

bool response_local(const struct local_response *plan, struct local_gain *gain)
{
    double sum = 0, squares = 0;
    struct local *l = malloc(sizeof *l);
    bool fine = l && local_init(l, plan);
    long hand = 0;
    for (; fine && hand < plan->hands; hand++) {
        if (plan->stop && atomic_load_explicit(plan->stop, memory_order_relaxed))
            break;
        double value = respond(l, (int)(hand & 1));
        fine = !l->starved;
        sum += value;
        squares += value * value;
        if (plan->progress)
            plan->progress(plan->context, hand + 1);
    }
    double mean = hand ? sum / (double)hand : 0;
    double variance = hand > 1 ? (squares - sum * mean) / (double)(hand - 1) : NAN;
    *gain = (struct local_gain){hand, mean, 1.96 * sqrt(variance / (double)hand)};
    if (l)
        local_clear(l);
    free(l);
    return fine;
}
