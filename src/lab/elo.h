/* Strength out of comparisons: ratings after Bradley and Terry, and a sequential test. Both take
 * whole deals, because what happens in the games of one deal is not independent. Both begin with
 * one imagined deal in which everybody meets everybody and half of everything is won: so that a bot
 * that always wins has a rating, and an error, too. */
#ifndef PAIRS_LAB_ELO_H
#define PAIRS_LAB_ELO_H

enum { ELO_BOTS = 8 };

/* Who beat whom. In every deal each two bots are compared equally often; a comparison won is a
 * point, a draw half a point. */
struct elo {
    int bots;
    double met[ELO_BOTS][ELO_BOTS]; /* comparisons in a deal; symmetric, no bot meets itself */
    double deals;
    double points[ELO_BOTS];             /* over all deals */
    double products[ELO_BOTS][ELO_BOTS]; /* of the points of two bots in one deal, over all */
};

struct elo_rating {
    double elo;   /* above the last bot */
    double error; /* half of its 95% interval */
};

/* Counts a deal. */
void elo_add(struct elo *e, const double points[]);

/* The ratings that make what happened most likely. */
void elo_fit(const struct elo *e, struct elo_rating rating[]);

/* What the sequential test usually tells apart: no difference (H0) and so many Elo more (H1); and
 * in how many cases of a hundred either answer may be wrong. */
enum { SPRT_ELO = 30, SPRT_RISK_PERCENT = 5 };

/* The same as it is asked for: Elo of H0 and, above that, of H1; how often of a hundred times H1
 * may be said where H0 is true (alpha), and H0 where H1 is (beta). All zero: the usual. */
struct sprt_test {
    int elo0, elo1;
    double alpha, beta;
};

enum verdict { UNDECIDED, NOT_STRONGER, STRONGER };

/* A sequential test of one bot against its opponents; starts with zeros. */
struct sprt {
    struct sprt_test test;
    long deals; /* up to the verdict */
    double sum, squares;
    double largest;       /* gain or loss, where chips are counted */
    double llr;           /* logarithm of the likelihood ratio: grows if the bot is stronger */
    enum verdict verdict; /* stays as it is once it is there */
};

/* The test itself, whatever was asked for. */
struct sprt_test sprt_test(const struct sprt *s);

/* How high the logarithm must be for H1, and how low for H0. */
double sprt_high(const struct sprt *s);
double sprt_low(const struct sprt *s);

/* Counts a deal in which the bot won `share` of its comparisons; no more once there is a verdict.
 */
void sprt_add(struct sprt *s, double share);

/* The same where chips are counted: a deal in which the bot has won so many more than the others.
 * It is stronger if its gain is as large a part of what gains vary by as so many Elo are where two
 * play, and one wins. */
void sprt_add_chips(struct sprt *s, double gain);

#endif
