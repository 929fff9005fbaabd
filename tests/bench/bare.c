/* The loop that the engine is measured against. */
#include "tests/test.h"

#include "bench/bare.h"

/* The loop that the engine is measured against plays the same game: as many decisions and cards a
 * game, within four standard errors. */
static void the_bare_loop_plays_the_same_game(void **state)
{
    (void)state;
    enum { GAMES = 4000 };
    struct setup u = test_setup("pairs", 2, NULL);
    double sum[2] = {0}, squares[2] = {0};
    for (uint64_t i = 0; i < GAMES; i++) {
        struct rng r = rng_seeded(17, i);
        struct table *t = table_new(&u);
        double count[2] = {0};
        while (table_turn(t).kind != TURN_OVER)
            test_step(t, &r);
        for (size_t k = 0; k < t->steps; k++)
            count[t->step[k].kind == TURN_DECK]++;
        for (int k = 0; k < 2; k++) {
            sum[k] += count[k];
            squares[k] += count[k] * count[k];
        }
        table_free(t);
    }
    struct rng r = rng_seeded(18, 0);
    struct bare_count bare = bare_pairs(&r, GAMES);
    double other[2] = {(double)bare.decisions, (double)bare.cards};
    for (int k = 0; k < 2; k++) {
        double mean = sum[k] / GAMES, variance = squares[k] / GAMES - mean * mean;
        double difference = mean - other[k] / GAMES;
        assert_true(difference * difference < 16 * 2 * variance / GAMES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bare_loop_plays_the_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
