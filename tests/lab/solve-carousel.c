/* Carousel solved, against brute force. */
#include "tests/lab/brute.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carousel_has_the_chances_that_brute_force_finds),
        cmocka_unit_test(carousel_is_read_in_any_round),
        cmocka_unit_test(carousel_before_the_row_is_the_mean_over_its_cards),
        cmocka_unit_test(a_new_carousel_loses_each_hand_with_the_chance_of_a_pair),
        cmocka_unit_test(other_games_are_no_carousel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
