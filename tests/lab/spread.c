/* Runs that are spread over several machines. */
#include "tests/lab/simulate.h"

static void a_spread_is_the_same_in_whatever_order_it_is_filled(void **state)
{
    (void)state;
    enum { VALUES = 3000 };
    static const int range[] = {3, 100, 128, 129, 5000, 2000000000};
    for (size_t k = 0; k < sizeof range / sizeof range[0]; k++) {
        struct rng r = rng_seeded(5, k);
        struct spread up = {0}, down = {0}, part[7] = {0}, joined = {0};
        int32_t value[VALUES];
        for (int i = 0; i < VALUES; i++) {
            value[i] = rng_below(&r, range[k]) - range[k] / 3;
            spread_add(&up, value[i]);
            spread_add(&part[i % 7], value[i]);
        }
        for (int i = VALUES; i > 0; i--)
            spread_add(&down, value[i - 1]);
        for (int i = 7; i > 0; i--)
            spread_join(&joined, &part[i - 1]);
        assert_memory_equal(&up, &down, sizeof up);
        assert_memory_equal(&up, &joined, sizeof up);
        assert_int_equal(up.total, VALUES);
        assert_true(range[k] > SPREAD_BINS || up.shift == 0);
    }
}

static void a_spread_counts_each_number_in_its_bin(void **state)
{
    (void)state;
    struct spread s = {0};
    static const int32_t value[] = {-3, 4, 4, 0, -3, 4};
    for (int i = 0; i < 6; i++)
        spread_add(&s, value[i]);
    assert_int_equal(spread_bins(&s), 8);
    assert_int_equal(spread_start(&s, 0), -3);
    assert_int_equal(s.count[0], 2);
    assert_int_equal(s.count[3], 1);
    assert_int_equal(s.count[7], 3);
    assert_true(spread_quantile(&s, 0.5) == 0);
    assert_true(spread_quantile(&s, 0.05) == -3);
    assert_true(spread_quantile(&s, 0.95) == 4);
}

static void a_spread_has_room_for_the_greatest_numbers(void **state)
{
    (void)state;
    struct spread s = {0};
    spread_add(&s, 0);
    spread_add(&s, INT32_MAX);
    spread_add(&s, INT32_MIN);
    assert_int_equal(s.total, 3);
    assert_int_equal(s.count[0] + s.count[SPREAD_BINS / 2] + s.count[SPREAD_BINS - 1], 3);
    assert_int_equal(spread_start(&s, 0), INT32_MIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spread_is_the_same_in_whatever_order_it_is_filled),
        cmocka_unit_test(a_spread_counts_each_number_in_its_bin),
        cmocka_unit_test(a_spread_has_room_for_the_greatest_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
