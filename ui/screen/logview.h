/* What happened, in words, the latest at the bottom. */
#ifndef PAIRS_UI_SCREEN_LOGVIEW_H
#define PAIRS_UI_SCREEN_LOGVIEW_H

#include "engine/table.h"
#include "ui/screen/screen.h"

/* Who is told what. */
struct telling {
    const struct chronicle *chronicle;
    const struct game *game;
    const struct names *names;
    int looks;  /* a seat, or NOBODY */
    size_t end; /* what came after so many events is not told yet */
};

/* Draws the lines that fit, or those before them when scrolled up by so many lines. Returns by how
 * many lines it is scrolled: no further than there is something to see. */
int logview_draw(struct area in, const struct telling *t, int scrolled);

/* Makes `out` the words of an event and of those after it that are told together with it; nothing
 * if it is not worth any. Returns the next one. */
size_t logview_words(struct text *out, const struct telling *t, size_t event);

/* Adds all that is told, a line each, with an empty one before each hand. */
void logview_all(struct text *out, const struct telling *t);

#endif
