#include "store/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* A file says in its head whose it is and in which version it was written. */
enum { APPLICATION = 0x70616972, VERSION = 1, BUSY_MILLISECONDS = 2000 };

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

enum sql {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD_TABLE,
    ADD_ENTRY,
    ADD_GAME,
    GET_ENTRY,
    SET_LAST,
    SET_MARK,
    NEXT_TABLE,
    DROP_ENTRY,
    CLOSE_TABLE,
    ADD_SEEN,
    GET_SEEN,
    ADD_PICTURE,
    GET_PICTURE,
    DROP_PICTURE,
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
};

enum { MARK_EVERY = 8192 }; /* entries */

/* One thing to be written; its words begin at `text` of the arena, one after the other, each with
 * its NUL byte. */
struct pending {
    enum sql what;
    int64_t key, time;
    int64_t place, before; /* of an entry in the log */
    uint64_t number;
    bool public, open;
    size_t text, size; /* `size` of what may have NUL bytes */
    unsigned char secret[VAULT_SECRET];
};

/* What is to be written at once. */
struct batch {
    struct pending *pending;
    size_t count, room;
    char *arena;
    size_t used, arena_room;
    int64_t place; /* the last one of the log that it has, once it is taken */
};

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

struct vault {
    struct link here;   /* for all that reads, and forgets */
    struct link writer; /* for vault_write */
    int lock;           /* the same file; while it is open no other server may have it */
    char *path;
    int64_t last_key;
    int64_t latest;      /* entry, when the file was opened */
    int64_t elapsed;     /* that was seen last */
    struct chain *chain; /* of each table, by its key */
    size_t chains;
    int64_t place, safe, mark; /* the last place of the log: given away, written, and marked */
    struct batch next, taken;  /* what is added, and what is being written */
};

/* --- Opening ---------------------------------------------------------------------------------- */

static bool broken_at(const struct vault *v, sqlite3 *db, struct error *e)
{
    int code = db ? sqlite3_errcode(db) : SQLITE_NOMEM;
    if (code == SQLITE_NOMEM)
        return error_no_memory(e);
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return error_set(e, "%s is damaged, or no data file of a server: %s; restore a backup",
                         v->path, sqlite3_errmsg(db));
    return error_set(e, "%s: %s; see that the disk has room and the file can be written", v->path,
                     sqlite3_errmsg(db));
}

static bool broken(const struct vault *v, struct error *e)
{
    return broken_at(v, v->here.db, e);
}

static bool do_sql(struct vault *v, const char *words, struct error *e)
{
    return sqlite3_exec(v->here.db, words, NULL, NULL, NULL) == SQLITE_OK || broken(v, e);
}

/* The first number that a query gives. */
static bool ask_number(struct vault *v, const char *words, int64_t *out, struct error *e)
{
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(v->here.db, words, -1, &s, NULL) != SQLITE_OK)
        return broken(v, e);
    bool fine = sqlite3_step(s) == SQLITE_ROW || broken(v, e);
    if (fine)
        *out = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return fine;
}

/* The chain of a table; NULL if memory runs out. */
static struct chain *chain_of(struct vault *v, int64_t key)
{
    size_t place = (size_t)key;
    if (place >= v->chains) {
        size_t room = (place + 1) * 2;
        struct chain *more = realloc(v->chain, room * sizeof *more);
        if (!more)
            return NULL;
        memset(more + v->chains, 0, (room - v->chains) * sizeof *more);
        v->chain = more;
        v->chains = room;
    }
    return &v->chain[place];
}

static bool read_rows(struct vault *v, const char *query, bool changed, struct error *e)
{
    sqlite3_stmt *s;
    int result = SQLITE_OK;
    bool fine = sqlite3_prepare_v2(v->here.db, query, -1, &s, NULL) == SQLITE_OK || broken(v, e);
    if (fine)
        sqlite3_bind_int64(s, 1, v->mark);
    while (fine && (result = sqlite3_step(s)) == SQLITE_ROW) {
        struct chain *c = chain_of(v, sqlite3_column_int64(s, 0));
        fine = c || error_no_memory(e);
        if (fine)
            *c = (struct chain){.last = sqlite3_column_int64(s, 1),
                                .entries = (uint64_t)sqlite3_column_int64(s, 2),
                                .changed = changed};
    }
    fine = fine && (result == SQLITE_DONE || broken(v, e));
    sqlite3_finalize(s);
    return fine;
}

static bool read_chains(struct vault *v, struct error *e)
{
    bool fine = ask_number(v, "SELECT place FROM mark", &v->mark, e) &&
                ask_number(v, "SELECT ifnull(max(place), 0) FROM log", &v->place, e) &&
                read_rows(v, "SELECT key, last, entries FROM tables WHERE ?1 >= 0", false, e) &&
                read_rows(v, "SELECT key, place, number FROM log WHERE place > ?1", true, e);
    if (v->place < v->mark) /* what came last has been forgotten */
        v->place = v->mark;
    v->safe = v->place;
    return fine;
}

/* Whether the file is a server's, or nobody's yet. Until that is known nothing is written. */
static bool is_ours(struct vault *v, bool *is_new, struct error *e)
{
    int64_t application = 0, version = 0, things = 0;
    if (!ask_number(v, "PRAGMA application_id", &application, e) ||
        !ask_number(v, "PRAGMA user_version", &version, e) ||
        !ask_number(v, "SELECT count(*) FROM sqlite_schema", &things, e))
        return false;
    *is_new = !application && !version && !things;
    if (!*is_new && application != APPLICATION)
        return error_set(e, "%s belongs to another program; give another data file", v->path);
    if (!*is_new && version != VERSION)
        return version > VERSION
                   ? error_set(e, "%s was written by a newer version of this program; use that one",
                               v->path)
                   : error_set(e,
                               "%s was written by an older version of this program; use that one",
                               v->path);
    return true;
}

/* What was committed goes from the log of SQLite to its place after so many pages: everybody waits
 * for that, so it is seldom. */
static const char settings[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -512;"
    "PRAGMA wal_autocheckpoint = 4000; PRAGMA secure_delete = ON";

static bool open_link(const struct vault *v, struct link *l, struct error *e)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(v->path, &l->db, flags, NULL) != SQLITE_OK)
        return broken_at(v, l->db, e);
    sqlite3_busy_timeout(l->db, BUSY_MILLISECONDS);
    return true;
}

static void close_link(struct link *l)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(l->statement[i]);
    sqlite3_close(l->db);
}

static bool prepare_statements(const struct vault *v, struct link *l, struct error *e)
{
    if (sqlite3_exec(l->db, settings, NULL, NULL, NULL) != SQLITE_OK)
        return broken_at(v, l->db, e);
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(l->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &l->statement[i],
                               NULL) != SQLITE_OK)
            return broken_at(v, l->db, e);
    return true;
}

static bool prepare(struct vault *v, struct error *e)
{
    bool is_new;
    if (!is_ours(v, &is_new, e) || !do_sql(v, settings, e) || (is_new && !do_sql(v, schema, e)) ||
        !do_sql(v, additions, e) || !prepare_statements(v, &v->here, e) ||
        !open_link(v, &v->writer, e) || !prepare_statements(v, &v->writer, e))
        return false;
    return ask_number(v, "SELECT ifnull(max(key), 0) FROM tables", &v->last_key, e) &&
           ask_number(v,
                      "SELECT ifnull((SELECT CAST(line AS INTEGER) FROM log"
                      " ORDER BY place DESC LIMIT 1), 0)",
                      &v->latest, e) &&
           ask_number(v, "SELECT ifnull(max(elapsed), 0) FROM seen", &v->elapsed, e) &&
           read_chains(v, e);
}

/* Takes the file for this server alone. The lock is our own, since those of SQLite are for a moment
 * and a backup wants them too. */
static bool occupy(struct vault *v, struct error *e)
{
    v->lock = open(v->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (v->lock < 0)
        return error_set(e, "%s cannot be written: %s; expected a file in a folder of our own",
                         v->path, error_reason(e, errno));
    return flock(v->lock, LOCK_EX | LOCK_NB) == 0 ||
           error_set(e, "%s is in use by another server; stop that one or give another data file",
                     v->path);
}

struct vault *vault_open(const char *path, struct error *e)
{
    struct vault *v = calloc(1, sizeof *v);
    if (!v || !(v->path = strdup(path))) {
        free(v);
        error_no_memory(e);
        return NULL;
    }
    if (occupy(v, e) && open_link(v, &v->here, e) && prepare(v, e))
        return v;
    vault_close(v);
    return NULL;
}

static void free_batch(struct batch *b)
{
    free(b->pending);
    free(b->arena);
    *b = (struct batch){0};
}

void vault_trim(struct vault *v)
{
    if (!v->next.count)
        free_batch(&v->next);
    if (!v->taken.count)
        free_batch(&v->taken);
}

void vault_close(struct vault *v)
{
    if (!v)
        return;
    close_link(&v->writer);
    close_link(&v->here);
    if (v->lock >= 0) /* not before: to close any descriptor of a file ends SQLite's own locks */
        close(v->lock);
    free_batch(&v->next);
    free_batch(&v->taken);
    free(v->chain);
    free(v->path);
    free(v);
}

int64_t vault_latest(const struct vault *v)
{
    return v->latest;
}

int64_t vault_key(struct vault *v)
{
    return ++v->last_key;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static bool make_room(struct batch *b, size_t bytes)
{
    if (b->count == b->room) {
        size_t room = b->room ? b->room * 2 : 64;
        struct pending *more = realloc(b->pending, room * sizeof *more);
        if (!more)
            return false;
        b->pending = more;
        b->room = room;
    }
    if (b->used + bytes > b->arena_room) {
        size_t room = (b->used + bytes) * 2;
        char *more = realloc(b->arena, room);
        if (!more)
            return false;
        b->arena = more;
        b->arena_room = room;
    }
    return true;
}

/* Adds one thing with up to two texts. */
static bool add(struct batch *b, struct pending p, const char *one, const char *other)
{
    size_t first = strlen(one) + 1, second = other ? strlen(other) + 1 : 0;
    if (!make_room(b, first + second))
        return false;
    p.text = b->used;
    memcpy(b->arena + b->used, one, first);
    if (other)
        memcpy(b->arena + b->used + first, other, second);
    b->used += first + second;
    b->pending[b->count++] = p;
    return true;
}

bool vault_add_table(struct vault *v, const struct vault_table *t)
{
    struct pending p = {
        .what = ADD_TABLE, .key = t->key, .time = t->opened, .public = t->public, .open = t->open};
    memcpy(p.secret, t->secret, VAULT_SECRET);
    return add(&v->next, p, t->id, NULL);
}

bool vault_add_entry(struct vault *v, int64_t key, uint64_t number, const char *line)
{
    struct chain *c = chain_of(v, key);
    if (!c || !add(&v->next,
                   (struct pending){.what = ADD_ENTRY,
                                    .key = key,
                                    .number = number,
                                    .place = v->place + 1,
                                    .before = c->last},
                   line, NULL))
        return false;
    *c = (struct chain){.last = ++v->place, .entries = number, .changed = true};
    return true;
}

bool vault_add_picture(struct vault *v, int64_t key, const void *bytes, size_t size)
{
    struct batch *b = &v->next;
    if (!make_room(b, size))
        return false;
    memcpy(b->arena + b->used, bytes, size);
    b->pending[b->count++] =
        (struct pending){.what = ADD_PICTURE, .key = key, .text = b->used, .size = size};
    b->used += size;
    return true;
}

bool vault_add_game(struct vault *v, const struct vault_game *g)
{
    struct pending p = {
        .what = ADD_GAME, .key = g->key, .number = g->number, .time = g->ended, .open = g->open};
    return add(&v->next, p, g->name, g->record);
}

bool vault_close_table(struct vault *v, int64_t key)
{
    struct chain *c = chain_of(v, key);
    if (!c || !add(&v->next, (struct pending){.what = CLOSE_TABLE, .key = key, .place = c->last},
                   "", NULL))
        return false;
    *c = (struct chain){0};
    return true;
}

int64_t vault_last(const struct vault *v, int64_t key)
{
    return (size_t)key < v->chains ? v->chain[key].last : 0;
}

int64_t vault_elapsed(const struct vault *v)
{
    return v->elapsed;
}

bool vault_see(struct vault *v, int64_t elapsed, int64_t clock)
{
    if (!add(&v->next, (struct pending){.what = ADD_SEEN, .key = elapsed, .time = clock}, "", NULL))
        return false;
    v->elapsed = elapsed;
    return true;
}

int64_t vault_clock_at(const struct vault *v, int64_t elapsed)
{
    sqlite3_stmt *s = v->here.statement[GET_SEEN];
    sqlite3_bind_int64(s, 1, elapsed);
    int64_t clock = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    sqlite3_reset(s);
    return clock;
}

size_t vault_pending(const struct vault *v)
{
    return v->next.count + v->taken.count;
}

static bool run(const struct link *l, enum sql what)
{
    int result = sqlite3_step(l->statement[what]);
    sqlite3_reset(l->statement[what]);
    return result == SQLITE_DONE;
}

static bool run_with(const struct link *l, enum sql what, int64_t number)
{
    sqlite3_bind_int64(l->statement[what], 1, number);
    return run(l, what);
}

static bool write_one(const struct link *l, const struct batch *b, const struct pending *p)
{
    sqlite3_stmt *s = l->statement[p->what];
    const char *text = b->arena + p->text;
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
        sqlite3_bind_text(s, 5, text + strlen(text) + 1, -1, SQLITE_STATIC);
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

static bool write_next(const struct link *l, const struct batch *b, const struct pending *p)
{
    if (p->what == CLOSE_TABLE)
        return put_away(l, p->key, p->place);
    if (p->what == SET_MARK)
        return run_with(l, SET_MARK, p->place);
    return write_one(l, b, p);
}

/* Adds where the chains end; whatever finds no room in memory is added the next time. */
static void add_marks(struct vault *v)
{
    struct batch *b = &v->next;
    size_t count = b->count;
    bool fine = true;
    for (size_t key = 0; fine && key < v->chains; key++)
        if (v->chain[key].changed)
            fine = add(b,
                       (struct pending){.what = SET_LAST,
                                        .key = (int64_t)key,
                                        .place = v->chain[key].last,
                                        .number = v->chain[key].entries},
                       "", NULL);
    fine = fine && add(b, (struct pending){.what = SET_MARK, .place = v->place}, "", NULL);
    if (!fine) {
        b->count = count;
        return;
    }
    for (size_t key = 0; key < v->chains; key++)
        v->chain[key].changed = false;
    v->mark = v->place;
}

bool vault_take(struct vault *v)
{
    if (v->taken.count)
        return true;
    if (!v->next.count)
        return false;
    if (v->place - v->mark >= MARK_EVERY)
        add_marks(v);
    struct batch empty = v->taken;
    v->taken = v->next;
    v->taken.place = v->place;
    v->next = empty;
    return true;
}

bool vault_write(const struct vault *v, struct error *e)
{
    const struct link *l = &v->writer;
    const struct batch *b = &v->taken;
    bool fine = run(l, BEGIN);
    for (size_t i = 0; fine && i < b->count; i++)
        fine = write_next(l, b, &b->pending[i]);
    if (fine && run(l, COMMIT))
        return true;
    broken_at(v, l->db, e);
    if (!sqlite3_get_autocommit(l->db))
        run(l, ROLLBACK);
    return false;
}

void vault_written(struct vault *v)
{
    v->safe = v->taken.place;
    v->taken.count = v->taken.used = 0;
}

bool vault_commit(struct vault *v, struct error *e)
{
    while (vault_take(v)) {
        if (!vault_write(v, e))
            return false;
        vault_written(v);
    }
    return true;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Tables that were added are read from memory by whoever added them. */
bool vault_tables(struct vault *v, bool (*each)(void *to, const struct vault_table *t), void *to,
                  struct error *e)
{
    static const char query[] =
        "SELECT key, id, secret, public, open, opened FROM tables WHERE NOT closed ORDER BY key";
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(v->here.db, query, -1, &s, NULL) != SQLITE_OK)
        return broken(v, e);
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
        const struct chain *c = chain_of(v, t.key);
        t.entries = c ? c->entries : 0;
        if (sqlite3_column_bytes(s, 2) == VAULT_SECRET && t.id)
            fine = each(to, &t) || error_no_memory(e);
    }
    fine = fine && (result == SQLITE_DONE || broken(v, e));
    sqlite3_finalize(s);
    return fine;
}

bool vault_knows(struct vault *v, const char *id)
{
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(v->here.db, "SELECT 1 FROM tables WHERE id = ?1", -1, &s, NULL) !=
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

/* The line of an entry that is still to be written, and the place before it; NULL if it is not
 * here. */
static const char *find_pending(const struct batch *b, int64_t *place)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->pending[i].what == ADD_ENTRY && b->pending[i].place == *place) {
            *place = b->pending[i].before;
            return b->arena + b->pending[i].text;
        }
    return NULL;
}

/* The line at a place of the log, as a copy in front of those `after` it; and the place before. */
static struct found *find(struct vault *v, int64_t key, int64_t *place, struct found *after,
                          struct error *e)
{
    sqlite3_stmt *s = v->here.statement[GET_ENTRY];
    const char *line = NULL;
    if (*place > v->safe) {
        line = find_pending(&v->next, place);
        line = line ? line : find_pending(&v->taken, place);
    } else {
        sqlite3_bind_int64(s, 1, *place);
        sqlite3_bind_int64(s, 2, key);
        if (sqlite3_step(s) == SQLITE_ROW) {
            *place = sqlite3_column_int64(s, 0);
            line = (const char *)sqlite3_column_text(s, 1);
        }
    }
    struct found *f = line ? malloc(sizeof *f + strlen(line) + 1) : NULL;
    if (f) {
        f->after = after;
        strcpy(f->line, line); /* NOLINT: there is room */
    } else if (line) {
        error_no_memory(e);
    } else {
        error_set(e, "%s: an entry is missing at place %lld", v->path, (long long)*place);
    }
    sqlite3_reset(s);
    return f;
}

/* The last picture of a table that is still to be written. */
static const struct pending *pending_picture(const struct batch *b, int64_t key)
{
    size_t i = b->count;
    while (i > 0 && (b->pending[i - 1].what != ADD_PICTURE || b->pending[i - 1].key != key))
        i--;
    return i ? &b->pending[i - 1] : NULL;
}

bool vault_awaits_picture(const struct vault *v, int64_t key)
{
    return pending_picture(&v->next, key) || pending_picture(&v->taken, key);
}

static bool find_picture(const struct batch *b, int64_t key, struct text *out)
{
    const struct pending *p = pending_picture(b, key);
    if (p)
        text_put(out, b->arena + p->text, p->size);
    return p;
}

bool vault_picture(struct vault *v, int64_t key, struct text *out)
{
    if (find_picture(&v->next, key, out) || find_picture(&v->taken, key, out))
        return true;
    sqlite3_stmt *s = v->here.statement[GET_PICTURE];
    sqlite3_bind_int64(s, 1, key);
    bool there = sqlite3_step(s) == SQLITE_ROW;
    if (there)
        text_put(out, sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0));
    sqlite3_reset(s);
    return there;
}

bool vault_entries(struct vault *v, int64_t key, uint64_t after,
                   bool (*each)(void *to, const char *line, struct error *e), void *to,
                   struct error *e)
{
    struct found *all = NULL;
    const struct chain *c = chain_of(v, key);
    int64_t place = c ? c->last : 0;
    uint64_t wanted = c && c->entries > after ? c->entries - after : 0;
    bool fine = c || error_no_memory(e);
    for (; fine && place && wanted; wanted--) {
        struct found *f = find(v, key, &place, all, e);
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

int vault_games(struct vault *v, const char *id, uint64_t number,
                bool (*each)(void *to, const struct vault_found *g), void *to, struct error *e)
{
    static const char one[] =
        "SELECT number, ended, name, record, public, games.open, secret FROM games"
        " JOIN tables USING (key) WHERE id = ?1 AND number = ?2";
    static const char last[] =
        "SELECT number, ended, name, substr(record, 1, ?3), public, games.open, secret FROM games"
        " JOIN tables USING (key) WHERE id = ?1 ORDER BY number DESC LIMIT ?2";
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(v->here.db, number ? one : last, -1, &s, NULL) != SQLITE_OK) {
        broken(v, e);
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
    bool fine = result == SQLITE_ROW || result == SQLITE_DONE || broken(v, e);
    sqlite3_finalize(s);
    return fine ? count : -1;
}

/* --- Forgetting ------------------------------------------------------------------------------- */

/* The next open table after a key on which nothing has happened since a moment; 0 if there is none.
 */
static int64_t next_old(const struct vault *v, int64_t key, int64_t before, char id[], size_t room)
{
    sqlite3_stmt *s = v->here.statement[NEXT_TABLE];
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
        int64_t place = (size_t)key < v->chains ? v->chain[key].last : 0, last = 0;
        if (place && look_at(&v->here, key, &place, &last) && last > time)
            time = last;
        old = time < before;
    }
    return key;
}

static bool forget_records(struct vault *v, int64_t before)
{
    char words[256];
    snprintf(words, sizeof words,
             "DELETE FROM games WHERE ended < %lld;"
             "DELETE FROM tables WHERE closed AND key NOT IN (SELECT key FROM games)",
             (long long)before);
    return sqlite3_exec(v->here.db, words, NULL, NULL, NULL) == SQLITE_OK;
}

int vault_forget(struct vault *v, int64_t before, int64_t records,
                 bool (*may)(void *to, const char *id), void *to, struct error *e)
{
    char id[64];
    int count = 0;
    bool fine = vault_pending(v) == 0 && run(&v->here, BEGIN);
    for (int64_t key = 0; fine && (key = next_old(v, key, before, id, sizeof id));)
        if (may(to, id)) {
            fine = put_away(&v->here, key, v->chain[key].last);
            v->chain[key] = (struct chain){0};
            count++;
        }
    if (fine && forget_records(v, records) && run(&v->here, COMMIT))
        return count;
    broken(v, e);
    if (!sqlite3_get_autocommit(v->here.db))
        run(&v->here, ROLLBACK);
    return -1;
}

/* --- Backup ----------------------------------------------------------------------------------- */

static bool sync_file(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool fine = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return fine;
}

/* An empty file that only we can read, for the copy: it holds what nobody is to know. */
static bool begin_copy(const char *path, struct error *e)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    return file >= 0 || error_set(e, "%s cannot be written: %s; give another name", path,
                                  error_reason(e, errno));
}

static bool copy_all(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    int result = b ? sqlite3_backup_step(b, -1) : SQLITE_ERROR;
    return b && sqlite3_backup_finish(b) == SQLITE_OK && result == SQLITE_DONE;
}

/* A data file to be read, also while a server has it. */
static bool open_source(struct vault *v, struct error *e)
{
    bool is_new = false;
    int result = sqlite3_open_v2(v->path, &v->here.db, SQLITE_OPEN_READONLY, NULL);
    if (result == SQLITE_NOMEM)
        return error_no_memory(e);
    if (result != SQLITE_OK)
        return error_set(e, "%s cannot be read: %s; expected the data file of a server", v->path,
                         error_reason(e, sqlite3_system_errno(v->here.db)));
    sqlite3_busy_timeout(v->here.db, BUSY_MILLISECONDS);
    return is_ours(v, &is_new, e) &&
           (!is_new || error_set(e, "%s is empty; expected the data file of a server", v->path));
}

/* Copies into `part` and puts that at its place. */
static bool copy_to(struct vault *v, const char *part, const char *to, struct error *e)
{
    sqlite3 *copy = NULL;
    bool fine = sqlite3_open(part, &copy) == SQLITE_OK && copy_all(v->here.db, copy);
    if (!fine)
        error_set(e, "%s: %s; see that the disk has room", to, sqlite3_errmsg(copy));
    sqlite3_close(copy);
    return fine && ((sync_file(part) && rename(part, to) == 0) ||
                    error_set(e, "%s cannot be written: %s; give another name", to,
                              error_reason(e, errno)));
}

bool vault_backup(const char *from, const char *to, struct error *e)
{
    struct vault v = {.path = sqlite3_mprintf("%s", from)};
    char *part = sqlite3_mprintf("%s.part", to);
    bool fine = (v.path && part) || error_no_memory(e);
    fine = fine && open_source(&v, e) && begin_copy(part, e);
    if (fine) {
        fine = access(to, F_OK) != 0 ? copy_to(&v, part, to, e)
                                     : error_set(e, "%s is there already; give another name", to);
        unlink(part);
    }
    sqlite3_close(v.here.db);
    sqlite3_free(v.path);
    sqlite3_free(part);
    return fine;
}
