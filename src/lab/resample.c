#include "lab/resample.h"

#include "engine/history.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 6 }; /* so often each card that was not seen is moved, on average */

/* A past as it is changed: its steps, the state before each of them and the key of what the one who
 * looks had been told by then, which stays. */
struct walk {
    const struct game *game;
    int looks;
    size_t steps, from; /* how many; the first that may change */
    struct step *step;  /* as it is, */
    struct step *other; /* and as it is tried */
    unsigned char
        *state; /* before each step and after the last, game->size bytes each, as it is, */
    unsigned char *tried;
    uint64_t *key;
    size_t *open; /* those in which others got a card, or chose in secret, that was not seen */
    size_t opens;
};

static struct state *state_at(const struct walk *w, unsigned char *states, size_t i)
{
    return (struct state *)(void *)(states + i * w->game->size);
}

static void walk_free(struct walk *w)
{
    free(w->step);
    free(w->other);
    free(w->state);
    free(w->tried);
    free(w->key);
    free(w->open);
}

static bool walk_room(struct walk *w)
{
    size_t n = w->steps + 1;
    w->step = calloc(n, sizeof *w->step);
    w->other = calloc(n, sizeof *w->other);
    w->state = calloc(n, w->game->size);
    w->tried = calloc(n, w->game->size);
    w->key = calloc(n, sizeof *w->key);
    w->open = calloc(n, sizeof *w->open);
    return w->step && w->other && w->state && w->tried && w->key && w->open;
}

/* Whether the one who looks does not know what this step was: a card whose face, or a choice whose
 * words, were not theirs to know. */
static bool is_open(const struct walk *w, struct step step, const struct log *log)
{
    if (step.kind == TURN_LOT)
        return false;
    for (int i = 0; i < log->size; i++) {
        const struct event *e = &log->event[i];
        bool about = step.kind == TURN_SEATS
                         ? e->kind == EVENT_DECIDE && e->seat == step.who
                         : e->kind == EVENT_MOVE && e->from.zone == ZONE_DECK && e->count == 1;
        if (about)
            return !event_redact(e, w->looks).seen;
    }
    return step.kind == TURN_DECK; /* nothing was said of it */
}

/* Goes through the truth. */
static void walk_begin(struct walk *w, const struct table *t)
{
    static const struct step none;
    struct log log = {0};
    uint64_t key = 0;
    game_start(&t->setup, state_at(w, w->state, 0), &log);
    for (size_t i = 0;; i++) {
        for (int e = 0; e < log.size; e++) {
            key = infoset_next(key, &log.event[e], w->looks);
            if (log.event[e].kind == EVENT_GATHER) {
                w->from = i; /* what is dealt from here on comes out of a deck that all know */
                w->opens = 0;
            }
        }
        w->key[i] = key;
        w->step[i] = i < w->steps ? t->step[i] : none;
        if (i == w->steps)
            return;
        memcpy(state_at(w, w->state, i + 1), state_at(w, w->state, i), w->game->size);
        log.size = 0;
        game_step(w->game, state_at(w, w->state, i + 1), w->step[i], &log);
        if (is_open(w, w->step[i], &log))
            w->open[w->opens++] = i;
    }
}

/* Whether a step can be taken there. A choice made in secret that no longer can be is made anew. */
static bool can_take(const struct walk *w, const struct state *s, struct step *step, bool open,
                     struct rng *r)
{
    struct turn turn = game_turn(s);
    if (turn.kind != step->kind)
        return false;
    if (turn.kind == TURN_DECK)
        return turn.place == step->who && pile_count(game_source(s), (int)step->what) > 0;
    if (!(turn.seats >> step->who & 1))
        return false;
    if (turn.kind == TURN_LOT)
        return true;
    action legal[ACTIONS_MAX];
    int count = game_legal(w->game, s, step->who, legal);
    for (int i = 0; i < count; i++)
        if (legal[i] == step->what)
            return true;
    if (open)
        step->what = legal[rng_below(r, count)];
    return open;
}

/* Lives through what is tried, from a step on. Returns whether it can be so, and whoever looks
 * would have been told the same. */
static bool walk_try(const struct walk *w, size_t from, struct rng *r)
{
    size_t next = 0; /* of those that are open */
    memcpy(state_at(w, w->tried, from), state_at(w, w->state, from), w->game->size);
    for (size_t i = from; i < w->steps; i++) {
        struct state *s = state_at(w, w->tried, i + 1);
        struct log log;
        uint64_t key = w->key[i];
        while (next < w->opens && w->open[next] < i)
            next++;
        memcpy(s, state_at(w, w->tried, i), w->game->size);
        if (!can_take(w, s, &w->other[i], next < w->opens && w->open[next] == i, r))
            return false;
        log.size = 0;
        game_step(w->game, s, w->other[i], &log);
        for (int e = 0; e < log.size; e++)
            key = infoset_next(key, &log.event[e], w->looks);
        if (key != w->key[i + 1])
            return false;
    }
    struct turn is = game_turn(state_at(w, w->tried, w->steps));
    struct turn was = game_turn(state_at(w, w->state, w->steps));
    return is.kind == was.kind && is.seats == was.seats && is.place == was.place;
}

/* A card of those that are left in the deck at the end; 0 if there are none. */
static int card_left(const struct walk *w, struct rng *r)
{
    const struct pile *deck = &game_look(state_at(w, w->state, w->steps))->pile[PILE_DECK];
    return pile_size(deck) ? pile_pick(deck, rng_below(r, pile_size(deck))) : 0;
}

/* Changes one of the open steps: a card changes places with another one, dealt or not; a choice
 * becomes any. Returns the first step that is then another, or `steps` if none is. */
static size_t walk_change(struct walk *w, struct rng *r)
{
    size_t i = w->open[rng_below(r, (int)w->opens)];
    action legal[ACTIONS_MAX];
    if (w->step[i].kind == TURN_SEATS) {
        int count = game_legal(w->game, state_at(w, w->state, i), w->step[i].who, legal);
        w->other[i].what = legal[rng_below(r, count)];
        return w->other[i].what == w->step[i].what ? w->steps : i;
    }
    int left = pile_size(&game_look(state_at(w, w->state, w->steps))->pile[PILE_DECK]);
    int with = rng_below(r, (int)w->opens + left);
    if (with >= (int)w->opens) {
        w->other[i].what = (action)card_left(w, r);
        return w->other[i].what == w->step[i].what ? w->steps : i;
    }
    size_t j = w->open[with];
    if (w->step[j].kind != TURN_DECK || w->step[j].what == w->step[i].what)
        return w->steps;
    w->other[i].what = w->step[j].what;
    w->other[j].what = w->step[i].what;
    return i < j ? i : j;
}

static void walk_on(struct walk *w, struct rng *r)
{
    size_t size = w->game->size;
    for (size_t n = ROUNDS * w->opens; n > 0; n--) {
        memcpy(w->other, w->step, w->steps * sizeof *w->step);
        size_t from = walk_change(w, r);
        if (from == w->steps || !walk_try(w, from, r))
            continue;
        memcpy(w->step + from, w->other + from, (w->steps - from) * sizeof *w->step);
        memcpy(w->state + from * size, w->tried + from * size, (w->steps + 1 - from) * size);
    }
}

struct table *table_resample(const struct table *t, int looks, struct rng *r)
{
    struct walk w = {.game = t->setup.game, .looks = looks, .steps = t->steps};
    struct table *out = walk_room(&w) ? table_new(&t->setup) : NULL;
    if (out) {
        struct error e = {0};
        bool fine = true;
        walk_begin(&w, t);
        walk_on(&w, r);
        for (size_t i = 0; fine && i < w.steps; i++)
            fine = table_step(out, w.step[i], &e);
        memcpy(out->name, t->name, sizeof out->name);
        if (!fine) {
            table_free(out);
            out = NULL;
        }
    }
    walk_free(&w);
    return out;
}
