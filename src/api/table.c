/* A game with its history: steps, records, events, words. */
#include "api/inside.h"

#include "engine/record.h"
#include "lab/resample.h"
#include "wire/replayjson.h"
#include "wire/tablejson.h"

#include <stdlib.h>
#include <string.h>

/* --- Beginning and end ------------------------------------------------------------------------ */

struct pairs_table *api_table(struct table *t, struct pairs_error *e)
{
    struct pairs_table *around = t ? malloc(sizeof *around) : NULL;
    if (!around) {
        table_free(t);
        api_no_memory(e);
        return NULL;
    }
    *around = (struct pairs_table){.table = t, .game.setup = api_setup(&t->setup)};
    around->game.state = t->state;
    return around;
}

struct pairs_table *pairs_table_new(const struct pairs_setup *u, struct pairs_error *e)
{
    return pairs_setup_check(u, e) ? api_table(table_new(&u->finished), e) : NULL;
}

struct pairs_table *pairs_table_imagine(const struct pairs_table *t, int looks, struct pairs_rng *r)
{
    return api_table(table_resample(t->table, api_looks(&t->game.setup, looks), api_rng(r)), NULL);
}

struct pairs_table *pairs_table_clone(const struct pairs_table *t)
{
    return api_table(table_before(t->table, t->table->steps), NULL);
}

void pairs_table_free(struct pairs_table *t)
{
    if (!t)
        return;
    table_free(t->table);
    free(t);
}

const struct pairs_game *pairs_table_game(const struct pairs_table *t)
{
    return &t->game;
}

/* --- Steps ------------------------------------------------------------------------------------ */

bool pairs_table_play(struct pairs_table *t, int seat, pairs_action a, struct pairs_error *e)
{
    struct error why = api_error(e);
    if (!api_seat(&t->game.setup, seat))
        error_set(&why, "there is no seat %d; expected one from 0 to %d", seat,
                  t->table->setup.players - 1);
    else if (!api_action(&t->game.setup, a))
        error_set(&why, "%s has no such decision; expected one that is legal",
                  setup_name(&t->table->setup));
    else if (table_play(t->table, seat, a, &why))
        return true;
    return api_fail(e, &why);
}

bool pairs_table_happen(struct pairs_table *t, int outcome, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct turn turn = table_turn(t->table);
    bool done = turn.kind == TURN_LOT ? table_lot(t->table, outcome, &why)
                                      : table_deal(t->table, turn.place, outcome, &why);
    return done || api_fail(e, &why);
}

bool pairs_table_draw(struct pairs_table *t, struct pairs_rng *r, struct pairs_error *e)
{
    struct error why = api_error(e);
    return table_chance(t->table, api_rng(r), &why) || api_fail(e, &why);
}

char *pairs_table_expected(const struct pairs_table *t, int language)
{
    struct text out = {0};
    table_expected(t->table, EVERYTHING, api_language(language), &out);
    return api_text(&out);
}

char *pairs_table_expected_by(const struct pairs_table *t, int looks, int language)
{
    struct text out = {0};
    table_expected(t->table, api_looks(&t->game.setup, looks), api_language(language), &out);
    return api_text(&out);
}

size_t pairs_table_steps(const struct pairs_table *t)
{
    return t->table->steps;
}

bool pairs_table_step(const struct pairs_table *t, size_t i, struct pairs_step *out)
{
    if (i >= t->table->steps)
        return false;
    struct step s = t->table->step[i];
    *out = (struct pairs_step){.turn = s.kind, .who = s.who, .what = s.what};
    return true;
}

bool pairs_table_undo(struct pairs_table *t)
{
    return table_undo(t->table);
}

bool pairs_table_rewind(struct pairs_table *t, size_t steps)
{
    if (steps > t->table->steps)
        return false;
    table_rewind(t->table, steps);
    return true;
}

void pairs_table_set_name(struct pairs_table *t, int seat, const char *name)
{
    if (api_seat(&t->game.setup, seat))
        table_name(t->table, seat, name);
}

const char *pairs_table_name(const struct pairs_table *t, int seat)
{
    return api_seat(&t->game.setup, seat) ? table_seat_name(t->table, seat) : NULL;
}

/* --- Records ---------------------------------------------------------------------------------- */

char *pairs_table_record(const struct pairs_table *t)
{
    struct text out = {0};
    out.failed = !record_write(t->table, &out);
    return api_text(&out);
}

/* Reads up to the end or, if the text may hold several, to where the next record begins. */
static bool read_lines(struct reader *r, const char *text, const char **rest, struct error *e)
{
    for (int line = 1; *text; line++) {
        size_t size = strcspn(text, "\n");
        if (reader_next(r, text, size)) {
            if (rest) {
                *rest = text;
                break;
            }
            e->line = line;
            return error_set(e, "another record begins here; expected one in the file");
        }
        if (!reader_line(r, text, size, e))
            return false;
        text += size + (text[size] == '\n');
    }
    return reader_end(r, e);
}

struct pairs_table *pairs_table_read(const char *text, const char **rest, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct reader *r = reader_new(0, NULL, NULL);
    struct pairs_table *t = NULL;
    if (rest)
        *rest = NULL;
    if (!r)
        api_no_memory(e);
    else if (read_lines(r, text, rest, &why))
        t = api_table(table_before(reader_table(r), reader_table(r)->steps), e);
    else
        api_fail(e, &why);
    reader_free(r);
    return t;
}

char *pairs_table_json(const struct pairs_table *t)
{
    struct text out = {0};
    json_table(&out, t->table);
    return api_text(&out);
}

char *pairs_table_replay(const struct pairs_table *t, int looks, int language)
{
    struct text out = {0};
    int who = api_looks(&t->game.setup, looks);
    out.failed = !json_replay(&out, t->table, who, api_language(language)) || out.failed;
    return api_text(&out);
}

/* --- Events ----------------------------------------------------------------------------------- */

size_t pairs_table_events(const struct pairs_table *t)
{
    return t->table->past.size;
}

size_t pairs_table_fresh(const struct pairs_table *t)
{
    return t->table->past.fresh;
}

_Static_assert(
    (int)PAIRS_EVENT_HAND == (int)EVENT_HAND && (int)PAIRS_EVENT_SHUFFLE == (int)EVENT_SHUFFLE &&
        (int)PAIRS_EVENT_GATHER == (int)EVENT_GATHER &&
        (int)PAIRS_EVENT_DECIDE == (int)EVENT_DECIDE && (int)PAIRS_EVENT_MOVE == (int)EVENT_MOVE &&
        (int)PAIRS_EVENT_SHOW == (int)EVENT_SHOW && (int)PAIRS_EVENT_PAY == (int)EVENT_PAY &&
        (int)PAIRS_EVENT_POINTS == (int)EVENT_POINTS && (int)PAIRS_EVENT_OUT == (int)EVENT_OUT &&
        (int)PAIRS_EVENT_NOTE == (int)EVENT_NOTE && (int)PAIRS_EVENT_TOTAL == (int)EVENT_TOTAL &&
        (int)PAIRS_EVENT_OVER == (int)EVENT_OVER,
    "events have the same numbers");

struct pairs_event api_event(const struct event *e, int looks)
{
    struct event seen = event_redact(e, looks);
    struct pairs_event out = {
        .kind = seen.kind,
        .seat = seen.seat,
        .other = seen.other,
        .from_zone = seen.from.zone,
        .from_owner = seen.from.owner,
        .to_zone = seen.to.zone,
        .to_owner = seen.to.owner,
        .number = seen.number,
        .choice = seen.choice,
        .known = seen.seen != 0,
        .count = seen.count,
    };
    for (int c = 1; c <= RANKS; c++)
        out.cards[c] = (uint8_t)cards_count(seen.cards, c);
    return out;
}

bool pairs_table_event(const struct pairs_table *t, size_t i, int looks, struct pairs_event *out)
{
    const struct history *past = &t->table->past;
    if (i >= past->size)
        return false;
    *out = api_event(&past->event[i], api_looks(&t->game.setup, looks));
    return true;
}

char *pairs_table_event_json(const struct pairs_table *t, size_t i, int looks, int language)
{
    const struct history *past = &t->table->past;
    int who = api_looks(&t->game.setup, looks);
    struct text out = {0};
    if (i >= past->size)
        return NULL;
    struct event seen = event_redact(&past->event[i], who);
    struct names names = table_names(t->table);
    json_event_told(&out, t->table->setup.game, &seen, who, &names, api_language(language));
    return api_text(&out);
}

char *pairs_table_told(const struct pairs_table *t, size_t event, int looks, int language)
{
    struct names names = table_names(t->table);
    struct telling telling = {
        .chronicle = &t->table->past,
        .game = t->table->setup.game,
        .names = &names,
        .language = api_language(language),
        .looks = api_looks(&t->game.setup, looks),
        .end = t->table->past.size,
    };
    struct text out = {0};
    if (event < telling.end)
        telling_lines(&out, &telling, event);
    return api_text(&out);
}

char *pairs_table_words(const struct pairs_table *t, pairs_action a, int language)
{
    struct names names = table_names(t->table);
    struct text out = {0};
    if (!api_action(&t->game.setup, a))
        return NULL;
    action_words(&out, t->table->setup.game, a, NOBODY, &names, api_language(language));
    return api_text(&out);
}

char *pairs_table_means(const struct pairs_table *t, int seat, pairs_action a, int language)
{
    struct names names = table_names(t->table);
    struct text out = {0};
    struct view v;
    if (!api_seat(&t->game.setup, seat) || !api_action(&t->game.setup, a))
        return NULL;
    table_view(t->table, seat, &v);
    action_means(&out, &v, a, &names, api_language(language));
    return api_text(&out);
}

size_t pairs_table_infoset(const struct pairs_table *t, int looks, unsigned char out[], size_t room)
{
    const struct history *past = &t->table->past;
    struct history some = *past;
    if (room / EVENT_BYTES < some.size)
        some.size = room / EVENT_BYTES;
    infoset_bytes(&some, api_looks(&t->game.setup, looks), out);
    return past->size * EVENT_BYTES;
}

uint64_t pairs_table_infoset_key(const struct pairs_table *t, int looks)
{
    return infoset_key(&t->table->past, api_looks(&t->game.setup, looks));
}
