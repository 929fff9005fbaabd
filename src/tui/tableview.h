/* The table as a picture: seats, cards, piles and numbers, laid out from the view alone. The cards
 * are as large as the window allows. */
#ifndef PAIRS_TUI_TABLEVIEW_H
#define PAIRS_TUI_TABLEVIEW_H

#include "engine/view.h"
#include "tui/cardart.h"

/* What clicks give: these plus a key's character, a rank, a seat or the number of a choice. */
enum {
    BUTTON_KEY = 0x10000,
    BUTTON_RANK = 0x20000,
    BUTTON_SEAT = 0x30000,
    BUTTON_CHOICE = 0x40000,
    BUTTON_PART = 0xF0000, /* which of them it is */
};

enum { SAYS_ROOM = 48 };

/* What is shown. */
struct scene {
    const struct view *view;
    const struct names *names;
    const struct event *now;           /* what has just happened, to be highlighted */
    int events;                        /* how many of them */
    bool moving;                       /* cards that moved are not yet where they go */
    int thinker;                       /* the bot that has been thinking for a while, or NOBODY */
    const char *spinner;               /* and what shows it */
    char says[PLAYERS_MAX][SAYS_ROOM]; /* each seat's last decision in words */
    uint64_t ranks;                    /* bit r: rank r can be chosen */
    seats seats;                       /* those that can be chosen */
};

enum { SPOTS_MAX = ZONES_MAX + 2 };

/* How it was laid out last. The cards only become smaller while a game goes on, so that nothing
 * jumps about; zero it to begin. */
struct tableview {
    struct area in;
    uint8_t looks;
    int level, across;       /* which of the arrangements, and how many seats side by side */
    int others, middle, own; /* rows of one other seat, the middle and the own seat */
    struct area above;       /* where nothing is, between the other seats and the middle */
    int spots;
    struct {
        struct spot spot;
        int row, column; /* on the screen */
        enum card_size size;
    } spot[SPOTS_MAX];
};

/* Makes room for what is shown, as tableview_draw does, and draws nothing. Done for every moment of
 * a game, so that the size of the cards does not depend on which moments were drawn. */
void tableview_fit(struct tableview *t, const struct scene *s, struct area in);

/* Whether the log stands beside the table, as in wide windows, or below it. */
bool tableview_log_beside(struct area in);

/* Draws everything but the log and returns the area that is left for it. */
struct area tableview_draw(struct tableview *t, const struct scene *s, struct area in);

/* Where a zone was drawn last: its number in t->spot, -1 if it was not. */
int tableview_find(const struct tableview *t, struct spot spot);

#endif
