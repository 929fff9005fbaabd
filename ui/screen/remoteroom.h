/* Around a table elsewhere: the list of open tables, the room before a game, and questions. */
#ifndef PAIRS_UI_SCREEN_REMOTEROOM_H
#define PAIRS_UI_SCREEN_REMOTEROOM_H

#include "ui/remote.h"
#include "ui/screen/screen.h"

/* Draws the open tables with the current one marked, and what can be done. */
void remoteroom_tables(const struct remote *r, int at, const char *message);

/* Draws who sits where with the current chair marked, what was said last, and what can be done.
 * `marked` is a chair that is to change places, or NOBODY. */
void remoteroom_chairs(const struct remote *r, int at, int marked, const char *message);

/* A box with a few words in the middle. */
void remoteroom_box(const char *title, const char *words);

/* Asks for a line of text, which begins as what `out` holds. False: they do not want to, or the
 * terminal is gone. */
bool remoteroom_ask(const char *question, char out[], size_t room);

#endif
