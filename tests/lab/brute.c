#include "tests/lab/brute.h"

#include "bots/bot.h"
#include "bots/exact.h"
#include "bots/memo.h"
#include "bots/value.h"
#include "lab/solved/solved.h"

#include <math.h>

const double same = 1e-9;

void assert_near(double a, double b, double most)
{
    if (!(fabs(a - b) <= most))
        fail_msg("%.12f is not %.12f", a, b);
}

struct state *state_of(struct position *p)
{
    return (struct state *)p->room;
}

struct head *head_of(struct position *p)
{
    return game_head(state_of(p));
}

struct brute brute_at(const struct game *game, struct position *p, enum counting counting)
{
    struct brute b = {.game = game, .counting = counting, .hand = head_of(p)->hand};
    memcpy(b.before, head_of(p)->score, sizeof b.before);
    return b;
}

void brute_end(const struct brute *b, struct position *p, double gain[])
{
    const struct head *h = head_of(p);
    if (b->counting == BOT_VALUE) {
        value_of(b->game, state_of(p), b->before, gain);
        return;
    }
    for (int seat = 0; seat < h->players; seat++)
        gain[seat] = (b->game->low_wins ? -1 : 1) * (h->score[seat] - b->before[seat]);
}

void brute_action(const struct brute *b, const struct position *p, int seat, action a,
                  double gain[PLAYERS_MAX])
{
    struct position next = *p;
    game_apply(b->game, state_of(&next), seat, a, NULL);
    brute_value(b, &next, gain);
}

void brute_decision(const struct brute *b, struct position *p, double gain[PLAYERS_MAX])
{
    action legal[ACTIONS_MAX];
    int seat = __builtin_ctz(game_turn(state_of(p)).seats);
    int count = game_legal(b->game, state_of(p), seat, legal);
    bool any = false;
    const struct pile *pile = head_of(p)->pile;
    bool empty = pile_empty(&pile[PILE_DECK]) && pile_empty(&pile[PILE_DISCARDS]);
    for (int i = empty ? count - 1 : 0; i < count; i++) {
        double then[PLAYERS_MAX];
        brute_action(b, p, seat, legal[i], then);
        if (!any || then[seat] > gain[seat] + same)
            memcpy(gain, then, sizeof then);
        any = true;
    }
}

void brute_card(const struct brute *b, struct position *p, double gain[PLAYERS_MAX])
{
    struct pile deck = *game_source(state_of(p));
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        gain[seat] = 0;
    for (int c = 1; c <= RANKS; c++) {
        double then[PLAYERS_MAX];
        struct position next = *p;
        if (!pile_count(&deck, c))
            continue;
        game_deal(b->game, state_of(&next), c, NULL);
        brute_value(b, &next, then);
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            gain[seat] += then[seat] * pile_count(&deck, c) / pile_size(&deck);
    }
}

void brute_value(const struct brute *b, struct position *p, double gain[PLAYERS_MAX])
{
    struct turn t = game_turn(state_of(p));
    memset(gain, 0, PLAYERS_MAX * sizeof *gain);
    if (game_hand_over(state_of(p), b->hand))
        brute_end(b, p, gain);
    else if (t.kind == TURN_SEATS)
        brute_decision(b, p, gain);
    else
        brute_card(b, p, gain);
}

void start_position(struct position *p, const struct setup *u)
{
    memset(p, 0, sizeof *p);
    game_start(u, state_of(p), NULL);
}

ranks stack_of(const struct view *v, int zone, int owner)
{
    cards w = view_faces(v, zone, owner);
    ranks stack = 0;
    for (int c = cards_next(w, 0); c; c = cards_next(w, c))
        stack |= ranks_one(c);
    return stack;
}

void stacks_of(const struct game *game, struct position *p, ranks *own, ranks *other)
{
    struct view v;
    int seat = __builtin_ctz(game_turn(state_of(p)).seats);
    game_view(game, state_of(p), NOBODY, &v);
    *own = stack_of(&v, ZONE_GAME, seat);
    *other = strcmp(game->name, "rocket") == 0 ? stack_of(&v, ZONE_GAME + 1, NOBODY)
                                               : stack_of(&v, ZONE_GAME, 1 - seat);
}

void step_hitting(const struct game *game, struct position *p, struct rng *r)
{
    action legal[ACTIONS_MAX];
    struct turn t = game_turn(state_of(p));
    if (t.kind == TURN_DECK) {
        game_step(game, state_of(p), game_chance(state_of(p), r), NULL);
        return;
    }
    int seat = __builtin_ctz(t.seats);
    game_legal(game, state_of(p), seat, legal);
    game_apply(game, state_of(p), seat, legal[0], NULL);
}

void random_position(struct position *p, const struct setup *u, int size, struct rng *r)
{
    for (;;) {
        start_position(p, u);
        while (!game_hand_over(state_of(p), 1)) {
            ranks own = 0, other = 0;
            if (game_turn(state_of(p)).kind == TURN_SEATS)
                stacks_of(u->game, p, &own, &other);
            if (ranks_size(own) + ranks_size(other) == size &&
                pile_empty(&head_of(p)->pile[PILE_DISCARDS]))
                return;
            step_hitting(u->game, p, r);
        }
    }
}

void unburn(struct position *p)
{
    pile_move(&head_of(p)->pile[PILE_DECK], &head_of(p)->pile[PILE_BURNED]);
}

void compare(const struct setup *u, const struct solution *s, int size, int positions)
{
    struct rng r = rng_seeded(41, (uint64_t)size);
    for (int i = 0; i < positions; i++) {
        struct position p;
        ranks own, other;
        double hit[PLAYERS_MAX], fold[PLAYERS_MAX];
        action legal[ACTIONS_MAX];
        random_position(&p, u, size, &r);
        unburn(&p);
        stacks_of(u->game, &p, &own, &other);
        int seat = __builtin_ctz(game_turn(state_of(&p)).seats);
        assert_int_equal(game_legal(u->game, state_of(&p), seat, legal), 2);
        struct brute b = brute_at(u->game, &p, OWN_SCORE);
        brute_action(&b, &p, seat, legal[0], hit);
        brute_action(&b, &p, seat, legal[1], fold);
        assert_near(solution_at(s, own, other)->hit, hit[seat], same);
        assert_near(fold_gain(own, other), fold[seat], same);
        if (u->players == 2)
            assert_near(solution_at(s, own, other)->other, hit[1 - seat], same);
    }
}

void play_solution(const struct setup *u, const struct solution *s, struct rng *r, double gain[2])
{
    struct position p;
    action legal[ACTIONS_MAX];
    start_position(&p, u);
    struct brute b = brute_at(u->game, &p, OWN_SCORE);
    int first = NOBODY;
    while (!game_hand_over(state_of(&p), 1)) {
        struct turn t = game_turn(state_of(&p));
        ranks own = 0, other = 0;
        if (t.kind == TURN_SEATS)
            stacks_of(u->game, &p, &own, &other);
        if (!own || decision_hits(solution_at(s, own, other), own, other)) {
            step_hitting(u->game, &p, r);
        } else {
            int seat = __builtin_ctz(t.seats);
            assert_int_equal(game_legal(u->game, state_of(&p), seat, legal), 2);
            game_apply(u->game, state_of(&p), seat, legal[1], NULL);
        }
        if (own && first == NOBODY)
            first = __builtin_ctz(t.seats);
    }
    double all[PLAYERS_MAX] = {0};
    brute_end(&b, &p, all);
    int second = first == 1 ? 0 : 1; /* in Rocket nobody, and at times no first one either */
    gain[0] = all[1 - second];
    gain[1] = all[second];
}

void assert_plays(const struct setup *u, const struct solution *s, int hands, double scale)
{
    double sum[2] = {0}, squares[2] = {0}, expected[2] = {s->first * scale, s->second * scale};
    for (int i = 0; i < hands; i++) {
        struct rng r = rng_seeded(43, (uint64_t)i);
        double gain[2] = {0, 0};
        play_solution(u, s, &r, gain);
        for (int k = 0; k < 2; k++) {
            sum[k] += gain[k];
            squares[k] += gain[k] * gain[k];
        }
    }
    for (int k = 0; k < 2; k++) {
        double mean = sum[k] / hands, variance = squares[k] / hands - mean * mean;
        assert_near(mean, expected[k], 4 * sqrt(variance / hands));
    }
}

bool look_ahead(const struct game *game, struct position *p, long steps, action *best,
                struct exact_report *report)
{
    int seat = __builtin_ctz(game_turn(state_of(p)).seats);
    struct knowledge *k = knowledge_new(game, state_of(p), seat);
    assert_non_null(k);
    struct exact_limits limits = {.steps = steps};
    bool fine = exact_choose(k, &limits, best, report);
    knowledge_free(k);
    return fine;
}
