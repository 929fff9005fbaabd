#include "engine/knowledge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct knowledge {
    const struct game *game;
    int seat;
    struct state *truth;   /* never handed out; NULL: the table is elsewhere, */
    struct view *view;     /* and this is what is seen of it */
    struct chronicle past; /* redacted */
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
    k->past = (struct chronicle){.event = past, .size = t->past.size, .fresh = t->past.fresh};
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
    chronicle_free(&k->past);
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
