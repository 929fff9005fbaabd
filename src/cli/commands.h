/* The commands of the program: each takes the words after its name and returns the exit status. */
#ifndef PAIRS_CLI_COMMANDS_H
#define PAIRS_CLI_COMMANDS_H

#include "cli/args.h"
#include "engine/text.h"

enum status { FINE = 0, BAD_INPUT = 1, BAD_USAGE = 2 };

/* Parsing, help and completion all come from here. What people read is English, and translated
 * where it is shown. */
struct command {
    const char *name;
    const char *usage;        /* its words, as "GAME [FILE]"; NULL for none. See completion.c */
    const char *summary;      /* in a line */
    const char *help;         /* paragraphs, before the flags; each is wrapped as it is shown */
    const struct flag *flags; /* NULL for none, */
    const struct flag *(*make_flags)(void); /* or where they are made when they are needed */
    const char *notes;                      /* paragraphs after the flags; or NULL */
    int words_min, words_max;
    bool
        saved; /* its words name games that were played, see journal_named; no word: the last one */
    int (*run)(const struct args *a);
};

/* All commands, in groups; the last one has no title. */
struct command_group {
    const char *title;
    const struct command *command[10]; /* up to a NULL */
};

extern const struct command_group command_groups[];

/* The command of a name, NULL if there is none. */
const struct command *command_find(const char *name);

/* The flags of a command; a table of nothing where it has none. */
const struct flag *command_flags(const struct command *c);

/* Prints "pairs: message" on standard error and returns the status: BAD_INPUT whenever memory has
 * run out. */
int fail(enum status status, const struct error *e);

/* The same about a line of a file, "file:line: message"; returns BAD_INPUT. */
int fail_at(const char *path, const struct error *e);

/* Says that there is no command of this name, and which one may have been meant. */
int fail_no_command(const char *name);

/* How a command ends that has composed its result: prints all of it, or, if memory ran out on the
 * way, a message and nothing. Frees the text and returns the status. */
int finish(struct text *out);

/* The same for words to be read at leisure: where they are more than a terminal shows at once,
 * $PAGER shows them, or else less, if it is there. */
int finish_long(struct text *out);

#endif
