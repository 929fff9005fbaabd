#include "wire/viewjson.h"

#include "engine/history.h"

void json_seat(struct text *t, int seat)
{
    if (seat < PLAYERS_MAX)
        json_word(t, game_place_name(NULL, seat));
    else
        json_null_value(t);
}

void json_seats(struct text *t, seats some)
{
    json_array_begin(t);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (seats_has(some, seat))
            json_seat(t, seat);
    json_array_end(t);
}

void json_scores(struct text *t, const struct view *v)
{
    json_array_begin(t);
    for (int seat = 0; seat < v->players; seat++)
        json_int(t, v->score[seat]);
    json_array_end(t);
}

void json_zones(struct text *t, const struct view *v, bool orders)
{
    json_array_begin(t);
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        json_object_begin(t);
        json_word(json_key(t, "place"), game_zone_name(v->game, z->zone));
        json_seat(json_key(t, "owner"), z->owner);
        json_array_begin(json_key(t, "cards"));
        for (int k = 0; k < z->count; k++)
            json_int(t, v->card[z->first + k]);
        json_array_end(t);
        if (orders && z->ordered && z->count > 1)
            json_bool(json_key(t, "ordered"), true);
        json_object_end(t);
    }
    json_array_end(t);
}

static void json_numbers(struct text *t, const struct view *v)
{
    json_array_begin(t);
    for (int i = 0; i < v->numbers; i++) {
        const struct number *n = &v->number[i];
        json_object_begin(t);
        json_text(json_key(t, "label"), n->label);
        json_seat(json_key(t, "owner"), n->owner);
        json_int(json_key(t, "value"), n->value);
        json_object_end(t);
    }
    json_array_end(t);
}

/* {"place":"stack","owner":"A"} */
static void json_spot(struct text *t, const struct game *game, struct spot at)
{
    json_object_begin(t);
    json_word(json_key(t, "place"), game_zone_name(game, at.zone));
    json_seat(json_key(t, "owner"), at.owner);
    json_object_end(t);
}

/* Cards that cannot be seen are 0, as in a view. */
static void json_cards(struct text *t, const struct event *e)
{
    json_array_begin(t);
    for (int c = cards_next(e->cards, 0); c; c = cards_next(e->cards, c))
        for (int i = cards_count(e->cards, c); i > 0; i--)
            json_int(t, c);
    for (int i = cards_size(e->cards); i < e->count; i++)
        json_int(t, 0);
    json_array_end(t);
}

const char *const json_event_kinds[] = {
    [EVENT_HAND] = "hand",     [EVENT_SHUFFLE] = "shuffle", [EVENT_GATHER] = "gather",
    [EVENT_DECIDE] = "decide", [EVENT_MOVE] = "move",       [EVENT_SHOW] = "show",
    [EVENT_PAY] = "pay",       [EVENT_POINTS] = "points",   [EVENT_OUT] = "out",
    [EVENT_NOTE] = "note",     [EVENT_TOTAL] = "total",     [EVENT_OVER] = "over"};

/* The keys of an event, as it is told to one who looks. */
static void json_event_keys(struct text *t, const struct game *game, const struct event *e,
                            int looks, const struct names *names, const struct language *l)
{
    char choice[ACTION_TEXT];
    json_word(json_key(t, "kind"), json_event_kinds[e->kind]);
    json_seat(json_key(t, "seat"), e->seat);
    json_seat(json_key(t, "other"), e->other);
    json_int(json_key(t, "number"), e->number);
    if (e->kind == EVENT_DECIDE && e->seen)
        json_word(json_key(t, "choice"), action_text(game, e->choice, choice));
    if (e->kind == EVENT_MOVE || e->kind == EVENT_SHOW)
        json_spot(json_key(t, "from"), game, e->from);
    if (e->kind == EVENT_MOVE)
        json_spot(json_key(t, "to"), game, e->to);
    if (e->count)
        json_cards(json_key(t, "cards"), e);
    if (e->say)
        json_int(json_key(t, "say"), e->say);
    size_t words = json_text_begin(json_key(t, "text"));
    event_text(t, game, e, looks, names, l);
    json_text_end(t, words);
}

void json_event_told(struct text *t, const struct game *game, const struct event *e, int looks,
                     const struct names *names, const struct language *l)
{
    json_object_begin(t);
    json_event_keys(t, game, e, looks, names, l);
    json_object_end(t);
}

void json_event(struct text *t, const struct game *game, const struct event *e)
{
    json_event_told(t, game, e, NOBODY, NULL, NULL);
}

void json_log_told(struct text *t, const struct game *game, struct log *log, int looks,
                   const struct names *names, const struct language *l)
{
    struct history past = {.event = log->event, .size = (size_t)log->size};
    struct telling telling = {&past, game, names, l, looks, past.size};
    struct text told = {0};
    size_t next = 0;
    json_array_begin(t);
    for (size_t i = 0; i < past.size; i++) {
        bool first = i == next;
        text_clear(&told);
        if (first)
            next = telling_sentence(&told, &telling, i);
        json_object_begin(t);
        json_event_keys(t, game, &log->event[i], looks, names, l);
        if (!first || next > i + 1)
            json_text(json_key(t, "told"), text_of(&told));
        json_object_end(t);
    }
    json_array_end(t);
    t->failed |= told.failed;
    text_free(&told);
}

void json_actions(struct text *t, const struct game *game, const action act[], int count)
{
    char text[ACTION_TEXT];
    json_array_begin(t);
    for (int i = 0; i < count; i++)
        json_word(t, action_text(game, act[i], text));
    json_array_end(t);
}

static void json_choice(struct text *t, const struct view *v, action a, const struct names *names,
                        const struct language *l)
{
    char choice[ACTION_TEXT];
    struct text words = {0}, means = {0}, figure = {0}, of = {0};
    action_words(&words, v->game, a, v->looks, names, l);
    text_capital(&words);
    action_means(&means, v, a, names, l);
    json_object_begin(t);
    json_word(json_key(t, "choice"), action_text(v->game, a, choice));
    json_text(json_key(t, "words"), text_of(&words));
    json_text(json_key(t, "means"), text_of(&means));
    if (action_figure(&figure, &of, v, a, l)) {
        json_text(json_key(t, "figure"), text_of(&figure));
        json_text(json_key(t, "of"), text_of(&of));
    }
    json_object_end(t);
    t->failed = t->failed || words.failed || means.failed || figure.failed || of.failed;
    text_free(&words);
    text_free(&means);
    text_free(&figure);
    text_free(&of);
}

void json_choices(struct text *t, const struct view *v, const struct names *names,
                  const struct language *l)
{
    json_array_begin(t);
    for (int i = 0; i < v->actions; i++)
        json_choice(t, v, v->act[i], names, l);
    json_array_end(t);
}

void json_option_value(struct text *t, const struct option *o, int32_t value)
{
    char text[OPTION_TEXT];
    if (o->type == OPTION_NUMBER && !(o->none && value == OPTION_NONE))
        json_int(t, value);
    else
        json_text(t, option_text(o, value, text));
}

void json_option_values(struct text *t, const struct game *game, const int32_t option[], cards deck)
{
    char text[DECK_TEXT];
    json_object_begin(t);
    for (int i = 0; game->options[i].key; i++)
        json_option_value(json_key(t, game->options[i].key), &game->options[i], option[i]);
    if (deck)
        json_text(json_key(t, deck_key), deck_text(deck, text));
    json_object_end(t);
}

void json_view_game(struct text *t, const struct view *v)
{
    json_object_begin(t);
    json_text(json_key(t, "game"), v->game->name);
    json_int(json_key(t, "players"), v->players);
    json_option_values(json_key(t, "options"), v->game, v->option, view_deck(v));
    json_object_end(t);
}

void json_view(struct text *t, const struct view *v)
{
    json_object_begin(t);
    json_seat(json_key(t, "seat"), v->looks);
    json_bool(json_key(t, "over"), v->over);
    json_int(json_key(t, "hand"), v->hand);
    json_seat(json_key(t, "dealer"), v->dealer);
    json_bool(json_key(t, "chips"), v->chips);
    json_scores(json_key(t, "scores"), v);
    json_int(json_key(t, "pot"), v->pot);
    json_int(json_key(t, "deck"), v->deck);
    json_int(json_key(t, "discards"), v->discards);
    json_seats(json_key(t, "to_act"), v->to_act);
    json_seats(json_key(t, "winners"), v->winners);
    json_seats(json_key(t, "losers"), v->losers);
    json_zones(json_key(t, "zones"), v, true);
    json_numbers(json_key(t, "numbers"), v);
    json_actions(json_key(t, "legal"), v->game, v->act, v->actions);
    json_object_end(t);
}
