#include "ui/json.h"

static json_t *json_seats(seats some)
{
    json_t *list = json_array();
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (some >> seat & 1)
            json_array_append_new(list, json_stringn(&"ABCDEFGH"[seat], 1));
    return list;
}

json_t *json_options(const struct setup *u)
{
    json_t *all = json_object();
    char text[OPTION_TEXT];
    for (int i = 0; u->game->options[i].key; i++) {
        const struct option *o = &u->game->options[i];
        bool number = o->type == OPTION_NUMBER && !(o->none && u->option[i] == OPTION_NONE);
        json_object_set_new(all, o->key,
                            number ? json_integer(u->option[i])
                                   : json_string(option_text(o, u->option[i], text)));
    }
    return all;
}

static json_t *json_legal(const struct table *t)
{
    json_t *all = json_object();
    action legal[ACTIONS_MAX];
    char text[ACTION_TEXT];
    for (int seat = 0; seat < t->setup.players; seat++) {
        int count = table_legal(t, seat, legal);
        if (!count)
            continue;
        json_t *list = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(list, json_string(action_text(t->setup.game, legal[i], text)));
        char letter[2] = {(char)('A' + seat), '\0'};
        json_object_set_new(all, letter, list);
    }
    return all;
}

static json_t *json_zones(const struct view *v)
{
    json_t *all = json_array();
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        json_t *list = json_array();
        for (int k = 0; k < z->count; k++)
            json_array_append_new(list, json_integer(v->card[z->first + k]));
        json_t *owner = z->owner == NOBODY ? json_null() : json_stringn(&"ABCDEFGH"[z->owner], 1);
        json_array_append_new(all, json_pack("{s:s, s:o, s:o}", "place",
                                             game_zone_name(v->game, z->zone), "owner", owner,
                                             "cards", list));
    }
    return all;
}

static json_t *json_to_act(struct turn turn)
{
    if (turn.kind == TURN_DECK || turn.kind == TURN_LOT)
        return json_pack("[s]", "deck");
    return json_seats(turn.kind == TURN_SEATS ? turn.seats : 0);
}

json_t *json_table(const struct table *t)
{
    struct view v;
    struct turn turn = table_turn(t);
    table_view(t, EVERYTHING, &v);
    json_t *scores = json_array();
    for (int seat = 0; seat < v.players; seat++)
        json_array_append_new(scores, json_integer(v.score[seat]));
    const char *due = turn.kind == TURN_LOT    ? "lot"
                      : turn.kind == TURN_DECK ? game_place_name(v.game, turn.place)
                                               : NULL;
    return json_pack("{s:s, s:i, s:o, s:b, s:i, s:o, s:i, s:o, s:o, s:o, s:s?, s:o, s:o}", "game",
                     setup_name(&t->setup), "players", v.players, "options",
                     json_options(&t->setup), "over", v.over, "hand", v.hand, "scores", scores,
                     "pot", v.pot, "winners", json_seats(v.winners), "losers", json_seats(v.losers),
                     "to_act", json_to_act(turn), "due", due, "legal", json_legal(t), "zones",
                     json_zones(&v));
}

json_t *json_estimate(double mean, double error)
{
    return json_pack("{s:f, s:f}", "mean", mean, "error", error);
}

void json_print(json_t *object, FILE *to)
{
    json_dumpf(object, to, JSON_COMPACT | JSON_PRESERVE_ORDER);
    putc('\n', to);
    json_decref(object);
}
