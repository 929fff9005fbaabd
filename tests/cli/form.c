/* What is agreed before a game: players, options, seats. */
#include "tests/test.h"

#include "cli/form.h"

#include <unistd.h>

static struct setup choose(const char *name)
{
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, name, &e));
    return u;
}

/* A form with the usual settings. */
static struct form open_form(const char *name)
{
    struct form f;
    struct settings s;
    struct setup u = choose(name);
    settings_init(&s);
    form_init(&f, &u, &s);
    return f;
}

/* Goes to the row with that label. */
static void go_to(struct form *f, const char *label)
{
    for (int i = 0; i < f->rows; i++) {
        struct text text = {0};
        form_label(f, i, &text);
        bool found = strcmp(text_of(&text), label) == 0;
        text_free(&text);
        if (found) {
            form_go(f, i);
            return;
        }
    }
    fail_msg("there is no row %s", label);
}

static void assert_value(const struct form *f, const char *expected)
{
    struct text text = {0};
    form_value(f, f->at, &text);
    assert_string_equal(text_of(&text), expected);
    text_free(&text);
}

static void assert_help(const struct form *f, const char *expected)
{
    struct text text = {0};
    form_help(f, f->at, &text);
    assert_string_equal(text_of(&text), expected);
    text_free(&text);
}

static void type(struct form *f, const char *text)
{
    for (; *text; text++)
        assert_true(form_type(f, *text));
}

/* --- Players ---------------------------------------------------------------------------------- */

/* What the rules say, where it is not the range of the game: rocket.md, kitty.md, regent.md. */
static const struct {
    const char *name, *players;
} special[] = {{"rocket", "1 to 6"},
               {"rocket-rotate", "2 to 7"},
               {"rocket-button", "1 to 6"},
               {"partners-kitty", "4 or 6"},
               {"regent-multi", "3 to 6"}};

static void expected_players(const struct setup *u, char out[16])
{
    int least = u->game->players_min, most = u->game->players_max;
    snprintf(out, 16, least == most ? "%d" : "%d to %d", least, most);
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (strcmp(special[i].name, setup_name(u)) == 0)
            snprintf(out, 16, "%s", special[i].players);
}

static void play_to_the_end(const struct setup *u)
{
    struct rng r = rng_seeded(1, 0);
    struct table *t = table_new(u);
    assert_non_null(t);
    while (table_turn(t).kind != TURN_OVER)
        test_step(t, &r);
    table_free(t);
}

static void check_players(const char *name)
{
    struct text told = {0};
    struct setup u = choose(name);
    char expected[16];
    expected_players(&u, expected);
    setup_players_text(&u, " to ", " or ", &told);
    assert_string_equal(text_of(&told), expected);
    for (int players = 0; players <= PLAYERS_MAX + 1; players++) {
        struct error e = {0};
        struct setup whole = u;
        bool fine = setup_players(&whole, players, &e) && setup_finish(&whole, &e);
        assert_int_equal(fine, setup_suits(&u, players));
        if (fine)
            play_to_the_end(&whole);
        else if (!strstr(e.text, expected))
            fail_msg("%s with %d players does not say '%s': %s", name, players, expected, e.text);
    }
    text_free(&told);
}

static void every_name_is_for_the_players_that_it_says_and_no_others(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        check_players(all_games[g]->name);
        for (const struct preset *p = all_games[g]->presets; p && p->name; p++)
            check_players(p->name);
    }
}

/* --- The form --------------------------------------------------------------------------------- */

static void a_form_begins_with_the_defaults_for_the_players(void **state)
{
    (void)state;
    struct form f = open_form("pairs");
    go_to(&f, "target");
    assert_value(&f, "21");
    go_to(&f, "players");
    form_change(&f, 1);
    assert_value(&f, "4");
    go_to(&f, "target");
    assert_value(&f, "16");
}

static void a_number_can_be_typed(void **state)
{
    (void)state;
    struct form f = open_form("pairs");
    go_to(&f, "target");
    type(&f, "14");
    assert_value(&f, "14");
    assert_true(form_finish(&f));
    assert_false(form_finish(&f));
    assert_int_equal(f.setup.option[option_index(f.setup.game, "target")], 14);
    assert_false(form_type(&f, 'x'));
    type(&f, "999");
    assert_true(form_finish(&f));
    assert_true(form_wrong(&f, f.at));
    assert_value(&f, "14");
    form_change(&f, 1);
    assert_false(form_wrong(&f, f.at));
    assert_value(&f, "15");
}

static void values_stay_within_their_limits(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct form f = open_form(all_games[g]->name);
        for (int step = -1; step <= 1; step += 2)
            for (int row = 0; row < f.rows; row++)
                for (int i = 0; i < 130; i++) {
                    struct error e = {0};
                    char value[OPTION_TEXT];
                    form_go(&f, row);
                    form_change(&f, step);
                    struct setup u = f.setup;
                    assert_in_range(u.players, u.game->players_min, u.game->players_max);
                    for (int o = 0; u.game->options[o].key; o++)
                        if (u.given >> o & 1)
                            assert_true(setup_option(
                                &u, u.game->options[o].key,
                                option_text(&u.game->options[o], u.option[o], value), &e));
                }
    }
}

static void a_form_offers_the_numbers_of_players_that_can_play(void **state)
{
    (void)state;
    struct form f = open_form("partners-kitty");
    go_to(&f, "players");
    assert_value(&f, "4");
    form_change(&f, 1);
    assert_value(&f, "6");
    form_change(&f, 1);
    assert_value(&f, "6");
    assert_help(&f, "(4, 6)");
    f = open_form("rocket");
    go_to(&f, "players");
    for (int i = 0; i < 9; i++)
        form_change(&f, 1);
    assert_value(&f, "6");
    assert_help(&f, "(1-6)");
    go_to(&f, "dealer-mode");
    form_change(&f, 1);
    go_to(&f, "players");
    form_change(&f, 1);
    assert_value(&f, "7");
    assert_help(&f, "(2-7)");
    assert_string_equal(f.wrong.text, "");
}

static void what_contradicts_is_told_at_its_row(void **state)
{
    (void)state;
    struct form f = open_form("pairs");
    struct settings s;
    struct plan p = {0};
    struct error e = {0};
    settings_init(&s);
    go_to(&f, "players");
    type(&f, "8");
    form_finish(&f);
    go_to(&f, "target");
    type(&f, "30");
    form_finish(&f);
    assert_true(form_wrong(&f, f.at));
    assert_false(form_plan(&f, &p, &s, &e));
    go_to(&f, "players");
    type(&f, "3");
    form_finish(&f);
    assert_string_equal(f.wrong.text, "");
    assert_true(form_plan(&f, &p, &s, &e));
}

static void a_variant_brings_its_own_options_and_players(void **state)
{
    (void)state;
    struct form f = open_form("regent");
    assert_int_equal(f.setup.players, 2);
    go_to(&f, "variant");
    while (!f.setup.preset || strcmp(f.setup.preset->name, "regent-multi") != 0)
        form_change(&f, 1);
    assert_int_equal(f.setup.players, 3);
    assert_string_equal(f.wrong.text, "");
    for (int i = 0; f.setup.preset; i++, form_change(&f, 1))
        assert_in_range(i, 0, 10);
    go_to(&f, "variant");
    assert_value(&f, "Regent");
}

static void another_name_of_a_game_is_no_variant_to_choose(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++)
        for (const struct preset *p = all_games[g]->presets; p && p->name; p++) {
            struct setup u;
            struct error e = {0};
            assert_true(setup_choose(&u, p->name, &e));
            assert_int_equal(setup_renames(&u), strcmp(p->name, "kampfgetuemmel") == 0);
        }
    struct form f = open_form("melee");
    go_to(&f, "variant");
    assert_value(&f, "Melee");
    form_change(&f, 1);
    assert_value(&f, "Last Man Standing");
    form_change(&f, 1);
    assert_value(&f, "Melee");
    form_change(&f, -1);
    assert_value(&f, "Last Man Standing");
}

static void people_have_names_and_bots_levels(void **state)
{
    (void)state;
    struct form f = open_form("pairs");
    struct settings s;
    struct plan p = {.seed = 5};
    struct error e = {0};
    settings_init(&s);
    go_to(&f, "seat A");
    type(&f, " Anna ");
    form_type(&f, 0xE4);
    form_erase(&f);
    assert_true(form_finish(&f));
    assert_value(&f, "Anna");
    go_to(&f, "seat B");
    assert_value(&f, "Badger (level 3)");
    type(&f, "8");
    assert_value(&f, "Comet (level 8)");
    form_change(&f, 1);
    type(&f, "Bob");
    form_finish(&f);
    go_to(&f, "seat C");
    form_change(&f, -1);
    assert_true(form_plan(&f, &p, &s, &e));
    assert_string_equal(p.chair[0].name, "Anna");
    assert_string_equal(p.chair[1].name, "Bob");
    assert_string_equal(p.chair[1].bot, "");
    assert_string_equal(p.chair[2].bot, "2");
    assert_int_equal(p.seed, 5);
    assert_int_equal(p.setup.option[option_index(p.setup.game, "target")], 21);
    struct form again;
    struct setup u = choose("pairs");
    form_init(&again, &u, &s);
    assert_memory_equal(again.chair, f.chair, sizeof f.chair);
}

static void a_bot_has_manners_that_its_game_and_level_allow(void **state)
{
    (void)state;
    struct form f = open_form("horn-of-plenty");
    go_to(&f, "seat B");
    type(&f, "b"); /* level 3 is too weak to be bold */
    assert_value(&f, "Bold Otter (level 4)");
    type(&f, "l");
    assert_string_equal(f.chair[1].bot, "bold-liar-4");
    assert_value(&f, "Bold Lying Otter (level 4)");
    type(&f, "c7");
    assert_string_equal(f.chair[1].bot, "cautious-liar-7");
    form_change(&f, 1);
    assert_string_equal(f.chair[1].bot, "cautious-liar-8");
    type(&f, "2");
    assert_string_equal(f.chair[1].bot, "liar-2");
    type(&f, "l");
    assert_string_equal(f.chair[1].bot, "2");
    f = open_form("pairs"); /* which has no claims */
    go_to(&f, "seat B");
    assert_false(form_type(&f, 'l'));
    assert_false(form_type(&f, 'x'));
    assert_string_equal(f.chair[1].bot, "3");
}

static void an_option_differs_from_what_is_usual_in_its_variant(void **state)
{
    (void)state;
    struct form f = open_form("calamities");
    for (int i = 0; i < f.rows; i++)
        assert_false(form_differs(&f, i));
    go_to(&f, "calamity-rank");
    form_change(&f, 1);
    assert_true(form_differs(&f, f.at));
    assert_help(&f, "a card of this rank brings another turn (1-10); usually 7");
    form_change(&f, -1);
    assert_false(form_differs(&f, f.at));
    go_to(&f, "players");
    form_change(&f, 1);
    go_to(&f, "target"); /* its default follows the players */
    assert_false(form_differs(&f, f.at));
    form_change(&f, 1);
    assert_true(form_differs(&f, f.at));
}

static void all_can_be_as_usual_again(void **state)
{
    (void)state;
    struct form f = open_form("calamities"), fresh = f;
    go_to(&f, "players");
    form_change(&f, 1);
    go_to(&f, "target");
    form_change(&f, 1);
    go_to(&f, "speed");
    form_change(&f, 1);
    go_to(&f, "seat A");
    type(&f, "Ann");
    go_to(&f, "seat B");
    type(&f, "b");
    form_reset(&f);
    assert_memory_equal(&f.setup, &fresh.setup, sizeof f.setup);
    assert_int_equal(f.speed, fresh.speed);
    assert_string_equal(f.chair[0].name, "Ann");
    assert_string_equal(f.chair[1].bot, "3");
}

static bool set(struct form *f, const char *label, const char *words)
{
    struct error e = {0};
    go_to(f, label);
    bool fine = form_set(f, f->at, words, &e);
    assert_int_equal(!fine, e.text[0] != '\0');
    return fine;
}

static void a_row_takes_words(void **state)
{
    (void)state;
    struct form f = open_form("kitty");
    assert_true(set(&f, "variant", "Soft Kitty"));
    assert_string_equal(f.setup.preset->name, "soft-kitty");
    assert_false(set(&f, "variant", "octopus"));
    assert_true(set(&f, "players", "5"));
    assert_false(set(&f, "players", "9"));
    assert_false(set(&f, "players", "many"));
    assert_int_equal(f.setup.players, 5);
    assert_true(set(&f, "speed", "Fast"));
    assert_false(set(&f, "speed", "warp"));
    assert_true(set(&f, "seat A", "person Ann Lee"));
    assert_string_equal(f.chair[0].name, "Ann Lee");
    assert_true(set(&f, "seat A", "bold-6"));
    assert_string_equal(f.chair[0].bot, "bold-6");
    assert_true(set(&f, "seat A", "Badger"));
    assert_string_equal(f.chair[0].bot, "3");
    assert_false(set(&f, "seat A", "nobody"));
    assert_true(set(&f, "seat A", "run:true"));
    assert_true(set(&f, "sticky", "ON"));
    assert_false(set(&f, "sticky", "perhaps"));
    assert_true(set(&f, "dealer", "b"));
    assert_false(set(&f, "dealer", "z"));
}

int main(void)
{
    unsetenv("USER"); /* nobody is called as whoever runs this */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_for_the_players_that_it_says_and_no_others),
        cmocka_unit_test(a_form_begins_with_the_defaults_for_the_players),
        cmocka_unit_test(a_number_can_be_typed),
        cmocka_unit_test(values_stay_within_their_limits),
        cmocka_unit_test(a_form_offers_the_numbers_of_players_that_can_play),
        cmocka_unit_test(what_contradicts_is_told_at_its_row),
        cmocka_unit_test(a_variant_brings_its_own_options_and_players),
        cmocka_unit_test(another_name_of_a_game_is_no_variant_to_choose),
        cmocka_unit_test(people_have_names_and_bots_levels),
        cmocka_unit_test(a_bot_has_manners_that_its_game_and_level_allow),
        cmocka_unit_test(an_option_differs_from_what_is_usual_in_its_variant),
        cmocka_unit_test(all_can_be_as_usual_again),
        cmocka_unit_test(a_row_takes_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
