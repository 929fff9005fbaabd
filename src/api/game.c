/* A state without history, and what may be seen of it. */
#include "api/inside.h"

#include "wire/viewjson.h"

#include <stdlib.h>
#include <string.h>

/* --- Beginning and end ------------------------------------------------------------------------ */

/* A game and its state in one piece. */
struct alone {
    struct pairs_game game;
    max_align_t state[];
};

static struct pairs_game *game_room(const struct pairs_setup *u)
{
    struct alone *a = malloc(sizeof *a + u->finished.game->size);
    if (!a)
        return NULL;
    a->game = (struct pairs_game){.setup = *u, .state = (struct state *)a->state};
    return &a->game;
}

struct pairs_game *pairs_game_new(const struct pairs_setup *u, struct pairs_error *e)
{
    if (!pairs_setup_check(u, e))
        return NULL;
    struct pairs_game *g = game_room(u);
    if (g)
        pairs_game_start(g);
    else
        api_no_memory(e);
    return g;
}

struct pairs_game *pairs_game_clone(const struct pairs_game *g)
{
    struct pairs_game *copy = game_room(&g->setup);
    if (copy)
        pairs_game_copy(copy, g);
    return copy;
}

void pairs_game_free(struct pairs_game *g)
{
    free(g); /* the first member of the whole piece */
}

const struct pairs_setup *pairs_game_setup(const struct pairs_game *g)
{
    return &g->setup;
}

void pairs_game_start(struct pairs_game *g)
{
    game_start(&g->setup.finished, g->state, NULL);
}

bool pairs_game_copy(struct pairs_game *to, const struct pairs_game *from)
{
    const struct game *game = from->setup.finished.game;
    if (to->setup.finished.game != game)
        return false;
    if (to != from) {
        to->setup = from->setup;
        memcpy(to->state, from->state, game->size);
    }
    return true;
}

/* --- What it waits for ------------------------------------------------------------------------ */

_Static_assert((int)PAIRS_OVER == (int)TURN_OVER && (int)PAIRS_DECISION == (int)TURN_SEATS &&
                   (int)PAIRS_CARD == (int)TURN_DECK && (int)PAIRS_LOT == (int)TURN_LOT,
               "turns have the same numbers");

int pairs_game_turn(const struct pairs_game *g)
{
    return game_turn(g->state).kind;
}

pairs_seats pairs_game_seats(const struct pairs_game *g)
{
    struct turn t = game_turn(g->state);
    return t.kind == TURN_SEATS || t.kind == TURN_LOT ? t.seats : 0;
}

int pairs_game_place(const struct pairs_game *g)
{
    struct turn t = game_turn(g->state);
    return t.kind == TURN_DECK ? t.place : NOBODY;
}

static bool decides(const struct pairs_game *g, int seat)
{
    struct turn t = game_turn(g->state);
    return t.kind == TURN_SEATS && api_seat(&g->setup, seat) && seats_has(t.seats, seat);
}

int pairs_game_legal(const struct pairs_game *g, int seat, pairs_action out[], int room)
{
    const struct game *game = g->setup.finished.game;
    if (!decides(g, seat))
        return 0;
    if (room >= ACTIONS_MAX)
        return game_legal(game, g->state, seat, out);
    action all[ACTIONS_MAX];
    return api_actions(all, game_legal(game, g->state, seat, all), out, room);
}

bool pairs_game_apply(struct pairs_game *g, int seat, pairs_action a)
{
    action legal[ACTIONS_MAX];
    int count = pairs_game_legal(g, seat, legal, ACTIONS_MAX);
    for (int i = 0; i < count; i++) {
        if (legal[i] == a) {
            pairs_game_apply_legal(g, seat, a);
            return true;
        }
    }
    return false;
}

void pairs_game_apply_legal(struct pairs_game *g, int seat, pairs_action a)
{
    game_apply(g->setup.finished.game, g->state, seat, a, NULL);
}

/* --- Chance ----------------------------------------------------------------------------------- */

static int outcome_of(struct step step)
{
    return step.kind == TURN_LOT ? step.who : (int)step.what;
}

int pairs_game_chances(const struct pairs_game *g, struct pairs_chance out[PAIRS_CHANCES])
{
    _Static_assert((int)PAIRS_CHANCES == (int)CHANCES_MAX, "there is room for all");
    struct chance all[CHANCES_MAX];
    int count = game_chances(g->state, all);
    for (int i = 0; i < count; i++)
        out[i] = (struct pairs_chance){outcome_of(all[i].step), all[i].likely};
    return count;
}

int pairs_game_source(const struct pairs_game *g, int count[11])
{
    struct turn turn = game_turn(g->state);
    memset(count, 0, (RANKS + 1) * sizeof *count);
    if (turn.kind != TURN_DECK)
        return PAIRS_PILE_NONE;
    const struct pile *p = game_source(g->state);
    count[0] = pile_size(p);
    for (int c = 1; c <= RANKS; c++)
        count[c] = pile_count(p, c);
    return turn.from == PILE_DECK ? PAIRS_PILE_DECK : PAIRS_PILE_OTHER;
}

bool pairs_game_happen(struct pairs_game *g, int outcome)
{
    struct chance all[CHANCES_MAX];
    int count = game_chances(g->state, all);
    for (int i = 0; i < count; i++) {
        if (outcome_of(all[i].step) == outcome) {
            game_step(g->setup.finished.game, g->state, all[i].step, NULL);
            return true;
        }
    }
    return false;
}

bool pairs_game_draw(struct pairs_game *g, struct pairs_rng *r)
{
    int kind = game_turn(g->state).kind;
    if (kind != TURN_DECK && kind != TURN_LOT)
        return false;
    game_step(g->setup.finished.game, g->state, game_chance(g->state, api_rng(r)), NULL);
    return true;
}

void pairs_game_imagine(struct pairs_game *g, int seat, struct pairs_rng *r)
{
    if (api_seat(&g->setup, seat))
        game_imagine(g->setup.finished.game, g->state, seat, api_rng(r));
}

/* --- How it stands ---------------------------------------------------------------------------- */

void pairs_game_status(const struct pairs_game *g, struct pairs_status *out)
{
    const struct head *h = game_look(g->state);
    *out = (struct pairs_status){
        .players = h->players,
        .dealer = h->dealer,
        .hand = h->hand,
        .deck = pile_size(&h->pile[PILE_DECK]),
        .discards = pile_size(&h->pile[PILE_DISCARDS]) + pile_size(&h->pile[PILE_BURNED]),
        .over = h->turn.kind == TURN_OVER,
        .chips = h->chips,
        .to_act = h->turn.kind == TURN_SEATS ? h->turn.seats : 0,
        .winners = h->winners,
        .losers = h->losers,
        .pot = h->pot,
    };
    _Static_assert(sizeof out->score == sizeof h->score, "there is a score for each seat");
    memcpy(out->score, h->score, sizeof out->score);
}

void pairs_game_returns(const struct pairs_game *g, double out[PAIRS_PLAYERS])
{
    const struct head *h = game_look(g->state);
    bool over = h->turn.kind == TURN_OVER;
    for (int seat = 0; seat < PAIRS_PLAYERS; seat++) {
        int won = seats_has(h->winners, seat), lost = seats_has(h->losers, seat);
        out[seat] = !over || seat >= h->players ? 0 : h->chips ? h->score[seat] : won - lost;
    }
}

/* --- What may be seen ------------------------------------------------------------------------- */

_Static_assert((int)PAIRS_NOBODY == (int)NOBODY && (int)PAIRS_EVERYTHING == (int)EVERYTHING,
               "those who look have the same numbers");

int api_looks(const struct pairs_setup *u, int looks)
{
    return api_seat(u, looks) || looks == EVERYTHING ? looks : NOBODY;
}

struct pairs_view *pairs_view_new(void)
{
    return calloc(1, sizeof(struct pairs_view));
}

void pairs_view_free(struct pairs_view *v)
{
    free(v);
}

void pairs_game_view(const struct pairs_game *g, int looks, struct pairs_view *v)
{
    game_view(g->setup.finished.game, g->state, api_looks(&g->setup, looks), &v->view);
}

int pairs_view_looks(const struct pairs_view *v)
{
    return v->view.looks;
}

void pairs_view_status(const struct pairs_view *v, struct pairs_status *out)
{
    const struct view *w = &v->view;
    *out = (struct pairs_status){
        .players = w->players,
        .dealer = w->dealer,
        .hand = w->hand,
        .deck = w->deck,
        .discards = w->discards,
        .over = w->over,
        .chips = w->chips,
        .to_act = w->to_act,
        .winners = w->winners,
        .losers = w->losers,
        .pot = w->pot,
    };
    memcpy(out->score, w->score, sizeof out->score);
}

int pairs_view_zones(const struct pairs_view *v)
{
    return v->view.zones;
}

bool pairs_view_zone(const struct pairs_view *v, int i, struct pairs_zone *out)
{
    if (i < 0 || i >= v->view.zones)
        return false;
    const struct zone *z = &v->view.zone[i];
    *out = (struct pairs_zone){
        .zone = z->zone,
        .owner = z->owner,
        .count = z->count,
        .ordered = z->ordered,
        .known = z->known,
        .cards = &v->view.card[z->first],
    };
    return true;
}

int pairs_view_numbers(const struct pairs_view *v)
{
    return v->view.numbers;
}

bool pairs_view_number(const struct pairs_view *v, int i, struct pairs_number *out)
{
    if (i < 0 || i >= v->view.numbers)
        return false;
    const struct number *n = &v->view.number[i];
    int label = 0;
    while (v->view.game->labels[label].name != n->label)
        label++;
    *out = (struct pairs_number){.label = label, .owner = n->owner, .value = n->value};
    return true;
}

int pairs_view_legal(const struct pairs_view *v, pairs_action out[], int room)
{
    return api_actions(v->view.act, v->view.actions, out, room);
}

void pairs_view_left(const struct pairs_view *v, int count[11])
{
    struct pile left = {0};
    if (v->view.game)
        left = view_left(&v->view);
    count[0] = pile_size(&left);
    for (int c = 1; c <= RANKS; c++)
        count[c] = pile_count(&left, c);
}

char *pairs_view_json(const struct pairs_view *v)
{
    struct text out = {0};
    if (!v->view.game)
        return NULL;
    json_view(&out, &v->view);
    return api_text(&out);
}
