#include "bots/level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct level levels[LEVELS] = {
    {"Pebble", "pebble", 1, 100, false},    {"Sparrow", "sparrow", 0.7, 100, false},
    {"Badger", "badger", 0.48, 100, false}, {"Otter", "otter", 0.33, 150, true},
    {"Magpie", "magpie", 0.22, 300, true},  {"Lynx", "lynx", 0.13, 1000, true},
    {"Raven", "raven", 0.06, 4000, true},   {"Comet", "comet", 0, 16000, true},
};

static const double vague = 2;   /* times that each counts as tried, with the mean of all */
static const double proof = 1.5; /* standard errors to be better than the rule of thumb by */
static const double kin = 0.7;   /* of what is known of a number holds for the next one, */
static const int many = 12;      /* where there are more numbers than that */
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

/* --- Learned levels --------------------------------------------------------------------------- */

struct learned {
    const char *game;
    int players;
    const char *as[LEVELS];
};

static const struct learned learned[] = {
#include "bots/levels-net.inc"
    {NULL, 0, {NULL}},
};

const char *level_plays(int number, const struct game *game, int players)
{
    const struct learned *found = NULL;
    for (const struct learned *l = learned; l->game; l++) {
        bool fits = strcmp(l->game, game->name) == 0;
        if (fits && (!found || abs(l->players - players) < abs(found->players - players)))
            found = l;
    }
    return found && number <= LEVELS ? found->as[number - 1] : NULL;
}

/* Who begins, for how long and what with changes nothing in how to play. */
static bool matters(const struct option *o)
{
    return o->type != OPTION_SEAT && o->role != ROLE_HANDS && o->role != ROLE_GAMES &&
           o->role != ROLE_CHIPS && o->role != ROLE_TALK;
}

static bool is_usual(const struct view *v, int i)
{
    bool usual = v->option[i] == option_standard(v->game, i, v->players);
    for (const struct preset *p = v->game->presets; !usual && p && p->name; p++) {
        struct setup u;
        struct error e = {0};
        usual = setup_choose(&u, p->name, &e) && u.given >> i & 1 && u.option[i] == v->option[i];
    }
    return usual;
}

bool level_knows(const struct view *v)
{
    bool usual = !view_deck(v);
    for (int i = 0; usual && i < option_total(v->game); i++)
        usual = !matters(&v->game->options[i]) || is_usual(v, i);
    return usual;
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

/* --- Numbers ----------------------------------------------------------------------------------
 * Of fifty numbers a short search has tried each once or twice, and knows next to nothing of them;
 * but how many cards one takes is much like one card more. Where numbers are claims it is not: next
 * to the truth is a lie.
 */

static bool is_number(const struct search_report *report, int i)
{
    const struct game *g = report->game;
    return g && !g->lie &&
           g->verbs[action_verb(report->choice[i].a)].argument[0] == NUMBER_ARGUMENT;
}

static bool has_many_numbers(const struct search_report *report)
{
    int numbers = 0;
    for (int i = 0; i < report->choices; i++)
        numbers += is_number(report, i);
    return numbers > many;
}

/* How much of what is true of one decision is true of another. */
static double kinship(const struct search_report *report, int i, int j, double next)
{
    if (i == j || !is_number(report, i) || !is_number(report, j) ||
        action_verb(report->choice[i].a) != action_verb(report->choice[j].a))
        return i == j;
    double share = 1;
    for (int apart = abs(i - j); apart > 0; apart--)
        share *= next;
    return share;
}

/* What a decision was worth when it was tried, or its like; *visits is how often that was. */
static double tried_worth(const struct search_report *report, bool numbers, int i, double *visits)
{
    const struct search_choice *c = report->choice;
    *visits = c[i].visits;
    double sum = c[i].visits ? c[i].visits * c[i].value : 0;
    for (int j = 0; numbers && j < report->choices; j++) {
        double like = j == i ? 0 : c[j].visits * kinship(report, i, j, kin);
        *visits += like;
        sum += like > 0 ? like * c[j].value : 0;
    }
    return *visits > 0 ? sum / *visits : 0;
}

void level_worth(const struct search_report *report, double worth[ACTIONS_MAX])
{
    double mean = mean_of_tried(report);
    bool numbers = has_many_numbers(report);
    for (int i = 0; i < report->choices; i++) {
        double visits, value = tried_worth(report, numbers, i, &visits);
        worth[i] = (visits * value + vague * mean) / (visits + vague);
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

/* How easily each decision comes to mind, whatever it is worth: the usual one easily, many others
 * together no easier than one; of many numbers those next to the usual one and to the best. */
static void find_ease(const struct search_report *report, int best, double temperature,
                      double ease[ACTIONS_MAX])
{
    double next = 0.5 + 0.4 * temperature;
    bool numbers = has_many_numbers(report);
    double sum = 0;
    for (int i = 0; i < report->choices; i++) {
        ease[i] = 1;
        if (numbers && is_number(report, i))
            ease[i] = fmax(kinship(report, i, best, next),
                           report->usual < 0 ? 0 : kinship(report, i, report->usual, next));
        sum += i == report->usual ? 0 : ease[i];
    }
    double share = report->usual < 0 ? 1 : 1 / (idea + 1);
    for (int i = 0; i < report->choices; i++)
        ease[i] = i == report->usual ? idea / (idea + 1) : share * ease[i] / sum;
}

/* Between how far results are apart by luck and what is lost by who takes what comes to mind: the
 * first alone would make all decisions of a long hand look alike, the second alone would make a
 * large loss as likely as a small one wherever there are only two to choose from. */
static double scale_of(const struct search_report *report, const double worth[], double best,
                       const double ease[])
{
    double stake = 0;
    for (int i = 0; i < report->choices; i++)
        stake += ease[i] * (best - worth[i]);
    return sqrt(report->spread * stake);
}

void level_chances(const struct search_report *report, double temperature,
                   double chance[ACTIONS_MAX])
{
    double worth[ACTIONS_MAX] = {0}, ease[ACTIONS_MAX], sum = 0;
    int first = 0;
    level_worth(report, worth);
    for (int i = 1; i < report->choices; i++)
        first = worth[i] > worth[first] ? i : first;
    double best = worth[first];
    find_ease(report, first, temperature, ease);
    double scale = temperature * scale_of(report, worth, best, ease);
    for (int i = 0; i < report->choices; i++) {
        chance[i] = ease[i] * (scale > 0 ? power_of_e((worth[i] - best) / scale) : 1);
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
