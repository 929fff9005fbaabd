#include "lab/habits.h"

#include "bots/kind.h"
#include "lab/policy.h"

#include <stdlib.h>

enum {
    ROOM = 4096, /* situations */
    CHOICES = 32 /* kinds of decisions: 16 verbs, each with the truth or a lie */
};

struct habit {
    uint64_t situation; /* 0: none */
    uint32_t seen, times[CHOICES];
};

struct habits {
    int count;
    struct habit habit[ROOM];
};

/* How finely each count is looked at. */
static const double grain[FEATURES] = {
    [COUNT_RATIO] = 25, [COUNT_RISK] = 10, [COUNT_SUM] = 5,    [COUNT_CARDS] = 1,
    [COUNT_CLAIM] = 1,  [COUNT_SEEN] = 50, [COUNT_LEAD] = 1e6,
};

static uint64_t situation_of(const struct view *v)
{
    struct pile deck = view_unseen(v);
    uint64_t key = 0;
    for (int i = 0; i < v->actions; i++)
        key |= UINT64_C(1) << action_verb(v->act[i]);
    for (enum feature i = 0; i < FEATURES; i++) {
        if (!policy_countable(v->game, i))
            continue;
        int64_t step = (int64_t)(policy_count(v, &deck, i) / grain[i]);
        key = (key ^ (uint64_t)step) * UINT64_C(0x9E3779B97F4A7C15);
        key ^= key >> 31;
    }
    return key ? key : 1;
}

static uint32_t choice_of(const struct view *v, action a)
{
    bool lie = v->game->lie && v->game->lie(v, a);
    return ((uint32_t)action_verb(a) << 1 | lie) % CHOICES;
}

struct sighting habits_see(const struct view *v, action a)
{
    return (struct sighting){situation_of(v), choice_of(v, a)};
}

struct habits *habits_new(void)
{
    return calloc(1, sizeof(struct habits));
}

void habits_free(struct habits *h)
{
    free(h);
}

/* Where a situation stands, or could stand; there is always a free place. */
static size_t place_of(const struct habits *h, uint64_t situation)
{
    size_t at = situation % ROOM;
    while (h->habit[at].situation && h->habit[at].situation != situation)
        at = (at + 1) % ROOM;
    return at;
}

void habits_add(struct habits *h, const struct sighting *s)
{
    struct habit *habit = &h->habit[place_of(h, s->situation)];
    if (!habit->situation) {
        if (h->count == ROOM / 2)
            return;
        h->count++;
        habit->situation = s->situation;
    }
    habit->seen++;
    habit->times[s->choice]++;
}

/* One of the kinds of decisions, as often as each was seen; CHOICES if none was. */
static uint32_t draw_choice(const struct habit *habit, struct rng *r)
{
    if (!habit->seen)
        return CHOICES;
    int k = rng_below(r, (int)habit->seen);
    uint32_t choice = 0;
    while (k >= (int)habit->times[choice])
        k -= (int)habit->times[choice++];
    return choice;
}

action habits_guess(const struct habits *h, const struct view *v, struct rng *r)
{
    action thumb = bot_hint(v, r), best = thumb;
    uint32_t choice = draw_choice(&h->habit[place_of(h, situation_of(v))], r);
    if (choice == CHOICES || choice_of(v, thumb) == choice)
        return thumb;
    long long nearest = -1;
    for (int i = 0; i < v->actions; i++) {
        long long distance = llabs((long long)v->act[i] - thumb);
        if (choice_of(v, v->act[i]) != choice || (nearest >= 0 && distance >= nearest))
            continue;
        nearest = distance;
        best = v->act[i];
    }
    return best;
}
