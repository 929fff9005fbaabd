#include "bots/search.h"

#include "bots/belief.h"
#include "bots/manner.h"
#include "bots/random.h"
#include "engine/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_BYTES = 16 << 20,
    DEPTH_MAX = 256,    /* situations that one iteration can pass */
    CUT_OFF = 5000,     /* a hand that takes longer is cut off */
    CLOCK_EVERY = 16,   /* iterations between two looks at the clock, */
    PLAIN_EVERY = 256,  /* and between two at whether it is plain already what is best */
    PLAIN_LEAST = 8,    /* times that every decision must have been tried for that */
    BYTES_A_NODE = 256, /* with its decisions, on average: divides the memory */
    WARM_UP = 128,      /* iterations that try every decision at the root in turn, */
    WARM_UP_SHARE = 8,  /* but at most one in so many of all */
    RASH = 5,           /* guesses in a hundred that follow no rule of thumb: some never end */
    BELIEF_SHARE = 6,   /* iterations a state that is lived through for what is believed, */
    BELIEF_LEAST = 48,  /* which are so many at least */
    BELIEF_MOST = 512,  /* and at most */
    SELDOM = 3, /* tried less than one time in so many, compared with the best: never drawn */
    DECOYS = 2, /* one iteration in so many is about what the others can believe */
};

static const uint32_t no_edge = UINT32_MAX;

static const double curiosity = 1.0; /* how much a seldom tried decision attracts */
static const double trust = 0.5;     /* the share of the curiosity that the rule of thumb gets */
static const double faith = 0.8;     /* the share of what others do that follows it, */
static const double prejudice = 4;   /* which counts as much as so many times that it was tried */
static const double proof = 1.5;     /* standard errors by which another must be better than it, */
static const double plain = 4;       /* and by which the best must be for nobody to doubt it */

/* One decision in one situation. */
struct edge {
    action a;
    uint32_t visits;
    float sum, squares; /* of the gains of the seat that decides */
};

/* What a seat sees when it has to decide. */
struct node {
    uint64_t key; /* 0: empty */
    uint32_t first;
    uint16_t count; /* of its decisions, */
    uint16_t tried; /* and all after so many were never tried, but for the usual one */
    uint32_t visits;
    uint32_t usual; /* the decision by the rule of thumb, if the game has one */
    double sum;     /* of the gains of all its decisions */
};

struct search {
    const struct game *game;
    struct node *node; /* a hash table */
    size_t nodes, nodes_used;
    struct node *root; /* where the seat stands at first, in all iterations but decoys */
    struct edge *edge;
    size_t edges, edges_used;
    int warming;                /* iterations left in which the root tries everything in turn */
    double gains, sum, squares; /* of those: how much is at stake */
    struct stakes stakes;
    unsigned hand;
    int seat; /* that the search is for */
    enum attitude attitude;
    struct view view;
    action legal[ACTIONS_MAX];
    struct belief *own;    /* what the seat believes, where something is hidden; */
    struct belief *common; /* and what all can, who do not know its cards */
    bool decoy;            /* this iteration is about the latter */
    struct log log;
    struct history past; /* of this iteration, where something is hidden */
    bool deaf;           /* memory for it has run out */
    struct {
        size_t size; /* events that are in the key */
        uint64_t key;
    } heard[PLAYERS_MAX];
};

/* The way one iteration took through remembered situations. */
struct path {
    int size;
    struct {
        struct node *node;
        uint32_t edge;
        uint8_t seat;
    } at[DEPTH_MAX];
};

static uint64_t mix(uint64_t key, uint64_t more)
{
    key = (key ^ more) * UINT64_C(0x9E3779B97F4A7C15);
    return key << 32 | key >> 32;
}

/* Two numbers at a time. */
static uint64_t mix_numbers(uint64_t key, const uint32_t number[], int count)
{
    const uint32_t *last = number + count - count % 2;
#pragma GCC unroll 4
    for (uint64_t both; number < last; number += 2) {
        memcpy(&both, number, sizeof both);
        key = mix(key, both);
    }
    return count % 2 ? mix(key, *last) : key;
}

/* The cards of a zone in their order, eight at a time; there is room beyond the last one. */
static uint64_t mix_row(uint64_t key, const uint8_t card[], int count)
{
    uint64_t word;
    for (; count > 0; card += sizeof word, count -= (int)sizeof word) {
        memcpy(&word, card, sizeof word);
        if (count < (int)sizeof word)
            word &= (UINT64_C(1) << 8 * count) - 1;
        key = mix(key, word);
    }
    return key;
}

/* All that tells one situation from another: what the seat sees and may do, and what it has seen
 * happen since the search began, which may be more than what lies there now. */
static uint64_t view_key(const struct view *v, uint64_t heard)
{
    uint64_t key = mix(heard ^ v->looks, (uint64_t)v->hand << 32 | (uint32_t)v->pot);
    key = mix(key, (uint64_t)v->actions << 48 | (uint64_t)v->to_act << 32 |
                       (uint32_t)v->deck << 12 | (uint32_t)v->discards);
    key = mix_numbers(key, (const uint32_t *)v->score, v->players);
    for (const struct zone *z = v->zone; z < &v->zone[v->zones]; z++) {
        uint64_t where = (uint64_t)z->zone << 60 ^ (uint64_t)(z->owner & 15) << 56;
        key = mix(key, where ^ (uint64_t)z->count << 44 ^ z->faces);
        if (z->ordered && z->known)
            key = mix_row(key, &v->card[z->first], z->count);
    }
    for (int i = 0; i < v->numbers; i++)
        key = mix(key, (uint64_t)v->number[i].owner << 32 | (uint32_t)v->number[i].value);
    key = mix_numbers(key, v->act, v->actions);
    return key ? key : 1;
}

/* Makes an empty place the situation of the view; false if there is no room. */
static bool learn(struct search *s, struct node *n, uint64_t key, struct rng *r)
{
    size_t count = (size_t)manner_stay(s->game, s->view.act, s->view.actions);
    if (s->nodes_used * 4 >= s->nodes * 3 || s->edges_used + count > s->edges)
        return false;
    *n = (struct node){
        .key = key, .first = (uint32_t)s->edges_used, .count = (uint16_t)count, .usual = no_edge};
    action usual = s->game->hint ? s->game->hint(&s->view, r) : 0;
    struct edge *edge = s->edge + s->edges_used;
    memset(edge, 0, count * sizeof *edge);
    for (size_t i = 0; i < count; i++)
        edge[i].a = s->view.act[i];
    for (size_t i = 0; i < count && s->game->hint && n->usual == no_edge; i++)
        if (edge[i].a == usual)
            n->usual = (uint32_t)(s->edges_used + i);
    s->edges_used += count;
    s->nodes_used++;
    return true;
}

/* Where the situation is in the table, or would be. */
static struct node *find(const struct search *s, uint64_t key)
{
    size_t at = (size_t)key & (s->nodes - 1);
    while (s->node[at].key && s->node[at].key != key)
        at = (at + 1) & (s->nodes - 1);
    return &s->node[at];
}

/* How far apart gains usually are. Only the warm-up tells: later on most iterations go where little
 * is at stake, such as a fold. */
static double spread(const struct search *s)
{
    if (s->gains < 2)
        return 1;
    double mean = s->sum / s->gains, variance = s->squares / s->gains - mean * mean;
    return variance > 0 ? sqrt(variance) : 1;
}

static double mean_gain(const struct edge *e)
{
    return (double)e->sum / e->visits;
}

/* What is expected of a decision that was never tried: as much as of the others. */
static double mean_of_all(const struct node *n)
{
    return n->visits ? n->sum / n->visits : 0;
}

/* What is expected of a decision, and the more the seldomer it was tried. */
static double promise(const struct edge *e, double unknown, double attracts)
{
    return (e->visits ? mean_gain(e) : unknown) + attracts / (1.0 + e->visits);
}

/* The decision that promises most: what went well, and what was seldom tried for what the rule of
 * thumb makes of it. Of those that were never tried, all but the usual one promise the same. */
static uint32_t select_edge(const struct search *s, const struct node *n, bool root)
{
    if (root && s->warming)
        return n->first + n->visits % n->count;
    double best = -INFINITY, unknown = mean_of_all(n);
    double scale = curiosity * spread(s) * sqrt((double)n->visits + 1);
    double even = (n->usual == no_edge ? 1 : 1 - trust) / n->count, any = scale * even;
    int differ = n->tried + 2 < n->count ? n->tried + 2 : n->count;
    const struct edge *first = s->edge + n->first, *chosen = first;
    for (const struct edge *e = first; e < first + differ; e++) {
        double score = promise(e, unknown, any);
        if (score > best) {
            best = score;
            chosen = e;
        }
    }
    if (n->usual == no_edge)
        return (uint32_t)(chosen - s->edge);
    const struct edge *usual = s->edge + n->usual;
    double score = promise(usual, unknown, scale * (even + trust));
    bool better = score > best || (score >= best && usual < chosen);
    return (uint32_t)((better ? usual : chosen) - s->edge);
}

/* Others do not know the cards of the seat, and must not learn from its fortunes what they are:
 * they learn in decoys, where those cards are any that they can believe in, and else do what they
 * have learned there. */
static bool learns_here(const struct search *s, int seat)
{
    return !s->common || s->decoy || seat == s->seat;
}

/* What somebody has learned to do: a decision is as likely as it was often tried, and as the rule
 * of thumb has it where little was. */
static uint32_t habit(const struct search *s, const struct node *n, struct rng *r)
{
    enum { GRAIN = 1 << 20 };
    double even = (n->usual == no_edge ? 1 : 1 - faith) / n->count;
    double at = (n->visits + prejudice) * rng_below(r, GRAIN) / GRAIN;
    for (uint32_t i = n->first; i < n->first + n->count; i++) {
        at -= s->edge[i].visits + prejudice * (even + (i == n->usual ? faith : 0));
        if (at < 0)
            return i;
    }
    return n->first + n->count - 1;
}

static bool hand_goes_on(const struct search *s, const struct state *state)
{
    return !game_hand_over(state, s->hand);
}

/* One step, and what happened in it. Where nothing is hidden, all that matters lies on the table.
 */
static void step_heard(struct search *s, struct state *state, struct step step)
{
    bool listens = s->game->hidden && history_reserve(&s->past, LOG_EVENTS);
    s->deaf = s->deaf || (s->game->hidden && !listens);
    s->log.size = 0;
    game_step(s->game, state, step, listens ? &s->log : NULL);
    if (listens)
        history_add(&s->past, &s->log);
}

/* The key of what a seat has seen happen in this iteration. */
static uint64_t heard_key(struct search *s, int seat)
{
    for (; s->heard[seat].size < s->past.size; s->heard[seat].size++)
        s->heard[seat].key =
            infoset_next(s->heard[seat].key, &s->past.event[s->heard[seat].size], seat);
    return s->heard[seat].key;
}

static void try_edge(struct node *n, uint32_t edge)
{
    n->visits++;
    if (edge != n->usual && edge - n->first >= n->tried)
        n->tried = (uint16_t)(edge - n->first + 1);
}

/* Through remembered situations to the first new one. */
static void descend(struct search *s, struct state *state, struct path *p, struct rng *r)
{
    bool fresh = false;
    memset(s->heard, 0, sizeof s->heard);
    s->past.size = 0;
    for (int steps = 0; !fresh && hand_goes_on(s, state) && steps < CUT_OFF; steps++) {
        struct turn t = game_turn(state);
        if (t.kind != TURN_SEATS) {
            step_heard(s, state, game_chance(state, r));
            continue;
        }
        /* where several decide at once, the seat itself comes first: every iteration passes its
         * own situation */
        int seat = p->size ? seats_first(t.seats) : s->seat;
        bool root = p->size == 0 && !s->decoy, learns = learns_here(s, seat);
        struct node *n = root ? s->root : NULL;
        if (!n) {
            game_glance(s->game, state, seat, &s->view);
            uint64_t key = view_key(&s->view, heard_key(s, seat));
            n = find(s, key);
            fresh = n->key == 0;
            if (p->size == DEPTH_MAX || (fresh && !learn(s, n, key, r)))
                return;
        }
        if (root)
            s->root = n;
        uint32_t edge = learns ? select_edge(s, n, root) : habit(s, n, r);
        if (learns)
            try_edge(n, edge);
        p->at[p->size].node = n;
        p->at[p->size].edge = edge;
        p->at[p->size++].seat = (uint8_t)seat;
        step_heard(
            s, state,
            (struct step){.kind = TURN_SEATS, .who = (uint8_t)seat, .what = s->edge[edge].a});
    }
}

/* A decision beyond the remembered situations: mostly the game's rule of thumb, if it has one. */
static action guess(struct search *s, const struct state *state, int seat, struct rng *r)
{
    if (s->game->hint && rng_below(r, 100) >= RASH) {
        game_glance(s->game, state, seat, &s->view);
        return s->game->hint(&s->view, r);
    }
    int count = game_legal(s->game, state, seat, s->legal);
    count = manner_stay(s->game, s->legal, count);
    return random_choose(s->legal, count, r);
}

/* On to the end of the hand. */
static void play_out(struct search *s, struct state *state, struct rng *r)
{
    for (int steps = 0; hand_goes_on(s, state) && steps < CUT_OFF; steps++) {
        struct turn t = game_turn(state);
        if (t.kind != TURN_SEATS) {
            game_step(s->game, state, game_chance(state, r), NULL);
            continue;
        }
        int seat = seats_first(t.seats);
        game_apply(s->game, state, seat, guess(s, state, seat, r), NULL);
    }
}

static void remember(struct search *s, const struct state *state, const struct path *p)
{
    double value[PLAYERS_MAX];
    stakes_value(&s->stakes, state, value);
    for (int i = 0; i < p->size; i++) {
        struct edge *e = &s->edge[p->at[i].edge];
        int seat = p->at[i].seat;
        if (!learns_here(s, seat))
            continue;
        double gain = value_felt(value[seat], seat == s->seat ? s->attitude : EVEN);
        e->visits++;
        e->sum += (float)gain;
        e->squares += (float)(gain * gain);
        p->at[i].node->sum += gain;
        if (i == 0 && s->warming && !s->decoy) {
            s->warming--;
            s->gains++;
            s->sum += gain;
            s->squares += gain * gain;
        }
    }
}

static bool search_begin(struct search *s, const struct knowledge *k,
                         const struct search_limits *limits)
{
    size_t bytes = limits->bytes ? limits->bytes : USUAL_BYTES, nodes = 64;
    size_t enough = limits->iterations ? 2 * (size_t)limits->iterations : SIZE_MAX;
    while (nodes * 2 * BYTES_A_NODE <= bytes && nodes < enough)
        nodes *= 2;
    *s = (struct search){.game = knowledge_game(k), .nodes = nodes};
    s->edges = (bytes - nodes * sizeof *s->node) / sizeof *s->edge;
    s->node = calloc(nodes, sizeof *s->node);
    s->edge = malloc(s->edges * sizeof *s->edge);
    knowledge_view(k, &s->view);
    s->hand = s->view.hand;
    s->seat = knowledge_seat(k);
    s->attitude = limits->attitude;
    int share = limits->iterations / WARM_UP_SHARE;
    s->warming = limits->iterations && share < WARM_UP ? share : WARM_UP;
    if (limits->wide)
        s->warming = limits->iterations / 2;
    s->stakes = stakes_from(limits->prospect, &s->view);
    return s->node && s->edge;
}

/* Whether the others gain by reading the seat: where there are claims, and between two who bluff,
 * each of whom wins what the other loses. Elsewhere iterations are worth more than secrecy. */
static bool can_be_read(const struct search *s)
{
    return s->game->lie || (s->game->kind == BLUFFING && s->view.players == 2);
}

/* False if memory runs out. */
static bool believe(struct search *s, const struct knowledge *k, const struct search_limits *limits,
                    struct rng *r)
{
    if (!s->game->hidden)
        return true;
    int share = limits->iterations / BELIEF_SHARE;
    struct belief_plan plan = {.looks = s->seat, .states = BELIEF_MOST, .stop = limits->stop};
    if (limits->iterations && share < BELIEF_MOST)
        plan.states = share > BELIEF_LEAST ? share : BELIEF_LEAST;
    s->own = belief_new(k, &plan, r);
    plan.looks = NOBODY;
    s->common = can_be_read(s) ? belief_new(k, &plan, r) : NULL;
    return s->own && (s->common || !can_be_read(s));
}

/* The state that an iteration begins with. */
static void imagine(struct search *s, const struct knowledge *k, int iteration, struct state *state,
                    struct rng *r)
{
    s->decoy = s->common && iteration % DECOYS;
    if (s->own)
        belief_draw(s->decoy ? s->common : s->own, state, r);
    else
        knowledge_imagine(k, state, r);
}

static void search_end(struct search *s)
{
    belief_free(s->own);
    belief_free(s->common);
    free(s->node);
    free(s->edge);
    history_free(&s->past);
}

static double variance_of_mean(const struct edge *e)
{
    double mean = mean_gain(e), variance = (double)e->squares / e->visits - mean * mean;
    return variance > 0 ? variance / e->visits : 0;
}

/* Whether one decision went better than the other by more than so many standard errors. A single
 * visit says nothing about luck. */
static bool better_by(const struct edge *one, const struct edge *other, double errors)
{
    if (one->visits < 2 || other->visits < 2)
        return false;
    double error = sqrt(variance_of_mean(one) + variance_of_mean(other));
    return mean_gain(one) - mean_gain(other) > errors * error;
}

static bool clearly_better(const struct edge *one, const struct edge *other)
{
    return better_by(one, other, proof);
}

static uint32_t most_tried(const struct search *s, const struct node *n)
{
    uint32_t best = n->first;
    for (uint32_t i = n->first; i < n->first + n->count; i++) {
        if (s->edge[i].visits > s->edge[best].visits)
            best = i;
    }
    return best;
}

/* Whether one decision at the root is better than every other by so much that more iterations would
 * change nothing. */
static bool is_plain(const struct search *s, uint64_t root)
{
    const struct node *n = find(s, root);
    uint32_t best = most_tried(s, n);
    for (uint32_t i = n->first; i < n->first + n->count; i++) {
        const struct edge *e = &s->edge[i];
        if (i != best && (e->visits < PLAIN_LEAST || !better_by(&s->edge[best], e, plain)))
            return false;
    }
    return true;
}

/* One of the decisions that are as good as the best as far as can be told, by how often they were
 * tried: who always did the same could be read. */
static uint32_t draw_choice(const struct search *s, const struct node *n, uint32_t best,
                            struct rng *r)
{
    const struct edge *top = &s->edge[best];
    int sum = 0;
    uint32_t chosen = best;
    for (uint32_t i = n->first; i < n->first + n->count; i++) {
        const struct edge *e = &s->edge[i];
        if (e->visits * SELDOM < top->visits || clearly_better(top, e))
            continue;
        sum += (int)e->visits;
        if (e->visits && rng_below(r, sum) < (int)e->visits)
            chosen = i;
    }
    return chosen;
}

static void tell_choices(const struct search *s, const struct node *n, struct search_report *report)
{
    report->spread = spread(s);
    report->game = s->game;
    report->usual = n->usual == no_edge ? -1 : (int)(n->usual - n->first);
    for (uint32_t i = n->first; i < n->first + n->count; i++) {
        const struct edge *e = &s->edge[i];
        report->choice[report->choices++] =
            (struct search_choice){.a = e->a,
                                   .visits = (int)e->visits,
                                   .value = e->visits ? mean_gain(e) : 0,
                                   .error = e->visits > 1 ? sqrt(variance_of_mean(e)) : INFINITY};
    }
}

/* The most tried decision at the root; in doubt that of the rule of thumb, which knows more than a
 * few iterations do about what the others mean by what they did. Who can be read draws it. */
static action best_choice(const struct search *s, uint64_t root, struct rng *r,
                          struct search_report *report)
{
    const struct node *n = find(s, root);
    uint32_t best = most_tried(s, n);
    if (report)
        tell_choices(s, n, report);
    if (s->common)
        best = draw_choice(s, n, best, r);
    else if (n->usual != no_edge && !clearly_better(&s->edge[best], &s->edge[n->usual]))
        best = n->usual;
    return s->edge[best].a;
}

/* Whether there are time and reason for another iteration after the first. */
static bool goes_on(const struct search *s, const struct search_limits *l, uint64_t root, int done,
                    double end)
{
    if (l->iterations && done >= l->iterations)
        return false;
    if (l->milliseconds && done % CLOCK_EVERY == 0 && clock_seconds() > end)
        return false;
    if (l->enough && done >= l->enough && done % PLAIN_EVERY == 0 && is_plain(s, root))
        return false;
    return !l->stop || !atomic_load_explicit(l->stop, memory_order_relaxed);
}

action search_choose(const struct knowledge *k, const struct search_limits *limits, struct rng *r,
                     struct search_report *report)
{
    struct search s;
    struct path p;
    struct state *state = malloc(knowledge_game(k)->size);
    bool ready = search_begin(&s, k, limits) && state;
    if (s.view.actions > 1)
        ready = ready && believe(&s, k, limits, r);
    action only = s.view.act[0];
    uint64_t root = view_key(&s.view, 0);
    int done = 0;
    if (report)
        *report = (struct search_report){0};
    if (ready && s.view.actions > 1) {
        double end = clock_seconds() + limits->milliseconds / 1000.0;
        for (; !s.deaf && (done == 0 || goes_on(&s, limits, root, done, end)); done++) {
            imagine(&s, k, done, state, r);
            p.size = 0;
            descend(&s, state, &p, r);
            play_out(&s, state, r);
            remember(&s, state, &p);
        }
        knowledge_view(k, &s.view);
        only = manner_bluff(&s.view, best_choice(&s, root, r, report), r);
    }
    if (report) {
        report->iterations = done;
        report->situations = s.nodes_used;
        report->starved = !ready || s.deaf;
        report->bytes = s.nodes * sizeof *s.node + s.edges * sizeof *s.edge;
    }
    search_end(&s);
    free(state);
    return only;
}
