/* Figures as pictures. */
#include "tests/lab/simulate.h"

#include "lab/plot.h"
#include "lab/scale.h"

#include <math.h>

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
        cmocka_unit_test(words_in_a_picture_cannot_break_it),
        cmocka_unit_test(axes_have_round_numbers),
        cmocka_unit_test(a_picture_is_small_and_whole_whatever_its_numbers),
        cmocka_unit_test(numbers_that_are_as_good_as_equal_have_an_axis),
        cmocka_unit_test(colours_are_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
