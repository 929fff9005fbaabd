#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* A file says in its head whose it is and in which version it was written. */
enum { APPLICATION = 0x70616972, VERSION = 1 };

/* The entries of all tables stand in one log in the order in which they were written, so that what
 * many tables do at once goes to a few pages at its end; sorted by table it would be a page each.
 * Each knows the one before it of its table, and `last` where that chain ends: as of entry `mark`
 * of the log, from which on it is read again when the file is opened. */
static const char schema[] =
    "BEGIN;"
    "CREATE TABLE tables (key INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, secret BLOB NOT NULL,"
    " public INTEGER NOT NULL, open INTEGER NOT NULL, opened INTEGER NOT NULL,"
    " last INTEGER NOT NULL DEFAULT 0, entries INTEGER NOT NULL DEFAULT 0,"
    " closed INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE log (place INTEGER PRIMARY KEY, key INTEGER NOT NULL, number INTEGER NOT NULL,"
    " before INTEGER NOT NULL, line TEXT NOT NULL);"
    "CREATE TABLE mark (place INTEGER NOT NULL);"
    "INSERT INTO mark VALUES (0);"
    "CREATE TABLE games (key INTEGER NOT NULL, number INTEGER NOT NULL, ended INTEGER NOT NULL,"
    " name TEXT NOT NULL, record TEXT NOT NULL, open INTEGER NOT NULL,"
    " PRIMARY KEY (key, number)) WITHOUT ROWID;"
    "PRAGMA application_id = 0x70616972;"
    "PRAGMA user_version = 1;"
    "COMMIT";

/* What files of before may lack. What the clock said when servers had run on this file for so long,
 * all together: by that, and not by the clock of the moment, things grow old. */
static const char additions[] =
    "CREATE TABLE IF NOT EXISTS seen (elapsed INTEGER PRIMARY KEY, clock INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS pictures (key INTEGER PRIMARY KEY, picture BLOB NOT NULL)";

/* Those that write a thing have its number (batch.h); the others follow. */
enum sql {
    BEGIN = SET_MARK + 1,
    COMMIT,
    ROLLBACK,
    GET_ENTRY,
    NEXT_TABLE,
    DROP_ENTRY,
    GET_SEEN,
    GET_PICTURE,
    DROP_PICTURE,
    DROP_TABLES,
    STATEMENTS
};

static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD_TABLE] = "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 0)",
    [ADD_ENTRY] = "INSERT INTO log VALUES (?4, ?1, ?2, ?5, ?3)",
    [ADD_GAME] = "INSERT OR REPLACE INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [GET_ENTRY] = "SELECT before, line FROM log WHERE place = ?1 AND key = ?2",
    [SET_LAST] = "UPDATE tables SET last = ?2, entries = ?3 WHERE key = ?1",
    [SET_MARK] = "UPDATE mark SET place = ?1",
    [NEXT_TABLE] = "SELECT key, id, opened FROM tables WHERE key > ?1 AND NOT closed ORDER BY key",
    [DROP_ENTRY] = "DELETE FROM log WHERE place = ?1",
    [CLOSE_TABLE] = "UPDATE tables SET closed = 1, last = 0, entries = 0 WHERE key = ?1",
    [ADD_SEEN] = "INSERT OR REPLACE INTO seen VALUES (?1, ?2)",
    [GET_SEEN] = "SELECT clock FROM seen WHERE elapsed <= ?1 ORDER BY elapsed DESC LIMIT 1",
    [ADD_PICTURE] = "INSERT OR REPLACE INTO pictures VALUES (?1, ?2)",
    [GET_PICTURE] = "SELECT picture FROM pictures WHERE key = ?1",
    [DROP_PICTURE] = "DELETE FROM pictures WHERE key = ?1",
    [FORGET] = "DELETE FROM games WHERE ended < ?1",
    [DROP_TABLES] = "DELETE FROM tables WHERE closed AND key NOT IN (SELECT key FROM games)",
};

enum { MARK_EVERY = 8192 }; /* entries */

/* Where the entries of a table end. */
struct chain {
    int64_t last;
    uint64_t entries;
    bool changed; /* since the mark */
};

/* A connection to the file; one thread at a time uses it. */
struct link {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
};

struct sqlite {
    struct store base;
    struct link here;   /* for all that reads, and forgets */
    struct link writer; /* for what another thread writes */
    int lock;           /* the same file; while it is open no other server may have it */
    char *path;
    struct chain *chain; /* of each table, by its key */
    size_t chains;
    int64_t place, mark; /* the last place of the log that was given away, and that is marked */
};

/* --- Opening ---------------------------------------------------------------------------------- */

bool sqlite_broken(const char *path, sqlite3 *db, struct error *e)
{
    int code = db ? sqlite3_errcode(db) : SQLITE_NOMEM;
    if (code == SQLITE_NOMEM)
        return error_no_memory(e);
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return error_set(e, "%s is damaged, or no data file of a server: %s; restore a backup",
                         path, sqlite3_errmsg(db));
    return error_set(e, "%s: %s; see that the disk has room and the file can be written", path,
                     sqlite3_errmsg(db));
}

static bool broken(const struct sqlite *q, struct error *e)
{
    return sqlite_broken(q->path, q->here.db, e);
}

static bool do_sql(struct sqlite *q, const char *words, struct error *e)
{
    return sqlite3_exec(q->here.db, words, NULL, NULL, NULL) == SQLITE_OK || broken(q, e);
}

/* The first number that a query gives. */
static bool ask_number(const char *path, sqlite3 *db, const char *words, int64_t *out,
                       struct error *e)
{
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(db, words, -1, &s, NULL) != SQLITE_OK)
        return sqlite_broken(path, db, e);
    bool fine = sqlite3_step(s) == SQLITE_ROW || sqlite_broken(path, db, e);
    if (fine)
        *out = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return fine;
}

static bool read_number(struct sqlite *q, const char *words, int64_t *out, struct error *e)
{
    return ask_number(q->path, q->here.db, words, out, e);
}

/* The chain of a table; NULL if memory runs out. */
static struct chain *chain_of(struct sqlite *q, int64_t key)
{
    size_t place = (size_t)key;
    if (place >= q->chains) {
        size_t room = (place + 1) * 2;
        struct chain *more = realloc(q->chain, room * sizeof *more);
        if (!more)
            return NULL;
        memset(more + q->chains, 0, (room - q->chains) * sizeof *more);
        q->chain = more;
        q->chains = room;
    }
    return &q->chain[place];
}

static bool read_rows(struct sqlite *q, const char *query, bool changed, struct error *e)
{
    sqlite3_stmt *s;
    int result = SQLITE_OK;
    bool fine = sqlite3_prepare_v2(q->here.db, query, -1, &s, NULL) == SQLITE_OK || broken(q, e);
    if (fine)
        sqlite3_bind_int64(s, 1, q->mark);
    while (fine && (result = sqlite3_step(s)) == SQLITE_ROW) {
        struct chain *c = chain_of(q, sqlite3_column_int64(s, 0));
        fine = c || error_no_memory(e);
        if (fine)
            *c = (struct chain){.last = sqlite3_column_int64(s, 1),
                                .entries = (uint64_t)sqlite3_column_int64(s, 2),
                                .changed = changed};
    }
    fine = fine && (result == SQLITE_DONE || broken(q, e));
    sqlite3_finalize(s);
    return fine;
}

static bool read_chains(struct sqlite *q, struct error *e)
{
    bool fine = read_number(q, "SELECT place FROM mark", &q->mark, e) &&
                read_number(q, "SELECT ifnull(max(place), 0) FROM log", &q->place, e) &&
                read_rows(q, "SELECT key, last, entries FROM tables WHERE ?1 >= 0", false, e) &&
                read_rows(q, "SELECT key, place, number FROM log WHERE place > ?1", true, e);
    if (q->place < q->mark) /* what came last has been forgotten */
        q->place = q->mark;
    return fine;
}

bool sqlite_is_ours(const char *path, sqlite3 *db, bool *is_new, struct error *e)
{
    int64_t application = 0, version = 0, things = 0;
    if (!ask_number(path, db, "PRAGMA application_id", &application, e) ||
        !ask_number(path, db, "PRAGMA user_version", &version, e) ||
        !ask_number(path, db, "SELECT count(*) FROM sqlite_schema", &things, e))
        return false;
    *is_new = !application && !version && !things;
    if (!*is_new && application != APPLICATION)
        return error_set(e, "%s belongs to another program; give another data file", path);
    if (!*is_new && version != VERSION)
        return version > VERSION
                   ? error_set(e, "%s was written by a newer version of this program; use that one",
                               path)
                   : error_set(e,
                               "%s was written by an older version of this program; use that one",
                               path);
    return true;
}

/* What was committed goes from the log of SQLite to its place after so many pages: everybody waits
 * for that, so it is seldom. */
static const char settings[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -512;"
    "PRAGMA wal_autocheckpoint = 4000; PRAGMA secure_delete = ON";

static bool open_link(const struct sqlite *q, struct link *l, struct error *e)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(q->path, &l->db, flags, NULL) != SQLITE_OK)
        return sqlite_broken(q->path, l->db, e);
    sqlite3_busy_timeout(l->db, BUSY_MILLISECONDS);
    return true;
}

static void close_link(struct link *l)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(l->statement[i]);
    sqlite3_close(l->db);
}

static bool prepare_statements(const struct sqlite *q, struct link *l, struct error *e)
{
    if (sqlite3_exec(l->db, settings, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_broken(q->path, l->db, e);
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(l->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &l->statement[i],
                               NULL) != SQLITE_OK)
            return sqlite_broken(q->path, l->db, e);
    return true;
}

static bool prepare(struct sqlite *q, struct error *e)
{
    bool is_new;
    if (!sqlite_is_ours(q->path, q->here.db, &is_new, e) || !do_sql(q, settings, e) ||
        (is_new && !do_sql(q, schema, e)) || !do_sql(q, additions, e) ||
        !prepare_statements(q, &q->here, e) || !open_link(q, &q->writer, e) ||
        !prepare_statements(q, &q->writer, e))
        return false;
    return read_number(q, "SELECT ifnull(max(key), 0) FROM tables", &q->base.last_key, e) &&
           read_number(q,
                       "SELECT ifnull((SELECT CAST(line AS INTEGER) FROM log"
                       " ORDER BY place DESC LIMIT 1), 0)",
                       &q->base.latest, e) &&
           read_number(q, "SELECT ifnull(max(elapsed), 0) FROM seen", &q->base.elapsed, e) &&
           read_chains(q, e);
}

/* Takes the file for this server alone. The lock is our own, since those of SQLite are for a moment
 * and a backup wants them too. */
static bool occupy(struct sqlite *q, struct error *e)
{
    q->lock = open(q->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (q->lock < 0)
        return error_set(e, "%s cannot be written: %s; expected a file in a folder of our own",
                         q->path, error_reason(e, errno));
    return flock(q->lock, LOCK_EX | LOCK_NB) == 0 ||
           error_set(e, "%s is in use by another server; stop that one or give another data file",
                     q->path);
}

static void close_file(struct store *s)
{
    struct sqlite *q = (struct sqlite *)s;
    close_link(&q->writer);
    close_link(&q->here);
    if (q->lock >= 0) /* not before: to close any descriptor of a file ends SQLite's own locks */
        close(q->lock);
    free(q->chain);
    free(q->path);
    free(q);
}

/* --- Writing ---------------------------------------------------------------------------------- */

static bool note(struct store *s, struct pending *p)
{
    if (p->what != ADD_ENTRY && p->what != CLOSE_TABLE)
        return true;
    struct sqlite *q = (struct sqlite *)s;
    struct chain *c = chain_of(q, p->key);
    if (!c)
        return false;
    if (p->what == CLOSE_TABLE) {
        p->place = c->last;
        *c = (struct chain){0};
        return true;
    }
    p->before = c->last;
    p->place = ++q->place;
    *c = (struct chain){.last = p->place, .entries = p->number, .changed = true};
    return true;
}

static bool run(const struct link *l, unsigned what)
{
    int result = sqlite3_step(l->statement[what]);
    sqlite3_reset(l->statement[what]);
    return result == SQLITE_DONE;
}

static bool run_with(const struct link *l, unsigned what, int64_t number)
{
    sqlite3_bind_int64(l->statement[what], 1, number);
    return run(l, what);
}

static bool write_one(const struct link *l, const struct batch *b, const struct pending *p)
{
    sqlite3_stmt *s = l->statement[p->what];
    const char *text = batch_text(b, p);
    sqlite3_bind_int64(s, 1, p->key);
    if (p->what == ADD_TABLE) {
        sqlite3_bind_text(s, 2, text, -1, SQLITE_STATIC);
        sqlite3_bind_blob(s, 3, p->secret, VAULT_SECRET, SQLITE_STATIC);
        sqlite3_bind_int(s, 4, p->public);
        sqlite3_bind_int(s, 5, p->open);
        sqlite3_bind_int64(s, 6, p->time);
    } else if (p->what == ADD_PICTURE) {
        sqlite3_bind_blob64(s, 2, text, p->size, SQLITE_STATIC);
    } else if (p->what == ADD_SEEN) {
        sqlite3_bind_int64(s, 2, p->time);
    } else if (p->what == SET_LAST) {
        sqlite3_bind_int64(s, 2, p->place);
        sqlite3_bind_int64(s, 3, (int64_t)p->number);
    } else {
        sqlite3_bind_int64(s, 2, (int64_t)p->number);
        sqlite3_bind_text(s, 3, text, -1, SQLITE_STATIC);
    }
    if (p->what == ADD_ENTRY) {
        sqlite3_bind_int64(s, 4, p->place);
        sqlite3_bind_int64(s, 5, p->before);
    }
    if (p->what == ADD_GAME) {
        sqlite3_bind_int64(s, 3, p->time);
        sqlite3_bind_text(s, 4, text, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 5, batch_other(b, p), -1, SQLITE_STATIC);
        sqlite3_bind_int(s, 6, p->open);
    }
    return run(l, p->what);
}

/* The entry at a place of the log: when it was, and the place before. */
static bool look_at(const struct link *l, int64_t key, int64_t *place, int64_t *time)
{
    sqlite3_stmt *s = l->statement[GET_ENTRY];
    sqlite3_bind_int64(s, 1, *place);
    sqlite3_bind_int64(s, 2, key);
    bool there = sqlite3_step(s) == SQLITE_ROW;
    if (there) {
        *place = sqlite3_column_int64(s, 0);
        *time = sqlite3_column_int64(s, 1); /* a line begins with it */
    }
    sqlite3_reset(s);
    return there;
}

/* Removes the entries of a table up to the last one, and the table from those that are open. */
static bool put_away(const struct link *l, int64_t key, int64_t last)
{
    bool fine = true;
    int64_t time;
    for (int64_t place = last, next = place; fine && place; place = next)
        fine = look_at(l, key, &next, &time) && run_with(l, DROP_ENTRY, place);
    return fine && run_with(l, DROP_PICTURE, key) && run_with(l, CLOSE_TABLE, key);
}

static bool forget_games(const struct link *l, int64_t before)
{
    return run_with(l, FORGET, before) && run(l, DROP_TABLES);
}

static bool write_next(const struct link *l, const struct batch *b, const struct pending *p)
{
    if (p->what == CLOSE_TABLE)
        return put_away(l, p->key, p->place);
    if (p->what == FORGET)
        return forget_games(l, p->time);
    if (p->what == SET_MARK)
        return run_with(l, SET_MARK, p->place);
    return write_one(l, b, p);
}

/* Adds where the chains end; whatever finds no room in memory is added the next time. */
static void add_marks(struct store *store, struct batch *b)
{
    struct sqlite *q = (struct sqlite *)store;
    size_t count = b->count;
    bool fine = true;
    if (q->place - q->mark < MARK_EVERY)
        return;
    for (size_t key = 0; fine && key < q->chains; key++)
        if (q->chain[key].changed)
            fine = batch_add(b,
                             (struct pending){.what = SET_LAST,
                                              .key = (int64_t)key,
                                              .place = q->chain[key].last,
                                              .number = q->chain[key].entries},
                             "", NULL);
    fine = fine && batch_add(b, (struct pending){.what = SET_MARK, .place = q->place}, "", NULL);
    if (!fine) {
        b->count = count;
        return;
    }
    for (size_t key = 0; key < q->chains; key++)
        q->chain[key].changed = false;
    q->mark = q->place;
}

static bool write_batch(struct store *s, const struct batch *b, struct error *e)
{
    const struct sqlite *q = (struct sqlite *)s;
    const struct link *l = &q->writer;
    bool fine = run(l, BEGIN);
    for (size_t i = 0; fine && i < b->count; i++)
        fine = write_next(l, b, &b->pending[i]);
    if (fine && run(l, COMMIT))
        return true;
    sqlite_broken(q->path, l->db, e);
    if (!sqlite3_get_autocommit(l->db))
        run(l, ROLLBACK);
    return false;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static bool read_tables(struct store *store, bool (*each)(void *to, const struct vault_table *t),
                        void *to, struct error *e)
{
    struct sqlite *q = (struct sqlite *)store;
    static const char query[] =
        "SELECT key, id, secret, public, open, opened FROM tables WHERE NOT closed ORDER BY key";
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(q->here.db, query, -1, &s, NULL) != SQLITE_OK)
        return broken(q, e);
    int result;
    bool fine = true;
    while (fine && (result = sqlite3_step(s)) == SQLITE_ROW) {
        struct vault_table t = {.key = sqlite3_column_int64(s, 0),
                                .id = (const char *)sqlite3_column_text(s, 1),
                                .secret = sqlite3_column_blob(s, 2),
                                .public = sqlite3_column_int(s, 3),
                                .open = sqlite3_column_int(s, 4),
                                .opened = sqlite3_column_int64(s, 5),
                                .entries = 0};
        const struct chain *c = chain_of(q, t.key);
        t.entries = c ? c->entries : 0;
        if (sqlite3_column_bytes(s, 2) == VAULT_SECRET && t.id)
            fine = each(to, &t) || error_no_memory(e);
    }
    fine = fine && (result == SQLITE_DONE || broken(q, e));
    sqlite3_finalize(s);
    return fine;
}

static bool has_table(struct store *store, const char *id)
{
    struct sqlite *q = (struct sqlite *)store;
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(q->here.db, "SELECT 1 FROM tables WHERE id = ?1", -1, &s, NULL) !=
        SQLITE_OK)
        return false;
    sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    bool known = sqlite3_step(s) == SQLITE_ROW;
    sqlite3_finalize(s);
    return known;
}

/* An entry that was read, and the one before it. */
struct found {
    struct found *after;
    char line[];
};

/* The line at a place of the log, as a copy in front of those `after` it; and the place before. */
static struct found *find(struct sqlite *q, int64_t key, int64_t *place, struct found *after,
                          struct error *e)
{
    sqlite3_stmt *s = q->here.statement[GET_ENTRY];
    const char *line = NULL;
    sqlite3_bind_int64(s, 1, *place);
    sqlite3_bind_int64(s, 2, key);
    if (sqlite3_step(s) == SQLITE_ROW) {
        *place = sqlite3_column_int64(s, 0);
        line = (const char *)sqlite3_column_text(s, 1);
    }
    struct found *f = line ? malloc(sizeof *f + strlen(line) + 1) : NULL;
    if (f) {
        f->after = after;
        strcpy(f->line, line); /* NOLINT: there is room */
    } else if (line) {
        error_no_memory(e);
    } else {
        error_set(e, "%s: an entry is missing at place %lld", q->path, (long long)*place);
    }
    sqlite3_reset(s);
    return f;
}

static bool read_picture(struct store *store, int64_t key, struct text *out)
{
    sqlite3_stmt *s = ((struct sqlite *)store)->here.statement[GET_PICTURE];
    sqlite3_bind_int64(s, 1, key);
    bool there = sqlite3_step(s) == SQLITE_ROW;
    if (there)
        text_put(out, sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0));
    sqlite3_reset(s);
    return there;
}

static int64_t get_clock(struct store *store, int64_t elapsed)
{
    sqlite3_stmt *s = ((struct sqlite *)store)->here.statement[GET_SEEN];
    sqlite3_bind_int64(s, 1, elapsed);
    int64_t clock = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    sqlite3_reset(s);
    return clock;
}

static int64_t last_place(const struct store *s, int64_t key)
{
    const struct sqlite *q = (const struct sqlite *)s;
    return (size_t)key < q->chains ? q->chain[key].last : 0;
}

static bool read_entries(struct store *store, int64_t key, uint64_t after,
                         const struct pending *first,
                         bool (*each)(void *to, const char *line, struct error *e), void *to,
                         struct error *e)
{
    struct sqlite *q = (struct sqlite *)store;
    struct found *all = NULL;
    const struct chain *c = chain_of(q, key);
    int64_t place = first ? first->before : last_place(store, key);
    uint64_t entries = first ? first->number - 1 : c ? c->entries : 0;
    uint64_t wanted = entries > after ? entries - after : 0;
    bool fine = c || error_no_memory(e);
    for (; fine && place && wanted; wanted--) {
        struct found *f = find(q, key, &place, all, e);
        fine = f;
        all = f ? f : all;
    }
    for (struct found *f = all; fine && f; f = f->after)
        fine = each(to, f->line, e);
    while (all) {
        struct found *rest = all->after;
        free(all);
        all = rest;
    }
    return fine;
}

static bool hand_game(sqlite3_stmt *s, bool (*each)(void *to, const struct vault_found *g),
                      void *to)
{
    struct vault_found g = {.number = (uint64_t)sqlite3_column_int64(s, 0),
                            .ended = sqlite3_column_int64(s, 1),
                            .public = sqlite3_column_int(s, 4),
                            .open = sqlite3_column_int(s, 5)};
    const char *name = (const char *)sqlite3_column_text(s, 2);
    const char *record = (const char *)sqlite3_column_text(s, 3);
    snprintf(g.name, sizeof g.name, "%s", name ? name : "");
    text_put(&g.record, record ? record : "", record ? strlen(record) : 0);
    if (sqlite3_column_bytes(s, 6) == VAULT_SECRET)
        memcpy(g.secret, sqlite3_column_blob(s, 6), VAULT_SECRET);
    bool more = each(to, &g);
    text_free(&g.record);
    return more;
}

static int read_games(struct store *store, const char *id, uint64_t number,
                      bool (*each)(void *to, const struct vault_found *g), void *to,
                      struct error *e)
{
    struct sqlite *q = (struct sqlite *)store;
    static const char one[] =
        "SELECT number, ended, name, record, public, games.open, secret FROM games"
        " JOIN tables USING (key) WHERE id = ?1 AND number = ?2";
    static const char last[] =
        "SELECT number, ended, name, substr(record, 1, ?3), public, games.open, secret FROM games"
        " JOIN tables USING (key) WHERE id = ?1 ORDER BY number DESC LIMIT ?2";
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(q->here.db, number ? one : last, -1, &s, NULL) != SQLITE_OK) {
        broken(q, e);
        return -1;
    }
    sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 2, number ? (int64_t)number : VAULT_GAMES);
    if (!number)
        sqlite3_bind_int(s, 3, VAULT_HEAD);
    int count = 0, result;
    while ((result = sqlite3_step(s)) == SQLITE_ROW) {
        count++;
        if (!hand_game(s, each, to))
            break;
    }
    bool fine = result == SQLITE_ROW || result == SQLITE_DONE || broken(q, e);
    sqlite3_finalize(s);
    return fine ? count : -1;
}

/* --- Forgetting ------------------------------------------------------------------------------- */

/* The next open table after a key on which nothing has happened since a moment; 0 if there is none.
 */
static int64_t next_old(const struct sqlite *q, int64_t key, int64_t before, char id[], size_t room)
{
    sqlite3_stmt *s = q->here.statement[NEXT_TABLE];
    bool old = false;
    while (!old) {
        sqlite3_bind_int64(s, 1, key);
        bool there = sqlite3_step(s) == SQLITE_ROW;
        key = there ? sqlite3_column_int64(s, 0) : 0;
        int64_t time = there ? sqlite3_column_int64(s, 2) : 0;
        if (there)
            snprintf(id, room, "%s", (const char *)sqlite3_column_text(s, 1));
        sqlite3_reset(s);
        if (!there)
            return 0;
        int64_t place = last_place(&q->base, key), last = 0;
        if (place && look_at(&q->here, key, &place, &last) && last > time)
            time = last;
        old = time < before;
    }
    return key;
}

static bool old_tables(struct store *store, int64_t before,
                       void (*each)(void *to, int64_t key, const char *id), void *to,
                       struct error *e)
{
    struct sqlite *q = (struct sqlite *)store;
    char id[64];
    (void)e;
    for (int64_t key = 0; (key = next_old(q, key, before, id, sizeof id));)
        each(to, key, id);
    return true;
}

/* --- The table of functions ------------------------------------------------------------------- */

static const struct store_kind kind = {
    .close = close_file,
    .note = note,
    .take = add_marks,
    .write = write_batch,
    .tables = read_tables,
    .entries = read_entries,
    .games = read_games,
    .picture = read_picture,
    .knows = has_table,
    .clock_at = get_clock,
    .last = last_place,
    .old = old_tables,
};

struct store *sqlite_open(const char *path, bool shared, struct error *e)
{
    (void)shared; /* see vault_join */
    struct sqlite *q = calloc(1, sizeof *q);
    if (!q || !(q->path = strdup(path))) {
        free(q);
        error_no_memory(e);
        return NULL;
    }
    q->base.kind = &kind;
    if (occupy(q, e) && open_link(q, &q->here, e) && prepare(q, e))
        return &q->base;
    close_file(&q->base);
    return NULL;
}
