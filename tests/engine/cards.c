/* Sets of cards and piles. */
#include "tests/test.h"

#include "engine/rules.h"

static void the_cards_of_some_ranks_are_counted_and_summed_in_any_number_of_decks(void **state)
{
    (void)state;
    struct rng r = rng_seeded(3, 0);
    for (int i = 0; i < 1000; i++) {
        struct pile p = pile_fresh(1 + rng_below(&r, DECKS_MAX));
        for (int k = rng_below(&r, pile_size(&p)); k > 0; k--)
            pile_take(&p, pile_pick(&p, rng_below(&r, pile_size(&p))));
        cards ranks = 0;
        int size = 0, sum = 0;
        for (int c = 1; c <= RANKS; c++)
            if (rng_below(&r, 2)) {
                ranks += cards_one(c) * (cards)(1 + rng_below(&r, 15));
                size += pile_count(&p, c);
                sum += c * pile_count(&p, c);
            }
        struct pile some = pile_among(&p, ranks), others = pile_among(&p, cards_missing(ranks));
        assert_int_equal(pile_size(&some), size);
        assert_int_equal(pile_sum(&some), sum);
        assert_int_equal(pile_size(&others), pile_size(&p) - size);
        assert_int_equal(pile_sum(&others), pile_sum(&p) - sum);
    }
}

static void a_deck_has_as_many_cards_of_a_rank_as_the_rank_says(void **state)
{
    (void)state;
    for (int decks = 1; decks <= DECKS_MAX; decks++) {
        struct pile p = pile_fresh(decks);
        assert_int_equal(pile_size(&p), DECK_CARDS * decks);
        for (int c = 1; c <= RANKS; c++)
            assert_int_equal(pile_count(&p, c), c * decks);
    }
}

static void sets_know_size_sum_and_extremes(void **state)
{
    (void)state;
    cards w = test_cards("3 3 7 10");
    assert_int_equal(cards_size(w), 4);
    assert_int_equal(cards_sum(w), 23);
    assert_int_equal(cards_lowest(w), 3);
    assert_int_equal(cards_highest(w), 10);
    assert_int_equal(cards_next(w, 3), 7);
    assert_int_equal(cards_next(w, 10), 0);
    assert_true(cards_paired(w));
    assert_false(cards_paired(cards_distinct(w)));
    struct pile all = pile_fresh(1);
    assert_int_equal(cards_sum(pile_cards(&all)), 385);
    assert_int_equal(cards_size(pile_cards(&all)), DECK_CARDS);
}

static void sets_compare_from_the_highest_card_down(void **state)
{
    (void)state;
    assert_true(test_cards("10 8 7 4") > test_cards("10 8 7"));
    assert_true(test_cards("10 9") > test_cards("10 8 7 6 5"));
    assert_true(test_cards("10 10 2") > test_cards("10 9 9"));
}

static void the_kth_card_of_any_pile_is_found(void **state)
{
    (void)state;
    struct rng r = rng_seeded(3, 3);
    for (int i = 0; i < 2000; i++) {
        struct pile p = {0};
        int count[RANKS + 1], k = 0;
        for (int c = 1; c <= RANKS; c++) {
            count[c] = rng_below(&r, c * (1 + i % DECKS_MAX) + 1);
            for (int n = 0; n < count[c]; n++)
                pile_add(&p, c);
        }
        for (int c = 1; c <= RANKS; c++)
            for (int n = 0; n < count[c]; n++)
                assert_int_equal(pile_pick(&p, k++), c);
        assert_int_equal(pile_size(&p), k);
    }
}

static void every_card_is_drawn_as_often_as_it_should_be(void **state)
{
    (void)state;
    enum { DRAWS = 550000 };
    struct rng r = rng_seeded(7, 0);
    struct pile p = pile_fresh(1);
    int count[RANKS + 1] = {0};
    for (int i = 0; i < DRAWS; i++)
        count[pile_pick(&p, rng_below(&r, pile_size(&p)))]++;
    double chi = 0;
    for (int c = 1; c <= RANKS; c++) {
        double expected = (double)DRAWS * c / DECK_CARDS;
        chi += (count[c] - expected) * (count[c] - expected) / expected;
    }
    assert_true(chi < 27.9); /* 9 degrees of freedom: one in a thousand */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deck_has_as_many_cards_of_a_rank_as_the_rank_says),
        cmocka_unit_test(the_cards_of_some_ranks_are_counted_and_summed_in_any_number_of_decks),
        cmocka_unit_test(sets_know_size_sum_and_extremes),
        cmocka_unit_test(sets_compare_from_the_highest_card_down),
        cmocka_unit_test(the_kth_card_of_any_pile_is_found),
        cmocka_unit_test(every_card_is_drawn_as_often_as_it_should_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
