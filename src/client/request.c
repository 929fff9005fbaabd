/* What is asked of a server, and what the rest of the program asks of the table there. */
#include "client/remote.h"

#include "client/inside.h"
#include "engine/game.h"

#include <stdlib.h>
#include <string.h>

#define N_(english) english

/* --- As a match ------------------------------------------------------------------------------- */

static int descriptor(const struct match *m)
{
    return client_descriptor(m->remote->client);
}

static bool more(const struct match *m)
{
    return !m->remote->current;
}

static int asked(const struct match *m)
{
    const struct remote *r = m->remote;
    bool due = r->current && m->stage == MATCH_PLAYING && m->seen && r->view.actions > 0;
    return due && !r->deciding ? r->you : NOBODY;
}

static int awaited(const struct match *m)
{
    seats due = m->seen ? m->remote->view.to_act & (seats)~m->people : 0;
    return due ? seats_first(due) : NOBODY;
}

static bool secret(const struct match *m, int seat)
{
    (void)m;
    (void)seat;
    return false; /* nobody else is at this keyboard */
}

static void view(const struct match *m, int looks, struct view *v)
{
    (void)looks; /* the server decides that */
    *v = m->remote->view;
}

static int64_t left(const struct match *m, int seat)
{
    const struct remote *r = m->remote;
    int64_t rest = r->left[seat] - (remote_clock() - r->told);
    return r->left[seat] < 0 ? -1 : rest < 0 ? 0 : rest;
}

static bool idle(const struct match *m)
{
    const struct remote *r = m->remote;
    bool nowhere = !client_table(r->client)[0];
    return client_waiting(r->client) == 0 && !r->deciding && !r->listing && (nowhere || r->current);
}

/* Sends a command; its number, 0 without memory. */
static uint64_t command(struct remote *r, json_t *words)
{
    r->asked = r->entry;
    return client_send(r->client, words);
}

static void command_word(struct remote *r, const char *word)
{
    command(r, json_pack("{s:s}", "do", word));
}

static bool decide(struct match *m, int seat, action a)
{
    struct remote *r = m->remote;
    char choice[ACTION_TEXT];
    (void)seat;
    r->deciding =
        command(r, json_pack("{s:s,s:s,s:I}", "do", "decide", "choice",
                             action_text(r->setup.game, a, choice), "after", (json_int_t)r->entry));
    return r->deciding || error_no_memory(&m->why);
}

static bool may_undo(const struct match *m)
{
    return m->people;
}

static bool undo(struct match *m)
{
    command_word(m->remote, "take-back");
    return true;
}

static bool advise(struct match *m, int seat)
{
    struct remote *r = m->remote;
    (void)seat;
    if (m->hint.size && r->hinted == m->steps && r->hinted_game == m->games)
        return true;
    text_clear(&m->hint);
    r->hinted = m->steps;
    r->hinted_game = m->games;
    command_word(r, "hint");
    return false;
}

static bool save(struct match *m)
{
    (void)m;
    return true; /* the server keeps it */
}

const struct match_kind remote_kind = {
    .fd = descriptor,
    .take = remote_take,
    .more = more,
    .asked = asked,
    .awaited = awaited,
    .secret = secret,
    .view = view,
    .left = left,
    .idle = idle,
    .decide = decide,
    .may_undo = may_undo,
    .undo = undo,
    .advise = advise,
    .save = save,
};

/* --- Requests --------------------------------------------------------------------------------- */

/* Nothing is known of the next table. */
static void forget(struct remote *r)
{
    r->known = r->match.seen = r->live = r->current = false;
    r->next.game = NULL;
    r->match.steps = 0;
    r->match.people = 0;
    r->match.stage = MATCH_WAITING;
    r->past.size = r->past.fresh = 0;
    text_clear(&r->match.talk);
}

void remote_list(struct remote *r)
{
    r->listing = client_fetch(r->client, "api/tables");
}

void remote_enter(struct remote *r, const char *table, const char *invitation)
{
    forget(r);
    client_enter(r->client, table, invitation);
}

/* What is to be played, as the server takes it: options as words, which all can be. Without players
 * only the name. */
static void add_game(json_t *words, const struct setup *u)
{
    char value[OPTION_TEXT], deck[DECK_TEXT];
    json_object_set_new(words, "game", json_string(setup_name(u)));
    if (!u->players)
        return;
    json_t *options = json_object();
    for (int i = 0; u->game->options[i].key; i++)
        json_object_set_new(options, u->game->options[i].key,
                            json_string(option_text(&u->game->options[i], u->option[i], value)));
    if (u->deck)
        json_object_set_new(options, deck_key, json_string(deck_text(u->deck, deck)));
    json_object_set_new(words, "players", json_integer(u->players));
    json_object_set_new(words, "options", options);
}

void remote_create(struct remote *r, const struct plan *p, const char *name, bool public)
{
    json_t *words =
        json_pack("{s:s,s:s,s:b,s:I,s:I}", "do", "create", "name", name, "public", public,
                  "decision", (json_int_t)p->pace.decision, "bank", (json_int_t)p->pace.bank);
    json_t *chairs = json_array();
    bool seated = false;
    add_game(words, &p->setup);
    for (int seat = 0; seat < p->setup.players; seat++) {
        const char *bot = p->chair[seat].bot;
        json_array_append_new(chairs, json_string(*bot ? bot : seated ? "open" : "you"));
        seated = seated || !*bot;
    }
    if (p->setup.players)
        json_object_set(words, "chairs", chairs);
    json_decref(chairs);
    forget(r);
    client_send(r->client, words);
}

void remote_change(struct remote *r, const struct setup *u)
{
    json_t *words = json_pack("{s:s}", "do", "change");
    add_game(words, u);
    command(r, words);
}

void remote_pace(struct remote *r, struct pace pace)
{
    command(r, json_pack("{s:s,s:I,s:I}", "do", "change", "decision", (json_int_t)pace.decision,
                         "bank", (json_int_t)pace.bank));
}

void remote_hold(struct remote *r, bool hold)
{
    command(r, json_pack("{s:s,s:b}", "do", "change", "hold", hold));
}

/* A command about a chair, NOBODY: about none in particular. */
static void command_seat(struct remote *r, json_t *words, int seat)
{
    if (seat != NOBODY)
        json_object_set_new(words, "seat", json_string(game_place_name(NULL, seat)));
    command(r, words);
}

void remote_sit(struct remote *r, const char *name, int seat)
{
    command_seat(r, json_pack("{s:s,s:s}", "do", "sit", "name", name), seat);
}

void remote_seat_bot(struct remote *r, const char *bot, int seat)
{
    command_seat(r, json_pack("{s:s,s:s}", "do", "bot", "bot", bot), seat);
}

void remote_kick(struct remote *r, int seat)
{
    command_seat(r, json_pack("{s:s}", "do", "kick"), seat);
}

void remote_swap(struct remote *r, int seat, int other)
{
    command_seat(r, json_pack("{s:s,s:s}", "do", "swap", "other", game_place_name(NULL, other)),
                 seat);
}

void remote_leave(struct remote *r)
{
    command_word(r, "leave");
}

void remote_exit(struct remote *r)
{
    command_word(r, "exit");
    r->known = false;
}

void remote_begin(struct remote *r)
{
    bool waits = r->match.stage == MATCH_OVER && r->you != r->host;
    command_word(r, !waits ? "begin" : r->proposed ? "agree" : "again");
}

void remote_ready(struct remote *r)
{
    command_word(r, "ready");
}

void remote_talk(struct remote *r, const char *name, const char *text)
{
    if (r->you >= PLAYERS_MAX)
        command(r, json_pack("{s:s,s:s}", "do", "look", "name", name));
    command(r, json_pack("{s:s,s:s}", "do", "say", "text", text));
}

/* --- What is known ---------------------------------------------------------------------------- */

bool remote_leads(const struct remote *r)
{
    return r->you != NOBODY && r->you == r->host;
}

bool remote_has_empty(const struct remote_chair chair[], int players)
{
    for (int seat = 0; seat < players; seat++)
        if (chair[seat].empty && !chair[seat].held)
            return true;
    return false;
}

bool remote_seconds(const char *words, struct pace *pace)
{
    enum { DAY = 86400 };
    char *end;
    long first = strtol(words, &end, 10), second = strtol(end, &end, 10);
    *pace = (struct pace){.decision = first * INT64_C(1000), .bank = second * INT64_C(1000)};
    return first >= 0 && first <= DAY && second >= 0 && second <= DAY && !end[strspn(end, " \t")];
}

void remote_clock_words(const struct remote *r, struct text *out)
{
    if (r->decision || r->bank)
        text_add(out,
                 translate(r, "Clocks: %lld s for a decision, and %lld s beyond for a game.\n"),
                 (long long)r->decision / 1000, (long long)r->bank / 1000);
    if (r->hold)
        text_add(out, "%s\n",
                 translate(r, "Secret choices are shown when all say that they are ready."));
}

const char *remote_link(const struct remote *r, char out[ADDRESS_LINK])
{
    return address_link(&r->address, client_table(r->client), r->public ? "" : r->invitation, out);
}

const char *remote_own_link(const struct remote *r, char out[ADDRESS_LINK])
{
    return address_own_link(&r->address, client_table(r->client), r->invitation,
                            client_token(r->client), out);
}

const char remote_own_warning[] = N_(
    "This link is your account: whoever has it sits on your chairs. Show it to nobody; open it on "
    "your other devices only.");

const char *remote_chair_words(const struct remote *r, const struct remote_chair *c)
{
    if (c->empty)
        return c->held ? translate(r, "kept until the hand is over") : translate(r, "empty");
    return c->name[0] ? c->name : c->bot;
}

void remote_offer_words(const struct remote *r, const struct remote_offer *o, struct text *out)
{
    const struct setup *u = &o->setup;
    const struct language *l = r->match.language;
    text_add(out, language_plural(l, "%s, %d player", "%s, %d players", u->players),
             language_text(l, setup_title(u)), u->players);
    for (int seat = 0; seat < u->players; seat++)
        text_add(out, "%s%s", seat ? ", " : ": ", remote_chair_words(r, &o->chair[seat]));
}
