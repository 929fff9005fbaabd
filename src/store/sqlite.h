/* A vault in one file of SQLite: for one server on one machine. For the files of store/ only. */
#ifndef PAIRS_STORE_SQLITE_H
#define PAIRS_STORE_SQLITE_H

#include "store/store.h"

#include <sqlite3.h>

enum { BUSY_MILLISECONDS = 2000 };

/* See vault_open. */
struct store *sqlite_open(const char *path, bool shared, struct error *e);

/* Whether the file is a server's, or nobody's yet; false with a message. Until that is known
 * nothing is written. */
bool sqlite_is_ours(const char *path, sqlite3 *db, bool *is_new, struct error *e);

/* Says what went wrong with a file; false. */
bool sqlite_broken(const char *path, sqlite3 *db, struct error *e);

#endif
