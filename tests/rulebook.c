/* The rules of a game as its table plays them. */
#include "engine/rulebook.h"

#include "tests/test.h"

static const char source[] = "== GOAL\n"
                             "Have the highest\n"
                             "card.\n"
                             "\n"
                             "? hands 1\n"
                             "One hand is all.\n"
                             "\n"
                             "? hands not 1, ante 1/2\n"
                             "There are {hands} hands.\n"
                             "\n"
                             "? players 2\n"
                             "== FOR TWO\n"
                             "Only two.\n"
                             "\n"
                             "And nobody else.\n"
                             "\n"
                             "== PAYMENTS\n"
                             "| who | gets |\n"
                             "| the highest | the pot |\n"
                             "- Stay: pay one more\n"
                             "  chip.\n"
                             "- Leave: pay nothing.\n";

static char *printed(const struct setup *u, int columns)
{
    struct text out = {0};
    rulebook_print(&out, rulebook_open(source, u), columns);
    return out.at;
}

static void parts_are_shown_with_the_options_they_are_about(void **state)
{
    (void)state;
    struct setup u = test_setup("template", 3, "hands 1");
    char *text = printed(&u, 80);
    assert_non_null(strstr(text, "GOAL\nHave the highest card.\nOne hand is all.\n\nPAYMENTS\n"));
    assert_null(strstr(text, "two"));
    free(text);
    u = test_setup("template", 2, "hands 7");
    text = printed(&u, 80);
    assert_non_null(strstr(text, "There are 7 hands.\n\nFOR TWO\nOnly two.\nAnd nobody else.\n"));
    assert_null(strstr(text, "is all"));
    free(text);
    u = test_setup("template", 2, "hands 7, ante 3");
    text = printed(&u, 80);
    assert_null(strstr(text, "There are"));
    free(text);
}

static void while_nobody_knows_how_many_play_the_usual_values_count(void **state)
{
    (void)state;
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, "template", &e));
    char *text = printed(&u, 80);
    assert_null(strstr(text, "FOR TWO"));
    assert_null(strchr(text, '{'));
    free(text);
}

static void an_option_that_depends_on_the_players_is_open_until_it_is_given(void **state)
{
    (void)state;
    static const char soft[] = "? soft open\nPerhaps.\n\n? soft on\nSoft.\n\n? soft off\nHard.\n";
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, "kitty", &e));
    assert_true(rulebook_check(soft, u.game, &e));
    assert_false(rulebook_check("? sticky open\nA\n", u.game, &e));
    struct text out = {0};
    rulebook_print(&out, rulebook_open(soft, &u), 80);
    assert_string_equal(text_of(&out), "Perhaps.\n");
    assert_true(setup_choose(&u, "soft-kitty", &e));
    text_clear(&out);
    rulebook_print(&out, rulebook_open(soft, &u), 80);
    assert_string_equal(text_of(&out), "Soft.\n");
    u = test_setup("kitty", 4, NULL);
    text_clear(&out);
    rulebook_print(&out, rulebook_open(soft, &u), 80);
    assert_string_equal(text_of(&out), "Hard.\n");
    text_free(&out);
}

static void tables_have_columns_and_what_is_too_long_hangs(void **state)
{
    (void)state;
    struct setup u = test_setup("template", 3, NULL);
    char *text = printed(&u, 22);
    assert_non_null(strstr(text, "  who          gets\n  the highest  the pot\n"));
    free(text);
    text = printed(&u, 21);
    assert_non_null(strstr(text, "  the highest  the\n               pot\n"));
    free(text);
    text = printed(&u, 16);
    assert_non_null(strstr(text, "- Stay: pay one\n  more chip.\n- Leave: pay\n  nothing.\n"));
    free(text);
    text = printed(&u, 0);
    assert_non_null(strstr(text, "\n- Stay: pay one more chip.\n"));
    free(text);
}

static void what_no_option_can_be_is_refused(void **state)
{
    (void)state;
    struct setup u = test_setup("template", 3, NULL);
    struct error e = {0};
    assert_true(rulebook_check(source, u.game, &e));
    assert_false(rulebook_check("? hands none\nA\n", u.game, &e));
    assert_false(rulebook_check("? hand 1\nA\n", u.game, &e));
    assert_false(rulebook_check("? ante 1/x\nA\n", u.game, &e));
    assert_false(rulebook_check("? players 9\nA\n", u.game, &e));
    assert_false(rulebook_check("{hand}\n", u.game, &e));
    assert_true(rulebook_check("? players open\n{hands}\n", u.game, &e));
}

/* A name, words that its rules must have, and words that they must not. */
static void a_variant_has_the_rules_of_its_own(void **state)
{
    (void)state;
    static const char *const expected[][3] = {
        {"melee", "only one loser", "last player standing wins"},
        {"last-man-standing", "last player standing wins", "loses"},
        {"deadfall", "THE DOORS", "Cold call:"},
        {"blind-start", "winner of the last hand leads", "THE DOORS"},
        {"breaking-nines", "the first 9 of a hand", "VARIANTS"},
        {"deadfall-cherry", "gives 1 chip to each", "VARIANTS"},
        {"cold-calling", "Cold call:", "VARIANTS"},
        {"red-devil", "hands it to the player on the left", "another card to the left"},
        {"double-devil", "another card to the left", "VARIANTS"},
        {"regent", "With two players", "Cleo"},
        {"regent-multi", "takes the centre", "two players"},
        {"kitty", "Three, five or six play the soft game", "must not talk"},
        {"soft-kitty", "There are four rounds", "hard game: seven rounds"},
        {"sticky-kitty", "stay for the next round", "So are target cards"},
        {"partners-kitty", "must not talk about their cards", "Three, five or six"},
        {"kitty-chips", "one chip for each point", "VARIANTS"},
        {"long-kitty", "somebody has 100 points or more", "VARIANTS"},
        {"sweep", "somebody has 150 points or more", "One deal is the whole game. High"},
        {"sweep-single", "share the win", "150"},
        {"venture", "VARIANTS", "THE DRAFT"},
        {"venture-draft", "THE DRAFT", "VARIANTS"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct setup u;
        struct error e = {0};
        struct text out = {0};
        assert_true(setup_choose(&u, expected[i][0], &e));
        rulebook_print(&out, rulebook_game(&u, NULL), 0);
        if (!strstr(text_of(&out), expected[i][1]) || strstr(text_of(&out), expected[i][2]))
            fail_msg("%s: expected '%s' and not '%s'", expected[i][0], expected[i][1],
                     expected[i][2]);
        text_free(&out);
    }
}

/* The next line that is a heading, an item, a row or a condition; NULL at the end. */
static const char *next_mark(const char *at)
{
    while (*at && !strchr("=-|?", *at)) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return *at ? at : NULL;
}

static void check_parts(const struct game *game, const struct language *l)
{
    const char *here = next_mark(rulebook_source(game, l));
    const char *english = next_mark(rulebook_source(game, NULL));
    while (here && english) {
        size_t size = *english == '?' ? strcspn(english, "\n") : 1;
        if (strncmp(here, english, size) != 0)
            fail_msg("%s, %s: '%.40s' where English has '%.40s'", game->name, l->name, here,
                     english);
        here = next_mark(here + strcspn(here, "\n"));
        english = next_mark(english + strcspn(english, "\n"));
    }
    if (here || english)
        fail_msg("%s, %s: more or fewer parts than in English", game->name, l->name);
}

static void all_languages_have_the_same_parts_with_the_same_conditions(void **state)
{
    (void)state;
    for (const struct language *l = languages; l->name; l++)
        for (int i = 0; all_games[i]; i++)
            check_parts(all_games[i], l);
}

static void what_a_decision_goes_with_are_options_of_its_game(void **state)
{
    (void)state;
    for (int i = 0; all_games[i]; i++)
        for (const struct verb *v = all_games[i]->verbs; v->word; v++) {
            struct text condition = {0};
            struct error e = {0};
            if (v->only)
                text_add(&condition, "? %s\n", v->only);
            if (!rulebook_check(text_of(&condition), all_games[i], &e))
                fail_msg("%s, %s: %s", all_games[i]->name, v->word, e.text);
            text_free(&condition);
        }
}

/* The goal of a game as it is told in a language, with the options of a name. */
static void assert_goal(const char *name, int players, const char *options, const char *language,
                        const char *expected, int32_t target)
{
    struct setup u = test_setup(name, players, options);
    struct text out = {0};
    rulebook_goal(&out, &u, language_find(language));
    assert_string_equal(text_of(&out), expected);
    assert_int_equal(setup_target(&u), target);
    text_free(&out);
}

static void a_goal_has_the_numbers_of_its_table(void **state)
{
    (void)state;
    assert_goal("pairs", 4, NULL, "en", "16 points lose. Low is good.", 16);
    assert_goal("pairs", 4, "target 9", "en", "9 points lose. Low is good.", 9);
    assert_goal("kitty", 4, "scoring long, target 50", "en",
                "Have the most cards of a rank to score it. 50 points and a clear lead win.", 50);
    assert_goal("kitty", 4, NULL, "en",
                "Have the most cards of a rank to score it. Most points win.", 0);
    assert_goal(
        "ghost-town", 3, "hands 1", "de",
        "Zieh Chips aus dem Topf oder bleib zuletzt übrig. Wer die meisten Chips hat, gewinnt.", 0);
}

static void every_game_has_a_goal_that_fits_a_line(void **state)
{
    (void)state;
    enum { LINE = 110 };
    for (int i = 0; all_games[i]; i++)
        for (const struct language *l = languages; l->name; l++) {
            struct setup u = {.game = all_games[i]};
            struct error e = {0};
            struct text out = {0};
            assert_non_null(u.game->goal);
            assert_true(rulebook_check(language_text(l, u.game->goal), u.game, &e));
            rulebook_goal(&out, &u, l);
            assert_in_range(text_columns(text_of(&out), (int)out.size), 10, LINE);
            text_free(&out);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_shown_with_the_options_they_are_about),
        cmocka_unit_test(while_nobody_knows_how_many_play_the_usual_values_count),
        cmocka_unit_test(an_option_that_depends_on_the_players_is_open_until_it_is_given),
        cmocka_unit_test(tables_have_columns_and_what_is_too_long_hangs),
        cmocka_unit_test(what_no_option_can_be_is_refused),
        cmocka_unit_test(a_variant_has_the_rules_of_its_own),
        cmocka_unit_test(what_a_decision_goes_with_are_options_of_its_game),
        cmocka_unit_test(all_languages_have_the_same_parts_with_the_same_conditions),
        cmocka_unit_test(a_goal_has_the_numbers_of_its_table),
        cmocka_unit_test(every_game_has_a_goal_that_fits_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
