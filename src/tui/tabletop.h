/* The table on the screen: plays a match, here or elsewhere, from where it is to its end, or until
 * somebody leaves. */
#ifndef PAIRS_TUI_TABLETOP_H
#define PAIRS_TUI_TABLETOP_H

#include "cli/settings.h"
#include "client/match.h"

/* What is wanted after it. */
enum leave {
    LEAVE_QUIT,      /* leave the program; an unfinished game is saved */
    LEAVE_LOBBY,     /* choose another game */
    LEAVE_AGAIN,     /* the same plan with a new seed */
    LEAVE_WATCH,     /* see the game that is over again, and come back */
    LEAVE_LOOK_BACK, /* the same with its analysis */
    LEAVE_STARVED,   /* memory has run out */
};

/* Elsewhere it begins at the table that the address names, or at the list of tables, and who has a
 * name ("" for none) and no chair takes an empty one; with a message if there is no such server.
 * The screen is open (screen_open) and stays so. */
enum leave tabletop_run(struct match *m, const char *name, struct settings *settings,
                        struct error *e);

#endif
