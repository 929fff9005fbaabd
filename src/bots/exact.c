#include "bots/exact.h"

#include "bots/manner.h"
#include "bots/memo.h"

#include <math.h>
#include <string.h>

enum {
    DEPTH_MAX = 128, /* a hand that can go on longer, or for ever, is not solved */
    POSITIONS_MAX = 1 << 20,
    BYTES_MAX = 128 << 20, /* of memory for positions that are solved */
};

static const double rounding = 1e-9; /* values that differ by less, or by such a part, are equal */

struct exact {
    const struct game *game;
    struct stakes stakes;
    unsigned hand;
    int players, seat;
    const struct exact_limits *limits;
    long steps, situations;
    struct memo *known; /* positions that are solved */
};

/* What a position is worth to each seat, and after these the score of the seat that asks. */
enum { VALUES_MAX = PLAYERS_MAX + 1 };

static int values_of(const struct exact *x)
{
    return x->players + 1;
}

static bool expect(struct exact *x, const struct state *s, int depth, double value[VALUES_MAX]);

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

/* Leaves of a position only what matters, so that as many as possible are the same. */
static void reduce(const struct exact *x, struct state *s)
{
    if (game_hand_over(s, x->hand))
        return;
    settle_burned(game_head(s));
    if (x->game->simplify)
        x->game->simplify(s);
}

static bool expect_card(struct exact *x, const struct state *s, struct turn t, int depth,
                        double value[VALUES_MAX])
{
    const struct head *h = game_look(s);
    struct pile unseen = *game_source(s), burned = h->pile[PILE_BURNED];
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *next = (struct state *)room;
    if (t.from == PILE_DECK)
        pile_move(&unseen, &burned);
    int total = t.place == PLACE_BURN ? 1 : pile_size(&unseen);
    for (int c = 1; c <= RANKS; c++) {
        double then[VALUES_MAX];
        int count = pile_count(&unseen, c);
        if (!count)
            continue;
        memcpy(next, s, x->game->size);
        if (t.from == PILE_DECK)
            bring_up(game_head(next), c);
        game_deal(x->game, next, c, NULL);
        reduce(x, next);
        if (!expect(x, next, depth + 1, then))
            return false;
        for (int i = 0; i < values_of(x); i++)
            value[i] += then[i] * (t.place == PLACE_BURN ? 1 : count) / total;
        if (t.place == PLACE_BURN)
            break; /* one is as good as another */
    }
    return true;
}

static bool expect_lot(struct exact *x, const struct state *s, int depth, double value[VALUES_MAX])
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *next = (struct state *)room;
    struct chance can[CHANCES_MAX];
    int count = game_chances(s, can);
    for (int i = 0; i < count; i++) {
        double then[VALUES_MAX];
        memcpy(next, s, x->game->size);
        game_step(x->game, next, can[i].step, NULL);
        reduce(x, next);
        if (!expect(x, next, depth + 1, then))
            return false;
        for (int k = 0; k < values_of(x); k++)
            value[k] += then[k] * can[i].likely;
    }
    return true;
}

bool exact_more(double a, double b)
{
    return a - b > rounding * fmax(1, fmax(fabs(a), fabs(b)));
}

/* The seat in turn does what is best for it; the first of what is equally good. */
static bool expect_decision(struct exact *x, const struct state *s, struct turn t, int depth,
                            double value[VALUES_MAX], struct exact_report *report, action *best)
{
    _Alignas(max_align_t) char room[2][STATE_MAX];
    action legal[ACTIONS_MAX];
    double then[VALUES_MAX];
    int seat = seats_first(t.seats), count = game_legal(x->game, s, seat, legal);
    if (t.seats & (t.seats - 1))
        return false; /* several at once: no one of them knows what to answer */
    for (int i = 0; i < count; i++) {
        struct state *next = (struct state *)room[i & 1];
        memcpy(next, s, x->game->size);
        game_apply(x->game, next, seat, legal[i], NULL);
        reduce(x, next);
        bool as_before = i > 0 && memcmp(next, room[!(i & 1)], x->game->size) == 0;
        if (!as_before && !expect(x, next, depth + 1, then))
            return false;
        if (report)
            report->choice[report->choices++] =
                (struct exact_choice){legal[i], then[seat], then[x->players]};
        bool leaves = manner_quits(x->game, legal[i]);
        bool better = i > 0 && !leaves && exact_more(then[seat], value[seat]);
        if (i == 0 || better || (manner_quits(x->game, *best) && !leaves)) {
            memcpy(value, then, sizeof then);
            *best = legal[i];
        }
    }
    return true;
}

static void settle(struct exact *x, const struct state *s, double value[VALUES_MAX])
{
    const int32_t *before = x->stakes.before, *score = game_look(s)->settled;
    if (x->limits->prospect)
        stakes_value(&x->stakes, s, value);
    else
        value_of_scores(x->game, s, score, before, value);
    value[x->players] = score[x->seat] - before[x->seat];
}

static bool goes_on(struct exact *x, int depth)
{
    const struct exact_limits *l = x->limits;
    x->steps++;
    return (!l->steps || x->steps <= l->steps) && depth <= DEPTH_MAX &&
           !(l->stop && atomic_load_explicit(l->stop, memory_order_relaxed));
}

/* Without a limit to the steps there is no end in sight once nothing more is remembered. */
static bool keep(struct exact *x, const struct state *s, const double value[VALUES_MAX])
{
    const struct exact_limits *l = x->limits;
    x->situations++;
    return (!l->situations || x->situations <= l->situations) &&
           (memo_keep(x->known, s, value) || l->steps);
}

/* What a position that has been reduced is worth; false if there is too much to look at. */
static bool expect(struct exact *x, const struct state *s, int depth, double value[VALUES_MAX])
{
    struct turn t = game_turn(s);
    if (!goes_on(x, depth))
        return false;
    if (game_hand_over(s, x->hand)) {
        settle(x, s, value);
        return true;
    }
    if (memo_find(x->known, s, value))
        return true;
    action best;
    memset(value, 0, VALUES_MAX * sizeof *value);
    bool fine = t.kind == TURN_DECK  ? expect_card(x, s, t, depth, value)
                : t.kind == TURN_LOT ? expect_lot(x, s, depth, value)
                                     : expect_decision(x, s, t, depth, value, NULL, &best);
    return fine && keep(x, s, value);
}

/* For how many positions there must be room. */
static size_t positions_of(const struct exact_limits *l)
{
    long most = l->situations ? l->situations : l->steps;
    return most && most < POSITIONS_MAX ? (size_t)most : POSITIONS_MAX;
}

bool exact_choose(const struct knowledge *k, const struct exact_limits *limits, action *best,
                  struct exact_report *report)
{
    struct view v;
    struct exact x = {.game = knowledge_game(k), .seat = knowledge_seat(k), .limits = limits};
    report->steps = report->situations = report->choices = 0;
    report->starved = false;
    if (x.game->hidden)
        return false;
    knowledge_view(k, &v);
    x.hand = v.hand;
    x.players = v.players;
    x.stakes = stakes_from(limits->prospect, &v);
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)room;
    struct rng any = rng_seeded(0, 0); /* what it imagines of burned cards is settled next */
    knowledge_imagine(k, s, &any);
    settle_burned(game_head(s));
    x.known = memo_new(x.game, s, (size_t)values_of(&x), positions_of(limits), BYTES_MAX);
    double value[VALUES_MAX];
    bool fine = x.known && expect_decision(&x, s, game_turn(s), 0, value, report, best);
    report->starved = !x.known || memo_starved(x.known);
    fine = fine && !report->starved;
    report->steps = x.steps;
    report->situations = x.situations + 1; /* this one too */
    if (!fine)
        report->choices = 0;
    memo_free(x.known);
    return fine;
}
