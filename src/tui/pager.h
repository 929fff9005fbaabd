/* A long text on the screen: rules, help. */
#ifndef PAIRS_TUI_PAGER_H
#define PAIRS_TUI_PAGER_H

#include "tui/screen.h"

/* Shows the text until it is left. Lines are wrapped to the window; those in capitals are headings.
 * False: the terminal is gone. */
bool pager_run(const char *title, const char *text);

/* The same, from its end. */
bool pager_run_end(const char *title, const char *text);

/* A text that is scrolled inside an area. */
struct page {
    const char *text;
    int top;   /* the first line that is shown */
    int lines; /* how many there are, as of the last drawing */
    int rows;  /* how many could be shown then */
};

/* Draws what fits, with a sign where there is more. */
void page_draw(struct page *p, struct area in);

/* Scrolls as the key asks for; false if it asks for something else. */
bool page_key(struct page *p, const struct key *k);

#endif
