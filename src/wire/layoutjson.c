#include "wire/layoutjson.h"

const char *layout_part_key(enum part_kind kind)
{
    static const char *const keys[] = {
        [PART_SEAT] = "seat",         [PART_HAND] = "hand",     [PART_OVER] = "over",
        [PART_CHIPS] = "chips",       [PART_POT] = "pot",       [PART_DECK] = "deck",
        [PART_DISCARDS] = "discards", [PART_TO_ACT] = "to_act", [PART_DEALER] = "dealer",
        [PART_WON] = "won",           [PART_LOST] = "lost",     [PART_SCORE] = "score",
        [PART_OPTIONS] = "options",   [PART_GONE] = "gone",     [PART_ZONE] = "zone",
        [PART_NUMBER] = "number",     [PART_RANKS] = "ranks",
    };
    return keys[kind];
}

const char *layout_part_name(const struct layout *l, const struct part *p)
{
    if (p->kind < PART_ZONE)
        return NULL;
    const struct game *game = l->setup.game;
    return p->kind == PART_ZONE ? game->zones[p->row].name : game->labels[p->row].name;
}

static void json_argument(struct text *t, const struct range *r)
{
    static const char *const kinds[] = {
        [RANK_ARGUMENT] = "card", [SEAT_ARGUMENT] = "seat", [NUMBER_ARGUMENT] = "number"};
    if (r->argument == NO_ARGUMENT)
        return;
    json_object_begin(t);
    json_word(json_key(t, "kind"), kinds[r->argument]);
    json_int(json_key(t, "least"), r->least);
    json_int(json_key(t, "step"), r->step);
    json_int(json_key(t, "count"), r->count);
    json_object_end(t);
}

static void json_verb(struct text *t, const struct verb_ids *ids, const char *word)
{
    json_object_begin(t);
    json_text(json_key(t, "word"), word);
    json_int(json_key(t, "first"), ids->first);
    json_int(json_key(t, "count"), ids->count);
    json_array_begin(json_key(t, "arguments"));
    json_argument(t, &ids->range[0]);
    json_argument(t, &ids->range[1]);
    json_array_end(t);
    json_object_end(t);
}

static void json_part(struct text *t, const struct layout *l, const struct part *p)
{
    const char *name = layout_part_name(l, p);
    json_object_begin(t);
    json_word(json_key(t, "kind"), layout_part_key(p->kind));
    if (name)
        json_text(json_key(t, "name"), name);
    json_int(json_key(t, "offset"), p->offset);
    json_int(json_key(t, "length"), part_size(p));
    json_int(json_key(t, "each"), p->each);
    json_int(json_key(t, "seats"), p->seats);
    json_bool(json_key(t, "middle"), p->middle);
    json_int(json_key(t, "row"), p->ordered ? SHEET_ROW : 0);
    json_object_end(t);
}

void json_layout(struct text *t, const struct layout *l)
{
    json_object_begin(t);
    json_text(json_key(t, "game"), setup_name(&l->setup));
    json_int(json_key(t, "players"), l->setup.players);
    json_int(json_key(t, "actions"), l->actions);
    json_array_begin(json_key(t, "verbs"));
    for (int i = 0; i < l->verbs; i++)
        if (l->verb[i].count)
            json_verb(t, &l->verb[i], l->setup.game->verbs[i].word);
    json_array_end(t);
    json_int(json_key(t, "observation"), l->size);
    json_array_begin(json_key(t, "parts"));
    for (int i = 0; i < l->parts; i++)
        json_part(t, l, &l->part[i]);
    json_array_end(t);
    json_object_end(t);
}
