/* What those who run a server tell it while it runs, over a socket beside the data file that nobody
 * but its owner can open (`pairs admin`). A question is a line, {"words":["ban","192.0.2.7"],
 * "language":"en"}; the answer is an object with `done`, and `rows` or `refused`. */
#include "server/company.h"
#include "server/office.h"

#include "wire/json.h"
#include "wire/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

enum { ADMIN_WORDS = 8, WORD_ROOM = 256 };

struct order {
    struct office *office;
    struct caller *caller;
    char word[ADMIN_WORDS][WORD_ROOM];
    int words;
    struct text rows;
    struct amend *later; /* it is answered when that is done */
    struct error e;
};

/* --- Words ------------------------------------------------------------------------------------ */

/* "45m", "2h", "7d", or "forever": how long something holds, as the moment when it ends. */
static bool until_of(struct order *o, const char *word, int64_t *until)
{
    static const struct {
        char letter;
        int64_t milliseconds;
    } units[] = {{'m', 60000}, {'h', 3600000}, {'d', 86400000}};
    char *end;
    long number = strtol(word, &end, 10);
    *until = 0;
    if (!*word || strcmp(word, "forever") == 0)
        return true;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (number > 0 && number < 100000 && *end == units[i].letter && !end[1])
            *until = server_now(o->office->server) + number * units[i].milliseconds;
    return *until || error_set(&o->e, "'%.20s' is no time; expected 45m, 2h, 7d or forever", word);
}

static bool number_of(struct order *o, const char *word, int64_t *out)
{
    char *end;
    *out = strtoll(word, &end, 10);
    return (*out > 0 && !*end) ||
           error_set(&o->e, "'%.20s' is no number; expected one of the list", word);
}

/* A person: TABLE/SEAT, or the beginning of a digest. */
static bool person_of(struct order *o, const char *word, char guest[DIGEST_TEXT])
{
    struct server *s = o->office->server;
    char table[WORD_ROOM];
    const char *slash = strchr(word, '/');
    if (slash) {
        snprintf(table, sizeof table, "%.*s", (int)(slash - word), word);
        return govern_seat(s->hall, table, slash + 1, guest, &o->e);
    }
    guest[0] = '\0';
    for (const struct session *x = s->sessions; x && strlen(word) >= 8; x = x->next)
        if (strncmp(hall_guest(x->visitor), word, strlen(word)) == 0 && !guest[0])
            memcpy(guest, hall_guest(x->visitor), DIGEST_TEXT);
    return guest[0] || govern_find(s->hall, word, guest, &o->e);
}

static void add_row(struct order *o, const char *key, const char *words)
{
    json_object_begin(&o->rows);
    json_text(json_key(&o->rows, key), words);
    json_object_end(&o->rows);
}

/* --- What there is ---------------------------------------------------------------------------- */

static void add_status(struct order *o, const char *key, int64_t number)
{
    json_object_begin(&o->rows);
    json_text(json_key(&o->rows, "what"), key);
    json_int(json_key(&o->rows, "value"), number);
    json_object_end(&o->rows);
}

static bool tell_status(struct order *o)
{
    struct server *s = o->office->server;
    add_status(o, "tables", hall_tables(s->hall));
    add_status(o, "tables in memory", hall_awake(s->hall));
    add_status(o, "tables playing", govern_playing(s->hall));
    add_status(o, "connections", hall_visitors(s->hall));
    add_status(o, "bots thinking", crew_count(s->crew, TRADE_BOT, 0));
    add_status(o, "bans", o->office->rules);
    add_status(o, "trouble", s->troubled);
    add_status(o, "draining", o->office->draining);
    add_status(o, "seconds since the start", (server_now(s) - o->office->began) / 1000);
    return true;
}

static bool tell_tables(struct order *o)
{
    govern_tables(o->office->server->hall, &o->rows);
    return true;
}

static bool tell_people(struct order *o)
{
    for (struct session *x = o->office->server->sessions; x; x = x->next) {
        char address[ADDRESS_TEXT] = "";
        const struct address *a = lws_get_opaque_user_data(x->wsi);
        if (a)
            address_write(a, address);
        json_object_begin(&o->rows);
        govern_visitor(x->visitor, &o->rows);
        json_text(json_key(&o->rows, "address"), address);
        json_object_end(&o->rows);
    }
    return true;
}

static bool tell_talk(struct order *o)
{
    return govern_talk(o->office->server->hall, o->word[1], &o->rows, &o->e);
}

/* --- Tables and words ------------------------------------------------------------------------- */

static bool close_table(struct order *o)
{
    return govern_close(o->office->server->hall, o->word[1], &o->e);
}

static void on_amended(void *to, struct text *told, const struct error *e);

static bool strike(struct order *o)
{
    int64_t entry;
    if (!number_of(o, o->word[2], &entry) ||
        !govern_is_said(o->office->server->hall, o->word[1], (uint64_t)entry, &o->e))
        return false;
    o->later = amend_strike(o->office, o->word[1], (uint64_t)entry, on_amended, o, &o->e);
    return o->later;
}

static bool take_name(struct order *o)
{
    char guest[DIGEST_TEXT];
    struct hall *h = o->office->server->hall;
    if (!govern_seat(h, o->word[1], o->word[2], guest, &o->e) ||
        !govern_rename(h, o->word[1], guest, scrub_name, &o->e))
        return false;
    o->later = amend_name(o->office, o->word[1], guest, on_amended, o, &o->e);
    return o->later;
}

/* --- People ----------------------------------------------------------------------------------- */

static bool add_rule(struct order *o)
{
    struct roll_rule rule = {.mute = strcmp(o->word[0], "mute") == 0};
    char guest[DIGEST_TEXT] = "";
    bool address = welcome_is_address(o->word[1]);
    if ((!address && !person_of(o, o->word[1], guest)) ||
        !until_of(o, o->words > 2 ? o->word[2] : "", &rule.until))
        return false;
    snprintf(rule.target, sizeof rule.target, "%.79s", address ? o->word[1] : guest);
    snprintf(rule.note, sizeof rule.note, "%.127s", o->words > 3 ? o->word[3] : "");
    if (!welcome_rule(o->office, &rule, &o->e))
        return false;
    add_status(o, rule.mute ? "mute" : "ban", rule.id);
    return true;
}

static bool add_rule_row(void *to, const struct roll_rule *r)
{
    struct text *out = to;
    json_object_begin(out);
    json_int(json_key(out, "number"), r->id);
    json_text(json_key(out, "kind"), r->mute ? "mute" : "ban");
    json_text(json_key(out, "whom"), r->target);
    json_int(json_key(out, "until"), r->until);
    json_text(json_key(out, "note"), r->note);
    json_object_end(out);
    return true;
}

static bool tell_rules(struct order *o)
{
    return roll_rules(o->office->roll, server_now(o->office->server), add_rule_row, &o->rows,
                      &o->e);
}

static bool lift(struct order *o)
{
    int64_t id;
    if (!number_of(o, o->word[1], &id) || !roll_lift(o->office->roll, id, &o->e) ||
        !welcome_read(o->office, &o->e))
        return false;
    company_say(o->office->server, SAY_RULES, 0, "", 0);
    return true;
}

static bool tell_person(struct order *o)
{
    char guest[DIGEST_TEXT];
    if (person_of(o, o->word[1], guest))
        o->later = amend_tell(o->office, guest, on_amended, o, &o->e);
    return o->later;
}

static bool erase(struct order *o)
{
    char guest[DIGEST_TEXT];
    if (person_of(o, o->word[1], guest))
        o->later = amend_erase(o->office, guest, on_amended, o, &o->e);
    return o->later;
}

/* --- Invitations ------------------------------------------------------------------------------ */

static bool invite(struct order *o)
{
    char code[CODE_TEXT], digest[ROLL_DIGEST];
    struct roll_code c = {.left = 1, .made = server_now(o->office->server)};
    if (o->words > 1 && !number_of(o, o->word[1], &c.left))
        return false;
    snprintf(c.note, sizeof c.note, "%.127s", o->words > 2 ? o->word[2] : "");
    welcome_code(code, digest);
    if (!roll_add_code(o->office->roll, digest, &c, &o->e))
        return false;
    add_row(o, "code", code);
    return true;
}

static bool add_code_row(void *to, const struct roll_code *c)
{
    struct text *out = to;
    json_object_begin(out);
    json_int(json_key(out, "number"), c->id);
    json_int(json_key(out, "left"), c->left);
    json_int(json_key(out, "used"), c->used);
    json_int(json_key(out, "made"), c->made);
    json_text(json_key(out, "note"), c->note);
    json_object_end(out);
    return true;
}

static bool tell_codes(struct order *o)
{
    return roll_codes(o->office->roll, add_code_row, &o->rows, &o->e);
}

static bool revoke_code(struct order *o)
{
    int64_t id;
    return number_of(o, o->word[1], &id) && roll_revoke(o->office->roll, id, &o->e);
}

/* --- The server itself ------------------------------------------------------------------------ */

static bool drain(struct order *o)
{
    int64_t until;
    if (o->words > 1 && strcmp(o->word[1], "off") == 0) {
        o->office->draining = false;
        return true;
    }
    if (!until_of(o, o->words > 1 ? o->word[1] : "", &until))
        return false;
    office_drain(o->office, until);
    return true;
}

static bool reload(struct order *o)
{
    return tls_reload(o->office->server, &o->e);
}

/* --- All of them ------------------------------------------------------------------------------ */

static const struct {
    const char *word;
    int least, most; /* words, this one included */
    bool (*run)(struct order *o);
} orders[] = {
    {"status", 1, 1, tell_status}, {"tables", 1, 1, tell_tables}, {"people", 1, 1, tell_people},
    {"talk", 2, 2, tell_talk},     {"close", 2, 2, close_table},  {"strike", 3, 3, strike},
    {"unname", 3, 3, take_name},   {"mute", 2, 4, add_rule},      {"ban", 2, 4, add_rule},
    {"bans", 1, 1, tell_rules},    {"lift", 2, 2, lift},          {"invite", 1, 3, invite},
    {"codes", 1, 1, tell_codes},   {"revoke", 2, 2, revoke_code}, {"export", 2, 2, tell_person},
    {"erase", 2, 2, erase},        {"drain", 1, 2, drain},        {"reload", 1, 1, reload},
};

static bool obey(struct order *o)
{
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (strcmp(orders[i].word, o->word[0]) == 0)
            return (o->words >= orders[i].least && o->words <= orders[i].most)
                       ? orders[i].run(o)
                       : error_set(&o->e, "'%s' takes other words; see 'pairs admin --help'",
                                   o->word[0]);
    return error_set(&o->e, "there is no order '%.40s'; see 'pairs admin --help'", o->word[0]);
}

static void answer(struct order *o, bool fine)
{
    struct text out = {0};
    json_object_begin(&out);
    json_bool(json_key(&out, "done"), fine);
    if (!fine)
        json_text(json_key(&out, "refused"), o->e.text);
    json_array_begin(json_key(&out, "rows"));
    if (fine)
        text_add(&out, "%s", text_of(&o->rows));
    json_array_end(&out);
    json_object_end(&out);
    text_add(&out, "\n");
    caller_keep(o->caller, NULL);
    caller_answer(o->caller, text_of(&out));
    text_free(&out);
    text_free(&o->rows);
    free(o);
}

static void on_amended(void *to, struct text *told, const struct error *e)
{
    struct order *o = to;
    if (e)
        error_set(&o->e, "%s", e->text);
    text_add(&o->rows, "%s", text_of(told));
    answer(o, !e);
}

static bool read_words(struct order *o, const char *question)
{
    struct json m;
    char language[16];
    if (!json_read(&m, question, strcspn(question, "\n"), &o->e))
        return false;
    if (json_words(&m, json_member(&m, 0, "language"), language, sizeof language))
        o->e.language = language_find(language);
    int all = json_member(&m, 0, "words");
    for (int i = json_first(&m, all); i != JSON_NONE; i = json_after(&m, all, i))
        if (o->words == ADMIN_WORDS || !json_words(&m, i, o->word[o->words++], WORD_ROOM))
            return error_set(&o->e, "these are too many words, or too long; see 'pairs admin "
                                    "--help'");
    return true;
}

static void log_order(const struct order *o)
{
    log_tell(LOG_NOTE, "order", "Those who run it said: {order} {about}.",
             (struct fact[]){{"order", o->word[0], 0}, {"about", o->word[1], 0}, {0}});
}

static void on_asked(struct caller *c, const char *question)
{
    struct order *o = calloc(1, sizeof *o);
    if (!o) {
        caller_answer(c, "{\"done\":false,\"refused\":\"memory has run out\",\"rows\":[]}\n");
        return;
    }
    o->office = caller_at(c)->to;
    o->caller = c;
    bool fine = read_words(o, question) && obey(o);
    log_order(o);
    if (o->later)
        caller_keep(c, o);
    else
        answer(o, fine);
}

/* Whoever asked has gone before the answer. */
static void on_gone(struct caller *c)
{
    struct order *o = caller_kept(c);
    if (!o)
        return;
    amend_forget(o->later);
    text_free(&o->rows);
    free(o);
}

void admin_open(struct office *o)
{
    const char *path = o->server->settings.admin;
    bool fits = strlen(path) < sizeof((struct sockaddr_un *)NULL)->sun_path;
    o->admin = (struct callers){.end = "\n", .heard = on_asked, .gone = on_gone, .to = o};
    if (!fits || !callers_meet(&o->admin, &o->server->loop, path))
        log_tell(LOG_WARNING, "no-admin",
                 "'pairs admin' cannot reach this server: {path} cannot be made, or is too long.",
                 (struct fact[]){{"path", path, 0}, {0}});
}
