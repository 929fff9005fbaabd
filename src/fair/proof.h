/* The proof of a game: what its players need to check every card that they were shown, as lines
 * of a record's header (docs/fair.md). What they were not shown stays closed. */
#ifndef PAIRS_FAIR_PROOF_H
#define PAIRS_FAIR_PROOF_H

#include "fair/fair.h"
#include "fair/seen.h"
#include "live/live.h"

/* Adds the record of the current game, which is over, with its proof in the header, the lines
 * `commit ...`. Opened are the cards that the one who looks has been shown: a seat, NOBODY for
 * those that everybody has seen, or EVERYTHING where all that were drawn may be known. Without
 * `moves` it is the header alone, where cards that stay closed would stand in the lines of the
 * moves. There is no proof where no dealer has shuffled. False if memory runs out. */
bool fair_record(const struct live *h, const char *table, const struct fair *f, int looks,
                 bool moves, struct text *out);

/* Adds the same game as it is kept: its whole record, with the little in its header from which, and
 * from the table's secret, every proof can be made later. For nobody but the dealer. False if
 * memory runs out. `table` is what signatures call the table. */
bool fair_keep(const struct live *h, const char *table, struct text *out);

/* Adds what fair_record would have made of a game that was kept, for whoever looked from one chair
 * or several. False with a message if it is damaged or memory runs out. */
bool fair_reopen(const char *kept, const struct fair *f, const struct onlooker *o, bool moves,
                 struct text *out, struct error *e);

#endif
