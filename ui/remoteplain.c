#include "ui/remoteplain.h"

#include "engine/rulebook.h"
#include "ui/columns.h"
#include "ui/lang.h"
#include "ui/lines.h"
#include "ui/words.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What has been said to them last. */
enum said { SAID_NOTHING, SAID_ROOM, SAID_TURN, SAID_END };

struct lines {
    struct remote *r;
    char name[NAME_ROOM];
    char typed[LINES_ROOM]; /* what has come of standard input */
    size_t size;
    bool ended;              /* there is no more of it */
    bool terminal;           /* it is typed by somebody */
    bool arrived;            /* they have been told of the table, */
    size_t told;             /* so many events of its game, */
    size_t talked;           /* so much of its talk, */
    enum said said;          /* and this, */
    unsigned changes, games; /* after so many changes, in that game, */
    size_t steps;            /* after so many of its steps */
    bool lost;               /* they know that the connection is */
    char reason[512];        /* why, */
    bool leaving;
    struct error *error;
    bool failed; /* it says why */
};

/* --- Words --------------------------------------------------------------------------------------
 */

/* Prints all of it or nothing. */
static void print_text(struct lines *l, struct text *out)
{
    if (out->failed) {
        l->failed = true;
        error_no_memory(l->error);
    } else if (out->at) {
        text_clean_lines(out->at);
        fputs(text_of(out), stdout);
    }
    text_free(out);
}

static bool is_host(const struct remote *r)
{
    return r->you != NOBODY && r->you == r->host;
}

static bool has_empty(const struct remote *r)
{
    for (int seat = 0; seat < r->next.players; seat++)
        if (r->chair[seat].empty)
            return true;
    return false;
}

/* Who sits where, and what can be done before a game. */
static void print_room(struct lines *l)
{
    const struct remote *r = l->r;
    const struct setup *u = &r->next;
    struct text out = {0};
    lang_players(&out, _(u->preset ? u->preset->title : u->game->title), u->players);
    text_add(&out, ".\n");
    rulebook_goal(&out, u, lang());
    text_add(&out, "%s", u->game->goal ? "\n" : "");
    for (int seat = 0; seat < u->players; seat++) {
        const struct remote_chair *c = &r->chair[seat];
        text_add(&out, "%c: %s%s%s%s\n", 'A' + seat, remote_chair_words(c),
                 seat == r->you ? _(" (you)") : "", seat == r->host ? _(", host") : "",
                 c->away ? _(", away") : "");
    }
    remote_clock_words(r, &out);
    if (r->you == NOBODY)
        text_add(&out, "%s\n",
                 has_empty(r) ? _("You watch; n NAME sits down.")
                              : _("You watch; no chair is empty."));
    else if (!is_host(r))
        text_add(&out, "%s\n", _("The host begins the game."));
    else
        text_add(&out, "%s\n",
                 has_empty(r)
                     ? _("Chairs are empty: a BOT seats a bot, i tells the link for others.")
                     : _("b begins the game."));
    print_text(l, &out);
}

static void print_turn(struct lines *l)
{
    const struct remote *r = l->r;
    struct text out = {0};
    words_table(&out, &r->view, &r->names);
    if (r->view.actions)
        words_actions(&out, &r->view, &r->names);
    print_text(l, &out);
    if (r->view.actions && remote_left(r, r->you) >= 0)
        printf(_("You have %lld seconds.\n"), (long long)(remote_left(r, r->you) + 999) / 1000);
    if (r->view.actions)
        puts(_("It is your turn. Type a number, or ? for help:"));
}

static void print_end(struct lines *l)
{
    struct text out = {0};
    words_end(&out, &l->r->view, &l->r->names);
    print_text(l, &out);
    if (is_host(l->r))
        puts(_("b begins the next game; q leaves."));
    else if (l->r->you != NOBODY)
        puts(_("b: you want another game; q leaves."));
}

/* Everything as it is, once more. */
static void print_all(struct lines *l)
{
    const struct remote *r = l->r;
    l->changes = r->changes;
    l->steps = r->steps;
    l->said = r->stage == STAGE_PLAYING ? SAID_TURN : r->stage == STAGE_OVER ? SAID_END : SAID_ROOM;
    if (r->stage == STAGE_PLAYING && r->seen)
        print_turn(l);
    else if (r->stage == STAGE_OVER && r->seen)
        print_end(l);
    if (r->stage != STAGE_PLAYING)
        print_room(l);
}

/* What has happened since they were told last. */
static void print_news(struct lines *l)
{
    const struct remote *r = l->r;
    struct telling t = {&r->past, r->setup.game, &r->names, lang(), r->view.looks, r->past.size};
    struct text out = {0};
    if (l->games != r->games)
        l->told = 0;
    l->games = r->games;
    l->told = l->told > r->past.size ? r->past.size : l->told;
    if (l->talked < r->talk.size)
        text_add(&out, "%s", text_of(&r->talk) + l->talked);
    if (r->seen)
        telling_lines(&out, &t, l->told);
    l->talked = r->talk.size;
    l->told = r->past.size;
    print_text(l, &out);
}

/* --- What comes ---------------------------------------------------------------------------------
 */

/* Who comes is told of the hand that is being played, and of no talk from before. */
static void arrive(struct lines *l)
{
    const struct remote *r = l->r;
    size_t at = r->past.size;
    while (at > 0 && r->past.event[at - 1].kind != EVENT_HAND)
        at--;
    l->told = at > 0 ? at - 1 : 0;
    l->games = r->games;
    l->talked = r->talk.size;
    l->arrived = true;
    l->said = SAID_NOTHING;
    if (r->you == NOBODY && l->name[0] && has_empty(r))
        remote_say(l->r, "sit", "name", l->name);
}

/* The table has changed: what is new, and then what is asked. */
static void tell_table(struct lines *l)
{
    const struct remote *r = l->r;
    if (!r->current)
        return;
    bool arrives = !l->arrived;
    if (arrives)
        arrive(l);
    print_news(l);
    enum said due = r->stage == STAGE_WAITING ? SAID_ROOM
                    : r->stage == STAGE_OVER  ? SAID_END
                    : r->view.actions         ? SAID_TURN
                                              : SAID_NOTHING;
    bool again = due != l->said || (due == SAID_TURN && l->steps != r->steps) ||
                 (due == SAID_ROOM && l->changes != r->changes);
    if (arrives || (again && due != SAID_NOTHING))
        print_all(l);
    l->said = due;
}

static void tell_line(struct lines *l)
{
    const struct remote *r = l->r;
    if (r->words[0] && strcmp(r->words, l->reason) != 0) {
        struct text out = {0};
        snprintf(l->reason, sizeof l->reason, "%s", r->words);
        text_add(&out, _("The connection is lost: %s. Trying again.\n"), r->words);
        print_text(l, &out);
        l->lost = true;
    }
}

/* Numbered, for those who choose. */
static void tell_list(struct lines *l)
{
    const struct remote *r = l->r;
    struct text out = {0};
    text_add(&out, "%s\n", r->offers ? _("Open tables:") : _("There is no open table."));
    for (int i = 0; i < r->offers; i++) {
        const struct remote_offer *o = &r->list[i];
        text_add(&out, "%d: ", i + 1);
        lang_players(&out, _(o->setup.preset ? o->setup.preset->title : o->setup.game->title),
                     o->setup.players);
        for (int seat = 0; seat < o->setup.players; seat++)
            text_add(&out, "%s%s", seat ? ", " : ": ", remote_chair_words(&o->chair[seat]));
        text_add(&out, "\n");
    }
    text_add(&out, "%s\n", _("Type a number to go there, or ? for help:"));
    print_text(l, &out);
}

static void take_news(struct lines *l)
{
    enum remote_news news;
    while (!l->failed && (news = remote_take(l->r)) != REMOTE_NOTHING) {
        if (news == REMOTE_LINE)
            tell_line(l);
        if (news == REMOTE_LIST)
            tell_list(l);
        if (news == REMOTE_REFUSED)
            printf("%s\n", l->r->words);
        if (news == REMOTE_DONE && strcmp(l->r->command, "hint") == 0)
            fputs(text_of(&l->r->hint), stdout);
        if (l->lost && l->r->live) {
            puts(_("Connected again."));
            l->lost = false;
            l->reason[0] = '\0';
            l->said = SAID_NOTHING;
        }
        if (news == REMOTE_OVER) {
            error_set(l->error, "%s", l->r->words);
            l->failed = true;
        } else {
            tell_table(l);
        }
    }
}

/* --- What is typed ------------------------------------------------------------------------------
 */

static void print_help(void)
{
    puts(_("Type the number of a decision, or its words, and Enter.\n"
           "Enter alone: the table once more.\n"
           "t TEXT: say it to all.\n"
           "h: a hint, and once more: its odds; where the table allows it.\n"
           "u: take back the last decision, if all agree; a secret choice before all have chosen.\n"
           "y: ready to have the secret choices shown, where the table waits for that.\n"
           "r: the rules of the game.\n"
           "n NAME: sit down under that name.\n"
           "i: the link for others.\n"
           "p: the link for your own devices; show it to nobody.\n"
           "b: begin the game (host), or want the next one.\n"
           "a BOT: seat a bot on an empty chair, a level from 1 to 8 (host).\n"
           "k X: empty chair X (host).\n"
           "w X Y: chairs X and Y change places between games (host).\n"
           "g GAME: play GAME next (host).\n"
           "z S B: clocks between games, S seconds a decision and B beyond; 0 0: none (host).\n"
           "o: the open tables.\n"
           "j TABLE: go to that table.\n"
           "m GAME: open a table for those who have its link; mp GAME: for everybody.\n"
           "x: give up the chair; a bot plays on.\n"
           "q: leave; the chair stays yours.\n"
           "?: this help."));
}

static void print_rules(struct lines *l)
{
    struct text out = {0};
    const struct setup *u = &l->r->next;
    rulebook_print(&out, rulebook_game(u, lang()), ui_columns());
    print_text(l, &out);
}

static void print_link(const struct lines *l)
{
    char link[ADDRESS_LINK];
    puts(remote_link(l->r, link));
}

static void print_own_link(const struct lines *l)
{
    char link[ADDRESS_LINK];
    puts(_(remote_own_warning));
    puts(remote_own_link(l->r, link));
}

/* Once more: the figures. */
static void ask_hint(struct lines *l)
{
    if (remote_hint(l->r))
        fputs(text_of(&l->r->figures), stdout);
}

static void change_clocks(struct lines *l, const char *words)
{
    int64_t decision, bank;
    if (remote_seconds(words, &decision, &bank))
        remote_send(l->r,
                    json_pack("{s:s,s:I,s:I}", "do", "change", "decision", decision, "bank", bank));
    else
        puts(_("Two numbers of seconds are expected, as z 30 300."));
}

/* Comes to a table by its name, its name and invitation, or a link. */
static void go_to(struct lines *l, const char *words)
{
    struct address a = l->r->address;
    struct error e = {.language = lang()};
    char *end;
    long number = strtol(words, &end, 10);
    if (*words && !*end && number >= 1 && number <= l->r->offers)
        words = l->r->list[number - 1].table;
    if (!address_table(&a, words, &e)) {
        puts(e.text);
        return;
    }
    l->arrived = false;
    remote_enter(l->r, a.table, a.invitation);
}

/* A game by any of its names, as the server knows it; NULL with a message. */
static const char *game_named(const char *words)
{
    struct setup u;
    struct error e = {.language = lang()};
    if (setup_named(&u, words, &e))
        return setup_name(&u);
    puts(e.text);
    return NULL;
}

static void open_table(struct lines *l, const char *words, bool public)
{
    const char *game = game_named(words);
    if (!l->name[0]) {
        puts(_("Say who you are first: n NAME."));
    } else if (game) {
        l->arrived = false;
        remote_create(l->r, json_pack("{s:s,s:s,s:s,s:b}", "do", "create", "game", game, "name",
                                      l->name, "public", public));
    }
}

static void swap_chairs(struct lines *l, const char *words)
{
    char seat[2] = {words[0]}, other[2] = {words[0] ? words[strlen(words) - 1] : '\0'};
    client_send(l->r->client,
                json_pack("{s:s,s:s,s:s}", "do", "swap", "seat", seat, "other", other));
}

static void take_name(struct lines *l, const char *words)
{
    snprintf(l->name, sizeof l->name, "%.*s", text_fit(words, sizeof l->name - 1), words);
    if (l->r->known && l->r->you == NOBODY)
        remote_say(l->r, "sit", "name", l->name);
}

/* Commands that work at every time; `words` stand behind the letter. */
static bool common(struct lines *l, const char *command, const char *words)
{
    const char *game;
    if (strcmp(command, "?") == 0)
        print_help();
    else if (strcmp(command, "o") == 0)
        remote_list(l->r);
    else if (strcmp(command, "j") == 0)
        go_to(l, words);
    else if (strcmp(command, "n") == 0)
        take_name(l, words);
    else if (strcmp(command, "m") == 0 || strcmp(command, "mp") == 0)
        open_table(l, words, command[1] == 'p');
    else if (strcmp(command, "g") == 0 && (game = game_named(words)))
        remote_say(l->r, "change", "game", game);
    else
        return strcmp(command, "g") == 0;
    return true;
}

/* Commands at a table. */
static bool at_table(struct lines *l, const char *command, const char *words)
{
    static const struct {
        const char *letter, *word, *key;
    } sends[] = {
        {"u", "take-back", NULL}, {"y", "ready", NULL}, {"a", "bot", "bot"},
        {"k", "kick", "seat"},    {"x", "leave", NULL},
    };
    for (size_t i = 0; i < sizeof sends / sizeof *sends; i++)
        if (strcmp(command, sends[i].letter) == 0) {
            if (sends[i].key)
                remote_say(l->r, sends[i].word, sends[i].key, words);
            else
                remote_do(l->r, sends[i].word);
            return true;
        }
    if (strcmp(command, "b") == 0)
        remote_begin(l->r);
    else if (strcmp(command, "t") == 0)
        remote_talk(l->r, l->name, words);
    else if (strcmp(command, "r") == 0)
        print_rules(l);
    else if (strcmp(command, "i") == 0)
        print_link(l);
    else if (strcmp(command, "w") == 0)
        swap_chairs(l, words);
    else if (strcmp(command, "h") == 0)
        ask_hint(l);
    else if (strcmp(command, "p") == 0)
        print_own_link(l);
    else if (strcmp(command, "z") == 0)
        change_clocks(l, words);
    else
        return false;
    return true;
}

/* Whether somebody has to decide here. */
static bool is_asked(const struct remote *r)
{
    return r->known && r->stage == STAGE_PLAYING && r->view.actions > 0 && !r->deciding;
}

static void decide(struct lines *l, const char *line)
{
    action a;
    bool starved = false;
    if (words_decision(&l->r->view, &l->r->names, line, &a, &starved))
        remote_decide(l->r, a);
    else
        puts(_("That cannot be done now."));
    if (starved)
        l->failed = !error_no_memory(l->error);
}

/* Does what a line asks for; false if it has to wait until it is their turn. */
static bool obey(struct lines *l, char *line)
{
    char command[3] = "";
    size_t size = strcspn(line, " \t");
    const char *words = line + size + strspn(line + size, " \t");
    if (size < sizeof command)
        snprintf(command, sizeof command, "%.*s", (int)size, line);
    if (strcmp(command, "q") == 0)
        l->leaving = true;
    else if (command[0] &&
             (common(l, command, words) || (l->r->known && at_table(l, command, words))))
        return true;
    else if (!l->r->known && *line)
        go_to(l, line);
    else if (!*line && l->r->known)
        print_all(l);
    else if (!*line)
        remote_list(l->r);
    else if (is_asked(l->r))
        decide(l, line);
    else if (l->terminal || l->r->stage == STAGE_OVER || l->r->you == NOBODY)
        puts(_("That cannot be done now."));
    else
        return false;
    return true;
}

/* Whether a line can be obeyed now: all before it is answered, and the table is as it is. */
static bool is_ready(const struct lines *l, const char *line)
{
    if (strcmp(line, "q") == 0 && !l->r->live)
        return true;
    bool nowhere = !client_table(l->r->client)[0];
    return client_waiting(l->r->client) == 0 && !l->r->deciding && !l->r->listing &&
           (nowhere || (l->r->current && l->arrived));
}

/* Obeys what has been typed, as far as that can be done now. */
static void take_typed(struct lines *l)
{
    while (!l->leaving && !l->failed) {
        char line[LINES_ROOM];
        char *end = memchr(l->typed, '\n', l->size);
        size_t size = end ? (size_t)(end - l->typed) : l->size;
        if (!end && !(l->ended && size))
            break;
        size_t blanks = 0, last = size;
        while (blanks < size && strchr(" \t\r", l->typed[blanks]))
            blanks++;
        while (last > blanks && strchr(" \t\r", l->typed[last - 1]))
            last--;
        snprintf(line, sizeof line, "%.*s", (int)(last - blanks), l->typed + blanks);
        text_clean(line);
        if (!is_ready(l, line) || !obey(l, line))
            return;
        size += end != NULL;
        memmove(l->typed, l->typed + size, l->size - size);
        l->size -= size;
    }
    if (l->ended && !l->size && l->lost && !l->leaving)
        l->failed = !error_set(l->error, "%s", l->reason);
    l->leaving = l->leaving || (l->ended && !l->size && is_ready(l, ""));
}

static void read_typed(struct lines *l)
{
    ssize_t got = read(STDIN_FILENO, l->typed + l->size, sizeof l->typed - 1 - l->size);
    if (got < 0 && errno != EINTR && errno != EAGAIN)
        l->failed = !error_set(l->error, "standard input cannot be read: %s; the game was left",
                               error_reason(l->error, errno));
    l->ended = l->ended || got == 0;
    l->size += got > 0 ? (size_t)got : 0;
}

/* --- The loop -----------------------------------------------------------------------------------
 */

static void wait_for_more(struct lines *l)
{
    bool reads = !l->ended && l->size < sizeof l->typed - 1;
    if (!reads && !l->ended && !memchr(l->typed, '\n', l->size)) {
        l->failed = !error_set(l->error,
                               "standard input: this line is too long; expected at most "
                               "%d bytes",
                               LINES_ROOM - 1);
        return;
    }
    struct pollfd ready[] = {{.fd = remote_fd(l->r), .events = POLLIN},
                             {.fd = reads ? STDIN_FILENO : -1, .events = POLLIN}};
    fflush(stdout);
    if (poll(ready, 2, -1) > 0 && ready[1].revents)
        read_typed(l);
}

bool remoteplain_run(struct remote *r, const char *name, struct error *e)
{
    struct lines l = {.r = r, .error = e, .terminal = isatty(STDIN_FILENO)};
    snprintf(l.name, sizeof l.name, "%.*s", text_fit(name, sizeof l.name - 1), name);
    if (r->address.table[0])
        remote_enter(r, r->address.table, r->address.invitation);
    else
        remote_list(r);
    while (!l.leaving && !l.failed) {
        wait_for_more(&l);
        take_news(&l);
        take_typed(&l);
    }
    if (!l.failed)
        puts(r->known && r->you != NOBODY
                 ? _("Goodbye. The chair stays yours: come back the same way.")
                 : _("Goodbye."));
    return !l.failed;
}
