/* A table elsewhere in lines of plain words: for screen readers and scripts. */
#ifndef PAIRS_UI_REMOTEPLAIN_H
#define PAIRS_UI_REMOTEPLAIN_H

#include "ui/remote.h"

/* Reads standard input until somebody leaves or it ends, beginning at a table, or at the list of
 * tables if the address names none. Who has a name ("" for none) and no chair takes an empty one.
 * What is typed in advance waits until it is asked for, unless it is typed at a terminal. False
 * with a message if there is no such server or table, or memory runs out. */
bool remoteplain_run(struct remote *r, const char *name, struct error *e);

#endif
