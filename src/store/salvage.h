/* What can still be read of a damaged data file (store/vault.h), in a new one. */
#ifndef PAIRS_STORE_SALVAGE_H
#define PAIRS_STORE_SALVAGE_H

#include "engine/error.h"

#include <stdbool.h>
#include <stdint.h>

struct salvaged {
    int64_t tables, entries, games;                /* that are in the new file, */
    int64_t lost_tables, lost_entries, lost_games; /* and that are known to have been there */
    int64_t cut_tables;                            /* of which only the first entries are left */
};

/* Writes a new file, which may not be there yet; the damaged one stays as it is. Every entry is
 * read, and those of a table are taken up to the first that is missing or makes no sense; a table
 * without its first entry, or without its secret, is lost. False with a message if nothing can be
 * read at all. */
bool salvage(const char *from, const char *to, struct salvaged *out, struct error *e);

#endif
