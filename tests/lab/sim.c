/* Simulations: figures that depend on nothing but the job. */
#include "tests/lab/simulate.h"

#include "lab/plot.h"

#include <math.h>

enum { POINTS_MAX = 4 };

/* A job with its state, and who watches it. */
struct trial {
    struct sweep sweep;
    struct sim_job job;
    struct sim_state state;
    struct sim_result result[POINTS_MAX];
    struct text records;
    atomic_bool stop;
    int blocks, stop_after; /* 0: never */
    struct setup setup;     /* of a game that is not in the list */
};

static void trial_init(struct trial *t, const char *options, const char *bots, long games,
                       int threads)
{
    struct error e = {0};
    *t = (struct trial){.state = {.result = t->result}};
    if (!make_sweep(&t->sweep, options, &e))
        fail_msg("%s", e.text);
    assert_in_range(t->sweep.points, 1, POINTS_MAX);
    t->job = (struct sim_job){.point = t->sweep.point,
                              .points = t->sweep.points,
                              .games = games,
                              .seed = 77,
                              .make = bot_new,
                              .threads = threads};
    assert_true(sim_bots(&t->job, bots, &e));
}

static bool keep_records(void *context, const struct text *records, struct error *e)
{
    struct trial *t = context;
    (void)e;
    text_add(&t->records, "%s", text_of(records));
    if (++t->blocks == t->stop_after)
        atomic_store(&t->stop, true);
    return true;
}

static void trial_run(struct trial *t)
{
    struct error e = {0};
    struct sim_watch watch = {.stop = &t->stop, .records = keep_records, .context = t};
    if (!sim_run(&t->job, &watch, &t->state, &e))
        fail_msg("%s", e.text);
}

static void trial_clear(struct trial *t)
{
    sweep_clear(&t->sweep);
    text_free(&t->records);
}

static void figures_and_records_are_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    static const struct {
        const char *options, *bots;
        long games;
    } rows[] = {{"target=11,21", "random", 150},
                {"", "hint,random", 200},
                {"payment=seattle,tacoma", "hint,search:10,3", 8}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct trial one, more;
        trial_init(&one, rows[i].options, rows[i].bots, rows[i].games, 1);
        trial_run(&one);
        assert_int_equal(one.result[0].games, rows[i].games);
        assert_int_equal(one.state.blocks, sim_blocks(&one.job));
        for (int threads = 2; threads <= 3; threads++) {
            trial_init(&more, rows[i].options, rows[i].bots, rows[i].games, threads);
            trial_run(&more);
            assert_memory_equal(one.result, more.result, sizeof one.result);
            assert_string_equal(one.records.at, more.records.at);
            trial_clear(&more);
        }
        trial_clear(&one);
    }
}

static void a_run_that_is_stopped_goes_on_where_it_was(void **state)
{
    (void)state;
    struct trial whole, parts;
    trial_init(&whole, "target=11,21", "hint,random", 700, 2);
    trial_run(&whole);
    trial_init(&parts, "target=11,21", "hint,random", 700, 2);
    int runs = 0;
    while (parts.state.blocks < sim_blocks(&parts.job)) {
        atomic_store(&parts.stop, false);
        parts.stop_after = parts.blocks + 2;
        trial_run(&parts);
        runs++;
        long blocks = 0;
        for (int p = 0; p < 2; p++)
            blocks += sim_blocks_of(&parts.job, parts.result[p].games);
        assert_int_equal(blocks, parts.state.blocks);
    }
    assert_in_range(runs, 2, 11);
    assert_memory_equal(whole.result, parts.result, sizeof whole.result);
    assert_string_equal(whole.records.at, parts.records.at);
    trial_clear(&whole);
    trial_clear(&parts);
}

/* Up to the middle of a block, and one of the points farther than the others. */
static void more_games_are_those_of_a_longer_run(void **state)
{
    (void)state;
    struct trial whole, parts;
    trial_init(&whole, "target=11,16,21", "hint,random", 300, 2);
    trial_run(&whole);
    trial_init(&parts, "target=11,16,21", "hint,random", 100, 2);
    parts.job.points = 1;
    trial_run(&parts);
    parts.job.points = 2;
    parts.job.games = 150;
    trial_run(&parts);
    assert_int_equal(parts.result[0].games, 150);
    parts.job.points = 3;
    parts.job.games = 300;
    trial_run(&parts);
    assert_memory_equal(whole.result, parts.result, sizeof whole.result);
    assert_int_equal(whole.state.blocks, parts.state.blocks);
    assert_int_equal(parts.state.blocks, 3 * sim_blocks_of(&whole.job, 300));
    trial_clear(&whole);
    trial_clear(&parts);
}

/* Adds games up by who was the first. */
static bool add_places(void *context, int point, const struct sim_game game[], int count,
                       struct error *e)
{
    struct sim_result *r = context;
    (void)point, (void)e;
    for (int i = 0; i < count; i++) {
        const struct sim_game *g = &game[i];
        assert_int_equal(g->number, r->games++);
        assert_in_range(g->first, 0, 2);
        r->begun++;
        for (int k = 0; k < 3; k++) {
            int seat = (g->first + k) % 3;
            r->place[k].score += g->score[seat];
            r->place[k].score_squared += (double)g->score[seat] * g->score[seat];
            r->place[k].won += g->winners >> seat & 1;
            r->place[k].lost += g->losers >> seat & 1;
        }
    }
    return true;
}

static void figures_by_who_began_are_those_of_the_games(void **state)
{
    (void)state;
    struct trial t;
    struct sim_result sums = {0};
    struct error e = {0};
    trial_init(&t, "", "random", 150, 2);
    struct sim_watch watch = {.games = add_places, .context = &sums};
    assert_true(sim_run(&t.job, &watch, &t.state, &e));
    assert_int_equal(t.result[0].begun, 150);
    assert_memory_equal(t.result[0].place, sums.place, sizeof sums.place);
    long lost = 0;
    for (int k = 0; k < 3; k++)
        lost += sums.place[k].lost;
    assert_int_equal(lost, 150); /* in Pairs one loses */
    trial_clear(&t);
}

static void records_do_not_change_the_games(void **state)
{
    (void)state;
    struct trial with, without;
    trial_init(&with, "", "random", 100, 2);
    trial_run(&with);
    trial_init(&without, "", "random", 100, 2);
    struct sim_watch nobody = {0};
    struct error e = {0};
    assert_true(sim_run(&without.job, &nobody, &without.state, &e));
    assert_memory_equal(with.result, without.result, sizeof with.result);
    trial_clear(&with);
    trial_clear(&without);
}

static void a_point_has_the_same_games_alone_and_in_a_sweep(void **state)
{
    (void)state;
    struct trial alone, swept;
    trial_init(&alone, "target=16", "random", 100, 1);
    trial_init(&swept, "target=11..21:5", "random", 100, 2);
    trial_run(&alone);
    trial_run(&swept);
    assert_memory_equal(&alone.result[0], &swept.result[1], sizeof alone.result[0]);
    trial_clear(&alone);
    trial_clear(&swept);
}

static bool refuse(void *context, const struct text *records, struct error *e)
{
    (void)context, (void)records;
    return error_set(e, "the paper is full");
}

static void a_watcher_that_fails_ends_the_run(void **state)
{
    (void)state;
    struct trial t;
    struct error e = {0};
    trial_init(&t, "", "random", 100000000, 3);
    struct sim_watch watch = {.records = refuse};
    assert_false(sim_run(&t.job, &watch, &t.state, &e));
    assert_string_equal(e.text, "the paper is full");
    assert_int_equal(t.state.blocks, 0);
    trial_clear(&t);
}

/* The card goes back, and another is due. */
static void deal_again(struct state *s, int c, struct log *log)
{
    (void)log;
    pile_add(&game_head(s)->pile[PILE_DECK], c);
}

/* Set by the game itself, in its middle. */
static atomic_bool asked_to_stop;

static void deal_and_stop(struct state *s, int c, struct log *log)
{
    deal_again(s, c, log);
    atomic_store(&asked_to_stop, true);
}

/* A game like the null game, but for what its cards do. */
static void trial_endless(struct trial *t, struct game *g,
                          void (*deal)(struct state *s, int c, struct log *log), const char *bots)
{
    *g = game_template;
    g->deal = deal;
    trial_init(t, "", bots, 3, 1);
    t->setup = test_setup("template", 3, NULL);
    t->setup.game = g;
    t->job.point = &t->setup;
}

static void a_game_without_end_is_told_of_with_its_record(void **state)
{
    (void)state;
    static const char *const bots[] = {"random", "hint", "search:1"};
    for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++) {
        struct trial t;
        struct game g;
        struct error e = {0};
        struct text record = {0};
        trial_endless(&t, &g, deal_again, bots[i]);
        struct sim_watch watch = {.endless = &record};
        assert_false(sim_run(&t.job, &watch, &t.state, &e));
        assert_non_null(strstr(e.text, "game 1 of seed 77 has not ended after 1000000 steps"));
        assert_ptr_equal(strstr(text_of(&record), "pairs 1\ngame template\n"), record.at);
        assert_true(record.size > STEPS_MAX);
        text_free(&record);
        trial_clear(&t);
    }
}

static void a_run_can_be_stopped_in_the_middle_of_a_game(void **state)
{
    (void)state;
    struct trial t;
    struct game g;
    struct error e = {0};
    trial_endless(&t, &g, deal_and_stop, "random");
    struct sim_watch watch = {.stop = &asked_to_stop};
    assert_true(sim_run(&t.job, &watch, &t.state, &e));
    assert_int_equal(t.state.blocks, 0);
    assert_int_equal(t.result[0].games, 0);
    trial_clear(&t);
}

static void bots_sit_down_in_order_and_again_from_the_first(void **state)
{
    (void)state;
    struct setup u = test_setup("pairs", 5, NULL);
    struct sim_job job = {.point = &u, .points = 1, .make = bot_new};
    struct error e = {0};
    assert_true(sim_bots(&job, "hint,search:20", &e));
    static const char *const wanted[] = {"hint", "search:20", "hint", "search:20", "hint"};
    for (int seat = 0; seat < 5; seat++)
        assert_string_equal(job.bot[seat], wanted[seat]);
    static const char *const wrong[] = {"", "hint,", ",hint", "deep-blue", "9", "1,2,3,4,5,6"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(sim_bots(&job, wrong[i], &e));
        assert_non_null(strstr(e.text, "expected"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_and_records_are_the_same_for_any_number_of_threads),
        cmocka_unit_test(a_run_that_is_stopped_goes_on_where_it_was),
        cmocka_unit_test(more_games_are_those_of_a_longer_run),
        cmocka_unit_test(figures_by_who_began_are_those_of_the_games),
        cmocka_unit_test(records_do_not_change_the_games),
        cmocka_unit_test(a_point_has_the_same_games_alone_and_in_a_sweep),
        cmocka_unit_test(a_watcher_that_fails_ends_the_run),
        cmocka_unit_test(a_game_without_end_is_told_of_with_its_record),
        cmocka_unit_test(a_run_can_be_stopped_in_the_middle_of_a_game),
        cmocka_unit_test(bots_sit_down_in_order_and_again_from_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
