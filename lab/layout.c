#include "lab/layout.h"

#include "engine/rulebook.h"

#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* --- Decisions -------------------------------------------------------------------------------- */

static struct range number_range(const struct setup *u, const struct verb *v)
{
    int step = v->step ? v->step : 1, most = v->most ? v->most : LAYOUT_NUMBERS - 1;
    if (v->limit)
        most = u->option[option_index(u->game, v->limit)];
    return (struct range){NUMBER_ARGUMENT, v->least, step, (most - v->least) / step + 1};
}

static struct range argument_range(const struct setup *u, const struct verb *v, int k)
{
    switch (v->argument[k]) {
    case RANK_ARGUMENT:
        return (struct range){RANK_ARGUMENT, 1, 1, RANKS};
    case SEAT_ARGUMENT:
        return (struct range){SEAT_ARGUMENT, 0, 1, u->players};
    case NUMBER_ARGUMENT:
        return number_range(u, v);
    case NO_ARGUMENT:
        break;
    }
    return (struct range){NO_ARGUMENT, 0, 1, 1};
}

static void make_ids(struct layout *l)
{
    const struct setup *u = &l->setup;
    for (const struct verb *v = u->game->verbs; v->word; v++) {
        assert(l->verbs < LAYOUT_VERBS);
        struct verb_ids *ids = &l->verb[l->verbs++];
        ids->first = l->actions;
        for (int k = 0; k < 2; k++)
            ids->range[k] = argument_range(u, v, k);
        if (ids->range[0].step > 1)
            ids->share = UINT32_MAX / (uint32_t)ids->range[0].step + 1;
        if (!v->only || rulebook_holds(u, v->only))
            ids->count = ids->range[0].count * ids->range[1].count;
        l->actions += ids->count;
    }
}

static int argument_at(const struct range *r, int place, int seat)
{
    if (r->argument == SEAT_ARGUMENT)
        return (place + seat) % r->count;
    return r->argument == NO_ARGUMENT ? 0 : r->least + place * r->step;
}

action layout_action(const struct layout *l, int seat, int id)
{
    assert(id >= 0 && id < l->actions);
    int verb = 0;
    while (id >= l->verb[verb].first + l->verb[verb].count)
        verb++;
    const struct verb_ids *ids = &l->verb[verb];
    int place = id - ids->first, second = ids->range[1].count;
    return action_make(verb, argument_at(&ids->range[0], place / second, seat),
                       argument_at(&ids->range[1], place % second, seat));
}

void layout_mask(const struct layout *l, int seat, const action legal[], int count, uint8_t mask[])
{
    memset(mask, 0, (size_t)l->actions);
    for (int i = 0; i < count; i++)
        mask[layout_id(l, seat, legal[i])] = 1;
}

/* --- Parts ------------------------------------------------------------------------------------ */

int part_size(const struct part *p)
{
    int owners = p->seats + p->middle;
    return owners ? owners * p->each : p->each;
}

/* Adds a part; returns where it begins. */
static int16_t add_part(struct layout *l, struct part p)
{
    assert(l->parts < LAYOUT_PARTS && l->size <= INT16_MAX);
    p.offset = l->size;
    l->part[l->parts++] = p;
    l->size += part_size(&p);
    return (int16_t)p.offset;
}

static int16_t add_seats(struct layout *l, enum part_kind kind)
{
    return add_part(l, (struct part){.kind = kind, .each = 1, .seats = l->setup.players});
}

/* Adds a zone or a number by the letter that says whose it is. */
static void add_owned(struct layout *l, struct part p, char letter, int16_t at[LAYOUT_OWNERS])
{
    char whose = (char)tolower(letter);
    p.seats = whose == 'm' ? 0 : l->setup.players;
    p.middle = whose != 's';
    int from = add_part(l, p);
    for (int i = 0; i < LAYOUT_OWNERS; i++)
        at[i] = (int16_t)(i < p.seats ? from + i * p.each : -1);
    if (p.middle)
        at[LAYOUT_MIDDLE] = (int16_t)(from + p.seats * p.each);
}

static void add_zones(struct layout *l)
{
    const struct game *game = l->setup.game;
    for (int i = 0; game->zones && game->zones[i]; i++) {
        assert(i < LAYOUT_ZONES);
        char letter = 'B';
        if (game->owners.zones)
            letter = game->owners.zones[i];
        struct part p = {.kind = PART_ZONE, .row = i, .ordered = isupper(letter) != 0};
        p.each = 1 + RANKS + (p.ordered ? LAYOUT_ROW : 0);
        add_owned(l, p, letter, l->zone[i]);
    }
}

static void add_numbers(struct layout *l)
{
    const struct game *game = l->setup.game;
    for (int i = 0; game->labels && game->labels[i]; i++) {
        assert(i < LAYOUT_LABELS);
        char letter = 'b';
        if (game->owners.labels)
            letter = game->owners.labels[i];
        struct part p = {.kind = PART_NUMBER, .row = i, .each = 2};
        if (isupper(letter))
            p = (struct part){.kind = PART_RANKS, .row = i, .each = RANKS};
        add_owned(l, p, letter, l->number[i]);
    }
}

void layout_make(struct layout *l, const struct setup *u)
{
    *l = (struct layout){.setup = *u};
    make_ids(l);
    for (enum part_kind kind = PART_SEAT; kind <= PART_DISCARDS; kind++)
        add_part(l, (struct part){.kind = kind, .each = 1});
    l->to_act = add_seats(l, PART_TO_ACT);
    l->dealer = add_seats(l, PART_DEALER);
    l->won = add_seats(l, PART_WON);
    l->lost = add_seats(l, PART_LOST);
    l->score = add_seats(l, PART_SCORE);
    l->option = add_part(l, (struct part){.kind = PART_OPTIONS, .each = option_total(u->game)});
    l->gone = -1;
    if (!u->game->hidden)
        l->gone = add_part(l, (struct part){.kind = PART_GONE, .each = RANKS});
    add_zones(l);
    add_numbers(l);
}

/* --- Observations ----------------------------------------------------------------------------- */

static inline int relative(int owner, int seat, int players)
{
    if (owner == NOBODY)
        return LAYOUT_MIDDLE;
    int place = owner - seat;
    return place + (players & -(place < 0)); /* no branch: who looks cannot be foreseen */
}

static void observe_head(const struct layout *l, const struct head *h, int seat, int32_t out[])
{
    int players = l->setup.players;
    seats to_act = h->turn.kind == TURN_SEATS ? h->turn.seats : 0;
    out[PART_SEAT] = seat;
    out[PART_HAND] = h->hand;
    out[PART_OVER] = h->turn.kind == TURN_OVER;
    out[PART_CHIPS] = h->chips;
    out[PART_POT] = h->pot;
    out[PART_DECK] = pile_size(&h->pile[PILE_DECK]);
    out[PART_DISCARDS] = pile_size(&h->pile[PILE_DISCARDS]) + pile_size(&h->pile[PILE_BURNED]);
    for (int i = 0, who = seat; i < players; i++) {
        out[l->to_act + i] = to_act >> who & 1;
        out[l->dealer + i] = who == h->dealer;
        out[l->won + i] = h->winners >> who & 1;
        out[l->lost + i] = h->losers >> who & 1;
        out[l->score + i] = h->score[who];
        who = who + 1 < players ? who + 1 : 0;
    }
    memcpy(&out[l->option], h->option, (size_t)l->part[PART_OPTIONS].each * sizeof out[0]);
    if (l->gone >= 0)
        for (int c = 1; c <= RANKS; c++)
            out[l->gone + c - 1] = pile_count(&h->pile[PILE_DISCARDS], c);
}

static void observe_zone(const struct layout *l, const struct view *v, const struct zone *z,
                         int32_t out[])
{
    int owner = relative(z->owner, v->looks, v->players);
    int at = l->zone[z->zone - ZONE_GAME][owner];
    assert(at >= 0);
    out[at] += z->count;
    for (int c = 1; c <= RANKS; c++)
        out[at + c] += cards_count(z->faces, c);
    for (int i = 0; z->ordered && i < z->count && i < LAYOUT_ROW; i++)
        out[at + RANKS + 1 + i] = v->card[z->first + z->count - 1 - i];
}

static void observe_number(const struct layout *l, const struct view *v, const struct number *n,
                           int32_t out[])
{
    int at = l->number[n->row][relative(n->owner, v->looks, v->players)];
    assert(at >= 0);
    if (l->setup.game->owners.labels && isupper(l->setup.game->owners.labels[n->row])) {
        out[at + n->value - 1]++;
    } else {
        out[at] = 1;
        out[at + 1] = n->value;
    }
}

void layout_observe(const struct layout *l, const struct state *s, int seat, int32_t out[])
{
    struct view v;
    assert(seat < PLAYERS_MAX);
    memset(&v, 0, offsetof(struct view, zone));
    v.brief = true;
    v.game = l->setup.game;
    v.looks = (uint8_t)seat;
    v.eyes = view_eyes(seat);
    v.players = (uint8_t)l->setup.players;
    v.game->view(s, &v);
    memset(out, 0, (size_t)l->size * sizeof out[0]);
    observe_head(l, game_look(s), seat, out);
    for (int i = 0; i < v.zones; i++)
        observe_zone(l, &v, &v.zone[i], out);
    for (int i = 0; i < v.numbers; i++)
        observe_number(l, &v, &v.number[i], out);
}
