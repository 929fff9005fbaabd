#include "bots/inputs.h"

#include <assert.h>
#include <string.h>

/* --- Ids -------------------------------------------------------------------------------------- */

static struct input_range number_range(const struct game *game, const struct verb *v)
{
    struct input_range r = {NUMBER_ARGUMENT, v->least, v->step ? v->step : 1, INPUT_GRADES, -1};
    if (v->limit)
        r.limit = option_index(game, v->limit);
    else
        r.count = (v->most - v->least) / r.step + 1;
    return r;
}

static struct input_range argument_range(const struct inputs *in, const struct verb *v, int k)
{
    switch (v->argument[k]) {
    case RANK_ARGUMENT:
        return (struct input_range){RANK_ARGUMENT, 1, 1, RANKS, -1};
    case SEAT_ARGUMENT:
        return (struct input_range){SEAT_ARGUMENT, 0, 1, in->seats, -1};
    case NUMBER_ARGUMENT:
        return number_range(in->game, v);
    case NO_ARGUMENT:
        break;
    }
    return (struct input_range){NO_ARGUMENT, 0, 1, 1, -1};
}

static void make_ids(struct inputs *in)
{
    for (const struct verb *v = in->game->verbs; v->word; v++) {
        assert(in->verbs < INPUT_VERBS);
        int i = in->verbs++;
        in->verb[i].first = in->actions;
        for (int k = 0; k < 2; k++)
            in->verb[i].range[k] = argument_range(in, v, k);
        in->verb[i].count = in->verb[i].range[0].count * in->verb[i].range[1].count;
        in->actions += in->verb[i].count;
    }
    assert(in->actions <= INPUT_ACTIONS);
}

/* How many steps the most is above the least, with these options. */
static int steps_of(const struct input_range *r, const struct view *v)
{
    return (v->option[r->limit] - r->least) / r->step;
}

/* Of `steps` and one numbers, as far upward as a grade is among grades; and the other way. */
static int rescale(int place, int from, int to)
{
    return from ? (2 * place * to + from) / (2 * from) : 0;
}

static int place_of(const struct input_range *r, const struct view *v, int argument)
{
    if (r->argument == SEAT_ARGUMENT)
        return (argument + v->players - v->looks) % v->players;
    int place = (argument - r->least) / r->step;
    return r->limit < 0 ? place : rescale(place, steps_of(r, v), INPUT_GRADES - 1);
}

static int argument_of(const struct input_range *r, const struct view *v, int place)
{
    if (r->argument == NO_ARGUMENT)
        return 0;
    if (r->argument == SEAT_ARGUMENT)
        return (place + v->looks) % v->players;
    if (r->limit >= 0)
        place = rescale(place, INPUT_GRADES - 1, steps_of(r, v));
    return r->least + place * r->step;
}

action inputs_action(const struct inputs *in, const struct view *v, int id)
{
    assert(id >= 0 && id < in->actions);
    int verb = 0;
    while (id >= in->verb[verb].first + in->verb[verb].count)
        verb++;
    const struct input_range *range = in->verb[verb].range;
    int place = id - in->verb[verb].first;
    return action_make(verb, argument_of(&range[0], v, place / range[1].count),
                       argument_of(&range[1], v, place % range[1].count));
}

int inputs_id(const struct inputs *in, const struct view *v, action a)
{
    int verb = action_verb(a);
    const struct input_range *range = in->verb[verb].range;
    int first = place_of(&range[0], v, action_first(a));
    int second = place_of(&range[1], v, action_second(a));
    int id = in->verb[verb].first + first * range[1].count + second;
    return range[0].limit < 0 || inputs_action(in, v, id) == a ? id : -1;
}

/* --- The layout of the view ------------------------------------------------------------------- */

static struct input_part *add_part(struct inputs *in, struct input_part p)
{
    assert(in->parts < INPUT_PARTS);
    p.offset = in->view;
    if (!p.owners)
        p.owners = 1;
    in->view += p.each * p.owners;
    assert(in->view <= INPUT_VIEW);
    in->part[in->parts] = p;
    return &in->part[in->parts++];
}

static void add_plain(struct inputs *in, enum input_kind kind, int each, int values)
{
    in->values[add_part(in, (struct input_part){.kind = kind, .each = each})->offset] =
        (uint8_t)values;
}

static void add_options(struct inputs *in)
{
    for (int i = 0; i < option_total(in->game); i++) {
        const struct option *o = &in->game->options[i];
        int values = o->type == OPTION_SEAT ? in->seats : 0;
        for (int word = 0; o->type == OPTION_CHOICE && o->words[word]; word++)
            values++;
        add_plain(in, INPUT_OPTION, 1, values);
        in->part[in->parts - 1].row = i;
    }
}

/* Adds a zone or a number. */
static void add_owned(struct inputs *in, struct input_part p, enum whose whose)
{
    p.seats = whose != OF_MIDDLE;
    p.middle = whose != OF_SEATS;
    p.owners = (p.seats ? in->seats : 0) + p.middle;
    const struct input_part *part = add_part(in, p);
    for (int i = 0; p.ordered && i < p.owners; i++)
        memset(&in->values[part->offset + (i + 1) * p.each - INPUT_ROW], RANKS, INPUT_ROW);
}

static void add_zones(struct inputs *in)
{
    const struct game *game = in->game;
    for (int i = 0; i < game_zone_count(game); i++) {
        bool ordered = zone_type_ordered(&game->zones[i]);
        int each = 1 + RANKS + (ordered ? INPUT_ROW : 0);
        add_owned(
            in, (struct input_part){.kind = INPUT_ZONE, .row = i, .each = each, .ordered = ordered},
            game->zones[i].whose);
    }
}

static void add_numbers(struct inputs *in)
{
    const struct game *game = in->game;
    for (int i = 0; i < game_label_count(game); i++) {
        bool rank = game->labels[i].rank;
        add_owned(in,
                  (struct input_part){.kind = rank ? INPUT_RANKS : INPUT_NUMBER,
                                      .row = i,
                                      .each = rank ? RANKS : 2},
                  game->labels[i].whose);
    }
}

static int count_words(const char *const words[])
{
    int count = 0;
    while (words && words[count])
        count++;
    return count;
}

static void make_events(struct inputs *in)
{
    enum { OTHERS = 5 }; /* than the verbs, see what_of */
    int sentences = in->game->sentences ? count_words(in->game->sentences + 1) : 0;
    uint8_t *values = in->event_values;
    values[FIELD_WHAT] = (uint8_t)(in->verbs + OTHERS);
    values[FIELD_SAY] = (uint8_t)sentences;
    values[FIELD_WHO] = values[FIELD_OTHER] = (uint8_t)in->seats;
    values[FIELD_FROM] = values[FIELD_TO] = (uint8_t)(ZONE_GAME + game_zone_count(in->game));
    values[FIELD_SECOND] = RANKS;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) /* FNV-1a */
        hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static uint64_t hash_word(uint64_t hash, const char *word)
{
    return hash_bytes(hash, word, strlen(word) + 1);
}

static uint64_t hash_number(uint64_t hash, int number)
{
    unsigned char bytes[] = {(unsigned char)number, (unsigned char)(number >> 8)};
    return hash_bytes(hash, bytes, sizeof bytes);
}

static uint64_t hash_of(const struct inputs *in)
{
    const struct game *game = in->game;
    uint64_t hash = hash_bytes(UINT64_C(0xCBF29CE484222325), game->name, strlen(game->name));
    hash = hash_number(hash, INPUTS_VERSION);
    for (int i = 0; i < in->verbs; i++) {
        hash = hash_word(hash, game->verbs[i].word);
        hash = hash_number(hash, in->verb[i].count);
    }
    for (int i = 0; i < option_total(game); i++)
        hash = hash_word(hash, game->options[i].key);
    for (int i = 0; i < game_zone_count(game); i++)
        hash = hash_word(hash, game->zones[i].name);
    for (int i = 0; i < game_label_count(game); i++)
        hash = hash_word(hash, game->labels[i].name);
    for (int i = 0; i < in->parts; i++)
        hash = hash_number(hash_number(hash, (int)in->part[i].kind), in->part[i].offset);
    hash = hash_bytes(hash, in->values, (size_t)in->view);
    return hash_bytes(hash, in->event_values, INPUT_FIELDS);
}

void inputs_make(struct inputs *in, const struct game *game, int events)
{
    *in = (struct inputs){.game = game, .events = events, .seats = game->players_max};
    make_ids(in);
    add_plain(in, INPUT_PLAYERS, 1, in->seats);
    for (enum input_kind kind = INPUT_HAND; kind <= INPUT_CHIPS; kind++)
        add_plain(in, kind, 1, 0);
    add_plain(in, INPUT_DEALER, 1, in->seats);
    add_plain(in, INPUT_TO_ACT, in->seats, 0);
    add_plain(in, INPUT_SCORE, in->seats, 0);
    add_options(in);
    add_plain(in, INPUT_FRESH, RANKS, 0);
    add_plain(in, INPUT_LEFT, RANKS, 0);
    add_zones(in);
    add_numbers(in);
    make_events(in);
    in->size = in->view + events * INPUT_FIELDS;
    in->hash = hash_of(in);
}

/* --- The view --------------------------------------------------------------------------------- */

static int16_t quantity(int64_t number)
{
    if (number > INPUT_MOST)
        return INPUT_MOST;
    return (int16_t)(number < -INPUT_MOST ? -INPUT_MOST : number);
}

/* A seat as one of several. */
static int16_t seat_code(const struct view *v, int seat)
{
    if (seat >= v->players)
        return 0;
    return (int16_t)(1 + (seat >= v->looks ? seat - v->looks : seat + v->players - v->looks));
}

static int16_t option_code(const struct inputs *in, const struct view *v, int row)
{
    int32_t value = v->option[row];
    if (in->game->options[row].type == OPTION_SEAT)
        return value < 0 ? 0 : seat_code(v, value);
    return in->game->options[row].type == OPTION_CHOICE ? (int16_t)(value + 1) : quantity(value);
}

static void tell_pile(const struct pile *p, int16_t out[])
{
    for (int c = 1; c <= RANKS; c++)
        out[c - 1] = (int16_t)pile_count(p, c);
}

static void tell_ranks(cards w, int16_t out[])
{
    for (int c = cards_next(w, 0); c; c = cards_next(w, c))
        out[c - 1] = (int16_t)(out[c - 1] + cards_count(w, c));
}

static void tell_seats(const struct view *v, int16_t to_act[], int16_t score[])
{
    for (int seat = 0; seat < v->players; seat++) {
        int place = seat_code(v, seat) - 1;
        to_act[place] = seats_has(v->to_act, seat);
        int64_t base = place ? v->score[v->looks] : 0;
        score[place] = quantity(v->score[seat] - base);
    }
}

static void tell_plain(const struct inputs *in, const struct view *v, bool forgetful, int16_t out[])
{
    const struct input_part *p = in->part;
    const int16_t plain[] = {
        [INPUT_PLAYERS] = v->players,
        [INPUT_HAND] = quantity(v->hand),
        [INPUT_POT] = quantity(v->pot),
        [INPUT_DECK] = quantity(v->deck),
        [INPUT_DISCARDS] = quantity(v->discards),
        [INPUT_CHIPS] = v->chips,
        [INPUT_DEALER] = seat_code(v, v->dealer),
    };
    for (enum input_kind kind = INPUT_PLAYERS; kind <= INPUT_DEALER; kind++)
        out[p[kind].offset] = plain[kind];
    tell_seats(v, &out[p[INPUT_TO_ACT].offset], &out[p[INPUT_SCORE].offset]);
    for (p += INPUT_OPTION; p->kind == INPUT_OPTION; p++)
        out[p->offset] = option_code(in, v, p->row);
    struct pile left = forgetful ? v->fresh : view_left(v);
    tell_pile(&v->fresh, &out[p->offset]);
    tell_pile(&left, &out[(p + 1)->offset]);
}

/* Where the numbers of an owner begin. */
static int16_t *owned(const struct inputs *in, const struct view *v, const struct input_part *p,
                      int owner, int16_t out[])
{
    int place = owner < v->players ? seat_code(v, owner) - 1 : p->seats ? in->seats : 0;
    assert(place < p->owners);
    return &out[p->offset + place * p->each];
}

static void tell_zone(const struct view *v, const struct zone *z, const struct input_part *p,
                      int16_t at[])
{
    at[0] = (int16_t)(at[0] + z->count);
    tell_ranks(z->faces, &at[1]);
    for (int i = 0; p->ordered && z->known && i < INPUT_ROW && i < z->count; i++)
        at[1 + RANKS + i] = v->card[z->first + z->count - 1 - i];
}

static void tell_number(const struct number *n, const struct input_part *p, int16_t at[])
{
    if (p->kind == INPUT_RANKS) {
        at[n->value - 1]++;
    } else {
        at[0] = 1;
        at[1] = quantity(n->value);
    }
}

/* The row of a label, which is the game's own. */
static int label_row(const struct game *game, const char *label)
{
    int row = 0;
    while (game->labels[row].name != label)
        row++;
    return row;
}

static void tell_view(const struct inputs *in, const struct view *v, bool forgetful, int16_t out[])
{
    tell_plain(in, v, forgetful, out);
    const struct input_part *zone = in->part;
    while (zone < in->part + in->parts && zone->kind < INPUT_ZONE)
        zone++;
    for (const struct zone *z = v->zone; z < &v->zone[v->zones]; z++) {
        const struct input_part *p = zone + z->zone - ZONE_GAME;
        tell_zone(v, z, p, owned(in, v, p, z->owner, out));
    }
    const struct input_part *number = zone + game_zone_count(in->game);
    for (const struct number *n = v->number; n < &v->number[v->numbers]; n++) {
        const struct input_part *p = number + label_row(in->game, n->label);
        tell_number(n, p, owned(in, v, p, n->owner, out));
    }
}

/* --- What has happened ------------------------------------------------------------------------ */

/* What follows from the rules and from the other events is not worth remembering. */
static bool matters(const struct event *e)
{
    return e->kind == EVENT_HAND || e->kind == EVENT_DECIDE || e->kind == EVENT_MOVE ||
           e->kind == EVENT_SHOW || e->kind == EVENT_OUT || e->kind == EVENT_NOTE;
}

void recall_add(struct recall *r, const struct event event[], size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (matters(&event[i]))
            r->event[r->size++ % RECALL_EVENTS] = event[i];
}

void recall_forget(struct recall *r, uint32_t most)
{
    struct recall last = {.forgetful = true};
    for (uint32_t at = r->size > most ? r->size - most : 0; at < r->size; at++)
        last.event[last.size++] = r->event[at % RECALL_EVENTS];
    *r = last;
}

/* What one knows of the past, event by event. */
struct told {
    const struct game *game;
    int size, hands;
    struct event event[RECALL_EVENTS];
    struct event card[RECALL_EVENTS]; /* that a decision brought at once; without any, count is 0 */
    int hand[RECALL_EVENTS];          /* which it was in, counted from the first that is known of */
};

/* A decision that one knows. */
static bool is_known(const struct event *e)
{
    return e->kind == EVENT_DECIDE && e->seen;
}

static bool names_rank(const struct game *game, const struct event *e)
{
    return is_known(e) && game->verbs[action_verb(e->choice)].argument[0] == RANK_ARGUMENT;
}

/* Whether a card goes with the decision before it: its seat moves it or gets it. If the decision
 * has named a rank, then no other card. */
static bool goes_with(const struct told *t, const struct event *e)
{
    if (!t->size || e->kind != EVENT_MOVE || t->card[t->size - 1].count)
        return false;
    const struct event *last = &t->event[t->size - 1];
    if (last->kind != EVENT_DECIDE)
        return false;
    if (e->from.owner != last->seat && e->to.owner != last->seat)
        return false;
    return !names_rank(t->game, last) || e->cards == cards_one(action_first(last->choice));
}

/* Whether cards go the same way as those before them. */
static bool joins(const struct told *t, const struct event *e)
{
    const struct event *last = t->size ? &t->event[t->size - 1] : NULL;
    return last && event_joins(last, e) && e->number == last->number;
}

static void tell_event(struct told *t, const struct event *e)
{
    if (e->kind == EVENT_MOVE && !e->seen && e->from.zone == ZONE_DECK)
        return; /* how many cards somebody has is in view */
    if (goes_with(t, e)) {
        t->card[t->size - 1] = *e;
    } else if (joins(t, e)) {
        event_join(&t->event[t->size - 1], e);
    } else {
        t->event[t->size] = *e;
        t->hand[t->size] = t->hands;
        t->card[t->size++].count = 0;
    }
}

static void tell_all(struct told *t, const struct recall *r, int looks)
{
    t->size = t->hands = 0;
    for (uint32_t at = r->size > RECALL_EVENTS ? r->size - RECALL_EVENTS : 0; at < r->size; at++) {
        const struct event *e = &r->event[at % RECALL_EVENTS];
        struct event known = event_redact(e, looks);
        if (e->kind == EVENT_HAND)
            t->hands++;
        else
            tell_event(t, &known);
    }
}

/* --- Events as numbers ------------------------------------------------------------------------ */

static int16_t what_of(const struct inputs *in, const struct event *e)
{
    static const uint8_t others[] = {[EVENT_DECIDE] = 1, /* not known */
                                     [EVENT_MOVE] = 2,
                                     [EVENT_SHOW] = 3,
                                     [EVENT_OUT] = 4,
                                     [EVENT_NOTE] = 5};
    return (int16_t)(is_known(e) ? 1 + action_verb(e->choice) : in->verbs + others[e->kind]);
}

static void number_decision(const struct inputs *in, const struct view *v, action a, int16_t out[])
{
    const struct verb *verb = &in->game->verbs[action_verb(a)];
    const int value[] = {action_first(a), action_second(a)};
    for (int k = 0; k < 2; k++) {
        if (verb->argument[k] == SEAT_ARGUMENT)
            out[FIELD_OTHER] = seat_code(v, value[k]);
        else if (verb->argument[k] == NUMBER_ARGUMENT)
            out[FIELD_NUMBER] = quantity(value[k]);
        else if (verb->argument[k] == RANK_ARGUMENT && k)
            out[FIELD_SECOND] = (int16_t)value[k];
        else if (verb->argument[k] == RANK_ARGUMENT)
            out[FIELD_RANKS + value[k] - 1] = 1;
    }
}

/* Where cards went, and which. The ranks of a decision that names one are its own. */
static void number_cards(const struct event *e, bool ranks, int16_t out[])
{
    if (e->kind == EVENT_MOVE || e->kind == EVENT_SHOW)
        out[FIELD_FROM] = (int16_t)(e->from.zone + 1);
    if (e->kind == EVENT_MOVE)
        out[FIELD_TO] = (int16_t)(e->to.zone + 1);
    out[FIELD_COUNT] = e->count;
    if (ranks)
        tell_ranks(e->cards, &out[FIELD_RANKS]);
}

/* Whom it is about, and who else. */
static void number_seats(const struct view *v, const struct event *e, int16_t out[])
{
    int who = e->seat, other = e->other;
    if (e->kind == EVENT_MOVE || e->kind == EVENT_SHOW) {
        who = e->kind == EVENT_MOVE && e->to.owner < v->players ? e->to.owner : e->from.owner;
        other = e->from.owner != who ? e->from.owner : NOBODY;
    }
    out[FIELD_WHO] = seat_code(v, who);
    out[FIELD_OTHER] = e->kind == EVENT_DECIDE ? 0 : seat_code(v, other);
}

static void number_event(const struct inputs *in, const struct view *v, const struct told *t, int i,
                         int16_t out[])
{
    const struct event *e = &t->event[i], *card = &t->card[i];
    bool decision = e->kind == EVENT_DECIDE;
    if (!decision)
        card = e;
    out[FIELD_WHAT] = what_of(in, e);
    out[FIELD_BEFORE] = (int16_t)(t->hands - t->hand[i]);
    number_seats(v, e, out);
    if (card->count || !decision) {
        out[FIELD_SAY] = card->say;
        out[FIELD_NUMBER] = quantity(card->number);
        number_cards(card, !names_rank(in->game, e), out);
    }
    if (decision && card->count)
        out[FIELD_OTHER] =
            seat_code(v, card->from.owner == e->seat ? card->to.owner : card->from.owner);
    if (is_known(e))
        number_decision(in, v, e->choice, out);
}

void inputs_fill(const struct inputs *in, const struct view *v, const struct recall *r,
                 int16_t out[])
{
    struct told t;
    t.game = in->game;
    memset(out, 0, (size_t)in->size * sizeof out[0]);
    tell_view(in, v, r->forgetful, out);
    tell_all(&t, r, v->looks);
    for (int i = 0; i < in->events && i < t.size; i++)
        number_event(in, v, &t, t.size - 1 - i, &out[in->view + i * INPUT_FIELDS]);
}

void inputs_know(const struct inputs *in, const struct knowledge *k, const struct view *v,
                 int16_t out[])
{
    struct recall r = {0};
    size_t size;
    const struct event *past = knowledge_past(k, &size);
    recall_add(&r, past, size);
    inputs_fill(in, v, &r, out);
}
