#include "ui/plain.h"

#include "engine/rulebook.h"
#include "ui/advice.h"
#include "ui/columns.h"
#include "ui/lang.h"
#include "ui/lines.h"
#include "ui/words.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENCE = 500, /* milliseconds after which a thinking bot is told of */
    CLEARING = 60,  /* blank lines that push a secret off the screen */
};

struct plain {
    struct sitting *sitting;
    const struct table *table;
    seats people;
    int holder;                   /* who has the keyboard and may see their own cards, or NOBODY */
    const struct chronicle *past; /* the table's */
    size_t told;                  /* how many events everybody has been told of */
    size_t known[PLAYERS_MAX];    /* and this person, with what only they may know */
    int hand;                     /* for spectators: the hand whose table was described last */
    bool unsaved;                 /* they have been told that the copy is not as the table is */
    size_t warned;                /* before leaving, after so many steps and one */
    struct error input;           /* why no more can be read; empty: nothing is wrong with it */
    bool starved;                 /* memory has run out, and the game is left */
};

/* --- Words ------------------------------------------------------------------------------------ */

/* The only person always looks; of several, who has the keyboard; else everybody and nobody. */
static int who_looks(const struct plain *p)
{
    bool several = p->people & (p->people - 1);
    return p->people && !several ? __builtin_ctz(p->people) : p->holder;
}

static const char *name_of(const struct plain *p, int seat)
{
    struct names names = table_names(p->table);
    return words_name(&names, seat);
}

/* Prints all of it or nothing. */
static void print_text(struct plain *p, struct text *out)
{
    if (out->at)
        text_clean_lines(out->at);
    p->starved = p->starved || out->failed;
    if (!p->starved)
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

/* One event, as the one who looks may know it. */
static void tell(const struct plain *p, const struct event *e, int looks, struct text *out)
{
    struct names names = table_names(p->table);
    event_text(out, p->table->setup.game, e, looks, &names, lang());
}

/* The event at *i, with those that belong to it, up to `end`; *i is then the next one. */
static struct event take_event(const struct plain *p, size_t *i, size_t end)
{
    const struct event *at = p->past->event;
    struct event e = at[(*i)++];
    for (; *i < end && event_joins(&e, &at[*i]); ++*i)
        event_join(&e, &at[*i]);
    return e;
}

/* What has happened since it was told last, to everybody or to the one with the keyboard. */
static void print_news(struct plain *p)
{
    size_t *at = p->holder == NOBODY ? &p->told : &p->known[p->holder];
    struct names names = table_names(p->table);
    struct telling t = {p->past, p->table->setup.game, &names, lang(), who_looks(p), p->past->size};
    struct text out = {0};
    telling_lines(&out, &t, *at);
    *at = t.end;
    print_text(p, &out);
}

/* What happened since a person had the keyboard last and nobody else could be told. */
static void print_secrets(struct plain *p, int seat)
{
    struct text out = {0}, public = {0}, own = {0};
    while (p->known[seat] < p->told) {
        struct event e = take_event(p, &p->known[seat], p->told);
        text_clear(&public);
        text_clear(&own);
        tell(p, &e, NOBODY, &public);
        tell(p, &e, seat, &own);
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
    struct names names = table_names(p->table);
    struct text out = {0};
    words_table(&out, v, &names);
    print_text(p, &out);
}

static void print_actions(struct plain *p, const struct view *v)
{
    struct names names = table_names(p->table);
    struct text out = {0};
    words_actions(&out, v, &names);
    print_text(p, &out);
}

/* The decision that a typed line means; false if it means none. */
static bool understand(struct plain *p, const struct view *v, const char *line, action *a)
{
    struct names names = table_names(p->table);
    return words_decision(v, &names, line, a, &p->starved);
}

/* --- Questions -------------------------------------------------------------------------------- */

static void print_help(void)
{
    puts(_("Type the number of a decision, or its words, and Enter.\n"
           "Enter alone: the table once more.\n"
           "h: a hint; hh: with odds.\n"
           "u: take back your last decision.\n"
           "r: the rules of the game.\n"
           "s: where the game is saved.\n"
           "q: leave; the game is saved, and 'pairs play --resume' goes on with it.\n"
           "?: this help."));
}

/* In words, or the figures. */
static void print_hint(struct plain *p, int seat, bool figures)
{
    struct text out = {0};
    struct advice *a = advice_start(p->table, seat);
    if (a) {
        struct pollfd ready = {.fd = advice_fd(a), .events = POLLIN};
        fflush(stdout); /* it may take a moment */
        while (!advice_ready(a))
            poll(&ready, 1, -1);
        if (figures)
            advice_sentences(a, &out);
        else
            advice_text(a, &out);
        advice_free(a);
    }
    if (!a || out.failed) /* the game can do without */
        puts(_("Memory has run out; there is no advice."));
    else
        fputs(text_of(&out), stdout);
    text_free(&out);
}

static void tell_trouble(const char *message)
{
    fflush(stdout);
    fprintf(stderr, "pairs: %s\n", message);
}

/* That the copy is not as the table is any more, or is again; `always`: or still is not. */
static void tell_saving(struct plain *p, bool always)
{
    const char *unsaved = sitting_unsaved(p->sitting);
    if (unsaved && (always || !p->unsaved))
        tell_trouble(unsaved);
    else if (!unsaved && p->unsaved)
        puts(_("Everything is saved again."));
    p->unsaved = unsaved;
}

static void print_saved(struct plain *p)
{
    const char *path = sitting_path(p->sitting);
    if (sitting_unsaved(p->sitting))
        tell_saving(p, true);
    else if (path)
        print_path(p, _("The game is saved after every step, in %s\n"), path);
    else
        puts(_("This game is not saved."));
}

/* Whoever would lose something by leaving is asked once more. */
static bool may_leave(struct plain *p)
{
    size_t now = p->table->steps + 1;
    if (sitting_save(p->sitting) || p->warned == now)
        return true;
    p->warned = now;
    tell_saving(p, true);
    puts(_("What came after that is lost if you leave; q once more leaves."));
    return false;
}

static void take_back(struct plain *p)
{
    struct error e = {.language = lang()};
    if (!sitting_undo(p->sitting, &e)) {
        if (e.no_memory)
            p->starved = true;
        else
            puts(e.text);
        return;
    }
    puts(p->people & (p->people - 1) ? _("The last secret choice is taken back.")
                                     : _("Your last decision is taken back."));
    tell_saving(p, true);
    p->told = p->past->size;
}

enum answer { ANSWER_AGAIN, ANSWER_TABLE, ANSWER_DECIDED, ANSWER_LEAVE };

/* What a line asks for; whatever is no decision is done here. */
/* Those of this very table. */
static void print_rules(struct plain *p)
{
    struct text out = {0};
    const struct setup *u = &p->table->setup;
    rulebook_print(&out, rulebook_game(u, lang()), ui_columns());
    print_text(p, &out);
}

static enum answer answer(struct plain *p, const struct view *v, const char *line, action *a)
{
    if (*line == '\0')
        return ANSWER_TABLE;
    if (strcmp(line, "q") == 0)
        return may_leave(p) ? ANSWER_LEAVE : ANSWER_AGAIN;
    if (strcmp(line, "u") == 0) {
        take_back(p);
        return ANSWER_TABLE;
    }
    if (strcmp(line, "r") == 0)
        print_rules(p);
    else if (strcmp(line, "h") == 0 || strcmp(line, "hh") == 0)
        print_hint(p, v->looks, line[1] == 'h');
    else if (strcmp(line, "s") == 0)
        print_saved(p);
    else if (strcmp(line, "?") == 0)
        print_help();
    else if (understand(p, v, line, a))
        return ANSWER_DECIDED;
    else
        puts(_("That cannot be done now."));
    return ANSWER_AGAIN;
}

/* Asks until there is a decision, or somebody else is to be asked; false: somebody leaves, or
 * memory has run out. */
static bool ask(struct plain *p, int seat, action *a)
{
    struct view v;
    char line[LINES_ROOM];
    bool several = p->people & (p->people - 1);
    enum answer said = ANSWER_TABLE;
    while (said != ANSWER_DECIDED && sitting_person(p->sitting) == seat) {
        if (said == ANSWER_TABLE) {
            table_view(p->table, seat, &v);
            print_table(p, &v);
            print_actions(p, &v);
        }
        if (p->starved)
            return false;
        if (several)
            printf(_("%s, it is your turn. Type a number, or ? for help:\n"), name_of(p, seat));
        else
            puts(_("It is your turn. Type a number, or ? for help:"));
        if (!lines_read(line, &p->input))
            return false;
        said = answer(p, &v, line, a);
        if (said == ANSWER_LEAVE || p->starved)
            return false;
    }
    return true;
}

/* --- Several people --------------------------------------------------------------------------- */

/* Before somebody sees what the others must not see; false: they leave. */
static bool take_keyboard(struct plain *p, int seat)
{
    char line[LINES_ROOM];
    if (!sitting_secret(p->sitting, seat) || p->holder == seat)
        return true;
    const char *name = name_of(p, seat);
    printf(_("Pass the keyboard to %s.\n%s: press Enter when nobody else is looking.\n"), name,
           name);
    do {
        if (!lines_read(line, &p->input))
            return false;
        if (strcmp(line, "q") == 0 && may_leave(p))
            return false;
    } while (strcmp(line, "q") == 0);
    p->holder = seat;
    print_secrets(p, seat);
    return true;
}

/* After it. */
static void give_keyboard(struct plain *p)
{
    if (p->holder == NOBODY)
        return;
    p->holder = NOBODY;
    for (int i = 0; i < CLEARING; i++)
        putchar('\n');
}

/* --- The game --------------------------------------------------------------------------------- */

/* A step has been taken, unless memory has run out; a person's own is told of whenever it is not
 * kept. */
static void step_taken(struct plain *p, bool taken, bool own)
{
    p->starved = p->starved || !taken;
    if (p->starved)
        return;
    tell_saving(p, own);
    if (sitting_fault(p->sitting))
        tell_trouble(sitting_fault(p->sitting));
}

/* A card, a lot or a bot's decision. */
static void take_step(struct plain *p)
{
    struct error e = {.language = lang()};
    bool taken = sitting_step(p->sitting, &e);
    step_taken(p, taken, false);
}

static void wait_for_bot(struct plain *p)
{
    struct view v;
    table_view(p->table, NOBODY, &v);
    if (!p->people && v.hand != p->hand)
        print_table(p, &v);
    p->hand = v.hand;
    struct pollfd ready = {.fd = sitting_fd(p->sitting), .events = POLLIN};
    if (poll(&ready, 1, PATIENCE) == 0) {
        print_news(p);
        printf(_("%s is thinking.\n"), name_of(p, sitting_thinker(p->sitting)));
        fflush(stdout);
    }
    take_step(p);
}

/* Until all have chosen a choice can be had back. */
static void tell_chosen(struct plain *p, int seat)
{
    if (!p->starved && sitting_chooser(p->sitting) == seat && sitting_due(p->sitting) == DUE_PERSON)
        printf(_("%s has chosen; u at the next question takes it back.\n"), name_of(p, seat));
}

/* False: they leave. Who is asked again at once keeps the keyboard. */
static bool ask_person(struct plain *p)
{
    int seat = sitting_person(p->sitting);
    action a = 0;
    struct error e = {.language = lang()};
    if (!take_keyboard(p, seat) || !ask(p, seat, &a)) {
        give_keyboard(p);
        return false;
    }
    if (sitting_person(p->sitting) == seat) { /* or somebody has taken back what they had chosen */
        bool taken = sitting_play(p->sitting, seat, a, &e);
        step_taken(p, taken, true);
        tell_chosen(p, seat);
    }
    if (sitting_due(p->sitting) != DUE_PERSON || sitting_person(p->sitting) != seat)
        give_keyboard(p);
    return true;
}

static void print_end(struct plain *p)
{
    struct view v;
    struct names names = table_names(p->table);
    struct text out = {0};
    table_view(p->table, who_looks(p), &v);
    words_end(&out, &v, &names);
    print_text(p, &out);
    const struct plan *plan = sitting_plan(p->sitting);
    if (!plan->seed_chosen)
        printf(_("The seed was %llu.\n"), (unsigned long long)plan->seed);
    if (sitting_path(p->sitting) && !sitting_unsaved(p->sitting))
        print_path(p, _("The record of the game is in %s\n"), sitting_path(p->sitting));
}

static void say_goodbye(const struct plain *p)
{
    puts(!sitting_path(p->sitting) ? _("Goodbye.")
         : sitting_unsaved(p->sitting)
             ? _("Goodbye. 'pairs play --resume' goes on where the game "
                 "could be saved last.")
             : _("Goodbye. 'pairs play --resume' goes on with this game."));
}

static void print_beginning(struct plain *p)
{
    const struct plan *plan = sitting_plan(p->sitting);
    const struct setup *u = &plan->setup;
    const char *title = _(u->preset ? u->preset->title : u->game->title);
    struct text head = {0};
    lang_players(&head, title, u->players);
    if (plan->seed_chosen)
        text_add(&head, _(", seed %llu"), (unsigned long long)plan->seed);
    text_add(&head, ".%s\n",
             p->people ? "" : _(" No terminal: the computer plays against itself."));
    rulebook_goal(&head, u, lang());
    text_add(&head, "%s", u->game->goal ? "\n" : "");
    if (p->table->steps > 0)
        text_add(&head, "%s\n", _("You go on where you left off."));
    print_text(p, &head);
}

/* Where the story begins for those who come back: with the hand that is being played. */
static void open_chronicle(struct plain *p)
{
    size_t at = p->past->size;
    while (at > 0 && p->past->event[at - 1].kind != EVENT_HAND)
        at--;
    p->told = at > 0 ? at - 1 : 0;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        p->known[seat] = p->told;
}

/* Whether bots are about to choose at the same time as one that has chosen: they are told of
 * together. */
static bool more_choose(const struct plain *p, enum due due)
{
    const struct event *last = p->past->size ? &p->past->event[p->past->size - 1] : NULL;
    return due == DUE_BOT && last && last->kind == EVENT_DECIDE && last->seen != EVERYBODY;
}

/* False: somebody left, or memory ran out. */
static bool play_on(struct plain *p)
{
    while (!p->starved) {
        enum due due = sitting_due(p->sitting);
        if (due != DUE_CHANCE && !more_choose(p, due))
            print_news(p); /* cards that are dealt together are told together */
        if (p->starved)
            return false;
        switch (due) {
        case DUE_CHANCE:
            take_step(p);
            break;
        case DUE_BOT:
            wait_for_bot(p);
            break;
        case DUE_PERSON:
            if (!ask_person(p))
                return false;
            break;
        case DUE_NOTHING:
            return true;
        }
    }
    return false;
}

/* From the beginning to the end, or until somebody leaves. */
static void play_through(struct plain *p)
{
    print_beginning(p);
    open_chronicle(p);
    bool over = play_on(p);
    if (sitting_save(p->sitting))
        tell_saving(p, false);
    if (over)
        print_end(p);
    else if (!p->starved)
        say_goodbye(p);
}

bool plain_run(struct sitting *s, struct error *e)
{
    struct plain p = {
        .sitting = s, .table = sitting_table(s), .people = sitting_people(s), .holder = NOBODY};
    p.input.language = lang();
    p.past = &p.table->past;
    play_through(&p);
    const char *unsaved = sitting_unsaved(s);
    if (!p.starved && !p.input.text[0])
        return !unsaved || error_set(e, "%s", unsaved);
    if (unsaved)
        tell_trouble(unsaved);
    return p.starved ? error_no_memory(e) : error_set(e, "%s", p.input.text);
}
