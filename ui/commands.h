/* The commands of the program: each takes the words after its name and returns the exit status. */
#ifndef PAIRS_UI_COMMANDS_H
#define PAIRS_UI_COMMANDS_H

#include "engine/text.h"
#include "ui/args.h"

enum status { FINE = 0, BAD_INPUT = 1, BAD_USAGE = 2 };

struct command {
    const char *name, *usage, *summary, *help;
    void (*tell)(struct text *out); /* adds to the help what is not known before; or NULL */
    unsigned flags;                 /* of enum flag */
    const char *const *settings;    /* --NAME VALUE of its own, up to a NULL; or NULL */
    int words_min, words_max;
    int (*run)(const struct args *a);
};

extern const struct command list_command, rules_command, replay_command, sim_command, play_command,
    odds_command, analyse_command, arena_command, solve_command, learn_command, watch_command,
    history_command, stats_command, verify_command, serve_command, join_command, backup_command,
    admin_command, account_command, exploit_command, prospects_command, compare_command,
    layout_command, print_command;

/* Prints "pairs: message" on standard error and returns the status: BAD_INPUT whenever memory has
 * run out. */
int fail(enum status status, const struct error *e);

/* The same about a line of a file, "file:line: message"; returns BAD_INPUT. */
int fail_at(const char *path, const struct error *e);

/* How a command ends that has composed its result: prints all of it, or, if memory ran out on the
 * way, a message and nothing. Frees the text and returns the status. */
int finish(struct text *out);

#endif
