/* What visitors are told: made for one of them, from what is theirs to see. */
#include "hall/inside.h"

#include "live/emote.h"
#include "wire/json.h"
#include "wire/tablejson.h"

#include <stdio.h>
#include <string.h>

/* In one message, which has to be kept while a reader takes it; the rest follow in the next. */
enum { ENTRIES_AT_ONCE = 50 };

static const char *const kinds[] = {
    [ENTRY_OPENED] = "opened",     [ENTRY_SEATED] = "seated",
    [ENTRY_LEFT] = "left",         [ENTRY_ABSENT] = "absent",
    [ENTRY_BACK] = "back",         [ENTRY_BEGUN] = "begun",
    [ENTRY_STEP] = "step",         [ENTRY_SAID] = "said",
    [ENTRY_ASKED] = "asked",       [ENTRY_TAKEN_BACK] = "taken-back",
    [ENTRY_TIME_OUT] = "late",     [ENTRY_REMATCH] = "again",
    [ENTRY_KICKED] = "kicked",     [ENTRY_SWAPPED] = "swapped",
    [ENTRY_CHANGED] = "changed",   [ENTRY_PLEDGED] = "pledged",
    [ENTRY_SHUFFLED] = "shuffled", [ENTRY_CUT] = "cut",
    [ENTRY_PROPOSED] = "proposed", [ENTRY_AGREED] = "agreed",
    [ENTRY_EMOTED] = "said",       [ENTRY_LOOKED] = "looked",
    [ENTRY_KEYED] = "keyed",       [ENTRY_BARRED] = "kicked",
    [ENTRY_MUTED] = "muted",       [ENTRY_UNMUTED] = "unmuted",
    [ENTRY_HURRIED] = "hurried",   [ENTRY_CHOSEN] = "chosen",
    [ENTRY_UNCHOSEN] = "unchosen", [ENTRY_READY] = "ready",
};

/* --- Entries ---------------------------------------------------------------------------------- */

static void tell_face(struct text *out, const char *face, int colour)
{
    if (!face || !*face)
        return;
    json_text(json_key(out, "face"), face);
    json_int(json_key(out, "colour"), colour);
}

static void tell_words(struct text *out, const struct sight *s, const struct language *l)
{
    if (s->name)
        json_text(json_key(out, "name"), s->name);
    if (s->kind == ENTRY_SEATED || s->kind == ENTRY_LOOKED) {
        char title[NAME_ROOM];
        bool bot = s->bot && *s->bot;
        if (bot)
            bot_call_named(s->bot, l, title, sizeof title);
        if (bot)
            json_text(json_key(out, "bot"), s->bot);
        json_text(json_key(out, "name"), bot ? title : s->text ? s->text : "");
        tell_face(out, s->face, s->colour);
    } else if (s->kind == ENTRY_EMOTED) {
        json_text(json_key(out, "emote"), s->text);
        json_text(json_key(out, "text"), emote_words(s->text, l));
    } else if (s->kind == ENTRY_LEFT && s->text) {
        json_bool(json_key(out, "given"), true);
    } else if (s->kind == ENTRY_SHUFFLED && strlen(s->text) >= SEAL_TEXT) {
        char seal[SEAL_TEXT];
        snprintf(seal, sizeof seal, "%.64s", s->text);
        json_text(json_key(out, "text"), seal);
        json_text(json_key(out, "pledged"), s->text + SEAL_TEXT);
    } else if (s->text) {
        json_text(json_key(out, "text"), s->text);
    } else if (s->kind == ENTRY_SAID) {
        json_bool(json_key(out, "struck"), true);
    }
}

static void tell_entry(const struct visitor *v, const struct names *names, int looks, size_t i,
                       struct text *out)
{
    const struct diary *d = live_diary(v->room->live);
    struct sight s;
    entry_seen(d, i, looks, &s);
    json_object_begin(out);
    json_unsigned(json_key(out, "entry"), s.number);
    json_int(json_key(out, "at"), s.time);
    json_word(json_key(out, "kind"), kinds[s.kind]);
    if (s.seat != NOBODY)
        json_seat(json_key(out, "seat"), s.seat);
    if (s.kind == ENTRY_KICKED || s.kind == ENTRY_SWAPPED || entry_is_about_guest(diary_at(d, i)))
        json_seat(json_key(out, "other"), s.other);
    if (s.kind == ENTRY_TAKEN_BACK)
        json_unsigned(json_key(out, "steps"), s.steps);
    if (s.game)
        json_game(json_key(out, "game"), s.game);
    tell_words(out, &s, v->language);
    if (s.log.size)
        json_log_told(json_key(out, "events"), diary_at(d, i)->game, &s.log, looks, names,
                      v->language);
    json_object_end(out);
}

/* --- The table -------------------------------------------------------------------------------- */

static const char *stage(const struct live *h)
{
    const struct table *t = live_table(h);
    return !t ? "waiting" : table_turn(t).kind == TURN_OVER ? "over" : "playing";
}

static void tell_chairs(const struct room *r, const char *guest, const struct language *l,
                        struct text *out)
{
    const struct live *h = r->live;
    const struct plan *p = live_plan(h);
    struct called called;
    seats held = live_held(h, guest);
    live_call(h, l, &called);
    json_array_begin(out);
    for (int seat = 0; seat < p->setup.players; seat++) {
        const struct chair *c = &p->chair[seat];
        json_object_begin(out);
        json_seat(json_key(out, "seat"), seat);
        json_text(json_key(out, "kind"), c->empty ? "empty" : c->bot[0] ? "bot" : "person");
        if (held >> seat & 1)
            json_bool(json_key(out, "held"), true);
        if (!c->empty)
            json_text(json_key(out, "name"), called.seat[seat]);
        if (!c->empty && c->bot[0])
            json_text(json_key(out, "bot"), c->bot);
        int colour;
        const char *face = live_face(h, seat, &colour);
        tell_face(out, face, colour);
        if ((live_away(h) | r->away) >> seat & 1)
            json_bool(json_key(out, "away"), true);
        if (live_away(h) >> seat & 1)
            json_bool(json_key(out, "absent"), true);
        json_object_end(out);
    }
    json_array_end(out);
}

static void tell_clocks(const struct room *r, struct text *out)
{
    json_object_begin(out);
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        int64_t left = live_time_left(r->live, seat, r->hall->now);
        if (left != INT64_MAX)
            json_int(json_key(out, game_place_name(NULL, seat)), left > 0 ? left : 0);
    }
    json_object_end(out);
}

/* Another game that somebody wants, with those who want it too and those who have not said so. */
static void tell_proposal(const struct live *h, struct text *out)
{
    int by;
    const struct setup *game;
    seats agreed, here = live_people(h) & (seats)~live_away(h);
    if (!live_proposal(h, &by, &game, &agreed))
        return;
    json_object_begin(json_key(out, "proposal"));
    json_seat(json_key(out, "by"), by);
    json_game(json_key(out, "game"), game);
    json_seats(json_key(out, "agreed"), agreed);
    json_seats(json_key(out, "waits"), here & (seats)~agreed);
    json_object_end(out);
}

static void tell_account(const struct live *h, const struct account *a, struct text *out)
{
    int seat = live_account_seat(h, a);
    json_object_begin(out);
    if (seat != NOBODY)
        json_seat(json_key(out, "seat"), seat);
    else
        json_text(json_key(out, "name"), a->name);
    json_int(json_key(out, "games"), a->games);
    json_int(json_key(out, "won"), a->won);
    if (a->lost)
        json_int(json_key(out, "lost"), a->lost);
    if (a->chips)
        json_int(json_key(out, "chips"), a->chips);
    json_object_end(out);
}

/* What everybody has made of the games so far; nothing before the first one is over. */
static void tell_evening(const struct live *h, struct text *out)
{
    int count;
    const struct account *all = live_evening(h, &count);
    if (!count)
        return;
    json_array_begin(json_key(out, "evening"));
    for (int i = 0; i < count; i++)
        tell_account(h, &all[i], out);
    json_array_end(out);
}

/* What those who sign do so with, by seat. */
static void tell_keys(const struct live *h, struct text *out)
{
    json_object_begin(out);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (live_key_of(h, seat)[0])
            json_text(json_key(out, game_place_name(NULL, seat)), live_key_of(h, seat));
    json_object_end(out);
}

/* All about the table that is no card: for whoever comes in, and when it has changed. */
static void tell_table(const struct visitor *v, int seat, struct text *out)
{
    const struct room *r = v->room;
    const struct plan *p = live_plan(r->live);
    json_object_begin(out);
    json_game(json_key(out, "game"), &p->setup);
    json_text(json_key(out, "stage"), stage(r->live));
    tell_chairs(r, v->guest, v->language, json_key(out, "chairs"));
    json_seat(json_key(out, "you"), seat);
    json_seat(json_key(out, "host"), live_leader(r->live));
    json_bool(json_key(out, "public"), r->head.public);
    json_bool(json_key(out, "open"), r->head.open);
    json_bool(json_key(out, "hints"), live_advises(r->live));
    json_bool(json_key(out, "odds"), live_shows_odds(r->live));
    json_text(json_key(out, "talk"), p->spectators_muted ? "seated" : "all");
    json_bool(json_key(out, "hold"), p->hold);
    json_int(json_key(out, "decision"), p->pace.decision);
    json_int(json_key(out, "bank"), p->pace.bank);
    tell_keys(r->live, json_key(out, "keys"));
    tell_proposal(r->live, out);
    tell_evening(r->live, out);
    if (seat != NOBODY) {
        char invitation[DIGEST_TEXT];
        room_invitation(r, invitation);
        json_text(json_key(out, "invitation"), invitation);
    }
    json_object_end(out);
}

/* Whether an entry changes what tell_table says. */
static bool is_about_table(const struct entry *e)
{
    for (int k = 0; k < e->events; k++)
        if (e->event[k].kind == EVENT_OVER)
            return true;
    return e->kind != ENTRY_STEP && e->kind != ENTRY_SAID && e->kind != ENTRY_EMOTED &&
           e->kind != ENTRY_HURRIED && e->kind != ENTRY_PLEDGED && e->kind != ENTRY_SHUFFLED &&
           e->kind != ENTRY_CUT && e->kind != ENTRY_CHOSEN && e->kind != ENTRY_UNCHOSEN &&
           e->kind != ENTRY_READY;
}

/* Who has chosen in secret and may change it; what, and instead of what, only to whoever it was. */
static void tell_chosen(const struct live *h, int seat, struct text *out)
{
    char choice[ACTION_TEXT];
    action legal[ACTIONS_MAX];
    seats ready, made = live_chosen(h, &ready);
    const struct game *game = live_plan(h)->setup.game;
    json_object_begin(out);
    json_seats(json_key(out, "seats"), made);
    json_seats(json_key(out, "ready"), ready);
    if (seat != NOBODY && made >> seat & 1) {
        json_word(json_key(out, "choice"), action_text(game, live_choice(h, seat), choice));
        int count = table_legal(live_table(h), seat, legal);
        json_array_begin(json_key(out, "legal"));
        for (int i = 0; i < count; i++)
            json_word(out, action_text(game, legal[i], choice));
        json_array_end(out);
    }
    json_object_end(out);
}

static void tell_view(const struct visitor *v, struct text *out)
{
    const struct room *r = v->room;
    const struct live *h = r->live;
    int seat = room_chair(r, v->guest);
    if (live_table(h)) {
        struct view view;
        live_view(h, room_looks(r, v->guest), &view);
        json_view(json_key(out, "view"), &view);
    }
    if (live_cutters(h))
        json_seats(json_key(out, "cutting"), live_cutters(h));
    seats ready, chosen = live_chosen(h, &ready);
    if (chosen)
        tell_chosen(h, seat, json_key(out, "chosen"));
    /* Who is away may be back to decide. */
    seats due = live_people_due(h) | live_bots_due(h) | chosen | live_cutters(h);
    if (seat != NOBODY && live_link(h)[0] && due >> seat & 1) {
        json_int(json_key(out, "game"), live_games(h));
        json_text(json_key(out, "link"), live_link(h));
    }
    const struct pace *pace = &live_plan(h)->pace;
    if (pace->decision || pace->bank)
        tell_clocks(r, json_key(out, "clocks"));
}

bool tell_due(const struct visitor *v)
{
    const struct room *r = v->room;
    return r && (v->typing || v->sent < r->head.entries ||
                 (!v->greeted && r->head.entries == r->entries));
}

struct names tell_names(const struct live *h, const struct language *l, struct called *called)
{
    const struct table *t = live_table(h);
    struct names names = t ? table_names(t) : (struct names){0};
    live_call(h, l, called);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        names.seat[seat] = called->seat[seat];
    return names;
}

/* Points or chips as they were counted in the game of an entry. */
static struct names names_at(const struct live *h, struct names names, size_t i)
{
    const struct diary *d = live_diary(h);
    size_t next = i;
    while (next < d->entries && !entry_plans(diary_at(d, next)))
        next++;
    if (next == d->entries)
        return names;
    const struct setup *then = diary_setup(d, i);
    int stack = option_of_role(then->game, ROLE_CHIPS);
    names.players = then->players;
    names.chips = game_counts_chips(then);
    names.stack = stack < 0 ? 0 : then->option[stack];
    names.counts = then->game->counts;
    return names;
}

/* The entries that a visitor has not been sent, each as it was seen from where they sat then;
 * whether one of them changes what tell_table says. */
static bool make_entries(struct visitor *v, uint64_t until, struct text *out)
{
    const struct live *h = v->room->live;
    struct called called;
    struct names now = tell_names(h, v->language, &called), names = names_at(h, now, v->sent);
    bool table = false;
    uint64_t turn = 0;
    int looks = NOBODY;
    json_array_begin(out);
    for (; v->sent < until; v->sent++) {
        const struct entry *e = diary_at(live_diary(h), v->sent);
        if (entry_plans(e))
            names = names_at(h, now, v->sent);
        table = table || is_about_table(e);
        if (e->number >= turn)
            looks = live_looks(h, v->guest, e->number, &turn);
        tell_entry(v, &names, looks, v->sent, out);
    }
    json_array_end(out);
    return table;
}

/* The same: what several read alike is made for the first of them. */
static bool tell_entries(struct visitor *v, uint64_t until, struct text *out)
{
    struct told *t = &v->hall->told;
    uint64_t turn;
    int looks = live_looks(v->room->live, v->guest, v->sent + 1, &turn);
    if (turn <= until) /* nobody else has changed chairs in the same way */
        return make_entries(v, until, out);
    if (t->room == v->room && t->looks == looks && t->from == v->sent && t->until == until &&
        t->language == v->language) {
        text_put(out, text_of(&t->text), t->text.size);
        v->sent = until;
        return t->table;
    }
    uint64_t from = v->sent;
    size_t begin = out->size;
    bool table = make_entries(v, until, out);
    text_clear(&t->text);
    if (!out->failed)
        text_put(&t->text, out->at + begin, out->size - begin);
    t->room = !out->failed && !t->text.failed ? v->room : NULL;
    t->looks = looks;
    t->from = from;
    t->until = until;
    t->language = v->language;
    t->table = table;
    return table;
}

/* Who is about to say something. It is told once, and kept nowhere. */
static void tell_typing(struct visitor *v, struct text *out)
{
    if (v->typing)
        json_seats(json_key(out, "typing"), v->typing);
    v->typing = 0;
}

void tell_room(struct visitor *v, bool named, struct text *out)
{
    const struct room *r = v->room;
    uint64_t last = r->head.entries;
    int seat = room_chair(r, v->guest);
    uint64_t until = last - v->sent > ENTRIES_AT_ONCE ? v->sent + ENTRIES_AT_ONCE : last;
    if (!named)
        json_text(json_key(out, "table"), r->head.id);
    tell_typing(v, out);
    if (v->greeted && v->sent == last)
        return;
    json_unsigned(json_key(out, "entry"), until);
    if (tell_entries(v, until, json_key(out, "entries")) || seat != v->seat)
        v->greeted = false;
    v->seat = seat;
    /* What is not safe yet is shown to nobody: the next turn brings it. */
    if (until < last || last < r->entries)
        return;
    if (!v->greeted)
        tell_table(v, seat, json_key(out, "now"));
    tell_view(v, out);
    v->greeted = true;
}

const char *tell_line(struct room *r)
{
    if (r->live && r->lined != r->head.entries) {
        struct text *line = &r->line;
        text_clear(line);
        json_object_begin(line);
        json_text(json_key(line, "table"), r->head.id);
        json_game(json_key(line, "game"), &live_plan(r->live)->setup);
        json_text(json_key(line, "stage"), stage(r->live));
        tell_chairs(r, "", NULL, json_key(line, "chairs"));
        json_int(json_key(line, "opened"), r->head.opened);
        json_object_end(line);
        r->lined = line->failed ? 0 : r->head.entries;
    }
    return text_of(&r->line);
}
