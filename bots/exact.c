#include "bots/exact.h"

#include "bots/value.h"

#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS_MAX = 1 << 17, /* that are remembered; a power of two */
    DEPTH_MAX = 128,         /* a hand that can go on longer, or for ever, is not solved */
};

static const double rounding = 1e-9; /* values that differ by less are equal */

/* A position that has been solved. */
struct known_value {
    uint64_t key; /* 0: empty */
    double value[PLAYERS_MAX];
};

struct exact {
    const struct game *game;
    int32_t before[PLAYERS_MAX];
    unsigned hand;
    int players;
    long steps, steps_max;
    const atomic_bool *stop;
    size_t positions, used;
    struct known_value *known; /* a hash table */
};

static bool expect(struct exact *x, const struct state *s, int depth, double value[PLAYERS_MAX]);

/* A state is flat bytes, so equal bytes are equal positions. */
static uint64_t state_key(const struct game *game, const struct state *s)
{
    uint64_t key = game->size;
    for (size_t at = 0; at < game->size; at += sizeof key) {
        uint64_t word = 0;
        size_t rest = game->size - at;
        memcpy(&word, (const char *)s + at, rest < sizeof word ? rest : sizeof word);
        key = (key ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        key ^= key >> 32;
    }
    return key ? key : 1;
}

static struct known_value *find(struct exact *x, uint64_t key)
{
    size_t at = (size_t)key & (x->positions - 1);
    while (x->known[at].key && x->known[at].key != key)
        at = (at + 1) & (x->positions - 1);
    return &x->known[at];
}

/* Nobody has seen the burned cards, so that any of the unseen ones may be those: here always the
 * lowest, to make positions that nobody can tell apart the same. */
static void settle_burned(struct head *h)
{
    struct pile *deck = &h->pile[PILE_DECK], *burned = &h->pile[PILE_BURNED];
    int count = pile_size(burned);
    if (!count)
        return;
    pile_move(deck, burned);
    for (; count > 0; count--) {
        int c = pile_pick(deck, 0);
        pile_take(deck, c);
        pile_add(burned, c);
    }
}

/* Makes sure that a card which may come is in the deck, not among the burned ones. */
static void bring_up(struct head *h, int c)
{
    struct pile *deck = &h->pile[PILE_DECK], *burned = &h->pile[PILE_BURNED];
    if (pile_count(deck, c))
        return;
    int instead = pile_pick(deck, 0);
    pile_take(deck, instead);
    pile_add(burned, instead);
    pile_take(burned, c);
    pile_add(deck, c);
}

static bool expect_card(struct exact *x, const struct state *s, struct turn t, int depth,
                        double value[PLAYERS_MAX])
{
    const struct head *h = game_look(s);
    struct pile unseen = *game_source(s), burned = h->pile[PILE_BURNED];
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *next = (struct state *)room;
    if (t.from == PILE_DECK)
        pile_move(&unseen, &burned);
    int total = t.place == PLACE_BURN ? 1 : pile_size(&unseen);
    for (int c = 1; c <= RANKS; c++) {
        double then[PLAYERS_MAX];
        int count = pile_count(&unseen, c);
        if (!count)
            continue;
        memcpy(next, s, x->game->size);
        if (t.from == PILE_DECK)
            bring_up(game_head(next), c);
        game_deal(x->game, next, c, NULL);
        settle_burned(game_head(next));
        if (!expect(x, next, depth + 1, then))
            return false;
        for (int seat = 0; seat < x->players; seat++)
            value[seat] += then[seat] * (t.place == PLACE_BURN ? 1 : count) / total;
        if (t.place == PLACE_BURN)
            break; /* one is as good as another */
    }
    return true;
}

static bool expect_lot(struct exact *x, const struct state *s, struct turn t, int depth,
                       double value[PLAYERS_MAX])
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *next = (struct state *)room;
    for (int seat = 0; seat < x->players; seat++) {
        double then[PLAYERS_MAX];
        if (!(t.seats >> seat & 1))
            continue;
        memcpy(next, s, x->game->size);
        game_lot(x->game, next, seat, NULL);
        if (!expect(x, next, depth + 1, then))
            return false;
        for (int i = 0; i < x->players; i++)
            value[i] += then[i] / __builtin_popcount(t.seats);
    }
    return true;
}

/* The seat in turn does what is best for it; the first of what is equally good. */
static bool expect_decision(struct exact *x, const struct state *s, struct turn t, int depth,
                            double value[PLAYERS_MAX], struct exact_report *report, action *best)
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *next = (struct state *)room;
    action legal[ACTIONS_MAX];
    int seat = __builtin_ctz(t.seats), count = game_legal(x->game, s, seat, legal);
    if (t.seats & (t.seats - 1))
        return false; /* several at once: no one of them knows what to answer */
    for (int i = 0; i < count; i++) {
        double then[PLAYERS_MAX];
        memcpy(next, s, x->game->size);
        game_apply(x->game, next, seat, legal[i], NULL);
        settle_burned(game_head(next));
        if (!expect(x, next, depth + 1, then))
            return false;
        if (report)
            report->choice[report->choices++] = (struct exact_choice){legal[i], then[seat]};
        if (i == 0 || then[seat] > value[seat] + rounding) {
            memcpy(value, then, sizeof then);
            *best = legal[i];
        }
    }
    return true;
}

/* What a position is worth to each seat; false if there is too much to look at. */
static bool expect(struct exact *x, const struct state *s, int depth, double value[PLAYERS_MAX])
{
    const struct head *h = game_look(s);
    struct turn t = h->turn;
    if (++x->steps > x->steps_max || depth > DEPTH_MAX)
        return false;
    if (x->stop && atomic_load_explicit(x->stop, memory_order_relaxed))
        return false;
    if (t.kind == TURN_OVER || h->hand != x->hand) {
        value_of(x->game, s, x->before, value);
        return true;
    }
    uint64_t key = state_key(x->game, s);
    const struct known_value *known = find(x, key);
    if (known->key) {
        memcpy(value, known->value, sizeof known->value);
        return true;
    }
    action best;
    memset(value, 0, PLAYERS_MAX * sizeof *value);
    bool fine = t.kind == TURN_DECK  ? expect_card(x, s, t, depth, value)
                : t.kind == TURN_LOT ? expect_lot(x, s, t, depth, value)
                                     : expect_decision(x, s, t, depth, value, NULL, &best);
    if (fine && x->used < x->positions / 4 * 3) {
        struct known_value *place = find(x, key);
        x->used += place->key == 0;
        place->key = key;
        memcpy(place->value, value, sizeof place->value);
    }
    return fine;
}

bool exact_choose(const struct knowledge *k, long steps, const atomic_bool *stop, action *best,
                  struct exact_report *report)
{
    struct view v;
    struct exact x = {
        .game = knowledge_game(k), .steps_max = steps, .stop = stop, .positions = POSITIONS_MAX};
    report->steps = report->choices = 0;
    if (x.game->hidden)
        return false;
    knowledge_view(k, &v);
    x.hand = v.hand;
    x.players = v.players;
    memcpy(x.before, v.score, sizeof x.before);
    while (x.positions > 64 && x.positions > (size_t)steps)
        x.positions /= 2;
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)room;
    x.known = calloc(x.positions, sizeof *x.known);
    bool fine = x.known;
    if (fine) {
        struct rng any = rng_seeded(0, 0); /* what it imagines of burned cards is settled next */
        double value[PLAYERS_MAX];
        knowledge_imagine(k, s, &any);
        settle_burned(game_head(s));
        fine = expect_decision(&x, s, game_turn(s), 0, value, report, best);
    }
    report->steps = x.steps;
    if (!fine)
        report->choices = 0;
    free(x.known);
    return fine;
}
