/* What the commands that deal with a server's data share. */
#ifndef PAIRS_CLI_SERVE_H
#define PAIRS_CLI_SERVE_H

#include "cli/commands.h"
#include "server/server.h"

/* The settings of configuration files (--config) and of flags, which win; with a place for the data
 * file. If something is wrong with them, that has been said. */
enum status serve_settings(struct server_settings *s, const struct args *a);

#endif
