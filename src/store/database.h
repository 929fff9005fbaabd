/* Which database stands behind what a server is told to keep its tables in: a file of SQLite, or
 * one of PostgreSQL by its address. What knows libpq is a module that is loaded when it is needed.
 * For the files of store/ only. */
#ifndef PAIRS_STORE_DATABASE_H
#define PAIRS_STORE_DATABASE_H

#include "store/base.h"
#include "store/store.h"

struct database {
    const struct base_kind *base;
    struct store *(*open)(const char *where, bool shared, struct error *e); /* with others */
};

/* NULL with a message if this program cannot have that one. */
const struct database *database_of(const char *where, struct error *e);

#endif
