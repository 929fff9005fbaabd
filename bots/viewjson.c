#include "bots/viewjson.h"

json_t *json_seat(int seat)
{
    return seat < PLAYERS_MAX ? json_stringn(&"ABCDEFGH"[seat], 1) : json_null();
}

json_t *json_seats(seats some)
{
    json_t *list = json_array();
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (some >> seat & 1)
            json_array_append_new(list, json_seat(seat));
    return list;
}

json_t *json_scores(const struct view *v)
{
    json_t *list = json_array();
    for (int seat = 0; seat < v->players; seat++)
        json_array_append_new(list, json_integer(v->score[seat]));
    return list;
}

json_t *json_zones(const struct view *v)
{
    json_t *all = json_array();
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        json_t *list = json_array();
        for (int k = 0; k < z->count; k++)
            json_array_append_new(list, json_integer(v->card[z->first + k]));
        json_array_append_new(all, json_pack("{s:s, s:o, s:o}", "place",
                                             game_zone_name(v->game, z->zone), "owner",
                                             json_seat(z->owner), "cards", list));
    }
    return all;
}

static json_t *json_numbers(const struct view *v)
{
    json_t *all = json_array();
    for (int i = 0; i < v->numbers; i++) {
        const struct number *n = &v->number[i];
        json_array_append_new(all, json_pack("{s:s, s:o, s:i}", "label", n->label, "owner",
                                             json_seat(n->owner), "value", (int)n->value));
    }
    return all;
}

json_t *json_actions(const struct game *game, const action act[], int count)
{
    json_t *list = json_array();
    char text[ACTION_TEXT];
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_string(action_text(game, act[i], text)));
    return list;
}

json_t *json_option_values(const struct game *game, const int32_t option[])
{
    json_t *all = json_object();
    char text[OPTION_TEXT];
    for (int i = 0; game->options[i].key; i++) {
        const struct option *o = &game->options[i];
        bool number = o->type == OPTION_NUMBER && !(o->none && option[i] == OPTION_NONE);
        json_object_set_new(all, o->key,
                            number ? json_integer(option[i])
                                   : json_string(option_text(o, option[i], text)));
    }
    return all;
}

json_t *json_view_game(const struct view *v)
{
    return json_pack("{s:s, s:i, s:o}", "game", v->game->name, "players", (int)v->players,
                     "options", json_option_values(v->game, v->option));
}

json_t *json_view(const struct view *v)
{
    return json_pack("{s:o, s:b, s:i, s:o, s:b, s:o, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "seat", json_seat(v->looks), "over", v->over, "hand", (int)v->hand, "dealer",
                     json_seat(v->dealer), "chips", v->chips, "scores", json_scores(v), "pot",
                     (int)v->pot, "deck", v->deck, "discards", v->discards, "to_act",
                     json_seats(v->to_act), "winners", json_seats(v->winners), "losers",
                     json_seats(v->losers), "zones", json_zones(v), "numbers", json_numbers(v),
                     "legal", json_actions(v->game, v->act, v->actions));
}
