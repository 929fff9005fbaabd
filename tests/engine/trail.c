/* What seats know of cards that went through hidden hands and the discards. */
#include "tests/test.h"

#include "engine/rules.h"

/* A buries 9 9 and B 5 where a 7 lies open; then the discards are shuffled and the 7 is drawn. */
static void who_saw_a_card_discarded_knows_it_in_the_deck_until_it_is_drawn(void **state)
{
    (void)state;
    struct head h = {.players = 3};
    struct buried b = {0};
    discard(&h, test_cards("7"), spot_at(ZONE_GAME, 2), NULL);
    buried_add(&b, &h, 0, test_cards("9 9"), spot_at(ZONE_GAME, 0), NULL);
    buried_add(&b, &h, 1, test_cards("5"), spot_at(ZONE_GAME, 1), NULL);
    assert_true(buried_due(&b, &h, 0, NULL));
    assert_true(b.open == test_cards("7"));
    assert_true(b.back[0] == test_cards("9 9"));
    assert_true(b.back[1] == test_cards("5"));
    assert_true(b.back[2] == 0);
    pile_take(&h.pile[PILE_DECK], 7);
    buried_drawn(&b, 7);
    assert_true(buried_lift(&b, &h, 0) == test_cards("9 9"));
    assert_true(pile_cards(&h.pile[PILE_DECK]) == test_cards("5"));
}

static void buried_cards_of_others_are_dealt_again_and_the_own_ones_are_not(void **state)
{
    (void)state;
    struct rng r = rng_seeded(1, 1);
    for (int i = 0; i < 100; i++) {
        struct head h = {.players = 3};
        struct buried b = {0};
        pile_add_all(&h.pile[PILE_DECK], test_cards("1 2 3 4"));
        buried_add(&b, &h, 0, test_cards("9 9"), spot_at(ZONE_GAME, 0), NULL);
        buried_add(&b, &h, 1, test_cards("5 6"), spot_at(ZONE_GAME, 1), NULL);
        buried_deal_again(&b, &h, 0, buried_lift(&b, &h, 0), &r);
        assert_true(b.own[0] == test_cards("9 9"));
        assert_int_equal(cards_size(b.own[1]), 2);
        assert_true(pile_cards(&h.pile[PILE_DISCARDS]) == b.own[0] + b.own[1]);
        assert_true(pile_cards(&h.pile[PILE_DECK]) + b.own[1] == test_cards("1 2 3 4 5 6"));
    }
}

static void a_chosen_card_is_handed_to_the_next_who_plays_and_the_choice_is_forgotten(void **state)
{
    (void)state;
    struct choices chosen = {.rank = {3, 0, 8}};
    struct trail trail = {0};
    cards hand[PLAYERS_MAX] = {test_cards("3 4"), test_cards("5"), test_cards("8 8")};
    choices_pass(&chosen, seat_bit(0) | seat_bit(2), hand, &trail, ZONE_GAME, 0, NULL);
    assert_true(hand[0] == test_cards("4 8"));
    assert_true(hand[1] == test_cards("5"));
    assert_true(hand[2] == test_cards("3 8"));
    assert_int_equal(chosen.rank[0] + chosen.rank[2], 0);
}

/* Three seats with three cards each. A hands the only 1 to B, and all hand on another card. */
static void a_card_handed_on_is_still_there_unless_it_was_the_one_handed_on_again(void **state)
{
    (void)state;
    enum { TIMES = 30000 };
    struct rng r = rng_seeded(3, 1);
    int there = 0, further = 0;
    for (int i = 0; i < TIMES; i++) {
        struct head h = {.players = 3};
        struct trail t = {0};
        cards hand[PLAYERS_MAX] = {test_cards("1 8 8"), test_cards("9 9 9"),
                                   test_cards("10 10 10")};
        struct choices first = {.rank = {1, 9, 10}}, second = {.rank = {8, 9, 10}};
        pile_add_all(&h.pile[PILE_DECK], test_cards("7 7 7 7 7 7"));
        choices_pass(&first, seats_all(3), hand, &t, ZONE_GAME, 0, NULL);
        choices_pass(&second, seats_all(3), hand, &t, ZONE_GAME, 0, NULL);
        trail_deal_again(&t, &h, 0, hand, &r);
        there += cards_has(hand[1], 1);
        further += cards_has(hand[2], 1);
        assert_int_equal(cards_size(hand[1]), 3);
        assert_true(cards_has(hand[1], 8)); /* A has just handed it over */
    }
    assert_int_equal(there + further, TIMES);
    assert_in_range(there, TIMES * 2 / 3 - 400, TIMES * 2 / 3 + 400); /* 5 standard errors */
}

static void a_trail_that_is_too_long_keeps_what_is_certain(void **state)
{
    (void)state;
    struct rng r = rng_seeded(4, 1);
    struct head h = {.players = 3};
    struct trail t = {0};
    cards hand[PLAYERS_MAX] = {test_cards("2"), test_cards("9 5"), test_cards("10")};
    pile_add_all(&h.pile[PILE_DECK], test_cards("7 7 7"));
    trail_take(&t, 1, test_cards("9"));
    for (int i = 0; i < TRAIL_STEPS; i++) {
        trail_show(&t, 2, 10);
        trail_take(&t, 2, test_cards("10"));
    }
    assert_in_range(t.size, 2, TRAIL_STEPS);
    for (int i = 0; i < 100; i++) {
        trail_deal_again(&t, &h, 0, hand, &r);
        assert_true(cards_has(hand[1], 9) && hand[2] == test_cards("10"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_saw_a_card_discarded_knows_it_in_the_deck_until_it_is_drawn),
        cmocka_unit_test(buried_cards_of_others_are_dealt_again_and_the_own_ones_are_not),
        cmocka_unit_test(a_chosen_card_is_handed_to_the_next_who_plays_and_the_choice_is_forgotten),
        cmocka_unit_test(a_card_handed_on_is_still_there_unless_it_was_the_one_handed_on_again),
        cmocka_unit_test(a_trail_that_is_too_long_keeps_what_is_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
