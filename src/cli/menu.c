#include "cli/menu.h"

#include "cli/columns.h"
#include "cli/form.h"
#include "cli/lang.h"
#include "cli/lines.h"
#include "cli/load.h"
#include "cli/offers.h"
#include "cli/reel.h"
#include "engine/game.h"
#include "engine/rulebook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct menu {
    struct settings *settings;
    struct offers offers;
    struct error *error; /* of the caller: no memory, or no input */
    bool left;           /* somebody leaves, or there is nothing more to read */
};

/* --- Words ------------------------------------------------------------------------------------ */

/* Prints all of it or nothing. */
static void print_text(struct menu *m, struct text *out)
{
    if (out->at)
        text_clean_lines(out->at);
    if (out->failed)
        m->left = !error_no_memory(m->error);
    else
        fputs(text_of(out), stdout);
    text_free(out);
}

/* Asks and reads; false if nobody answers, or the answer is to leave. */
static bool ask(struct menu *m, const char *question, char line[LINES_ROOM])
{
    if (m->left)
        return false;
    puts(question);
    m->left = !lines_read(line, m->error) || strcmp(line, "q") == 0;
    return !m->left;
}

static void print_rules(struct menu *m, const struct setup *u)
{
    struct text out = {0};
    rulebook_print(&out, rulebook_game(u, lang()), ui_columns());
    print_text(m, &out);
}

/* --- The list --------------------------------------------------------------------------------- */

static void print_offers(struct menu *m)
{
    const struct offers *o = &m->offers;
    struct text out = {0}, only = {0};
    offers_filters(o, &only);
    if (only.size)
        text_add(&out, "%s %s\n", _("Only:"), text_of(&only));
    for (int i = 0, number = 0; i < o->count; i++) {
        const struct offer *offer = &o->offer[i];
        if (offer->kind != OFFER_HEADING)
            text_add(&out, "%d: ", ++number);
        offers_name(o, offer, &out);
        if (offer->kind == OFFER_GAME) {
            text_add(&out, " (");
            setup_players_text(&offer->setup, "-", ", ", &out);
            text_add(&out, ")");
        }
        text_add(&out, offer->kind == OFFER_HEADING ? ":\n" : "\n");
    }
    if (!o->count)
        text_add(&out, "%s\n",
                 offers_filtered(o) ? _("No game is like that.") : _("Nothing has been saved."));
    out.failed |= only.failed;
    text_free(&only);
    print_text(m, &out);
}

static void print_list_help(void)
{
    puts(_("A number or a name: that game; one that is over is told from its beginning.\n"
           "Enter alone: the list once more.\n"
           "p 4: only games for four players; p: for any number.\n"
           "k: only one kind of games; once more: the next kind.\n"
           "/kit: only games with these letters in their name or kind; /: all of them.\n"
           "s: all saved games; once more: all games.\n"
           "q: leave.\n"
           "?: this help."));
}

/* A filter, or another list; false if the line is neither. */
static bool filter(struct menu *m, const char *line)
{
    struct offers *o = &m->offers;
    if (line[0] == '/')
        snprintf(o->words, sizeof o->words, "%.*s", text_fit(line + 1, sizeof o->words - 1),
                 line + 1);
    else if (line[0] == 'p' && (line[1] == '\0' || line[1] == ' '))
        o->players = (int)strtol(line + 1, NULL, 10) % (PLAYERS_MAX + 1);
    else if (strcmp(line, "k") == 0)
        offers_turn_kind(o, 1);
    else if (strcmp(line, "s") == 0)
        return offers_show_all(o, !o->all, m->error) || (m->left = true);
    else
        return false;
    offers_list(o);
    return true;
}

/* The offer of a number or a name; false with a message if there is none. */
static bool find(const struct menu *m, const char *line, struct offer *found, struct error *e)
{
    char *end;
    long number = strtol(line, &end, 10);
    found->kind = OFFER_GAME;
    if (end == line || *end)
        return setup_named(&found->setup, line, e);
    for (int i = 0; i < m->offers.count; i++)
        if (m->offers.offer[i].kind != OFFER_HEADING && --number == 0) {
            *found = m->offers.offer[i];
            return true;
        }
    return error_set(e, "'%.40s' is not in the list; expected a number of it, or a name", line);
}

/* Until something of the list is chosen; false: they leave. */
static bool choose(struct menu *m, struct offer *chosen)
{
    char line[LINES_ROOM];
    bool show = true;
    while (!m->left) {
        struct error e = {.language = lang()};
        if (show)
            print_offers(m);
        if (!ask(m, _("What do you play? Type a number or a name, or ? for help:"), line))
            return false;
        show = line[0] == '\0' || filter(m, line);
        if (strcmp(line, "?") == 0)
            print_list_help();
        else if (!show && find(m, line, chosen, &e))
            return true;
        else if (!show)
            puts(e.text);
    }
    return false;
}

/* --- What is agreed --------------------------------------------------------------------------- */

/* Lines know no speed. */
static bool is_shown(const struct form *f, int row)
{
    return f->row[row].kind != ROW_SPEED;
}

static void print_form(struct menu *m, const struct form *f)
{
    struct text out = {0};
    text_add(&out, "%s\n", offers_title(&f->setup));
    for (int row = 0, number = 0; row < f->rows; row++) {
        if (!is_shown(f, row))
            continue;
        struct text value = {0};
        form_value(f, row, &value);
        text_add(&out, "%d: ", ++number);
        form_label(f, row, &out);
        text_add(&out, ": %s%s\n", value.size ? text_of(&value) : _("a person"),
                 form_differs(f, row) ? _(" (not as usual)") : "");
        out.failed |= value.failed;
        text_free(&value);
    }
    if (f->wrong.text[0])
        text_add(&out, "%s\n", f->wrong.text);
    print_text(m, &out);
}

static void print_form_help(void)
{
    puts(_("Enter alone: the game begins.\n"
           "A number: change that line; with the value behind it, at once: 2 4\n"
           "A seat is a bot (a level from 1 to 8; bold-, cautious- or liar- before it), or\n"
           "'person' with a name behind it.\n"
           "d: all as usual again, but for the names.\n"
           "r: the rules, as they are with these options.\n"
           "b: back to the list.\n"
           "q: leave.\n"
           "?: this help."));
}

/* The row of a number in the list, -1 if it is none; *rest is what stands behind it. */
static int find_row(const struct form *f, char *line, char **rest)
{
    long number = strtol(line, rest, 10);
    bool whole = *rest != line && (**rest == '\0' || **rest == ' ');
    *rest += strspn(*rest, " ");
    for (int row = 0; whole && row < f->rows; row++)
        if (is_shown(f, row) && --number == 0)
            return row;
    return -1;
}

/* Changes a row; asks for the value where none was typed. */
static void change(struct menu *m, struct form *f, int row, const char *value)
{
    char line[LINES_ROOM];
    struct error e = {.language = lang()};
    if (!*value) {
        struct text about = {0};
        if (f->row[row].kind == ROW_SEAT)
            text_add(&about, "%s", _("a bot, or 'person' with a name behind it"));
        else
            form_help(f, row, &about);
        text_add(&about, "\n");
        print_text(m, &about);
        if (!ask(m, _("What is it to be? Enter alone leaves it:"), line) || !*line)
            return;
        value = line;
    }
    if (!form_set(f, row, value, &e))
        puts(e.text);
}

/* What a line of the form asks for; true: the game can begin. */
static bool answer(struct menu *m, struct form *f, char *line)
{
    char *value;
    int row = find_row(f, line, &value);
    if (*line == '\0')
        return !f->wrong.text[0];
    if (strcmp(line, "d") == 0)
        form_reset(f);
    else if (strcmp(line, "r") == 0)
        print_rules(m, &f->setup);
    else if (strcmp(line, "?") == 0)
        print_form_help();
    else if (row >= 0)
        change(m, f, row, value);
    else
        puts(_("That cannot be done now."));
    return false;
}

/* True: the game begins as the plan says; false: back to the list, or they leave. */
static bool agree(struct menu *m, const struct setup *chosen, struct plan *p)
{
    struct form f;
    struct error e = {.language = lang()};
    char line[LINES_ROOM];
    form_init(&f, chosen, m->settings);
    do {
        print_form(m, &f);
        if (!ask(m, _("Enter begins. Type a number to change a line, or ? for help:"), line) ||
            strcmp(line, "b") == 0)
            return false;
    } while (!answer(m, &f, line));
    if (!form_plan(&f, p, m->settings, &e)) {
        puts(e.text);
        return false;
    }
    if (!settings_save(m->settings, &e)) /* the game can be played all the same */
        puts(e.text);
    return true;
}

/* --- The menu --------------------------------------------------------------------------------- */

/* All that happened in a game that is over. */
static void tell(struct menu *m, const char *path)
{
    struct text out = {0};
    struct error e = {.language = lang()};
    struct reader *r = load_try(path, &e);
    if (r)
        reel_story(reader_table(r), EVERYTHING, &out);
    else
        text_add(&out, "%s\n", e.text);
    reader_free(r);
    print_text(m, &out);
}

/* What is done with what was chosen; true: it is the game to be played. */
static bool take(struct menu *m, const struct offer *offer, struct plan *p,
                 struct lobby_choice *choice)
{
    struct saved_game *g = offers_saved(&m->offers, offer);
    switch (offer->kind) {
    case OFFER_RESUME:
        *choice = (struct lobby_choice){.path = g->path};
        g->path = NULL;
        return true;
    case OFFER_OVER:
        tell(m, g->path);
        return false;
    case OFFER_MORE:
        filter(m, "s");
        return false;
    default:
        return agree(m, &offer->setup, p);
    }
}

bool menu_run(struct plan *p, struct lobby_choice *choice, struct settings *settings,
              struct error *e)
{
    struct menu m = {.settings = settings, .error = e};
    struct offer offer;
    bool chosen = false;
    *choice = (struct lobby_choice){0};
    if (offers_init(&m.offers, e))
        while (!chosen && choose(&m, &offer))
            chosen = take(&m, &offer, p, choice);
    offers_free(&m.offers);
    return chosen;
}
