#include "lab/pupil.h"

#include "bots/kind.h"
#include "bots/nets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    HIDDEN = 64, /* units of the layer */
    EVENTS = 8,  /* that it is told of, where no network says how many */
    EPOCHS = 3,  /* so often it goes over a lesson, */
    PARTS = 4,   /* in so many steps */
};

static const float warm = 0.5F;    /* the temperature at which it takes the network at first */
static const float doubt = 5;      /* none is liked less than the best by more than that, */
static const float liking = 2;     /* for the rule of thumb: so much in the exponent */
static const float trace = 0.95F;  /* how much of what comes later counts with a decision */
static const float clip = 0.2F;    /* a chance changes by no more in a lesson */
static const float chance = 0.01F; /* that keeps it from giving up a decision early, at first */
static const float rate = 0.002F;  /* by which weights change at first */
static const float most = 4;       /* usual values, that a quantity may be */

struct note {
    int16_t id[INPUT_ACTIONS];  /* of the decisions there were, */
    float first[INPUT_ACTIONS]; /* how much each is liked before anything was learned, */
    int16_t count, chosen;      /* and which of these it took */
    float likely;               /* how likely that was, as a logarithm */
    float worth;                /* what it expected, in its own units */
    float lead;                 /* chips ahead of the others, where chips are played for */
};

struct weights {
    float *first; /* of each feature, those of all units; then the bias */
    float *last;  /* of each unit and then the bias, those of all ids and of what is expected */
};

struct pupil {
    struct inputs inputs;
    const struct net *net; /* NULL: none comes with the program */
    int features, outputs;
    size_t size;
    float *weight, *slope, *mean, *square; /* the latter two of Adam */
    int steps;
    int16_t *feature; /* of each number of a row the first one */
    float *usual;     /* how large quantities are, as the root of the mean square; 0: not known */
    double games, worth_square;
    struct notes heard;
    float *gain, *target; /* of each note */
    struct rng rng;
};

/* --- Notes ------------------------------------------------------------------------------------ */

void notes_clear(struct notes *n)
{
    n->notes = 0;
}

void notes_free(struct notes *n)
{
    free(n->note);
    free(n->row);
    *n = (struct notes){0};
}

/* Makes sure that there is room for so many more. */
static bool notes_reserve(struct notes *n, int more, int size)
{
    if (n->notes + more <= n->room)
        return true;
    int room = 2 * (n->notes + more);
    struct note *note = realloc(n->note, (size_t)room * sizeof *note);
    n->note = note ? note : n->note;
    int16_t *row = realloc(n->row, (size_t)room * (size_t)size * sizeof *row);
    n->row = row ? row : n->row;
    n->room = note && row ? room : n->room;
    return note && row;
}

/* --- The network ------------------------------------------------------------------------------ */

static struct weights weights_in(const struct pupil *p, float all[])
{
    return (struct weights){all, all + (size_t)(p->features + 1) * HIDDEN};
}

static int values_of(const struct inputs *in, int number)
{
    return number < in->view ? in->values[number]
                             : in->event_values[(number - in->view) % INPUT_FIELDS];
}

/* The feature that a number of a row stands for, and its value; 0 if there is none. */
static float feature_of(const struct pupil *p, const int16_t row[], int number, int *at)
{
    *at = p->feature[number];
    if (!row[number])
        return 0;
    if (values_of(&p->inputs, number)) {
        *at += row[number] - 1;
        return 1;
    }
    float x = row[number] / fmaxf(p->usual[number], 1);
    return fmaxf(-most, fminf(most, x));
}

static void add_times(float *restrict sum, const float *restrict some, float times, int count)
{
    for (int i = 0; i < count; i++)
        sum[i] += times * some[i];
}

static void think_hidden(const struct pupil *p, const int16_t row[], float unit[HIDDEN])
{
    struct weights w = weights_in(p, p->weight);
    memcpy(unit, w.first + (size_t)p->features * HIDDEN, HIDDEN * sizeof *unit);
    for (int i = 0, at; i < p->inputs.size; i++) {
        float x = feature_of(p, row, i, &at);
        if (x != 0)
            add_times(unit, w.first + (size_t)at * HIDDEN, x, HIDDEN);
    }
    for (int u = 0; u < HIDDEN; u++)
        unit[u] = fmaxf(unit[u], 0);
}

/* What is added to each preference, and last what it expects. */
static void think_last(const struct pupil *p, const float unit[HIDDEN], float out[])
{
    struct weights w = weights_in(p, p->weight);
    memcpy(out, w.last + (size_t)HIDDEN * (size_t)p->outputs, (size_t)p->outputs * sizeof *out);
    for (int u = 0; u < HIDDEN; u++)
        if (unit[u] > 0)
            add_times(out, w.last + (size_t)u * (size_t)p->outputs, unit[u], p->outputs);
}

/* How likely each of the decisions of a note is, as a logarithm. */
static void find_policy(const struct note *n, const float out[], float policy[])
{
    float best = -INFINITY, sum = 0;
    for (int i = 0; i < n->count; i++) {
        policy[i] = n->first[i] + out[n->id[i]];
        best = fmaxf(best, policy[i]);
    }
    for (int i = 0; i < n->count; i++)
        sum += expf(policy[i] - best);
    for (int i = 0; i < n->count; i++)
        policy[i] -= best + logf(sum);
}

/* --- Playing ---------------------------------------------------------------------------------- */

struct player {
    struct bot bot;
    const struct pupil *pupil;
    struct notes *notes;
};

/* How much it likes the decisions of a note before anything was learned: none so little that it
 * would never be tried. The network knows nothing of other decks. */
static void like_first(const struct pupil *p, const struct view *v, const int16_t row[],
                       struct note *n, struct rng *r)
{
    const struct net *net = view_deck(v) ? NULL : p->net;
    int32_t preference[INPUT_ACTIONS];
    bool asks = !net && v->game->hint;
    int thumb = asks ? inputs_id(&p->inputs, v, v->game->hint(v, r)) : -1;
    float best = -INFINITY;
    if (net)
        net_think(net, row, preference);
    for (int i = 0; i < n->count; i++) {
        n->first[i] = net ? (float)preference[n->id[i]] / (NET_STEP * warm)
                          : (float)(n->id[i] == thumb) * liking;
        best = fmaxf(best, n->first[i]);
    }
    for (int i = 0; i < n->count; i++)
        n->first[i] = fmaxf(n->first[i], best - doubt);
}

static float lead_of(const struct view *v)
{
    float lead = 0;
    for (int seat = 0; v->chips && seat < v->players; seat++)
        lead += seat == v->looks ? (float)v->score[seat]
                                 : -(float)v->score[seat] / (float)(v->players - 1);
    return lead;
}

static int draw(const float policy[], int count, struct rng *r)
{
    enum { GRAIN = 1 << 24 };
    float at = (float)rng_below(r, GRAIN) / GRAIN;
    int i = 0;
    while (i < count - 1 && (at -= expf(policy[i])) >= 0)
        i++;
    return i;
}

static int best_of(const float policy[], int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        best = policy[i] > policy[best] ? i : best;
    return best;
}

static action choose(struct bot *b, const struct knowledge *k, const struct view *v, struct rng *r)
{
    struct player *me = (struct player *)b;
    const struct pupil *p = me->pupil;
    int16_t row[INPUT_VIEW + INPUT_EVENTS_MAX * INPUT_FIELDS];
    float unit[HIDDEN], out[INPUT_ACTIONS + 1], policy[INPUT_ACTIONS];
    action act[INPUT_ACTIONS] = {0};
    struct note n = {.lead = lead_of(v)};
    for (int i = 0, id; i < v->actions; i++) {
        if ((id = inputs_id(&p->inputs, v, v->act[i])) < 0)
            continue;
        act[n.count] = v->act[i];
        n.id[n.count++] = (int16_t)id;
    }
    if (n.count < 2)
        return n.count ? act[0] : v->act[0];
    inputs_know(&p->inputs, k, v, row);
    like_first(p, v, row, &n, r);
    think_hidden(p, row, unit);
    think_last(p, unit, out);
    find_policy(&n, out, policy);
    n.worth = out[p->outputs - 1];
    n.chosen = (int16_t)(me->notes ? draw(policy, n.count, r) : best_of(policy, n.count));
    n.likely = policy[n.chosen];
    if (me->notes && (b->starved = !notes_reserve(me->notes, 1, p->inputs.size)))
        return v->act[0];
    if (me->notes) {
        size_t size = (size_t)p->inputs.size;
        memcpy(me->notes->row + (size_t)me->notes->notes * size, row, size * sizeof *row);
        me->notes->note[me->notes->notes++] = n;
    }
    return act[n.chosen];
}

static const struct bot_kind pupil_kind = {.choose = choose};

struct bot *pupil_player(const struct pupil *p, struct notes *n, struct error *e)
{
    struct player *b = calloc(1, sizeof *b);
    if (!b) {
        error_no_memory(e);
        return NULL;
    }
    b->pupil = p;
    b->notes = n;
    if (bot_init(&b->bot, &pupil_kind, "pupil", e))
        return &b->bot;
    bot_free(&b->bot);
    return NULL;
}

/* --- Hearing ---------------------------------------------------------------------------------- */

/* How much better each decision of a game turned out than was expected, and what should have been:
 * from the last one back, each by what it brought at once and what was expected at the next. */
static void judge(struct pupil *p, int from, double worth)
{
    p->games++;
    p->worth_square += worth * worth;
    float unit = (float)sqrt(fmax(p->worth_square / p->games, 1e-6));
    float lead = (float)worth, next = 0, gain = 0;
    for (int i = p->heard.notes - 1; i >= from; i--) {
        const struct note *n = &p->heard.note[i];
        gain = (lead - n->lead) / unit + next - n->worth + trace * gain;
        p->gain[i] = gain;
        p->target[i] = gain + n->worth;
        lead = n->lead;
        next = n->worth;
    }
}

bool pupil_hear(struct pupil *p, const struct notes *n, int from, int to, double worth,
                struct error *e)
{
    struct notes *h = &p->heard;
    int before = h->notes, more = to - from;
    size_t size = (size_t)p->inputs.size;
    if (!more)
        return true;
    if (!notes_reserve(h, more, p->inputs.size))
        return error_no_memory(e);
    float *gain = realloc(p->gain, (size_t)h->room * sizeof *gain);
    p->gain = gain ? gain : p->gain;
    float *target = realloc(p->target, (size_t)h->room * sizeof *target);
    p->target = target ? target : p->target;
    if (!gain || !target)
        return error_no_memory(e);
    memcpy(h->note + before, n->note + from, (size_t)more * sizeof *n->note);
    memcpy(h->row + (size_t)before * size, n->row + (size_t)from * size,
           (size_t)more * size * sizeof *n->row);
    h->notes += more;
    judge(p, before, worth);
    return true;
}

int pupil_heard(const struct pupil *p)
{
    return p->heard.notes;
}

/* --- Learning --------------------------------------------------------------------------------- */

/* How large quantities usually are, by the first lesson. */
static void settle(struct pupil *p)
{
    for (int i = 0; i < p->inputs.size; i++) {
        double sum = 0;
        for (int k = 0; k < p->heard.notes; k++) {
            double x = p->heard.row[(size_t)k * (size_t)p->inputs.size + (size_t)i];
            sum += x * x;
        }
        p->usual[i] = (float)sqrt(sum / p->heard.notes);
    }
}

/* The slope of the loss by what comes out. */
static void find_slope(const struct pupil *p, int i, float gain, float entropy_weight,
                       const float out[], float slope[])
{
    const struct note *n = &p->heard.note[i];
    float policy[INPUT_ACTIONS], entropy = 0;
    memset(slope, 0, (size_t)p->outputs * sizeof *slope);
    find_policy(n, out, policy);
    float ratio = expf(policy[n->chosen] - n->likely);
    bool moves = gain > 0 ? ratio < 1 + clip : ratio > 1 - clip;
    float pull = moves ? ratio * gain : 0;
    for (int k = 0; k < n->count; k++)
        entropy -= expf(policy[k]) * policy[k];
    for (int k = 0; k < n->count; k++) {
        float share = expf(policy[k]);
        slope[n->id[k]] += share * (pull + entropy_weight * (policy[k] + entropy));
    }
    slope[n->id[n->chosen]] -= pull;
    float off = out[p->outputs - 1] - p->target[i];
    slope[p->outputs - 1] = fmaxf(-1, fminf(1, off));
}

/* Adds the slope of a note by all weights. */
static void go_back(struct pupil *p, const int16_t row[], const float unit[HIDDEN],
                    const float slope[])
{
    struct weights w = weights_in(p, p->weight), s = weights_in(p, p->slope);
    float hidden[HIDDEN];
    size_t outputs = (size_t)p->outputs;
    add_times(s.last + HIDDEN * outputs, slope, 1, p->outputs);
    for (size_t u = 0; u < HIDDEN; u++) {
        hidden[u] = 0;
        if (unit[u] <= 0)
            continue;
        add_times(s.last + u * outputs, slope, unit[u], p->outputs);
        for (size_t k = 0; k < outputs; k++)
            hidden[u] += w.last[u * outputs + k] * slope[k];
    }
    add_times(s.first + (size_t)p->features * HIDDEN, hidden, 1, HIDDEN);
    for (int i = 0, at; i < p->inputs.size; i++) {
        float x = feature_of(p, row, i, &at);
        if (x != 0)
            add_times(s.first + (size_t)at * HIDDEN, hidden, x, HIDDEN);
    }
}

/* A step of Adam (D. P. Kingma and J. Ba, 2015) by the slope of so many notes. */
static void take_step(struct pupil *p, int count, float by)
{
    const float keep = 0.9F, keep_square = 0.999F;
    p->steps++;
    float scale =
        by * sqrtf(1 - powf(keep_square, (float)p->steps)) / (1 - powf(keep, (float)p->steps));
    for (size_t i = 0; i < p->size; i++) {
        float slope = p->slope[i] / (float)count;
        p->mean[i] += (1 - keep) * (slope - p->mean[i]);
        p->square[i] += (1 - keep_square) * (slope * slope - p->square[i]);
        p->weight[i] -= scale * p->mean[i] / (sqrtf(p->square[i]) + 1e-8F);
        p->slope[i] = 0;
    }
}

/* Gains of a lesson are measured by how far they are apart. */
static void even_out(struct pupil *p)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < p->heard.notes; i++) {
        sum += p->gain[i];
        squares += (double)p->gain[i] * p->gain[i];
    }
    double mean = sum / p->heard.notes, spread = squares / p->heard.notes - mean * mean;
    for (int i = 0; i < p->heard.notes; i++)
        p->gain[i] = (float)((p->gain[i] - mean) / sqrt(fmax(spread, 1e-12)));
}

/* One after the other in an order that chance makes, with a step after each part. */
static void go_over(struct pupil *p, int order[], float left)
{
    int notes = p->heard.notes, part = (notes + PARTS - 1) / PARTS;
    float unit[HIDDEN], out[INPUT_ACTIONS + 1], slope[INPUT_ACTIONS + 1];
    for (int i = notes - 1; i > 0; i--) {
        int other = rng_below(&p->rng, i + 1), one = order[i];
        order[i] = order[other];
        order[other] = one;
    }
    for (int i = 0; i < notes; i++) {
        const int16_t *row = p->heard.row + (size_t)order[i] * (size_t)p->inputs.size;
        think_hidden(p, row, unit);
        think_last(p, unit, out);
        find_slope(p, order[i], p->gain[order[i]], chance * left, out, slope);
        go_back(p, row, unit, slope);
        if ((i + 1) % part == 0 || i == notes - 1)
            take_step(p, i % part + 1, rate * (0.05F + 0.95F * left));
    }
}

bool pupil_learn(struct pupil *p, double left, struct error *e)
{
    int *order = malloc(((size_t)p->heard.notes + 1) * sizeof *order);
    if (!order)
        return error_no_memory(e);
    for (int i = 0; i < p->heard.notes; i++)
        order[i] = i;
    if (p->heard.notes > 1) {
        if (!p->steps)
            settle(p);
        even_out(p);
        for (int epoch = 0; epoch < EPOCHS; epoch++)
            go_over(p, order, (float)left);
    }
    notes_clear(&p->heard);
    free(order);
    return true;
}

/* --- Beginning -------------------------------------------------------------------------------- */

/* Where each number of a row begins among the features. */
static void place_features(struct pupil *p)
{
    for (int i = 0; i < p->inputs.size; i++) {
        int values = values_of(&p->inputs, i);
        p->feature[i] = (int16_t)p->features;
        p->features += values ? values : 1;
    }
}

/* Small weights by chance in the first layer; the last one changes nothing yet. */
static void begin(struct pupil *p)
{
    enum { GRAIN = 1 << 24 };
    const float spread = 0.25F;
    for (size_t i = 0; i < (size_t)p->features * HIDDEN; i++)
        p->weight[i] = spread * (2 * (float)rng_below(&p->rng, GRAIN) / GRAIN - 1);
}

static bool get_room(struct pupil *p)
{
    size_t numbers = (size_t)p->inputs.size;
    p->feature = calloc(numbers, sizeof *p->feature);
    p->usual = calloc(numbers, sizeof *p->usual);
    if (!p->feature || !p->usual)
        return false;
    place_features(p);
    p->outputs = p->inputs.actions + 1;
    p->size = (size_t)(p->features + 1) * HIDDEN + (size_t)(HIDDEN + 1) * (size_t)p->outputs;
    p->weight = calloc(p->size, sizeof *p->weight);
    p->slope = calloc(p->size, sizeof *p->slope);
    p->mean = calloc(p->size, sizeof *p->mean);
    p->square = calloc(p->size, sizeof *p->square);
    return p->weight && p->slope && p->mean && p->square;
}

struct pupil *pupil_new(const struct game *game, uint64_t seed, struct error *e)
{
    struct pupil *p = calloc(1, sizeof *p);
    bool starved = false;
    const struct net *net = p ? nets_find(game->name, &starved) : NULL;
    if (p && !starved) {
        p->net = net && net_inputs(net)->game == game ? net : NULL;
        p->rng = rng_seeded(seed, 0);
        inputs_make(&p->inputs, game, p->net ? net_inputs(p->net)->events : EVENTS);
        if (get_room(p)) {
            begin(p);
            return p;
        }
    }
    pupil_free(p);
    error_no_memory(e);
    return NULL;
}

void pupil_free(struct pupil *p)
{
    if (!p)
        return;
    notes_free(&p->heard);
    free(p->weight);
    free(p->slope);
    free(p->mean);
    free(p->square);
    free(p->feature);
    free(p->usual);
    free(p->gain);
    free(p->target);
    free(p);
}
