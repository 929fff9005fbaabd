/* Games as numbers, and many of them stepped together: for programs that learn. */
#include "api/inside.h"

#include "wire/layoutjson.h"

#include <stdlib.h>
#include <string.h>

/* --- Layout ----------------------------------------------------------------------------------- */

struct pairs_layout *pairs_layout_new(const struct pairs_setup *u, struct pairs_error *e)
{
    if (!pairs_setup_check(u, e))
        return NULL;
    struct pairs_layout *l = malloc(sizeof *l);
    if (l)
        layout_make(&l->layout, &u->finished);
    else
        api_no_memory(e);
    return l;
}

void pairs_layout_free(struct pairs_layout *l)
{
    free(l);
}

int pairs_layout_actions(const struct pairs_layout *l)
{
    return l->layout.actions;
}

int pairs_layout_size(const struct pairs_layout *l)
{
    return l->layout.size;
}

static bool has_seat(const struct pairs_layout *l, int seat)
{
    return seat >= 0 && seat < l->layout.setup.players;
}

int pairs_layout_id(const struct pairs_layout *l, int seat, pairs_action a)
{
    if (!has_seat(l, seat) || action_verb(a) >= l->layout.verbs)
        return -1;
    int id = layout_id(&l->layout, seat, a);
    bool there = id >= 0 && id < l->layout.actions;
    return there && layout_action(&l->layout, seat, id) == a ? id : -1;
}

bool pairs_layout_action(const struct pairs_layout *l, int seat, int id, pairs_action *out)
{
    if (!has_seat(l, seat) || id < 0 || id >= l->layout.actions)
        return false;
    *out = layout_action(&l->layout, seat, id);
    return true;
}

/* Whether the state is of the same game, and as many play. */
static bool fits(const struct pairs_layout *l, const struct pairs_game *g, int seat)
{
    const struct setup *one = &l->layout.setup, *other = &g->setup.finished;
    return has_seat(l, seat) && one->game == other->game && one->players == other->players;
}

int pairs_layout_mask(const struct pairs_layout *l, const struct pairs_game *g, int seat,
                      uint8_t out[])
{
    action legal[ACTIONS_MAX];
    int count = fits(l, g, seat) ? pairs_game_legal(g, seat, legal, ACTIONS_MAX) : 0;
    layout_mask(&l->layout, seat, legal, count, out);
    return count;
}

bool pairs_layout_observe(const struct pairs_layout *l, const struct pairs_game *g, int seat,
                          int32_t out[])
{
    if (!fits(l, g, seat))
        return false;
    layout_observe(&l->layout, g->state, seat, out);
    return true;
}

int pairs_layout_parts(const struct pairs_layout *l)
{
    return l->layout.parts;
}

bool pairs_layout_part(const struct pairs_layout *l, int i, struct pairs_part *out)
{
    if (i < 0 || i >= l->layout.parts)
        return false;
    const struct part *p = &l->layout.part[i];
    *out = (struct pairs_part){.kind = layout_part_key(p->kind),
                               .name = layout_part_name(&l->layout, p),
                               .offset = p->offset,
                               .length = part_size(p),
                               .each = p->each,
                               .seats = p->seats,
                               .middle = p->middle,
                               .row = p->ordered ? SHEET_ROW : 0};
    return true;
}

char *pairs_layout_json(const struct pairs_layout *l)
{
    struct text out = {0};
    json_layout(&out, &l->layout);
    return api_text(&out);
}

/* --- Batch ------------------------------------------------------------------------------------ */

struct pairs_batch {
    struct batch *batch;
    int games;
    struct pairs_layout layout;
};

_Static_assert((int)PAIRS_REWARD_END == (int)REWARD_END &&
                   (int)PAIRS_REWARD_SCORE == (int)REWARD_SCORE &&
                   (int)PAIRS_GOES_ON == (int)BATCH_GOES_ON && (int)PAIRS_DONE == (int)BATCH_OVER &&
                   (int)PAIRS_CUT_OFF == (int)BATCH_CUT_OFF,
               "rewards and ends have the same numbers");

bool api_batch_plan(const struct pairs_setup *u, const struct pairs_batch_plan *p,
                    struct batch_plan *out, struct error *e)
{
    *out = (struct batch_plan){.setup = u->finished,
                               .games = p->games,
                               .seed = p->seed,
                               .reward = (enum batch_reward)p->reward,
                               .threads = p->threads ? p->threads : 1};
    if (!api_batch(p->games, p->threads, e))
        return false;
    return p->reward == PAIRS_REWARD_END || p->reward == PAIRS_REWARD_SCORE ||
           error_set(e, "there is no reward %d; expected %d or %d", p->reward, PAIRS_REWARD_END,
                     PAIRS_REWARD_SCORE);
}

struct pairs_batch *pairs_batch_new(const struct pairs_setup *u, const struct pairs_batch_plan *p,
                                    struct pairs_error *e)
{
    struct error why = api_error(e);
    struct batch_plan plan;
    if (!pairs_setup_check(u, e))
        return NULL;
    struct pairs_batch *b = calloc(1, sizeof *b);
    if (!b)
        error_no_memory(&why);
    else if (api_batch_plan(u, p, &plan, &why))
        b->batch = batch_new(&plan, &why);
    if (!b || !b->batch) {
        api_fail(e, &why);
        free(b);
        return NULL;
    }
    b->games = p->games;
    b->layout.layout = *batch_layout(b->batch);
    return b;
}

void pairs_batch_free(struct pairs_batch *b)
{
    if (!b)
        return;
    batch_free(b->batch);
    free(b);
}

const struct pairs_layout *pairs_batch_layout(const struct pairs_batch *b)
{
    return &b->layout;
}

static struct batch_out out_of(const struct pairs_batch_out *out)
{
    return (struct batch_out){.seat = out->seat,
                              .observation = out->observation,
                              .mask = out->mask,
                              .reward = out->reward,
                              .done = out->done};
}

void pairs_batch_begin(struct pairs_batch *b, const struct pairs_batch_out *out)
{
    struct batch_out to = out_of(out);
    batch_begin(b->batch, &to);
}

int pairs_batch_step(struct pairs_batch *b, const int32_t id[], const struct pairs_batch_out *out)
{
    struct batch_out to = out_of(out);
    return batch_step(b->batch, id, &to);
}

void pairs_batch_random(struct pairs_batch *b, int32_t id[])
{
    batch_random(b->batch, id);
}

int pairs_batch_game(const struct pairs_batch *b, int game, struct pairs_game *to)
{
    int seat;
    if (game < 0 || game >= b->games || !fits(&b->layout, to, 0))
        return -1;
    memcpy(to->state, batch_state(b->batch, game, &seat), b->layout.layout.setup.game->size);
    return seat;
}
