/* Sweeps: what is varied. */
#include "tests/lab/simulate.h"

#include "lab/plot.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_has_every_combination_in_order),
        cmocka_unit_test(wrong_sweeps_are_refused_with_a_remedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
