/* The library, as other programs see it: other pasts of a table, and what may be said of one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pairs.h>
#include <stdio.h>
#include <string.h>

/* A setup by its name, with a number of players (0: the usual). */
static struct pairs_setup *setup(const char *name, int players)
{
    struct pairs_error e = {0};
    struct pairs_setup *u = pairs_setup_new(name, &e);
    if (!u || (players && !pairs_setup_set_players(u, players, &e)))
        fail_msg("%s for %d: %s", name, players, e.text);
    return u;
}

static struct pairs_table *table(const char *name, int players)
{
    struct pairs_error e = {0};
    struct pairs_setup *u = setup(name, players);
    struct pairs_table *t = pairs_table_new(u, &e);
    if (!t)
        fail_msg("%s: %s", name, e.text);
    pairs_setup_free(u);
    return t;
}

/* One step of a table at random. */
static void step(struct pairs_table *t, struct pairs_rng *r)
{
    struct pairs_error e = {0};
    const struct pairs_game *g = pairs_table_game(t);
    if (pairs_game_turn(g) != PAIRS_DECISION) {
        assert_true(pairs_table_draw(t, r, &e));
        return;
    }
    pairs_action legal[PAIRS_ACTIONS];
    int seat = pairs_rng_seat(r, pairs_game_seats(g));
    int count = pairs_game_legal(g, seat, legal, PAIRS_ACTIONS);
    if (!pairs_table_play(t, seat, legal[pairs_rng_below(r, count)], &e))
        fail_msg("%s", e.text);
}

static void an_imagined_table_has_told_the_seat_the_same(void **state)
{
    (void)state;
    struct pairs_table *t = table("deadfall", 3);
    struct pairs_rng r;
    pairs_rng_seed(&r, 14, 0);
    for (int i = 0; i < 18; i++)
        step(t, &r);
    int different = 0;
    for (int i = 0; i < 10; i++) {
        struct pairs_table *other = pairs_table_imagine(t, 0, &r);
        assert_non_null(other);
        assert_int_equal(pairs_table_steps(other), pairs_table_steps(t));
        assert_true(pairs_table_infoset_key(other, 0) == pairs_table_infoset_key(t, 0));
        different += pairs_table_infoset_key(other, 1) != pairs_table_infoset_key(t, 1);
        struct pairs_error e = {0}, same = {0};
        assert_false(pairs_table_play(t, 0, pairs_action_make(0, 0xffff, 0), &e));
        assert_false(pairs_table_play(other, 0, pairs_action_make(0, 0xffff, 0), &same));
        assert_string_equal(e.text, same.text);
        pairs_table_free(other);
    }
    assert_true(different > 0);
    pairs_table_free(t);
}

static void a_mistake_is_not_told_what_others_hold(void **state)
{
    (void)state;
    struct pairs_table *t = table("regent", 2);
    const struct pairs_game *g = pairs_table_game(t);
    struct pairs_rng r;
    struct pairs_error e = {0};
    pairs_rng_seed(&r, 1, 0);
    while (pairs_table_draw(t, &r, NULL))
        ;
    int due = pairs_rng_seat(&r, pairs_game_seats(g));
    pairs_action legal[PAIRS_ACTIONS];
    assert_true(pairs_game_legal(g, due, legal, PAIRS_ACTIONS) > 0);
    assert_false(pairs_table_play(t, 1 - due, legal[0], &e));
    char expected[64];
    snprintf(expected, sizeof expected, "%c has nothing to decide now; expected a decision of %c",
             'B' - due, 'A' + due);
    assert_string_equal(e.text, expected);
    char *own = pairs_table_expected_by(t, due, 0), *all = pairs_table_expected(t, 0);
    char *other = pairs_table_expected_by(t, PAIRS_NOBODY, 0);
    assert_string_equal(own, all);
    assert_string_equal(other, strstr(expected, "a decision"));
    pairs_free(own);
    pairs_free(all);
    pairs_free(other);
    pairs_table_free(t);
}

static void the_pile_of_the_next_card_is_what_is_likely(void **state)
{
    (void)state;
    struct pairs_table *t = table("pairs", 2);
    const struct pairs_game *g = pairs_table_game(t);
    struct pairs_rng r;
    int count[11];
    pairs_rng_seed(&r, 2, 0);
    assert_int_equal(pairs_game_source(g, count), PAIRS_PILE_DECK);
    assert_int_equal(count[0], 55);
    while (pairs_game_turn(g) == PAIRS_CARD) {
        struct pairs_chance chance[PAIRS_CHANCES];
        int chances = pairs_game_chances(g, chance);
        pairs_game_source(g, count);
        for (int i = 0; i < chances; i++)
            assert_true(chance[i].likely == (double)count[chance[i].outcome] / count[0]);
        step(t, &r);
    }
    assert_int_equal(pairs_game_source(g, count), PAIRS_PILE_NONE);
    assert_int_equal(count[0], 0);
    pairs_table_free(t);
}

static void what_all_come_to_is_known_of_some(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int players, returns;
    } row[] = {{"pairs", 3, PAIRS_RETURNS_ONE_LOSES},
               {"tournament", 2, PAIRS_RETURNS_ONE_WINS},
               {"deadfall", 2, PAIRS_RETURNS_EVEN},
               {"medusa", 2, PAIRS_RETURNS_ALIKE},
               {"last-man-standing", 3, PAIRS_RETURNS_ONE_WINS},
               {"rocket", 2, PAIRS_RETURNS_VARY},
               {"rocket-rotate", 2, PAIRS_RETURNS_EVEN},
               {"carousel", 2, PAIRS_RETURNS_VARY}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct pairs_setup *u = setup(row[i].name, row[i].players);
        assert_int_equal(pairs_setup_returns(u), row[i].returns);
        pairs_setup_free(u);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_imagined_table_has_told_the_seat_the_same),
        cmocka_unit_test(a_mistake_is_not_told_what_others_hold),
        cmocka_unit_test(the_pile_of_the_next_card_is_what_is_likely),
        cmocka_unit_test(what_all_come_to_is_known_of_some),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
