/* What was wrong with somebody's input, and what to do about it: one line, for people. */
#ifndef PAIRS_ERROR_H
#define PAIRS_ERROR_H

#include <stdbool.h>

struct error {
    int line;       /* line of the record, 0 where there is none */
    bool no_memory; /* it is no wrong input: memory has run out */
    char text[512]; /* "what is wrong; expected ..." */
};

/* Writes the message, cut to fit and harmless whatever it quotes (see text_clean), and returns
 * false, so that a check can end with `return error_set(e, ...)`. The line is left alone. */
bool error_set(struct error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The one thing that is nobody's fault. Returns false as well, where whoever reads or checks the
 * caller can see it. */
static inline bool error_no_memory(struct error *e)
{
    error_set(e, "memory has run out; close other programs and try again");
    e->no_memory = true;
    return false;
}

#endif
