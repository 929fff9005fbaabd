#include "lab/training.h"

#include "bots/kind.h"
#include "bots/net.h"
#include "bots/random.h"
#include "lab/policy.h"
#include "lab/pool.h"
#include "lab/reward.h"

#include <stdlib.h>
#include <string.h>

/* A place, followed by the state of its game. */
struct place {
    struct rng rng;
    int64_t game;
    int32_t steps;
    int32_t seat; /* who decides outside, */
    uint8_t done; /* unless the game has ended */
    int8_t player[PLAYERS_MAX];
    int32_t score[PLAYERS_MAX]; /* when it was told last */
    struct recall recall;
};

enum way { WAY_RANDOM, WAY_HINT, WAY_NET, WAY_BOT };

/* Who plays inside. A bot there is for each thread. */
struct inside {
    enum way way;
    struct net *net;
    int temperature;
    struct bot *bot[BATCH_THREADS];
};

struct training {
    struct training_plan plan;
    struct inputs inputs;
    struct pool *pool;
    struct state *first;  /* of every game, */
    struct recall *past;  /* and what has happened before that */
    unsigned char *place; /* `stride` bytes each */
    size_t stride;
    uint8_t *mask;
    int8_t *seated; /* who plays where from the next game on */
    struct inside inside[TRAINING_PLAYERS];
    int players; /* of them */

    /* What is being done. */
    const int32_t *id;
    struct training_out out;
};

static struct place *place_of(const struct training *t, int i)
{
    return (struct place *)(void *)(t->place + (size_t)i * t->stride);
}

static struct state *state_of(struct place *p)
{
    return (struct state *)(void *)(p + 1);
}

/* --- Players ---------------------------------------------------------------------------------- */

static void clear_inside(const struct training *t, struct inside *in)
{
    net_free(in->net);
    for (int part = 0; part < t->plan.threads; part++)
        bot_free(in->bot[part]);
    *in = (struct inside){0};
}

static struct bot *make_bot(const char *name, struct error *e)
{
    return strncmp(name, "policy:", 7) == 0
               ? policy_bot(name, e)
               : bot_among(name, error_words(e, ", or policy:RULES"), e);
}

static bool make_bots(const struct training *t, struct inside *in, const char *name,
                      struct error *e)
{
    bool fine = true;
    for (int part = 0; fine && part < t->plan.threads; part++)
        fine = (in->bot[part] = make_bot(name, e)) != NULL;
    if (!fine)
        clear_inside(t, in);
    return fine;
}

static action choose_random(const struct game *game, const struct state *s, int seat, struct rng *r)
{
    action legal[ACTIONS_MAX];
    return random_choose(legal, game_legal(game, s, seat, legal), r);
}

/* Any decision if memory runs out. */
static action ask_bot(struct bot *b, const struct game *game, const struct state *s, int seat,
                      struct rng *r)
{
    struct knowledge *k = knowledge_new(game, s, seat);
    action a = k ? bot_choose(b, k, r) : choose_random(game, s, seat, r);
    knowledge_free(k);
    return a;
}

static action choose_inside(const struct training *t, struct place *p, int part, int seat)
{
    const struct game *game = t->plan.setup.game;
    const struct inside *in = &t->inside[p->player[seat] - 1];
    struct view v;
    switch (in->way) {
    case WAY_RANDOM:
        return choose_random(game, state_of(p), seat, &p->rng);
    case WAY_BOT:
        return ask_bot(in->bot[part], game, state_of(p), seat, &p->rng);
    case WAY_HINT:
    case WAY_NET:
        break;
    }
    game_glance(game, state_of(p), seat, &v);
    if (v.actions == 1)
        return v.act[0];
    return in->way == WAY_HINT ? bot_hint(&v, &p->rng)
                               : net_choose(in->net, &v, &p->recall, in->temperature, &p->rng);
}

/* --- One game --------------------------------------------------------------------------------- */

static void start_game(const struct training *t, struct place *p, int i, int64_t game)
{
    int players = t->plan.setup.players;
    int shift = t->plan.rotate ? (int)(game / t->plan.games % players) : 0;
    memcpy(state_of(p), t->first, t->plan.setup.game->size);
    p->recall = *t->past;
    p->game = game;
    p->rng = rng_seeded(t->plan.seed, (uint64_t)game);
    p->steps = 0;
    for (int seat = 0; seat < players; seat++)
        p->player[(seat + shift) % players] = t->seated[i * players + seat];
    memset(p->score, 0, sizeof p->score);
}

/* Carries out a step and keeps what it brought in mind. */
static void take_step(const struct training *t, struct place *p, struct step step)
{
    struct log log;
    log.size = 0;
    game_step(t->plan.setup.game, state_of(p), step, &log);
    recall_add(&p->recall, log.event, (size_t)log.size);
    p->steps++;
}

static void decide(const struct training *t, struct place *p, int seat, action a)
{
    take_step(t, p, (struct step){.kind = TURN_SEATS, .who = (uint8_t)seat, .what = a});
}

/* On to the next decision outside, or the end. */
static void play_on(const struct training *t, struct place *p, int part)
{
    const struct state *s = state_of(p);
    p->done = BATCH_GOES_ON;
    for (struct turn turn; (turn = game_turn(s)).kind != TURN_OVER;) {
        if (p->steps >= STEPS_MAX) {
            p->done = BATCH_CUT_OFF;
            return;
        }
        if (turn.kind != TURN_SEATS) {
            take_step(t, p, game_chance(s, &p->rng));
            continue;
        }
        int seat = seats_pick(turn.seats, &p->rng);
        if (!p->player[seat]) {
            p->seat = seat;
            return;
        }
        decide(t, p, seat, choose_inside(t, p, part, seat));
    }
    p->done = BATCH_OVER;
}

/* --- What is told ----------------------------------------------------------------------------- */

static void tell_reward(const struct training *t, struct place *p, int i)
{
    int players = t->plan.setup.players;
    if (t->out.reward)
        batch_reward(t->plan.setup.game, t->plan.reward, (enum batch_done)p->done, state_of(p),
                     p->score, &t->out.reward[(size_t)i * (size_t)players]);
    if (t->out.done)
        t->out.done[i] = p->done;
    if (t->out.player)
        memcpy(&t->out.player[(size_t)i * (size_t)players], p->player, (size_t)players);
}

/* That nothing has happened yet. */
static void tell_begun(const struct training *t, const struct place *p, int i)
{
    size_t players = (size_t)t->plan.setup.players, first = (size_t)i * players;
    if (t->out.reward)
        memset(&t->out.reward[first], 0, players * sizeof t->out.reward[0]);
    if (t->out.done)
        t->out.done[i] = BATCH_GOES_ON;
    if (t->out.player)
        memcpy(&t->out.player[first], p->player, players);
}

/* What there is to decide, and what the seat knows. */
static void offer(const struct training *t, struct place *p, int i)
{
    const struct inputs *in = &t->inputs;
    uint8_t *mask = &t->mask[(size_t)i * (size_t)in->actions];
    bool ended = p->done != BATCH_GOES_ON;
    memset(mask, 0, (size_t)in->actions);
    if (t->out.seat)
        t->out.seat[i] = ended ? -1 : p->seat;
    int16_t *row = t->out.input ? &t->out.input[(size_t)i * (size_t)in->size] : NULL;
    if (ended && row)
        memset(row, 0, (size_t)in->size * sizeof *row);
    if (!ended) {
        struct view v;
        game_glance(in->game, state_of(p), p->seat, &v);
        for (int k = 0, id; k < v.actions; k++)
            if ((id = inputs_id(in, &v, v.act[k])) >= 0)
                mask[id] = 1;
        if (row)
            inputs_fill(in, &v, &p->recall, row);
    }
    if (t->out.mask)
        memcpy(&t->out.mask[(size_t)i * (size_t)in->actions], mask, (size_t)in->actions);
}

static void begin_some(void *context, int part, int from, int to)
{
    struct training *t = context;
    for (int i = from; i < to; i++) {
        struct place *p = place_of(t, i);
        start_game(t, p, i, i);
        tell_begun(t, p, i);
        play_on(t, p, part);
        offer(t, p, i);
    }
}

/* The decision of an id, as the seat at that place calls it. */
static action decision_of(const struct training *t, struct place *p, int32_t id)
{
    struct view v; /* of which no more is needed for that */
    v.players = (uint8_t)t->plan.setup.players;
    v.looks = (uint8_t)p->seat;
    memcpy(v.option, t->plan.setup.option, sizeof v.option);
    return inputs_action(&t->inputs, &v, id);
}

static void step_some(void *context, int part, int from, int to)
{
    struct training *t = context;
    for (int i = from; i < to; i++) {
        struct place *p = place_of(t, i);
        if (p->done == BATCH_GOES_ON) {
            decide(t, p, p->seat, decision_of(t, p, t->id[i]));
            play_on(t, p, part);
        }
        tell_reward(t, p, i);
        if (p->done != BATCH_GOES_ON) {
            start_game(t, p, i, p->game + t->plan.games);
            play_on(t, p, part);
        }
        offer(t, p, i);
    }
}

/* --- All of it -------------------------------------------------------------------------------- */

static bool get_room(struct training *t)
{
    enum { LINE = 64 };
    size_t games = (size_t)t->plan.games, size = t->plan.setup.game->size;
    t->stride = (sizeof(struct place) + size + LINE - 1) / LINE * LINE;
    t->place = aligned_alloc(LINE, games * t->stride);
    t->mask = malloc(games * (size_t)t->inputs.actions);
    t->seated = calloc(games, (size_t)t->plan.setup.players);
    t->first = malloc(size);
    t->past = calloc(1, sizeof *t->past);
    return t->place && t->mask && t->seated && t->first && t->past;
}

struct training *training_new(const struct training_plan *p, struct error *e)
{
    struct training *t = calloc(1, sizeof *t);
    if (t) {
        t->plan = *p;
        inputs_make(&t->inputs, p->setup.game, p->events);
    }
    if (!t || !get_room(t)) {
        error_no_memory(e);
        training_free(t);
        return NULL;
    }
    struct log log;
    log.size = 0;
    game_start(&p->setup, t->first, &log);
    recall_add(t->past, log.event, (size_t)log.size);
    t->pool = pool_new(p->threads, e);
    if (t->pool)
        return t;
    training_free(t);
    return NULL;
}

void training_free(struct training *t)
{
    if (!t)
        return;
    pool_free(t->pool);
    for (int i = 0; i < t->players; i++)
        clear_inside(t, &t->inside[i]);
    free(t->place);
    free(t->mask);
    free(t->seated);
    free(t->first);
    free(t->past);
    free(t);
}

const struct inputs *training_inputs(const struct training *t)
{
    return &t->inputs;
}

/* Where the next player goes; NULL with a message if there are too many. */
static struct inside *next_inside(struct training *t, struct error *e)
{
    if (t->players < TRAINING_PLAYERS)
        return &t->inside[t->players];
    error_set(e, "too many players inside; expected at most %d", TRAINING_PLAYERS);
    return NULL;
}

int training_add(struct training *t, const char *bot, struct error *e)
{
    struct inside *in = next_inside(t, e);
    if (!in)
        return 0;
    bool random = strcmp(bot, "random") == 0;
    in->way = random ? WAY_RANDOM : strcmp(bot, "hint") == 0 ? WAY_HINT : WAY_BOT;
    if (in->way == WAY_BOT && !make_bots(t, in, bot, e))
        return 0;
    return ++t->players;
}

int training_add_net(struct training *t, const void *file, size_t size, int temperature,
                     struct error *e)
{
    struct inside *in = next_inside(t, e);
    struct net *net = in ? net_read(file, size, e) : NULL;
    if (!net)
        return 0;
    const struct game *game = net_inputs(net)->game;
    if (game != t->plan.setup.game) {
        error_set(e, "the network plays %s; expected one for %s", game->name,
                  t->plan.setup.game->name);
        net_free(net);
        return 0;
    }
    *in = (struct inside){.way = WAY_NET, .net = net, .temperature = temperature};
    return ++t->players;
}

void training_seat(struct training *t, const int8_t player[])
{
    memcpy(t->seated, player, (size_t)t->plan.games * (size_t)t->plan.setup.players);
}

void training_begin(struct training *t, const struct training_out *out)
{
    t->out = *out;
    pool_do(t->pool, begin_some, t, t->plan.games);
}

static bool is_legal(const struct training *t, int i, int32_t id)
{
    int actions = t->inputs.actions;
    return place_of(t, i)->done != BATCH_GOES_ON ||
           (id >= 0 && id < actions && t->mask[(size_t)i * (size_t)actions + (size_t)id]);
}

int training_step(struct training *t, const int32_t id[], const struct training_out *out)
{
    for (int i = 0; i < t->plan.games; i++)
        if (!is_legal(t, i, id[i]))
            return i;
    t->id = id;
    t->out = *out;
    pool_do(t->pool, step_some, t, t->plan.games);
    return -1;
}
