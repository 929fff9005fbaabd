/* House rules: how a game is played here, in a file.
 *
 *     # evening.rules
 *     game pairs
 *     players 4
 *     option target 15
 *     deck 5 5 5 5 5 5 5 5 5 5
 *
 * The first line names a game or variant; the others may be missing. A deck has so many cards of
 * each rank from 1 to 10. Comments begin with '#'.
 */
#ifndef PAIRS_CLI_HOUSERULES_H
#define PAIRS_CLI_HOUSERULES_H

#include "engine/option.h"

/* The game that somebody named: as setup_named, or, where the name has a slash or ends in ".rules",
 * that of a file. If the file says how many play, that is set too. A message about a line of it
 * names file and line. */
bool houserules_named(struct setup *u, const char *name, struct error *e);

#endif
