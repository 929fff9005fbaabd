/* A command that cannot outlive this process, whatever ends it: between the two stands a guard, a
 * small process that kills the command and all that it has started as soon as nobody holds the
 * other end of its line any more. A crash or SIGKILL lets go of that as well as guard_end does. */
#ifndef PAIRS_WIRE_GUARD_H
#define PAIRS_WIRE_GUARD_H

#include "engine/error.h"

#include <sys/types.h>

struct guard {
    pid_t pid;     /* 0: none */
    pid_t command; /* also its process group */
    int line;      /* ends when the guard does */
};

/* Has /bin/sh run the command with `link` as its standard input and output, which stays the
 * caller's; descriptors 0 to 2 are to be open. The command has the usual signals and a process
 * group of its own, so that an interrupt from the keyboard is ours alone. When the command ends, so
 * does what it has started. Any thread may call this, and several at once. False with a message to
 * follow the command's name. */
bool guard_start(struct guard *g, const char *command, int link, struct error *e);

/* Kills the command and all that it has started; nothing of them is left, nor of the guard. */
void guard_end(struct guard *g);

#endif
