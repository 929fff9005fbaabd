#include "engine/table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXPECTED_SHOWN = 12 }; /* so many decisions are listed in a message */

/* Adds what has happened. False if memory runs out. */
static bool listen(struct table *t, const struct log *log)
{
    if (!history_reserve(&t->past, log->size))
        return false;
    history_add(&t->past, log);
    t->log.size = log->size;
    t->log.event = t->past.event + t->past.fresh;
    return true;
}

static bool begin(struct table *t)
{
    struct log log;
    log.size = 0;
    game_start(&t->setup, t->state, &log);
    t->past.size = 0;
    return listen(t, &log);
}

struct table *table_new(const struct setup *u)
{
    struct table *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->setup = *u;
    t->state = malloc(u->game->size);
    if (t->state && begin(t))
        return t;
    table_free(t);
    return NULL;
}

struct table *table_before(const struct table *t, size_t steps)
{
    struct error e = {0};
    struct table *again = table_new(&t->setup);
    bool fine = again != NULL;
    for (size_t i = 0; fine && i < steps; i++)
        fine = table_step(again, t->step[i], &e);
    if (fine) {
        memcpy(again->name, t->name, sizeof again->name);
        return again;
    }
    table_free(again);
    return NULL;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    free(t->state);
    free(t->step);
    history_free(&t->past);
    free(t);
}

struct turn table_turn(const struct table *t)
{
    return game_turn(t->state);
}

static bool to_act(const struct table *t, int seat)
{
    struct turn turn = table_turn(t);
    return turn.kind == TURN_SEATS && seat >= 0 && seat < t->setup.players &&
           (seats_has(turn.seats, seat));
}

int table_legal(const struct table *t, int seat, action out[ACTIONS_MAX])
{
    return to_act(t, seat) ? game_legal(t->setup.game, t->state, seat, out) : 0;
}

/* Carries out a step that has been checked. False if memory runs out, and nothing has changed. */
static bool carry_out(struct table *t, struct step step)
{
    struct log log;
    unsigned char before[STATE_MAX];
    log.size = 0;
    memcpy(before, t->state, t->setup.game->size);
    game_step(t->setup.game, t->state, step, &log);
    if (listen(t, &log))
        return true;
    memcpy(t->state, before, t->setup.game->size);
    return false;
}

bool table_endless(const struct table *t)
{
    return t->steps >= STEPS_MAX && table_turn(t).kind != TURN_OVER;
}

static bool remember(struct table *t, struct step step, struct error *e)
{
    if (table_endless(t))
        return error_set(e,
                         "the game has not ended after %d steps; expected players, or a rule, "
                         "that bring it to an end",
                         STEPS_MAX);
    if (t->steps == t->room) {
        size_t room = t->room ? t->room * 2 : 64;
        struct step *more = realloc(t->step, room * sizeof *more);
        if (!more)
            return error_no_memory(e);
        t->step = more;
        t->room = room;
    }
    step.from = step.kind == TURN_DECK ? table_turn(t).from : 0;
    if (!carry_out(t, step))
        return error_no_memory(e);
    t->step[t->steps++] = step;
    return true;
}

static void list_legal(const struct table *t, int seat, struct text *out)
{
    action legal[ACTIONS_MAX];
    char text[ACTION_TEXT];
    int count = table_legal(t, seat, legal);
    for (int i = 0; i < count && i < EXPECTED_SHOWN; i++)
        text_add(out, "%s%s", i ? ", " : "", action_text(t->setup.game, legal[i], text));
    if (count > EXPECTED_SHOWN)
        text_add(out, " ... %s", action_text(t->setup.game, legal[count - 1], text));
}

/* What is written down stands in a context of its own, so that a translation can quote it. */
static void seat_expected(const struct table *t, int seat, const struct language *l,
                          struct text *out)
{
    struct text legal = {0};
    list_legal(t, seat, &legal);
    text_add(out, language_in(l, "record", "%c %s"), 'A' + seat, text_of(&legal));
    out->failed |= legal.failed;
    text_free(&legal);
}

/* Who is to decide, without what: others may know of the one and not of the other. */
static void seats_expected(seats who, const struct language *l, struct text *out)
{
    struct text letters = {0};
    const char *between = "";
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        if (!(who >> seat & 1))
            continue;
        text_add(&letters, "%s%c", between, 'A' + seat);
        between = language_text(l, " or ");
    }
    text_add(out, language_text(l, "a decision of %s"), text_of(&letters));
    out->failed |= letters.failed;
    text_free(&letters);
}

/* What each of the seats may decide, or where the lot may fall. */
static void each_expected(const struct table *t, struct turn turn, const struct language *l,
                          struct text *out)
{
    const char *between = "";
    for (int seat = 0; seat < t->setup.players; seat++) {
        if (!(turn.seats >> seat & 1))
            continue;
        text_add(out, "%s", between);
        if (turn.kind == TURN_LOT)
            text_add(out, language_in(l, "record", "lot %c"), 'A' + seat);
        else
            seat_expected(t, seat, l, out);
        between = language_text(l, " or ");
    }
}

/* The decisions of a seat tell of its hand. */
void table_expected(const struct table *t, int looks, const struct language *l, struct text *out)
{
    struct turn turn = table_turn(t);
    switch ((enum turn_kind)turn.kind) {
    case TURN_OVER:
        text_add(out, "%s", language_text(l, "nothing more, the game is over"));
        break;
    case TURN_DECK:
        text_add(out, language_in(l, "record", "deal %s CARD"),
                 game_place_name(t->setup.game, turn.place));
        break;
    case TURN_LOT:
        each_expected(t, turn, l, out);
        break;
    case TURN_SEATS:
        if (to_act(t, looks))
            seat_expected(t, looks, l, out);
        else if (looks == EVERYTHING || !t->setup.game->hidden)
            each_expected(t, turn, l, out);
        else
            seats_expected(turn.seats, l, out);
        break;
    }
}

/* "what; expected ...", where `what` is in the reader's language: no more than one who looks may
 * know. */
static bool refuse(const struct table *t, int looks, struct error *e, const char *what)
{
    struct text expected = {0};
    table_expected(t, looks, e->language, &expected);
    error_set(e, "%s; expected %s", what, text_of(&expected));
    text_free(&expected);
    return false;
}

bool table_play(struct table *t, int seat, action a, struct error *e)
{
    char what[ACTION_TEXT + 64];
    if (!to_act(t, seat)) {
        snprintf(what, sizeof what, error_words(e, "%c has nothing to decide now"), 'A' + seat);
        return refuse(t, seat, e, what);
    }
    action legal[ACTIONS_MAX];
    int count = table_legal(t, seat, legal);
    for (int i = 0; i < count; i++) {
        if (legal[i] == a)
            return remember(t, (struct step){.kind = TURN_SEATS, .who = (uint8_t)seat, .what = a},
                            e);
    }
    char text[ACTION_TEXT];
    snprintf(what, sizeof what, error_words(e, "%c may not %s"), 'A' + seat,
             action_text(t->setup.game, a, text));
    return refuse(t, seat, e, what);
}

bool table_deal(struct table *t, int place, int c, struct error *e)
{
    struct turn turn = table_turn(t);
    char what[96];
    if (turn.kind != TURN_DECK)
        return refuse(t, NOBODY, e, error_words(e, "no card is due"));
    if (turn.place != place) {
        snprintf(what, sizeof what, error_words(e, "the next card does not go to %s"),
                 game_place_name(t->setup.game, place));
        return refuse(t, NOBODY, e, what);
    }
    const struct pile *source = game_source(t->state);
    if (c < 1 || c > RANKS || pile_count(source, c) == 0) {
        struct text left = {0};
        for (int r = 1; r <= RANKS; r++)
            if (pile_count(source, r))
                text_add(&left, " %d", r);
        error_set(e, "no %d is left to deal; expected one of%s", c, text_of(&left));
        text_free(&left);
        return false;
    }
    return remember(t, (struct step){.kind = TURN_DECK, .who = (uint8_t)place, .what = (action)c},
                    e);
}

bool table_lot(struct table *t, int seat, struct error *e)
{
    struct turn turn = table_turn(t);
    if (turn.kind != TURN_LOT)
        return refuse(t, NOBODY, e, error_words(e, "no lot is due"));
    if (seat < 0 || seat >= t->setup.players || !seats_has(turn.seats, seat))
        return refuse(t, NOBODY, e, error_words(e, "the lot cannot fall on that seat"));
    return remember(t, (struct step){.kind = TURN_LOT, .who = (uint8_t)seat}, e);
}

bool table_chance(struct table *t, struct rng *r, struct error *e)
{
    int kind = table_turn(t).kind;
    if (kind != TURN_DECK && kind != TURN_LOT)
        return refuse(t, NOBODY, e, error_words(e, "neither card nor lot is due"));
    return remember(t, game_chance(t->state, r), e);
}

bool table_step(struct table *t, struct step step, struct error *e)
{
    return step.kind == TURN_SEATS  ? table_play(t, step.who, step.what, e)
           : step.kind == TURN_DECK ? table_deal(t, step.who, (int)step.what, e)
                                    : table_lot(t, step.who, e);
}

/* States are not kept: games are short and rules are fast, so the way back is to play it again. */
void table_rewind(struct table *t, size_t steps)
{
    assert(steps <= t->steps);
    t->steps = steps;
    bool fine = begin(t);
    for (size_t i = 0; fine && i < steps; i++)
        fine = carry_out(t, t->step[i]);
    assert(fine); /* all of it has been there before */
}

bool table_undo(struct table *t)
{
    size_t back = t->steps;
    while (back > 0 && t->step[back - 1].kind != TURN_SEATS)
        back--;
    if (back == 0)
        return false;
    table_rewind(t, back - 1);
    return true;
}

void table_view(const struct table *t, int looks, struct view *v)
{
    game_view(t->setup.game, t->state, looks, v);
}

void table_name(struct table *t, int seat, const char *name)
{
    char *to = t->name[seat], *end = to;
    size_t left = strlen(name);
    while (left > 0) {
        size_t size = text_character(name, left), used = size ? size : 1;
        bool fine =
            size && *name != '#' && *name != '\t'; /* else it would be no name in a record */
        if (end + used >= to + NAME_ROOM)
            break;
        if (!fine && end > to)
            *end++ = ' ';
        if (fine && (*name != ' ' || end > to)) {
            memcpy(end, name, size);
            end += size;
        }
        name += used;
        left -= used;
    }
    while (end > to && end[-1] == ' ')
        end--;
    *end = '\0';
}

const char *table_seat_name(const struct table *t, int seat)
{
    return t->name[seat][0] ? t->name[seat] : game_place_name(NULL, seat);
}

struct names table_names(const struct table *t)
{
    const struct head *h = game_look(t->state);
    int stack = option_of_role(t->setup.game, ROLE_CHIPS);
    struct names names = {.players = t->setup.players,
                          .chips = h->chips,
                          .stack = stack < 0 ? 0 : h->option[stack],
                          .counts = t->setup.game->counts};
    for (int seat = 0; seat < t->setup.players; seat++)
        names.seat[seat] = t->name[seat];
    return names;
}
