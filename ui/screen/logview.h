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
    int looks; /* a seat, or NOBODY */
};

/* Draws the lines that fit, or those before them when scrolled up by so many lines. Returns by how
 * many lines it is scrolled: no further than there is something to see. */
int logview_draw(struct area in, const struct telling *t, int scrolled);

/* Adds an event in words; nothing if it is not worth any. */
void logview_words(struct text *out, const struct telling *t, size_t event);

#endif
