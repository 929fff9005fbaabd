#include "lab/enumerate.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 128 }; /* decisions and cards from here to the end of the hand */

/* A situation whose value is known. */
struct known_value {
    uint64_t key;
    struct outcome value;
};

struct enumeration {
    const struct game *game;
    struct horizon horizon;
    int burned; /* so many cards of the deck are not in it in truth, nobody knows which */
    long limit, used;
    struct known_value *known; /* in the order in which they were found */
    uint32_t *place;           /* a hash table of their numbers, from 1 */
    size_t places;
    unsigned char *room; /* a state for each level */
};

static struct state *level(const struct enumeration *e, int depth)
{
    return (struct state *)(void *)(e->room + (size_t)depth * STATE_MAX);
}

/* States are flat bytes, so equal bytes are the same situation. */
static uint64_t state_key(const struct enumeration *e, const struct state *s)
{
    const unsigned char *at = (const unsigned char *)s;
    uint64_t key = 1, word = 0;
    for (size_t i = 0; i < e->game->size; i += sizeof word) {
        memcpy(&word, at + i, sizeof word);
        key = (key ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        key ^= key >> 29;
    }
    return key;
}

static uint32_t *find(const struct enumeration *e, uint64_t key)
{
    size_t at = (size_t)(key >> 20) & (e->places - 1);
    while (e->place[at] && e->known[e->place[at] - 1].key != key)
        at = (at + 1) & (e->places - 1);
    return &e->place[at];
}

static bool find_value(struct enumeration *e, const struct state *s, int depth, struct outcome *o);

static bool find_card(struct enumeration *e, const struct state *s, int depth, struct outcome *o)
{
    const struct pile *p = game_source(s);
    struct turn t = game_turn(s);
    if (t.place == PLACE_BURN || (e->burned && pile_size(p) <= e->burned))
        return false;
    for (int c = 1; c <= RANKS; c++) {
        struct outcome one;
        if (!pile_count(p, c))
            continue;
        struct state *next = level(e, depth);
        memcpy(next, s, e->game->size);
        game_deal(e->game, next, c, NULL);
        if (!find_value(e, next, depth, &one))
            return false;
        outcome_add(o, (double)pile_count(p, c) / pile_size(p), &one);
    }
    return true;
}

static bool find_lot(struct enumeration *e, const struct state *s, int depth, struct outcome *o)
{
    seats all = game_turn(s).seats;
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        struct outcome one;
        if (!(all >> seat & 1))
            continue;
        struct state *next = level(e, depth);
        memcpy(next, s, e->game->size);
        game_lot(e->game, next, seat, NULL);
        if (!find_value(e, next, depth, &one))
            return false;
        outcome_add(o, 1.0 / __builtin_popcount(all), &one);
    }
    return true;
}

static bool find_choice(struct enumeration *e, const struct state *s, int depth, struct outcome *o)
{
    action legal[ACTIONS_MAX];
    seats all = game_turn(s).seats;
    int seat = __builtin_ctz(all);
    if (all & (all - 1))
        return false;
    int count = game_legal(e->game, s, seat, legal);
    for (int i = 0; i < count; i++) {
        struct outcome one;
        struct state *next = level(e, depth);
        memcpy(next, s, e->game->size);
        game_apply(e->game, next, seat, legal[i], NULL);
        if (!find_value(e, next, depth, &one))
            return false;
        if (i == 0 || one.of[WORTH][seat] > o->of[WORTH][seat])
            *o = one;
    }
    return true;
}

/* `s` is at the level `depth`; what follows it is put into the level below. */
static bool find_value(struct enumeration *e, const struct state *s, int depth, struct outcome *o)
{
    if (horizon_reached(&e->horizon, s)) {
        *o = horizon_outcome(&e->horizon, s);
        return true;
    }
    uint64_t key = state_key(e, s);
    uint32_t *place = find(e, key);
    if (*place) {
        *o = e->known[*place - 1].value;
        return true;
    }
    *o = (struct outcome){0};
    int kind = game_turn(s).kind;
    if (depth + 1 == DEPTH_MAX || !(kind == TURN_DECK  ? find_card(e, s, depth + 1, o)
                                    : kind == TURN_LOT ? find_lot(e, s, depth + 1, o)
                                                       : find_choice(e, s, depth + 1, o)))
        return false;
    if (e->used == e->limit)
        return false;
    e->known[e->used] = (struct known_value){key, *o};
    *find(e, key) = (uint32_t)++e->used;
    return true;
}

static bool enumeration_begin(struct enumeration *e, const struct knowledge *k, long limit)
{
    size_t places = 64;
    while (places < (size_t)limit * 2)
        places *= 2;
    *e = (struct enumeration){.game = knowledge_game(k), .limit = limit, .places = places};
    e->known = malloc((size_t)limit * sizeof *e->known);
    e->place = calloc(places, sizeof *e->place);
    e->room = malloc((size_t)DEPTH_MAX * STATE_MAX);
    return e->known && e->place && e->room;
}

static void enumeration_end(struct enumeration *e)
{
    free(e->known);
    free(e->place);
    free(e->room);
}

long enumerate(const struct knowledge *k, const action a[], int count, long limit,
               struct outcome out[])
{
    struct enumeration e;
    struct rng r = rng_seeded(0, 0); /* without secrets there is one state to imagine */
    if (knowledge_game(k)->hidden || limit < 1)
        return 0;
    bool fine = enumeration_begin(&e, k, limit);
    if (fine) {
        struct state *root = level(&e, 0);
        knowledge_imagine(k, root, &r);
        /* A card that was burned unseen is as likely to come as one of the deck would be, as long
         * as the deck lasts. */
        struct head *h = game_head(root);
        e.burned = pile_size(&h->pile[PILE_BURNED]);
        pile_move(&h->pile[PILE_DECK], &h->pile[PILE_BURNED]);
        e.horizon = horizon_from(e.game, root);
        fine = (h->turn.seats & (h->turn.seats - 1)) == 0;
        for (int i = 0; fine && i < count; i++) {
            struct state *next = level(&e, 1);
            memcpy(next, root, e.game->size);
            game_apply(e.game, next, knowledge_seat(k), a[i], NULL);
            fine = find_value(&e, next, 1, &out[i]);
        }
    }
    enumeration_end(&e);
    return fine ? e.used + 1 : 0;
}
