#include "ui/json.h"

#include "bots/viewjson.h"

json_t *json_options(const struct setup *u)
{
    return json_option_values(u->game, u->option);
}

static json_t *json_legal(const struct table *t)
{
    json_t *all = json_object();
    action legal[ACTIONS_MAX];
    for (int seat = 0; seat < t->setup.players; seat++) {
        int count = table_legal(t, seat, legal);
        if (!count)
            continue;
        char letter[2] = {(char)('A' + seat), '\0'};
        json_object_set_new(all, letter, json_actions(t->setup.game, legal, count));
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
    const char *due = turn.kind == TURN_LOT    ? "lot"
                      : turn.kind == TURN_DECK ? game_place_name(v.game, turn.place)
                                               : NULL;
    return json_pack("{s:s, s:i, s:o, s:b, s:i, s:o, s:i, s:o, s:o, s:o, s:s?, s:o, s:o}", "game",
                     setup_name(&t->setup), "players", v.players, "options",
                     json_options(&t->setup), "over", v.over, "hand", v.hand, "scores",
                     json_scores(&v), "pot", v.pot, "winners", json_seats(v.winners), "losers",
                     json_seats(v.losers), "to_act", json_to_act(turn), "due", due, "legal",
                     json_legal(t), "zones", json_zones(&v));
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
