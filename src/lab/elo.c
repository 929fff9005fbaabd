#include "lab/elo.h"

#include "lab/stats.h"

#include <math.h>

static const double elo_a_unit = 173.7177927613007; /* 400 / ln 10 */

void elo_add(struct elo *e, const double points[])
{
    e->deals++;
    for (int i = 0; i < e->bots; i++) {
        e->points[i] += points[i];
        for (int j = 0; j < e->bots; j++)
            e->products[i][j] += points[i] * points[j];
    }
}

/* Strengths by minorization and maximization (Hunter 2004), the last one's being 1. */
static void fit_strengths(const struct elo *e, double strength[])
{
    enum { ROUNDS = 10000 };
    double won[ELO_BOTS], change = 1;
    for (int i = 0; i < e->bots; i++) {
        strength[i] = 1;
        won[i] = e->points[i];
        for (int j = 0; j < e->bots; j++)
            won[i] += e->met[i][j] / 2;
    }
    for (int round = 0; round < ROUNDS && change > 1e-12; round++) {
        change = 0;
        for (int i = 0; i < e->bots; i++) {
            double sum = 0;
            for (int j = 0; j < e->bots; j++)
                sum += (e->deals + 1) * e->met[i][j] / (strength[i] + strength[j]);
            change = fmax(change, fabs(won[i] / sum / strength[i] - 1));
            strength[i] = won[i] / sum;
        }
    }
    for (int i = 0; i < e->bots; i++)
        strength[i] /= strength[e->bots - 1];
}

/* Inverts a positive definite matrix in place (Gauss and Jordan). */
static void invert(double m[ELO_BOTS][ELO_BOTS], int size)
{
    for (int k = 0; k < size; k++) {
        double pivot = m[k][k];
        m[k][k] = 1;
        for (int j = 0; j < size; j++)
            m[k][j] /= pivot;
        for (int i = 0; i < size; i++) {
            double factor = m[i][k];
            if (i == k)
                continue;
            m[i][k] = 0;
            for (int j = 0; j < size; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
}

/* How sharply the likelihood falls off around the fit, and how much the points of two bots vary
 * together over the deals. */
static void curvature_and_spread(const struct elo *e, const double strength[],
                                 double curve[ELO_BOTS][ELO_BOTS],
                                 double spread[ELO_BOTS][ELO_BOTS])
{
    for (int i = 0; i < e->bots; i++) {
        curve[i][i] = 0;
        for (int j = 0; j < e->bots; j++) {
            double p = strength[i] / (strength[i] + strength[j]);
            double bend = (e->deals + 1) * e->met[i][j] * p * (1 - p);
            curve[i][i] += bend;
            if (i != j)
                curve[i][j] = -bend;
        }
    }
    for (int i = 0; i < e->bots; i++) {
        for (int j = 0; j < e->bots; j++) {
            double imagined = e->met[i][j] * e->met[i][j] / 4;
            spread[i][j] = e->products[i][j] - imagined;
            if (e->deals > 0)
                spread[i][j] -= e->points[i] * e->points[j] / e->deals;
        }
        for (int j = 0; j < e->bots; j++)
            spread[i][i] += e->met[i][j] * e->met[i][j] / 4;
    }
}

/* The errors are robust ones ("sandwich"): the games of a deal hang together, deals do not. */
void elo_fit(const struct elo *e, struct elo_rating rating[])
{
    double strength[ELO_BOTS] = {0};
    double curve[ELO_BOTS][ELO_BOTS] = {{0}}, spread[ELO_BOTS][ELO_BOTS] = {{0}};
    int unknown = e->bots - 1; /* ratings; the last bot's is 0 */
    fit_strengths(e, strength);
    curvature_and_spread(e, strength, curve, spread);
    invert(curve, unknown);
    for (int i = 0; i < unknown; i++) {
        double variance = 0;
        for (int j = 0; j < unknown; j++)
            for (int k = 0; k < unknown; k++)
                variance += curve[i][j] * spread[j][k] * curve[k][i];
        rating[i].elo = elo_a_unit * log(strength[i]);
        rating[i].error = normal_95 * elo_a_unit * sqrt(fmax(variance, 0));
    }
    rating[unknown] = (struct elo_rating){0, 0};
}

struct sprt_test sprt_test(const struct sprt *s)
{
    static const struct sprt_test usual = {0, SPRT_ELO, SPRT_RISK_PERCENT, SPRT_RISK_PERCENT};
    struct sprt_test test = s->test;
    if (test.elo0 >= test.elo1) {
        test.elo0 = usual.elo0;
        test.elo1 = usual.elo1;
    }
    test.alpha = test.alpha > 0 ? test.alpha : usual.alpha;
    test.beta = test.beta > 0 ? test.beta : usual.beta;
    return test;
}

double sprt_high(const struct sprt *s)
{
    struct sprt_test test = sprt_test(s);
    return log((100 - test.beta) / test.alpha);
}

double sprt_low(const struct sprt *s)
{
    struct sprt_test test = sprt_test(s);
    return -log((100 - test.alpha) / test.beta);
}

/* How much more than half of all comparisons is won by so many Elo. */
static double share_of_elo(int elo)
{
    return 1 / (1 + exp(-elo / elo_a_unit)) - 0.5;
}

/* The generalized test of Van den Bergh: a normal likelihood of so many deals with this mean gain,
 * of which that of H0 (`low`) or H1 is expected, and with the variance as it is seen. */
static void decide(struct sprt *s, double count, double mean, double variance, double low,
                   double high)
{
    s->llr = count * (high - low) * (2 * mean - low - high) / (2 * variance);
    if (s->llr >= sprt_high(s))
        s->verdict = STRONGER;
    else if (s->llr <= sprt_low(s))
        s->verdict = NOT_STRONGER;
}

void sprt_add(struct sprt *s, double share)
{
    if (s->verdict != UNDECIDED)
        return;
    struct sprt_test test = sprt_test(s);
    double gain = share - 0.5;
    s->deals++;
    s->sum += gain;
    s->squares += gain * gain;
    double count = (double)s->deals + 1, mean = s->sum / count;
    decide(s, count, mean, (s->squares + 0.25) / count - mean * mean, share_of_elo(test.elo0),
           share_of_elo(test.elo1));
}

/* The imagined deal is won or lost as high as the highest; a few deals do not tell how high that
 * is. */
void sprt_add_chips(struct sprt *s, double gain)
{
    enum { FEWEST = 50 };
    if (s->verdict != UNDECIDED)
        return;
    s->deals++;
    s->sum += gain;
    s->squares += gain * gain;
    s->largest = fmax(s->largest, fabs(gain));
    double count = (double)s->deals + 1, mean = s->sum / count;
    double variance = (s->squares + s->largest * s->largest) / count - mean * mean;
    struct sprt_test test = sprt_test(s);
    const double spread_of_two = 0.5; /* of what who plays against one other wins */
    if (s->deals >= FEWEST && variance > 0)
        decide(s, count, mean, variance, share_of_elo(test.elo0) / spread_of_two * sqrt(variance),
               share_of_elo(test.elo1) / spread_of_two * sqrt(variance));
}
