/* What happened, in words, the latest at the bottom. */
#ifndef PAIRS_TUI_LOGVIEW_H
#define PAIRS_TUI_LOGVIEW_H

#include "engine/table.h"
#include "tui/screen.h"

/* Draws the lines that fit, or those before them when scrolled up by so many lines. Returns by how
 * many lines it is scrolled: no further than there is something to see. */
int logview_draw(struct area in, const struct telling *t, int scrolled);

/* Adds all that is told, a line each, with an empty one before each hand. */
void logview_all(struct text *out, const struct telling *t);

#endif
