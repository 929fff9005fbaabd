/* What the program tells about itself, made from the tables of its commands. */
#ifndef PAIRS_CLI_HELP_H
#define PAIRS_CLI_HELP_H

#include "cli/commands.h"

/* Adds what is typed, and beside it, or below where that is long, what it means: from a column on.
 */
void help_pair(struct text *out, const char *typed, const char *means, int column);

/* Adds how a command is called: "sim GAME [OPTION]...". */
void help_usage(const struct command *c, struct text *out);

/* All that there is to know about a command: `pairs COMMAND --help`. */
int help_command(const struct command *c);

/* All commands: `pairs --help`. */
int help_overview(void);

/* What there is about a word: a command, or a page of the manual; "manual" is the list of these, or
 * the page that is named then. Says so if there is nothing. */
int help_about(const char *word, const char *page);

#endif
