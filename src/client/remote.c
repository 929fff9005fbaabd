#include "client/remote.h"

#include "client/inside.h"
#include "engine/clock.h"
#include "wire/viewread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_(english) english

const char *translate(const struct remote *r, const char *english)
{
    return language_text(r->match.language, english);
}

int64_t remote_clock(void)
{
    return clock_milliseconds();
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

/* --- Chairs and the rest of "now" ------------------------------------------------------------- */

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

static bool read_stage(const json_t *stage, enum match_stage *out)
{
    static const char *const words[] = {"waiting", "playing", "over"};
    for (int i = MATCH_WAITING; json_is_string(stage) && i <= MATCH_OVER; i++)
        if (strcmp(words[i], json_string_value(stage)) == 0) {
            *out = (enum match_stage)i;
            return true;
        }
    return false;
}

/* What the match tells follows from what the server has told. */
static void find_match(struct remote *r)
{
    struct match *m = &r->match;
    m->setup = m->seen ? &r->setup : &r->next;
    int stack = option_of_role(m->setup->game, ROLE_CHIPS);
    m->names = (struct names){.players = m->setup->players,
                              .chips = m->seen && r->view.chips,
                              .stack = stack < 0 ? 0 : m->setup->option[stack],
                              .counts = m->setup->game->counts};
    m->people = (seats)(r->you < PLAYERS_MAX ? 1u << r->you : 0);
    m->away = 0;
    for (int seat = 0; seat < m->setup->players; seat++) {
        m->names.seat[seat] = r->chair[seat].name;
        m->away |= (seats)(r->chair[seat].away << seat);
    }
}

static bool read_now(struct remote *r, const json_t *now, struct error *e)
{
    if (!read_setup(&r->next, json_object_get(now, "game"), e))
        return false;
    if (!read_stage(json_object_get(now, "stage"), &r->match.stage) ||
        !read_chairs(r->chair, json_object_get(now, "chairs"), r->next.players) ||
        !read_seat(json_object_get(now, "you"), r->next.players, &r->you) ||
        !read_seat(json_object_get(now, "host"), r->next.players, &r->host))
        return wrong(e, "now");
    r->public = json_is_true(json_object_get(now, "public"));
    r->proposed = json_object_get(now, "proposal");
    r->decision = json_integer_value(json_object_get(now, "decision"));
    r->bank = json_integer_value(json_object_get(now, "bank"));
    r->hold = json_is_true(json_object_get(now, "hold"));
    take_words(r->invitation, sizeof r->invitation,
               json_string_value(json_object_get(now, "invitation")));
    r->known = true;
    r->live = true;
    r->changes++;
    return true;
}

/* --- What has happened ------------------------------------------------------------------------ */

static const char *name_of(const struct remote *r, int seat)
{
    static const char letters[][2] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    return seat >= PLAYERS_MAX      ? translate(r, "A spectator")
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
    if (!history_reserve(&r->past, (int)count))
        return error_no_memory(e);
    for (size_t i = 0; i < count; i++)
        if (!read_event(&r->past.event[r->past.size++], &r->setup, json_array_get(events, i), e))
            return false;
    return true;
}

static bool add_step(struct remote *r, struct error *e)
{
    if (r->match.steps == r->room) {
        size_t room = r->room * 2 + 64;
        size_t *grown = realloc(r->after, room * sizeof *grown);
        if (!grown)
            return error_no_memory(e);
        r->after = grown;
        r->room = room;
    }
    r->after[r->match.steps++] = r->past.size;
    return true;
}

static bool begin_game(struct remote *r, const json_t *events, struct error *e)
{
    r->match.games++;
    r->setup = r->next;
    r->past.size = r->past.fresh = 0;
    r->match.steps = 0;
    return add_events(r, events, e) && add_step(r, e);
}

/* The game stands where it was after so many steps. */
static bool rewind_game(struct remote *r, const json_t *steps, struct error *e)
{
    json_int_t to = json_integer_value(steps);
    if (!json_is_integer(steps) || to < 0 || (size_t)to >= r->match.steps)
        return wrong(e, "steps");
    r->match.steps = (size_t)to + 1;
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
    text_add(&r->match.talk, translate(r, "%s has taken chair %c.\n"), name_of(r, seat),
             'A' + seat);
}

static void swap(struct remote *r, int seat, int other)
{
    text_add(&r->match.talk, translate(r, "%s and %s have changed chairs.\n"), name_of(r, seat),
             name_of(r, other));
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
                   struck ? translate(r, "[removed]")
                          : json_string_value(json_object_get(entry, "text")));
        take_words(name, sizeof name, json_string_value(json_object_get(entry, "name")));
        text_add(&r->match.talk, "%s: %s\n", name[0] ? name : name_of(r, seat), words);
    } else if (is(kind, "seated") && seat < PLAYERS_MAX) {
        sit(r, seat, entry);
    } else if (is(kind, "swapped") && seat < PLAYERS_MAX && other < PLAYERS_MAX) {
        swap(r, seat, other);
    } else if (is(kind, "chosen") && seat < PLAYERS_MAX) {
        if (seat == r->you)
            text_add(&r->match.talk, "%s\n",
                     translate(r, "You have chosen; u takes it back until all have."));
        else if (!seats_has(r->match.chosen, seat)) /* that it was changed is not told */
            text_add(&r->match.talk, translate(r, "%s has chosen.\n"), name_of(r, seat));
        r->match.chosen |= seat_bit(seat);
    } else if (sentence && seat < PLAYERS_MAX) {
        text_add(&r->match.talk, translate(r, sentence), name_of(r, seat));
    } else if (is(kind, "taken-back")) {
        text_add(&r->match.talk, "%s\n", translate(r, "The last decision is taken back."));
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
    if (is(kind, "step") && r->match.steps)
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
    r->match.chosen = 0;
    for (size_t i = 0; i < json_array_size(all); i++)
        if (read_seat(json_array_get(all, i), PLAYERS_MAX, &seat) && seat < PLAYERS_MAX)
            r->match.chosen |= seat_bit(seat);
}

static bool read_update(struct remote *r, const json_t *m, struct error *e)
{
    const json_t *entries = json_object_get(m, "entries"), *now = json_object_get(m, "now"),
                 *view = json_object_get(m, "view");
    bool arrives = !r->known;
    r->past.fresh = r->past.size;
    for (size_t i = 0; i < json_array_size(entries); i++)
        if (!read_entry(r, json_array_get(entries, i), e))
            return false;
    r->entry = json_integer_value(json_object_get(m, "entry"));
    if (now && !read_now(r, now, e))
        return false;
    if (view && (!r->match.steps || !read_view(&r->view, &r->setup, view, e)))
        return e->text[0] ? false : wrong(e, "view");
    r->match.seen = r->match.seen || view;
    r->current = r->known && (view || !r->match.steps);
    if (r->known)
        find_match(r);
    if (view && r->known && !now) /* whatever is about the chairs comes with them */
        r->match.stage = r->view.over ? MATCH_OVER : MATCH_PLAYING;
    if (arrives)
        r->past.fresh = r->past.size;
    read_clocks(r, json_object_get(m, "clocks"));
    if (view)
        read_chosen(r, json_object_get(m, "chosen"));
    return !r->match.talk.failed || error_no_memory(e);
}

/* --- The list --------------------------------------------------------------------------------- */

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

/* --- News ------------------------------------------------------------------------------------- */

static void refuse(struct remote *r, const char *words)
{
    take_words(r->match.why.text, sizeof r->match.why.text, words);
}

static enum match_news hear_line(struct remote *r, const struct news *n)
{
    r->live = r->live && n->state == LINE_OPEN;
    r->current = r->current && r->live;
    refuse(r, n->words);
    return n->state == LINE_REFUSED ? MATCH_FAILED : MATCH_LINE;
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
    take_lines(&r->match.hint, json_object_get(hint, "text"));
    take_lines(&r->match.figures, json_object_get(hint, "figures"));
    take_lines(&r->match.sentences, json_object_get(hint, "figures"));
}

static enum match_news hear_answer(struct remote *r, const struct news *n)
{
    r->command = find_word(json_string_value(json_object_get(n->command, "do")));
    r->again = n->again;
    if (n->number == r->deciding)
        r->deciding = 0;
    if (n->done) { /* what it has brought about comes with it, or will come */
        bool changes =
            !is(r->command, "enter") && !is(r->command, "exit") && !is(r->command, "hint");
        if (is(r->command, "hint"))
            take_hint(r, json_object_get(n->message, "hint"));
        r->current = r->current && (!changes || r->entry > r->asked);
        return is(r->command, "hint") ? MATCH_HINT : MATCH_DONE;
    }
    refuse(r, n->words);
    return is(r->command, "enter") || is(r->command, "") ? MATCH_FAILED : MATCH_REFUSED;
}

static enum match_news hear_message(struct remote *r, const struct news *n)
{
    struct error e = {.language = r->match.language};
    enum match_news news = n->number ? hear_answer(r, n) : MATCH_NOTHING;
    if (!n->update || news == MATCH_FAILED)
        return news;
    if (read_update(r, n->message, &e))
        return news == MATCH_REFUSED ? news : MATCH_TABLE;
    r->match.why = e;
    return MATCH_FAILED;
}

static enum match_news hear_page(struct remote *r, const struct news *n)
{
    r->listing = r->listing && !n->status; /* a server that cannot be reached may be later */
    if (n->status == 200 && json_is_array(n->message))
        read_list(r, n->message);
    else
        refuse(r, n->words);
    return n->status == 200 ? MATCH_LIST : MATCH_REFUSED;
}

enum match_news remote_take(struct match *m)
{
    struct remote *r = m->remote;
    struct news n;
    enum match_news news = MATCH_NOTHING;
    while (news == MATCH_NOTHING && client_take(r->client, &n)) {
        news = n.kind == NEWS_STATE     ? hear_line(r, &n)
               : n.kind == NEWS_MESSAGE ? hear_message(r, &n)
                                        : hear_page(r, &n);
        news_clear(&n);
    }
    return news;
}

struct remote *remote_new(const struct address *a, const char *who, struct error *e)
{
    const struct language *l = e->language;
    struct remote *r = calloc(1, sizeof *r);
    if (!r) {
        error_no_memory(e);
        return NULL;
    }
    r->match = (struct match){.kind = &remote_kind, .language = l, .remote = r, .past = &r->past};
    r->match.why.language = l;
    r->command = "";
    r->address = *a;
    r->you = r->host = NOBODY;
    r->client = client_new(a, who, l && l->name ? l->name : "en", e);
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
    history_free(&r->past);
    free(r->after);
    text_free(&r->match.talk);
    text_free(&r->match.hint);
    text_free(&r->match.figures);
    text_free(&r->match.sentences);
    free(r->list);
    free(r);
}
