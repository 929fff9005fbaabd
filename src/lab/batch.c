#include "lab/batch.h"

#include "lab/place.h"
#include "lab/pool.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64 }; /* bytes that are fetched together */

struct batch {
    struct batch_plan plan;
    struct pool *pool;
    struct layout layout;
    struct course course;
    struct state *first;  /* of every game */
    unsigned char *place; /* `stride` bytes each */
    size_t stride;
    uint16_t *list;   /* for each game the ids that are legal, in the order of the decisions */
    uint8_t *mask;    /* for each game and id 1 if it is legal */
    action *decision; /* of each id, for each seat */
    int32_t *blank;   /* an observation, as far as it is always the same */

    /* What is being done. */
    const int32_t *id;
    int32_t *chosen;
    struct batch_out out;
};

static struct place *place_of(const struct batch *b, int i)
{
    return (struct place *)(void *)(b->place + (size_t)i * b->stride);
}

static struct state *state_of(struct place *p)
{
    return (struct state *)(void *)(p + 1);
}

/* --- One game --------------------------------------------------------------------------------- */

/* Lists the ids of legal decisions, and marks them. */
static inline void mark_each(const struct layout *l, int seat, const action legal[], int count,
                             uint16_t list[], uint8_t mask[])
{
    for (int i = 0; i < count; i++) {
        int id = layout_id(l, seat, legal[i]);
        list[i] = (uint16_t)id;
        mask[id] = 1;
    }
}

/* So many that it pays to look for those that follow each other. */
enum { MANY = 8 };

/* The same of many. They go upward, and so do the ids of a verb without seats: if from its first to
 * its last there are as many as it has decisions, they follow each other. */
static void mark_runs(const struct layout *l, int seat, const action legal[], int count,
                      uint16_t list[], uint8_t mask[])
{
    for (int i = 0, end; i < count; i = end) {
        int verb = action_verb(legal[i]);
        end = action_verb(legal[count - 1]) == verb ? count : i + 1;
        while (end < count && action_verb(legal[end]) == verb)
            end++;
        int first = layout_id(l, seat, legal[i]), last = layout_id(l, seat, legal[end - 1]);
        if (layout_upward(l, verb) && last - first == end - i - 1) {
            for (int k = i; k < end; k++)
                list[k] = (uint16_t)(first + k - i);
            memset(&mask[first], 1, (size_t)(end - i));
        } else {
            mark_each(l, seat, &legal[i], end - i, &list[i], mask);
        }
    }
}

/* Who decides next, and what there is to decide; nothing is marked as legal yet. */
static inline void offer(const struct batch *b, struct place *p, int i)
{
    action legal[ACTIONS_MAX];
    const struct layout *l = &b->layout;
    const struct state *s = state_of(p);
    place_ask(l->setup.game, p, s, legal);
    int seat = p->seat, count = p->legal;
    size_t first = (size_t)i * (size_t)l->actions;
    uint16_t *list = &b->list[first];
    uint8_t *mask = &b->mask[first];
    if (count < MANY)
        mark_each(l, seat, legal, count, list, mask);
    else
        mark_runs(l, seat, legal, count, list, mask);
    if (b->out.observation) {
        int32_t *row = &b->out.observation[(size_t)i * (size_t)l->size];
        memcpy(row, b->blank, (size_t)l->size * sizeof row[0]);
        layout_fill(l, l->setup.game, s, seat, row);
    }
}

/* --- Parts of the work ------------------------------------------------------------------------ */

/* Nothing is told of some games yet. */
static void clear_some(const struct batch *b, int from, int to)
{
    const struct batch_out *out = &b->out;
    size_t first = (size_t)from, count = (size_t)(to - from);
    size_t players = (size_t)b->plan.setup.players, actions = (size_t)b->layout.actions;
    memset(&b->mask[first * actions], 0, count * actions);
    if (out->reward)
        memset(&out->reward[first * players], 0, count * players * sizeof out->reward[0]);
    if (out->done)
        memset(&out->done[first], BATCH_GOES_ON, count);
}

/* What is to be decided in some games. */
static void tell_some(const struct batch *b, int from, int to)
{
    const struct batch_out *out = &b->out;
    size_t first = (size_t)from, count = (size_t)(to - from), actions = (size_t)b->layout.actions;
    if (out->mask)
        memcpy(&out->mask[first * actions], &b->mask[first * actions], count * actions);
    for (int i = from; out->seat && i < to; i++)
        out->seat[i] = place_of(b, i)->seat;
}

static void begin_some(void *context, int part, int from, int to)
{
    struct batch *b = context;
    (void)part;
    const struct game *game = b->plan.setup.game;
    clear_some(b, from, to);
    for (int i = from; i < to; i++) {
        struct place *p = place_of(b, i);
        place_start(&b->course, game, p, state_of(p), i);
        place_first(&b->course, game, p, state_of(p));
        offer(b, p, i);
    }
    tell_some(b, from, to);
}

static void step_some(void *context, int part, int from, int to)
{
    struct batch *b = context;
    (void)part;
    const struct game *game = b->plan.setup.game;
    size_t players = (size_t)b->plan.setup.players;
    clear_some(b, from, to);
    for (int i = from; i < to; i++) {
        struct place *p = place_of(b, i);
        action a = b->decision[p->seat * b->layout.actions + b->id[i]];
        float *reward = b->out.reward ? &b->out.reward[(size_t)i * players] : NULL;
        enum batch_done done = place_step(&b->course, game, p, state_of(p), a, reward);
        if (b->out.done)
            b->out.done[i] = (uint8_t)done;
        offer(b, p, i);
    }
    tell_some(b, from, to);
}

static void choose_some(void *context, int part, int from, int to)
{
    struct batch *b = context;
    (void)part;
    size_t actions = (size_t)b->layout.actions;
    for (int i = from; i < to; i++) {
        struct place *p = place_of(b, i);
        b->chosen[i] = b->list[(size_t)i * actions + (size_t)rng_below(&p->rng, p->legal)];
    }
}

/* --- The batch -------------------------------------------------------------------------------- */

static size_t up_to(size_t unit, size_t size)
{
    return (size + unit - 1) / unit * unit;
}

static void list_decisions(struct batch *b)
{
    for (int seat = 0; seat < b->plan.setup.players; seat++)
        for (int id = 0; id < b->layout.actions; id++)
            b->decision[seat * b->layout.actions + id] = layout_action(&b->layout, seat, id);
}

struct batch *batch_new(const struct batch_plan *p, struct error *e)
{
    struct batch *b = calloc(1, sizeof *b);
    if (!b) {
        error_no_memory(e);
        return NULL;
    }
    size_t games = (size_t)p->games, size = p->setup.game->size;
    b->plan = *p;
    layout_make(&b->layout, &p->setup);
    size_t actions = (size_t)b->layout.actions;
    b->stride = up_to(LINE, sizeof(struct place) + size);
    b->place = aligned_alloc(LINE, games * b->stride);
    b->list = malloc(games * actions * sizeof b->list[0]);
    b->mask = malloc(games * actions);
    b->decision = malloc((size_t)p->setup.players * actions * sizeof b->decision[0]);
    b->blank = malloc((size_t)b->layout.size * sizeof b->blank[0]);
    b->first = malloc(size);
    if (!b->place || !b->list || !b->mask || !b->decision || !b->blank || !b->first) {
        error_no_memory(e);
        batch_free(b);
        return NULL;
    }
    b->pool = pool_new(p->threads, e);
    if (!b->pool) {
        batch_free(b);
        return NULL;
    }
    list_decisions(b);
    layout_blank(&b->layout, b->blank);
    game_start(&p->setup, b->first, NULL);
    b->course = (struct course){.first = b->first,
                                .seed = p->seed,
                                .games = p->games,
                                .players = p->setup.players,
                                .reward = (int32_t)p->reward};
    return b;
}

void batch_free(struct batch *b)
{
    if (!b)
        return;
    pool_free(b->pool);
    free(b->place);
    free(b->list);
    free(b->mask);
    free(b->decision);
    free(b->blank);
    free(b->first);
    free(b);
}

const struct layout *batch_layout(const struct batch *b)
{
    return &b->layout;
}

const struct state *batch_state(const struct batch *b, int place, int *seat)
{
    struct place *p = place_of(b, place);
    *seat = p->seat;
    return state_of(p);
}

void batch_begin(struct batch *b, const struct batch_out *out)
{
    b->out = *out;
    pool_do(b->pool, begin_some, b, b->plan.games);
}

static bool is_legal(const struct batch *b, int i, int32_t id)
{
    int actions = b->layout.actions;
    return id >= 0 && id < actions && b->mask[(size_t)i * (size_t)actions + (size_t)id];
}

int batch_step(struct batch *b, const int32_t id[], const struct batch_out *out)
{
    for (int i = 0; i < b->plan.games; i++)
        if (!is_legal(b, i, id[i]))
            return i;
    b->id = id;
    b->out = *out;
    pool_do(b->pool, step_some, b, b->plan.games);
    return -1;
}

void batch_random(struct batch *b, int32_t id[])
{
    b->chosen = id;
    pool_do(b->pool, choose_some, b, b->plan.games);
}
