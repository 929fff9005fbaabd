/* Figures out of many games, and how far they can be trusted. */
#ifndef PAIRS_LAB_STATS_H
#define PAIRS_LAB_STATS_H

/* So many standard errors lie on each side of a 95% interval. */
extern const double normal_95;

/* Numbers that were counted. Zero it to begin. */
struct tally {
    long count;
    double sum, squares;
};

void tally_add(struct tally *t, double value);

/* Of what the numbers were drawn from, as far as they tell; 0 if there are fewer than two. */
double tally_variance(const struct tally *t);

/* A mean and half the width of its 95% interval; an exact figure has an error of 0. */
struct estimate {
    double mean, error;
};

/* The mean of the numbers; 0 if there are none. */
struct estimate tally_estimate(const struct tally *t);

/* A share with its 95% interval. */
struct share {
    double value, low, high;
};

/* The mean of shares, such as those of the games of a deal that a bot has won, where what is
 * counted in one of them hangs together: by Wilson's method, for as many independent games as would
 * vary as much. */
struct share tally_share(const struct tally *t);

/* How large a share of all games `count` of `games` are, by Wilson's method. */
struct share share_of(long count, long games);

#endif
