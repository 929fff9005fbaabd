/* Levels: how they err, and that those that are merged are one. */
#include "tests/test.h"

#include "bots/bot.h"
#include "bots/level.h"
#include "bots/nets.h"

#include <math.h>

/* A report of two decisions or more, the first of which is the rule of thumb's: each was tried
 * often, luck moves results by 1, and they are worth what is listed. */
static struct search_report report_of(const double value[], int choices)
{
    struct search_report report = {.choices = choices, .spread = 1};
    for (int i = 0; i < choices; i++)
        report.choice[i] = (struct search_choice){(action)i, 1000, value[i], 0.01};
    return report;
}

static double chance_of_first(const struct search_report *report, int level)
{
    double chance[ACTIONS_MAX];
    level_chances(report, level_of(level)->temperature, chance);
    return chance[0];
}

static void a_mistake_is_rarer_the_more_it_costs_and_the_higher_the_level_is(void **state)
{
    (void)state;
    for (int level = 1; level < LEVELS; level++) {
        double before = 1;
        for (int cents = 1; cents < 300; cents *= 2) {
            struct search_report report = report_of((double[]){0, -cents / 100.0}, 2);
            double mistake = 1 - chance_of_first(&report, level);
            assert_true(mistake < before);
            if (level + 1 < LEVELS)
                assert_true(1 - chance_of_first(&report, level + 1) < mistake);
            before = mistake;
        }
    }
}

static void a_beginner_hardly_ever_does_what_it_sees_to_be_a_blunder_however_many_there_are(
    void **state)
{
    (void)state;
    double value[ACTIONS_MAX] = {0};
    for (int i = 1; i < ACTIONS_MAX; i++)
        value[i] = -2;
    for (int choices = 2; choices <= ACTIONS_MAX; choices++) {
        struct search_report report = report_of(value, choices);
        assert_true(chance_of_first(&report, 1) > 0.93);
        assert_true(chance_of_first(&report, 3) > 0.99);
    }
}

static void what_was_hardly_tried_is_no_better_than_the_rule_of_thumb_and_no_worse_than_the_others(
    void **state)
{
    (void)state;
    double worth[ACTIONS_MAX];
    struct search_report report = report_of((double[]){0, 5, -5, 0}, 4);
    report.choice[1].visits = 1;
    report.choice[1].error = INFINITY;
    report.choice[3].visits = 0;
    report.choice[3].error = INFINITY;
    level_worth(&report, worth);
    assert_true(worth[1] == worth[0]);
    assert_true(worth[2] < worth[3] && worth[3] <= worth[0]);

    report.choice[1].visits = 1000;
    report.choice[1].error = 0.01;
    level_worth(&report, worth);
    assert_true(worth[1] > worth[0]);
}

/* What a level loses in the mean by what it sees itself, in units of the spread; and how often it
 * takes what loses more than one of those. */
struct losses {
    double mean, blunders;
};

static struct losses losses_at(const struct search_report *report, int level)
{
    double worth[ACTIONS_MAX], chance[ACTIONS_MAX], best = -INFINITY;
    struct losses sum = {0};
    level_worth(report, worth);
    level_chances(report, level_of(level)->temperature, chance);
    for (int i = 0; i < report->choices; i++)
        best = fmax(best, worth[i]);
    for (int i = 0; i < report->choices; i++) {
        double loss = (best - worth[i]) / report->spread;
        sum.mean += chance[i] * loss;
        sum.blunders += loss > 1 ? chance[i] : 0;
    }
    return sum;
}

static void a_higher_level_loses_less_by_what_it_sees_and_no_level_often_much(void **state)
{
    (void)state;
    enum { POSITIONS = 12 };
    static const char *const names[] = {"pairs",    "port",    "blackstone", "tournament",
                                        "deadfall", "octopus", "sweep",      "pendleton"};
    const size_t games = sizeof names / sizeof names[0];
    double blunders = 0;
    for (size_t g = 0; g < games; g++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, names[g], &e));
        u = test_setup(names[g], setup_players_usual(&u), NULL);
        struct losses sum[LEVELS] = {0};
        for (uint64_t seed = 0; seed < POSITIONS; seed++) {
            static struct search_report report;
            struct table *t = test_position(&u, 4100 + seed, 40);
            int seat = __builtin_ctz(table_turn(t).seats);
            struct knowledge *k = knowledge_of(t, seat);
            struct search_limits limits = {.iterations = level_of(1)->iterations, .wide = true};
            struct rng r = rng_seeded(42, seed);
            search_choose(k, &limits, &r, &report);
            for (int level = 1; level < LEVELS; level++) {
                struct losses l = losses_at(&report, level);
                sum[level].mean += l.mean / POSITIONS;
                sum[level].blunders += l.blunders / POSITIONS;
            }
            knowledge_free(k);
            table_free(t);
        }
        for (int level = 2; level < LEVELS; level++)
            if (sum[level].mean >= sum[level - 1].mean)
                fail_msg("%s: level %d loses %.4f, level %d %.4f", names[g], level, sum[level].mean,
                         level - 1, sum[level - 1].mean);
        blunders += sum[1].blunders / (double)games;
    }
    if (blunders > 0.1)
        fail_msg("level 1 blunders in %.3f of its decisions", blunders);
}

/* Of fifty numbers a short search knows little; whoever errs errs by a few, not by any. */
static void a_weak_level_takes_a_number_near_the_best_and_not_just_any(void **state)
{
    (void)state;
    enum { POSITIONS = 20, WILD = 25 };
    struct setup u = test_setup("blackstone", 4, NULL);
    for (int level = 1; level <= 4; level++) {
        double wild = 0;
        for (uint64_t seed = 0; seed < POSITIONS; seed++) {
            static struct search_report report;
            double chance[ACTIONS_MAX];
            struct table *t = test_position(&u, 4200 + seed, 30);
            struct knowledge *k = knowledge_of(t, __builtin_ctz(table_turn(t).seats));
            struct search_limits limits = {.iterations = level_of(level)->iterations, .wide = true};
            struct rng r = rng_seeded(44, seed);
            search_choose(k, &limits, &r, &report);
            level_chances(&report, level_of(level)->temperature, chance);
            for (int i = 0; i < report.choices; i++) {
                int above = action_first(report.choice[i].a) - action_first(report.choice[0].a);
                wild += above > WILD ? chance[i] / POSITIONS : 0;
            }
            knowledge_free(k);
            table_free(t);
        }
        if (wild > 0.02)
            fail_msg("level %d takes any number in %.3f of its decisions", level, wild);
    }
}

/* How often in a hundred a bot takes another decision than the one that is best for certain. */
static int count_mistakes(const char *name, const struct knowledge *k, const char *best)
{
    struct error e = {0};
    struct bot *b = bot_new(name, &e);
    int mistakes = 0;
    assert_non_null(b);
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct rng r = rng_seeded(43, seed);
        char text[ACTION_TEXT];
        action_text(knowledge_game(k), bot_choose(b, k, &r), text);
        mistakes += strcmp(text, best) != 0;
    }
    bot_free(b);
    return mistakes;
}

/* A fold costs 1; a hit pairs a 9 or 10 one time in three. */
static void beginners_make_mistakes_and_masters_do_not(void **state)
{
    (void)state;
    struct reader *reader =
        test_read("pairs 1\ngame pairs\nplayers 2\ndeal burn 2 2 3 3 4\ndeal A 1\ndeal B 9\nA hit\n"
                  "deal A 5\nB hit\ndeal B 10\nA hit\ndeal A 6\n");
    struct knowledge *k = knowledge_of(reader_table(reader), 1);
    int beginner = count_mistakes("level:1", k, "fold"),
        better = count_mistakes("level:3", k, "fold");
    if (beginner < 3 || beginner > 40 || better >= beginner)
        fail_msg("%d mistakes in a hundred at level 1, %d at level 3", beginner, better);
    assert_int_equal(count_mistakes("level:6", k, "fold"), 0);
    knowledge_free(k);
    reader_free(reader);
}

static void merged_levels_keep_their_order_and_play_as_one_that_is_not_merged(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        for (int players = 1; players <= PLAYERS_MAX; players++) {
            int below = 0;
            for (int level = 1; level <= LEVELS; level++) {
                int as = level_merged(level, all_games[g], players);
                assert_in_range(as, below ? below : 1, LEVEL_HINT);
                assert_int_equal(level_merged(as, all_games[g], players), as);
                below = as;
            }
        }
    }
}

/* The first game and number of players with a merged level, where it does not play as level 8. */
static bool find_merged(struct setup *u, int *level)
{
    for (int g = 0; all_games[g]; g++)
        for (int players = 2; players <= 4; players++)
            for (*level = 1; *level < LEVELS - 1; ++*level) {
                struct error e = {0};
                int as = level_merged(*level, all_games[g], players);
                if (as != *level && as < LEVELS && setup_choose(u, all_games[g]->name, &e) &&
                    setup_players(u, players, &e) && setup_finish(u, &e))
                    return true;
            }
    return false;
}

static void merged_levels_decide_alike_and_apart_they_do_not(void **state)
{
    (void)state;
    enum { POSITIONS = 20 };
    struct setup u;
    struct error e = {0};
    int level = 0, differ = 0;
    if (!find_merged(&u, &level)) {
        skip();
        return; /* as clang-tidy reads it */
    }
    char name[3][16];
    struct bot *b[3];
    snprintf(name[0], sizeof name[0], "search-%d", level);
    snprintf(name[1], sizeof name[1], "search-%d", level_merged(level, u.game, u.players));
    snprintf(name[2], sizeof name[2], "level:%d", level);
    for (int i = 0; i < 3; i++)
        assert_non_null(b[i] = bot_new(name[i], &e));
    for (uint64_t seed = 0; seed < POSITIONS; seed++) {
        struct table *t = test_position(&u, 4100 + seed, 40);
        struct knowledge *k = knowledge_of(t, __builtin_ctz(table_turn(t).seats));
        action a[3];
        struct rng after[3];
        for (int i = 0; i < 3; i++) {
            after[i] = rng_seeded(44, seed);
            a[i] = bot_choose(b[i], k, &after[i]);
        }
        assert_int_equal(a[0], a[1]);
        assert_memory_equal(&after[0], &after[1], sizeof after[0]);
        differ += a[0] != a[2] || memcmp(&after[0], &after[2], sizeof after[0]) != 0;
        knowledge_free(k);
        table_free(t);
    }
    assert_true(differ > 0);
    for (int i = 0; i < 3; i++)
        bot_free(b[i]);
}

/* Whether two bots decide alike, from the same random numbers, in some positions. */
static bool decide_alike(const char *game, const char *option, const char *one, const char *other)
{
    enum { POSITIONS = 10 };
    struct setup u = test_setup(game, 3, option);
    struct error e = {0};
    struct bot *b[2] = {bot_new(one, &e), bot_new(other, &e)};
    bool alike = true;
    for (uint64_t seed = 0; seed < POSITIONS; seed++) {
        struct table *t = test_position(&u, 5100 + seed, 40);
        struct knowledge *k = knowledge_of(t, __builtin_ctz(table_turn(t).seats));
        struct rng r[2] = {rng_seeded(45, seed), rng_seeded(45, seed)};
        action a = bot_choose(b[0], k, &r[0]);
        alike = alike && a == bot_choose(b[1], k, &r[1]) && memcmp(&r[0], &r[1], sizeof r[0]) == 0;
        knowledge_free(k);
        table_free(t);
    }
    bot_free(b[0]);
    bot_free(b[1]);
    return alike;
}

static void the_best_that_looks_ahead_plays_by_the_rule_of_thumb_where_that_is_stronger(
    void **state)
{
    (void)state;
    assert_true(decide_alike("deadfall", NULL, "search-8", "hint"));
    assert_false(decide_alike("deadfall", NULL, "level:8", "hint"));
    assert_false(decide_alike("deadfall", NULL, "bold-8", "hint")); /* a rule has no attitude */
}

/* The temperature of a network; -1 if it is another bot. */
static long temperature_of(const char *name)
{
    return strncmp(name, "net@", 4) == 0 ? strtol(name + 4, NULL, 10) : -1;
}

/* Where one may leave a whole game the network has learned when to, and levels stay. */
static bool learns(const struct game *game)
{
    bool stays = true;
    for (const struct verb *v = game->verbs; v->word; v++)
        stays = stays && !v->quits;
    bool starved = false;
    const struct net *n = nets_find(game->name, &starved);
    assert_true(stays == (level_plays(1, game, 2) != NULL) || !n);
    return stays && n;
}

static void every_table_has_eight_levels_of_which_the_lower_are_warmer(void **state)
{
    (void)state;
    bool starved = false;
    for (const struct net_file *f = net_files; f->name; f++)
        assert_non_null(nets_find(f->name, &starved));
    for (int g = 0; all_games[g]; g++)
        for (int players = 2; learns(all_games[g]) && players <= PLAYERS_MAX; players++)
            for (int level = 1; level <= LEVELS; level++) {
                const char *name = level_plays(level, all_games[g], players);
                const char *above = level_plays(level + 1, all_games[g], players);
                struct error e = {0};
                struct bot *b = name ? bot_new(name, &e) : NULL;
                if (!b)
                    fail_msg("%s %d: level %d plays as %s", all_games[g]->name, players, level,
                             name ? name : "nobody");
                bool alike = above && !strchr(name, '/') == !strchr(above, '/');
                if (alike && temperature_of(name) <= temperature_of(above))
                    fail_msg("%s %d: level %d plays as %s, the next one as %s", all_games[g]->name,
                             players, level, name, above);
                bot_free(b);
            }
}

static void a_level_decides_as_the_bot_that_it_plays_as(void **state)
{
    (void)state;
    static const char *const names[] = {"deadfall", "sweep", "pairs"};
    for (size_t g = 0; g < sizeof names / sizeof names[0]; g++) {
        struct setup u = test_setup(names[g], 3, NULL);
        for (int level = 1; level <= LEVELS; level++) {
            char number[2] = {(char)('0' + level), '\0'};
            assert_true(decide_alike(names[g], NULL, number, level_plays(level, u.game, 3)));
        }
    }
    assert_false(decide_alike("sweep", NULL, "1", "8"));
}

static void who_forgets_decides_otherwise_now_and_then(void **state)
{
    (void)state;
    bool alike = true;
    for (int g = 0; all_games[g]; g++) {
        struct setup u;
        struct error e = {0};
        bool fits = setup_choose(&u, all_games[g]->name, &e) && setup_suits(&u, 3);
        alike = alike && (!fits || decide_alike(all_games[g]->name, NULL, "net@50", "net@50/0"));
    }
    assert_false(alike);
}

/* What was learned is about the usual cards and rules. */
static void with_other_cards_or_rules_a_level_looks_ahead(void **state)
{
    (void)state;
    assert_true(decide_alike("port", "target 60", "3", "search-3"));
    assert_false(decide_alike("port", "dealer A", "3", "search-3"));
    assert_false(decide_alike("pairs", "continuous on", "3", "search-3"));
    static const char deck[] = "deck 5-5-5-5-5-5-5-5-6-6";
    assert_true(decide_alike("pairs", deck, "3", "search-3"));
    assert_false(decide_alike("pairs", NULL, "3", "search-3"));
}

static void what_is_no_temperature_or_memory_is_no_bot(void **state)
{
    (void)state;
    static const char *const wrong[] = {"net@",      "net@-1",    "net@10001", "net@5/",
                                        "net@5/129", "net@5/-1",  "net@5/4x",  "net/x",
                                        "net@5/4/4", "bold-net@5"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct error e = {0};
        assert_null(bot_new(wrong[i], &e));
        assert_non_null(strstr(e.text, "there is no bot"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mistake_is_rarer_the_more_it_costs_and_the_higher_the_level_is),
        cmocka_unit_test(
            a_beginner_hardly_ever_does_what_it_sees_to_be_a_blunder_however_many_there_are),
        cmocka_unit_test(
            what_was_hardly_tried_is_no_better_than_the_rule_of_thumb_and_no_worse_than_the_others),
        cmocka_unit_test(a_higher_level_loses_less_by_what_it_sees_and_no_level_often_much),
        cmocka_unit_test(a_weak_level_takes_a_number_near_the_best_and_not_just_any),
        cmocka_unit_test(beginners_make_mistakes_and_masters_do_not),
        cmocka_unit_test(merged_levels_keep_their_order_and_play_as_one_that_is_not_merged),
        cmocka_unit_test(merged_levels_decide_alike_and_apart_they_do_not),
        cmocka_unit_test(
            the_best_that_looks_ahead_plays_by_the_rule_of_thumb_where_that_is_stronger),
        cmocka_unit_test(every_table_has_eight_levels_of_which_the_lower_are_warmer),
        cmocka_unit_test(a_level_decides_as_the_bot_that_it_plays_as),
        cmocka_unit_test(who_forgets_decides_otherwise_now_and_then),
        cmocka_unit_test(with_other_cards_or_rules_a_level_looks_ahead),
        cmocka_unit_test(what_is_no_temperature_or_memory_is_no_bot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
