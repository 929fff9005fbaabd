#include "lab/spread.h"

/* Negative numbers too are shifted towards minus infinity, as all our compilers do it. */
static int64_t bin_of(const struct spread *s, int32_t value)
{
    return (int64_t)(value >> s->shift) - (s->least >> s->shift);
}

struct spread spread_between(int32_t least, int32_t most)
{
    struct spread s = {.least = least, .most = most};
    while (bin_of(&s, most) >= SPREAD_BINS)
        s.shift++;
    return s;
}

int spread_bins(const struct spread *s)
{
    return s->total ? (int)bin_of(s, s->most) + 1 : 0;
}

int64_t spread_start(const struct spread *s, int i)
{
    return ((int64_t)(s->least >> s->shift) + i) * (INT64_C(1) << s->shift);
}

/* Puts the numbers of one spread into another that has room for them and no narrower bins. */
static void pour(struct spread *into, const struct spread *from)
{
    int bins = spread_bins(from), wider = into->shift - from->shift;
    int64_t first = from->least >> from->shift, base = into->least >> into->shift;
    for (int i = 0; i < bins; i++)
        into->count[((first + i) >> wider) - base] += from->count[i];
    into->total += from->total;
}

static void widen(struct spread *s, int32_t least, int32_t most)
{
    struct spread wide =
        spread_between(least < s->least ? least : s->least, most > s->most ? most : s->most);
    pour(&wide, s);
    *s = wide;
}

void spread_add(struct spread *s, int32_t value)
{
    if (!s->total)
        s->least = s->most = value;
    else if (value < s->least || value > s->most)
        widen(s, value, value);
    s->count[bin_of(s, value)]++;
    s->total++;
}

void spread_join(struct spread *s, const struct spread *more)
{
    if (!more->total)
        return;
    if (!s->total)
        *s = spread_between(more->least, more->most);
    else if (more->least < s->least || more->most > s->most)
        widen(s, more->least, more->most);
    pour(s, more);
}

double spread_quantile(const struct spread *s, double part)
{
    double wanted = part * (double)s->total, below = 0;
    int bins = spread_bins(s), i = 0;
    for (; i < bins - 1 && below + s->count[i] < wanted; i++)
        below += s->count[i];
    double half = 0.5 * (double)((INT64_C(1) << s->shift) - 1);
    return bins ? (double)spread_start(s, i) + half : 0;
}

struct spread_sums spread_sums(const struct spread *s)
{
    struct spread_sums sums = {0};
    int bins = spread_bins(s);
    for (int i = 0; i < bins; i++) {
        double low = i == 0 ? s->least : (double)spread_start(s, i);
        double high = i == bins - 1 ? s->most : (double)spread_start(s, i + 1) - 1;
        double nearest = low > 0 ? low : high < 0 ? high : 0, farthest = -low > high ? low : high;
        sums.least += s->count[i] * low;
        sums.most += s->count[i] * high;
        sums.squares_least += s->count[i] * nearest * nearest;
        sums.squares_most += s->count[i] * farthest * farthest;
    }
    return sums;
}
