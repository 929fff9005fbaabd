/* pairs solve GAME -n 2: the equilibrium of one hand, learned. */
#ifndef PAIRS_CLI_EQUILIBRIUM_H
#define PAIRS_CLI_EQUILIBRIUM_H

#include "cli/args.h"

/* Returns the exit status. */
int run_equilibrium(const struct args *a);

#endif
