#include "cli/commands.h"

#include "cli/lang.h"
#include "engine/spelling.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

extern const struct command list_command, rules_command, replay_command, sim_command, play_command,
    odds_command, analyse_command, arena_command, solve_command, learn_command, watch_command,
    history_command, stats_command, verify_command, serve_command, join_command, backup_command,
    admin_command, account_command, exploit_command, prospects_command, compare_command,
    layout_command, print_command, completion_command, migrate_command;

const struct command_group command_groups[] = {
    {N_("Play"), {&play_command, &list_command, &account_command, &print_command}},
    {N_("Learn"), {&learn_command, &rules_command, &odds_command}},
    {N_("Look back"),
     {&history_command, &stats_command, &watch_command, &analyse_command, &replay_command,
      &verify_command}},
    {N_("Host"), {&serve_command, &admin_command, &backup_command, &migrate_command}},
    {N_("Study"),
     {&sim_command, &compare_command, &arena_command, &exploit_command, &prospects_command,
      &solve_command}},
    {N_("Programs"), {&join_command, &layout_command, &completion_command}},
    {NULL, {NULL}},
};

const struct command *command_find(const char *name)
{
    for (const struct command_group *g = command_groups; g->title; g++)
        for (const struct command *const *c = g->command; *c; c++)
            if (strcmp((*c)->name, name) == 0)
                return *c;
    return NULL;
}

const struct flag *command_flags(const struct command *c)
{
    static const struct flag none[] = {END_ROW};
    return c->make_flags ? c->make_flags() : c->flags ? c->flags : none;
}

int fail(enum status status, const struct error *e)
{
    fprintf(stderr, "pairs: %s\n", e->text);
    return (int)(e->no_memory ? BAD_INPUT : status);
}

int fail_at(const char *path, const struct error *e)
{
    char shown[PATH_MAX];
    snprintf(shown, sizeof shown, "%s", path);
    text_clean(shown);
    fprintf(stderr, "%s:%d: %s\n", shown, e->line, e->text);
    return BAD_INPUT;
}

/* What was meant: a command, or a game that is to be played. */
int fail_no_command(const char *name)
{
    struct error e = {.language = lang()};
    struct setup u;
    struct guess guess = guess_at(name);
    for (const struct command_group *g = command_groups; g->title; g++)
        for (const struct command *const *c = g->command; *c; c++)
            guess_try(&guess, (*c)->name, (*c)->name);
    if (guess.meant)
        error_set(&e, "there is no command '%.40s'; did you mean '%s'?", name, guess.meant);
    else if (setup_named(&u, name, &e))
        error_set(&e, "there is no command '%.40s'; did you mean 'play %s'?", name, setup_name(&u));
    else
        error_set(&e, "there is no command '%.40s'; see 'pairs --help'", name);
    return fail(BAD_USAGE, &e);
}

/* Prints what was composed, on standard output or to a pager. */
static int finish_on(struct text *out, FILE *to)
{
    struct error e = {.language = lang()};
    bool whole = !out->failed || error_no_memory(&e);
    if (out->at) /* names of bots are whatever the command line had */
        text_clean_lines(out->at);
    if (whole)
        fputs(text_of(out), to); /* whether that went well is looked at in the end */
    text_free(out);
    return whole ? FINE : fail(BAD_INPUT, &e);
}

int finish(struct text *out)
{
    return finish_on(out, stdout);
}

int finish_long(struct text *out)
{
    struct winsize size = {0};
    const char *chosen = getenv("PAGER");
    int lines = 0;
    for (const char *at = text_of(out); (at = strchr(at, '\n')); at++)
        lines++;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || lines < size.ws_row)
        return finish(out);
    FILE *pager = popen(chosen && *chosen ? chosen
                                          : "if command -v less >/dev/null; then exec less -FRX; "
                                            "else exec cat; fi",
                        "w");
    int status = finish_on(out, pager ? pager : stdout);
    if (pager)
        pclose(pager);
    return status;
}
