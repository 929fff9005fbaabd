/* What a hand has brought: how it ended, in words, and where everybody stands now. */
#ifndef PAIRS_TUI_SETTLEMENT_H
#define PAIRS_TUI_SETTLEMENT_H

#include "tui/logview.h"

struct settlement {
    size_t begin;    /* where the hand began; what was paid in it since is told, too */
    size_t from, to; /* the events that tell how it ended */
    size_t end;      /* what came after this belongs to the next hand */
    int hand;        /* its number, 0 where hands have none */
    int players;     /* how many totals there are */
    int32_t total[PLAYERS_MAX], change[PLAYERS_MAX];
};

/* Finds what the last step settled; false if it settled nothing. */
bool settlement_find(struct settlement *s, const struct history *c);

/* Whether one of the people has decided something in the hand: who only watches while the others
 * play on wants to see its end, and who is out of the game that of the game. */
bool settlement_took_part(const struct settlement *s, const struct history *c, seats people);

/* How the whole game ended; all zero before its end. */
struct result {
    seats winners, losers;
    char words[256];
};

/* Hands that were shown at the end, or put away for all to see, lie face up in a view. */
void settlement_show(const struct settlement *s, const struct telling *t, struct view *v);

/* Shows in a view of the moment before it what the settlement brought: scores and pot, the last
 * cards, and hands that were shown, face up. */
void settlement_view(const struct settlement *s, const struct telling *t, struct view *v);

/* Draws it as a box in the middle of an area and returns the line at its bottom, which is free for
 * what can be done now. A story that is too long ends with its last line, or so many lines before
 * that; `scrolled` becomes no more than there is something to see. */
struct area settlement_draw(struct area in, const struct settlement *s, const struct telling *t,
                            const char *title, const struct result *result, int *scrolled);

#endif
