/* What tests/cli/scarcity.c orders of a program that waits before its main with tests/cli/scarce.c.
 */
#ifndef TESTS_SCARCE_H
#define TESTS_SCARCE_H

#include <stdint.h>

/* One run; the answer is its status, an int as waitpid has it. */
struct scarce_order {
    int64_t at, from; /* which allocation fails, and from which on all do; 0: none */
    unsigned seconds; /* after so many it is killed */
};

#endif
