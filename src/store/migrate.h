/* All that a server keeps goes from one store to another: from a data file to a database, and back.
 */
#ifndef PAIRS_STORE_MIGRATE_H
#define PAIRS_STORE_MIGRATE_H

#include "engine/error.h"

#include <stdatomic.h>
#include <stdint.h>

struct migrated {
    int64_t tables, entries, games;
};

/* Copies all into what is empty, and compares both by hashes of every row; nobody else may use
 * either. A file is there once it is whole; a database is emptied again if it does not become so.
 * `done` hears how many of all rows are written. False with a message, also when it is to
 * stop. */
bool migrate(const char *from, const char *to, const atomic_bool *stop,
             void (*done)(void *context, int64_t rows, int64_t all), void *context,
             struct migrated *out, struct error *e);

#endif
