#include "bots/belief.h"

#include "bots/foresight.h"
#include "bots/kind.h"
#include "bots/manner.h"
#include "bots/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPINIONS = 3,     /* rules of thumb may be random: so often they are asked */
    SECRETS_MAX = 48, /* decisions that are tried where it is not known which one it was */
    BEGINNINGS = 8,   /* so many are tried for each state until one can come to what was seen */
    LIARS = 2,        /* one claim in so many comes from one who may lie */
    PLAIN = 8,        /* one in so many draws is as likely as anything */
    CROWD = 2,        /* states are drawn anew when one in so many would count as much, */
    FEW = 16,         /* and weighed less sharply where it is only one in so many */
};

static const double rash = 0.15; /* the share of decisions that may be any */

/* One state that is lived through. */
struct life {
    double weight;
    struct held held;
};

struct belief {
    const struct knowledge *knowledge;
    const struct game *game;
    struct belief_plan plan;
    struct reliving *reliving;
    struct foresight foresight;
    int states; /* in the bag */
    struct life *life, *spare_life;
    unsigned char *state, *spare_state; /* game->size bytes each */

    /* Room for one step of one life. */
    struct log log;
    struct view view;
    struct {
        int size;
        action a[SECRETS_MAX + OPINIONS];
        double likely[SECRETS_MAX + OPINIONS];
    } option;
};

static struct state *state_of(const struct belief *b, unsigned char *all, int i)
{
    return (struct state *)(void *)(all + (size_t)i * b->game->size);
}

static double rng_unit(struct rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

/* --- What others would do --------------------------------------------------------------------- */

/* What somebody like us may do in the situation of the view, for whom the rule of thumb is `a`.
 * Which card is laid under a name is anybody's guess: to go by the rule of thumb there would mean
 * to always believe some names. */
static action opinion(const struct view *v, action a, struct rng *r)
{
    if (manner_names_card(v->game, a))
        return manner_bluff(v, random_choose(v->act, v->actions, r), r);
    return v->game->lie && rng_below(r, LIARS) == 0 ? manner_lie(v, a, r) : a;
}

/* So many of them. A rule of thumb that drew no random number says the same again. */
static void ask(const struct view *v, action said[OPINIONS], struct rng *r)
{
    action thumb = 0;
    bool varies = true;
    for (int i = 0; i < OPINIONS; i++) {
        struct rng before = *r;
        if (varies)
            thumb = bot_hint(v, r);
        varies = varies && memcmp(&before, r, sizeof before) != 0;
        said[i] = opinion(v, thumb, r);
    }
}

static void add_option(struct belief *b, action a, double likely)
{
    b->option.a[b->option.size] = a;
    b->option.likely[b->option.size++] = likely;
}

/* The decision that is known, or some of those that are legal: all if there are not too many. */
static void list_rash(struct belief *b, const struct seen_step *seen, double rashly, struct rng *r)
{
    action *act = b->view.act;
    int count = b->view.actions, tried = count < SECRETS_MAX ? count : SECRETS_MAX;
    b->option.size = 0;
    for (int i = 0; i < count && seen->known && b->option.size == 0; i++)
        if (act[i] == seen->step.what)
            add_option(b, act[i], rashly / count);
    for (int i = 0; i < tried && !seen->known; i++) {
        int k = tried < count ? i + rng_below(r, count - i) : i;
        action a = act[k];
        act[k] = act[i];
        act[i] = a;
        add_option(b, a, rashly / tried); /* some stand for the others too */
    }
}

/* The decisions that may have been made in the situation of the view, with their chances. */
static void list_options(struct belief *b, const struct seen_step *seen, struct rng *r)
{
    const struct view *v = &b->view;
    bool thumb = !b->plan.unweighed && v->actions > 1 && v->game->hint;
    action said[OPINIONS];
    if (thumb)
        ask(v, said, r);
    list_rash(b, seen, thumb ? rash : 1, r);
    for (int i = 0; i < OPINIONS && thumb; i++) {
        int k = 0;
        while (k < b->option.size && b->option.a[k] != said[i])
            k++;
        if (k < b->option.size)
            b->option.likely[k] += (1 - rash) / OPINIONS;
        else if (!seen->known)
            add_option(b, said[i], (1 - rash) / OPINIONS);
    }
}

/* --- One step of one life --------------------------------------------------------------------- */

/* Takes a step in a state and looks whether it brought what was seen, and can lead to what was seen
 * later. */
static bool try_step(struct belief *b, size_t at, struct step step, struct state *s,
                     const struct held *before, struct held *after)
{
    const struct seen_step *seen = reliving_step(b->reliving, at);
    b->log.size = 0;
    game_step(b->game, s, step, &b->log);
    if (b->log.size != seen->events)
        return false;
    for (int i = 0; i < b->log.size; i++) {
        struct event e = event_redact(&b->log.event[i], b->plan.looks);
        if (!event_same(&e, &seen->event[i]))
            return false;
    }
    *after = *before;
    held_step(after, &b->foresight, &b->log);
    return held_can(after, &b->foresight, &b->foresight.ahead[at + 1],
                    &game_look(s)->pile[PILE_DECK]);
}

/* A decision, drawn from those that agree with what was seen; weighs by how likely they were
 * together. */
static void live_decision(struct belief *b, size_t at, struct life *l, struct state *s,
                          struct rng *r)
{
    _Alignas(max_align_t) char trial[STATE_MAX], taken[STATE_MAX];
    const struct seen_step *seen = reliving_step(b->reliving, at);
    struct step step = seen->step;
    struct held before = l->held;
    double sum = 0;
    if (step.who == b->plan.looks) {
        b->option.size = 0;
        add_option(b, step.what, 1);
    } else {
        game_glance(b->game, s, step.who, &b->view);
        list_options(b, seen, r);
    }
    bool only = b->option.size == 1; /* then nothing needs to be as it was before */
    struct state *next = only ? s : (struct state *)(void *)trial;
    for (int i = 0; i < b->option.size; i++) {
        struct held h;
        if (!only)
            memcpy(trial, s, b->game->size);
        step.what = b->option.a[i];
        if (!try_step(b, at, step, next, &before, &h))
            continue;
        sum += b->option.likely[i];
        if (rng_unit(r) * sum < b->option.likely[i]) {
            l->held = h;
            if (!only)
                memcpy(taken, trial, b->game->size);
        }
    }
    l->weight *= sum;
    if (sum > 0 && !only)
        memcpy(s, taken, b->game->size);
}

/* The spot where a card went that nobody saw. */
static int where_to(const struct belief *b, const struct seen_step *seen)
{
    for (int i = 0; i < seen->events; i++)
        if (seen->event[i].kind == EVENT_MOVE)
            return foresight_spot(&b->foresight, seen->event[i].to);
    return SPOT_NONE;
}

/* A card of the deck that nobody sees: rather one that must be where it goes, and none that must be
 * elsewhere. Weighs by how much more likely that made it. Returns 0 if there is none. */
static int draw_unseen(const struct belief *b, size_t at, struct life *l, const struct state *s,
                       struct rng *r)
{
    const struct ahead *ahead = &b->foresight.ahead[at + 1];
    const struct pile *deck = game_source(s);
    int to = where_to(b, reliving_step(b->reliving, at));
    cards lacks = to > SPOT_DECK ? held_lacks(&l->held, ahead, to) : 0;
    cards reserved = held_reserves(&l->held, &b->foresight, ahead, to);
    struct pile needed = {{0, 0}, 0}, spare = pile_without(deck, cards_both(reserved, lacks));
    pile_add_all(&needed, lacks);
    if (pile_empty(&spare) && !lacks)
        return 0;
    int places = to > SPOT_DECK ? ahead->comes[to] + 1 : 1;
    bool full = pile_empty(&spare) || pile_size(&needed) >= places;
    double must = full ? 1 : (double)pile_size(&needed) / places;
    const struct pile *from = rng_unit(r) < must ? &needed : &spare;
    int c = pile_pick(from, rng_below(r, pile_size(from)));
    double drawn = (lacks ? must * pile_count(&needed, c) / pile_size(&needed) : 0) +
                   (full ? 0 : (1 - must) * pile_count(&spare, c) / pile_size(&spare));
    l->weight *= (double)pile_count(deck, c) / pile_size(deck) / drawn;
    return c;
}

static void live_card(struct belief *b, size_t at, struct life *l, struct state *s, struct rng *r)
{
    const struct seen_step *seen = reliving_step(b->reliving, at);
    const struct pile *p = game_source(s);
    struct step step = seen->step;
    if (seen->known) {
        int count = pile_count(p, (int)step.what);
        l->weight *= count ? (double)count / pile_size(p) : 0;
    } else if (game_turn(s).from == PILE_DECK) {
        step.what = (action)draw_unseen(b, at, l, s, r);
    } else {
        step.what = game_chance(s, r).what;
    }
    if (l->weight <= 0 || step.what == 0 || !try_step(b, at, step, s, &l->held, &l->held))
        l->weight = 0;
}

/* Whether the state waits for such a step. */
static bool waits_for(const struct state *s, struct step step)
{
    struct turn t = game_turn(s);
    if (t.kind != step.kind)
        return false;
    return t.kind == TURN_DECK ? t.place == step.who && !pile_empty(game_source(s))
                               : seats_has(t.seats, step.who);
}

static void live_step(struct belief *b, size_t at, int i, struct rng *r)
{
    struct life *l = &b->life[i];
    struct state *s = state_of(b, b->state, i);
    struct step step = reliving_step(b->reliving, at)->step;
    if (l->weight <= 0)
        return;
    bool fits = waits_for(s, step);
    if (fits && step.kind == TURN_SEATS)
        live_decision(b, at, l, s, r);
    else if (fits && step.kind == TURN_DECK)
        live_card(b, at, l, s, r);
    else if (!fits || !try_step(b, at, step, s, &l->held, &l->held))
        l->weight = 0;
}

/* --- All of them ------------------------------------------------------------------------------ */

/* How many states of equal weight would be as good. */
static double effective(const struct belief *b)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < b->plan.states; i++) {
        sum += b->life[i].weight;
        squares += b->life[i].weight * b->life[i].weight;
    }
    return squares > 0 ? sum * sum / squares : 0;
}

/* Makes the sum of the weights 1; false if it is 0. */
static bool even_out(struct belief *b)
{
    double sum = 0;
    for (int i = 0; i < b->plan.states; i++)
        sum += b->life[i].weight;
    for (int i = 0; i < b->plan.states && sum > 0; i++)
        b->life[i].weight /= sum;
    return sum > 0;
}

/* Where nearly all weight is on a few, they are weighed less sharply: it may be the picture of the
 * others that is wrong. */
static void temper(struct belief *b)
{
    enum { TIMES = 6 };
    for (int k = 0; k < TIMES && effective(b) * FEW < b->plan.states; k++) {
        for (int i = 0; i < b->plan.states; i++)
            b->life[i].weight = sqrt(b->life[i].weight);
        even_out(b);
    }
}

/* As many states of equal weight, drawn by what they weigh now. */
static void draw_anew(struct belief *b, struct rng *r)
{
    int n = b->plan.states, from = 0;
    double first = rng_unit(r), sum = b->life[0].weight;
    for (int i = 0; i < n; i++) {
        while (sum < (first + i) / n && from < n - 1)
            sum += b->life[++from].weight;
        b->spare_life[i] = b->life[from];
        b->spare_life[i].weight = 1.0 / n;
        memcpy(state_of(b, b->spare_state, i), state_of(b, b->state, from), b->game->size);
    }
    struct life *life = b->life;
    unsigned char *state = b->state;
    b->life = b->spare_life;
    b->state = b->spare_state;
    b->spare_life = life;
    b->spare_state = state;
}

static void begin_life(struct belief *b, int i, struct rng *r)
{
    struct life *l = &b->life[i];
    struct state *s = state_of(b, b->state, i);
    bool can = false;
    for (int k = 0; k < BEGINNINGS && !can; k++) {
        reliving_begin(b->reliving, s, r);
        held_begin(&l->held, &b->foresight, b->game, s);
        can = held_can(&l->held, &b->foresight, &b->foresight.ahead[0],
                       &game_look(s)->pile[PILE_DECK]);
    }
    l->weight = can ? 1.0 / b->plan.states : 0;
}

/* From the beginning of the hand to now; false if none came through or nobody waits for it. */
static bool live(struct belief *b, struct rng *r)
{
    for (int i = 0; i < b->plan.states; i++)
        begin_life(b, i, r);
    for (size_t at = 0; at < reliving_steps(b->reliving); at++) {
        if (b->plan.stop && atomic_load_explicit(b->plan.stop, memory_order_relaxed))
            return false;
        for (int i = 0; i < b->plan.states; i++)
            live_step(b, at, i, r);
        if (!even_out(b))
            return false;
        if (effective(b) * CROWD < b->plan.states) {
            temper(b);
            draw_anew(b, r);
        }
    }
    draw_anew(b, r);
    return true;
}

static bool prepare(struct belief *b, struct rng *r)
{
    size_t n = (size_t)b->plan.states;
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *first = (struct state *)(void *)room;
    reliving_begin(b->reliving, first, r);
    b->life = malloc(n * sizeof *b->life);
    b->spare_life = malloc(n * sizeof *b->spare_life);
    b->state = malloc(n * b->game->size);
    b->spare_state = malloc(n * b->game->size);
    return foresight_init(&b->foresight, b->reliving, b->game, first) && b->life && b->spare_life &&
           b->state && b->spare_state;
}

struct belief *belief_new(const struct knowledge *k, const struct belief_plan *plan, struct rng *r)
{
    struct belief *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->knowledge = k;
    b->game = knowledge_game(k);
    b->plan = *plan;
    b->reliving = reliving_new(k, plan->looks);
    if (b->reliving && reliving_steps(b->reliving) == 0)
        return b;
    if (!b->reliving || !prepare(b, r)) {
        belief_free(b);
        return NULL;
    }
    b->states = live(b, r) ? plan->states : 0;
    return b;
}

void belief_free(struct belief *b)
{
    if (!b)
        return;
    foresight_clear(&b->foresight);
    reliving_free(b->reliving);
    free(b->life);
    free(b->spare_life);
    free(b->state);
    free(b->spare_state);
    free(b);
}

int belief_states(const struct belief *b)
{
    return b->states;
}

void belief_draw(const struct belief *b, struct state *s, struct rng *r)
{
    bool plain = b->states == 0 || (!b->plan.unweighed && rng_below(r, PLAIN) == 0);
    if (!plain) {
        memcpy(s, state_of(b, b->state, rng_below(r, b->states)), b->game->size);
        return;
    }
    knowledge_imagine(b->knowledge, s, r);
    for (int seat = 0; b->plan.looks == NOBODY && seat < game_look(s)->players; seat++)
        if (seat != knowledge_seat(b->knowledge))
            game_imagine(b->game, s, seat, r);
}
