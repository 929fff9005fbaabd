#include "ui/remote.h"

#include "ui/lang.h"
#include "wire/viewread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t remote_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

/* Words of others, cut to fit and harmless. */
static void take_words(char out[], size_t room, const char *words)
{
    words = words ? words : "";
    snprintf(out, room, "%.*s", text_fit(words, room - 1), words);
    text_clean(out);
}

static bool wrong(struct error *e, const char *what)
{
    return error_set(e, "the server's \"%s\" cannot be read; expected what docs/server.md says",
                     what);
}

/* --- Chairs and the rest of "now" --------------------------------------------------------------
 */

static bool read_chairs(struct remote_chair chair[PLAYERS_MAX], const json_t *list, int players)
{
    if (json_array_size(list) != (size_t)players)
        return false;
    memset(chair, 0, PLAYERS_MAX * sizeof *chair);
    for (int seat = 0; seat < players; seat++) {
        const json_t *from = json_array_get(list, (size_t)seat);
        const char *kind = json_string_value(json_object_get(from, "kind"));
        struct remote_chair *c = &chair[seat];
        if (!kind)
            return false;
        c->empty = strcmp(kind, "empty") == 0;
        c->away = json_is_true(json_object_get(from, "away"));
        c->held = json_is_true(json_object_get(from, "held"));
        take_words(c->name, sizeof c->name, json_string_value(json_object_get(from, "name")));
        if (strcmp(kind, "bot") == 0) {
            const char *bot = json_string_value(json_object_get(from, "bot"));
            take_words(c->bot, sizeof c->bot, bot ? bot : kind);
        }
    }
    return true;
}

static bool read_stage(const json_t *stage, enum remote_stage *out)
{
    static const char *const words[] = {"waiting", "playing", "over"};
    for (int i = STAGE_WAITING; json_is_string(stage) && i <= STAGE_OVER; i++)
        if (strcmp(words[i], json_string_value(stage)) == 0) {
            *out = (enum remote_stage)i;
            return true;
        }
    return false;
}

static void find_names(struct remote *r)
{
    const struct setup *u = r->seen ? &r->setup : &r->next;
    int stack = option_of_role(u->game, ROLE_CHIPS);
    r->names = (struct names){.players = u->players,
                              .chips = r->seen && r->view.chips,
                              .stack = stack < 0 ? 0 : u->option[stack],
                              .counts = u->game->counts};
    for (int seat = 0; seat < u->players; seat++)
        r->names.seat[seat] = r->chair[seat].name;
}

static bool read_now(struct remote *r, const json_t *now, struct error *e)
{
    if (!read_setup(&r->next, json_object_get(now, "game"), e))
        return false;
    if (!read_stage(json_object_get(now, "stage"), &r->stage) ||
        !read_chairs(r->chair, json_object_get(now, "chairs"), r->next.players) ||
        !read_seat(json_object_get(now, "you"), r->next.players, &r->you) ||
        !read_seat(json_object_get(now, "host"), r->next.players, &r->host))
        return wrong(e, "now");
    r->public = json_is_true(json_object_get(now, "public"));
    r->proposed = json_object_get(now, "proposal");
    r->decision = json_integer_value(json_object_get(now, "decision"));
    r->bank = json_integer_value(json_object_get(now, "bank"));
    take_words(r->invitation, sizeof r->invitation,
               json_string_value(json_object_get(now, "invitation")));
    r->known = true;
    r->live = true;
    r->changes++;
    return true;
}

/* --- What has happened -------------------------------------------------------------------------
 */

static const char *name_of(const struct remote *r, int seat)
{
    static const char letters[][2] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    return seat >= PLAYERS_MAX      ? _("A spectator")
           : r->chair[seat].name[0] ? r->chair[seat].name
           : r->chair[seat].bot[0]  ? r->chair[seat].bot
                                    : letters[seat];
}

/* Events of a step, or of the beginning of a game. */
static bool add_events(struct remote *r, const json_t *events, struct error *e)
{
    size_t count = json_array_size(events);
    if (count > LOG_EVENTS)
        return wrong(e, "events");
    if (!chronicle_reserve(&r->past, (int)count))
        return error_no_memory(e);
    for (size_t i = 0; i < count; i++)
        if (!read_event(&r->past.event[r->past.size++], &r->setup, json_array_get(events, i), e))
            return false;
    return true;
}

static bool add_step(struct remote *r, struct error *e)
{
    if (r->steps == r->room) {
        size_t room = r->room * 2 + 64;
        size_t *grown = realloc(r->after, room * sizeof *grown);
        if (!grown)
            return error_no_memory(e);
        r->after = grown;
        r->room = room;
    }
    r->after[r->steps++] = r->past.size;
    return true;
}

static bool begin_game(struct remote *r, const json_t *events, struct error *e)
{
    r->games++;
    r->setup = r->next;
    r->past.size = r->past.fresh = 0;
    r->steps = 0;
    return add_events(r, events, e) && add_step(r, e);
}

/* The game stands where it was after so many steps. */
static bool rewind_game(struct remote *r, const json_t *steps, struct error *e)
{
    json_int_t to = json_integer_value(steps);
    if (!json_is_integer(steps) || to < 0 || (size_t)to >= r->steps)
        return wrong(e, "steps");
    r->steps = (size_t)to + 1;
    r->past.size = r->after[to];
    r->past.fresh = r->past.fresh > r->past.size ? r->past.size : r->past.fresh;
    return true;
}

static bool is(const char *kind, const char *word)
{
    return strcmp(kind, word) == 0;
}

/* Somebody comes or goes; what is told of it later has their name. */
static void sit(struct remote *r, int seat, const json_t *entry)
{
    struct remote_chair *c = &r->chair[seat];
    *c = (struct remote_chair){0};
    take_words(c->name, sizeof c->name, json_string_value(json_object_get(entry, "name")));
    take_words(c->bot, sizeof c->bot, json_string_value(json_object_get(entry, "bot")));
    text_add(&r->talk, _("%s has taken chair %c.\n"), name_of(r, seat), 'A' + seat);
}

static void swap(struct remote *r, int seat, int other)
{
    text_add(&r->talk, _("%s and %s have changed chairs.\n"), name_of(r, seat), name_of(r, other));
    struct remote_chair was = r->chair[seat];
    r->chair[seat] = r->chair[other];
    r->chair[other] = was;
}

/* What is told of an entry that is about one chair; NULL if nothing is. */
static const char *sentence_of(const char *kind)
{
    static const struct {
        const char *kind, *sentence;
    } told[] = {
        {"left", N_("%s has left.\n")},
        {"kicked", N_("%s was sent away by the host.\n")},
        {"muted", N_("%s was asked by the host to be quiet.\n")},
        {"unmuted", N_("%s may talk again.\n")},
        {"hurried", N_("The server is busy: %s may decide by the rule of thumb in this game.\n")},
        {"absent", N_("%s is away; a bot decides meanwhile.\n")},
        {"late", N_("%s has run out of time; a bot decides meanwhile.\n")},
        {"back", N_("%s is back.\n")},
        {"proposed", N_("%s wants another game.\n")},
        {"agreed", N_("%s wants it, too.\n")},
        {"asked", N_("%s wants the last decision back.\n")},
        {"unchosen", N_("%s chooses again.\n")},
        {"ready", N_("%s is ready.\n")},
    };
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (is(kind, told[i].kind))
            return told[i].sentence;
    return NULL;
}

/* What is about the chairs, and talk. */
static void hear(struct remote *r, const char *kind, int seat, int other, const json_t *entry)
{
    const char *sentence = sentence_of(kind);
    if (is(kind, "said")) {
        char words[SAID_MAX + 1], name[NAME_ROOM];
        bool struck = json_is_true(json_object_get(entry, "struck"));
        take_words(words, sizeof words,
                   struck ? _("[removed]") : json_string_value(json_object_get(entry, "text")));
        take_words(name, sizeof name, json_string_value(json_object_get(entry, "name")));
        text_add(&r->talk, "%s: %s\n", name[0] ? name : name_of(r, seat), words);
    } else if (is(kind, "seated") && seat < PLAYERS_MAX) {
        sit(r, seat, entry);
    } else if (is(kind, "swapped") && seat < PLAYERS_MAX && other < PLAYERS_MAX) {
        swap(r, seat, other);
    } else if (is(kind, "chosen") && seat < PLAYERS_MAX) {
        if (seat == r->you)
            text_add(&r->talk, "%s\n", _("You have chosen; u takes it back until all have."));
        else if (!(r->chosen >> seat & 1)) /* that it was changed is not told */
            text_add(&r->talk, _("%s has chosen.\n"), name_of(r, seat));
        r->chosen |= (seats)(1u << seat);
    } else if (sentence && seat < PLAYERS_MAX) {
        text_add(&r->talk, _(sentence), name_of(r, seat));
    } else if (is(kind, "taken-back")) {
        text_add(&r->talk, "%s\n", _("The last decision is taken back."));
    }
}

static bool read_entry(struct remote *r, const json_t *entry, struct error *e)
{
    const char *kind = json_string_value(json_object_get(entry, "kind"));
    const json_t *events = json_object_get(entry, "events");
    const json_t *who = json_object_get(entry, "seat"), *whom = json_object_get(entry, "other");
    uint8_t seat = NOBODY, other = NOBODY;
    if (!kind || (who && !read_seat(who, PLAYERS_MAX, &seat)) ||
        (whom && !read_seat(whom, PLAYERS_MAX, &other)))
        return wrong(e, "entries");
    hear(r, kind, seat, other, entry);
    if (is(kind, "opened") || is(kind, "changed"))
        return read_setup(&r->next, json_object_get(entry, "game"), e);
    if (!r->next.game)
        return wrong(e, "entries"); /* they begin with what is played */
    if (is(kind, "begun") || is(kind, "again"))
        return begin_game(r, events, e);
    if (is(kind, "taken-back"))
        return rewind_game(r, json_object_get(entry, "steps"), e);
    if (is(kind, "step") && r->steps)
        return add_events(r, events, e) && add_step(r, e);
    return true;
}

static void read_clocks(struct remote *r, const json_t *clocks)
{
    r->told = remote_clock();
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        const json_t *left = json_object_get(clocks, game_place_name(NULL, seat));
        r->left[seat] = json_is_integer(left) ? json_integer_value(left) : -1;
    }
}

static void read_chosen(struct remote *r, const json_t *chosen)
{
    const json_t *all = json_object_get(chosen, "seats");
    uint8_t seat;
    r->chosen = 0;
    for (size_t i = 0; i < json_array_size(all); i++)
        if (read_seat(json_array_get(all, i), PLAYERS_MAX, &seat) && seat < PLAYERS_MAX)
            r->chosen |= (seats)(1u << seat);
}

static bool read_update(struct remote *r, const json_t *m, struct error *e)
{
    const json_t *entries = json_object_get(m, "entries"), *now = json_object_get(m, "now"),
                 *view = json_object_get(m, "view");
    r->past.fresh = r->past.size;
    r->fresh = r->talk.size;
    for (size_t i = 0; i < json_array_size(entries); i++)
        if (!read_entry(r, json_array_get(entries, i), e))
            return false;
    r->entry = json_integer_value(json_object_get(m, "entry"));
    if (now && !read_now(r, now, e))
        return false;
    if (view && (!r->steps || !read_view(&r->view, &r->setup, view, e)))
        return e->text[0] ? false : wrong(e, "view");
    r->seen = r->seen || view;
    r->current = r->known && (view || !r->steps);
    if (r->known)
        find_names(r);
    if (view && r->known && !now) /* whatever is about the chairs comes with them */
        r->stage = r->view.over ? STAGE_OVER : STAGE_PLAYING;
    read_clocks(r, json_object_get(m, "clocks"));
    if (view)
        read_chosen(r, json_object_get(m, "chosen"));
    return !r->talk.failed || error_no_memory(e);
}

/* --- The list -----------------------------------------------------------------------------------
 */

static bool read_offer(struct remote_offer *o, const json_t *from)
{
    struct error e = {0};
    take_words(o->table, sizeof o->table, json_string_value(json_object_get(from, "table")));
    return read_setup(&o->setup, json_object_get(from, "game"), &e) &&
           read_stage(json_object_get(from, "stage"), &o->stage) &&
           read_chairs(o->chair, json_object_get(from, "chairs"), o->setup.players);
}

/* Tables that cannot be understood, of games that are not here, are left out. */
static void read_list(struct remote *r, const json_t *list)
{
    size_t size = json_array_size(list);
    free(r->list);
    r->offers = 0;
    r->list = calloc(size + 1, sizeof *r->list);
    for (size_t i = 0; r->list && i < size; i++)
        if (read_offer(&r->list[r->offers], json_array_get(list, i)))
            r->offers++;
}

/* --- News ---------------------------------------------------------------------------------------
 */

struct remote *remote_new(const struct address *a, struct error *e)
{
    struct remote *r = calloc(1, sizeof *r);
    if (!r) {
        error_no_memory(e);
        return NULL;
    }
    r->address = *a;
    r->you = r->host = NOBODY;
    r->client = client_new(a, "", lang() ? lang()->name : "en", e);
    if (!r->client) {
        remote_free(r);
        return NULL;
    }
    return r;
}

void remote_free(struct remote *r)
{
    if (!r)
        return;
    client_free(r->client);
    chronicle_free(&r->past);
    free(r->after);
    text_free(&r->talk);
    text_free(&r->hint);
    text_free(&r->figures);
    free(r->list);
    free(r);
}

int remote_fd(const struct remote *r)
{
    return client_descriptor(r->client);
}

static enum remote_news hear_line(struct remote *r, const struct news *n)
{
    r->live = r->live && n->state == LINE_OPEN;
    r->current = r->current && r->live;
    take_words(r->words, sizeof r->words, n->words);
    return n->state == LINE_REFUSED ? REMOTE_OVER : REMOTE_LINE;
}

/* What the word of a command is, as long as the program runs; "" if it is none of these. */
static const char *find_word(const char *word)
{
    static const char *const words[] = {"enter", "create", "sit",   "decide", "say",  "take-back",
                                        "leave", "begin",  "bot",   "kick",   "swap", "change",
                                        "exit",  "hint",   "again", "agree",  "ready"};
    for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
        if (is(word, words[i]))
            return words[i];
    return "";
}

static void take_lines(struct text *out, const json_t *lines)
{
    text_clear(out);
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        text_add(out, "%s\n", line ? line : "");
    }
    if (out->at)
        text_clean_lines(out->at);
}

static void take_hint(struct remote *r, const json_t *hint)
{
    take_lines(&r->hint, json_object_get(hint, "text"));
    take_lines(&r->figures, json_object_get(hint, "figures"));
}

static enum remote_news hear_answer(struct remote *r, const struct news *n)
{
    r->command = find_word(json_string_value(json_object_get(n->command, "do")));
    if (n->number == r->deciding)
        r->deciding = 0;
    if (n->done) { /* what it has brought about comes with it, or will come */
        bool changes =
            !is(r->command, "enter") && !is(r->command, "exit") && !is(r->command, "hint");
        if (is(r->command, "hint"))
            take_hint(r, json_object_get(n->message, "hint"));
        r->current = r->current && (!changes || r->entry > r->asked);
        return REMOTE_DONE;
    }
    take_words(r->words, sizeof r->words, n->words);
    return is(r->command, "enter") || is(r->command, "") ? REMOTE_OVER : REMOTE_REFUSED;
}

static enum remote_news hear_message(struct remote *r, const struct news *n)
{
    struct error e = {.language = lang()};
    enum remote_news news = n->number ? hear_answer(r, n) : REMOTE_NOTHING;
    if (!n->update || news == REMOTE_OVER)
        return news;
    if (read_update(r, n->message, &e))
        return news == REMOTE_REFUSED ? news : REMOTE_TABLE;
    take_words(r->words, sizeof r->words, e.text);
    return REMOTE_OVER;
}

static enum remote_news hear_page(struct remote *r, const struct news *n)
{
    r->listing = r->listing && !n->status; /* a server that cannot be reached may be later */
    if (n->status == 200 && json_is_array(n->message))
        read_list(r, n->message);
    else
        take_words(r->words, sizeof r->words, n->words);
    return n->status == 200 ? REMOTE_LIST : REMOTE_REFUSED;
}

enum remote_news remote_take(struct remote *r)
{
    struct news n;
    enum remote_news news = REMOTE_NOTHING;
    while (news == REMOTE_NOTHING && client_take(r->client, &n)) {
        news = n.kind == NEWS_STATE     ? hear_line(r, &n)
               : n.kind == NEWS_MESSAGE ? hear_message(r, &n)
                                        : hear_page(r, &n);
        news_clear(&n);
    }
    return news;
}

/* --- Commands -----------------------------------------------------------------------------------
 */

/* Nothing is known of the next table. */
static void forget(struct remote *r)
{
    r->known = r->seen = r->live = r->current = false;
    r->next.game = NULL;
    r->steps = 0;
    r->past.size = r->past.fresh = 0;
    text_clear(&r->talk);
}

void remote_enter(struct remote *r, const char *table, const char *invitation)
{
    forget(r);
    client_enter(r->client, table, invitation, 0);
}

void remote_create(struct remote *r, json_t *command)
{
    forget(r);
    client_send(r->client, command);
}

uint64_t remote_send(struct remote *r, json_t *command)
{
    r->asked = r->entry;
    return client_send(r->client, command);
}

void remote_do(struct remote *r, const char *word)
{
    remote_send(r, json_pack("{s:s}", "do", word));
}

void remote_begin(struct remote *r)
{
    bool waits = r->stage == STAGE_OVER && r->you != r->host;
    remote_do(r, !waits ? "begin" : r->proposed ? "agree" : "again");
}

void remote_say(struct remote *r, const char *word, const char *key, const char *text)
{
    remote_send(r, json_pack("{s:s,s:s}", "do", word, key, text));
}

void remote_talk(struct remote *r, const char *name, const char *text)
{
    if (r->you >= PLAYERS_MAX)
        remote_say(r, "look", "name", name);
    remote_say(r, "say", "text", text);
}

void remote_decide(struct remote *r, action a)
{
    char choice[ACTION_TEXT];
    r->deciding = remote_send(r, json_pack("{s:s,s:s,s:I}", "do", "decide", "choice",
                                           action_text(r->setup.game, a, choice), "after",
                                           (json_int_t)r->entry));
}

void remote_list(struct remote *r)
{
    r->listing = client_fetch(r->client, "api/tables");
}

int64_t remote_left(const struct remote *r, int seat)
{
    int64_t left = r->left[seat] < 0 ? -1 : r->left[seat] - (remote_clock() - r->told);
    return r->left[seat] < 0 ? -1 : left < 0 ? 0 : left;
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

bool remote_hint(struct remote *r)
{
    if (r->hint.size && r->hinted == r->steps && r->hinted_game == r->games)
        return true;
    text_clear(&r->hint);
    r->hinted = r->steps;
    r->hinted_game = r->games;
    remote_do(r, "hint");
    return false;
}

bool remote_seconds(const char *words, int64_t *decision, int64_t *bank)
{
    enum { DAY = 86400 };
    char *end;
    long first = strtol(words, &end, 10), second = strtol(end, &end, 10);
    *decision = first * INT64_C(1000);
    *bank = second * INT64_C(1000);
    return first >= 0 && first <= DAY && second >= 0 && second <= DAY && !end[strspn(end, " \t")];
}

void remote_clock_words(const struct remote *r, struct text *out)
{
    if (r->decision || r->bank)
        text_add(out, _("Clocks: %lld s for a decision, and %lld s beyond for a game.\n"),
                 (long long)r->decision / 1000, (long long)r->bank / 1000);
}

const char *remote_chair_words(const struct remote_chair *c)
{
    if (c->empty)
        return c->held ? _("kept until the hand is over") : _("empty");
    return c->name[0] ? c->name : c->bot;
}
