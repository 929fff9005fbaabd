/* The last card that was dealt can be read in a byte that no view shows. */
#include "tests/mutants/mutant.h"

static void deal_and_remember(struct state *s, int c, struct log *log)
{
    unsigned char *bytes = (unsigned char *)s;
    deal(s, c, log);
    bytes[sizeof *s - 1] = (unsigned char)c;
}

static void break_it(struct game *g)
{
    g->deal = deal_and_remember;
}
