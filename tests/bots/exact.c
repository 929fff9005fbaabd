/* The exact bot: certain positions, and what is left to the search. */
#include "tests/lab/brute.h"

static void looking_ahead_finds_the_solution_of_rocket(void **state)
{
    (void)state;
    struct solution s;
    struct setup u = test_setup("rocket", 1, NULL);
    struct rng r = rng_seeded(47, 0);
    assert_true(solve_rocket(&s, 1));
    for (int i = 0; i < 6; i++) {
        struct position p;
        struct exact_report report;
        ranks own, other;
        action best;
        random_position(&p, &u, 8, &r);
        stacks_of(u.game, &p, &own, &other);
        assert_true(look_ahead(u.game, &p, MANY_STEPS, &best, &report));
        const struct decision *d = solution_at(&s, own, other);
        assert_int_equal(report.choices, 2);
        assert_near(report.choice[0].value, d->hit, same);
        assert_near(report.choice[1].value, fold_gain(own, other), same);
        assert_int_equal(best, report.choice[!decision_hits(d, own, other)].a);
    }
    solution_free(&s);
}

static void looking_ahead_is_brute_force_made_quick(void **state)
{
    (void)state;
    struct setup u = test_setup("pairs", 2, NULL);
    struct rng r = rng_seeded(53, 0);
    for (int i = 0; i < 4; i++) {
        struct position p;
        struct exact_report report, again;
        action best, same_best;
        random_position(&p, &u, 10, &r);
        int seat = __builtin_ctz(game_turn(state_of(&p)).seats);
        assert_true(look_ahead(u.game, &p, MANY_STEPS, &best, &report));
        struct head *h = head_of(&p);
        int burned = pile_size(&h->pile[PILE_BURNED]);
        unburn(&p);
        struct position open = p;
        for (int c = RANKS; burned > 0; c = c > 1 ? c - 1 : RANKS) /* burn other ones */
            if (pile_count(&h->pile[PILE_DECK], c)) {
                pile_take(&h->pile[PILE_DECK], c);
                pile_add(&h->pile[PILE_BURNED], c);
                burned--;
            }
        assert_true(look_ahead(u.game, &p, MANY_STEPS, &same_best, &again));
        assert_int_equal(best, same_best);
        struct brute b = brute_at(u.game, &open, BOT_VALUE);
        for (int k = 0; k < report.choices; k++) {
            double gain[PLAYERS_MAX];
            brute_action(&b, &open, seat, report.choice[k].a, gain);
            assert_near(report.choice[k].value, gain[seat], same);
            assert_near(report.choice[k].value, again.choice[k].value, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looking_ahead_finds_the_solution_of_rocket),
        cmocka_unit_test(looking_ahead_is_brute_force_made_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
