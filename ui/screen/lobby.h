/* The lobby: all games by kind, what each is about, and what is to be agreed before one begins. */
#ifndef PAIRS_UI_SCREEN_LOBBY_H
#define PAIRS_UI_SCREEN_LOBBY_H

#include "ui/settings.h"

/* Lets people choose, on the open screen. True: a game is to begin as `p` says, with a seed of the
 * caller's, or *resume is the
 * path of one to go on with, which the caller frees. What was chosen is remembered in the settings.
 * False: they leave, or there is a message. */
bool lobby_run(struct plan *p, char **resume, struct settings *settings, struct error *e);

#endif
