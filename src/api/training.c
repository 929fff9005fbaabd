/* What a seat knows as numbers, and many games for who trains a player. */
#include "api/inside.h"

#include "bots/net.h"
#include "lab/training.h"

#include <stdlib.h>

/* --- Inputs ----------------------------------------------------------------------------------- */

struct pairs_inputs {
    struct inputs inputs;
};

_Static_assert((int)PAIRS_INPUT_EVENTS == (int)INPUT_EVENTS &&
                   (int)PAIRS_INPUT_EVENTS_MAX == (int)INPUT_EVENTS_MAX &&
                   (int)PAIRS_REWARD_SHARE == (int)REWARD_SHARE,
               "these are the same numbers");

static bool check_events(int *events, struct error *e)
{
    if (*events == -1)
        *events = INPUT_EVENTS;
    return (*events >= 0 && *events <= INPUT_EVENTS_MAX) ||
           error_set(e, "inputs cannot have %d events; expected 0 to %d", *events,
                     INPUT_EVENTS_MAX);
}

struct pairs_inputs *pairs_inputs_new(const struct pairs_setup *u, int events,
                                      struct pairs_error *e)
{
    struct error why = api_error(e);
    if (!check_events(&events, &why)) {
        api_fail(e, &why);
        return NULL;
    }
    struct pairs_inputs *in = malloc(sizeof *in);
    if (in)
        inputs_make(&in->inputs, u->asked.game, events);
    else
        api_no_memory(e);
    return in;
}

void pairs_inputs_free(struct pairs_inputs *in)
{
    free(in);
}

int pairs_inputs_size(const struct pairs_inputs *in)
{
    return in->inputs.size;
}

int pairs_inputs_view(const struct pairs_inputs *in)
{
    return in->inputs.view;
}

int pairs_inputs_events(const struct pairs_inputs *in)
{
    return in->inputs.events;
}

int pairs_inputs_each(const struct pairs_inputs *in)
{
    (void)in;
    return INPUT_FIELDS;
}

int pairs_inputs_actions(const struct pairs_inputs *in)
{
    return in->inputs.actions;
}

int pairs_inputs_values(const struct pairs_inputs *in, int i)
{
    const struct inputs *l = &in->inputs;
    if (i < 0 || i >= l->size)
        return 0;
    return i < l->view ? l->values[i] : l->event_values[(i - l->view) % INPUT_FIELDS];
}

uint64_t pairs_inputs_hash(const struct pairs_inputs *in)
{
    return in->inputs.hash;
}

/* What a seat of the same game sees; false if it is of another one. */
static bool look(const struct pairs_inputs *in, const struct pairs_knowledge *k, struct view *v)
{
    bool same = knowledge_game(k->knowledge) == in->inputs.game;
    if (same)
        knowledge_view(k->knowledge, v);
    return same;
}

bool pairs_inputs_fill(const struct pairs_inputs *in, const struct pairs_knowledge *k,
                       int16_t out[])
{
    struct view v;
    if (!look(in, k, &v))
        return false;
    inputs_know(&in->inputs, k->knowledge, &v, out);
    return true;
}

int pairs_inputs_id(const struct pairs_inputs *in, const struct pairs_knowledge *k, pairs_action a)
{
    struct view v;
    return look(in, k, &v) && api_action(&k->setup, a) ? inputs_id(&in->inputs, &v, a) : -1;
}

bool pairs_inputs_action(const struct pairs_inputs *in, const struct pairs_knowledge *k, int id,
                         pairs_action *out)
{
    struct view v;
    if (id < 0 || id >= in->inputs.actions || !look(in, k, &v))
        return false;
    action a = inputs_action(&in->inputs, &v, id);
    for (int i = 0; i < v.actions; i++)
        if (v.act[i] == a && inputs_id(&in->inputs, &v, a) == id) {
            *out = a;
            return true;
        }
    return false;
}

/* --- Net -------------------------------------------------------------------------------------- */

struct pairs_net {
    struct net *net;
    struct pairs_inputs inputs;
};

_Static_assert((int)PAIRS_NET_STEP == (int)NET_STEP && (int)PAIRS_NET_WARM == (int)NET_WARM,
               "these are the same numbers");

struct pairs_net *pairs_net_new(const void *file, size_t size, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct pairs_net *n = malloc(sizeof *n);
    struct net *net = NULL;
    if (!n)
        error_no_memory(&why);
    else
        net = net_read(file, size, &why);
    if (!net) {
        api_fail(e, &why);
        free(n);
        return NULL;
    }
    n->net = net;
    n->inputs.inputs = *net_inputs(net);
    return n;
}

void pairs_net_free(struct pairs_net *n)
{
    if (!n)
        return;
    net_free(n->net);
    free(n);
}

const char *pairs_net_game(const struct pairs_net *n)
{
    return n->inputs.inputs.game->name;
}

const struct pairs_inputs *pairs_net_inputs(const struct pairs_net *n)
{
    return &n->inputs;
}

int32_t pairs_net_think(const struct pairs_net *n, const int16_t row[], int32_t preference[])
{
    return net_think(n->net, row, preference);
}

/* --- Training --------------------------------------------------------------------------------- */

struct pairs_training {
    struct training *training;
    struct pairs_inputs inputs;
    int seats, players; /* at all places together; who play inside */
};

static bool check_plan(const struct pairs_training_plan *p, int *events, struct error *e)
{
    *events = p->events;
    if (!api_batch(p->games, p->threads, e))
        return false;
    if (p->reward < PAIRS_REWARD_END || p->reward > PAIRS_REWARD_SHARE)
        return error_set(e, "there is no reward %d; expected %d to %d", p->reward, PAIRS_REWARD_END,
                         PAIRS_REWARD_SHARE);
    return check_events(events, e);
}

struct pairs_training *pairs_training_new(const struct pairs_setup *u,
                                          const struct pairs_training_plan *p,
                                          struct pairs_error *e)
{
    struct error why = api_error(e);
    int events;
    if (!pairs_setup_check(u, e))
        return NULL;
    struct pairs_training *t = calloc(1, sizeof *t);
    if (!t)
        error_no_memory(&why);
    else if (check_plan(p, &events, &why))
        t->training = training_new(&(struct training_plan){.setup = u->finished,
                                                           .games = p->games,
                                                           .seed = p->seed,
                                                           .reward = (enum batch_reward)p->reward,
                                                           .threads = p->threads ? p->threads : 1,
                                                           .events = events,
                                                           .rotate = p->rotate},
                                   &why);
    if (!t || !t->training) {
        api_fail(e, &why);
        free(t);
        return NULL;
    }
    t->inputs.inputs = *training_inputs(t->training);
    t->seats = p->games * u->finished.players;
    return t;
}

void pairs_training_free(struct pairs_training *t)
{
    if (!t)
        return;
    training_free(t->training);
    free(t);
}

const struct pairs_inputs *pairs_training_inputs(const struct pairs_training *t)
{
    return &t->inputs;
}

/* The number of a player, if there is one. */
static int added(struct pairs_training *t, int number, const struct error *why,
                 struct pairs_error *e)
{
    if (number)
        t->players = number;
    else
        api_fail(e, why);
    return number;
}

int pairs_training_add(struct pairs_training *t, const char *bot, struct pairs_error *e)
{
    struct error why = api_error(e);
    int number = training_add(t->training, bot, &why);
    return added(t, number, &why, e);
}

int pairs_training_add_net(struct pairs_training *t, const void *file, size_t size, int temperature,
                           struct pairs_error *e)
{
    struct error why = api_error(e);
    int number = training_add_net(t->training, file, size, temperature, &why);
    return added(t, number, &why, e);
}

bool pairs_training_seat(struct pairs_training *t, const int8_t player[])
{
    for (int i = 0; i < t->seats; i++)
        if (player[i] < 0 || player[i] > t->players)
            return false;
    training_seat(t->training, player);
    return true;
}

static struct training_out out_of(const struct pairs_training_out *out)
{
    return (struct training_out){.seat = out->seat,
                                 .input = out->input,
                                 .mask = out->mask,
                                 .reward = out->reward,
                                 .done = out->done,
                                 .player = out->player};
}

void pairs_training_begin(struct pairs_training *t, const struct pairs_training_out *out)
{
    struct training_out to = out_of(out);
    training_begin(t->training, &to);
}

int pairs_training_step(struct pairs_training *t, const int32_t id[],
                        const struct pairs_training_out *out)
{
    struct training_out to = out_of(out);
    return training_step(t->training, id, &to);
}
