/* Exact solutions against brute force: plain recursion through the engine, which shares nothing
 * with the solvers, and games that are played as the solutions say. */
#include "tests/test.h"

#include "bots/bot.h"
#include "bots/exact.h"
#include "bots/memo.h"
#include "bots/value.h"
#include "lab/solve.h"

#include <math.h>

static const double same = 1e-9;

static void assert_near(double a, double b, double most)
{
    if (!(fabs(a - b) <= most))
        fail_msg("%.12f is not %.12f", a, b);
}

/* --- Brute force ------------------------------------------------------------------------------ */

/* A state with room for any game. */
struct position {
    _Alignas(max_align_t) char room[STATE_MAX];
};

static struct state *state_of(struct position *p)
{
    return (struct state *)p->room;
}

static struct head *head_of(struct position *p)
{
    return game_head(state_of(p));
}

/* What counts as gain at the end of a hand: the own score alone, or what bots look at. */
enum counting { OWN_SCORE, BOT_VALUE };

struct brute {
    const struct game *game;
    enum counting counting;
    int32_t before[PLAYERS_MAX];
    unsigned hand;
};

static struct brute brute_at(const struct game *game, struct position *p, enum counting counting)
{
    struct brute b = {.game = game, .counting = counting, .hand = head_of(p)->hand};
    memcpy(b.before, head_of(p)->score, sizeof b.before);
    return b;
}

static void brute_end(const struct brute *b, struct position *p, double gain[])
{
    const struct head *h = head_of(p);
    if (b->counting == BOT_VALUE) {
        value_of(b->game, state_of(p), b->before, gain);
        return;
    }
    for (int seat = 0; seat < h->players; seat++)
        gain[seat] = (b->game->low_wins ? -1 : 1) * (h->score[seat] - b->before[seat]);
}

static void brute_value(const struct brute *b, struct position *p, double gain[PLAYERS_MAX]);

/* What a decision is worth to all. */
static void brute_action(const struct brute *b, const struct position *p, int seat, action a,
                         double gain[PLAYERS_MAX])
{
    struct position next = *p;
    game_apply(b->game, state_of(&next), seat, a, NULL);
    brute_value(b, &next, gain);
}

/* The first of the decisions that are best for the one who decides. If no card is left anywhere,
 * only the last one, the fold, is possible: the solver's convention for decks that are too small.
 */
static void brute_decision(const struct brute *b, struct position *p, double gain[PLAYERS_MAX])
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

/* The mean over all cards. */
static void brute_card(const struct brute *b, struct position *p, double gain[PLAYERS_MAX])
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

static void brute_value(const struct brute *b, struct position *p, double gain[PLAYERS_MAX])
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

/* --- Positions -------------------------------------------------------------------------------- */

static void start_position(struct position *p, const struct setup *u)
{
    memset(p, 0, sizeof *p);
    game_start(u, state_of(p), NULL);
}

static ranks stack_of(const struct view *v, int zone, int owner)
{
    cards w = view_faces(v, zone, owner);
    ranks stack = 0;
    for (int c = cards_next(w, 0); c; c = cards_next(w, c))
        stack |= ranks_one(c);
    return stack;
}

/* The stacks of the seat in turn and of the other player or the dealer. */
static void stacks_of(const struct game *game, struct position *p, ranks *own, ranks *other)
{
    struct view v;
    int seat = __builtin_ctz(game_turn(state_of(p)).seats);
    game_view(game, state_of(p), NOBODY, &v);
    *own = stack_of(&v, ZONE_GAME, seat);
    *other = strcmp(game->name, "rocket") == 0 ? stack_of(&v, ZONE_GAME + 1, NOBODY)
                                               : stack_of(&v, ZONE_GAME, 1 - seat);
}

/* One card, or the first decision: the lowest bet, and hits. */
static void step_hitting(const struct game *game, struct position *p, struct rng *r)
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

/* A decision of the first hand with so many cards on the table, after hits only and without a
 * replaced card; tries until there is one. */
static void random_position(struct position *p, const struct setup *u, int size, struct rng *r)
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

/* Burned cards are as unknown as those in the deck. */
static void unburn(struct position *p)
{
    pile_move(&head_of(p)->pile[PILE_DECK], &head_of(p)->pile[PILE_BURNED]);
}

/* Compares random positions of a solution with brute force. */
static void compare(const struct setup *u, const struct solution *s, int size, int positions)
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

/* --- Rocket ----------------------------------------------------------------------------------- */

static void rocket_has_the_value_that_brute_force_finds(void **state)
{
    (void)state;
    for (int decks = 1; decks <= 8; decks += 7) {
        struct solution s;
        struct setup u = test_setup("rocket", 1, decks == 1 ? NULL : "decks 8");
        assert_true(solve_rocket(&s, decks));
        compare(&u, &s, 10, 3);
        compare(&u, &s, 12, 5);
        solution_free(&s);
    }
}

/* Plays one hand as a solution says. Gains are those of the first and of the second to act. */
static void play_solution(const struct setup *u, const struct solution *s, struct rng *r,
                          double gain[2])
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

static void assert_plays(const struct setup *u, const struct solution *s, int hands, double scale)
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

static void rocket_played_as_solved_brings_its_value(void **state)
{
    (void)state;
    struct solution s;
    struct setup u = test_setup("rocket", 1, NULL);
    assert_true(solve_rocket(&s, 1));
    assert_near(s.first, -0.020788201249, same);
    assert_plays(&u, &s, 60000, 10);
    solution_free(&s);
}

static void chances_of_rocket_add_up(void **state)
{
    (void)state;
    struct solution s;
    assert_true(solve_rocket(&s, 2));
    double first = 0;
    for (int c = 1; c <= RANKS; c++)
        for (int k = 1; k <= RANKS; k++)
            first += solution_at(&s, ranks_one(c), ranks_one(k))->chance;
    assert_near(first, 1 - 3.0 / DECK_CARDS, same); /* unless the dealer begins with a 3 */
    solution_free(&s);
}

/* --- Pairs ------------------------------------------------------------------------------------ */

static void pairs_has_the_value_that_brute_force_finds(void **state)
{
    (void)state;
    struct solution s;
    struct setup u = test_setup("pairs", 2, NULL);
    assert_true(solve_pairs(&s, deck_counts, pairs_burn()));
    assert_near(s.first, -2.331026428709, same);
    assert_near(s.second, -2.500751096812, same);
    compare(&u, &s, 9, 3);
    compare(&u, &s, 10, 6);
    assert_plays(&u, &s, 60000, 1);
    solution_free(&s);
}

/* Positions and how likely each is. */
enum { SPREAD_MAX = 1000 };

struct spread {
    int size;
    double chance[SPREAD_MAX];
    struct position at[SPREAD_MAX];
};

static void spread_add(struct spread *s, const struct position *p, double chance)
{
    int i = 0;
    while (i < s->size && memcmp(&s->at[i], p, sizeof *p) != 0)
        i++;
    assert_true(i < SPREAD_MAX);
    if (i == s->size) {
        s->at[s->size] = *p;
        s->chance[s->size++] = 0;
    }
    s->chance[i] += chance;
}

/* One card of the starting deal, in all ways: from `now` to `next` or, where somebody has to
 * decide, to `begun`. Returns the chance that the deal still goes on. */
static double deal_one(const struct game *game, struct spread *now, struct spread *next,
                       struct spread *begun)
{
    double sum = 0;
    next->size = 0;
    for (int i = 0; i < now->size; i++) {
        struct pile deck = *game_source(state_of(&now->at[i]));
        for (int c = 1; c <= RANKS; c++) {
            struct position p = now->at[i];
            double chance = now->chance[i] * pile_count(&deck, c) / pile_size(&deck);
            if (!pile_count(&deck, c))
                continue;
            game_deal(game, state_of(&p), c, NULL);
            bool ready = game_turn(state_of(&p)).kind == TURN_SEATS;
            spread_add(ready ? begun : next, &p, chance);
            sum += ready ? 0 : chance;
        }
    }
    return sum;
}

/* The starting deal through the engine, with shuffles of the deck and whatever else, and then the
 * round; gains by order of play. */
static void brute_start(const struct game *game, struct position *p, double gain[2])
{
    struct spread *spread = calloc(3, sizeof *spread);
    assert_non_null(spread);
    struct brute b = brute_at(game, p, OWN_SCORE);
    spread_add(&spread[0], p, 1);
    for (int i = 0; deal_one(game, &spread[i], &spread[1 - i], &spread[2]) > 1e-13; i = 1 - i)
        ;
    for (int i = 0; i < spread[2].size; i++) {
        double all[PLAYERS_MAX];
        int first = __builtin_ctz(game_turn(state_of(&spread[2].at[i])).seats);
        brute_value(&b, &spread[2].at[i], all);
        gain[0] += spread[2].chance[i] * all[first];
        gain[1] += spread[2].chance[i] * all[1 - first];
    }
    free(spread);
}

static void a_round_of_pairs_from_a_small_deck_is_solved_with_every_tie(void **state)
{
    (void)state;
    static const int decks[][RANKS + 1] = {
        {[2] = 3, [3] = 2, [5] = 1, [7] = 2},
        {[1] = 1, [4] = 4, [9] = 3},
        {[6] = 4, [7] = 2, [8] = 3, [10] = 1},
    };
    struct setup u = test_setup("pairs", 2, NULL);
    for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++) {
        struct position p;
        struct solution s;
        double gain[2] = {0, 0};
        start_position(&p, &u);
        struct head *h = head_of(&p);
        h->pile[PILE_DECK] = (struct pile){{0, 0}, 0};
        for (int c = 1; c <= RANKS; c++)
            for (int k = 0; k < decks[i][c]; k++)
                pile_add(&h->pile[PILE_DECK], c);
        h->burning = h->burn_after = 0;
        h->turn.place = h->due;
        brute_start(u.game, &p, gain);
        assert_true(solve_pairs(&s, decks[i], 0));
        assert_near(s.first, gain[0], same);
        assert_near(s.second, gain[1], same);
        solution_free(&s);
    }
}

/* --- Carousel --------------------------------------------------------------------------------- */

enum { BETTORS = CAROUSEL_HANDS + 1 };

/* Seat i has bet on i, so that the winner tells how many hands are alive. */
static void count_survivors(const struct game *game, struct position *p, double weight,
                            double chance[BETTORS])
{
    const struct head *h = head_of(p);
    if (!h->pot) {
        for (int seat = 0; seat < BETTORS; seat++)
            chance[seat] += h->score[seat] > 0 ? weight : 0;
        return;
    }
    struct pile deck = *game_source(state_of(p));
    for (int c = 1; c <= RANKS; c++) {
        struct position next = *p;
        if (!pile_count(&deck, c))
            continue;
        game_deal(game, state_of(&next), c, NULL);
        count_survivors(game, &next, weight * pile_count(&deck, c) / pile_size(&deck), chance);
    }
}

static const char all_bets[] = "A bet 0\nB bet 1\nC bet 2\nD bet 3\nE bet 4\nF bet 5\nG bet 6";

static void carousel_has_the_chances_that_brute_force_finds(void **state)
{
    (void)state;
    static const struct {
        const char *row, *cards;
    } positions[] = {
        {"10 9 8 8 2 1", "10"}, {"10 9 8 8 2 1", "3 9 8"}, {"10 10 4 6 7 10", "10 9 4 6 7"}};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct text record = {0};
        struct error e = {0};
        struct carousel c;
        struct position p = {0};
        double chance[BETTORS], counted[BETTORS] = {0};
        text_add(&record,
                 "pairs 1\ngame carousel\nplayers 7\noption first A\n"
                 "deal row %s\n%s\ndeal row %s\n",
                 positions[i].row, all_bets, positions[i].cards);
        struct reader *r = test_read(text_of(&record));
        const struct table *t = reader_table(r);
        assert_true(carousel_read(&c, t, &e));
        solve_carousel(&c, chance);
        memcpy(p.room, t->state, t->setup.game->size);
        count_survivors(t->setup.game, &p, 1, counted);
        for (int k = 0; k < BETTORS; k++)
            assert_near(chance[k], counted[k], same);
        reader_free(r);
        text_free(&record);
    }
}

/* In later rounds hands have several cards and some are gone; a new bet makes no difference. */
static void carousel_is_read_in_any_round(void **state)
{
    (void)state;
    struct error e = {0};
    struct carousel c;
    double chance[BETTORS], later[BETTORS];
    const char *begin = "pairs 1\ngame carousel\nplayers 2\noption first A\n"
                        "deal row 10 9 8 7 6 5\nA bet 5\nB bet 5\ndeal row 10 3 4 2 8 9\n";
    struct text record = {0};
    text_add(&record, "%s", begin);
    struct reader *r = test_read(text_of(&record));
    assert_true(carousel_read(&c, reader_table(r), &e));
    solve_carousel(&c, chance);
    reader_free(r);
    assert_near(chance[6], 0, 0); /* the first hand is gone */
    assert_int_equal(c.getting, 62);
    text_add(&record, "A bet 1\nB bet 2\n");
    r = test_read(text_of(&record));
    assert_true(carousel_read(&c, reader_table(r), &e));
    solve_carousel(&c, later);
    reader_free(r);
    for (int k = 0; k < BETTORS; k++)
        assert_near(chance[k], later[k], 0);
    text_free(&record);
}

/* Five hands lie there and one card of the row is due. */
static void carousel_before_the_row_is_the_mean_over_its_cards(void **state)
{
    (void)state;
    struct carousel c;
    double whole[BETTORS], part[BETTORS], mean[BETTORS] = {0}, sum = 0;
    carousel_fresh(&c);
    c.row = 1u << 5;
    for (int i = 0; i < 5; i++) {
        c.hand[i] = cards_one(2 + i);
        pile_take(&c.deck, 2 + i);
    }
    solve_carousel(&c, whole);
    for (int k = 1; k <= RANKS; k++) {
        struct carousel next = c;
        next.row = 0;
        next.hand[5] = cards_one(k);
        if (!pile_count(&c.deck, k))
            continue;
        pile_take(&next.deck, k);
        solve_carousel(&next, part);
        for (int i = 0; i < BETTORS; i++)
            mean[i] += part[i] * pile_count(&c.deck, k) / pile_size(&c.deck);
    }
    for (int i = 0; i < BETTORS; i++) {
        assert_near(whole[i], mean[i], same);
        sum += whole[i];
    }
    assert_near(sum, 1, same);
}

static void a_new_carousel_loses_each_hand_with_the_chance_of_a_pair(void **state)
{
    (void)state;
    struct carousel c;
    double chance[BETTORS], mean = 0, sum = 0, pair = 0;
    carousel_fresh(&c);
    solve_carousel(&c, chance);
    for (int i = 0; i < BETTORS; i++) {
        mean += i * chance[i];
        sum += chance[i];
    }
    for (int k = 1; k <= RANKS; k++)
        pair += (double)k * (k - 1) / (DECK_CARDS * (DECK_CARDS - 1));
    assert_near(sum, 1, same);
    assert_near(mean, CAROUSEL_HANDS * (1 - pair), same);
}

static void other_games_are_no_carousel(void **state)
{
    (void)state;
    struct error e = {0};
    struct carousel c;
    struct setup u = test_setup("pairs", 2, NULL);
    struct table *t = table_new(&u);
    assert_false(carousel_read(&c, t, &e));
    assert_non_null(strstr(e.text, "expected carousel"));
    table_free(t);
}

/* --- The exact bot ---------------------------------------------------------------------------- */

/* What the bot finds for the seat in turn. */
static bool look_ahead(const struct game *game, struct position *p, long steps, action *best,
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

enum { USUAL_STEPS = 200000, MANY_STEPS = 3000000 };

static void looking_ahead_finds_the_solution_of_rocket(void **state)
{
    (void)state;
    struct solution s;
    struct setup u = test_setup("rocket", 1, NULL);
    struct rng r = rng_seeded(47, 0);
    assert_true(solve_rocket(&s, 1));
    for (int i = 0; i < 6; i++) {
        struct position p;
        struct exact_report report;
        ranks own, other;
        action best;
        random_position(&p, &u, 8, &r);
        stacks_of(u.game, &p, &own, &other);
        assert_true(look_ahead(u.game, &p, MANY_STEPS, &best, &report));
        const struct decision *d = solution_at(&s, own, other);
        assert_int_equal(report.choices, 2);
        assert_near(report.choice[0].value, d->hit, same);
        assert_near(report.choice[1].value, fold_gain(own, other), same);
        assert_int_equal(best, report.choice[!decision_hits(d, own, other)].a);
    }
    solution_free(&s);
}

static void looking_ahead_is_brute_force_made_quick(void **state)
{
    (void)state;
    struct setup u = test_setup("pairs", 2, NULL);
    struct rng r = rng_seeded(53, 0);
    for (int i = 0; i < 4; i++) {
        struct position p;
        struct exact_report report, again;
        action best, same_best;
        random_position(&p, &u, 10, &r);
        int seat = __builtin_ctz(game_turn(state_of(&p)).seats);
        assert_true(look_ahead(u.game, &p, MANY_STEPS, &best, &report));
        struct head *h = head_of(&p);
        int burned = pile_size(&h->pile[PILE_BURNED]);
        unburn(&p);
        struct position open = p;
        for (int c = RANKS; burned > 0; c = c > 1 ? c - 1 : RANKS) /* burn other ones */
            if (pile_count(&h->pile[PILE_DECK], c)) {
                pile_take(&h->pile[PILE_DECK], c);
                pile_add(&h->pile[PILE_BURNED], c);
                burned--;
            }
        assert_true(look_ahead(u.game, &p, MANY_STEPS, &same_best, &again));
        assert_int_equal(best, same_best);
        struct brute b = brute_at(u.game, &open, BOT_VALUE);
        for (int k = 0; k < report.choices; k++) {
            double gain[PLAYERS_MAX];
            brute_action(&b, &open, seat, report.choice[k].a, gain);
            assert_near(report.choice[k].value, gain[seat], same);
            assert_near(report.choice[k].value, again.choice[k].value, 0);
        }
    }
}

/* --- Endings ---------------------------------------------------------------------------------- */

/* Each decision is worth to the seat in turn what plain recursion finds. */
static void assert_solved(const struct game *game, struct position *p)
{
    struct exact_report report;
    action best, brute_best = 0, legal[ACTIONS_MAX];
    int seat = __builtin_ctz(game_turn(state_of(p)).seats);
    struct brute b = brute_at(game, p, BOT_VALUE);
    double most = -HUGE_VAL;
    assert_true(look_ahead(game, p, MANY_STEPS, &best, &report));
    assert_int_equal(report.choices, game_legal(game, state_of(p), seat, legal));
    for (int i = 0; i < report.choices; i++) {
        double gain[PLAYERS_MAX];
        brute_action(&b, p, seat, legal[i], gain);
        assert_int_equal(report.choice[i].a, legal[i]);
        assert_near(report.choice[i].value, gain[seat], same);
        if (gain[seat] > most + same) {
            most = gain[seat];
            brute_best = legal[i];
        }
    }
    assert_int_equal(best, brute_best);
}

/* Plays the record and leaves only these cards in the deck. */
static const struct game *ending(struct position *p, const char *record, const char *deck)
{
    struct reader *r = test_read(record);
    const struct table *t = reader_table(r);
    const struct game *game = t->setup.game;
    memset(p, 0, sizeof *p);
    memcpy(p->room, t->state, game->size);
    struct pile *pile = &head_of(p)->pile[PILE_DECK];
    *pile = (struct pile){{0, 0}, 0};
    for (const char *c = deck; *c; c++)
        pile_add(pile, *c == 'X' ? RANKS : *c - '0');
    reader_free(r);
    return game;
}

/* Whites of several ranks, blacks (X) that make sure that the deck does not run dry, some who hold
 * one and some who have folded, in a hand that others follow and in the last one. */
static void the_last_cards_of_blackstone_are_solved(void **state)
{
    (void)state;
    static const struct {
        const char *record, *deck;
    } all[] = {
        {"players 2\ndeal A 10\ndeal B 9\nB take 1\ndeal B 8\n", "129XX"},
        {"players 2\ndeal A 1\ndeal B 9\nA take 1\ndeal A 8\nB take 1\ndeal B 8\nA take 1\n"
         "deal A 8\nB take 1\ndeal B 8\nA take 1\ndeal A 8\nB take 1\ndeal B 8\nA take 1\n"
         "deal A 7\nB take 1\ndeal B 7\nA take 1\ndeal A 7\nB take 1\ndeal B 7\nA take 1\n"
         "deal A 7\nB take 1\ndeal B 7\n",
         "3456XXX"},
        {"players 2\noption hands 1\ndeal A 4\ndeal B 9\nA take 2\ndeal A 10 3\n", "2578XXX"},
        {"players 3\ndeal A 4\ndeal B 6\ndeal C 9\nA take 1\ndeal A 10\n", "33XXX"},
        {"players 3\noption hands 1\ndeal A 4\ndeal B 10\ndeal C 9\nA take 1\ndeal A 8\n"
         "B fold\n",
         "5567XXX"},
        {"players 4\noption opening-pot 7\ndeal A 4\ndeal B 10\ndeal C 9\ndeal D 10\n"
         "A take 1\ndeal A 10\nB fold\n",
         "26XX"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct text record = {0};
        struct position p;
        text_add(&record, "pairs 1\ngame blackstone\n%s", all[i].record);
        const struct game *game = ending(&p, text_of(&record), all[i].deck);
        assert_solved(game, &p);
        text_free(&record);
    }
}

/* Every column has a 10 (X), so that the next one ends the round; in the second position no 9 fits
 * either. */
static void the_last_cards_of_pendleton_end_the_round_or_turn_columns(void **state)
{
    (void)state;
    static const struct {
        const char *record, *deck;
    } all[] = {
        {"deal B 8\n", "1799XXX"},
        {"deal B 9\nB place 2\ndeal A 9\nA place 3\ndeal B 9\nB place 4\ndeal A 9\nA place 5\n"
         "deal B 9\nB place 6\ndeal A 1\n",
         "1388999XX"},
    };
    for (size_t i = 0; i < 2 * (sizeof all / sizeof all[0]); i++) {
        struct text record = {0};
        struct position p;
        text_add(&record,
                 "pairs 1\ngame pendleton\nplayers 2\noption first A\n%sdeal row 2 3 4 5 6\n"
                 "deal A 10\nA place 2\ndeal B 10\nB place 3\ndeal A 10\nA place 4\n"
                 "deal B 10\nB place 5\ndeal A 10\nA place 6\n%s",
                 i % 2 ? "option target 11\n" : "", all[i / 2].record);
        const struct game *game = ending(&p, text_of(&record), all[i / 2].deck);
        assert_solved(game, &p);
        text_free(&record);
    }
}

/* A card that leaves the hand going on, if there is one; false if any ends it. */
static bool deal_on(const struct game *game, struct position *p, struct rng *r)
{
    int any = rng_below(r, RANKS);
    unsigned hand = head_of(p)->hand;
    for (int i = 0; i < RANKS; i++) {
        struct position next = *p;
        int c = 1 + (any + i) % RANKS;
        if (!pile_count(game_source(state_of(p)), c))
            continue;
        game_deal(game, state_of(&next), c, NULL);
        if (game_hand_over(state_of(&next), hand))
            continue;
        *p = next;
        return true;
    }
    return false;
}

/* A decision of the first hand after which at most `left` - 1 others can follow in it: random
 * decisions, and only cards that leave the hand going on, as long as there are any. */
static void late_position(struct position *p, const struct setup *u, int left, struct rng *r)
{
    enum { DECISIONS_MAX = DECK_CARDS };
    static struct position before[DECISIONS_MAX];
    struct position now;
    int decisions = 0;
    start_position(&now, u);
    for (;;) {
        struct turn t = game_turn(state_of(&now));
        action legal[ACTIONS_MAX];
        if (t.kind != TURN_SEATS) {
            if (!deal_on(u->game, &now, r))
                break;
            continue;
        }
        assert_in_range(decisions, 0, DECISIONS_MAX - 1);
        before[decisions++] = now;
        int seat = __builtin_ctz(t.seats);
        int count = game_legal(u->game, state_of(&now), seat, legal);
        game_apply(u->game, state_of(&now), seat, legal[rng_below(r, count)], NULL);
    }
    assert_true(decisions >= left);
    *p = before[decisions - left];
}

static void the_last_cards_of_a_round_of_pendleton_are_solved(void **state)
{
    (void)state;
    static const char *const options[] = {"first A", "first B, target 15"}; /* goes on, or over */
    struct rng r = rng_seeded(67, 0);
    for (int i = 0; i < 12; i++) {
        struct setup u = test_setup("pendleton", 2, options[i % 2]);
        struct position p;
        late_position(&p, &u, 2 + i / 2, &r);
        assert_solved(u.game, &p);
    }
}

/* The last decision of the first hand if each is one of the first three there are: these endings do
 * not change with a rule of thumb. */
static void last_decision(struct position *p, const struct setup *u, struct rng *r)
{
    struct position now;
    start_position(&now, u);
    *p = now;
    while (!game_hand_over(state_of(&now), 1)) {
        struct turn t = game_turn(state_of(&now));
        struct view v;
        if (t.kind == TURN_DECK) {
            game_step(u->game, state_of(&now), game_chance(state_of(&now), r), NULL);
            continue;
        }
        *p = now;
        int seat = __builtin_ctz(t.seats);
        game_view(u->game, state_of(&now), seat, &v);
        game_apply(u->game, state_of(&now), seat, v.act[rng_below(r, v.actions > 3 ? 3 : 1)], NULL);
    }
    assert_int_equal(game_turn(state_of(p)).kind, TURN_SEATS);
}

static void endings_as_they_come_up_are_solved_in_the_usual_number_of_steps(void **state)
{
    (void)state;
    enum { HANDS = 20 };
    static const struct {
        const char *game, *options;
        int players, solved;
    } all[] = {
        {"blackstone", NULL, 2, HANDS},
        {"blackstone", NULL, 3, HANDS / 2},
        {"pendleton", "first A", 2, 3},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct setup u = test_setup(all[i].game, all[i].players, all[i].options);
        int solved = 0;
        for (uint64_t hand = 0; hand < HANDS; hand++) {
            struct rng r = rng_seeded(71, hand);
            struct position p;
            struct exact_report report;
            action best;
            last_decision(&p, &u, &r);
            solved += look_ahead(u.game, &p, USUAL_STEPS, &best, &report);
        }
        assert_in_range(solved, all[i].solved, HANDS);
    }
}

/* More than brute force gets through: the same without simplification. */
static void a_simplified_round_of_pendleton_is_worth_the_same(void **state)
{
    (void)state;
    struct rng r = rng_seeded(73, 0);
    struct setup u = test_setup("pendleton", 2, "first A, target 20");
    struct game plain = *u.game;
    plain.simplify = NULL;
    for (int i = 0; i < 10; i++) {
        struct position p;
        struct exact_report simple, full;
        action best, full_best;
        late_position(&p, &u, 9, &r);
        assert_true(look_ahead(u.game, &p, MANY_STEPS, &best, &simple));
        assert_true(look_ahead(&plain, &p, MANY_STEPS, &full_best, &full));
        assert_int_equal(best, full_best);
        assert_int_equal(simple.choices, full.choices);
        assert_true(simple.steps <= full.steps);
        for (int k = 0; k < simple.choices; k++)
            assert_near(simple.choice[k].value, full.choice[k].value, same);
    }
}

/* However the columns are filled by then. */
static void a_round_of_pendleton_is_solved_once_only_ten_more_cards_fit(void **state)
{
    (void)state;
    struct rng r = rng_seeded(79, 0);
    struct setup u = test_setup("pendleton", 2, "first A");
    for (int i = 0; i < 10; i++) {
        struct position p;
        struct exact_report report;
        action best;
        late_position(&p, &u, 11, &r);
        assert_true(look_ahead(u.game, &p, USUAL_STEPS, &best, &report));
    }
}

/* More positions than fit, which differ in one number only: each has its own value or none. */
static void a_memo_keeps_positions_apart_and_within_its_room(void **state)
{
    (void)state;
    enum { TRIED = 5000, ROOM = 64 << 10 };
    struct setup u = test_setup("pairs", 2, NULL);
    struct position p;
    int found[2] = {0, 0};
    start_position(&p, &u);
    for (int small = 0; small < 2; small++) {
        struct memo *m = memo_new(u.game, state_of(&p), 2, TRIED, small ? ROOM : 100 * ROOM);
        assert_non_null(m);
        for (int i = 0; i < TRIED; i++) {
            double value[] = {i, -i};
            head_of(&p)->score[1] = i;
            assert_false(memo_find(m, state_of(&p), value));
            memo_keep(m, state_of(&p), value);
        }
        for (int i = 0; i < TRIED; i++) {
            double value[2];
            head_of(&p)->score[1] = i;
            if (!memo_find(m, state_of(&p), value))
                continue;
            found[small]++;
            assert_true(value[0] == i && value[1] == -i);
        }
        memo_free(m);
        head_of(&p)->score[1] = 0;
    }
    assert_int_equal(found[0], TRIED);
    assert_in_range(found[1], ROOM / 100, ROOM / 24); /* three words at least: bits and values */
}

static void what_is_hidden_simultaneous_or_too_large_is_left_to_the_search(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int players;
        long steps;
    } all[] = {{"judge", 2, MANY_STEPS}, {"rocket", 2, MANY_STEPS}, {"pairs", 3, 50}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct setup u = test_setup(all[i].game, all[i].players, NULL);
        struct position p;
        struct exact_report report;
        struct rng r = rng_seeded(59, i);
        action best;
        start_position(&p, &u);
        while (game_turn(state_of(&p)).kind == TURN_DECK)
            step_hitting(u.game, &p, &r);
        assert_int_equal(game_turn(state_of(&p)).kind, TURN_SEATS);
        assert_false(look_ahead(u.game, &p, all[i].steps, &best, &report));
        assert_int_equal(report.choices, 0);
    }
}

/* With the only 1 of the deck in hand and all else high, folding costs one point: the bot folds a
 * dangerous stack, and hits with one that cannot pair. */
static void the_exact_bot_plays_certain_positions_right(void **state)
{
    (void)state;
    static const struct {
        const char *record, *best;
    } all[] = {
        {"deal A 8\ndeal B 9\nA hit\ndeal A 10\nB hit\ndeal B 1\nA hit\ndeal A 9\nB hit\ndeal B "
         "2\n",
         "fold"},
        {"deal A 1\ndeal B 9\nA hit\ndeal A 2\nB hit\ndeal B 10\nA hit\ndeal A 3\nB hit\ndeal B "
         "8\n",
         "hit"},
    };
    struct error e = {0};
    struct bot *bot = bot_new("exact:3000000", &e);
    assert_non_null(bot);
    assert_null(bot_new("exact:none", &e));
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct text record = {0};
        struct rng rng = rng_seeded(61, i);
        char text[ACTION_TEXT];
        text_add(&record, "pairs 1\ngame pairs\nplayers 2\ndeal burn 4 5 6 7 8\n%s", all[i].record);
        struct reader *r = test_read(text_of(&record));
        const struct table *t = reader_table(r);
        struct knowledge *k = knowledge_new(t->setup.game, t->state, 0);
        assert_string_equal(action_text(t->setup.game, bot_choose(bot, k, &rng), text),
                            all[i].best);
        knowledge_free(k);
        reader_free(r);
        text_free(&record);
    }
    bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rocket_has_the_value_that_brute_force_finds),
        cmocka_unit_test(rocket_played_as_solved_brings_its_value),
        cmocka_unit_test(chances_of_rocket_add_up),
        cmocka_unit_test(pairs_has_the_value_that_brute_force_finds),
        cmocka_unit_test(a_round_of_pairs_from_a_small_deck_is_solved_with_every_tie),
        cmocka_unit_test(carousel_has_the_chances_that_brute_force_finds),
        cmocka_unit_test(carousel_is_read_in_any_round),
        cmocka_unit_test(carousel_before_the_row_is_the_mean_over_its_cards),
        cmocka_unit_test(a_new_carousel_loses_each_hand_with_the_chance_of_a_pair),
        cmocka_unit_test(other_games_are_no_carousel),
        cmocka_unit_test(looking_ahead_finds_the_solution_of_rocket),
        cmocka_unit_test(looking_ahead_is_brute_force_made_quick),
        cmocka_unit_test(the_last_cards_of_blackstone_are_solved),
        cmocka_unit_test(the_last_cards_of_pendleton_end_the_round_or_turn_columns),
        cmocka_unit_test(the_last_cards_of_a_round_of_pendleton_are_solved),
        cmocka_unit_test(endings_as_they_come_up_are_solved_in_the_usual_number_of_steps),
        cmocka_unit_test(a_simplified_round_of_pendleton_is_worth_the_same),
        cmocka_unit_test(a_round_of_pendleton_is_solved_once_only_ten_more_cards_fit),
        cmocka_unit_test(a_memo_keeps_positions_apart_and_within_its_room),
        cmocka_unit_test(what_is_hidden_simultaneous_or_too_large_is_left_to_the_search),
        cmocka_unit_test(the_exact_bot_plays_certain_positions_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
