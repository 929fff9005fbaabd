#include "bots/level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct level levels[LEVELS] = {
    {"Pebble", 1, 100, false},   {"Sparrow", 0.7, 100, false}, {"Badger", 0.48, 100, false},
    {"Otter", 0.33, 150, true},  {"Magpie", 0.22, 300, true},  {"Lynx", 0.13, 1000, true},
    {"Raven", 0.06, 4000, true}, {"Comet", 0, 16000, true},
};

static const double vague = 2;   /* times that each counts as tried, with the mean of all */
static const double proof = 1.5; /* standard errors to be better than the rule of thumb by */
static const double idea = 2;    /* times as often it comes to mind as all others together */

const struct level *level_of(int number)
{
    return &levels[number - 1];
}

/* --- Merged levels ---------------------------------------------------------------------------- */

struct merged {
    const char *game;
    int players;
    int as[LEVELS];
};

static const struct merged merged[] = {
#include "bots/levels.inc"
    {NULL, 0, {0}},
};

int level_merged(int number, const struct game *game, int players)
{
    const struct merged *found = NULL;
    for (const struct merged *m = merged; m->game; m++) {
        bool fits = strcmp(m->game, game->name) == 0;
        if (fits && (!found || abs(m->players - players) < abs(found->players - players)))
            found = m;
    }
    return found && number <= LEVELS ? found->as[number - 1] : number;
}

/* --- Temperature ------------------------------------------------------------------------------ */

/* These two are the same to the last bit wherever the program runs, which exp and hypot of a C
 * library are not: a page chooses as the program on this machine does. */
static double power_of_e(double x)
{
    enum { SQUARES = 20 };
    double power = 1 + fmax(x, -700) / (1 << SQUARES);
    for (int i = 0; i < SQUARES; i++)
        power *= power;
    return power;
}

static double distance(double a, double b)
{
    return sqrt(a * a + b * b);
}

/* The mean of all decisions that were tried, each as often as the others. */
static double mean_of_tried(const struct search_report *report)
{
    double sum = 0;
    int tried = 0;
    for (int i = 0; i < report->choices; i++) {
        sum += report->choice[i].visits ? report->choice[i].value : 0;
        tried += report->choice[i].visits > 0;
    }
    return tried ? sum / tried : 0;
}

void level_worth(const struct search_report *report, double worth[ACTIONS_MAX])
{
    double mean = mean_of_tried(report);
    for (int i = 0; i < report->choices; i++) {
        const struct search_choice *c = &report->choice[i];
        worth[i] = (c->visits * c->value + vague * mean) / (c->visits + vague);
    }
    if (report->usual < 0)
        return;
    const struct search_choice *usual = &report->choice[report->usual];
    for (int i = 0; i < report->choices; i++) {
        double gain = worth[i] - worth[report->usual];
        if (gain > 0)
            worth[i] -= fmin(gain, proof * distance(report->choice[i].error, usual->error));
    }
}

/* How easily a decision comes to mind, whatever it is worth: the usual one easily, many others
 * together no easier than one. */
static double ease(const struct search_report *report, int choice)
{
    if (report->usual < 0)
        return 1.0 / report->choices;
    return (choice == report->usual ? idea : 1.0 / (report->choices - 1)) / (idea + 1);
}

/* Between how far results are apart by luck and what is lost by who takes what comes to mind: the
 * first alone would make all decisions of a long hand look alike, the second alone would make a
 * large loss as likely as a small one wherever there are only two to choose from. */
static double scale_of(const struct search_report *report, const double worth[], double best)
{
    double stake = 0;
    for (int i = 0; i < report->choices; i++)
        stake += ease(report, i) * (best - worth[i]);
    return sqrt(report->spread * stake);
}

void level_chances(const struct search_report *report, double temperature,
                   double chance[ACTIONS_MAX])
{
    double worth[ACTIONS_MAX] = {0}, best = -INFINITY, sum = 0;
    level_worth(report, worth);
    for (int i = 0; i < report->choices; i++)
        best = fmax(best, worth[i]);
    double scale = temperature * scale_of(report, worth, best);
    for (int i = 0; i < report->choices; i++) {
        chance[i] = ease(report, i) * (scale > 0 ? power_of_e((worth[i] - best) / scale) : 1);
        sum += chance[i];
    }
    for (int i = 0; i < report->choices; i++)
        chance[i] /= sum;
}

action level_choose(const struct search_report *report, double temperature, struct rng *r)
{
    enum { GRAIN = 1 << 30 };
    double chance[ACTIONS_MAX] = {0}, at = (double)rng_below(r, GRAIN) / GRAIN;
    int chosen = 0;
    level_chances(report, temperature, chance);
    while (chosen < report->choices - 1 && (at -= chance[chosen]) >= 0)
        chosen++;
    return report->choice[chosen].a;
}
