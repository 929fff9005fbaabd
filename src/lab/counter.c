#include "lab/counter.h"

#include "bots/belief.h"
#include "bots/kind.h"
#include "bots/manner.h"
#include "lab/rollout.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST = 6,    /* imagined states in which every decision is tried, */
    BEST = 4,     /* and for so many of the best */
    THEN = 30,    /* some more */
    STATES = 48,  /* that are lived through to weigh what is hidden */
    CUT_OFF = 500 /* steps of a hand that takes longer */
};

struct counter_bot {
    struct bot bot;
    struct counter counter;
    struct bot *asked; /* NULL where there are habits */
};

/* A decision and what it has brought. */
struct trial {
    action a;
    double sum;
};

static int compare_trials(const void *left, const void *right)
{
    const struct trial *a = left, *b = right;
    return a->sum < b->sum ? 1 : a->sum > b->sum ? -1 : (a->a > b->a) - (a->a < b->a);
}

/* What the bot would do with what it sees there. */
static action reply(struct counter_bot *b, const struct state *s, const struct view *v,
                    struct rng *r)
{
    if (!b->asked)
        return habits_guess(b->counter.habits, v, r);
    struct knowledge *k = knowledge_new(v->game, s, v->looks);
    b->bot.starved = b->bot.starved || !k;
    action a = k ? bot_choose(b->asked, k, r) : v->act[0];
    knowledge_free(k);
    return a;
}

static void decide(struct counter_bot *b, const struct game *game, struct state *s, int seat,
                   int own, struct rng *r)
{
    struct view v;
    game_view(game, s, seat, &v);
    struct pile deck = view_unseen(&v);
    action a = v.actions == 1 ? v.act[0]
               : seat == own  ? policy_choose(&b->counter.policy, &v, &deck, r)
                              : reply(b, s, &v, r);
    game_apply(game, s, seat, a, NULL);
}

/* What comes of a decision in an imagined state. */
static double play_on(struct counter_bot *b, const struct game *game, struct state *s, int own,
                      action a, struct rng *r)
{
    struct horizon end = horizon_from(game, s);
    game_apply(game, s, own, a, NULL);
    for (int steps = 0; steps < CUT_OFF && !horizon_reached(&end, s); steps++) {
        struct turn t = game_turn(s);
        if (t.kind == TURN_SEATS)
            decide(b, game, s, seats_first(t.seats), own, r);
        else
            game_step(game, s, game_chance(s, r), NULL);
    }
    double
        value[PLAYERS_MAX]; /* with what the next hand costs: it is part of what this one brings */
    value_of(game, s, end.before, value);
    return value[own];
}

/* Tries all these decisions in the same imagined states, with the same luck as far as possible. */
static void try_all(struct counter_bot *b, const struct knowledge *k, const struct belief *belief,
                    struct trial trial[], int count, int states, struct rng *r)
{
    const struct game *game = knowledge_game(k);
    _Alignas(max_align_t) unsigned char imagined[STATE_MAX], copy[STATE_MAX];
    for (int i = 0; i < states && !(b->bot.stop && atomic_load(b->bot.stop)); i++) {
        uint64_t luck = rng_next(r);
        if (belief)
            belief_draw(belief, (struct state *)imagined, r);
        else
            knowledge_imagine(k, (struct state *)imagined, r);
        for (int j = 0; j < count; j++) {
            struct rng same = rng_seeded(luck, 0);
            memcpy(copy, imagined, game->size);
            trial[j].sum +=
                play_on(b, game, (struct state *)copy, knowledge_seat(k), trial[j].a, &same);
        }
    }
    qsort(trial, (size_t)count, sizeof *trial, compare_trials);
}

static action choose(struct bot *bot, const struct knowledge *k, const struct view *v,
                     struct rng *r)
{
    struct counter_bot *b = (struct counter_bot *)bot;
    struct trial trial[ACTIONS_MAX];
    action act[ACTIONS_MAX];
    memcpy(act, v->act, (size_t)v->actions * sizeof *act);
    int count = manner_stay(v->game, act, v->actions);
    for (int i = 0; i < count; i++)
        trial[i] = (struct trial){.a = act[i]};
    if (b->asked)
        bot_set_stop(b->asked, b->bot.stop);
    struct belief_plan plan = {.looks = v->looks, .states = STATES, .stop = b->bot.stop};
    struct belief *belief = v->game->hidden ? belief_new(k, &plan, r) : NULL;
    b->bot.starved = v->game->hidden && !belief;
    try_all(b, k, belief, trial, count, FIRST, r);
    try_all(b, k, belief, trial, count < BEST ? count : BEST, THEN, r);
    belief_free(belief);
    return trial[0].a;
}

static void clear(struct bot *b)
{
    bot_free(((struct counter_bot *)b)->asked);
}

static const struct bot_kind counter_kind = {.choose = choose, .clear = clear};

struct bot *counter_player(const struct counter *c, struct error *e)
{
    struct counter_bot *b = calloc(1, sizeof *b);
    if (!b) {
        error_no_memory(e);
        return NULL;
    }
    b->counter = *c;
    b->bot.imagines = true;
    bool fine = bot_init(&b->bot, &counter_kind, "counter", e);
    if (fine && !c->habits) {
        b->asked = c->make(c->bot, e);
        fine = b->asked;
    }
    if (fine)
        return &b->bot;
    bot_free(&b->bot);
    return NULL;
}
