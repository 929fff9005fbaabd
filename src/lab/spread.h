/* How numbers are spread: a histogram of fixed size for whole numbers of any size. Its bins are 1,
 * 2, 4 ... wide, as narrow as the least and the greatest number allow; so the result is the same in
 * whatever order numbers are added and spreads are joined. Zero it to begin. */
#ifndef PAIRS_LAB_SPREAD_H
#define PAIRS_LAB_SPREAD_H

#include <stdint.h>

enum { SPREAD_BINS = 128 };

struct spread {
    long total;
    int32_t least, most;
    int shift; /* a bin is 1 << shift wide and begins at a multiple of that */
    uint32_t count[SPREAD_BINS];
};

void spread_add(struct spread *s, int32_t value);

/* Adds all numbers of another spread. */
void spread_join(struct spread *s, const struct spread *more);

/* An empty spread that has room for numbers from `least` to `most`. */
struct spread spread_between(int32_t least, int32_t most);

/* How many bins there are from the least to the greatest number, and where bin i begins. */
int spread_bins(const struct spread *s);
int64_t spread_start(const struct spread *s, int i);

/* The number below which a part (0 to 1) of all numbers lies, from inside its bin; 0 if there are
 * none. */
double spread_quantile(const struct spread *s, double part);

/* Between what the sum of all numbers must lie, and the sum of their squares. */
struct spread_sums {
    double least, most, squares_least, squares_most;
};

struct spread_sums spread_sums(const struct spread *s);

#endif
