/* pairs: the program. Finds the command and hands it the rest of the words. */
#include "ui/commands.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {
    &play_command, &list_command,  &rules_command, &replay_command,
    &sim_command,  &bench_command, NULL,
};

int fail(enum status status, const struct error *e)
{
    fprintf(stderr, "pairs: %s\n", e->text);
    return (int)status;
}

static void print_help(void)
{
    puts("pairs - the Pairs family of card games\n\nUsage: pairs COMMAND [ARGUMENT]...\n");
    for (int i = 0; commands[i]; i++)
        printf("  %-8s %s\n", commands[i]->name, commands[i]->summary);
    puts("\n'pairs COMMAND --help' tells more about one of them; 'pairs --version' the version.\n"
         "This program is unofficial. The games are by James Ernest, Paul Peterson and friends.");
}

static int run(const struct command *c, int count, char *const word[])
{
    struct args a;
    struct error e = {0};
    if (!args_parse(&a, count, word, c->flags, &e)) {
        fprintf(stderr, "pairs %s: %s; see 'pairs %s --help'\n", c->name, e.text, c->name);
        return BAD_USAGE;
    }
    if (a.help) {
        printf("Usage: pairs %s\n\n%s", c->usage, c->help);
        return FINE;
    }
    if (a.words < c->words_min || a.words > c->words_max) {
        fprintf(stderr, "pairs %s: %s; expected 'pairs %s'\n", c->name,
                a.words < c->words_min ? "something is missing" : "there is a word too many",
                c->usage);
        return BAD_USAGE;
    }
    return c->run(&a);
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error like any other */
    const char *name = argc > 1 ? argv[1] : "--help";
    int status = BAD_USAGE;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        status = argc > 1 ? FINE : BAD_USAGE;
    } else if (strcmp(name, "--version") == 0) {
        puts("pairs " PAIRS_VERSION);
        status = FINE;
    } else {
        int i = 0;
        while (commands[i] && strcmp(commands[i]->name, name) != 0)
            i++;
        if (commands[i])
            status = run(commands[i], argc - 2, argv + 2);
        else
            fprintf(stderr, "pairs: there is no command '%.40s'; see 'pairs --help'\n", name);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "pairs: standard output cannot be written; make room and try again\n");
        return status == FINE ? BAD_INPUT : status;
    }
    return status;
}
