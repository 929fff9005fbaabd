/* Cards as they look on the screen: one, three, five or seven lines high, side by side or fanned
 * out so that each still shows its rank. */
#ifndef PAIRS_TUI_CARDART_H
#define PAIRS_TUI_CARDART_H

#include "tui/screen.h"

enum card_size {
    CARD_SMALL,  /* [8] */
    CARD_MEDIUM, /* 5 columns, 3 rows */
    CARD_LARGE,  /* 7 columns, 5 rows, with pips */
    CARD_HUGE,   /* 11 columns, 7 rows */
};

/* Cards in a row, left to right. */
struct fan {
    enum card_size size;
    const uint8_t *card; /* ranks; 0 for a face that cannot be seen */
    int count;
    bool loose;       /* no order: equal ones may be counted instead of shown */
    uint64_t fresh;   /* bit i: card i has just come, the 64th and later never */
    bool hide_fresh;  /* those are still on their way: their places are empty */
    int clicks;       /* not 0: a click on a face gives clicks + rank */
    uint64_t offered; /* bit r: rank r can be chosen now */
};

int card_rows(enum card_size size);

/* How many columns all cards take side by side, and how few suffice. An empty fan has a place for
 * one card. */
int fan_widest(const struct fan *f);
int fan_least(const struct fan *f);

/* Draws into the columns that there are. */
void fan_draw(struct area in, int row, int column, int columns, const struct fan *f);

/* One card that lies alone, at a corner that may be outside. */
void card_draw(struct area in, int row, int column, enum card_size size, int rank,
               enum style style);

/* The usual style of a card: its rank's, or that of the back. */
enum style card_style(int rank);

#endif
