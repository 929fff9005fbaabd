#include "bots/situation.h"

#include "engine/game.h"
#include "engine/history.h"

static uint64_t mix(uint64_t key, uint64_t more)
{
    key = (key ^ more) * UINT64_C(0x9E3779B97F4A7C15);
    return key ^ key >> 29;
}

/* Where this hand begins in the past: after the event that says so. */
static size_t hand_begins(const struct event past[], size_t size)
{
    while (size > 0 && past[size - 1].kind != EVENT_HAND)
        size--;
    return size;
}

/* Whole steps of a number, none beyond the limits. */
static unsigned steps_of(int number, int width, int most)
{
    int step = number >= 0 ? number / width : -((width - 1 - number) / width);
    return (unsigned)((step < -most ? -most : step > most ? most : step) + most);
}

/* A few is as good as many. */
static unsigned few(int count, int most)
{
    return (unsigned)(count < most ? count : most);
}

/* --- What the seat has ------------------------------------------------------------------------ */

/* Cards and numbers in view, sorted by who they are about. */
struct holdings {
    cards secret;       /* own cards that the others do not see */
    cards open;         /* own cards that all see */
    cards theirs;       /* the cards of the others, as far as they can be seen */
    struct pile unseen; /* all others */
    int number;         /* the number that one seat alone has named, 0 for none */
};

static bool is_secret(const struct view *v, const struct zone *own)
{
    for (int i = 0; i < v->zones; i++)
        if (v->zone[i].zone == own->zone && v->zone[i].owner != own->owner && !v->zone[i].known)
            return true;
    return false;
}

static cards zone_cards(const struct view *v, const struct zone *z)
{
    cards w = 0;
    for (int i = 0; i < z->count; i++)
        w += cards_one(v->card[z->first + i]);
    return w;
}

/* Whether only one seat has a number of that label. */
static bool is_alone(const struct view *v, const struct number *n)
{
    int same = 0;
    for (int i = 0; i < v->numbers; i++)
        same += v->number[i].label == n->label;
    return same == 1 && n->owner != NOBODY;
}

static struct holdings holdings_of(const struct view *v)
{
    struct holdings h = {.unseen = view_unseen(v)};
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        if (!z->known)
            continue;
        cards *to = z->owner != v->looks ? &h.theirs : is_secret(v, z) ? &h.secret : &h.open;
        *to += zone_cards(v, z);
    }
    for (int i = 0; i < v->numbers; i++)
        if (is_alone(v, &v->number[i]))
            h.number = v->number[i].value;
    return h;
}

/* Seats count from the one that looks. */
static uint64_t seat_from(const struct view *v, unsigned seat)
{
    return seat >= v->players ? NOBODY : (seat + v->players - v->looks) % v->players;
}

/* --- What it may do --------------------------------------------------------------------------- */

enum { LOW = 3, MIDDLE = 6, HIGH = 8 };

static unsigned level(int rank)
{
    return rank <= LOW ? 0 : rank <= MIDDLE ? 1 : rank <= HIGH ? 2 : 3;
}

/* A card as far as it matters: where there are more like it. */
static uint64_t rank_key(const struct holdings *h, int rank)
{
    enum { TWO = 2, SOME = 3 };
    uint64_t key = (uint64_t)rank << 2 | few(cards_count(h->secret, rank), TWO);
    key = key << 1 | few(cards_count(h->open, rank), 1);
    key = key << 1 | few(cards_count(h->theirs, rank), 1);
    return key << 2 | few(pile_count(&h->unseen, rank), SOME);
}

/* The same roughly, for one card of two. */
static uint64_t rough_key(const struct holdings *h, int rank, bool own)
{
    uint64_t key = level(rank);
    if (!own) /* as others see it, who do not have it before them */
        return key << 1 | few(pile_count(&h->unseen, rank), 1);
    return key << 2 | few(cards_count(h->open, rank), 1) << 1 |
           few(cards_count(h->theirs, rank), 1);
}

/* A number that can be named: close to the last one it is itself, further off a range. */
static uint64_t number_key(const struct holdings *h, int number, int truth)
{
    static const int ranges[] = {1, 2, 3, 5, 8, 12, 17, 23};
    int above = number - h->number;
    uint64_t range = 0;
    while (range < sizeof ranges / sizeof *ranges && above > ranges[range])
        range++;
    return range << 1 | (number == truth);
}

static uint64_t argument_key(const struct view *v, const struct holdings *h, enum argument kind,
                             int value, int truth)
{
    switch (kind) {
    case RANK_ARGUMENT:
        return rank_key(h, value);
    case SEAT_ARGUMENT:
        return seat_from(v, (unsigned)value);
    case NUMBER_ARGUMENT:
        return number_key(h, value, truth);
    case NO_ARGUMENT:
        break;
    }
    return 0;
}

/* Both cards of a decision; the second one is what is said of the first, and so nothing new where
 * that is true. */
static uint64_t two_cards_key(const struct holdings *h, action a, bool lie)
{
    uint64_t key = mix(rough_key(h, action_first(a), true), 1);
    return lie ? mix(key, rough_key(h, action_second(a), false)) : key;
}

/* Whether a decision has no card and no number of its own. */
static bool is_plain(const struct verb *verb)
{
    return verb->argument[0] == NO_ARGUMENT || verb->argument[0] == SEAT_ARGUMENT;
}

/* What a plain decision is about: a number that somebody has named, exactly; any other number or
 * card roughly, and how likely the next card is one of those that matter. */
static uint64_t meaning_key(const struct view *v, const struct holdings *h, const struct event *e)
{
    enum { SOME = 3, TENTHS = 10 };
    bool rank = e->number > 0 && e->number <= RANKS;
    uint64_t key = cards_size(e->cards) == 1 ? 1 + level(cards_lowest(e->cards)) : 0;
    if (e->cards)
        key = key << 8 | (uint64_t)(1 + TENTHS * view_chance(v, e->cards));
    if (e->number == h->number)
        return mix(mix(key, (uint64_t)(uint32_t)e->number), rank ? rank_key(h, e->number) : 0);
    unsigned unseen = rank ? few(pile_count(&h->unseen, e->number), SOME) : 0;
    return mix(key, (uint64_t)level(e->number) << 8 | unseen);
}

/* A decision by what it means. */
static uint64_t decision_key(const struct view *v, const struct holdings *h, action a)
{
    const struct verb *verb = &v->game->verbs[action_verb(a)];
    struct event e = v->game->means ? v->game->means(v, a) : (struct event){0};
    bool lie = v->game->lie && v->game->lie(v, a);
    uint64_t key = mix((uint64_t)action_verb(a) << 8 | e.say, lie);
    if (verb->argument[1] == RANK_ARGUMENT)
        return mix(key, two_cards_key(h, a, lie));
    key = mix(key, argument_key(v, h, verb->argument[0], action_first(a), e.number));
    key = mix(key, argument_key(v, h, verb->argument[1], action_second(a), 0));
    return is_plain(verb) ? mix(key, meaning_key(v, h, &e)) : key;
}

/* --- What it is about ------------------------------------------------------------------------- */

/* The verbs of the last decisions: the own ones since another decided; if there are none, those of
 * the others since the seat decided last. A secret one ends them: those who decide at the same time
 * do so in any order. */
static uint64_t recent_key(const struct view *v, const struct event past[], size_t begin,
                           size_t size)
{
    uint64_t key = 0;
    bool own = false, any = false;
    for (size_t i = size; i > begin; i--) {
        const struct event e = event_redact(&past[i - 1], v->looks);
        if (e.kind != EVENT_DECIDE)
            continue;
        bool mine = e.seat == v->looks;
        if (!e.seen || v->game->verbs[action_verb(e.choice)].secret || (any && mine != own))
            break;
        own = mine;
        any = true;
        key = mix(key, (uint64_t)mine << 8 | (uint64_t)(1 + action_verb(e.choice)));
    }
    return key;
}

/* Numbers that every seat has count by their difference; one that is named, roughly: decisions that
 * are about it have it themselves. */
static uint64_t numbers_key(const struct view *v)
{
    enum { WIDE = 4, MOST = 3 };
    const uint64_t seats_marked = 1 << 8;
    uint64_t key = 0;
    for (int i = 0; i < v->numbers; i++) {
        const struct number *n = &v->number[i];
        if (is_alone(v, n))
            key += mix(seat_from(v, n->owner), steps_of(n->value, WIDE, DECK_CARDS));
        for (int k = 0; k < v->numbers && n->owner == v->looks; k++)
            if (v->number[k].label == n->label && v->number[k].owner != n->owner)
                key += mix(seats_marked, steps_of(n->value - v->number[k].value, WIDE, MOST));
    }
    return key;
}

/* How far the last number of this hand is above the one before it, roughly: who had to go beyond a
 * high one may well lie. 0 where no two have been named. */
static uint64_t raise_key(const struct view *v, const struct event past[], size_t begin,
                          size_t size)
{
    enum { LITTLE = 1, SOME = 3, MUCH = 6 };
    int last = 0;
    for (size_t i = size; i > begin; i--) {
        const struct event e = event_redact(&past[i - 1], v->looks);
        if (e.kind != EVENT_DECIDE || !e.seen ||
            v->game->verbs[action_verb(e.choice)].argument[0] != NUMBER_ARGUMENT)
            continue;
        int raise = last - action_first(e.choice);
        if (last)
            return raise <= LITTLE ? 1 : raise <= SOME ? 2 : raise <= MUCH ? 3 : 4;
        last = action_first(e.choice);
    }
    return 0;
}

static bool names_numbers(const struct game *game)
{
    bool any = false;
    for (const struct verb *verb = game->verbs; verb->word; verb++)
        any = any || verb->argument[0] == NUMBER_ARGUMENT;
    return any;
}

/* The rank of the highest pair, 0 if there is none. */
static int highest_pair(cards w)
{
    int c = RANKS;
    while (c > 0 && cards_count(w, c) < 2)
        c--;
    return c;
}

/* How many cards are hidden where, and what the own ones are good for: pairs, and, where numbers
 * are named, whether their sum is beyond the last one. */
static uint64_t cards_key(const struct view *v, const struct holdings *h)
{
    enum { WIDE = 3, MOST = 9 };
    uint64_t key = (uint64_t)cards_size(h->secret);
    for (int i = 0; i < v->zones; i++) /* a sum: the game counts from seat A, this from its own */
        if (!v->zone[i].known)
            key += mix((uint64_t)v->zone[i].zone << 8 | seat_from(v, v->zone[i].owner),
                       (uint64_t)v->zone[i].count + 1);
    int pair = highest_pair(h->secret + h->open);
    if (!names_numbers(v->game))
        return mix(key, pair ? 1 + level(pair) : 0);
    int beyond = cards_sum(h->secret) - h->number - 1;
    return mix(key, steps_of(beyond, WIDE, MOST) << 1 | (pair > 0));
}

/* What all choices have in common. A decision without a card or a number of its own is part of it:
 * whether it is good says much about all others. */
static uint64_t context_key(const struct view *v, const struct holdings *h, const uint64_t each[])
{
    uint64_t key = mix(cards_key(v, h), numbers_key(v));
    for (int i = 0; i < v->actions; i++) {
        if (is_plain(&v->game->verbs[action_verb(v->act[i])]))
            key += mix(each[i], 1);
        else if (i == 0 || action_verb(v->act[i]) != action_verb(v->act[i - 1]))
            key += mix((uint64_t)action_verb(v->act[i]), 2);
    }
    return key;
}

static void add_choice(struct situation *out, int decision, uint64_t key)
{
    int choice = out->choices;
    key += key == 0;
    while (choice > 0 && out->key[choice - 1] != key)
        choice--;
    if (choice-- == 0) {
        choice = out->choices++;
        out->key[choice] = key;
        out->size[choice] = 0;
    }
    out->size[choice]++;
    out->choice_of[decision] = (uint16_t)choice;
}

static void situation_coarse(const struct view *v, uint64_t done, struct situation *out)
{
    uint64_t each[ACTIONS_MAX];
    struct holdings h = holdings_of(v);
    for (int i = 0; i < v->actions; i++)
        each[i] = decision_key(v, &h, v->act[i]);
    uint64_t context = mix(context_key(v, &h, each), done);
    for (int i = 0; i < v->actions; i++)
        add_choice(out, i, mix(context, each[i]));
}

void situation_of(const struct view *v, const struct event past[], size_t size, enum grain grain,
                  struct situation *out)
{
    size_t begin = hand_begins(past, size);
    out->choices = 0;
    if (grain == GRAIN_COARSE) {
        uint64_t done = recent_key(v, past, begin, size);
        situation_coarse(v, mix(done, raise_key(v, past, begin, size)), out);
        return;
    }
    uint64_t key = v->looks + UINT64_C(1);
    for (size_t i = begin; i < size; i++) {
        struct event e = event_redact(&past[i], v->looks);
        if (e.kind != EVENT_DECIDE || e.seen) /* others may decide before or after, in secret */
            key = infoset_next(key, &e, v->looks);
    }
    for (int i = 0; i < v->actions; i++)
        add_choice(out, i, mix(key, v->act[i] + UINT64_C(1)));
}

action situation_pick(const struct situation *s, const struct view *v, int choice, struct rng *r)
{
    int left = rng_below(r, s->size[choice]);
    for (int i = 0; i < v->actions; i++)
        if (s->choice_of[i] == choice && left-- == 0)
            return v->act[i];
    return v->act[0];
}

void situation_habit(const struct situation *s, const struct view *v, double chance[])
{
    enum { TIMES = 16 };
    struct rng r = rng_seeded(s->key[0], 0);
    for (int i = 0; i < s->choices; i++)
        chance[i] = 1.0 / s->choices / (v->game->hint ? TIMES + 1 : 1);
    for (int time = 0; time < TIMES && v->game->hint; time++) {
        action a = v->game->hint(v, &r);
        for (int i = 0; i < v->actions; i++)
            chance[s->choice_of[i]] += v->act[i] == a ? 1.0 / (TIMES + 1) : 0;
    }
}

int situation_draw(const struct situation *s, const double chance[], struct rng *r)
{
    double left = (double)(rng_next(r) >> 11) * 0x1p-53;
    int drawn = 0;
    for (int i = 0; i < s->choices && left >= 0; i++)
        if (chance[i] > 0) { /* rounding may leave something after the last */
            left -= chance[i];
            drawn = i;
        }
    return drawn;
}
