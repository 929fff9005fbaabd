/* Tables elsewhere on the full screen: the list of open ones, the room before a game, and the table
 * itself, on the same stage as a table here. */
#ifndef PAIRS_UI_SCREEN_REMOTESCREEN_H
#define PAIRS_UI_SCREEN_REMOTESCREEN_H

#include "ui/remote.h"
#include "ui/settings.h"

/* Begins at the table that the address names, or at the list. Who has a name ("" for none) and no
 * chair takes an empty one. The screen is open (screen_open) and stays so. False with a message if
 * there is no such server, or memory runs out. */
bool remotescreen_run(struct remote *r, const char *name, struct settings *settings,
                      struct error *e);

#endif
