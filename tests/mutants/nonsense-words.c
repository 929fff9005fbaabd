/* A sentence names what no event carries. */
#include "tests/mutants/mutant.h"

static const char *const broken_sentences[] = {[SAY_HIGH] = "{winner} gets {number}.", NULL};

static void break_it(struct game *g)
{
    g->sentences = broken_sentences;
}
