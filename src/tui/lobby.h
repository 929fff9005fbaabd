/* The lobby: all games by kind, what each is about, and what is to be agreed before one begins. */
#ifndef PAIRS_TUI_LOBBY_H
#define PAIRS_TUI_LOBBY_H

#include "cli/settings.h"

/* What was chosen. */
struct lobby_choice {
    char
        *path; /* a game to go on with, which the caller frees; NULL: one begins as the plan says */
    bool watch; /* it is only to be watched */
};

/* Lets people choose, on the open screen. True: what they chose; a game that begins does so as `p`
 * says, with a seed of the caller's, and is remembered in the settings. False: they leave, or there
 * is a message. */
bool lobby_run(struct plan *p, struct lobby_choice *choice, struct settings *settings,
               struct error *e);

/* All keys before a game, in English. */
extern const char lobby_help[];

#endif
