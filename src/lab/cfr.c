#include "lab/cfr.h"

#include "bots/kind.h"
#include "bots/value.h"
#include "engine/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEATS = 2,
    DEPTH_MAX = 400, /* decisions of a hand; one that takes more is not learned from */
    STEPS_A_HAND = 4000,
    PATH_CHOICES = 1 << 14, /* of all situations of a hand together */
    FIRST_ROOM = 1 << 12,
    FEW = 4, /* decisions that are soon learned */
};

static const double curiosity = 0.3; /* how often the seat that learns tries just anything */
static const int led_in_100 = 70;    /* how often a seat leaves many decisions to the rule */
static const float slowest = 0.02F;  /* how fast a baseline follows at least */

/* What is known of one choice. */
struct row {
    uint64_t key;
    double regret, learned; /* of not taking it, and the weight of all times it could be learned */
    double taken, played; /* chances of taking it, and the weight of all times it could be taken */
    float guess;          /* what it usually brings the seat */
    uint32_t visits;
    bool many; /* one of many decisions, which the strategy leaves to the rule of thumb */
};

/* A situation on the way through a hand. */
struct stop_on_way {
    int seat, first, choices, taken;
    double likely; /* that it was taken, in this hand */
};

struct cfr {
    struct setup setup;
    enum grain grain;
    struct rng rng;
    long hands;
    struct row *row;
    size_t rows, room;
    uint32_t *place; /* a hash table of rows, each counted from 1; twice as large as their room */
    struct state *start, *state;
    struct history begun, past;
    struct log log;
    struct view view;
    struct situation at;
    int32_t before[PLAYERS_MAX];
    bool rule; /* there are situations that are left to the rule of thumb, */

    bool led[SEATS];    /* by these seats in this hand */
    int stops, choices; /* of this hand */
    struct stop_on_way way[DEPTH_MAX];
    uint32_t path[PATH_CHOICES]; /* rows */
    double chance[PATH_CHOICES]; /* now */
};

/* --- Rows ------------------------------------------------------------------------------------- */

static size_t find_place(const struct cfr *c, uint64_t key)
{
    size_t mask = 2 * c->room - 1, at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & mask;
    while (c->place[at] && c->row[c->place[at] - 1].key != key)
        at = (at + 1) & mask;
    return at;
}

static bool grow(struct cfr *c)
{
    size_t room = c->room ? 2 * c->room : FIRST_ROOM;
    struct row *row = realloc(c->row, room * sizeof *row);
    if (row)
        c->row = row;
    uint32_t *place = row ? calloc(2 * room, sizeof *place) : NULL;
    if (!place)
        return false;
    free(c->place);
    c->place = place;
    c->room = room;
    for (size_t i = 0; i < c->rows; i++)
        c->place[find_place(c, c->row[i].key)] = (uint32_t)(i + 1);
    return true;
}

/* The row of a choice; UINT32_MAX if memory runs out. */
static uint32_t row_of(struct cfr *c, uint64_t key)
{
    if (c->rows == c->room && !grow(c))
        return UINT32_MAX;
    size_t at = find_place(c, key);
    if (!c->place[at]) {
        c->row[c->rows++] = (struct row){.key = key};
        c->place[at] = (uint32_t)c->rows;
    }
    return c->place[at] - 1;
}

/* --- A hand ----------------------------------------------------------------------------------- */

static void make_even(double chance[], int count, double sum)
{
    for (int i = 0; i < count; i++)
        chance[i] = sum > 0 ? chance[i] / sum : 1.0 / count;
}

/* By their regrets, as far as there are any. A row that is met in more situations than another says
 * no more for that: its mean counts. */
static void chances_now(const struct cfr *c, const uint32_t row[], double chance[], int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const struct row *r = &c->row[row[i]];
        sum += chance[i] = r->regret > 0 ? r->regret / r->learned : 0;
    }
    make_even(chance, count, sum);
}

static double mean_chance(const struct row *r)
{
    return r->played > 0 ? r->taken / r->played : 0;
}

static void chances_mean(const struct cfr *c, const uint32_t row[], double chance[], int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += chance[i] = mean_chance(&c->row[row[i]]);
    make_even(chance, count, sum);
}

/* How the seat that learns plays: as it does now, as it did so far, or just anything. That the
 * first is only a part keeps it to ways that change slowly, so hands need not be weighed by how
 * likely this seat came there. */
static void chances_trying(const struct cfr *c, const uint32_t row[], const double now[],
                           double chance[], int count)
{
    chances_mean(c, row, chance, count);
    for (int i = 0; i < count; i++)
        chance[i] = curiosity / count + (1 - curiosity) * (chance[i] + now[i]) / 2;
}

static bool step(struct cfr *c, struct step next)
{
    c->log.size = 0;
    if (!history_reserve(&c->past, LOG_EVENTS))
        return false;
    game_step(c->setup.game, c->state, next, &c->log);
    history_add(&c->past, &c->log);
    return true;
}

enum outcome { PLAYED, TOO_LONG, STARVED };

/* A decision of a seat. */
static enum outcome decide(struct cfr *c, int seat, int learner)
{
    game_view(c->setup.game, c->state, seat, &c->view);
    action a = c->view.act[0];
    bool many = c->rule && c->view.actions > FEW;
    if (many && c->led[seat]) {
        a = bot_hint(&c->view, &c->rng);
    } else if (c->view.actions > 1) {
        double trying[ACTIONS_MAX];
        situation_of(&c->view, c->past.event, c->past.size, c->grain, &c->at);
        int count = c->at.choices, first = c->choices;
        if (c->stops == DEPTH_MAX || first + count > PATH_CHOICES)
            return TOO_LONG;
        for (int i = 0; i < count; i++)
            if ((c->path[first + i] = row_of(c, c->at.key[i])) == UINT32_MAX)
                return STARVED;
        for (int i = 0; i < count; i++)
            c->row[c->path[first + i]].many = many;
        double *now = &c->chance[first];
        chances_now(c, &c->path[first], now, count);
        if (seat == learner)
            chances_trying(c, &c->path[first], now, trying, count);
        const double *likely = seat == learner ? trying : now;
        int taken = situation_draw(&c->at, likely, &c->rng);
        c->way[c->stops++] = (struct stop_on_way){seat, first, count, taken, likely[taken]};
        c->choices += count;
        a = situation_pick(&c->at, &c->view, taken, &c->rng);
    }
    struct step next = {.kind = TURN_SEATS, .who = (uint8_t)seat, .what = a};
    return step(c, next) ? PLAYED : STARVED;
}

static enum outcome play(struct cfr *c, int learner)
{
    unsigned hand = game_look(c->start)->hand;
    enum outcome outcome = PLAYED;
    memcpy(c->state, c->start, c->setup.game->size);
    c->past.size = 0;
    c->stops = c->choices = 0;
    if (!history_reserve(&c->past, (int)c->begun.size))
        return STARVED;
    memcpy(c->past.event, c->begun.event, c->begun.size * sizeof *c->begun.event);
    c->past.size = c->begun.size;
    for (int steps = 0; outcome == PLAYED && !game_hand_over(c->state, hand); steps++) {
        struct turn t = game_turn(c->state);
        if (steps == STEPS_A_HAND)
            return TOO_LONG;
        if (t.kind == TURN_SEATS)
            outcome = decide(c, seats_first(t.seats), learner);
        else if (!step(c, game_chance(c->state, &c->rng)))
            outcome = STARVED;
    }
    return outcome;
}

/* What a situation on the way was worth to its seat, by what came of the choice that was taken:
 * the rows learn it. */
static double learn(struct cfr *c, const struct stop_on_way *w, double came, bool learns)
{
    const uint32_t *row = &c->path[w->first];
    const double *now = &c->chance[w->first];
    struct row *taken = &c->row[row[w->taken]];
    double better = (came - (double)taken->guess) / w->likely;
    double mean = now[w->taken] * better, weight = (double)c->hands;
    for (int i = 0; i < w->choices; i++)
        mean += now[i] * (double)c->row[row[i]].guess;
    for (int i = 0; i < w->choices; i++) {
        struct row *r = &c->row[row[i]];
        *(learns ? &r->learned : &r->played) += weight;
        if (learns)
            r->regret += weight * ((double)r->guess + (i == w->taken ? better : 0) - mean);
        else
            r->taken += weight * now[i];
    }
    float pace = 1.0F / (float)++taken->visits;
    taken->guess += (pace > slowest ? pace : slowest) * ((float)came - taken->guess);
    return mean;
}

static bool one_hand(struct cfr *c)
{
    double value[PLAYERS_MAX];
    int learner = (int)(c->hands++ % SEATS);
    for (int seat = 0; seat < SEATS && c->rule; seat++)
        c->led[seat] = rng_below(&c->rng, 100) < led_in_100;
    enum outcome outcome = play(c, learner);
    if (outcome == PLAYED) {
        value_of(c->setup.game, c->state, c->before, value);
        double came = value[learner];
        for (int i = c->stops - 1; i >= 0; i--) {
            bool learns = c->way[i].seat == learner;
            double worth = learn(c, &c->way[i], learns ? came : -came, learns);
            came = learns ? worth : -worth;
        }
    }
    return outcome != STARVED;
}

/* --- How large a hand is ---------------------------------------------------------------------- */

/* As many as there would be if every way branched like this one. */
static double ways_like(const struct setup *u, struct state *state, struct rng *r)
{
    double ways = 1;
    game_start(u, state, NULL);
    for (int steps = 0; !game_hand_over(state, 1) && steps < STEPS_A_HAND; steps++) {
        struct turn t = game_turn(state);
        if (t.kind == TURN_SEATS) {
            action act[ACTIONS_MAX];
            int seat = seats_first(t.seats), count = game_legal(u->game, state, seat, act);
            ways *= count;
            game_apply(u->game, state, seat, act[rng_below(r, count)], NULL);
        } else {
            struct chance all[CHANCES_MAX];
            int count = game_chances(state, all);
            ways *= count;
            game_step(u->game, state, all[rng_below(r, count)].step, NULL);
        }
    }
    return ways;
}

double cfr_ways(const struct setup *u)
{
    enum { TRIALS = 100 };
    struct rng r = rng_seeded(1, 0);
    struct state *state = calloc(1, u->game->size);
    double sum = 0;
    for (int i = 0; state && i < TRIALS; i++)
        sum += ways_like(u, state, &r);
    free(state);
    return sum / TRIALS;
}

/* --- The whole -------------------------------------------------------------------------------- */

struct cfr *cfr_new(const struct setup *u, enum grain grain, uint64_t seed, struct error *e)
{
    assert(u->players == SEATS && u->game->kind != COOPERATIVE);
    struct cfr *c = calloc(1, sizeof *c);
    bool fine = c && (c->start = calloc(1, u->game->size)) && (c->state = malloc(u->game->size)) &&
                grow(c) && history_reserve(&c->begun, LOG_EVENTS);
    if (!fine) {
        cfr_free(c);
        error_no_memory(e);
        return NULL;
    }
    c->setup = *u;
    c->grain = grain;
    c->rule = grain == GRAIN_COARSE && u->game->hint;
    c->rng = rng_seeded(seed, 0);
    game_start(u, c->start, &c->log);
    history_add(&c->begun, &c->log);
    memcpy(c->before, game_look(c->start)->score, sizeof c->before);
    return c;
}

void cfr_free(struct cfr *c)
{
    if (!c)
        return;
    free(c->start);
    free(c->state);
    free(c->row);
    free(c->place);
    history_free(&c->begun);
    history_free(&c->past);
    free(c);
}

bool cfr_train(struct cfr *c, long hands, const atomic_bool *stop)
{
    for (long i = 0; i < hands; i++) {
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            return true;
        if (!one_hand(c))
            return false;
    }
    return true;
}

long cfr_hands(const struct cfr *c)
{
    return c->hands;
}

size_t cfr_size(const struct cfr *c)
{
    return c->rows;
}

/* A choice on its way into a strategy. */
struct choice {
    uint64_t key;
    uint16_t chance;
};

static int by_key(const void *a, const void *b)
{
    const struct choice *one = a, *other = b;
    return (one->key > other->key) - (one->key < other->key);
}

/* Whether a row comes up often enough, and is taken. */
static bool is_kept(const struct cfr *c, const struct row *r, double share)
{
    const double seldom = 0.005;
    double all = (double)c->hands * (double)(c->hands + 1) / 2; /* the weight of all hands */
    double least = share > 0 ? seldom : 0.5 / STRATEGY_UNIT;
    return !r->many && r->played >= share * all && mean_chance(r) >= least;
}

static struct strategy *strategy_room(size_t size)
{
    struct strategy *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->key = malloc((size + 1) * sizeof *s->key);
    s->chance = malloc((size + 1) * sizeof *s->chance);
    if (s->key && s->chance)
        return s;
    strategy_free(s);
    return NULL;
}

struct strategy *cfr_strategy(const struct cfr *c, double share)
{
    size_t kept = 0;
    struct choice *choice = malloc((c->rows + 1) * sizeof *choice);
    for (size_t i = 0; choice && i < c->rows; i++)
        if (is_kept(c, &c->row[i], share))
            choice[kept++] = (struct choice){
                c->row[i].key, (uint16_t)(mean_chance(&c->row[i]) * STRATEGY_UNIT + 0.5)};
    struct strategy *s = choice ? strategy_room(kept) : NULL;
    if (s) {
        s->setup = c->setup;
        s->grain = c->grain;
        s->iterations = c->hands;
        qsort(choice, kept, sizeof *choice, by_key);
        for (size_t i = 0; i < kept; i++) {
            uint32_t key = strategy_key(choice[i].key);
            if (s->size && s->key[s->size - 1] == key)
                continue; /* two in 2^32: the first stays */
            s->key[s->size] = key;
            s->chance[s->size++] = choice[i].chance;
        }
    }
    free(choice);
    return s;
}
