/* Decisions in words. */
#include "tests/test.h"

static void words_that_mean_nothing_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",         "hits",      "hit 3",      "fold 3",
                                        "fold A 3", "fold 11 A", "fold 0 A",   "fold 03 A",
                                        "fold 3 I", "fold 3 AB", "fold 3 A B", "Hit"};
    struct setup u = test_setup("pairs", 2, NULL);
    action a;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(action_parse(u.game, wrong[i], &a));
    assert_true(action_parse(u.game, "  fold \t 3   B ", &a));
    char text[ACTION_TEXT];
    assert_string_equal(action_text(u.game, a, text), "fold 3 B");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_mean_nothing_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
