/* What the files of web/wasm share. */
#ifndef PAIRS_WEB_INSIDE_H
#define PAIRS_WEB_INSIDE_H

#include "web/wasm/page.h"

#include "engine/error.h"
#include "engine/text.h"

#include <stdlib.h>

/* What was put in: so many bytes, and a NUL byte. */
const char *page_given(size_t size);

/* Where what comes out is written, empty. */
struct text *page_answer(void);

/* Writes what went wrong instead of an answer. */
void page_refuse(struct text *out, const struct error *e);

/* For page_lacks: this bot plays in such a game. */
struct bot;
struct game;
void page_seat_bot(const struct bot *b, const struct game *game, int players);

/* There is no room for what must be known: the worker begins anew with all that is safe. */
static inline void page_must(bool fine)
{
    if (!fine)
        abort();
}

#endif
