/* Bots that are other programs, asked over their standard input and output as docs/protocol.md
 * says. Such a program can do anything: hang, crash, flood, answer nonsense. Whatever it does wrong
 * is noticed within the time limit, ends it, and is told by program_fault. */
#ifndef PAIRS_WIRE_PROGRAM_H
#define PAIRS_WIRE_PROGRAM_H

#include "engine/knowledge.h"

#include <stdatomic.h>

struct program;

/* A program by its command, which /bin/sh runs at the first question. Each answer may take so many
 * milliseconds, the first word of all ten times as long. What it does wrong is told in `l`. Used by
 * one thread at a time; free it with program_free. NULL if memory runs out. */
struct program *program_new(const char *command, int milliseconds, const struct language *l);

/* Ends the program: its input ends, and shortly afterwards it is killed. */
void program_free(struct program *p);

/* From now on program_ask gives up soon after `stop` has become true: the program is killed, and
 * run anew at the next question. That is no fault of its own. */
void program_heed(struct program *p, const atomic_bool *stop);

/* Asks for a decision of a seat, whose view is `v`. False if there is none, now or ever again. */
bool program_ask(struct program *p, const struct knowledge *k, const struct view *v, action *a);

/* Whether it could not be asked last time because memory ran out, which is no fault of its own. */
bool program_starved(const struct program *p);

/* What it did wrong, to follow its name: "gave no answer within 50 ms"; NULL while all is well. */
const char *program_fault(const struct program *p);

#endif
