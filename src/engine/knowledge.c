#include "engine/knowledge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct knowledge {
    const struct game *game;
    int seat;
    struct state *truth; /* never handed out; NULL: the table is elsewhere, */
    struct view *view;   /* and this is what is seen of it */
    struct history past; /* redacted */

    /* Where something is hidden at a table here: how the truth came about, never handed out. */
    struct setup setup;
    struct step *step;
    size_t steps;
};

struct knowledge *knowledge_new(const struct game *game, const struct state *s, int seat)
{
    struct knowledge *k = malloc(sizeof *k);
    struct state *truth = malloc(game->size);
    if (!k || !truth) {
        free(k);
        free(truth);
        return NULL;
    }
    memcpy(truth, s, game->size);
    *k = (struct knowledge){.game = game, .seat = seat, .truth = truth};
    return k;
}

static bool keep_steps(struct knowledge *k, const struct table *t)
{
    k->step = malloc(t->steps * sizeof *k->step);
    if (!k->step)
        return false;
    memcpy(k->step, t->step, t->steps * sizeof *k->step);
    k->steps = t->steps;
    k->setup = t->setup;
    return true;
}

struct knowledge *knowledge_of(const struct table *t, int seat)
{
    struct knowledge *k = knowledge_new(t->setup.game, t->state, seat);
    struct event *past = malloc(t->past.size * sizeof *past);
    if (!k || !past) {
        knowledge_free(k);
        free(past);
        return NULL;
    }
    for (size_t i = 0; i < t->past.size; i++)
        past[i] = event_redact(&t->past.event[i], seat);
    k->past = (struct history){.event = past, .size = t->past.size, .fresh = t->past.fresh};
    if (t->setup.game->hidden && t->steps && !keep_steps(k, t)) {
        knowledge_free(k);
        return NULL;
    }
    return k;
}

struct knowledge *knowledge_told(const struct view *v, const struct event past[], size_t size)
{
    struct knowledge *k = malloc(sizeof *k);
    struct view *view = malloc(sizeof *view);
    struct event *own = malloc((size + 1) * sizeof *own);
    if (!k || !view || !own) {
        free(k);
        free(view);
        free(own);
        return NULL;
    }
    *view = *v;
    if (size)
        memcpy(own, past, size * sizeof *own);
    *k = (struct knowledge){
        .game = v->game, .seat = v->looks, .view = view, .past = {.event = own, .size = size}};
    return k;
}

void knowledge_free(struct knowledge *k)
{
    if (!k)
        return;
    free(k->truth);
    free(k->view);
    free(k->step);
    history_free(&k->past);
    free(k);
}

const struct game *knowledge_game(const struct knowledge *k)
{
    return k->game;
}

int knowledge_seat(const struct knowledge *k)
{
    return k->seat;
}

void knowledge_view(const struct knowledge *k, struct view *v)
{
    if (k->truth)
        game_view(k->game, k->truth, k->seat, v);
    else
        *v = *k->view;
}

const struct event *knowledge_past(const struct knowledge *k, size_t *size)
{
    *size = k->past.size;
    return k->past.event;
}

uint64_t knowledge_key(const struct knowledge *k)
{
    return infoset_key(&k->past, k->seat);
}

void knowledge_imagine(const struct knowledge *k, struct state *s, struct rng *r)
{
    assert(k->truth);
    memcpy(s, k->truth, k->game->size);
    game_imagine(k->game, s, k->seat, r);
}

/* --- The hand again --------------------------------------------------------------------------- */

struct reliving {
    const struct game *game;
    int seat, looks;
    struct state *first; /* the true one, never handed out */
    size_t steps;
    struct seen_step *step;
    struct history past; /* redacted */
};

/* Leads a true state from the beginning of the game to that of the hand in progress; returns how
 * many steps that took. */
static size_t replay_to_hand(const struct knowledge *k, struct state *first)
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)(void *)room;
    size_t begun = 0;
    game_start(&k->setup, s, NULL);
    memcpy(first, s, k->game->size);
    for (size_t i = 0; i < k->steps; i++) {
        game_step(k->game, s, k->step[i], NULL);
        if (game_look(s)->hand != game_look(first)->hand) {
            memcpy(first, s, k->game->size);
            begun = i + 1;
        }
    }
    return begun;
}

/* What is left of a step by what was seen of it: a decision is its first event, a card the first
 * that moves. */
static struct seen_step see_step(struct step step, const struct event event[], int events)
{
    struct seen_step seen = {.step = step, .events = events};
    seen.step.what = 0;
    seen.step.from = 0;
    if (step.kind == TURN_SEATS) {
        seen.known = event->seen == EVERYBODY;
        seen.step.what = event->choice;
        return seen;
    }
    int move = 0;
    while (move < events && event[move].kind != EVENT_MOVE)
        move++;
    seen.known = step.kind == TURN_LOT ||
                 (move < events && event[move].count == 1 && event[move].cards != 0);
    if (seen.known && step.kind == TURN_DECK)
        seen.step.what = (action)cards_lowest(event[move].cards);
    return seen;
}

/* The steps from the beginning of the hand on. False if memory runs out. */
static bool look_again(struct reliving *v, const struct knowledge *k, size_t begun)
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)(void *)room;
    struct log log;
    memcpy(s, v->first, k->game->size);
    for (size_t i = begun; i < k->steps; i++) {
        log.size = 0;
        game_step(k->game, s, k->step[i], &log);
        if (!history_reserve(&v->past, log.size))
            return false;
        for (int e = 0; e < log.size; e++)
            log.event[e] = event_redact(&log.event[e], v->looks);
        v->step[v->steps++] = see_step(k->step[i], log.event, log.size);
        history_add(&v->past, &log);
    }
    size_t at = 0; /* only now do the events stay where they are */
    for (size_t i = 0; i < v->steps; at += (size_t)v->step[i++].events)
        v->step[i].event = v->past.event + at;
    return true;
}

struct reliving *reliving_new(const struct knowledge *k, int looks)
{
    assert(k->truth && (looks == k->seat || looks == NOBODY));
    struct reliving *v = calloc(1, sizeof *v);
    if (!v)
        return NULL;
    v->game = k->game;
    v->seat = k->seat;
    v->looks = looks;
    v->first = malloc(k->game->size);
    if (v->first && !k->step) {
        memcpy(v->first, k->truth, k->game->size);
        return v;
    }
    size_t begun = v->first ? replay_to_hand(k, v->first) : 0;
    v->step = malloc((k->steps - begun + 1) * sizeof *v->step);
    if (v->first && v->step && look_again(v, k, begun))
        return v;
    reliving_free(v);
    return NULL;
}

void reliving_free(struct reliving *v)
{
    if (!v)
        return;
    free(v->first);
    free(v->step);
    history_free(&v->past);
    free(v);
}

size_t reliving_steps(const struct reliving *v)
{
    return v->steps;
}

const struct seen_step *reliving_step(const struct reliving *v, size_t step)
{
    return &v->step[step];
}

/* First for the seat itself, which takes out all that it cannot know; where everybody looks, then
 * for each of the others, which takes out what it alone does. */
void reliving_begin(const struct reliving *v, struct state *s, struct rng *r)
{
    memcpy(s, v->first, v->game->size);
    game_imagine(v->game, s, v->seat, r);
    for (int seat = 0; v->looks == NOBODY && seat < game_look(s)->players; seat++)
        if (seat != v->seat)
            game_imagine(v->game, s, seat, r);
}
