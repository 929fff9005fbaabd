/* The last cards of games, solved by looking ahead. */
#include "tests/lab/brute.h"

#include <math.h>

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
