/* Tables: decisions, chance, taking back, games without end, threads. */
#include "tests/test.h"

#include "engine/rules.h"

#include <pthread.h>

static void a_decision_taken_back_can_be_made_again(void **state)
{
    (void)state;
    struct reader *r = test_read("pairs 1\ngame pairs\nplayers 2\ndeal burn 10 10 10 10 9\ndeal A "
                                 "7\ndeal B 9\nA hit\ndeal A 3\nB hit\ndeal B 8\n");
    struct setup u = test_setup("pairs", 2, NULL);
    struct table *t = table_new(&u);
    struct error e = {0};
    const struct table *from = reader_table(r);
    assert_false(table_undo(t));
    for (size_t i = 0; i < from->steps; i++)
        assert_true(table_step(t, from->step[i], &e));
    assert_true(table_undo(t));
    assert_int_equal(table_turn(t).seats, 2);
    assert_true(table_undo(t));
    assert_int_equal(table_turn(t).seats, 1);
    assert_false(table_undo(t));
    table_free(t);
    reader_free(r);
}

/* How likely it is that this step is drawn. */
static double likely(const struct state *s, struct step step)
{
    struct chance can[CHANCES_MAX];
    for (int i = game_chances(s, can) - 1; i >= 0; i--)
        if (can[i].step.kind == step.kind && can[i].step.who == step.who &&
            can[i].step.what == step.what)
            return can[i].likely;
    return 0;
}

static void what_chance_draws_is_among_all_that_can_come(void **state)
{
    (void)state;
    bool lots = false;
    for (int i = 0; all_games[i]; i++) {
        struct setup u = test_setup(all_games[i]->name, all_games[i]->players_min, NULL);
        struct table *t = table_new(&u);
        struct rng r = rng_seeded(23, (uint64_t)i);
        for (; table_turn(t).kind != TURN_OVER; test_step(t, &r)) {
            struct chance can[CHANCES_MAX];
            int count = game_chances(t->state, can);
            double sum = 0;
            for (int k = 0; k < count; k++)
                sum += can[k].likely;
            bool due = table_turn(t).kind != TURN_SEATS;
            lots = lots || table_turn(t).kind == TURN_LOT;
            assert_true(due ? sum > 1 - 1e-9 && sum < 1 + 1e-9 : count == 0);
            assert_true(!due || likely(t->state, game_chance(t->state, &r)) > 0);
        }
        table_free(t);
    }
    assert_true(lots);
}

static void *play_games(void *context)
{
    struct setup u = test_setup("pieces-of-eight", 5, NULL);
    struct text *out = context;
    for (uint64_t i = 0; i < 50; i++) {
        struct rng r = rng_seeded(11, i);
        struct table *t = table_new(&u);
        while (table_turn(t).kind != TURN_OVER)
            test_step(t, &r);
        record_write(t, out);
        table_free(t);
    }
    return NULL;
}

static void threads_with_tables_of_their_own_do_not_meet(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    struct text out[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, play_games, &out[i]), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_string_equal(out[0].at, out[i].at);
        if (i)
            text_free(&out[i]);
    }
    text_free(&out[0]);
}

enum { TEN = RANKS, TENS = 6 }; /* so many stay in play; all other cards become wounds */

/* A card that makes no pair with the shields, and of which most are left; else the lowest; 0 if
 * only the tens are left. */
static int card_to_duck(const struct table *t, cards shields)
{
    int best = 0, most = 0, lowest = 0;
    for (int c = RANKS; c > 0; c--) {
        int left = pile_count(game_source(t->state), c) - (c == TEN ? TENS : 0);
        lowest = left > 0 ? c : lowest;
        if (left > most && !cards_has(shields, c)) {
            best = c;
            most = left;
        }
    }
    return best ? best : lowest;
}

static cards shields_of(const struct table *t, int seat)
{
    static struct view v;
    table_view(t, EVERYTHING, &v);
    return view_faces(&v, ZONE_GAME, seat);
}

static void two_who_duck_and_strike_in_turn_fight_for_ever_and_the_table_says_so(void **state)
{
    (void)state;
    struct setup u = test_setup("last-man-standing", 2, "first A, target 60");
    struct table *t = table_new(&u);
    struct rng r = rng_seeded(1, 1);
    struct error e = {0};
    action duck = 0, strike = 0;
    assert_true(action_parse(u.game, "duck", &duck) && action_parse(u.game, "strike", &strike));
    for (bool fine = true, only_tens = false; fine;) {
        struct turn turn = table_turn(t);
        assert_int_not_equal(turn.kind, TURN_OVER);
        if (turn.kind == TURN_SEATS) {
            int seat = __builtin_ctz(turn.seats);
            bool parries = only_tens && cards_has(shields_of(t, seat), TEN);
            fine = table_play(t, seat, parries ? strike : duck, &e);
        } else if (only_tens) {
            fine = table_chance(t, &r, &e);
        } else {
            int c = card_to_duck(t, shields_of(t, turn.place));
            only_tens = c == 0;
            fine = table_deal(t, turn.place, c ? c : TEN, &e);
        }
    }
    assert_true(table_endless(t));
    assert_int_equal(t->steps, STEPS_MAX);
    assert_non_null(strstr(e.text, "has not ended after 1000000 steps"));
    table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decision_taken_back_can_be_made_again),
        cmocka_unit_test(what_chance_draws_is_among_all_that_can_come),
        cmocka_unit_test(threads_with_tables_of_their_own_do_not_meet),
        cmocka_unit_test(two_who_duck_and_strike_in_turn_fight_for_ever_and_the_table_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
