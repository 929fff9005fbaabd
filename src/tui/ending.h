/* What a hand or the game has brought, on top of the table or put aside to see that. */
#ifndef PAIRS_TUI_ENDING_H
#define PAIRS_TUI_ENDING_H

#include "tui/stage.h"

struct ending {
    struct settlement settled;
    char title[64];
    bool aside;
    int scrolled;            /* lines that its story is scrolled up */
    const char *const *wish; /* after a game: what can be done, in English, so many, */
    int wishes, chosen;      /* and what Enter takes of it */
};

/* The title for a hand that is over. */
void ending_title(struct ending *e, const struct game *game);

/* Draws it and returns the line for what can be done now. */
struct area ending_draw(struct stage *s, struct ending *e, const struct result *result);

/* A key that moves it or its story; false if it means something else. */
bool ending_key(struct ending *e, const struct key *k);

/* Draws the wishes as buttons with numbers; the one that a key takes, -1: it takes none, though it
 * may choose another. */
void ending_draw_wishes(const struct ending *e, struct area in);
int ending_wish(struct ending *e, const struct key *k);

/* Who won, or else who lost. */
void ending_result(const struct stage *s, struct result *r);

/* What the last step settled; where it told no totals, they are the scores. */
void ending_find(const struct stage *stage, struct settlement *s);

#endif
