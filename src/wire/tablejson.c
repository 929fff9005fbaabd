#include "wire/tablejson.h"

void json_options(struct text *t, const struct setup *u)
{
    json_option_values(t, u->game, u->option, u->deck);
}

void json_game(struct text *t, const struct setup *u)
{
    json_object_begin(t);
    json_text(json_key(t, "name"), setup_name(u));
    json_int(json_key(t, "players"), u->players);
    json_options(json_key(t, "options"), u);
    json_object_end(t);
}

static void json_legal(struct text *t, const struct table *table)
{
    action legal[ACTIONS_MAX];
    json_object_begin(t);
    for (int seat = 0; seat < table->setup.players; seat++) {
        int count = table_legal(table, seat, legal);
        if (count)
            json_actions(json_key(t, game_place_name(NULL, seat)), table->setup.game, legal, count);
    }
    json_object_end(t);
}

static void json_to_act(struct text *t, struct turn turn)
{
    if (turn.kind != TURN_DECK && turn.kind != TURN_LOT) {
        json_seats(t, turn.kind == TURN_SEATS ? turn.seats : 0);
        return;
    }
    json_array_begin(t);
    json_text(t, "deck");
    json_array_end(t);
}

static void json_due(struct text *t, const struct game *game, struct turn turn)
{
    if (turn.kind == TURN_LOT)
        json_text(t, "lot");
    else if (turn.kind == TURN_DECK)
        json_text(t, game_place_name(game, turn.place));
    else
        json_null_value(t);
}

void json_table_keys(struct text *t, const struct table *table)
{
    struct view v;
    struct turn turn = table_turn(table);
    table_view(table, EVERYTHING, &v);
    json_text(json_key(t, "game"), setup_name(&table->setup));
    json_int(json_key(t, "players"), v.players);
    json_options(json_key(t, "options"), &table->setup);
    json_bool(json_key(t, "over"), v.over);
    json_int(json_key(t, "hand"), v.hand);
    json_scores(json_key(t, "scores"), &v);
    json_int(json_key(t, "pot"), v.pot);
    json_seats(json_key(t, "winners"), v.winners);
    json_seats(json_key(t, "losers"), v.losers);
    json_to_act(json_key(t, "to_act"), turn);
    json_due(json_key(t, "due"), v.game, turn);
    json_legal(json_key(t, "legal"), table);
    json_zones(json_key(t, "zones"), &v, false);
}

void json_table(struct text *t, const struct table *table)
{
    json_object_begin(t);
    json_table_keys(t, table);
    json_object_end(t);
}
