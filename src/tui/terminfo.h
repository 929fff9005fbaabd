/* What the database of terminals says. Its own header takes words like `lines` and `bottom` away
 * from whoever includes it; so nobody does but terminfo.c. */
#ifndef PAIRS_TUI_TERMINFO_H
#define PAIRS_TUI_TERMINFO_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes that give a terminal back after full screen, "" if they do not fit. False if the
 * terminal is not known, or (errno is ENOMEM) memory has run out. */
bool terminfo_restore(char out[], size_t room);

#endif
