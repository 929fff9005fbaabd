#include "cli/plain.h"

#include "cli/columns.h"
#include "cli/lang.h"
#include "cli/lines.h"
#include "cli/roomlines.h"
#include "cli/words.h"
#include "engine/rulebook.h"
#include "live/plan.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PATIENCE = 500, /* milliseconds after which a thinking bot is told of */
    CLEARING = 60,  /* blank lines that push a secret off the screen */
};

/* What has been said to them last. */
enum said { SAID_NOTHING, SAID_ROOM, SAID_PASS, SAID_TURN, SAID_END };

struct plain {
    struct match *match;
    int holder;                /* who has the keyboard and may see their own cards, or NOBODY */
    unsigned games;            /* of that game */
    size_t told;               /* everybody has been told of so many events, */
    size_t known[PLAYERS_MAX]; /* and this person, with what only they may know, */
    size_t talked;             /* and of so much talk; */
    enum said said;            /* then this was said */
    int seat;                  /* to this one, */
    size_t steps;              /* after so many steps */
    unsigned changes;          /* and changes of the chairs; */
    bool prompted;             /* nothing has been typed since */
    size_t waited;             /* they know that a bot thinks, after so many steps and one, */
    size_t hinted;             /* and have the hint of that moment */
    bool figures;              /* they want what it comes from */
    int hand;                  /* for spectators: the hand whose table was described last */
    bool unsaved;              /* they have been told that the copy is not as the table is */
    size_t warned;             /* before leaving, after so many steps and one */
    char typed[LINES_ROOM];    /* what has come of standard input */
    size_t size;
    bool ended;    /* there is no more of it */
    bool terminal; /* it is typed by somebody */
    bool leaving, failed;
    struct error *error; /* why it failed */
    struct roomlines room;
    bool lost;        /* they know that the connection is, */
    char reason[512]; /* and why */
};

/* --- Words ------------------------------------------------------------------------------------ */

static struct remote *elsewhere(const struct plain *p)
{
    return p->match->remote;
}

/* The only person always looks; of several, who has the keyboard; else everybody and nobody. */
static int who_looks(const struct plain *p)
{
    int person = match_person(p->match);
    return person != NOBODY ? person : p->holder;
}

static bool several_people(const struct plain *p)
{
    return p->match->people & (p->match->people - 1);
}

static const char *name_of(const struct plain *p, int seat)
{
    return words_name(&p->match->names, seat);
}

static void starve(struct plain *p)
{
    p->failed = true;
    error_no_memory(p->error);
}

/* Prints all of it or nothing. */
static void print_text(struct plain *p, struct text *out)
{
    if (out->at)
        text_clean_lines(out->at);
    if (out->failed)
        starve(p);
    if (!p->failed)
        fputs(text_of(out), stdout);
    text_free(out);
}

/* A sentence with the name of a file, which can be anything. */
static void print_path(struct plain *p, const char *format, const char *path)
{
    struct text out = {0};
    text_add(&out, format, path);
    print_text(p, &out);
}

/* Where the story begins for those who come: with the hand that is being played. */
static void open_history(struct plain *p)
{
    const struct history *past = p->match->past;
    size_t at = past->size;
    while (at > 0 && past->event[at - 1].kind != EVENT_HAND)
        at--;
    p->told = at > 0 ? at - 1 : 0;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        p->known[seat] = p->told;
    p->games = p->match->games;
    p->talked = p->match->talk.size;
}

/* What has happened since it was told last, to everybody or to the one with the keyboard. */
static void print_news(struct plain *p)
{
    const struct match *m = p->match;
    size_t *at = p->holder == NOBODY ? &p->told : &p->known[p->holder];
    struct text out = {0};
    if (p->talked < m->talk.size)
        text_add(&out, "%s", text_of(&m->talk) + p->talked);
    p->talked = m->talk.size;
    if (p->games != m->games)
        *at = 0;
    p->games = m->games;
    *at = *at > m->past->size ? m->past->size : *at;
    if (m->seen) {
        struct telling t = {m->past,     m->setup->game, &m->names,
                            m->language, who_looks(p),   m->past->size};
        telling_lines(&out, &t, *at);
    }
    *at = m->past->size;
    print_text(p, &out);
}

/* What happened since a person had the keyboard last and nobody else could be told. */
static void print_secrets(struct plain *p, int seat)
{
    const struct match *m = p->match;
    const struct event *at = m->past->event;
    struct text out = {0}, public = {0}, own = {0};
    size_t *i = &p->known[seat];
    while (*i < p->told) {
        struct event e = at[(*i)++];
        for (; *i < p->told && event_joins(&e, &at[*i]); ++*i)
            event_join(&e, &at[*i]);
        text_clear(&public);
        text_clear(&own);
        event_text(&public, m->setup->game, &e, NOBODY, &m->names, m->language);
        event_text(&own, m->setup->game, &e, seat, &m->names, m->language);
        if (own.size && strcmp(text_of(&own), text_of(&public)) != 0)
            text_add(&out, "%s\n", text_of(&own));
        out.failed |= own.failed || public.failed;
    }
    text_free(&public);
    text_free(&own);
    print_text(p, &out);
}

static void print_table(struct plain *p, const struct view *v)
{
    struct text out = {0};
    words_table(&out, v, &p->match->names);
    print_text(p, &out);
}

static void print_beginning(struct plain *p)
{
    const struct plan *plan = p->match->plan;
    const struct setup *u = &plan->setup;
    const char *title = _(setup_title(u));
    struct text head = {0};
    lang_players(&head, title, u->players);
    if (plan->seed_chosen)
        text_add(&head, _(", seed %llu"), (unsigned long long)plan->seed);
    text_add(&head, ".%s\n",
             p->match->people ? "" : _(" No terminal: the computer plays against itself."));
    rulebook_goal(&head, u, lang());
    text_add(&head, "%s", u->game->goal ? "\n" : "");
    if (p->match->steps > 0)
        text_add(&head, "%s\n", _("You go on where you left off."));
    print_text(p, &head);
}

/* How the game ended. */
static void print_end(struct plain *p)
{
    const struct match *m = p->match;
    struct view v;
    struct text out = {0};
    match_view(m, who_looks(p), &v);
    words_end(&out, &v, &m->names);
    print_text(p, &out);
    if (m->plan && !m->plan->seed_chosen)
        printf(_("The seed was %llu.\n"), (unsigned long long)m->plan->seed);
    if (m->path && !m->unsaved)
        print_path(p, _("The record of the game is in %s\n"), m->path);
    if (elsewhere(p) && remote_leads(elsewhere(p)))
        puts(_("b begins the next game; q leaves."));
    else if (elsewhere(p) && m->people)
        puts(_("b: you want another game; q leaves."));
}

/* --- Saving ----------------------------------------------------------------------------------- */

static void tell_trouble(const char *message)
{
    fflush(stdout);
    fprintf(stderr, "pairs: %s\n", message);
}

/* That the copy is not as the table is any more, or is again; `always`: or still is not. */
static void tell_saving(struct plain *p, bool always)
{
    const char *unsaved = p->match->unsaved;
    if (unsaved && (always || !p->unsaved))
        tell_trouble(unsaved);
    else if (!unsaved && p->unsaved)
        puts(_("Everything is saved again."));
    p->unsaved = unsaved;
}

static void print_saved(struct plain *p)
{
    const char *path = p->match->path;
    if (elsewhere(p))
        puts(_("The server keeps the game."));
    else if (p->match->unsaved)
        tell_saving(p, true);
    else if (path)
        print_path(p, _("The game is saved after every step, in %s\n"), path);
    else
        puts(_("This game is not saved."));
}

/* Whoever would lose something by leaving is asked once more. */
static void leave(struct plain *p)
{
    size_t now = p->match->steps + 1;
    p->leaving = match_save(p->match) || p->warned == now;
    p->warned = now;
    if (p->leaving)
        return;
    tell_saving(p, true);
    puts(_("What came after that is lost if you leave; q once more leaves."));
}

static void say_goodbye(const struct plain *p)
{
    const struct match *m = p->match;
    puts(m->remote && m->people ? _("Goodbye. The chair stays yours: come back the same way.")
         : !m->path             ? _("Goodbye.")
         : m->unsaved           ? _("Goodbye. 'pairs play --resume' goes on where the game "
                                              "could be saved last.")
                                : _("Goodbye. 'pairs play --resume' goes on with this game."));
}

/* --- Questions -------------------------------------------------------------------------------- */

/* What is to be said now, once all is told that has happened. */
static enum said to_say(const struct plain *p)
{
    const struct match *m = p->match;
    int seat = match_asked(m);
    return m->stage == MATCH_WAITING                    ? SAID_ROOM
           : m->stage == MATCH_OVER                     ? SAID_END
           : seat == NOBODY                             ? SAID_NOTHING
           : p->holder != seat && match_secret(m, seat) ? SAID_PASS
                                                        : SAID_TURN;
}

static void print_question(struct plain *p, int seat)
{
    if (several_people(p))
        printf(_("%s, it is your turn. Type a number, or ? for help:\n"), name_of(p, seat));
    else
        puts(_("It is your turn. Type a number, or ? for help:"));
    p->prompted = true;
}

static void print_turn(struct plain *p, int seat)
{
    struct view v;
    struct text out = {0};
    match_view(p->match, seat, &v);
    print_table(p, &v);
    words_actions(&out, &v, &p->match->names);
    print_text(p, &out);
    if (match_left(p->match, seat) >= 0)
        printf(_("You have %lld seconds.\n"), (long long)(match_left(p->match, seat) + 999) / 1000);
    if (!p->failed)
        print_question(p, seat);
}

static void print_room(struct plain *p)
{
    struct text out = {0};
    room_words(elsewhere(p), &out);
    print_text(p, &out);
}

/* Says what is to be said, unless it was said already. */
static void ask(struct plain *p)
{
    const struct match *m = p->match;
    if (elsewhere(p) && (!p->room.came || !elsewhere(p)->current))
        return;
    int seat = match_asked(m);
    enum said say = to_say(p), was = p->said;
    unsigned changes = elsewhere(p) ? elsewhere(p)->changes : 0;
    bool moved = p->steps != m->steps || p->seat != seat;
    bool again = say != was || (say == SAID_TURN && moved) || (say == SAID_PASS && moved) ||
                 (say == SAID_ROOM && p->changes != changes);
    p->said = say;
    p->seat = seat;
    p->steps = m->steps;
    p->changes = changes;
    if (!again && say == SAID_TURN && !p->prompted && match_idle(m))
        print_question(p, seat);
    if (!again)
        return;
    if (say == SAID_PASS)
        printf(_("Pass the keyboard to %s.\n%s: press Enter when nobody else is looking.\n"),
               name_of(p, seat), name_of(p, seat));
    if (say == SAID_TURN)
        print_turn(p, seat);
    if (say == SAID_END)
        print_end(p);
    if (elsewhere(p) && (say == SAID_ROOM || say == SAID_END))
        print_room(p);
}

static void print_help(const struct plain *p)
{
    if (elsewhere(p))
        puts(room_help());
    else
        puts(_("Type the number of a decision, or its words, and Enter.\n"
               "Enter alone: the table once more.\n"
               "h: a hint; hh: with odds.\n"
               "u: take back your last decision.\n"
               "r: the rules of the game.\n"
               "s: where the game is saved.\n"
               "q: leave; the game is saved, and 'pairs play --resume' goes on with it.\n"
               "?: this help."));
}

/* Those of this very table. */
static void print_rules(struct plain *p)
{
    struct text out = {0};
    const struct setup *u = elsewhere(p) ? &elsewhere(p)->next : p->match->setup;
    rulebook_print(&out, rulebook_game(u, lang()), ui_columns());
    print_text(p, &out);
}

/* In words, or the figures: those come for whoever asks once more elsewhere. */
static void print_hint(struct plain *p)
{
    bool again = elsewhere(p) && p->hinted == p->match->steps + 1;
    const struct text *hint = p->figures || again ? &p->match->sentences : &p->match->hint;
    if (hint->failed || p->match->why.no_memory)
        starve(p);
    else
        fputs(text_of(hint), stdout);
    p->hinted = p->match->steps + 1;
}

static void ask_hint(struct plain *p, bool figures)
{
    p->figures = figures;
    if (match_advise(p->match, match_asked(p->match)))
        print_hint(p);
}

/* After somebody has seen what the others must not see. */
static void give_keyboard(struct plain *p)
{
    if (p->holder == NOBODY)
        return;
    p->holder = NOBODY;
    for (int i = 0; i < CLEARING; i++)
        putchar('\n');
}

static void take_back(struct plain *p)
{
    int seat = match_asked(p->match);
    if (!match_undo(p->match)) {
        if (p->match->why.no_memory)
            starve(p);
        else
            puts(p->match->why.text);
        return;
    }
    if (elsewhere(p)) /* the others may have to agree */
        return;
    puts(several_people(p) ? _("The last secret choice is taken back.")
                           : _("Your last decision is taken back."));
    tell_saving(p, true);
    p->told = p->match->past->size;
    if (match_asked(p->match) != seat)
        give_keyboard(p);
}

/* Until all have chosen at one keyboard a choice can be had back. */
static void tell_chosen(struct plain *p, int seat)
{
    const struct match *m = p->match;
    if (!elsewhere(p) && m->chosen >> seat == 1 && match_asked(m) != NOBODY)
        printf(_("%s has chosen; u at the next question takes it back.\n"), name_of(p, seat));
}

static void decide(struct plain *p, int seat, const char *line)
{
    struct view v;
    action a;
    bool starved = false;
    match_view(p->match, seat, &v);
    bool means = words_decision(&v, &p->match->names, line, &a, &starved);
    if (starved) {
        starve(p);
    } else if (!means) {
        puts(_("That cannot be done now."));
    } else if (!match_decide(p->match, seat, a)) {
        starve(p);
    } else {
        tell_saving(p, true);
        tell_chosen(p, seat);
        if (match_asked(p->match) != seat) /* who is asked again keeps it */
            give_keyboard(p);
    }
}

/* Who has got the keyboard looks. */
static void take_keyboard(struct plain *p, int seat)
{
    p->holder = seat;
    print_secrets(p, seat);
}

/* --- What is typed ---------------------------------------------------------------------------- */

/* Commands of every table; false if the line is none. */
static bool obey_table(struct plain *p, const char *line)
{
    if (strcmp(line, "u") == 0) {
        take_back(p);
        p->said = SAID_NOTHING;
    } else if (strcmp(line, "r") == 0) {
        print_rules(p);
    } else if (strcmp(line, "h") == 0 || strcmp(line, "hh") == 0) {
        ask_hint(p, line[1] == 'h');
    } else if (strcmp(line, "s") == 0) {
        print_saved(p);
    } else {
        return false;
    }
    return true;
}

/* Does what a line asks for; false if it has to wait until it is their turn. */
static bool obey(struct plain *p, const char *line)
{
    const struct match *m = p->match;
    struct remote *r = elsewhere(p);
    int seat = match_asked(m);
    p->prompted = false;
    if (strcmp(line, "q") == 0)
        leave(p);
    else if (p->said == SAID_PASS)
        take_keyboard(p, seat);
    else if (strcmp(line, "?") == 0)
        print_help(p);
    else if (r && *line && room_command(&p->room, line))
        return true;
    else if (r && !r->known && *line)
        room_go(&p->room, line);
    else if (r && !r->known)
        remote_list(r);
    else if (!*line)
        p->said = SAID_NOTHING;
    else if (obey_table(p, line))
        return true;
    else if (seat != NOBODY)
        decide(p, seat, line);
    else if (p->terminal || m->stage == MATCH_OVER || !m->people)
        puts(_("That cannot be done now."));
    else
        return false;
    return true;
}

/* Whether a line can be obeyed now: all before it is answered, and the table is as it is. */
static bool is_ready(const struct plain *p, const char *line)
{
    const struct remote *r = elsewhere(p);
    if (!match_idle(p->match))
        return r && strcmp(line, "q") == 0 && !r->live;
    return r ? p->room.came || !client_table(r->client)[0] : match_asked(p->match) != NOBODY;
}

/* Obeys what has been typed first, if that can be done now; whether it did. */
static bool take_typed(struct plain *p)
{
    char line[LINES_ROOM];
    char *end = memchr(p->typed, '\n', p->size);
    size_t size = end ? (size_t)(end - p->typed) : p->size, blanks = 0, last = size;
    if (!end && !(p->ended && size)) {
        if (p->ended && p->lost)
            p->failed = !error_set(p->error, "%s", p->reason);
        p->leaving = p->ended && is_ready(p, "");
        return p->leaving;
    }
    while (blanks < size && strchr(" \t\r", p->typed[blanks]))
        blanks++;
    while (last > blanks && strchr(" \t\r", p->typed[last - 1]))
        last--;
    snprintf(line, sizeof line, "%.*s", (int)(last - blanks), p->typed + blanks);
    text_clean(line);
    if (!is_ready(p, line) || !obey(p, line))
        return false;
    size += end != NULL;
    memmove(p->typed, p->typed + size, p->size - size);
    p->size -= size;
    return true;
}

static void read_typed(struct plain *p)
{
    ssize_t got = read(STDIN_FILENO, p->typed + p->size, sizeof p->typed - 1 - p->size);
    if (got < 0 && errno != EINTR && errno != EAGAIN)
        p->failed = !error_set(p->error, "standard input cannot be read: %s; the game was left",
                               error_reason(p->error, errno));
    p->ended = p->ended || got == 0;
    p->size += got > 0 ? (size_t)got : 0;
}

/* --- What comes ------------------------------------------------------------------------------- */

static void tell_line(struct plain *p)
{
    const char *why = p->match->why.text;
    if (*why && strcmp(why, p->reason) != 0) {
        snprintf(p->reason, sizeof p->reason, "%s", why);
        print_path(p, _("The connection is lost: %s. Trying again.\n"), why);
        p->lost = true;
    }
}

static void tell_list(struct plain *p)
{
    struct text out = {0};
    room_list(elsewhere(p), &out);
    print_text(p, &out);
}

/* The table has changed: what is new is told, once all that belongs to it has come. */
static void tell_table(struct plain *p)
{
    const struct match *m = p->match;
    if (elsewhere(p) && elsewhere(p)->current && !p->room.came) {
        open_history(p);
        room_arrive(&p->room);
        p->said = SAID_NOTHING;
    }
    tell_saving(p, false);
    if (m->fault)
        tell_trouble(m->fault);
    if (match_more(m))
        return;
    print_news(p);
    if (m->people || match_awaited(m) == NOBODY)
        return;
    struct view v;
    match_view(m, NOBODY, &v);
    if (v.hand != p->hand)
        print_table(p, &v);
    p->hand = v.hand;
}

static void take_one(struct plain *p, enum match_news news)
{
    const struct error *why = &p->match->why;
    if (news == MATCH_LINE)
        tell_line(p);
    else if (news == MATCH_LIST)
        tell_list(p);
    else if (news == MATCH_HINT)
        print_hint(p);
    else if ((news == MATCH_REFUSED || news == MATCH_FAILED) && why->no_memory)
        starve(p);
    else if (news == MATCH_REFUSED)
        puts(why->text);
    else if (news == MATCH_FAILED)
        p->failed = !error_set(p->error, "%s", why->text);
    if (p->lost && elsewhere(p)->live) {
        puts(_("Connected again."));
        p->lost = false;
        p->reason[0] = '\0';
        p->said = SAID_NOTHING;
    }
    if (!p->failed && (news == MATCH_TABLE || elsewhere(p)))
        tell_table(p);
}

/* --- The loop --------------------------------------------------------------------------------- */

static void wait_for_more(struct plain *p)
{
    const struct match *m = p->match;
    bool room = p->size < sizeof p->typed - 1;
    bool reads = (m->people || m->remote) && !p->ended && room;
    bool thinks = !m->remote && match_awaited(m) != NOBODY && p->waited != m->steps + 1;
    if (!room && !memchr(p->typed, '\n', p->size)) {
        p->failed =
            !error_set(p->error, "standard input: this line is too long; expected at most %d bytes",
                       LINES_ROOM - 1);
        return;
    }
    struct pollfd ready[] = {{.fd = match_fd(m), .events = POLLIN},
                             {.fd = reads ? STDIN_FILENO : -1, .events = POLLIN}};
    fflush(stdout);
    int came = poll(ready, 2, thinks ? PATIENCE : -1);
    if (came == 0) {
        p->waited = m->steps + 1;
        print_news(p);
        printf(_("%s is thinking.\n"), name_of(p, match_awaited(m)));
    } else if (came > 0 && ready[1].revents) {
        read_typed(p);
    }
}

static bool is_over(const struct plain *p)
{
    return p->leaving || p->failed || (!elsewhere(p) && p->said == SAID_END);
}

/* Until they leave, or the only game is over. */
static void play_on(struct plain *p)
{
    while (!is_over(p)) {
        enum match_news news;
        while (!p->failed && (news = match_take(p->match)) != MATCH_NOTHING)
            take_one(p, news);
        if (!p->failed)
            ask(p);
        if (!is_over(p) && !take_typed(p) && !is_over(p))
            wait_for_more(p);
    }
}

bool plain_run(struct match *m, const char *name, struct error *e)
{
    struct plain p = {.match = m, .holder = NOBODY, .error = e, .terminal = isatty(STDIN_FILENO)};
    if (m->remote) {
        room_begin(&p.room, m->remote, name);
    } else {
        print_beginning(&p);
        open_history(&p);
        print_news(&p);
    }
    play_on(&p);
    give_keyboard(&p);
    if (match_save(m))
        tell_saving(&p, false);
    if (p.leaving || (p.failed && !e->no_memory && !m->remote))
        say_goodbye(&p);
    if (p.failed && m->unsaved)
        tell_trouble(m->unsaved);
    return !p.failed && (!m->unsaved || error_set(e, "%s", m->unsaved));
}
