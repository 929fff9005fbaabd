/* Names as people type them. */
#include "tests/test.h"

#include "engine/spelling.h"

static void case_blanks_and_umlauts_make_no_difference_to_a_name(void **state)
{
    (void)state;
    assert_true(spelling_same("Horn of Plenty", "horn-of-plenty"));
    assert_true(spelling_same("horn_of_plenty", "HORN OF PLENTY"));
    assert_true(spelling_same("Kampfget\xC3\xBCmmel", "kampfgetuemmel"));
    assert_true(spelling_same("KAMPFGET\xC3\x9CMMEL", "kampfgetuemmel"));
    assert_true(spelling_same("troll\xE2\x80\x99s", "troll's"));
    assert_false(spelling_same("pairs", "pair"));
    assert_false(spelling_same("", ""));
    assert_false(spelling_same("-", " "));
    assert_true(spelling_same("\xC3", "\xC3"));
    char endless[1000];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_false(spelling_same(endless, endless)); /* no name is so long */
}

static void assert_guess(const char *typed, const char *meant, int mistakes)
{
    static const char *const names[] = {"pairs", "port", "play", "ghost-town", "octopus"};
    struct guess g = guess_at(typed);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        guess_try(&g, names[i], names[i]);
    if (!meant) {
        assert_null(g.meant);
        return;
    }
    assert_non_null(g.meant);
    assert_string_equal(g.meant, meant);
    assert_int_equal(g.mistakes, mistakes);
}

static void the_nearest_name_is_what_was_meant(void **state)
{
    (void)state;
    assert_guess("pairs", "pairs", 0);
    assert_guess("Ghost Town", "ghost-town", 0);
    assert_guess("pair", "pairs", 1);
    assert_guess("pairss", "pairs", 1);
    assert_guess("plya", "play", 1); /* two letters are exchanged */
    assert_guess("oktopus", "octopus", 1);
    assert_guess("ghost", "ghost-town", 2); /* its beginning */
    assert_guess("dance", NULL, 0);
    assert_guess("x", NULL, 0);
    assert_guess("", NULL, 0);
    assert_guess("\xFF\xFE", NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_blanks_and_umlauts_make_no_difference_to_a_name),
        cmocka_unit_test(the_nearest_name_is_what_was_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
