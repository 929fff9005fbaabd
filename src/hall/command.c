/* Commands of visitors, one function each. docs/server.md tells what they mean. */
#include "hall/inside.h"

#include "hall/name.h"
#include "wire/gamejson.h"
#include "wire/json.h"
#include "wire/viewjson.h"

#include <stdio.h>
#include <string.h>

/* A command on its way. */
struct call {
    struct visitor *v;
    const struct json *m;
    uint64_t number;
    struct room *room; /* where the visitor is; its live table is awake */
    int seat;          /* of the visitor there, or NOBODY */
    struct error e;
    struct text more; /* keys that the answer has besides */
    bool later;       /* it is answered when there is an answer */
    bool outside;     /* it is refused because the visitor is at no table */
};

static bool refuse(struct call *c, const char *words)
{
    return error_set(&c->e, "%s", error_words(&c->e, words));
}

/* --- Arguments -------------------------------------------------------------------------------- */

static bool has(const struct call *c, const char *key)
{
    return json_member(c->m, 0, key) != JSON_NONE;
}

static bool words_of(struct call *c, const char *key, char out[], size_t room)
{
    return json_words(c->m, json_member(c->m, 0, key), out, room) ||
           error_set(&c->e, "\"%s\" is missing, too long or no text; expected at most %zu bytes",
                     key, room - 1);
}

/* A whole number that may be missing. */
static bool whole_of(struct call *c, const char *key, int64_t least, int64_t most, int64_t *out)
{
    if (!has(c, key))
        return true;
    return (json_whole(c->m, json_member(c->m, 0, key), out) && *out >= least && *out <= most) ||
           error_set(&c->e, "\"%s\" is no number that is possible; expected %lld to %lld", key,
                     (long long)least, (long long)most);
}

static bool truth_of(struct call *c, const char *key, bool *out)
{
    return !has(c, key) || json_truth(c->m, json_member(c->m, 0, key), out) ||
           error_set(&c->e, "\"%s\" is neither true nor false", key);
}

static bool seat_of(struct call *c, const char *key, int *out)
{
    char word[4];
    *out = NOBODY;
    if (!json_words(c->m, json_member(c->m, 0, key), word, sizeof word) || word[0] < 'A' ||
        word[0] >= 'A' + PLAYERS_MAX || word[1])
        return error_set(&c->e, "\"%s\" is no chair; expected \"A\" to \"H\"", key);
    *out = word[0] - 'A';
    return true;
}

/* Whether another person at the table is called so, or nearly, or a spectator who has a name. */
static bool is_called(const struct call *c, const struct live *h, const char *name)
{
    bool taken = false;
    for (int i = 0; h && i < live_plan(h)->setup.players; i++)
        taken = taken || (i != c->seat && live_people(h) >> i & 1 &&
                          name_alike(live_plan(h)->chair[i].name, name));
    for (const struct visitor *v = h && c->room ? c->room->visitors : NULL; v; v = v->next)
        taken = taken ||
                (v->name[0] && strcmp(v->guest, c->v->guest) != 0 && name_alike(v->name, name));
    return taken;
}

/* What to call a guest on a chair, or on none yet: one line, with something to be seen in it, which
 * nobody else at the table is called. The live table is NULL before there is a table. */
static bool name_of(struct call *c, const struct live *h, char name[NAME_ROOM])
{
    if (!words_of(c, "name", name, NAME_ROOM))
        return false;
    if (!name_clean(name))
        return refuse(c, "A name is one line with something in it.");
    return !is_called(c, h, name) ||
           refuse(c, "Somebody at this table is called so already; choose another name.");
}

/* The face and the colour that a guest has asked for; what is not named stays as it is. */
static bool face_of(struct call *c, struct chair *who)
{
    int64_t colour = who->colour;
    if (has(c, "face") && (!words_of(c, "face", who->face, sizeof who->face) || !*who->face ||
                           who->face[strspn(who->face, "abcdefghijklmnopqrstuvwxyz-")]))
        return error_set(&c->e, "\"face\" is no face; expected at most %d lower-case letters",
                         FACE_ROOM - 1);
    if (!whole_of(c, "colour", 0, COLOURS - 1, &colour))
        return false;
    who->colour = (uint8_t)colour;
    return true;
}

/* Whether somebody at a table has that face. */
static bool has_face(const struct live *h, const char *face)
{
    bool taken = false;
    for (int seat = 0; h && seat < live_plan(h)->setup.players; seat++) {
        const struct chair *c = &live_plan(h)->chair[seat];
        taken = taken || (!c->empty && strcmp(c->face, face) == 0);
    }
    return taken;
}

/* Who comes without a face gets one of those that nobody has, the same wherever they sit down. */
static void choose_face(const struct call *c, const struct live *h, struct chair *who)
{
    static const char *const faces[] = {"fox",      "owl",   "hare", "bear", "cat",   "frog",
                                        "hedgehog", "whale", "crab", "bee",  "snail", "moth"};
    enum { FACES = sizeof faces / sizeof *faces };
    unsigned first = 0;
    for (const char *at = c->v->guest; *at; at++)
        first = first * 31 + (unsigned char)*at;
    unsigned i = 0;
    while (i < FACES - 1 && has_face(h, faces[(first + i) % FACES]))
        i++;
    if (!who->face[0])
        snprintf(who->face, sizeof who->face, "%s", faces[(first + i) % FACES]);
    if (!has(c, "colour"))
        who->colour = (uint8_t)(first / FACES % COLOURS);
}

/* Who wants to sit down: name, face and colour. The live table is NULL before there is a table. */
static bool person_of(struct call *c, const struct live *h, struct chair *who)
{
    *who = (struct chair){0};
    if (!name_of(c, h, who->name) || !face_of(c, who))
        return false;
    choose_face(c, h, who);
    return true;
}

/* --- What is played --------------------------------------------------------------------------- */

static bool option_of(struct call *c, struct setup *u, int key)
{
    char name[64], value[64];
    int64_t number;
    bool truth;
    if (!json_words(c->m, key, name, sizeof name))
        return error_set(&c->e, "an option has no name; expected \"options\":{\"KEY\":VALUE}");
    if (json_whole(c->m, key + 1, &number))
        snprintf(value, sizeof value, "%lld", (long long)number);
    else if (json_truth(c->m, key + 1, &truth))
        snprintf(value, sizeof value, "%s", truth ? "on" : "off");
    else if (!json_words(c->m, key + 1, value, sizeof value))
        return error_set(&c->e, "option %s has no value; expected a number or a word", name);
    return setup_option(u, name, value, &c->e);
}

/* A game with its options, for as many as there are chairs, or as usually play it. */
static bool setup_of(struct call *c, struct setup *u, int sit)
{
    char name[64];
    if (!words_of(c, "game", name, sizeof name) || !setup_choose(u, name, &c->e))
        return false;
    int options = json_member(c->m, 0, "options");
    for (int k = json_first_key(c->m, options); k != JSON_NONE;
         k = json_key_after(c->m, options, k))
        if (!option_of(c, u, k))
            return false;
    int64_t players = sit ? setup_players_near(u, sit) : setup_players_usual(u);
    int chairs = json_member(c->m, 0, "chairs"), count = 0;
    for (int i = json_first(c->m, chairs); i != JSON_NONE; i = json_after(c->m, chairs, i))
        count++;
    if (count)
        players = count;
    return whole_of(c, "players", 1, PLAYERS_MAX, &players) &&
           setup_players(u, (int)players, &c->e) && setup_finish(u, &c->e);
}

/* Clocks and customs of the table: what is not named stays as it is. */
static bool terms_of(struct call *c, struct plan *p)
{
    enum { DAY = 86400000 };
    char talk[8] = "";
    if (!whole_of(c, "decision", 0, DAY, &p->pace.decision) ||
        !whole_of(c, "bank", 0, DAY, &p->pace.bank) || !truth_of(c, "hints", &p->hints) ||
        !truth_of(c, "hold", &p->hold))
        return false;
    bool odds = false;
    if (!truth_of(c, "odds", &odds))
        return false;
    if (has(c, "odds"))
        p->odds = odds ? ODDS_ON : ODDS_OFF;
    if (!has(c, "talk"))
        return true;
    json_words(c->m, json_member(c->m, 0, "talk"), talk, sizeof talk);
    p->spectators_muted = strcmp(talk, "seated") == 0;
    return p->spectators_muted || strcmp(talk, "all") == 0 ||
           error_set(&c->e, "\"talk\" is for nobody; expected \"all\" or \"seated\"");
}

/* A bot that a guest may ask for: a level, a rule of thumb or chance, with its manners. How long
 * one thinks is the server's affair, not a guest's. */
static bool bot_of(struct call *c, const char *word, char out[BOT_ROOM])
{
    const struct hall_host *host = &c->v->hall->host;
    struct bot *b = host->bot(host->context, word, &c->e);
    if (!b)
        return false;
    snprintf(out, BOT_ROOM, "%s", bot_name(b));
    bot_free(b);
    const char *dash = strrchr(out, '-'), *way = dash ? dash + 1 : out;
    return strlen(way) == 1 || strcmp(way, "hint") == 0 || strcmp(way, "random") == 0 ||
           error_set(&c->e, "a bot '%.40s' is not for this table; expected 1 to 8, hint or random",
                     word);
}

/* Who is to sit where: "you", "open" or a bot. Returns the chair of the one who asks in *own. */
static bool chairs_of(struct call *c, struct plan *p, int *own)
{
    int chairs = json_member(c->m, 0, "chairs"), seat = 0;
    *own = NOBODY;
    for (int i = 0; i < p->setup.players; i++)
        p->chair[i].empty = true;
    if (chairs == JSON_NONE)
        *own = 0;
    for (int i = json_first(c->m, chairs); i != JSON_NONE;
         i = json_after(c->m, chairs, i), seat++) {
        char word[BOT_ROOM];
        if (seat == p->setup.players || !json_words(c->m, i, word, sizeof word))
            return error_set(&c->e,
                             "\"chairs\" are not right; expected %d of \"you\", \"open\" or "
                             "a bot",
                             p->setup.players);
        if (strcmp(word, "you") == 0) {
            *own = seat;
        } else if (strcmp(word, "open") != 0) {
            p->chair[seat].empty = false;
            if (!bot_of(c, word, p->chair[seat].bot))
                return false;
        }
    }
    return true;
}

/* --- Coming in -------------------------------------------------------------------------------- */

/* Whoever asks whether anybody is there hears where one still is: what is shown elsewhere is old.
 */
static bool say_where(struct call *c)
{
    if (c->v->room)
        json_text(json_key(&c->more, "table"), c->v->room->head.id);
    return true;
}

/* Whether these are so many hexadecimal digits, a NUL byte counted. */
static bool is_digits(const char *text, size_t room)
{
    return strlen(text) == room - 1 && strspn(text, "0123456789abcdef") == room - 1;
}

static bool hello(struct call *c)
{
    char token[TOKEN_TEXT], language[16];
    unsigned char digest[DIGEST_BYTES];
    struct visitor *v = c->v;
    int64_t version = HALL_VERSION;
    if (!whole_of(c, "version", HALL_VERSION, HALL_VERSION, &version))
        return false;
    if (has(c, "language")) {
        if (!words_of(c, "language", language, sizeof language))
            return false;
        if (!language_find(language))
            return error_set(&c->e, "language cannot be '%.20s'; expected en or de", language);
        v->language = language_find(language);
        if (v->hall->host.own)
            v->hall->language = v->language;
    }
    json_int(json_key(&c->more, "version"), HALL_VERSION);
    if (!has(c, "token"))
        return say_where(c);
    if (!words_of(c, "token", token, sizeof token) || !is_digits(token, TOKEN_TEXT))
        return error_set(&c->e, "\"token\" is no token; expected 64 random hexadecimal digits");
    char guest[DIGEST_TEXT];
    v->hall->host.digest(v->hall->host.context, token, TOKEN_TEXT - 1, digest);
    for (int i = 0; i < DIGEST_BYTES; i++)
        snprintf(guest + (ptrdiff_t)2 * i, 3, "%02x", digest[i]);
    v->key[0] = '\0';
    if (has(c, "key") &&
        (!words_of(c, "key", v->key, sizeof v->key) || !is_digits(v->key, SEAL_TEXT))) {
        v->key[0] = '\0';
        return error_set(&c->e, "\"key\" is no key; expected 64 hexadecimal digits");
    }
    char code[CODE_ROOM] = "";
    if (has(c, "code") && !words_of(c, "code", code, sizeof code))
        return false;
    if (v->hall->host.greet &&
        !v->hall->host.greet(v->hall->host.context, v->socket, guest, code, &c->more, &c->e))
        return false;
    if (strcmp(v->guest, guest) !=
        0) { /* clients say hello again to hear whether somebody is there */
        room_exit(v);
        memcpy(v->guest, guest, sizeof guest);
    }
    return say_where(c);
}

static bool is_guest(struct call *c)
{
    return c->v->guest[0] || refuse(c, "Say hello with a token first.");
}

static void show_room(struct call *c, struct room *r)
{
    room_enter(r, c->v);
    c->room = r;
    json_text(json_key(&c->more, "table"), r->head.id);
    json_seat(json_key(&c->more, "you"), room_chair(r, c->v->guest));
}

static bool may_open(struct call *c)
{
    const struct hall_host *host = &c->v->hall->host;
    return !host->may_open || host->may_open(host->context, c->v->socket) ||
           refuse(c, "You have opened many tables; wait a while before the next one.");
}

/* Whether somebody is to sit on every chair of a new table, so that a game can begin at once. */
static bool may_begin(struct call *c, const struct plan *p, int own)
{
    bool all = true;
    for (int seat = 0; seat < p->setup.players; seat++)
        all = all && (seat == own || !p->chair[seat].empty);
    return all || refuse(c, "There are empty chairs; every one must be taken.");
}

static bool create(struct call *c)
{
    char id[TABLE_ID];
    struct chair who = {0};
    struct plan p = {0};
    int own;
    bool public = false;
    if (!is_guest(c) || !setup_of(c, &p.setup, 0) || !terms_of(c, &p) || !chairs_of(c, &p, &own))
        return false;
    bool open = !p.setup.game->hidden, begins = false;
    if (!truth_of(c, "public", &public) || !truth_of(c, "open", &open) ||
        !truth_of(c, "begin", &begins) || (begins && !may_begin(c, &p, own)) ||
        (own != NOBODY && !person_of(c, NULL, &who)))
        return false;
    const struct hall_host *host = &c->v->hall->host;
    room_id(c->v->hall, c->v->guest, c->number, id);
    struct room *r = room_find(c->v->hall, id);
    if (!r && !may_open(c))
        return false;
    if (!r && host->was_here && host->was_here(host->context, id))
        return refuse(c, "That table has closed.");
    if (!r) {
        r = room_open(c->v->hall, id, &p, public, open, &c->e);
        if (!r)
            return false;
        if (host->opened)
            host->opened(host->context, c->v->socket, &r->head);
        live_sign(r->live, c->number, c->v->guest);
        if (own != NOBODY && live_seat(r->live, own, &who, &c->e) == LIVE_REFUSED)
            return false;
        if (begins && live_begin(r->live, &c->e) == LIVE_REFUSED)
            return false;
        room_settle(r);
    }
    if (!room_wake(r, &c->e))
        return false;
    c->v->sent = 0;
    show_room(c, r);
    return true;
}

static bool may_enter(struct call *c, const struct room *r)
{
    char invitation[DIGEST_TEXT] = "", given[DIGEST_TEXT] = "";
    if (r->head.public || room_chair(r, c->v->guest) != NOBODY)
        return true;
    room_invitation(r, invitation);
    json_words(c->m, json_member(c->m, 0, "invitation"), given, sizeof given);
    return secret_same(invitation, given) || refuse(c, "One needs an invitation to this table.");
}

/* Who was sent away does not come back, nor with another token from the same network; those who
 * have a chair do, whoever else lives there. */
static bool is_welcome(struct call *c, const struct room *r)
{
    const struct hall_host *host = &c->v->hall->host;
    if (room_banned(r, c->v->guest))
        return refuse(c, "The host has sent you away from this table.");
    if (room_chair(r, c->v->guest) != NOBODY || !host->whence)
        return true;
    return !room_shuns(r, host->whence(host->context, c->v->socket)) ||
           refuse(c, "Somebody from where you are was sent away from this table.");
}

static bool enter(struct call *c)
{
    char id[TABLE_ID] = "";
    int64_t since = 0;
    if (!words_of(c, "table", id, sizeof id))
        return false;
    struct room *r = room_find(c->v->hall, id);
    if (!r || r->closing)
        return refuse(c, "There is no such table.");
    if (!room_wake(r, &c->e) || !is_welcome(c, r) || !may_enter(c, r))
        return false;
    since = (int64_t)r->head.entries;
    if (!whole_of(c, "since", 0, (int64_t)r->head.entries, &since))
        return false;
    c->v->sent = (uint64_t)since;
    show_room(c, r);
    return true;
}

static bool go_out(struct call *c)
{
    room_exit(c->v);
    c->room = NULL;
    return true;
}

/* --- At the table ----------------------------------------------------------------------------- */

static bool done(enum live_answer a)
{
    return a != LIVE_REFUSED;
}

/* An empty chair, if none is named the first that may be taken. */
static bool free_chair(struct call *c, bool person, int *seat)
{
    if (has(c, "seat"))
        return seat_of(c, "seat", seat);
    const struct live *h = c->room->live;
    seats held = person ? live_held(h, c->v->guest) : 0;
    for (*seat = 0; *seat < live_plan(h)->setup.players; ++*seat)
        if (live_plan(h)->chair[*seat].empty && !(held >> *seat & 1))
            return true;
    *seat = held ? __builtin_ctz(held) : NOBODY; /* the live table says why not */
    return held || refuse(c, "There is no empty chair.");
}

static bool sit(struct call *c)
{
    struct chair who;
    int seat = NOBODY;
    if (!is_guest(c))
        return false;
    if (c->seat != NOBODY)
        return refuse(c, "You sit at this table already.");
    if (room_banned(c->room, c->v->guest))
        return refuse(c, "The host has sent you away from this table.");
    if (!person_of(c, c->room->live, &who) || !free_chair(c, true, &seat))
        return false;
    return done(live_seat(c->room->live, seat, &who, &c->e));
}

/* A spectator has a name only for those who are there: for what is said. */
static bool name_spectator(struct call *c)
{
    char name[NAME_ROOM];
    if (!is_guest(c) || !name_of(c, c->room->live, name))
        return false;
    memcpy(c->v->name, name, sizeof name);
    return true;
}

static bool look(struct call *c)
{
    if (c->seat == NOBODY)
        return name_spectator(c);
    struct chair who = live_plan(c->room->live)->chair[c->seat];
    return (!has(c, "name") || name_of(c, c->room->live, who.name)) && face_of(c, &who) &&
           done(live_look(c->room->live, c->seat, &who, &c->e));
}

static bool seat_bot(struct call *c)
{
    char word[BOT_ROOM], bot[BOT_ROOM];
    int seat = NOBODY;
    return words_of(c, "bot", word, sizeof word) && bot_of(c, word, bot) &&
           free_chair(c, false, &seat) && done(live_sit(c->room->live, seat, "", bot, &c->e));
}

static bool leave(struct call *c)
{
    bool give = false;
    return truth_of(c, "give", &give) && done(give ? live_give(c->room->live, c->seat, &c->e)
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
    if (has(c, "seat")) {
        if (!seat_of(c, "seat", &t->seat))
            return false;
        snprintf(t->guest, sizeof t->guest, "%s", c->room->owner[t->seat]);
        return true;
    }
    if (!words_of(c, "name", t->name, sizeof t->name) || !picture_recall(c->room, 0, &c->e))
        return false;
    snprintf(t->guest, sizeof t->guest, "%s", spectator_named(c->room, t->name));
    return t->guest[0] || refuse(c, "Nobody of that name watches here.");
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
    if (!target_of(c, &t) || !truth_of(c, "on", &on))
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
    return seat_of(c, "seat", &seat) && seat_of(c, "other", &other) &&
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
    return (!has(c, "game") || setup_of(c, &next.setup, 0)) && terms_of(c, &next) &&
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
    return setup_of(c, &p.setup, p.setup.players) &&
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
    return !has(c, "sign") || words_of(c, "sign", sign, SIGN_TEXT);
}

static bool decide(struct call *c)
{
    char choice[ACTION_TEXT], sign[SIGN_TEXT];
    action a;
    struct live *h = c->room->live;
    int64_t after = INT64_MAX;
    if (!words_of(c, "choice", choice, sizeof choice) ||
        !whole_of(c, "after", 0, INT64_MAX, &after) || !sign_of(c, sign))
        return false;
    if (!live_table(h))
        return refuse(c, "The game has not begun.");
    if ((uint64_t)after < live_diary(h)->gone && !picture_recall(c->room, live_begun(h), &c->e))
        return false;
    if (!live_waits(h, c->seat, (uint64_t)after))
        return refuse(c, "That decision is no longer waited for.");
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
        return refuse(c, "Only those who sit at this table talk here.");
    if (!is_guest(c))
        return false;
    if (spectator && !c->v->name[0])
        return refuse(c, "Say who you are first: \"look\" with a name.");
    if (room_muted(c->room, c->v->guest))
        return refuse(c, "The host has asked you to be quiet.");
    return !host->may_talk ||
           host->may_talk(host->context, c->v->socket, c->v->guest, c->room->head.id) ||
           refuse(c, "So much is said just now; wait a moment.");
}

static bool say(struct call *c)
{
    char text[SAID_MAX + 1];
    bool gesture = has(c, "emote");
    return words_of(c, gesture ? "emote" : "text", text, sizeof text) && may_talk(c) &&
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
    return words_of(c, "seal", seal, sizeof seal) &&
           done(live_pledge(c->room->live, c->seat, seal, &c->e));
}

static bool cut(struct call *c)
{
    char secret[SEAL_TEXT], next[SEAL_TEXT] = "", sign[SIGN_TEXT];
    return words_of(c, "cut", secret, sizeof secret) &&
           (!has(c, "next") || words_of(c, "next", next, sizeof next)) && sign_of(c, sign) &&
           done(live_cut_signed(c->room->live, c->seat, secret, next, sign, &c->e));
}

/* What each decision is called and means, for people; also of those that a choice may still be
 * changed to. */
static bool explain(struct call *c)
{
    struct live *h = c->room->live;
    struct view v;
    if (!live_table(h))
        return refuse(c, "The game has not begun.");
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
        return refuse(c, "There are no hints here.");
    if (!live_advises(h))
        return refuse(c, "There are no hints at this table while other people play.");
    if (!(live_people_due(h) >> c->seat & 1))
        return refuse(c, "It is not your turn.");
    if (!live_attended(h, c->seat))
        return refuse(c, "A hint takes all into account that this chair has seen, also before you "
                         "came; there are hints again from the next game on.");
    if (c->v->asked)
        return refuse(c, "The hint that you have asked for is on its way.");
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
    return refuse(c, "Many ask for a hint just now; try again in a moment.");
}

/* What is no table's business: docs/server.md, *Your account*. */
static bool ask_host(struct call *c)
{
    const struct hall_host *host = &c->v->hall->host;
    char word[16] = "";
    json_words(c->m, json_member(c->m, 0, "do"), word, sizeof word);
    if (!is_guest(c))
        return false;
    if (!host->account)
        return refuse(c, "There are no accounts here.");
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
    {"hello", ANYWHERE, true, false, hello},
    {"create", ANYWHERE, false, false, create},
    {"enter", ANYWHERE, true, false, enter},
    {"recovery", ANYWHERE, true, false, ask_host},
    {"erase", ANYWHERE, true, false, ask_host},
    {"exit", IN_A_ROOM, true, false, go_out},
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
        return refuse(c, "Enter a table first.");
    }
    if (!room_wake(c->v->room, &c->e))
        return false;
    c->room = c->v->room;
    c->seat = room_chair(c->room, c->v->guest);
    if (need >= ON_A_CHAIR && c->seat == NOBODY)
        return refuse(c, "You do not sit at this table.");
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
        return refuse(c, why);
    if (!commands[i].asks && h->trouble[0])
        return refuse(c, h->trouble);
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
        fine = is_resent(&c, i) || run(&c, i);
    v->faults += i == COMMANDS || !counted;
    if (!c.later)
        answer(&c, fine, fine && i < COMMANDS && !commands[i].asks);
    text_free(&c.more);
}
