#include "lab/stats.h"

#include <math.h>

const double normal_95 = 1.959963984540054;

void tally_add(struct tally *t, double value)
{
    t->count++;
    t->sum += value;
    t->squares += value * value;
}

double tally_variance(const struct tally *t)
{
    if (t->count < 2)
        return 0;
    double mean = t->sum / (double)t->count;
    double variance = (t->squares - mean * t->sum) / (double)(t->count - 1);
    return variance > 0 ? variance : 0;
}

struct estimate tally_estimate(const struct tally *t)
{
    double count = t->count ? (double)t->count : 1;
    return (struct estimate){t->sum / count, normal_95 * sqrt(tally_variance(t) / count)};
}

/* A share of so many independent games. */
static struct share wilson(double p, double n)
{
    double z2 = normal_95 * normal_95;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = normal_95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    return (struct share){p, p <= 0 ? 0 : middle - half, p >= 1 ? 1 : middle + half};
}

struct share share_of(long count, long games)
{
    double n = games ? (double)games : 1;
    return wilson((double)count / n, n);
}

struct share tally_share(const struct tally *t)
{
    double count = t->count ? (double)t->count : 1, p = t->sum / count;
    if (p <= 0 || p >= 1) /* each deal says so once more, and no more than that */
        return wilson(p, count);
    /* As if another deal had gone one way as a whole: a few seldom vary as much as they can. */
    double squares = fmax(t->squares - p * t->sum, 0) + p * (1 - p);
    return wilson(p, count * count * p * (1 - p) / squares);
}
