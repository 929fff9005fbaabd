/* Commands of visitors at a table, one function each. docs/server.md tells what they mean. */
#include "hall/call.h"

#include "hall/name.h"
#include "wire/gamejson.h"
#include "wire/viewjson.h"

#include <stdio.h>

/* --- At the table ----------------------------------------------------------------------------- */

static bool done(enum live_answer a)
{
    return a != LIVE_REFUSED;
}

/* An empty chair, if none is named the first that may be taken. */
static bool free_chair(struct call *c, bool person, int *seat)
{
    if (call_has(c, "seat"))
        return call_seat(c, "seat", seat);
    const struct live *h = c->room->live;
    seats held = person ? live_held(h, c->v->guest) : 0;
    for (*seat = 0; *seat < live_plan(h)->setup.players; ++*seat)
        if (live_plan(h)->chair[*seat].empty && !(held >> *seat & 1))
            return true;
    *seat = held ? __builtin_ctz(held) : NOBODY; /* the live table says why not */
    return held || call_refuse(c, "There is no empty chair.");
}

static bool sit(struct call *c)
{
    struct chair who;
    int seat = NOBODY;
    if (!call_is_guest(c))
        return false;
    if (c->seat != NOBODY)
        return call_refuse(c, "You sit at this table already.");
    if (room_banned(c->room, c->v->guest))
        return call_refuse(c, "The host has sent you away from this table.");
    if (!call_person(c, c->room->live, &who) || !free_chair(c, true, &seat))
        return false;
    return done(live_seat(c->room->live, seat, &who, &c->e));
}

/* A spectator has a name only for those who are there: for what is said. */
static bool name_spectator(struct call *c)
{
    char name[NAME_ROOM];
    if (!call_is_guest(c) || !call_name(c, c->room->live, name))
        return false;
    memcpy(c->v->name, name, sizeof name);
    return true;
}

static bool look(struct call *c)
{
    if (c->seat == NOBODY)
        return name_spectator(c);
    struct chair who = live_plan(c->room->live)->chair[c->seat];
    return (!call_has(c, "name") || call_name(c, c->room->live, who.name)) && call_face(c, &who) &&
           done(live_look(c->room->live, c->seat, &who, &c->e));
}

static bool seat_bot(struct call *c)
{
    char word[BOT_ROOM], bot[BOT_ROOM];
    int seat = NOBODY;
    return call_words(c, "bot", word, sizeof word) && call_bot(c, word, bot) &&
           free_chair(c, false, &seat) && done(live_sit(c->room->live, seat, "", bot, &c->e));
}

static bool leave(struct call *c)
{
    bool give = false;
    return call_truth(c, "give", &give) && done(give ? live_give(c->room->live, c->seat, &c->e)
                                                     : live_leave(c->room->live, c->seat, &c->e));
}

/* Who a spectator is that has that name, or had it when they said something last; "" if nobody had.
 */
static const char *spectator_named(const struct room *r, const char *name)
{
    const struct diary *d = live_diary(r->live);
    for (const struct visitor *v = r->visitors; v; v = v->next)
        if (v->name[0] && name_alike(v->name, name))
            return v->guest;
    for (size_t i = d->entries; i > 0; i--) {
        const struct entry *x = diary_at(d, i - 1);
        bool said = x->kind == ENTRY_SAID || x->kind == ENTRY_EMOTED;
        if (said && x->name && x->guest && name_alike(x->name, name))
            return x->guest;
    }
    return "";
}

/* Whom the host means: the person on a chair, or a spectator by name (seat is NOBODY). */
struct target {
    int seat;
    char name[NAME_ROOM], guest[DIGEST_TEXT];
};

static bool target_of(struct call *c, struct target *t)
{
    *t = (struct target){.seat = NOBODY};
    if (call_has(c, "seat")) {
        if (!call_seat(c, "seat", &t->seat))
            return false;
        snprintf(t->guest, sizeof t->guest, "%s", c->room->owner[t->seat]);
        return true;
    }
    if (!call_words(c, "name", t->name, sizeof t->name) || !picture_recall(c->room, 0, &c->e))
        return false;
    snprintf(t->guest, sizeof t->guest, "%s", spectator_named(c->room, t->name));
    return t->guest[0] || call_refuse(c, "Nobody of that name watches here.");
}

/* The chair of a bot is only emptied; a person is sent away, and does not come back. */
static bool kick(struct call *c)
{
    struct target t;
    struct live *h = c->room->live;
    if (!target_of(c, &t))
        return false;
    if (t.seat != NOBODY && !(live_people(h) >> t.seat & 1))
        return done(live_leave(h, t.seat, &c->e));
    bool fine = done(t.seat == NOBODY ? live_bar(h, c->seat, t.guest, t.name, &c->e)
                                      : live_kick(h, c->seat, t.seat, &c->e));
    if (fine)
        room_settle(c->room);
    if (fine && strcmp(t.guest, c->v->guest) != 0)
        room_remove(c->room, t.guest);
    return fine;
}

/* Somebody is not to talk any more, or may again. */
static bool mute(struct call *c)
{
    struct target t;
    bool on = true;
    if (!target_of(c, &t) || !call_truth(c, "on", &on))
        return false;
    bool spectator = t.seat == NOBODY;
    return done(live_mute(c->room->live, c->seat, t.seat, spectator ? t.guest : NULL,
                          spectator ? t.name : NULL, on, &c->e));
}

/* Who watches, for the host: those who have a name, and how many have none. */
static bool watchers(struct call *c)
{
    int others = 0;
    json_array_begin(json_key(&c->more, "watchers"));
    for (const struct visitor *v = c->room->visitors; v; v = v->next) {
        others += !v->name[0] && room_chair(c->room, v->guest) == NOBODY;
        if (!v->name[0])
            continue;
        json_object_begin(&c->more);
        json_text(json_key(&c->more, "name"), v->name);
        json_bool(json_key(&c->more, "muted"), room_muted(c->room, v->guest));
        json_object_end(&c->more);
    }
    json_array_end(&c->more);
    json_int(json_key(&c->more, "others"), others);
    return true;
}

static bool swap(struct call *c)
{
    int seat = NOBODY, other = NOBODY;
    return call_seat(c, "seat", &seat) && call_seat(c, "other", &other) &&
           done(live_swap(c->room->live, seat, other, &c->e));
}

/* What is agreed now, for another game. */
static struct plan plan_like(const struct live *h)
{
    const struct plan *now = live_plan(h);
    return (struct plan){.setup = now->setup,
                         .pace = now->pace,
                         .hints = now->hints,
                         .spectators_muted = now->spectators_muted,
                         .hold = now->hold,
                         .odds = now->odds};
}

static bool change(struct call *c)
{
    struct plan next = plan_like(c->room->live);
    return (!call_has(c, "game") || call_setup(c, &next.setup, 0)) && call_terms(c, &next) &&
           done(live_change(c->room->live, &next, &c->e));
}

static uint64_t fresh_seed(struct call *c)
{
    uint64_t seed;
    c->v->hall->host.random(c->v->hall->host.context, &seed, sizeof seed);
    return seed;
}

/* The first game, or the next. */
static bool begin(struct call *c)
{
    struct live *h = c->room->live;
    return done(live_table(h) ? live_rematch(h, fresh_seed(c), &c->e) : live_begin(h, &c->e));
}

/* The same again, if the others want it too; then room_settle sees to it. */
static bool again(struct call *c)
{
    return done(live_propose(c->room->live, c->seat, NULL, &c->e));
}

/* Another game for those who sit here. */
static bool next(struct call *c)
{
    struct plan p = plan_like(c->room->live);
    return call_setup(c, &p.setup, p.setup.players) &&
           done(live_propose(c->room->live, c->seat, &p, &c->e));
}

static bool agree(struct call *c)
{
    return done(live_agree(c->room->live, c->seat, &c->e));
}

/* A signature, "" if there is none. */
static bool sign_of(struct call *c, char sign[SIGN_TEXT])
{
    sign[0] = '\0';
    return !call_has(c, "sign") || call_words(c, "sign", sign, SIGN_TEXT);
}

static bool decide(struct call *c)
{
    char choice[ACTION_TEXT], sign[SIGN_TEXT];
    action a;
    struct live *h = c->room->live;
    int64_t after = INT64_MAX;
    if (!call_words(c, "choice", choice, sizeof choice) ||
        !call_whole(c, "after", 0, INT64_MAX, &after) || !sign_of(c, sign))
        return false;
    if (!live_table(h))
        return call_refuse(c, "The game has not begun.");
    if ((uint64_t)after < live_diary(h)->gone && !picture_recall(c->room, live_begun(h), &c->e))
        return false;
    if (!live_waits(h, c->seat, (uint64_t)after))
        return call_refuse(c, "That decision is no longer waited for.");
    if (!action_parse(live_plan(h)->setup.game, choice, &a))
        return error_set(&c->e, "'%s' is no decision of %s; expected one of \"legal\"", choice,
                         live_plan(h)->setup.game->name);
    return done(live_decide_signed(h, c->seat, a, (uint64_t)after, sign, &c->e));
}

static bool be_ready(struct call *c)
{
    return done(live_ready(c->room->live, c->seat, &c->e));
}

/* Talk needs a name and a place: whoever says something can be told apart, and quieted. */
static bool may_talk(struct call *c)
{
    const struct hall_host *host = &c->v->hall->host;
    bool spectator = c->seat == NOBODY;
    if (spectator && live_plan(c->room->live)->spectators_muted)
        return call_refuse(c, "Only those who sit at this table talk here.");
    if (!call_is_guest(c))
        return false;
    if (spectator && !c->v->name[0])
        return call_refuse(c, "Say who you are first: \"look\" with a name.");
    if (room_muted(c->room, c->v->guest))
        return call_refuse(c, "The host has asked you to be quiet.");
    return !host->may_talk ||
           host->may_talk(host->context, c->v->socket, c->v->guest, c->room->head.id) ||
           call_refuse(c, "So much is said just now; wait a moment.");
}

static bool say(struct call *c)
{
    char text[SAID_MAX + 1];
    bool gesture = call_has(c, "emote");
    return call_words(c, gesture ? "emote" : "text", text, sizeof text) && may_talk(c) &&
           done(live_talk(c->room->live, c->seat, c->seat == NOBODY ? c->v->name : NULL, text,
                          gesture, &c->e));
}

/* Somebody is about to say something: the others are told, at most once a second. */
static bool type(struct call *c)
{
    enum { SELDOM = 1000 };
    struct room *r = c->room;
    const struct hall_host *host = &c->v->hall->host;
    int64_t now = c->v->hall->now;
    if (!live_talks(r->live) || room_muted(r, c->v->guest) ||
        (r->typed[c->seat] && now - r->typed[c->seat] < SELDOM))
        return true;
    r->typed[c->seat] = now;
    for (struct visitor *v = r->visitors; v; v = v->next) {
        if (v == c->v || strcmp(v->guest, c->v->guest) == 0)
            continue;
        v->typing |= (seats)(1u << c->seat);
        host->ready(host->context, v->socket);
    }
    return true;
}

static bool take_back(struct call *c)
{
    return done(live_take_back(c->room->live, c->seat, &c->e));
}

static bool pledge(struct call *c)
{
    char seal[SEAL_TEXT];
    return call_words(c, "seal", seal, sizeof seal) &&
           done(live_pledge(c->room->live, c->seat, seal, &c->e));
}

static bool cut(struct call *c)
{
    char secret[SEAL_TEXT], next[SEAL_TEXT] = "", sign[SIGN_TEXT];
    return call_words(c, "cut", secret, sizeof secret) &&
           (!call_has(c, "next") || call_words(c, "next", next, sizeof next)) && sign_of(c, sign) &&
           done(live_cut_signed(c->room->live, c->seat, secret, next, sign, &c->e));
}

/* What each decision is called and means, for people; also of those that a choice may still be
 * changed to. */
static bool explain(struct call *c)
{
    struct live *h = c->room->live;
    struct view v;
    if (!live_table(h))
        return call_refuse(c, "The game has not begun.");
    table_view(live_table(h), room_looks(c->room, c->v->guest), &v);
    struct called called;
    struct names names = tell_names(h, c->v->language, &called);
    json_choices(json_key(&c->more, "choices"), &v, &names, c->v->language);
    return true;
}

/* What zones, numbers and decisions are called here, for people. */
static bool words(struct call *c)
{
    json_game_words(&c->more, &live_plan(c->room->live)->setup, c->v->language);
    return true;
}

/* As this very table plays it, with its options. */
static bool rules(struct call *c)
{
    json_game_rules(json_key(&c->more, "rules"), &live_plan(c->room->live)->setup, c->v->language);
    return true;
}

/* What to decide, and why: from what the seat knows, and where nobody minds. */
static bool hint(struct call *c)
{
    struct live *h = c->room->live;
    const struct hall_host *host = &c->v->hall->host;
    struct asked a = {.visitor = c->v, .number = c->number, .entry = c->room->entries};
    if (!host->advise)
        return call_refuse(c, "There are no hints here.");
    if (!live_advises(h))
        return call_refuse(c, "There are no hints at this table while other people play.");
    if (!(live_people_due(h) >> c->seat & 1))
        return call_refuse(c, "It is not your turn.");
    if (!live_attended(h, c->seat))
        return call_refuse(
            c, "A hint takes all into account that this chair has seen, also before you "
               "came; there are hints again from the next game on.");
    if (c->v->asked)
        return call_refuse(c, "The hint that you have asked for is on its way.");
    a.hint = hint_new(live_table(h), c->seat, c->v->hall->limits.rollouts);
    if (!a.hint)
        return error_no_memory(&c->e);
    struct called called;
    live_call(h, c->v->language, &called);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        hint_name(a.hint, seat, called.seat[seat]);
    c->later = c->v->asked = host->advise(host->context, &a);
    if (c->later)
        return true;
    hint_free(a.hint);
    return call_refuse(c, "Many ask for a hint just now; try again in a moment.");
}

/* What is no table's business: docs/server.md, *Your account*. */
static bool ask_host(struct call *c)
{
    const struct hall_host *host = &c->v->hall->host;
    char word[16] = "";
    json_words(c->m, json_member(c->m, 0, "do"), word, sizeof word);
    if (!call_is_guest(c))
        return false;
    if (!host->account)
        return call_refuse(c, "There are no accounts here.");
    return host->account(host->context, c->v->socket, c->v->guest, word, &c->more, &c->e);
}

/* --- The table of commands -------------------------------------------------------------------- */

enum need { ANYWHERE, IN_A_ROOM, ON_A_CHAIR, AS_HOST };

static const struct {
    const char *word;
    enum need need;
    bool asks;  /* it changes nothing, and can be done while nothing can be kept */
    bool signs; /* the entry names the guest, who may not be the one on the entry's chair */
    bool (*run)(struct call *c);
} commands[] = {
    {"hello", ANYWHERE, true, false, command_hello},
    {"create", ANYWHERE, false, false, command_create},
    {"enter", ANYWHERE, true, false, command_enter},
    {"recovery", ANYWHERE, true, false, ask_host},
    {"erase", ANYWHERE, true, false, ask_host},
    {"exit", IN_A_ROOM, true, false, command_leave},
    {"explain", IN_A_ROOM, true, false, explain},
    {"words", IN_A_ROOM, true, false, words},
    {"rules", IN_A_ROOM, true, false, rules},
    {"sit", IN_A_ROOM, false, true, sit},
    {"say", IN_A_ROOM, false, false, say},
    {"typing", ON_A_CHAIR, true, false, type},
    {"hint", ON_A_CHAIR, true, false, hint},
    {"look", IN_A_ROOM, false, false, look},
    {"leave", ON_A_CHAIR, false, false, leave},
    {"decide", ON_A_CHAIR, false, false, decide},
    {"take-back", ON_A_CHAIR, false, false, take_back},
    {"ready", ON_A_CHAIR, false, false, be_ready},
    {"pledge", ON_A_CHAIR, false, false, pledge},
    {"cut", ON_A_CHAIR, false, false, cut},
    {"again", ON_A_CHAIR, false, false, again},
    {"next", ON_A_CHAIR, false, false, next},
    {"agree", ON_A_CHAIR, false, false, agree},
    {"begin", AS_HOST, false, true, begin},
    {"bot", AS_HOST, false, true, seat_bot},
    {"kick", AS_HOST, false, true, kick},
    {"mute", AS_HOST, false, true, mute},
    {"watchers", AS_HOST, true, false, watchers},
    {"swap", AS_HOST, false, true, swap},
    {"change", AS_HOST, false, true, change},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* Who does something is here: somebody who thought too long need not come in again. Whoever sits
 * there may have several devices, and the chair has the key of the one that was used last. A choice
 * that is held keeps the key that has signed it, until another is made. */
static void be_back(struct call *c, bool decides)
{
    struct live *h = c->room->live;
    struct error e = {0};
    seats ready;
    room_clock(c->room);
    if (c->seat == NOBODY)
        return;
    if (live_away(h) >> c->seat & 1)
        live_back(h, c->seat, &e);
    if ((decides || !(live_chosen(h, &ready) >> c->seat & 1)) && c->room->dealer &&
        c->room->dealer->link && strcmp(live_key_of(h, c->seat), c->v->key) != 0)
        live_key(h, c->seat, c->v->key, &e);
}

/* Whether the visitor is where the command needs it to be. */
static bool is_in_place(struct call *c, int i)
{
    enum need need = commands[i].need;
    if (need == ANYWHERE)
        return true;
    if (!c->v->room) {
        c->outside = true;
        return call_refuse(c, "Enter a table first.");
    }
    if (!room_wake(c->v->room, &c->e))
        return false;
    c->room = c->v->room;
    c->seat = room_chair(c->room, c->v->guest);
    if (need >= ON_A_CHAIR && c->seat == NOBODY)
        return call_refuse(c, "You do not sit at this table.");
    if (!commands[i].asks)
        be_back(c, commands[i].run == decide);
    return need != AS_HOST || live_leads(c->room->live, c->seat, &c->e);
}

/* Whose command an entry is to name: where its chair does not say it, so that a resend is known. */
static const char *signature(const struct call *c, int i)
{
    bool named = commands[i].signs || c->seat == NOBODY;
    return named && c->v->guest[0] ? c->v->guest : NULL;
}

static bool run(struct call *c, int i)
{
    struct hall *h = c->v->hall;
    const char *why = h->host.forbids ? h->host.forbids(h->host.context, c->v->socket, c->v->guest,
                                                        commands[i].word)
                                      : NULL;
    if (why)
        return call_refuse(c, why);
    if (!commands[i].asks && h->trouble[0])
        return call_refuse(c, h->trouble);
    bool fine = is_in_place(c, i);
    if (fine && c->room)
        room_clock(c->room);
    if (fine && c->room && !commands[i].asks)
        live_sign(c->room->live, c->number, signature(c, i));
    fine = fine && commands[i].run(c);
    if (c->room && c->room->live)
        room_settle(c->room);
    return fine;
}

static void answer(struct call *c, bool fine, bool waits)
{
    struct text *out = hall_answer(c->v, waits);
    json_unsigned(json_key(out, "n"), c->number);
    json_bool(json_key(out, "done"), fine);
    if (!fine)
        json_text(json_key(out, "refused"), c->e.text);
    if (!fine && c->outside)
        json_bool(json_key(out, "outside"), true);
    if (fine && c->more.size)
        json_raw(out, text_of(&c->more));
    text_put(out, "\n", 1);
}

/* A command that was carried out before is answered as it was then. */
static bool is_resent(struct call *c, int i)
{
    struct room *r = c->v->room;
    return r && !commands[i].asks && c->v->guest[0] && room_wake(r, &c->e) &&
           room_done(r, c->v->guest, c->number);
}

bool call_is_elsewhere(struct call *c, const char *table)
{
    const struct hall_host *host = &c->v->hall->host;
    c->later = host->elsewhere && host->elsewhere(host->context, c->v->socket, c->number, table);
    return c->later;
}

void command_run(struct visitor *v, const struct json *m)
{
    struct call c = {.v = v, .m = m, .seat = NOBODY, .e = {.language = v->language}};
    char word[16] = "";
    int64_t number = 0;
    json_words(m, json_member(m, 0, "do"), word, sizeof word);
    int i = 0;
    while (i < COMMANDS && strcmp(commands[i].word, word) != 0)
        i++;
    bool fine = false, counted = json_whole(m, json_member(m, 0, "n"), &number) && number > 0;
    c.number = counted ? (uint64_t)number : 0;
    if (!counted)
        error_set(&c.e, "\"n\" is missing; expected the number of the command");
    else if (i == COMMANDS)
        error_set(&c.e, "there is no command '%s'; expected one of docs/server.md", word);
    else
        fine = (commands[i].need != ANYWHERE && call_is_elsewhere(&c, NULL)) || is_resent(&c, i) ||
               run(&c, i);
    v->faults += i == COMMANDS || !counted;
    if (!c.later)
        answer(&c, fine, fine && i < COMMANDS && !commands[i].asks);
    text_free(&c.more);
}
