#include "lab/points.h"

#include "bots/kind.h"
#include "lab/match.h"

#include <stdlib.h>

enum { POINTS = 256, GAMES = 16 };

struct points {
    uint64_t seed;
    int count;
    struct {
        struct view view;
        struct pile deck;
    } at[POINTS];
};

/* Plays, and keeps what there was to decide. */
struct collector {
    struct bot bot;
    struct points *points;
    atomic_bool full;
};

static action collect(struct bot *b, const struct knowledge *k, const struct view *v, struct rng *r)
{
    struct collector *c = (struct collector *)b;
    struct points *p = c->points;
    size_t size;
    const struct event *past = knowledge_past(k, &size);
    struct pile deck = policy_deck(v, past, size);
    struct policy policy = {.last = rng_below(r, 2) ? BY_HINT : BY_CHANCE};
    if (p->count < POINTS) {
        p->at[p->count].view = *v;
        p->at[p->count++].deck = deck;
    } else {
        atomic_store(&c->full, true);
    }
    return policy_choose(&policy, v, &deck, r);
}

static const struct bot_kind collector_kind = {.choose = collect};

static bool play(struct collector *c, const struct setup *u, uint64_t game, struct error *e)
{
    enum { STEPS = 10000 };
    struct rng r = rng_seeded(c->points->seed, game);
    struct bot *all[PLAYERS_MAX];
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        all[seat] = &c->bot;
    struct table *t = table_new(u);
    bool fine = t ? match_play_some(t, all, rng_next(&r), STEPS, &c->full, e) : error_no_memory(e);
    table_free(t);
    return fine;
}

struct points *points_collect(const struct setup *u, uint64_t seed, struct error *e)
{
    struct points *p = calloc(1, sizeof *p);
    struct collector *c = calloc(1, sizeof *c);
    bool fine = (p && c) || error_no_memory(e);
    fine = fine && bot_init(&c->bot, &collector_kind, "collector", e);
    for (uint64_t game = 0; fine && game < GAMES && !atomic_load(&c->full); game++) {
        p->seed = seed;
        c->points = p;
        fine = play(c, u, game, e);
    }
    bot_free(c ? &c->bot : NULL);
    if (fine)
        return p;
    points_free(p);
    return NULL;
}

void points_free(struct points *p)
{
    free(p);
}

uint64_t points_print(const struct points *p, const struct policy *policy)
{
    uint64_t print = 0;
    for (int i = 0; i < p->count; i++) {
        struct rng r = rng_seeded(p->seed, (uint64_t)i);
        action a = policy_choose(policy, &p->at[i].view, &p->at[i].deck, &r);
        print = (print ^ a) * UINT64_C(0x9E3779B97F4A7C15);
        print ^= print >> 29;
    }
    return print;
}
