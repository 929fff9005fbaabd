#include "cli/help.h"

#include "cli/columns.h"
#include "cli/lang.h"
#include "cli/manual.h"

#include <string.h>

enum { LEFT_MOST = 24, COMMAND_COLUMNS = 14 };

/* Adds paragraphs, which lines divide. */
static void add_prose(struct text *out, const char *words)
{
    for (const char *at = words; *at;) {
        struct text line = {0};
        int size = (int)strcspn(at, "\n");
        text_add(&line, "%.*s", size, at);
        text_wrap(out, text_of(&line), "", ui_columns());
        out->failed |= line.failed;
        text_free(&line);
        at += size + (at[size] == '\n');
    }
}

void help_pair(struct text *out, const char *typed, const char *means, int column)
{
    struct text first = {0};
    text_add(&first, "  %s", typed);
    int left = column - text_columns(text_of(&first), (int)first.size);
    if (left < 2) {
        text_add(out, "%s\n", text_of(&first));
        text_clear(&first);
        left = column;
    }
    text_add(&first, "%*s", left, "");
    text_wrap(out, means, text_of(&first), ui_columns());
    out->failed |= first.failed;
    text_free(&first);
}

/* What is typed for a row: "-n, --players PLAYERS", or the words of the command. */
static void add_typed(struct text *out, const struct flag *f)
{
    if (f->letter)
        text_add(out, "-%c, ", f->letter);
    if (f->name)
        text_add(out, "--%s%s", f->name, f->value ? " " : "");
    text_add(out, "%s", f->value ? _(f->value) : "");
}

/* Adds a row, or the title of a group, and returns how wide its left side is. */
static int add_row(struct text *out, const struct flag *f, int column)
{
    struct text typed = {0}, means = {0};
    add_typed(&typed, f);
    text_add(&means, f->usual && f->usual[0] ? "%s (%s)" : "%s", _(f->means), f->usual);
    int wide = text_columns(text_of(&typed), (int)typed.size);
    if (wide)
        help_pair(out, text_of(&typed), text_of(&means), column);
    else
        text_add(out, "\n%s:\n", text_of(&means));
    out->failed |= typed.failed || means.failed;
    text_free(&typed);
    text_free(&means);
    return wide;
}

static void add_flags(struct text *out, const struct flag *flags)
{
    int column = 0;
    struct text tried = {0};
    for (const struct flag *f = flags; f->means; f++) {
        int wide = add_row(&tried, f, 0);
        if (wide > column && wide <= LEFT_MOST)
            column = wide;
    }
    out->failed |= tried.failed;
    text_free(&tried);
    if (column && (flags->name || flags->value))
        text_add(out, "\n");
    for (const struct flag *f = flags; f->means; f++)
        add_row(out, f, column + 4);
}

void help_usage(const struct command *c, struct text *out)
{
    const struct flag *f = command_flags(c);
    while (f->means && !f->name)
        f++;
    text_add(out, "%s%s%s%s", c->name, c->usage ? " " : "", c->usage ? _(c->usage) : "",
             f->means ? _(" [OPTION]...") : "");
}

int help_command(const struct command *c)
{
    struct text out = {0}, usage = {0};
    help_usage(c, &usage);
    text_add(&out, _("Usage: pairs %s\n\n"), text_of(&usage));
    out.failed |= usage.failed;
    text_free(&usage);
    add_prose(&out, _(c->help));
    add_flags(&out, command_flags(c));
    if (c->notes) {
        text_add(&out, "\n");
        add_prose(&out, _(c->notes));
    }
    if (c->saved) {
        text_add(&out, "\n");
        add_prose(&out, _("GAME is the number of a saved game in 'pairs history', or the name of a "
                          "game: the last one of it. Without a word it is the last one of all."));
    }
    if (manual_has(c->name))
        text_add(&out, _("\n'pairs help manual %s' is its page of the manual.\n"), c->name);
    return finish_long(&out);
}

int help_overview(void)
{
    struct text out = {0};
    text_add(&out, "%s",
             _("pairs - the Pairs family of card games\n\n"
               "Usage: pairs [--lang LANGUAGE] COMMAND [ARGUMENT]...\n"));
    for (const struct command_group *g = command_groups; g->title; g++) {
        text_add(&out, "\n%s\n", _(g->title));
        for (const struct command *const *c = g->command; *c; c++)
            help_pair(&out, (*c)->name, _((*c)->summary), COMMAND_COLUMNS);
    }
    text_add(&out, "\n");
    add_prose(&out, _("'pairs help COMMAND' tells more about one of them, 'pairs help manual' "
                      "what the manual is about, 'pairs --version' the version.\nThis program is "
                      "unofficial. The games are by James Ernest, Paul "
                      "Peterson and friends; 'pairs rules family' names them all."));
    return finish_long(&out);
}

int help_about(const char *word, const char *page)
{
    struct text out = {0};
    const struct command *c = command_find(word);
    if (c)
        return help_command(c);
    bool manual = strcmp(word, "manual") == 0;
    if (manual && !page) {
        add_prose(&out, _("'pairs help manual PAGE' shows a page of the manual:"));
        manual_list(&out, COMMAND_COLUMNS);
    } else if (!manual_page(manual ? page : word, &out)) {
        return fail_no_command(manual ? page : word);
    }
    return finish_long(&out);
}
