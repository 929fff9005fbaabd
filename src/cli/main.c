/* pairs: the program. Finds the command and hands it the rest of the words. */
#include "bots/nets.h"
#include "cli/help.h"
#include "cli/journal.h"
#include "cli/lang.h"
#include "cli/play.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The word of a command that is not there: "GAME". */
static const char *missing(const struct command *c, int words, char out[ARGS_KEY])
{
    const char *at = _(c->usage);
    for (; words > 0; words--)
        at += strcspn(at, " ") + 1;
    snprintf(out, ARGS_KEY, "%.*s", (int)strcspn(at, " "), at);
    return out;
}

/* Too many words, or too few. */
static int wrong_words(const struct command *c, int words)
{
    struct error e = {.language = lang()};
    struct text usage = {0};
    char word[ARGS_KEY];
    help_usage(c, &usage);
    if (words < c->words_min)
        error_set(&e, "%s is missing; expected 'pairs %s'", missing(c, words, word),
                  text_of(&usage));
    else
        error_set(&e, "there is a word too many; expected 'pairs %s'", text_of(&usage));
    fprintf(stderr, "pairs %s: %s\n", c->name, e.text);
    text_free(&usage);
    return BAD_USAGE;
}

/* Runs a command on games that were played. */
static int run_saved(const struct command *c, struct args *a)
{
    struct text path[ARGS_WORDS] = {0};
    struct error e = {.language = args_language(a)};
    bool fine = true;
    int words = a->words;
    a->words = words ? words : 1;
    for (int i = 0; fine && i < a->words; i++) {
        fine = journal_named(words ? a->word[i] : NULL, INDEX_ALL, &path[i], &e);
        a->word[i] = text_of(&path[i]);
    }
    int status = fine ? c->run(a) : fail(BAD_INPUT, &e);
    for (int i = 0; i < a->words; i++)
        text_free(&path[i]);
    return status;
}

static int run(const struct command *c, int count, char *const word[])
{
    struct args a;
    struct error e = {.language = lang()};
    if (!args_parse(&a, count, word, command_flags(c), &e)) {
        fprintf(stderr, _("pairs %s: %s; see 'pairs %s --help'\n"), c->name, e.text, c->name);
        return BAD_USAGE;
    }
    if (a.help)
        return help_command(c);
    if (a.words < c->words_min || a.words > c->words_max)
        return wrong_words(c, a.words);
    return c->saved ? run_saved(c, &a) : c->run(&a);
}

static bool is_either(const char *word, const char *one, const char *other)
{
    return strcmp(word, one) == 0 || strcmp(word, other) == 0;
}

/* Runs what the words ask for; they do not hold the program's own name. */
static int run_words(int count, char *const word[])
{
    if (count == 0 && can_fill_screen(&(struct args){0}))
        return run(command_find("play"), 0, word);
    const char *name = count > 0 ? word[0] : "--help";
    if (is_either(name, "--help", "-h")) {
        int status = help_overview();
        return status == FINE && count == 0 ? BAD_USAGE : status;
    }
    if (strcmp(name, "help") == 0)
        return count > 1 ? help_about(word[1], count > 2 ? word[2] : NULL) : help_overview();
    if (is_either(name, "--version", "-V")) {
        puts("pairs " PAIRS_VERSION);
        return FINE;
    }
    const struct command *c = command_find(name);
    return c ? run(c, count - 1, word + 1) : fail_no_command(name);
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
    nets_forget();
    return all_written() || status != FINE ? status : BAD_INPUT;
}
