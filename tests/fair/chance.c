/* Every order of the cards and every lot is as likely, whoever is honest. */
#include "tests/fair/people.h"

#include "tests/test.h"

/* One card of each of the first ranks. */
static struct pile small_pile(void)
{
    struct pile p = {{0, 0}, 0};
    for (int c = 1; c <= FACES; c++)
        pile_add(&p, c);
    return p;
}

/* Which of all orders the cards come in. */
static int order_of(struct fair *f, struct deal d)
{
    int order = 0, card[FACES];
    struct dealer dealer = fair_dealer(f);
    for (d.cards = 0; d.cards < FACES; d.cards++)
        card[d.cards] = dealer.card(f, &d);
    for (int i = 0; i < FACES; i++) {
        int smaller = 0;
        for (int k = i + 1; k < FACES; k++)
            smaller += card[k] < card[i];
        order = order * (FACES - i) + smaller;
    }
    return order;
}

static double chi_square(const int count[], int kinds)
{
    double sum = 0, expected = (double)TRIALS / kinds;
    for (int i = 0; i < kinds; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

/* With 23 degrees of freedom more than 100 comes once in 10^11 times. */
static void assert_even(const int count[ORDERS])
{
    double distance = chi_square(count, ORDERS);
    if (distance > 100)
        fail_msg("some orders come too often: chi-square %.1f", distance);
}

static void every_order_is_as_likely_over_the_dealers_secrets(void **state)
{
    (void)state;
    int count[ORDERS] = {0};
    for (uint64_t i = 0; i < TRIALS; i++) {
        struct fair f = fair_of(i);
        count[order_of(&f, (struct deal){.number = 9, .pile = small_pile()})]++;
    }
    assert_even(count);
}

static void every_order_is_as_likely_over_the_shuffles_of_one_secret(void **state)
{
    (void)state;
    int count[ORDERS] = {0};
    struct fair f = fair_of(1);
    for (uint64_t i = 0; i < TRIALS; i++)
        count[order_of(&f, (struct deal){.number = i, .pile = small_pile()})]++;
    assert_even(count);
}

/* Whoever keeps the secret cannot choose: one honest cut makes every order as likely. */
static void every_order_is_as_likely_over_the_cuts_of_one_player_alone(void **state)
{
    (void)state;
    int count[ORDERS] = {0};
    struct fair f = fair_of(1);
    struct deal d = {.number = 9, .pile = small_pile()};
    for (int seat = 0; seat < 2; seat++)
        memset(d.cut[seat], 'a', SEAL_TEXT - 1);
    for (int i = 0; i < TRIALS; i++) {
        snprintf(d.cut[1], SEAL_TEXT, "%064x", (unsigned)i);
        count[order_of(&f, d)]++;
    }
    assert_even(count);
}

static void every_lot_is_as_likely(void **state)
{
    (void)state;
    enum { SEATS = 6 };
    int count[SEATS] = {0};
    struct fair f = fair_of(1);
    struct dealer dealer = fair_dealer(&f);
    struct deal d = {.pile = small_pile()};
    for (int i = 0; i < TRIALS; i++) {
        d.number = (uint64_t)(i / FAIR_LOTS);
        d.lots = i % FAIR_LOTS;
        count[dealer.lot(&f, &d, SEATS)]++;
    }
    double distance = chi_square(count, SEATS);
    assert_true(distance < 60); /* with 5 degrees of freedom: once in 10^11 times */
}

/* The highest word of all, and then zeros. */
static void highest_block(const void *of, uint32_t number, struct digest *out)
{
    (void)of;
    memset(out, number ? 0 : 255, sizeof *out);
}

static void a_word_that_would_favour_some_numbers_is_thrown_away(void **state)
{
    (void)state;
    struct stream two = {.block = highest_block}, three = {.block = highest_block};
    assert_int_equal(stream_below(&two, 2), 1);
    assert_int_equal(two.blocks, 1);
    assert_int_equal(stream_below(&three, 3), 0);
    assert_int_equal(three.blocks, 2);
}

/* A secret of zeros, shuffle 3, a cut of B: worked out by hand in another language. */
static void the_scheme_is_the_one_that_is_written_down(void **state)
{
    (void)state;
    struct fair f = fair_of(0);
    struct dealer dealer = fair_dealer(&f);
    struct deal d = {.number = 3, .pile = small_pile()};
    char seal[SEAL_TEXT];
    dealer.seal(&f, &d, seal);
    assert_string_equal(seal, "7a3c8c3e33aa766ee91310e9acd7cf845ba0cf494fecce42e5b4b1637c4e85db");
    memset(d.cut[1], 'b', SEAL_TEXT - 1);
    assert_int_equal(order_of(&f, d), 11); /* 2 4 3 1 */
    static const int lot[] = {6, 6, 1, 7};
    for (d.lots = 0; d.lots < 4; d.lots++)
        assert_int_equal(dealer.lot(&f, &d, 8), lot[d.lots]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_is_as_likely_over_the_dealers_secrets),
        cmocka_unit_test(every_order_is_as_likely_over_the_shuffles_of_one_secret),
        cmocka_unit_test(every_order_is_as_likely_over_the_cuts_of_one_player_alone),
        cmocka_unit_test(every_lot_is_as_likely),
        cmocka_unit_test(a_word_that_would_favour_some_numbers_is_thrown_away),
        cmocka_unit_test(the_scheme_is_the_one_that_is_written_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
