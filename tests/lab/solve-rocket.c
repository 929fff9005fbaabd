/* Rocket solved, against brute force, and played as the solution says. */
#include "tests/lab/brute.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rocket_has_the_value_that_brute_force_finds),
        cmocka_unit_test(rocket_played_as_solved_brings_its_value),
        cmocka_unit_test(chances_of_rocket_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
