/* What the end of a hand is worth for the match. */
#include "tests/test.h"

#include "lab/arena.h"
#include "lab/calibrate.h"

#include <math.h>

static struct prospect prospect_for(const char *game, int players, const char *options)
{
    struct setup u = test_setup(game, players, options);
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)room;
    struct prospect p = {0};
    struct view v;
    game_start(&u, s, NULL);
    game_view(u.game, s, 0, &v);
    assert_true(prospect_find(&p, &v));
    return p;
}

static struct head after_hand(const struct prospect *p, int hand, const int32_t score[])
{
    struct head h = {
        .players = (uint8_t)p->players, .hand = (uint16_t)hand, .turn.kind = TURN_SEATS};
    memcpy(h.score, score, (size_t)p->players * sizeof *score);
    return h;
}

/* How far the form of the chances, and the matches they were learned from, may be off. */
static void check_against_matches(const char *game, int players, const char *options, enum aim aim,
                                  double off)
{
    enum { MATCHES = 1500, FEW = 400 };
    struct prospect p = prospect_for(game, players, options);
    assert_int_equal(p.aim, aim);
    assert_true(p.hands > 0);
    struct calibration c = calibrate(&p, MATCHES, 77, NULL);
    int looked_at = 0;
    for (int i = 0; i < CALIBRATE_BINS; i++) {
        const struct calibrate_bin *b = &c.bin[i];
        if (b->count < FEW)
            continue;
        looked_at++;
        if (fabs(b->expected - b->seen) > b->error + off)
            fail_msg("%s, %d players: %.3f expected, %.3f +- %.3f seen", game, players, b->expected,
                     b->seen, b->error);
    }
    assert_true(looked_at >= 3);
}

static void chances_are_those_of_whole_matches(void **state)
{
    (void)state;
    check_against_matches("pairs", 2, NULL, NOT_TO_LOSE, 0.03);
    check_against_matches("pairs", 5, "target 15", NOT_TO_LOSE, 0.03);
    check_against_matches("port", 3, NULL, TO_WIN, 0.03);
    check_against_matches("tournament", 4, NULL, TO_WIN, 0.03);
    check_against_matches("autumn-leaves", 3, NULL, TO_WIN, 0.03);
}

/* Each hand of Tournament costs one of the two a chip, and either is as likely to lose it. */
static double coins(int own, int other)
{
    return own == 0 ? 0 : other == 0 ? 1 : (coins(own - 1, other) + coins(own, other - 1)) / 2;
}

static void two_in_a_tournament_are_as_likely_to_win_as_with_coins(void **state)
{
    (void)state;
    struct prospect p = prospect_for("tournament", 2, NULL);
    for (int32_t own = 1; own <= 3; own++) {
        for (int32_t other = 1; other <= 3; other++) {
            double chance[PLAYERS_MAX];
            struct head h = after_hand(&p, 2, (const int32_t[]){own, other});
            prospect_chances(&p, &h, chance);
            assert_true(fabs(chance[0] - coins(own, other)) < 0.07);
        }
    }
}

static void even_scores_are_even_chances_and_all_make_one(void **state)
{
    (void)state;
    struct prospect p = prospect_for("pairs", 5, "target 15");
    double chance[PLAYERS_MAX], sum = 0;
    struct head even = after_hand(&p, 3, (const int32_t[]){7, 7, 7, 7, 7});
    prospect_chances(&p, &even, chance);
    for (int seat = 0; seat < 5; seat++)
        assert_true(fabs(chance[seat] - 0.2) < 1e-9);
    struct head uneven = after_hand(&p, 3, (const int32_t[]){0, 3, 14, 9, 6});
    prospect_chances(&p, &uneven, chance);
    for (int seat = 0; seat < 5; seat++)
        sum += chance[seat];
    assert_true(fabs(sum - 1) < 1e-9);
    assert_true(chance[2] > chance[3] && chance[3] > chance[1] && chance[1] > chance[0]);
}

static void who_has_lost_has_lost_by_however_many_points(void **state)
{
    (void)state;
    struct prospect p = prospect_for("pairs", 2, NULL);
    struct view v = {.game = p.game, .players = 2, .hand = 3, .score = {5, 9}};
    struct stakes match = stakes_from(&p, &v), points = stakes_from(NULL, &v);
    struct head h = after_hand(&p, 3, (const int32_t[]){5, 30});
    double much[PLAYERS_MAX], little[PLAYERS_MAX];
    h.turn.kind = TURN_OVER;
    h.losers = 2;
    stakes_value(&match, (const struct state *)&h, much);
    h.score[1] = 31;
    stakes_value(&match, (const struct state *)&h, little);
    assert_true(much[0] == little[0] && much[1] == little[1]);
    assert_true(fabs(much[1] - (match.chance[1] - 1)) < 1e-9 && much[0] > 0);
    stakes_value(&points, (const struct state *)&h, little);
    assert_true(little[1] < -10);
}

static void chips_are_worth_chips(void **state)
{
    (void)state;
    struct prospect p = prospect_for("starboard", 3, NULL);
    assert_int_equal(p.aim, FOR_CHIPS);
    struct view v = {.game = p.game, .players = 3, .hand = 3, .chips = true};
    struct stakes k = stakes_from(&p, &v);
    struct head h = after_hand(&p, 4, (const int32_t[]){6, -3, -3});
    double value[PLAYERS_MAX];
    h.chips = true;
    stakes_value(&k, (const struct state *)&h, value);
    assert_true(fabs(value[0] - 9) < 1e-9);
}

static void a_match_of_one_hand_has_only_its_end(void **state)
{
    (void)state;
    struct prospect p = prospect_for("continuous", 4, NULL);
    assert_true(p.aim == NOT_TO_LOSE && p.hands == 0);
}

static void whoever_asks_gets_the_same(void **state)
{
    (void)state;
    struct arena a = {.setup = test_setup("port", 3, "target 5"),
                      .make = bot_new,
                      .bot = {"search:20", "hint"},
                      .bots = 2,
                      .deals = 6,
                      .threads = 3};
    struct arena_result three, one;
    struct error e = {0};
    assert_true(arena_run(&a, &three, &e));
    a.threads = 1;
    assert_true(arena_run(&a, &one, &e));
    assert_true(one.bot[0].mean == three.bot[0].mean && one.bot[1].mean == three.bot[1].mean);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_asks_gets_the_same),
        cmocka_unit_test(chances_are_those_of_whole_matches),
        cmocka_unit_test(two_in_a_tournament_are_as_likely_to_win_as_with_coins),
        cmocka_unit_test(even_scores_are_even_chances_and_all_make_one),
        cmocka_unit_test(who_has_lost_has_lost_by_however_many_points),
        cmocka_unit_test(chips_are_worth_chips),
        cmocka_unit_test(a_match_of_one_hand_has_only_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
