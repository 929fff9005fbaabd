/* Who thinks about a position: what a seat knows, bots, odds, hints. */
#include "api/inside.h"

#include "engine/knowledge.h"
#include "lab/hint.h"
#include "wire/bot.h"

#include <math.h>
#include <stdlib.h>

/* --- What a seat knows ------------------------------------------------------------------------ */

static struct pairs_knowledge *known(struct knowledge *k, const struct pairs_setup *u)
{
    struct pairs_knowledge *around = k ? malloc(sizeof *around) : NULL;
    if (around)
        *around = (struct pairs_knowledge){.knowledge = k, .setup = *u};
    else
        knowledge_free(k);
    return around;
}

struct pairs_knowledge *pairs_knowledge_of(const struct pairs_table *t, int seat)
{
    bool there = api_seat(&t->game.setup, seat);
    return there ? known(knowledge_of(t->table, seat), &t->game.setup) : NULL;
}

struct pairs_knowledge *pairs_knowledge_now(const struct pairs_game *g, int seat)
{
    const struct game *game = g->setup.finished.game;
    bool there = api_seat(&g->setup, seat);
    return there ? known(knowledge_new(game, g->state, seat), &g->setup) : NULL;
}

void pairs_knowledge_free(struct pairs_knowledge *k)
{
    if (!k)
        return;
    knowledge_free(k->knowledge);
    free(k);
}

int pairs_knowledge_seat(const struct pairs_knowledge *k)
{
    return knowledge_seat(k->knowledge);
}

void pairs_knowledge_view(const struct pairs_knowledge *k, struct pairs_view *v)
{
    knowledge_view(k->knowledge, &v->view);
}

bool pairs_knowledge_imagine(const struct pairs_knowledge *k, struct pairs_game *g,
                             struct pairs_rng *r)
{
    if (g->setup.finished.game != k->setup.finished.game)
        return false;
    g->setup = k->setup;
    knowledge_imagine(k->knowledge, g->state, api_rng(r));
    return true;
}

/* --- Bots ------------------------------------------------------------------------------------- */

struct pairs_bot {
    struct bot *bot;
    atomic_bool stop;
    struct error starved; /* what to say if memory ran out */
};

struct pairs_bot *pairs_bot_new(const char *name, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct pairs_bot *b = malloc(sizeof *b);
    struct bot *bot = b ? wire_bot(name, &why) : NULL;
    if (!bot) {
        if (!b)
            error_no_memory(&why);
        api_fail(e, &why);
        free(b);
        return NULL;
    }
    *b = (struct pairs_bot){.bot = bot, .starved = api_error(e)};
    error_no_memory(&b->starved);
    bot_background(bot);
    bot_set_stop(bot, &b->stop);
    return b;
}

void pairs_bot_free(struct pairs_bot *b)
{
    if (!b)
        return;
    bot_free(b->bot);
    free(b);
}

const char *pairs_bot_name(const struct pairs_bot *b)
{
    return bot_name(b->bot);
}

const char *pairs_bot_title(const struct pairs_bot *b)
{
    return bot_title(b->bot);
}

pairs_action pairs_bot_choose(struct pairs_bot *b, const struct pairs_knowledge *k,
                              struct pairs_rng *r)
{
    return bot_choose(b->bot, k->knowledge, api_rng(r));
}

const char *pairs_bot_fault(const struct pairs_bot *b)
{
    return bot_out_of_memory(b->bot) ? b->starved.text : bot_fault(b->bot);
}

void pairs_bot_stop(struct pairs_bot *b, bool stop)
{
    atomic_store(&b->stop, stop);
}

/* --- Odds ------------------------------------------------------------------------------------- */

struct pairs_odds {
    struct odds odds;
};

struct pairs_odds *pairs_odds_new(const struct pairs_knowledge *k, int rollouts, uint64_t seed,
                                  struct pairs_error *e)
{
    struct odds_limits limits = {
        .seed = seed, .iterations = rollouts > 0 ? rollouts : ODDS_ITERATIONS, .steps = ODDS_STEPS};
    struct pairs_odds *o = malloc(sizeof *o);
    if (o && odds_find(k->knowledge, &limits, &o->odds))
        return o;
    free(o);
    api_no_memory(e);
    return NULL;
}

void pairs_odds_free(struct pairs_odds *o)
{
    free(o);
}

long pairs_odds_situations(const struct pairs_odds *o)
{
    return o->odds.situations;
}

double pairs_odds_card(const struct pairs_odds *o, int rank)
{
    return rank >= 1 && rank <= RANKS ? o->odds.card[rank] : 0;
}

double pairs_odds_card_error(const struct pairs_odds *o, int rank)
{
    return rank >= 1 && rank <= RANKS ? o->odds.card_error[rank] : 0;
}

double pairs_odds_pair(const struct pairs_odds *o)
{
    return o->odds.stacked ? o->odds.pairing.mean : NAN;
}

double pairs_odds_pair_error(const struct pairs_odds *o)
{
    return o->odds.stacked ? o->odds.pairing.error : NAN;
}

int pairs_odds_choices(const struct pairs_odds *o)
{
    return o->odds.choices;
}

bool pairs_odds_choice(const struct pairs_odds *o, int i, struct pairs_choice *out)
{
    if (i < 0 || i >= o->odds.choices)
        return false;
    const struct odds_choice *c = &o->odds.choice[i];
    *out = (struct pairs_choice){
        .action = c->a,
        .score = api_estimate(c->of[SCORE]),
        .worth = api_estimate(c->of[WORTH]),
        .loss = api_estimate(c->loss),
    };
    return true;
}

int pairs_odds_best(const struct pairs_odds *o)
{
    return o->odds.choices ? o->odds.best : -1;
}

char *pairs_table_hint(const struct pairs_table *t, int seat, int rollouts, int language)
{
    action legal[ACTIONS_MAX];
    struct text out = {0};
    if (!table_legal(t->table, seat, legal))
        return NULL;
    struct hint *h = hint_new(t->table, seat, rollouts > 0 ? rollouts : HINT_ROLLOUTS);
    if (!h)
        return NULL;
    hint_find(h, NULL);
    hint_text(h, api_language(language), &out);
    hint_free(h);
    return api_text(&out);
}
