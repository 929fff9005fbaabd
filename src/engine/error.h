/* What was wrong with somebody's input, and what to do about it: one line, for people. */
#ifndef PAIRS_ERROR_H
#define PAIRS_ERROR_H

#include "engine/language.h"

#include <stdbool.h>

/* Whoever makes one says for whom: `struct error e = {.language = ...}`, or `{0}` for English,
 * which programs read. One without an initialiser has no language to be asked for. */
struct error {
    const struct language *language; /* its reader's; NULL is English */
    int line;                        /* line of the record, 0 where there is none */
    bool no_memory;                  /* it is no wrong input: memory has run out, */
    bool later;                      /* or what it takes does not answer now and may do so later */
    char text[512];                  /* "what is wrong; expected ..." */
};

/* Writes the message in the reader's language, cut to fit and harmless whatever it quotes (see
 * text_clean), and returns false, so that a check can end with `return error_set(e, ...)`. The
 * format is English, and its translation may take the arguments in another order (%2$s); those that
 * are words themselves are translated by the caller, with error_words. The line is left alone. */
bool error_set(struct error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A text in the reader's language, to be put into a message. */
const char *error_words(const struct error *e, const char *english) __attribute__((format_arg(2)));

/* What the system says of an error number, the same way. */
const char *error_reason(const struct error *e, int number);

/* The one thing that is nobody's fault. Returns false as well, where whoever reads or checks the
 * caller can see it. */
static inline bool error_no_memory(struct error *e)
{
    error_set(e, "memory has run out; close other programs and try again");
    e->no_memory = true;
    return false;
}

#endif
