#include "hall/govern.h"

#include "hall/inside.h"
#include "wire/json.h"
#include "wire/tablejson.h"

#include <stdio.h>
#include <string.h>

/* What people are told is translated where it is told. */
#define N_(english) english

enum { PERSON_SHOWN = 16, TALK_SHOWN = 50 };

static bool no_table(const char *table, struct error *e)
{
    return error_set(e, "there is no table '%.40s'; expected one of 'tables'", table);
}

/* A table that is awake; NULL with a message. */
static struct room *awake(struct hall *h, const char *table, struct error *e)
{
    struct room *r = room_find(h, table);
    if (!r)
        no_table(table, e);
    return r && room_wake(r, e) ? r : NULL;
}

static bool goes_on(const struct room *r)
{
    return r->live && live_table(r->live) && !r->over;
}

static int count_visitors(const struct room *r)
{
    int count = 0;
    for (const struct visitor *v = r->visitors; v; v = v->next)
        count++;
    return count;
}

static void add_names(const struct room *r, struct text *out)
{
    const struct plan *p = live_plan(r->live);
    size_t begin = json_text_begin(json_key(out, "people"));
    bool first = true;
    for (int seat = 0; seat < p->setup.players; seat++)
        if (r->owner[seat][0]) {
            text_add(out, "%s%c %s", first ? "" : ", ", 'A' + seat, p->chair[seat].name);
            first = false;
        }
    json_text_end(out, begin);
}

void govern_tables(struct hall *h, struct text *out)
{
    struct error e = {0};
    for (int i = 0; i < CHAINS; i++)
        for (struct room *r = h->chain[i]; r; r = r->next) {
            json_object_begin(out);
            json_text(json_key(out, "table"), r->head.id);
            if (room_wake(r, &e)) {
                json_text(json_key(out, "game"), setup_name(&live_plan(r->live)->setup));
                json_text(json_key(out, "stage"), !live_table(r->live) ? "waiting"
                                                  : r->over            ? "over"
                                                                       : "playing");
                add_names(r, out);
            } else {
                json_text(json_key(out, "stage"), "damaged");
            }
            json_text(json_key(out, "list"), r->head.public ? "public" : "private");
            json_int(json_key(out, "here"), count_visitors(r));
            json_unsigned(json_key(out, "entries"), r->entries);
            json_int(json_key(out, "opened"), r->head.opened);
            json_object_end(out);
        }
}

void govern_visitor(const struct visitor *v, struct text *out)
{
    char person[PERSON_SHOWN + 1];
    snprintf(person, sizeof person, "%.*s", PERSON_SHOWN, v->guest);
    json_text(json_key(out, "person"), person);
    int seat = v->room ? room_chair(v->room, v->guest) : NOBODY;
    json_text(json_key(out, "table"), v->room ? v->room->head.id : "");
    json_seat(json_key(out, "seat"), seat);
    if (seat != NOBODY && v->room->live)
        json_text(json_key(out, "name"), live_plan(v->room->live)->chair[seat].name);
}

bool govern_seat(struct hall *h, const char *table, const char *seat, char guest[DIGEST_TEXT],
                 struct error *e)
{
    struct room *r = awake(h, table, e);
    int i = seat[0] - 'A';
    if (!r)
        return false;
    if (i < 0 || i >= PLAYERS_MAX || seat[1] || !r->owner[i][0])
        return error_set(e, "nobody sits on chair '%.10s' of this table; expected that of a person",
                         seat);
    memcpy(guest, r->owner[i], DIGEST_TEXT);
    return true;
}

/* One more that may be meant; false if it is another one than before. */
static bool meant(const char *is, const char *beginning, char guest[DIGEST_TEXT])
{
    if (!*is || strncmp(is, beginning, strlen(beginning)) != 0 || strcmp(guest, is) == 0)
        return true;
    bool first = !guest[0];
    memcpy(guest, is, DIGEST_TEXT);
    return first;
}

bool govern_find(struct hall *h, const char *beginning, char guest[DIGEST_TEXT], struct error *e)
{
    enum { LEAST = 8 };
    struct error unread = {0};
    bool one = true;
    guest[0] = '\0';
    for (int i = 0; i < CHAINS && strlen(beginning) >= LEAST; i++)
        for (struct room *r = h->chain[i]; r; r = r->next) {
            room_wake(r, &unread);
            for (int seat = 0; seat < PLAYERS_MAX; seat++)
                one = meant(r->owner[seat], beginning, guest) && one;
            for (const struct visitor *v = r->visitors; v; v = v->next)
                one = meant(v->guest, beginning, guest) && one;
        }
    if (one && !guest[0] && strlen(beginning) == DIGEST_TEXT - 1 &&
        strspn(beginning, "0123456789abcdef") == DIGEST_TEXT - 1)
        memcpy(guest, beginning, DIGEST_TEXT); /* of somebody who is not here now */
    return (one && guest[0]) ||
           error_set(e,
                     "'%.70s' is nobody here, or more than one; expected TABLE/SEAT, a person of "
                     "'people', or all 64 digits",
                     beginning);
}

int64_t govern_key(struct hall *h, const char *table, struct error *e)
{
    const struct room *r = room_find(h, table);
    if (!r)
        no_table(table, e);
    return r ? r->head.key : 0;
}

static void add_said(const struct room *r, const struct entry *x, struct text *out)
{
    json_object_begin(out);
    json_unsigned(json_key(out, "entry"), x->number);
    json_int(json_key(out, "at"), x->time);
    json_seat(json_key(out, "seat"), x->seat);
    if (x->seat < PLAYERS_MAX)
        json_text(json_key(out, "name"), live_plan(r->live)->chair[x->seat].name);
    else if (x->name)
        json_text(json_key(out, "name"), x->name);
    json_text(json_key(out, "text"), x->text ? x->text : "");
    json_object_end(out);
}

bool govern_talk(struct hall *h, const char *table, struct text *out, struct error *e)
{
    struct room *r = awake(h, table, e);
    if (!r || !picture_recall(r, 0, e))
        return false;
    const struct diary *d = live_diary(r->live);
    size_t first = d->entries, said = 0;
    while (first && said < TALK_SHOWN)
        said += diary_at(d, --first)->kind == ENTRY_SAID;
    for (; first < d->entries; first++)
        if (diary_at(d, first)->kind == ENTRY_SAID)
            add_said(r, diary_at(d, first), out);
    return true;
}

bool govern_is_said(struct hall *h, const char *table, uint64_t entry, struct error *e)
{
    struct room *r = awake(h, table, e);
    if (!r || !picture_recall(r, 0, e))
        return false;
    const struct diary *d = live_diary(r->live);
    bool said = entry && entry <= d->entries && diary_at(d, entry - 1)->kind == ENTRY_SAID &&
                diary_at(d, entry - 1)->text;
    return said || error_set(e, "nothing was said in entry %llu; expected one of 'talk %s'",
                             (unsigned long long)entry, table);
}

bool govern_rename(struct hall *h, const char *table, const char *guest, const char *name,
                   struct error *e)
{
    struct room *r = awake(h, table, e);
    if (!r)
        return false;
    int seat = room_chair(r, guest);
    struct chair who = seat == NOBODY ? (struct chair){0} : live_plan(r->live)->chair[seat];
    snprintf(who.name, sizeof who.name, "%s", name);
    room_clock(r);
    bool fine = live_look(r->live, seat, &who, e) != LIVE_REFUSED;
    room_settle(r);
    return fine;
}

static void tell_lost(struct visitor *v, const char *words)
{
    struct error e = {.language = v->language};
    struct text *out = hall_answer(v, false);
    json_text(json_key(out, "lost"), error_words(&e, words));
    text_put(out, "\n", 1);
}

bool govern_close(struct hall *h, const char *table, struct error *e)
{
    struct room *r = room_find(h, table);
    if (!r)
        return no_table(table, e);
    r->closing = true;
    while (r->visitors) {
        struct visitor *v = r->visitors;
        room_exit(v);
        tell_lost(v, N_("This table was closed by those who run the server."));
    }
    return true;
}

void govern_leave(struct hall *h, const char *table, const char *guest)
{
    struct error e = {0};
    struct room *r = awake(h, table, &e);
    int seat = r ? room_chair(r, guest) : NOBODY;
    if (seat == NOBODY)
        return;
    room_clock(r);
    live_leave(r->live, seat, &e);
    room_settle(r);
}

bool govern_is_safe(struct hall *h, const char *table)
{
    const struct room *r = room_find(h, table);
    return !r || room_is_safe(r);
}

void govern_reread(struct hall *h, const char *table, uint64_t struck)
{
    struct error e = {0};
    struct room *r = room_find(h, table);
    if (!r)
        return;
    room_reread(r, &e);
    for (struct visitor *v = r->visitors; v && struck; v = v->next) {
        struct text *out = hall_answer(v, false);
        json_text(json_key(out, "table"), r->head.id);
        json_unsigned(json_key(out, "struck"), struck);
        text_put(out, "\n", 1);
    }
}

void govern_tell(struct visitor *v, const char *words)
{
    struct error e = {.language = v->language};
    struct text *out = hall_answer(v, false);
    json_text(json_key(out, "notice"), error_words(&e, words));
    text_put(out, "\n", 1);
}

int govern_playing(const struct hall *h)
{
    int count = 0;
    for (int i = 0; i < CHAINS; i++)
        for (const struct room *r = h->chain[i]; r; r = r->next)
            count += goes_on(r) && r->visitors;
    return count;
}
