#include "wire/viewread.h"

#include "wire/viewjson.h"

#include <stdio.h>
#include <string.h>

static bool wrong(struct error *e, const char *what)
{
    return error_set(e, "the server's \"%s\" cannot be read; expected what docs/server.md says",
                     what);
}

/* --- Small things ----------------------------------------------------------------------------- */

bool read_seat(const json_t *seat, int players, uint8_t *out)
{
    const char *letter = json_string_value(seat);
    *out = NOBODY;
    if (json_is_null(seat))
        return true;
    if (!letter || letter[0] < 'A' || letter[0] >= 'A' + players || letter[1])
        return false;
    *out = (uint8_t)(letter[0] - 'A');
    return true;
}

static bool read_seats(const json_t *list, int players, seats *out)
{
    *out = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        uint8_t seat;
        if (!read_seat(json_array_get(list, i), players, &seat) || seat == NOBODY)
            return false;
        *out = (seats)(*out | 1u << seat);
    }
    return json_is_array(list);
}

/* A whole number between two others. */
static bool read_whole(const json_t *value, json_int_t least, json_int_t most, int32_t *out)
{
    json_int_t number = json_integer_value(value);
    *out = json_is_integer(value) && number >= least && number <= most ? (int32_t)number : 0;
    return json_is_integer(value) && number >= least && number <= most;
}

static bool read_truth(const json_t *value, bool *out)
{
    *out = json_is_true(value);
    return json_is_boolean(value);
}

/* The zone of that name, -1 if the game has none. */
static int find_zone(const struct game *game, const char *name)
{
    for (int zone = 0; name && zone < ZONE_GAME + game_zone_count(game); zone++)
        if (strcmp(game_zone_name(game, zone), name) == 0)
            return zone;
    return -1;
}

static bool read_spot(const json_t *spot, const struct setup *u, struct spot *out)
{
    int zone = find_zone(u->game, json_string_value(json_object_get(spot, "place")));
    out->zone = (uint8_t)zone;
    return zone >= 0 && read_seat(json_object_get(spot, "owner"), u->players, &out->owner);
}

/* --- What is played --------------------------------------------------------------------------- */

static bool read_option(struct setup *u, const char *key, const json_t *value, struct error *e)
{
    char number[OPTION_TEXT];
    snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
    const char *words = json_is_integer(value) ? number : json_string_value(value);
    return words ? setup_option(u, key, words, e) : wrong(e, "options");
}

bool read_setup(struct setup *u, const json_t *game, struct error *e)
{
    const char *name = json_string_value(json_object_get(game, "name")), *key;
    json_t *options = json_object_get(game, "options"), *value;
    int32_t players;
    if (!name || !read_whole(json_object_get(game, "players"), 1, PLAYERS_MAX, &players))
        return wrong(e, "game");
    if (!setup_choose(u, name, e))
        return false;
    json_object_foreach(options, key, value) if (!read_option(u, key, value, e)) return false;
    return setup_players(u, players, e) && setup_finish(u, e);
}

/* --- What is seen ----------------------------------------------------------------------------- */

/* The cards of a zone; it is known if none of them is hidden. */
static bool read_zone_cards(struct view *v, struct zone *z, const json_t *list)
{
    z->first = (uint16_t)v->cards;
    z->known = true;
    for (size_t i = 0; i < json_array_size(list); i++) {
        int32_t rank;
        if (v->cards == VIEW_CARDS || !read_whole(json_array_get(list, i), 0, RANKS, &rank))
            return false;
        v->card[v->cards++] = (uint8_t)rank;
        z->count++;
        if (rank) {
            pile_add(&v->seen, rank);
            z->faces += cards_one(rank);
        } else {
            z->known = false;
        }
    }
    z->faces = z->known ? z->faces : 0;
    return json_is_array(list);
}

static bool read_zones(struct view *v, const struct setup *u, const json_t *list)
{
    if (!json_is_array(list) || json_array_size(list) > ZONES_MAX)
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *zone = json_array_get(list, i);
        struct zone *z = &v->zone[v->zones++];
        struct spot at;
        if (!read_spot(zone, u, &at) || !read_zone_cards(v, z, json_object_get(zone, "cards")))
            return false;
        z->zone = at.zone;
        z->owner = at.owner;
        z->ordered = json_is_true(json_object_get(zone, "ordered"));
    }
    return true;
}

static const char *find_label(const struct game *game, const char *label)
{
    for (int i = 0; label && i < game_label_count(game); i++)
        if (strcmp(game->labels[i].name, label) == 0)
            return game->labels[i].name;
    return NULL;
}

static bool read_numbers(struct view *v, const json_t *list)
{
    if (!json_is_array(list) || json_array_size(list) > NUMBERS_MAX)
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *number = json_array_get(list, i);
        struct number *n = &v->number[v->numbers++];
        n->label = find_label(v->game, json_string_value(json_object_get(number, "label")));
        if (!n->label || !read_seat(json_object_get(number, "owner"), v->players, &n->owner) ||
            !read_whole(json_object_get(number, "value"), INT32_MIN, INT32_MAX, &n->value))
            return false;
    }
    return true;
}

/* In order, as games list them. */
static bool read_actions(struct view *v, const json_t *list)
{
    if (!json_is_array(list) || json_array_size(list) > ACTIONS_MAX)
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *words = json_string_value(json_array_get(list, i));
        action *a = &v->act[v->actions++];
        if (!words || !action_parse(v->game, words, a) || (i > 0 && a[-1] >= *a))
            return false;
    }
    return true;
}

static bool read_scores(struct view *v, const json_t *list)
{
    if (json_array_size(list) != v->players)
        return false;
    for (int seat = 0; seat < v->players; seat++)
        if (!read_whole(json_array_get(list, (size_t)seat), INT32_MIN, INT32_MAX, &v->score[seat]))
            return false;
    return true;
}

/* Those parts of a view that are a number or a seat each. */
static bool read_plain(struct view *v, const json_t *view, struct error *e)
{
    int32_t hand;
    if (!read_seat(json_object_get(view, "seat"), v->players, &v->looks))
        return wrong(e, "seat");
    if (!read_seat(json_object_get(view, "dealer"), v->players, &v->dealer))
        return wrong(e, "dealer");
    if (!read_truth(json_object_get(view, "over"), &v->over) ||
        !read_truth(json_object_get(view, "chips"), &v->chips))
        return wrong(e, "over");
    if (!read_whole(json_object_get(view, "hand"), 0, UINT16_MAX, &hand) ||
        !read_whole(json_object_get(view, "pot"), INT32_MIN, INT32_MAX, &v->pot) ||
        !read_whole(json_object_get(view, "deck"), 0, VIEW_CARDS, &v->deck) ||
        !read_whole(json_object_get(view, "discards"), 0, VIEW_CARDS, &v->discards))
        return wrong(e, "deck");
    v->hand = (uint16_t)hand;
    return true;
}

bool read_view(struct view *v, const struct setup *u, const json_t *view, struct error *e)
{
    memset(v, 0, sizeof *v);
    v->game = u->game;
    v->players = (uint8_t)u->players;
    memcpy(v->option, u->option, sizeof v->option);
    v->fresh = u->fresh;
    if (!read_plain(v, view, e))
        return false;
    if (!read_scores(v, json_object_get(view, "scores")))
        return wrong(e, "scores");
    if (!read_seats(json_object_get(view, "to_act"), v->players, &v->to_act) ||
        !read_seats(json_object_get(view, "winners"), v->players, &v->winners) ||
        !read_seats(json_object_get(view, "losers"), v->players, &v->losers))
        return wrong(e, "to_act");
    return (read_zones(v, u, json_object_get(view, "zones")) || wrong(e, "zones")) &&
           (read_numbers(v, json_object_get(view, "numbers")) || wrong(e, "numbers")) &&
           (read_actions(v, json_object_get(view, "legal")) || wrong(e, "legal"));
}

/* --- What happened ---------------------------------------------------------------------------- */

static bool read_kind(struct event *out, const json_t *kind)
{
    const char *word = json_string_value(kind);
    for (out->kind = EVENT_HAND; word && out->kind <= EVENT_OVER; out->kind++)
        if (strcmp(json_event_kinds[out->kind], word) == 0)
            return true;
    return false;
}

/* A card that is hidden hides them all. */
static bool read_event_cards(struct event *out, const json_t *list)
{
    size_t size = json_array_size(list);
    if (!list)
        return true;
    if (!json_is_array(list) || size > UINT8_MAX)
        return false;
    out->count = (uint8_t)size;
    for (size_t i = 0; i < size; i++) {
        int32_t rank;
        if (!read_whole(json_array_get(list, i), 0, RANKS, &rank) ||
            cards_count(out->cards, rank) == 15)
            return false;
        out->cards += rank ? cards_one(rank) : 0;
        out->seen = rank ? out->seen : 0;
    }
    return true;
}

/* Its own sentence, which the game must have. */
static bool read_say(struct event *out, const struct game *game, const json_t *say)
{
    int32_t number = 0, sentences = 0;
    while (game->sentences && game->sentences[sentences + 1])
        sentences++;
    if (say && !read_whole(say, 1, sentences, &number))
        return false;
    out->say = (uint8_t)number;
    return true;
}

/* Whether it says whom it is about, where somebody is needed. */
static bool has_seat(const struct event *event, int players)
{
    switch ((enum event_kind)event->kind) {
    case EVENT_DECIDE:
    case EVENT_POINTS:
    case EVENT_OUT:
    case EVENT_TOTAL:
        return event->seat < players;
    case EVENT_PAY:
        return event->seat < players || event->other < players;
    case EVENT_MOVE:
        return event->say || event->to.owner == NOBODY || event->seat < players;
    default:
        return true;
    }
}

static bool read_choice(struct event *out, const struct game *game, const json_t *choice)
{
    if (choice)
        return json_is_string(choice) &&
               action_parse(game, json_string_value(choice), &out->choice);
    if (out->kind == EVENT_DECIDE)
        out->seen = 0;
    return true;
}

bool read_event(struct event *out, const struct setup *u, const json_t *event, struct error *e)
{
    const json_t *from = json_object_get(event, "from"), *to = json_object_get(event, "to");
    *out = (struct event){.seen = EVERYBODY};
    if (!read_kind(out, json_object_get(event, "kind")))
        return wrong(e, "kind");
    if (!read_seat(json_object_get(event, "seat"), u->players, &out->seat) ||
        !read_seat(json_object_get(event, "other"), u->players, &out->other) ||
        !read_whole(json_object_get(event, "number"), INT32_MIN, INT32_MAX, &out->number) ||
        !read_say(out, u->game, json_object_get(event, "say")) ||
        !read_choice(out, u->game, json_object_get(event, "choice")) ||
        !read_event_cards(out, json_object_get(event, "cards")) ||
        (from && !read_spot(from, u, &out->from)) || (to && !read_spot(to, u, &out->to)) ||
        !has_seat(out, u->players))
        return wrong(e, "events");
    return true;
}
