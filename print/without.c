/* What print/make.c is to a program that was built without its libraries. */
#include "print/print.h"

bool print_possible(void)
{
    return false;
}

bool print_make(const struct print_wish *w, struct text *out, struct error *e)
{
    (void)w;
    (void)out;
    error_set(e, "this program was built without printing; install libcairo2-dev, libpango1.0-dev "
                 "and librsvg2-dev, and build it again");
    return false;
}
