/* Long work ends early: by a signal, in the middle of a game; or at a game that does not end, whose
 * record is then kept. */
#ifndef PAIRS_CLI_STOP_H
#define PAIRS_CLI_STOP_H

#include "engine/error.h"
#include "engine/text.h"

#include <stdatomic.h>

/* From now on SIGINT, SIGTERM and SIGHUP make the result true; a second one ends the program. nohup
 * is heeded: a SIGHUP that was ignored from the start stays so. */
const atomic_bool *stop_on_signals(void);

/* Keeps the record of a game that does not end in a new file of the current folder, and says in the
 * message, which already tells of the game, where it is. Frees the record; does nothing without
 * one. */
void stop_at_endless(struct text *record, struct error *e);

#endif
