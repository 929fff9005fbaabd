#include "cli/chart.h"

#include "cli/columns.h"
#include "cli/lang.h"

#include <math.h>

static const char *sign(const char *utf8, const char *ascii, bool is_utf8)
{
    return is_utf8 ? utf8 : ascii;
}

/* A cell that is full up to that part of it, from the left. */
static const char *part_of_cell(double part, bool utf8)
{
    static const char *const eighths[] = {"·", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
    part = fmin(1, fmax(0, part));
    if (!utf8)
        return part >= 0.5 ? "#" : ".";
    return eighths[(int)(part * 8 + 0.5)];
}

void chart_bar(struct text *out, double share, double mark, int columns, bool utf8)
{
    int at = mark < 0 ? -1 : (int)fmin(columns - 1, mark * columns);
    for (int i = 0; i < columns; i++)
        text_add(out, "%s",
                 i == at ? sign("┃", "|", utf8) : part_of_cell(share * columns - i, utf8));
}

enum { WIDE = 4 }; /* no bar of a curve has more columns */

/* --- Curves ----------------------------------------------------------------------------------- */

/* The vertical axis, in half rows from the bottom. */
struct axis {
    double low, high;
    int zero;
};

static int height_of(const struct axis *a, double y)
{
    return (int)lround((y - a->low) / (a->high - a->low) * 2 * CHART_ROWS);
}

static struct axis axis_of(const double y[], int count)
{
    struct axis a = {0};
    for (int i = 0; i < count; i++) {
        a.low = fmin(a.low, y[i]);
        a.high = fmax(a.high, y[i]);
    }
    if (a.high - a.low < 1) /* so that little looks like little */
        a.high = a.low + 1;
    a.zero = height_of(&a, 0);
    return a;
}

/* The row that the zero line runs through. */
static int zero_row(const struct axis *a)
{
    int row = CHART_ROWS - 1 - a->zero / 2;
    return row < 0 ? 0 : row;
}

static const char *cell_of(const struct axis *a, int row, int height, bool utf8)
{
    int from = height < a->zero ? height : a->zero, to = height < a->zero ? a->zero : height;
    int lower = 2 * (CHART_ROWS - 1 - row), upper = lower + 1;
    bool low = lower >= from && lower < to, high = upper >= from && upper < to;
    if (low && high)
        return sign("█", "#", utf8);
    if (low || high)
        return low ? sign("▄", "#", utf8) : sign("▀", "#", utf8);
    return row == zero_row(a) ? sign("─", "-", utf8) : " ";
}

/* What stands before a row: how high the highest and the lowest are, and where nothing is. */
static void add_margin(const struct axis *a, int row, struct text *out)
{
    bool zero = row == zero_row(a), told = zero || row == 0 || row == CHART_ROWS - 1;
    double y = zero ? 0 : row == 0 ? a->high : a->low;
    column_right(out, told ? language_figure(lang(), "%.*f", zero ? 0 : 1, y).text : "",
                 CHART_MARGIN - 1);
    text_add(out, " ");
}

void chart_curve(struct text *out, const double y[], int count, int columns, bool utf8)
{
    struct axis a = axis_of(y, count);
    int shown = count < columns ? count : columns, each = columns / shown;
    each = each < WIDE ? each : WIDE;
    for (int row = 0; row < CHART_ROWS; row++) {
        add_margin(&a, row, out);
        for (int i = 0; i < shown; i++) {
            int at = shown > 1 ? (int)((long)i * (count - 1) / (shown - 1)) : count - 1;
            for (int k = 0; k < each; k++)
                text_add(out, "%s", cell_of(&a, row, height_of(&a, y[at]), utf8));
        }
        text_add(out, "\n");
    }
}
