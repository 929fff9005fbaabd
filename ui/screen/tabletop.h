/* The table on the screen: plays a sitting from where it is to its end, or until somebody leaves.
 */
#ifndef PAIRS_UI_SCREEN_TABLETOP_H
#define PAIRS_UI_SCREEN_TABLETOP_H

#include "ui/settings.h"
#include "ui/sitting.h"

/* What is wanted after it. */
enum leave {
    LEAVE_QUIT,      /* leave the program; an unfinished game is saved */
    LEAVE_LOBBY,     /* choose another game */
    LEAVE_AGAIN,     /* the same plan with a new seed */
    LEAVE_WATCH,     /* see the game that is over again, and come back */
    LEAVE_LOOK_BACK, /* the same with its analysis */
    LEAVE_STARVED,   /* memory has run out */
};

/* The screen is open (screen_open) and stays so. */
enum leave tabletop_run(struct sitting *s, struct settings *settings);

#endif
