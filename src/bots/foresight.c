#include "bots/foresight.h"

#include <stdlib.h>
#include <string.h>

/* Of each rank the larger number. */
static cards cards_either(cards a, cards b)
{
    return cards_both(a, b - cards_common(a, b));
}

static void follow(struct foresight *f, struct spot spot)
{
    if (spot.zone != ZONE_DISCARDS && f->spots < SPOTS_MAX && foresight_spot(f, spot) < 0)
        f->spot[spot.zone % SPOT_SIDE][spot.owner % SPOT_SIDE] = (int8_t)++f->spots;
}

/* --- How many cards lay where ----------------------------------------------------------------- */

static void count_move(const struct foresight *f, int lie[], const struct event *e)
{
    int from = foresight_spot(f, e->from), to = foresight_spot(f, e->to);
    if (from >= 0)
        lie[from] -= e->count;
    if (to >= 0)
        lie[to] += e->count;
}

/* Whether nothing lay in the spot that an event moves cards to: for each event of the hand. */
static void find_empty(const struct foresight *f, const struct reliving *v,
                       const struct view *first, bool empty[])
{
    int lie[SPOTS_MAX] = {0};
    size_t at = 0;
    for (int i = 0; i < first->zones; i++) {
        int spot = foresight_spot(f, (struct spot){first->zone[i].zone, first->zone[i].owner});
        if (spot >= 0)
            lie[spot] = first->zone[i].count;
    }
    for (size_t i = 0; i < reliving_steps(v); i++) {
        const struct seen_step *step = reliving_step(v, i);
        for (int k = 0; k < step->events; k++, at++) {
            const struct event *e = &step->event[k];
            int to = e->kind == EVENT_MOVE ? foresight_spot(f, e->to) : SPOT_NONE;
            empty[at] = to > SPOT_DECK && lie[to] <= 0;
            if (e->kind == EVENT_MOVE)
                count_move(f, lie, e);
            else if (e->kind == EVENT_GATHER)
                memset(lie, 0, sizeof lie);
        }
    }
}

/* --- From the end to the beginning ------------------------------------------------------------ */

static void forget(struct ahead *a, int spot)
{
    a->need[spot] = 0;
    a->comes[spot] = 0;
    a->source[spot] = SPOT_NONE;
}

static void before_move(const struct foresight *f, struct ahead *a, const struct event *e,
                        bool empty)
{
    int from = foresight_spot(f, e->from), to = foresight_spot(f, e->to);
    if (e->cards && to >= 0)
        a->need[to] -= cards_common(a->need[to], e->cards);
    if (e->cards && from >= 0)
        a->need[from] = cards_both(a->need[from], e->cards);
    if (!e->cards && to > SPOT_DECK) {
        int comes = a->comes[to] + e->count, source = a->source[to];
        a->comes[to] = (uint8_t)(comes < UINT8_MAX ? comes : UINT8_MAX);
        a->source[to] =
            (int16_t)(from >= 0 && (source == SPOT_NONE || source == from) ? from : SPOT_MIXED);
    }
    if (!empty)
        return;
    /* all that was needed came there from now on: so it was at its source, if there is but one */
    int source = a->source[to];
    if (source >= 0)
        a->need[source] = cards_both(a->need[source], a->need[to]);
    forget(a, to);
}

static void before_event(const struct foresight *f, struct ahead *a, const struct event *e,
                         bool empty)
{
    int shown = e->kind == EVENT_SHOW ? foresight_spot(f, e->from) : SPOT_NONE;
    if (e->kind == EVENT_MOVE)
        before_move(f, a, e, empty);
    else if (shown >= 0)
        a->need[shown] = cards_either(a->need[shown], e->cards);
    for (int i = 0; i < f->spots && e->kind == EVENT_GATHER; i++)
        forget(a, i);
    for (int i = 0; i < f->spots && e->kind == EVENT_SHUFFLE; i++)
        if (i == SPOT_DECK)
            forget(a, i); /* it may have been among the discards */
        else if (a->source[i] == SPOT_DECK)
            a->source[i] = SPOT_MIXED;
}

static void look_back(struct foresight *f, const struct reliving *v, size_t events,
                      const bool empty[])
{
    struct ahead a = {0};
    for (int i = 0; i < SPOTS_MAX; i++)
        a.source[i] = SPOT_NONE;
    f->ahead[reliving_steps(v)] = a;
    for (size_t i = reliving_steps(v); i-- > 0;) {
        const struct seen_step *step = reliving_step(v, i);
        for (int k = step->events; k-- > 0;)
            before_event(f, &a, &step->event[k], empty[--events]);
        f->ahead[i] = a;
    }
}

bool foresight_init(struct foresight *f, const struct reliving *v, const struct game *game,
                    const struct state *first)
{
    size_t events = 0, steps = reliving_steps(v);
    struct view view;
    *f = (struct foresight){0};
    follow(f, (struct spot){ZONE_DECK, NOBODY});
    for (size_t i = 0; i < steps; i++) {
        const struct seen_step *step = reliving_step(v, i);
        events += (size_t)step->events;
        for (int k = 0; k < step->events; k++) {
            if (step->event[k].kind != EVENT_MOVE)
                continue;
            follow(f, step->event[k].from);
            follow(f, step->event[k].to);
        }
    }
    bool *empty = malloc((events + 1) * sizeof *empty);
    f->ahead = malloc((steps + 1) * sizeof *f->ahead);
    bool fine = empty && f->ahead;
    if (fine) {
        game_view(game, first, NOBODY, &view);
        find_empty(f, v, &view, empty);
        look_back(f, v, events, empty);
    }
    free(empty);
    return fine;
}

void foresight_clear(struct foresight *f)
{
    free(f->ahead);
    *f = (struct foresight){0};
}

/* --- One state that is lived through ---------------------------------------------------------- */

void held_begin(struct held *h, const struct foresight *f, const struct game *game,
                const struct state *s)
{
    struct view all;
    *h = (struct held){0};
    game_glance(game, s, EVERYTHING, &all);
    for (int i = 0; i < all.zones; i++) {
        const struct zone *z = &all.zone[i];
        int spot = foresight_spot(f, (struct spot){z->zone, z->owner});
        if (spot > SPOT_DECK)
            h->in[spot] += z->faces;
    }
}

void held_step(struct held *h, const struct foresight *f, const struct log *log)
{
    for (int i = 0; i < log->size; i++) {
        const struct event *e = &log->event[i];
        if (e->kind == EVENT_GATHER)
            *h = (struct held){0};
        if (e->kind != EVENT_MOVE)
            continue;
        int from = foresight_spot(f, e->from), to = foresight_spot(f, e->to);
        if (from > SPOT_DECK)
            h->in[from] -= cards_common(h->in[from], e->cards);
        if (to > SPOT_DECK)
            h->in[to] = cards_both(h->in[to], e->cards);
    }
}

cards held_lacks(const struct held *h, const struct ahead *a, int spot)
{
    return a->need[spot] - cards_common(a->need[spot], h->in[spot]);
}

bool held_can(const struct held *h, const struct foresight *f, const struct ahead *a,
              const struct pile *deck)
{
    for (int c = cards_next(a->need[SPOT_DECK], 0); c; c = cards_next(a->need[SPOT_DECK], c))
        if (cards_count(a->need[SPOT_DECK], c) > pile_count(deck, c))
            return false;
    for (int i = SPOT_DECK + 1; i < f->spots; i++)
        if (a->need[i] && cards_size(held_lacks(h, a, i)) > a->comes[i])
            return false;
    return true;
}

cards held_reserves(const struct held *h, const struct foresight *f, const struct ahead *a,
                    int spot)
{
    cards kept = a->need[SPOT_DECK];
    for (int i = SPOT_DECK + 1; i < f->spots; i++)
        if (i != spot && a->need[i] && a->source[i] == SPOT_DECK)
            kept = cards_both(kept, held_lacks(h, a, i));
    return kept;
}
