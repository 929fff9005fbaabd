/* Commands with which visitors come in: who they are, tables they open, enter and leave. */
#include "hall/call.h"

#include "wire/viewjson.h"

#include <stdio.h>

/* Whoever asks whether anybody is there hears where one still is: what is shown elsewhere is old.
 */
static bool say_where(struct call *c)
{
    const struct hall_host *host = &c->v->hall->host;
    const char *table = hall_table(c->v);
    if (!*table && host->where)
        table = host->where(host->context, c->v->socket);
    if (*table)
        json_text(json_key(&c->more, "table"), table);
    return true;
}

/* Whether these are so many hexadecimal digits, a NUL byte counted. */
static bool is_digits(const char *text, size_t room)
{
    return strlen(text) == room - 1 && strspn(text, "0123456789abcdef") == room - 1;
}

bool command_hello(struct call *c)
{
    char token[TOKEN_TEXT], language[16];
    unsigned char digest[DIGEST_BYTES];
    struct visitor *v = c->v;
    int64_t version = HALL_VERSION;
    if (!call_whole(c, "version", HALL_VERSION, HALL_VERSION, &version))
        return false;
    if (call_has(c, "language")) {
        if (!call_words(c, "language", language, sizeof language))
            return false;
        if (!language_find(language))
            return error_set(&c->e, "language cannot be '%.20s'; expected en or de", language);
        v->language = language_find(language);
        if (v->hall->host.own)
            v->hall->language = v->language;
    }
    json_int(json_key(&c->more, "version"), HALL_VERSION);
    if (!call_has(c, "token"))
        return say_where(c);
    if (!call_words(c, "token", token, sizeof token) || !is_digits(token, TOKEN_TEXT))
        return error_set(&c->e, "\"token\" is no token; expected 64 random hexadecimal digits");
    char guest[DIGEST_TEXT];
    v->hall->host.digest(v->hall->host.context, token, TOKEN_TEXT - 1, digest);
    for (int i = 0; i < DIGEST_BYTES; i++)
        snprintf(guest + (ptrdiff_t)2 * i, 3, "%02x", digest[i]);
    v->key[0] = '\0';
    if (call_has(c, "key") &&
        (!call_words(c, "key", v->key, sizeof v->key) || !is_digits(v->key, SEAL_TEXT))) {
        v->key[0] = '\0';
        return error_set(&c->e, "\"key\" is no key; expected 64 hexadecimal digits");
    }
    char code[CODE_ROOM] = "";
    if (call_has(c, "code") && !call_words(c, "code", code, sizeof code))
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

bool call_is_guest(struct call *c)
{
    return c->v->guest[0] || call_refuse(c, "Say hello with a token first.");
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
           call_refuse(c, "You have opened many tables; wait a while before the next one.");
}

/* Whether somebody is to sit on every chair of a new table, so that a game can begin at once. */
static bool may_begin(struct call *c, const struct plan *p, int own)
{
    bool all = true;
    for (int seat = 0; seat < p->setup.players; seat++)
        all = all && (seat == own || !p->chair[seat].empty);
    return all || call_refuse(c, "There are empty chairs; every one must be taken.");
}

bool command_create(struct call *c)
{
    char id[TABLE_ID];
    struct chair who = {0};
    struct plan p = {0};
    int own;
    bool public = false;
    if (!call_is_guest(c) || !call_setup(c, &p.setup, 0) || !call_terms(c, &p) ||
        !call_chairs(c, &p, &own))
        return false;
    bool open = !p.setup.game->hidden, begins = false;
    if (!call_truth(c, "public", &public) || !call_truth(c, "open", &open) ||
        !call_truth(c, "begin", &begins) || (begins && !may_begin(c, &p, own)) ||
        (own != NOBODY && !call_person(c, NULL, &who)))
        return false;
    const struct hall_host *host = &c->v->hall->host;
    room_id(c->v->hall, c->v->guest, c->number, id);
    if (call_is_elsewhere(c, id))
        return true;
    struct room *r = room_find(c->v->hall, id);
    if (!r && !may_open(c))
        return false;
    if (!r && host->was_here && host->was_here(host->context, id))
        return call_refuse(c, "That table has closed.");
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
    return secret_same(invitation, given) ||
           call_refuse(c, "This table is by invitation, and that was not the whole link. Ask for "
                          "it once more.");
}

/* Who was sent away does not come back, nor with another token from the same network; those who
 * have a chair do, whoever else lives there. */
static bool is_welcome(struct call *c, const struct room *r)
{
    const struct hall_host *host = &c->v->hall->host;
    if (room_banned(r, c->v->guest))
        return call_refuse(c, "The host has sent you away from this table.");
    if (room_chair(r, c->v->guest) != NOBODY || !host->whence)
        return true;
    return !room_shuns(r, host->whence(host->context, c->v->socket)) ||
           call_refuse(c, "Somebody from where you are was sent away from this table.");
}

bool command_enter(struct call *c)
{
    char id[TABLE_ID] = "";
    int64_t since = 0;
    if (!call_words(c, "table", id, sizeof id))
        return false;
    if (call_is_elsewhere(c, id))
        return true;
    struct room *r = room_find(c->v->hall, id);
    if (!r || r->closing)
        return call_refuse(c, "There is no such table.");
    if (!room_wake(r, &c->e) || !is_welcome(c, r) || !may_enter(c, r))
        return false;
    since = (int64_t)r->head.entries;
    if (!call_whole(c, "since", 0, (int64_t)r->head.entries, &since))
        return false;
    c->v->sent = (uint64_t)since;
    show_room(c, r);
    return true;
}

bool command_leave(struct call *c)
{
    room_exit(c->v);
    c->room = NULL;
    return true;
}
