#include "bots/prospect.h"

#include "bots/kind.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    KNOTS = PROSPECT_KNOTS,
    WEIGHTS = 2 * KNOTS,
    DECISIONS = 60000,   /* about so many are made for a prospect, */
    MATCHES_LEAST = 400, /* but no fewer matches are played than this, */
    MATCHES_MOST = 3000, /* nor more than this; */
    MATCHES_TRIAL = 20,  /* and after so many it is known whether a match has several hands */
    SAMPLES = 8192,      /* ends of hands that are kept */
    ROUNDS = 8,          /* of the fit */
    CUT_OFF = 50000,     /* steps of a match */
    SEED = 14,
    REMEMBERED = 64, /* prospects */
};

static const double doubt = 0.5;    /* how much the fit prefers that scores make no difference, */
static const double evenness = 400; /* and that a further point makes as much as the one before */

/* The end of a hand that was not the last, and what became of the match. */
struct sample {
    int32_t score[PLAYERS_MAX];
    int32_t hand;
    float result[PLAYERS_MAX];
};

struct school {
    struct prospect *p;
    struct sample *sample;
    size_t samples, of_before; /* of the matches before this one */
};

/* --- Strengths -------------------------------------------------------------------------------- */

/* e to the x. Not that of the system: bots decide alike wherever they run. */
static double power(double x)
{
    enum { HALVINGS = 10 };
    double small = x < -40 ? -40 : x > 40 ? 40 : x;
    small /= 1 << HALVINGS;
    double result = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)));
    for (int i = 0; i < HALVINGS; i++)
        result *= result;
    return result;
}

/* Where a score lies: between which knots, and what part of each it has. */
struct place {
    int knot;
    double next, late;
};

static struct place place_of(const struct prospect *p, double score, int hand)
{
    struct place at = {.late = p->longest > 1 ? (double)(hand - 1) / (p->longest - 1) : 0};
    at.late = at.late > 1 ? 1 : at.late;
    if (p->knots < 2)
        return at;
    double where = (score - p->low) / (p->high - p->low);
    where = (where < 0 ? 0 : where > 1 ? 1 : where) * (p->knots - 1);
    at.knot = where >= p->knots - 1 ? p->knots - 2 : (int)where;
    at.next = where - at.knot;
    return at;
}

static double logit(const struct prospect *p, struct place at)
{
    double sum = 0;
    for (int i = 0; i < 2 && at.knot + i < p->knots; i++)
        sum += (i ? at.next : 1 - at.next) *
               (p->weight[0][at.knot + i] + at.late * p->weight[1][at.knot + i]);
    return sum;
}

static bool is_together(const struct prospect *p)
{
    return p->game->kind == COOPERATIVE;
}

/* Who competes: the seats, or a table of friends, which has its mean score. */
static int contenders(const struct prospect *p, const int32_t score[], int hand, struct place at[])
{
    double sum = 0;
    for (int seat = 0; seat < p->players; seat++) {
        at[seat] = place_of(p, score[seat], hand);
        sum += score[seat];
    }
    if (is_together(p))
        at[0] = place_of(p, sum / p->players, hand);
    return is_together(p) ? 1 : p->players;
}

/* Makes chances of strengths. */
static void share_out(const struct prospect *p, int count, double part[])
{
    double total = is_together(p) ? 1 : 0; /* the game's own strength */
    for (int i = 0; i < count; i++)
        total += part[i];
    for (int i = 0; i < count; i++)
        part[i] /= total;
}

static void chances_at(const struct prospect *p, const struct place at[], int count, double part[])
{
    for (int i = 0; i < count; i++)
        part[i] = power(logit(p, at[i]));
    share_out(p, count, part);
}

/* What has become of a match: a whole one, shared by those who have won or lost it. */
static void results(const struct prospect *p, const struct head *h, double result[])
{
    seats those = p->aim == TO_WIN ? h->winners : h->losers;
    int count = is_together(p) || !those ? 1 : seats_count(those);
    for (int seat = 0; seat < h->players; seat++)
        result[seat] = seats_has(those, seat) / (double)count;
}

void prospect_chances(const struct prospect *p, const struct head *h, double chance[PLAYERS_MAX])
{
    struct place at[PLAYERS_MAX];
    if (h->turn.kind == TURN_OVER) {
        results(p, h, chance);
        return;
    }
    chances_at(p, at, contenders(p, h->score, h->hand, at), chance);
    for (int seat = 1; is_together(p) && seat < p->players; seat++)
        chance[seat] = chance[0];
}

/* --- Matches ---------------------------------------------------------------------------------- */

static void decide(const struct game *game, struct state *s, int seat, struct rng *r)
{
    struct view v;
    game_glance(game, s, seat, &v);
    game_apply(game, s, seat, bot_hint(&v, r), NULL);
}

/* Counts the decisions on the way. */
static bool play_match(const struct game *game, struct state *s, struct rng *r, long *decisions,
                       void (*ended)(void *context, const struct head *h), void *context)
{
    const struct head *h = game_look(s);
    unsigned hand = h->hand;
    for (int steps = 0; h->turn.kind != TURN_OVER && steps < CUT_OFF; steps++) {
        if (h->turn.kind == TURN_SEATS) {
            decide(game, s, seats_first(h->turn.seats), r);
            ++*decisions;
        } else {
            game_step(game, s, game_chance(s, r), NULL);
        }
        if (game_hand_over(s, hand))
            ended(context, h);
        hand = h->hand;
    }
    return h->turn.kind == TURN_OVER;
}

bool prospect_match(const struct game *game, struct state *s, struct rng *r,
                    void (*ended)(void *context, const struct head *h), void *context)
{
    long decisions = 0;
    return play_match(game, s, r, &decisions, ended, context);
}

/* Keeps the end of a hand; at the end of the match all of its samples learn of it. Whether matches
 * are won or only lost shows at the first end. */
static void take_sample(void *context, const struct head *h)
{
    struct school *school = context;
    double result[PLAYERS_MAX];
    school->p->longest = h->hand > school->p->longest ? h->hand : school->p->longest;
    if (h->turn.kind != TURN_OVER) {
        if (school->samples == SAMPLES)
            return;
        struct sample *sample = &school->sample[school->samples++];
        memcpy(sample->score, h->score, sizeof sample->score);
        sample->hand = h->hand;
        return;
    }
    if (h->winners)
        school->p->aim = TO_WIN;
    results(school->p, h, result);
    for (; school->of_before < school->samples; school->of_before++)
        for (int seat = 0; seat < h->players; seat++)
            school->sample[school->of_before].result[seat] = (float)result[seat];
}

/* Whether there is more to learn from further matches. */
static bool goes_on(const struct school *school, long decisions)
{
    long matches = school->p->matches;
    return school->samples < SAMPLES && (matches < MATCHES_TRIAL || school->samples) &&
           (matches < MATCHES_LEAST || (matches < MATCHES_MOST && decisions < DECISIONS));
}

static void play_matches(struct school *school)
{
    struct prospect *p = school->p;
    struct setup u = {.game = p->game, .players = p->players, .fresh = p->fresh};
    memcpy(u.option, p->option, sizeof u.option);
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)room;
    long decisions = 0;
    while (goes_on(school, decisions)) {
        struct rng r = rng_seeded(SEED, (uint64_t)p->matches);
        game_start(&u, s, NULL);
        if (!play_match(p->game, s, &r, &decisions, take_sample, school))
            school->samples = school->of_before;
        p->matches++;
    }
    school->samples = school->of_before;
    p->hands = (long)school->samples;
}

/* --- The fit ---------------------------------------------------------------------------------- */

/* How the likelihood of all samples changes with each weight, and how that changes. */
struct slope {
    double rise[WEIGHTS], bend[WEIGHTS][WEIGHTS];
};

/* The weights that make up a logit, in the order of `weight`. */
struct features {
    int index[4];
    double value[4];
};

static struct features features_of(struct place at)
{
    return (struct features){{at.knot, at.knot + 1, KNOTS + at.knot, KNOTS + at.knot + 1},
                             {1 - at.next, at.next, at.late * (1 - at.next), at.late * at.next}};
}

static void learn_from(const struct prospect *p, const struct sample *sample, struct slope *slope)
{
    struct place at[PLAYERS_MAX];
    double part[PLAYERS_MAX], whole = 0, mean[WEIGHTS] = {0};
    int count = contenders(p, sample->score, sample->hand, at);
    chances_at(p, at, count, part);
    for (int i = 0; i < count; i++)
        whole += (double)sample->result[i];
    whole = is_together(p) ? 1 : whole;
    for (int i = 0; i < count; i++) {
        struct features f = features_of(at[i]);
        double missed = (double)sample->result[i] - whole * part[i];
        for (int a = 0; a < 4; a++) {
            slope->rise[f.index[a]] += missed * f.value[a];
            mean[f.index[a]] += part[i] * f.value[a];
            for (int b = 0; b < 4; b++)
                slope->bend[f.index[a]][f.index[b]] += whole * part[i] * f.value[a] * f.value[b];
        }
    }
    for (int a = 0; a < WEIGHTS; a++)
        for (int b = 0; b < WEIGHTS && mean[a] != 0; b++)
            slope->bend[a][b] -= whole * mean[a] * mean[b];
}

/* Solves bend * step = rise by elimination; the matrix is positive definite. */
static void solve(struct slope *slope, double step[WEIGHTS])
{
    for (int k = 0; k < WEIGHTS; k++) {
        for (int i = k + 1; i < WEIGHTS; i++) {
            double factor = slope->bend[i][k] / slope->bend[k][k];
            for (int j = k; j < WEIGHTS; j++)
                slope->bend[i][j] -= factor * slope->bend[k][j];
            slope->rise[i] -= factor * slope->rise[k];
        }
    }
    for (int k = WEIGHTS - 1; k >= 0; k--) {
        step[k] = slope->rise[k];
        for (int j = k + 1; j < WEIGHTS; j++)
            step[k] -= slope->bend[k][j] * step[j];
        step[k] /= slope->bend[k][k];
    }
}

/* What is thought before any match was seen: few matches are not to lead astray. */
static void prefer(const struct prospect *p, struct slope *slope)
{
    static const double bow[] = {1, -2, 1};
    for (int i = 0; i < WEIGHTS; i++) {
        slope->rise[i] -= doubt * p->weight[i / KNOTS][i % KNOTS];
        slope->bend[i][i] += doubt;
    }
    bool between = p->high - p->low >= KNOTS; /* else each score has a knot of its own */
    for (int half = 0; between && half < 2; half++) {
        for (int knot = 0; knot + 2 < p->knots; knot++) {
            const double *w = &p->weight[half][knot];
            double bent = w[0] - 2 * w[1] + w[2];
            for (int i = 0; i < 3; i++) {
                slope->rise[half * KNOTS + knot + i] -= evenness * bow[i] * bent;
                for (int j = 0; j < 3; j++)
                    slope->bend[half * KNOTS + knot + i][half * KNOTS + knot + j] +=
                        evenness * bow[i] * bow[j];
            }
        }
    }
}

/* The steepest way up, with a limit: far from the summit the slope leads astray. */
static void improve(struct prospect *p, const struct school *school)
{
    const double most = 2;
    struct slope slope = {0};
    double step[WEIGHTS];
    for (size_t i = 0; i < school->samples; i++)
        learn_from(p, &school->sample[i], &slope);
    prefer(p, &slope);
    solve(&slope, step);
    for (int i = 0; i < WEIGHTS; i++)
        p->weight[i / KNOTS][i % KNOTS] += step[i] > most    ? most
                                           : step[i] < -most ? -most
                                                             : step[i];
}

static void fit(struct school *school)
{
    struct prospect *p = school->p;
    if (!school->samples)
        return;
    p->low = INT32_MAX;
    p->high = INT32_MIN;
    for (size_t i = 0; i < school->samples; i++) {
        for (int seat = 0; seat < p->players; seat++) {
            int32_t score = school->sample[i].score[seat];
            p->low = score < p->low ? score : p->low;
            p->high = score > p->high ? score : p->high;
        }
    }
    p->knots = p->high - p->low + 1 < KNOTS ? p->high - p->low + 1 : KNOTS;
    for (int round = 0; round < ROUNDS; round++)
        improve(p, school);
}

static bool make(struct prospect *p)
{
    struct school school = {.p = p, .sample = malloc(SAMPLES * sizeof *school.sample)};
    if (!school.sample)
        return false;
    play_matches(&school);
    fit(&school);
    free(school.sample);
    return true;
}

/* --- Remembered ones -------------------------------------------------------------------------- */

enum page { EMPTY, WRITTEN, READY };

/* A page is written once, by whoever finds it empty, and read by all from then on. When all are
 * full, the rest is made anew for each bot. */
static struct {
    atomic_int page;
    struct prospect p;
} known[REMEMBERED];

static bool is_of(const struct prospect *p, const struct view *v)
{
    return p->game == v->game && p->players == v->players &&
           memcmp(p->option, v->option, sizeof p->option) == 0 && pile_same(&p->fresh, &v->fresh);
}

static bool recall(struct prospect *p, const struct view *v)
{
    for (int i = 0; i < REMEMBERED; i++) {
        if (atomic_load(&known[i].page) == READY && is_of(&known[i].p, v)) {
            *p = known[i].p;
            return true;
        }
    }
    return false;
}

static void remember(const struct prospect *p)
{
    for (int i = 0; i < REMEMBERED; i++) {
        int empty = EMPTY;
        if (atomic_compare_exchange_strong(&known[i].page, &empty, WRITTEN)) {
            known[i].p = *p;
            atomic_store(&known[i].page, READY);
            return;
        }
    }
}

bool prospect_find(struct prospect *p, const struct view *v)
{
    if (is_of(p, v) || recall(p, v))
        return true;
    *p = (struct prospect){
        .game = v->game, .players = v->players, .aim = v->chips ? FOR_CHIPS : NOT_TO_LOSE};
    memcpy(p->option, v->option, sizeof p->option);
    p->fresh = v->fresh;
    if (p->aim == FOR_CHIPS)
        return true;
    if (!make(p)) {
        *p = (struct prospect){0};
        return false;
    }
    remember(p);
    return true;
}

/* --- What a bot plays for --------------------------------------------------------------------- */

struct stakes stakes_from(const struct prospect *p, const struct view *v)
{
    struct stakes k = {.game = v->game, .prospect = p && p->aim != FOR_CHIPS ? p : NULL};
    struct head h = {.hand = v->hand, .players = v->players, .turn.kind = TURN_SEATS};
    memcpy(k.before, v->score, sizeof k.before);
    memcpy(h.score, v->score, sizeof h.score);
    if (k.prospect)
        prospect_chances(p, &h, k.chance);
    return k;
}

static double strength(struct stakes *k, int32_t score, int hand)
{
    size_t at = (uint32_t)score % STAKES_KNOWN;
    if (k->known[at].score != score || k->known[at].hand != hand || k->known[at].strength <= 0) {
        k->known[at].score = score;
        k->known[at].hand = hand;
        k->known[at].strength = power(logit(k->prospect, place_of(k->prospect, score, hand)));
    }
    return k->known[at].strength;
}

/* As prospect_chances has them. */
static void chances_of(struct stakes *k, const struct head *h, double chance[PLAYERS_MAX])
{
    if (h->turn.kind == TURN_OVER || is_together(k->prospect)) {
        prospect_chances(k->prospect, h, chance);
        return;
    }
    for (int seat = 0; seat < h->players; seat++)
        chance[seat] = strength(k, h->score[seat], h->hand);
    share_out(k->prospect, h->players, chance);
}

void stakes_value(struct stakes *k, const struct state *s, double value[PLAYERS_MAX])
{
    if (!k->prospect) {
        value_of(k->game, s, k->before, value);
        return;
    }
    double sign = k->prospect->aim == TO_WIN ? 1 : -1;
    chances_of(k, game_look(s), value);
    for (int seat = 0; seat < game_look(s)->players; seat++)
        value[seat] = sign * (value[seat] - k->chance[seat]);
}
