#include "lab/layout.h"

#include "engine/rulebook.h"

#include <assert.h>
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

static struct verb_map map_of(const struct verb_ids *ids)
{
    const struct range *first = &ids->range[0], *second = &ids->range[1];
    bool seat[2] = {first->argument == SEAT_ARGUMENT, second->argument == SEAT_ARGUMENT};
    return (struct verb_map){
        .share = ((UINT64_C(1) << 32) + (uint64_t)first->step - 1) / (uint64_t)first->step,
        .from = ids->first - second->least,
        .least = first->least,
        .width = second->count,
        .seat = {seat[0], seat[1]},
        .seats = seat[0] || seat[1],
    };
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
        l->map[ids - l->verb] = map_of(ids);
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

/* Where the elements of an owner begin, for each seat that looks, who is the first. */
static void place_owners(struct layout *l, const struct part *p, bool zone)
{
    for (int looks = 0; looks < l->setup.players; looks++) {
        struct sheet *sheet = &l->sheet[looks];
        int16_t *at = zone ? sheet->zone[p->row] : sheet->number[p->row];
        for (int i = 0; i < SHEET_OWNERS; i++)
            at[i] = -1;
        for (int i = 0; i < p->seats; i++)
            at[(looks + i) % p->seats] = (int16_t)(p->offset + i * p->each);
        if (p->middle)
            at[SHEET_MIDDLE] = (int16_t)(p->offset + p->seats * p->each);
    }
}

/* Adds a zone or a number. */
static void add_owned(struct layout *l, struct part p, enum whose whose)
{
    p.seats = whose == OF_MIDDLE ? 0 : l->setup.players;
    p.middle = whose != OF_SEATS;
    p.offset = add_part(l, p);
    place_owners(l, &p, p.kind == PART_ZONE);
}

static void add_zones(struct layout *l)
{
    const struct game *game = l->setup.game;
    for (int i = 0; i < game_zone_count(game); i++) {
        assert(i < SHEET_ZONES);
        const struct zone_type *z = &game->zones[i];
        struct part p = {.kind = PART_ZONE, .row = i, .ordered = zone_type_ordered(z)};
        p.each = 1 + RANKS + (p.ordered ? SHEET_ROW : 0);
        add_owned(l, p, z->whose);
    }
}

static void add_numbers(struct layout *l)
{
    const struct game *game = l->setup.game;
    for (int i = 0; i < game_label_count(game); i++) {
        assert(i < SHEET_LABELS);
        bool rank = game->labels[i].rank;
        struct part p = {.kind = PART_NUMBER, .row = i, .each = 2};
        if (rank)
            p = (struct part){.kind = PART_RANKS, .row = i, .each = RANKS};
        add_owned(l, p, game->labels[i].whose);
        for (int looks = 0; looks < PLAYERS_MAX; looks++)
            l->sheet[looks].rank[i] = rank;
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

void layout_blank(const struct layout *l, int32_t out[])
{
    memset(out, 0, (size_t)l->size * sizeof out[0]);
    out[PART_CHIPS] = game_counts_chips(&l->setup);
    memcpy(&out[l->option], l->setup.option, (size_t)l->part[PART_OPTIONS].each * sizeof out[0]);
}

void layout_observe(const struct layout *l, const struct state *s, int seat, int32_t out[])
{
    layout_blank(l, out);
    layout_fill(l, l->setup.game, s, seat, out);
}
