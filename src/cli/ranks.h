/* The processes of one run under mpirun, where the program has been built for it. */
#ifndef PAIRS_CLI_RANKS_H
#define PAIRS_CLI_RANKS_H

#include "lab/ranks.h"

/* What the module of the program that knows MPI exports: joins the others, or leaves them. */
typedef bool ranks_joiner(struct ranks *r);
typedef void ranks_leaver(void);

/* Joins the other processes if this is one of several that mpirun has started; all of them but the
 * first say nothing from then on. *r is theirs, or NULL for one process alone. False with a message
 * if there are several and they cannot be joined. Leave them with ranks_leave. */
bool ranks_join(const struct ranks **r, struct error *e);

void ranks_leave(void);

#endif
