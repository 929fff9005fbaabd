/* What commands share that show a game on the full screen. */
#ifndef PAIRS_CLI_PLAY_H
#define PAIRS_CLI_PLAY_H

#include "cli/args.h"
#include "tui/watch.h"

/* Whether the full screen can be used, and --plain does not forbid it. */
bool can_fill_screen(const struct args *a);

/* Shows a game on the full screen. If somebody goes on from a moment of it, that is played, and all
 * that follows. False with a message if the screen cannot be had or something went wrong. */
bool play_watch(const struct watching *what, struct error *e);

#endif
