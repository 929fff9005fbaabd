/* An entry as one line of text, and back: what is kept of a live table where it may have to be
 * rebuilt from the last thing that happened. Lines in order are the log of a table; unlike an
 * archive nothing in them is ever written anew, and they go on after a rematch. Steps stand there
 * in notation, so that a line means the same in every version of the program.
 *
 *     12040 step A - 17 - A hit
 *
 * are time, kind, two seats, the number of the command, the guest and what belongs to the kind. */
#ifndef PAIRS_LIVE_LEDGER_H
#define PAIRS_LIVE_LEDGER_H

#include "live/entry.h"

/* Adds the line of an entry of a diary, without its end. */
void ledger_write(const struct entry *e, struct text *out);

/* Reads the lines of one live table from the first on. Zero it to begin. */
struct ledger {
    struct entry *entry;
    size_t entries, room;
    const struct game *game; /* that is played after the last line */
};

void ledger_free(struct ledger *l);

/* The next line. False with a message if it is not well written; whether it can have happened is
 * live_restore's business. */
bool ledger_read(struct ledger *l, const char *line, struct error *e);

#endif
