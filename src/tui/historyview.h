/* The history on the full screen: all saved games with filters, to be watched, gone on with, told
 * in words or removed; and statistics of those that are shown. */
#ifndef PAIRS_TUI_HISTORYVIEW_H
#define PAIRS_TUI_HISTORYVIEW_H

#include "tui/lobby.h"

enum history_end {
    HISTORY_BACK,   /* they have seen enough */
    HISTORY_CHOSEN, /* a game is to be gone on with, or to be watched */
    HISTORY_QUIT,   /* the terminal is gone */
};

/* The screen is open (screen_open) and stays so. HISTORY_CHOSEN fills in the choice. */
enum history_end historyview_run(struct lobby_choice *choice);

#endif
