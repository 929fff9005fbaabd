/* Statistics. */
#include "tests/lab/simulate.h"

#include <math.h>

static void intervals_of_shares_are_wilsons(void **state)
{
    (void)state;
    struct share none = share_of(0, 10), half = share_of(5, 10), all = share_of(10, 10);
    near(none.low, 0);
    near(none.high, 0.27755); /* z^2 / (n + z^2) */
    near(half.low, 0.23659);
    near(half.high, 0.76341);
    near(all.low, 1 - 0.27755);
    near(all.high, 1);
}

static void the_edge_of_a_seat_has_the_error_of_the_difference(void **state)
{
    (void)state;
    /* Two games of two: 10 to 8 and 0 to 2. Means 5 and 5, edges +1 and -1 in turn;
     * the variances are 2 and 50, and two games halve them. */
    struct sim_result r = {
        .games = 2, .score = {10, 10}, .score_squared = {100, 68}, .edge_squared = {8, 8}};
    near(sim_edge(&r, 0, 2).mean, 0);
    near(sim_edge(&r, 0, 2).error, 1.959964 * sqrt(1));
    near(sim_score(&r, 0).mean, 5);
    near(sim_score(&r, 0).error, 1.959964 * sqrt(25));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_of_shares_are_wilsons),
        cmocka_unit_test(the_edge_of_a_seat_has_the_error_of_the_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
