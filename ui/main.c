/* pairs: the program. Finds the command and hands it the rest of the words. */
#include "engine/spelling.h"
#include "ui/commands.h"
#include "ui/lang.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct command *const commands[] = {
    &play_command,      &learn_command,  &list_command,    &rules_command,   &replay_command,
    &verify_command,    &watch_command,  &history_command, &stats_command,   &odds_command,
    &analyse_command,   &sim_command,    &compare_command, &arena_command,   &exploit_command,
    &prospects_command, &solve_command,  &layout_command,  &print_command,   &serve_command,
    &join_command,      &backup_command, &admin_command,   &account_command, NULL,
};

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

int finish(struct text *out)
{
    struct error e = {.language = lang()};
    bool whole = !out->failed || error_no_memory(&e);
    if (out->at) /* names of bots are whatever the command line had */
        text_clean_lines(out->at);
    if (whole)
        fputs(text_of(out), stdout); /* whether that went well is looked at in the end */
    text_free(out);
    return whole ? FINE : fail(BAD_INPUT, &e);
}

static void print_help(void)
{
    puts(_("pairs - the Pairs family of card games\n\n"
           "Usage: pairs [--lang LANGUAGE] COMMAND [ARGUMENT]...\n"));
    for (int i = 0; commands[i]; i++)
        printf("  %-9s %s\n", commands[i]->name, _(commands[i]->summary));
    puts(_("\n'pairs COMMAND --help' tells more about one of them; 'pairs --version' the version.\n"
           "This program is unofficial. The games are by James Ernest, Paul Peterson and friends;\n"
           "'pairs rules family' names them all."));
}

static int help(const struct command *c)
{
    struct text out = {0};
    text_add(&out, _("Usage: pairs %s\n\n"), _(c->usage));
    text_add(&out, "%s", _(c->help));
    if (c->tell)
        c->tell(&out);
    return finish(&out);
}

static int run(const struct command *c, int count, char *const word[])
{
    struct args a;
    struct error e = {.language = lang()};
    if (!args_parse(&a, count, word, c->flags, c->settings, &e)) {
        fprintf(stderr, _("pairs %s: %s; see 'pairs %s --help'\n"), c->name, e.text, c->name);
        return BAD_USAGE;
    }
    if (a.help)
        return help(c);
    if (a.words < c->words_min || a.words > c->words_max) {
        fprintf(stderr, _("pairs %s: %s; expected 'pairs %s'\n"), c->name,
                a.words < c->words_min ? _("something is missing") : _("there is a word too many"),
                _(c->usage));
        return BAD_USAGE;
    }
    return c->run(&a);
}

/* What was meant: a command, or a game that is to be played. */
static int no_command(const char *name)
{
    struct error e = {.language = lang()};
    struct setup u;
    struct guess guess = guess_at(name);
    for (int i = 0; commands[i]; i++)
        guess_try(&guess, commands[i]->name, commands[i]->name);
    if (guess.meant)
        error_set(&e, "there is no command '%.40s'; did you mean '%s'?", name, guess.meant);
    else if (setup_named(&u, name, &e))
        error_set(&e, "there is no command '%.40s'; did you mean 'play %s'?", name, setup_name(&u));
    else
        error_set(&e, "there is no command '%.40s'; see 'pairs --help'", name);
    return fail(BAD_USAGE, &e);
}

/* Runs what the words ask for; they do not hold the program's own name. */
static int run_words(int count, char *const word[])
{
    const char *name = count > 0 ? word[0] : "--help";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        return count > 0 ? FINE : BAD_USAGE;
    }
    if (strcmp(name, "--version") == 0) {
        puts("pairs " PAIRS_VERSION);
        return FINE;
    }
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return run(commands[i], count - 1, word + 1);
    return no_command(name);
}

/* A file that is opened later must never become standard input, output or error because that was
 * closed. What takes its number can be neither read nor written. */
static bool occupy_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/", O_PATH) != fd)
            return false;
    return true;
}

/* Whether all that was said has come out; messages, too, are part of the result. */
static bool all_written(void)
{
    bool output = fflush(stdout) == 0 && !ferror(stdout);
    if (!output && errno != EPIPE) /* whoever closed the pipe has seen enough */
        fputs(_("pairs: standard output cannot be written; make room and try again\n"), stderr);
    return output && !ferror(stderr);
}

static int no_language(const char *name)
{
    struct error e = {.language = lang()};
    struct text known = {0};
    for (const struct language *l = languages; l->name; l++)
        text_add(&known, "%s%s", l == languages ? "" : _(" or "), l->name);
    error_set(&e, "there is no language '%.40s'; expected %s", name, text_of(&known));
    text_free(&known);
    return fail(BAD_USAGE, &e);
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error like any other, */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that grows too large */
    if (!occupy_standard())
        return BAD_INPUT;
    int first = 1;
    const char *language = NULL;
    if (argc > 2 && strcmp(argv[1], "--lang") == 0) {
        language = argv[2];
        first = 3;
    }
    int status =
        lang_choose(language) ? run_words(argc - first, argv + first) : no_language(language);
    return all_written() || status != FINE ? status : BAD_INPUT;
}
