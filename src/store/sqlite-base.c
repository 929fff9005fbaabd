/* Questions to a file of SQLite: see base.h. */
#include "store/base.h"
#include "store/sqlite.h"

#include <stdlib.h>
#include <string.h>

struct link {
    struct base base;
    sqlite3 *db;
    char *path;
};

/* Beside the tables of the vault, whose version stays: a program that knows nothing of these leaves
 * them alone. What is removed is overwritten. */
static const char *const roll[] = {
    "PRAGMA secure_delete = ON",
    "PRAGMA synchronous = FULL",
    "CREATE TABLE IF NOT EXISTS rules (id INTEGER PRIMARY KEY AUTOINCREMENT, mute INTEGER NOT NULL,"
    " target TEXT NOT NULL, until INTEGER NOT NULL, note TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS codes (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " digest TEXT UNIQUE NOT NULL, made INTEGER NOT NULL, left INTEGER NOT NULL,"
    " used INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS members (guest TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS recoveries (guest TEXT PRIMARY KEY, code TEXT UNIQUE NOT NULL)"
    " WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, guest TEXT NOT NULL) WITHOUT ROWID",
    NULL};

/* A question waits so long for another connection that writes, whatever its limit. */
enum { PATIENCE_MILLISECONDS = 5000 };

static void close_link(struct base *b)
{
    struct link *l = (struct link *)b;
    sqlite3_close(l->db);
    free(l->path);
    free(l);
}

static struct base *open_link(const char *where, int limit, struct error *e)
{
    struct link *l = calloc(1, sizeof *l);
    (void)limit;
    if (!l || !(l->path = strdup(where))) {
        free(l);
        error_no_memory(e);
        return NULL;
    }
    l->base.kind = &base_sqlite;
    if (sqlite3_open_v2(where, &l->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
        SQLITE_OK) {
        sqlite3_busy_timeout(l->db, PATIENCE_MILLISECONDS);
        return &l->base;
    }
    sqlite_broken(where, l->db, e);
    close_link(&l->base);
    return NULL;
}

static int64_t ask(struct base *b, const char *words, const struct base_argument *a, int arguments,
                   base_row *each, void *to, struct error *e)
{
    struct link *l = (struct link *)b;
    sqlite3_stmt *s = NULL;
    int64_t rows = 0;
    bool more = true;
    int result = sqlite3_prepare_v2(l->db, words, -1, &s, NULL);
    for (int i = 0; result == SQLITE_OK && i < arguments; i++) {
        int at = sqlite3_bind_parameter_index(s, (char[]){'$', (char)('1' + i), '\0'});
        result = a[i].text ? sqlite3_bind_text(s, at, a[i].text, -1, SQLITE_STATIC)
                           : sqlite3_bind_int64(s, at, a[i].number);
    }
    if (result == SQLITE_OK)
        result = SQLITE_ROW;
    while (result == SQLITE_ROW && more && (result = sqlite3_step(s)) == SQLITE_ROW) {
        rows++;
        more = !each || each(to, &(struct row){&base_sqlite, s});
    }
    bool fine = result == SQLITE_ROW || result == SQLITE_DONE || sqlite_broken(l->path, l->db, e);
    if (fine && !rows && !sqlite3_stmt_readonly(s))
        rows = sqlite3_changes(l->db);
    sqlite3_finalize(s);
    return fine ? rows : -1;
}

static bool checkpoint(struct base *b, struct error *e)
{
    struct link *l = (struct link *)b;
    int busy = 1;
    for (int tries = 0; busy && tries < 10; tries++) {
        sqlite3_stmt *s = NULL;
        sqlite3_prepare_v2(l->db, "PRAGMA wal_checkpoint(TRUNCATE)", -1, &s, NULL);
        busy = s && sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : 1;
        sqlite3_finalize(s);
    }
    return !busy || error_set(e, "%s is busy; try again in a moment", l->path);
}

static int64_t number(const struct row *r, int column)
{
    return sqlite3_column_int64(r->at, column);
}

static const char *text(const struct row *r, int column)
{
    return (const char *)sqlite3_column_text(r->at, column);
}

static const void *bytes(const struct row *r, int column, size_t *size)
{
    const void *at = sqlite3_column_blob(r->at, column);
    *size = (size_t)sqlite3_column_bytes(r->at, column);
    return at;
}

const struct base_kind base_sqlite = {
    .open = open_link,
    .close = close_link,
    .ask = ask,
    .settle = checkpoint,
    .number = number,
    .text = text,
    .bytes = bytes,
    .begin = "BEGIN IMMEDIATE",
    .roll = roll,
    .entries = "WITH RECURSIVE chain(place) AS (SELECT $2 UNION ALL SELECT before FROM log"
               " JOIN chain USING (place) WHERE key = $1 AND before > 0)"
               " SELECT place, number, line FROM chain JOIN log USING (place) ORDER BY place",
    .set_line = "UPDATE log SET line = $3 WHERE key = $1 AND place = $2",
};
