/* A view in plain lines of text, for any game. */
#ifndef PAIRS_UI_DRAW_H
#define PAIRS_UI_DRAW_H

#include "engine/view.h"

/* Adds the table as the view's seat sees it: one line a seat, one for the middle. */
void draw_view(struct text *out, const struct view *v, const struct names *names);

/* Adds the numbered list of decisions. */
void draw_actions(struct text *out, const struct view *v);

#endif
