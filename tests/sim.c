/* Simulation: sweeps, spreads, and figures that depend on nothing but the job. */
#include "tests/test.h"

#include "lab/crew.h"
#include "lab/plot.h"
#include "lab/scale.h"
#include "lab/sim.h"
#include "lab/sweep.h"

#include <math.h>
#include <sched.h>

extern const struct game game_template;

/* --- Spreads ---------------------------------------------------------------------------------- */

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

/* --- Sweeps ----------------------------------------------------------------------------------- */

/* Sweeps Pairs for three over options "key=values key=values". */
static bool make_sweep(struct sweep *s, const char *options, struct error *e)
{
    struct setup base;
    assert_true(setup_choose(&base, "pairs", e) && setup_players(&base, 3, e));
    sweep_init(s, &base);
    bool fine = true;
    while (fine && *options) {
        char key[64], values[256];
        int used = 0;
        assert_int_equal(sscanf(options, " %63[^=]=%255[^ ]%n", key, values, &used), 2);
        fine = sweep_option(s, key, values, e);
        options += used;
    }
    return fine && sweep_finish(s, e);
}

static void a_sweep_has_every_combination_in_order(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        int points;
        const char *first, *second, *last;
    } rows[] = {
        {"", 1, "", NULL, ""},
        {"target=20", 1, "", NULL, ""},
        {"target=11..31:5", 5, "target=11", "target=16", "target=31"},
        {"target=11..31:6", 4, "target=11", "target=17", "target=29"},
        {"target=11..13", 3, "target=11", "target=12", "target=13"},
        {"target=5..5", 1, "", NULL, ""},
        {"target=30,11..13:2", 3, "target=30", "target=11", "target=13"},
        {"payment=seattle,tacoma", 2, "payment=seattle", "payment=tacoma", "payment=tacoma"},
        {"continuous=on,off", 2, "continuous=on", "continuous=off", "continuous=off"},
        {"dealer=A..C", 3, "dealer=A", "dealer=B", "dealer=C"},
        {"calamity-rank=off,6..8:2", 3, "calamity-rank=off", "calamity-rank=6", "calamity-rank=8"},
        {"target=11..31:10 payment=seattle,tacoma", 6, "target=11 payment=seattle",
         "target=11 payment=tacoma", "target=31 payment=tacoma"},
        {"target=11,12 target=13,14,15", 3, "target=13", "target=14", "target=15"},
        {"target=11,12 target=13", 1, "", NULL, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sweep s;
        struct error e = {0};
        if (!make_sweep(&s, rows[i].options, &e))
            fail_msg("%s: %s", rows[i].options, e.text);
        assert_int_equal(s.points, rows[i].points);
        const char *const wanted[] = {rows[i].first, rows[i].second, rows[i].last};
        const int at[] = {0, 1, s.points - 1};
        for (int k = 0; k < 3; k++) {
            struct text label = {0};
            if (!wanted[k])
                continue;
            sweep_label(&s, at[k], &label);
            assert_string_equal(text_of(&label), wanted[k]);
            text_free(&label);
        }
        sweep_clear(&s);
    }
}

static void wrong_sweeps_are_refused_with_a_remedy(void **state)
{
    (void)state;
    static const struct {
        const char *options, *says;
    } rows[] = {
        {"target=31..11", "LOW..HIGH"},
        {"target=11..31:0", "step"},
        {"target=11..31:-5", "step"},
        {"target=11..31:x", "step"},
        {"target=11..31:", "step"},
        {"target=11..31:5:5", "step"},
        {"target=11..31:99999999999999", "step"},
        {"target=11..99", "1..71"},
        {"target=..31", "1..71"},
        {"target=11..", "1..71"},
        {"target=11...13", "1..71"},
        {"target=11..13..15", "1..71"},
        {"target=11,", "1..71"},
        {"target=,11", "1..71"},
        {"target=11,,12", "1..71"},
        {"target=11,12,11", "once"},
        {"target=11..15,13", "once"},
        {"payment=seattle..tacoma", "commas"},
        {"continuous=off..on", "commas"},
        {"calamity-rank=off..7", "commas"},
        {"payment=seattle,tacos", "tacoma"},
        {"payments=seattle,tacoma", "did you mean 'payment'?"},
        {"payments=1..2", "did you mean 'payment'?"},
        {"target=11,71", "target=71: "}, /* too high for three */
        {"target=1..30 piece-rank=1..10 calamity-rank=1..10 dealer=A,B", "combinations"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sweep s;
        struct error e = {0};
        bool near = strncmp(rows[i].says, "did you mean", 12) == 0;
        if (make_sweep(&s, rows[i].options, &e) || !strstr(e.text, rows[i].says) ||
            (!near && !strstr(e.text, "expected")))
            fail_msg("%s: %s", rows[i].options, e.text);
        sweep_clear(&s);
    }
}

/* --- Crews ------------------------------------------------------------------------------------ */

enum { ITEMS = 500 };

/* The squares of numbers; the first takes longest. */
struct shift {
    atomic_long done;   /* items but the first */
    long ahead;         /* of them when the first was done */
    long wait_for;      /* so many, before the first is done */
    long fails, leaves; /* items, or -1 */
    long taken, told;   /* how many, and what the item that failed had to tell */
};

static void *come_to_work(void *context, struct error *e)
{
    (void)e;
    return context;
}

static void go_home(void *tools)
{
    (void)tools;
}

static enum crew_end square(void *tools, long item, void *result, struct error *e)
{
    struct shift *s = tools;
    *(long *)result = item * item;
    if (item == s->fails) {
        error_set(e, "item %ld is too hard", item);
        return CREW_FAILED;
    }
    while (item == 0 && atomic_load(&s->done) < s->wait_for)
        sched_yield();
    if (item == 0)
        s->ahead = atomic_load(&s->done);
    else
        atomic_fetch_add(&s->done, 1);
    return item == s->leaves ? CREW_LEFT : CREW_DONE;
}

static bool take_square(void *context, long item, const void *result, struct error *e)
{
    struct shift *s = context;
    (void)e;
    assert_int_equal(item, s->taken++);
    assert_int_equal(*(const long *)result, item * item);
    return true;
}

static void hear(void *context, void *result)
{
    struct shift *s = context;
    s->told = *(const long *)result;
}

static bool work_off(struct shift *s, int threads, struct error *e)
{
    const struct crew crew = {.context = s,
                              .end = ITEMS,
                              .threads = threads,
                              .size = sizeof(long),
                              .equip = come_to_work,
                              .put_away = go_home,
                              .work = square,
                              .take = take_square,
                              .failed = hear};
    return crew_run(&crew, e);
}

static void a_crew_takes_in_order_and_waits_for_the_slowest(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 5; threads++) {
        /* with two, the other does 63 more: then there is no room for further results */
        struct shift s = {.wait_for = threads == 2 ? 63 : 0, .fails = -1, .leaves = -1};
        struct error e = {0};
        assert_true(work_off(&s, threads, &e));
        assert_int_equal(s.taken, ITEMS);
        assert_true(threads != 2 || s.ahead == 63);
    }
}

static void an_item_that_fails_ends_the_work_of_the_crew_and_tells_why(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        struct shift s = {.fails = 20, .leaves = -1};
        struct error e = {0};
        assert_false(work_off(&s, threads, &e));
        assert_string_equal(e.text, "item 20 is too hard");
        assert_int_equal(s.told, 400);
        assert_true(s.taken <= 20);
    }
}

/* What is left undone must not be taken in, nor anything after it. */
static void nothing_counts_from_an_item_that_is_left_undone_on(void **state)
{
    (void)state;
    struct shift s = {.fails = -1, .leaves = 7};
    atomic_bool stop = false;
    const struct crew crew = {.context = &s,
                              .end = 30, /* all fit into the room for results */
                              .threads = 3,
                              .size = sizeof(long),
                              .stop = &stop,
                              .equip = come_to_work,
                              .put_away = go_home,
                              .work = square,
                              .take = take_square};
    struct error e = {0};
    assert_true(crew_run(&crew, &e));
    assert_int_equal(s.taken, 7);
}

/* --- Runs ------------------------------------------------------------------------------------- */

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

/* --- Statistics ------------------------------------------------------------------------------- */

static void near(double value, double wanted)
{
    if (fabs(value - wanted) > 1e-4)
        fail_msg("%f, expected %f", value, wanted);
}

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

/* --- Pictures --------------------------------------------------------------------------------- */

static void words_in_a_picture_cannot_break_it(void **state)
{
    (void)state;
    struct text out = {0};
    struct panel p = {.title = "a<b",
                      .x_label = "\"x\"",
                      .y_label = "y&\n",
                      .width = 400,
                      .height = 300,
                      .x_high = 1,
                      .y_low = 1};
    panel_reach(&p, 3);
    panel_loosen(&p);
    plot_begin(&out, 400, 300, "<script>");
    panel_frame(&p, &out);
    plot_end(&out);
    assert_non_null(strstr(out.at, "a&#60;b"));
    assert_non_null(strstr(out.at, "y&#38;<"));
    assert_null(strstr(out.at, "<script>"));
    assert_null(strstr(out.at, "nan"));
    text_free(&out);
}

static void axes_have_round_numbers(void **state)
{
    (void)state;
    struct text out = {0};
    struct panel p = {.title = "",
                      .x_label = "",
                      .y_label = "",
                      .width = 400,
                      .height = 300,
                      .x_low = 0,
                      .x_high = 1,
                      .y_low = 0.13,
                      .y_high = 1.1};
    panel_frame(&p, &out);
    assert_non_null(strstr(out.at, ">0.2<"));
    assert_non_null(strstr(out.at, ">1.0<"));
    assert_null(strstr(out.at, ">0.3<"));
    text_free(&out);
}

/* All that a panel can hold, of one number. */
static void draw_everything(double value, struct text *out)
{
    const double x[] = {0, value, 1}, y[] = {value, 0, -value};
    struct panel p = {.title = "",
                      .x_label = "",
                      .y_label = "",
                      .width = 400,
                      .height = 300,
                      .x_low = fmin(0, value),
                      .x_high = fmax(1, value),
                      .y_low = 1};
    for (int i = 0; i < 3; i++)
        panel_reach(&p, y[i]);
    panel_loosen(&p);
    plot_begin(out, 400, 300, "");
    panel_frame(&p, out);
    panel_rule(&p, value, out);
    panel_mark(&p, value, out);
    panel_bar(&p, 0, value, -value, value, 0, out);
    panel_steps(&p, value, value, y, 3, 1, out);
    panel_line(&p, x, y, 3, 2, out);
    panel_whisker(&p, value, -value, value, 2 * value, 3, out);
    plot_end(out);
}

/* What each axis needs is a few lines, and no number in the picture is without a size. */
static void a_picture_is_small_and_whole_whatever_its_numbers(void **state)
{
    (void)state;
    static const double value[] = {
        0,    1,     -1,     1e308,    -1e308,    1e300, 1e17, 9007199254740993., 4e9,      0.1,
        1e-9, 1e-17, 1e-308, 4.9e-324, -4.9e-324, NAN,   -NAN, INFINITY,          -INFINITY};
    for (size_t i = 0; i < sizeof value / sizeof value[0]; i++) {
        struct text out = {0};
        draw_everything(value[i], &out);
        if (out.size > 12000 || strstr(out.at, "nan") || strstr(out.at, "inf"))
            fail_msg("%g: %zu bytes\n%s", value[i], out.size, out.at);
        text_free(&out);
    }
}

static void numbers_that_are_as_good_as_equal_have_an_axis(void **state)
{
    (void)state;
    static const double pair[][2] = {
        {5, 5},          {1e17, 1e17}, {1e17, 1e17 + 16},       {0, 4.9e-324}, {1e308, 1e308},
        {-1e308, 1e308}, {0.3, 0.3},   {3, 3.0000000000000004}, {-2e9, -2e9}};
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
        struct scale s = scale_between(pair[i][0], pair[i][1], 0, 100);
        struct ticks t = scale_ticks(&s, 0);
        char text[TICK_TEXT], next[TICK_TEXT];
        assert_in_range(t.count, 2, TICKS_MAX);
        for (int k = 1; k < t.count; k++)
            assert_string_not_equal(tick_text(&t, k - 1, text), tick_text(&t, k, next));
        double low = scale_place(&s, pair[i][0]), high = scale_place(&s, pair[i][1]);
        assert_true(low >= 0 && low <= high && high <= 100);
        assert_true(scale_place(&s, -INFINITY) == 0 && scale_place(&s, INFINITY) == 100);
    }
}

/* Many programs that draw SVG know no variables of style sheets: to them all is black. */
static void colours_are_plain(void **state)
{
    (void)state;
    struct text out = {0};
    draw_everything(1, &out);
    assert_null(strstr(out.at, "var("));
    for (const char *at = out.at; (at = strstr(at, "class=\"")); at++) {
        const char *element = at;
        while (*element != '<')
            element--;
        const char *paint = strncmp(at + 7, "fill", 4) == 0 ? " fill=\"#" : " stroke=\"#";
        const char *found = strstr(element, paint);
        assert_true(found && found < at);
    }
    text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spread_is_the_same_in_whatever_order_it_is_filled),
        cmocka_unit_test(a_spread_counts_each_number_in_its_bin),
        cmocka_unit_test(a_spread_has_room_for_the_greatest_numbers),
        cmocka_unit_test(a_sweep_has_every_combination_in_order),
        cmocka_unit_test(wrong_sweeps_are_refused_with_a_remedy),
        cmocka_unit_test(a_crew_takes_in_order_and_waits_for_the_slowest),
        cmocka_unit_test(an_item_that_fails_ends_the_work_of_the_crew_and_tells_why),
        cmocka_unit_test(nothing_counts_from_an_item_that_is_left_undone_on),
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
        cmocka_unit_test(intervals_of_shares_are_wilsons),
        cmocka_unit_test(the_edge_of_a_seat_has_the_error_of_the_difference),
        cmocka_unit_test(words_in_a_picture_cannot_break_it),
        cmocka_unit_test(axes_have_round_numbers),
        cmocka_unit_test(a_picture_is_small_and_whole_whatever_its_numbers),
        cmocka_unit_test(numbers_that_are_as_good_as_equal_have_an_axis),
        cmocka_unit_test(colours_are_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
