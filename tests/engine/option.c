/* Games and options by name. */
#include "tests/test.h"

static void presets_are_chosen_by_name_like_games(void **state)
{
    (void)state;
    struct setup u = test_setup("continuous-calamities", 4, NULL);
    assert_string_equal(u.game->name, "pairs");
    assert_string_equal(setup_name(&u), "continuous-calamities");
    assert_int_equal(u.option[option_index(u.game, "continuous")], 1);
    assert_int_equal(u.option[option_index(u.game, "calamity-rank")], 7);
    assert_int_equal(u.option[option_index(u.game, "target")], 16);
}

static void wrong_options_are_refused_with_a_remedy(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *says;
    } wrong[] = {
        {"target", "0", "1..71"},
        {"target", "72", "1..71"},
        {"target", "-1", "1..71"},
        {"target", "07", "1..71"},
        {"target", "", "1..71"},
        {"target", "99999999999", "1..71"},
        {"dealer", "I", "a seat"},
        {"dealer", "AB", "a seat"},
        {"continuous", "yes", "on or off"},
        {"calamity-rank", "11", "or off"},
        {"payment", "tacos", "tacoma"},
        {"payments", "tacoma", "payment"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, "pairs", &e));
        assert_false(setup_option(&u, wrong[i].key, wrong[i].value, &e));
        assert_non_null(strstr(e.text, wrong[i].says));
    }
}

static void options_that_contradict_each_other_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value;
        int players;
    } wrong[] = {{"target", "71", 3},
                 {"dealer", "D", 3},
                 {"piece-second-to-next", "on", 3},
                 {"five-card-catch", "on", 3}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, "pairs", &e));
        assert_true(setup_players(&u, wrong[i].players, &e));
        assert_true(setup_option(&u, wrong[i].key, wrong[i].value, &e));
        assert_false(setup_finish(&u, &e));
        assert_non_null(strstr(e.text, "expected"));
    }
}

static void every_value_reads_back_from_its_text(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++)
        for (int i = 0; i < option_total(all_games[g]); i++) {
            const struct option *o = &all_games[g]->options[i];
            for (int32_t v = -1; v < 400; v++) {
                bool seat = o->type == OPTION_SEAT && v >= 0 && v < PLAYERS_MAX;
                bool number = o->type == OPTION_NUMBER && v >= o->least && v <= o->most &&
                              (o->step < 2 || v % o->step == 0);
                bool toggle = o->type == OPTION_SWITCH && (v == 0 || v == 1);
                if (!(seat || number || toggle || (v == OPTION_NONE && o->none)))
                    continue;
                struct setup u = {.game = all_games[g]};
                struct error e = {0};
                char text[OPTION_TEXT];
                assert_true(setup_option(&u, o->key, option_text(o, v, text), &e));
                assert_int_equal(u.option[i], v);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_chosen_by_name_like_games),
        cmocka_unit_test(wrong_options_are_refused_with_a_remedy),
        cmocka_unit_test(options_that_contradict_each_other_are_refused),
        cmocka_unit_test(every_value_reads_back_from_its_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
