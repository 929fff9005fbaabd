#include "store/roll.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUSY_MILLISECONDS = 5000 };

struct roll {
    sqlite3 *db;
    char *path;
};

/* Beside the tables of the vault, whose version stays: a program that knows nothing of these leaves
 * them alone. What is removed is overwritten. */
static const char schema[] =
    "PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;"
    "CREATE TABLE IF NOT EXISTS rules (id INTEGER PRIMARY KEY AUTOINCREMENT, mute INTEGER NOT NULL,"
    " target TEXT NOT NULL, until INTEGER NOT NULL, note TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS codes (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " digest TEXT UNIQUE NOT NULL, made INTEGER NOT NULL, left INTEGER NOT NULL,"
    " used INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS members (guest TEXT PRIMARY KEY) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS recoveries (guest TEXT PRIMARY KEY, code TEXT UNIQUE NOT NULL)"
    " WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, guest TEXT NOT NULL) WITHOUT ROWID";

static bool broken(const char *path, sqlite3 *db, struct error *e)
{
    if (!db || sqlite3_errcode(db) == SQLITE_NOMEM)
        return error_no_memory(e);
    return error_set(e, "%s: %s; see that the disk has room and the file can be written", path,
                     sqlite3_errmsg(db));
}

static sqlite3 *open_file(const char *path, struct error *e)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
        SQLITE_OK) {
        sqlite3_busy_timeout(db, BUSY_MILLISECONDS);
        return db;
    }
    broken(path, db, e);
    sqlite3_close(db);
    return NULL;
}

struct roll *roll_open(const char *path, struct error *e)
{
    struct roll *r = calloc(1, sizeof *r);
    if (!r || !(r->path = strdup(path))) {
        free(r);
        error_no_memory(e);
        return NULL;
    }
    r->db = open_file(path, e);
    if (r->db &&
        (sqlite3_exec(r->db, schema, NULL, NULL, NULL) == SQLITE_OK || broken(path, r->db, e)))
        return r;
    roll_close(r);
    return NULL;
}

void roll_close(struct roll *r)
{
    if (!r)
        return;
    sqlite3_close(r->db);
    free(r->path);
    free(r);
}

/* A statement with its arguments: 's' for text and 'i' for a number. NULL if it cannot be. */
static sqlite3_stmt *prepare(sqlite3 *db, const char *words, const char *kinds, ...)
{
    sqlite3_stmt *s = NULL;
    va_list all;
    if (sqlite3_prepare_v2(db, words, -1, &s, NULL) != SQLITE_OK)
        return NULL;
    va_start(all, kinds);
    for (int i = 1; *kinds; kinds++, i++)
        if (*kinds == 's')
            sqlite3_bind_text(s, i, va_arg(all, const char *), -1, SQLITE_TRANSIENT);
        else
            sqlite3_bind_int64(s, i, va_arg(all, int64_t));
    va_end(all);
    return s;
}

/* Carries it out; whether that went well. Frees it. */
static bool run(sqlite3_stmt *s)
{
    bool fine = s && sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    return fine;
}

static bool begin(struct roll *r)
{
    return sqlite3_exec(r->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
}

/* Ends what was begun, well or not. */
static bool end(struct roll *r, bool fine)
{
    if (fine && sqlite3_exec(r->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK)
        return true;
    if (!sqlite3_get_autocommit(r->db))
        sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static void take_text(sqlite3_stmt *s, int column, char out[], size_t room)
{
    const char *words = (const char *)sqlite3_column_text(s, column);
    snprintf(out, room, "%s", words ? words : "");
}

/* The first text that a query gives; false if there is none. Frees it. */
static bool ask_text(sqlite3_stmt *s, char out[], size_t room)
{
    bool there = s && sqlite3_step(s) == SQLITE_ROW;
    if (there)
        take_text(s, 0, out, room);
    sqlite3_finalize(s);
    return there;
}

/* --- Who may not ------------------------------------------------------------------------------ */

bool roll_add_rule(struct roll *r, struct roll_rule *rule, struct error *e)
{
    bool fine =
        run(prepare(r->db, "INSERT INTO rules (mute, target, until, note) VALUES (?1, ?2, ?3, ?4)",
                    "isis", (int64_t)rule->mute, rule->target, rule->until, rule->note));
    rule->id = sqlite3_last_insert_rowid(r->db);
    return fine || broken(r->path, r->db, e);
}

bool roll_lift(struct roll *r, int64_t id, struct error *e)
{
    if (!run(prepare(r->db, "DELETE FROM rules WHERE id = ?1", "i", id)))
        return broken(r->path, r->db, e);
    return sqlite3_changes(r->db) ||
           error_set(e, "there is no ban %lld; expected one of 'bans'", (long long)id);
}

bool roll_rules(struct roll *r, int64_t now, bool (*each)(void *to, const struct roll_rule *rule),
                void *to, struct error *e)
{
    sqlite3_stmt *s =
        prepare(r->db,
                "SELECT id, mute, target, until, note FROM rules WHERE until = 0 OR until > ?1"
                " ORDER BY id",
                "i", now);
    int result = s ? SQLITE_ROW : SQLITE_ERROR;
    while (result == SQLITE_ROW && (result = sqlite3_step(s)) == SQLITE_ROW) {
        struct roll_rule rule = {.id = sqlite3_column_int64(s, 0),
                                 .mute = sqlite3_column_int(s, 1),
                                 .until = sqlite3_column_int64(s, 3)};
        take_text(s, 2, rule.target, sizeof rule.target);
        take_text(s, 4, rule.note, sizeof rule.note);
        if (!each(to, &rule))
            break;
    }
    bool fine = result == SQLITE_DONE || broken(r->path, r->db, e);
    sqlite3_finalize(s);
    return fine;
}

/* --- Invitations ------------------------------------------------------------------------------ */

bool roll_add_code(struct roll *r, const char *digest, struct roll_code *code, struct error *e)
{
    bool fine =
        run(prepare(r->db, "INSERT INTO codes (digest, made, left, note) VALUES (?1, ?2, ?3, ?4)",
                    "siis", digest, code->made, code->left, code->note));
    code->id = sqlite3_last_insert_rowid(r->db);
    return fine || broken(r->path, r->db, e);
}

bool roll_revoke(struct roll *r, int64_t id, struct error *e)
{
    if (!run(prepare(r->db, "DELETE FROM codes WHERE id = ?1", "i", id)))
        return broken(r->path, r->db, e);
    return sqlite3_changes(r->db) ||
           error_set(e, "there is no invitation %lld; expected one of 'codes'", (long long)id);
}

bool roll_codes(struct roll *r, bool (*each)(void *to, const struct roll_code *code), void *to,
                struct error *e)
{
    sqlite3_stmt *s =
        prepare(r->db, "SELECT id, made, left, used, note FROM codes ORDER BY id", "");
    int result = s ? SQLITE_ROW : SQLITE_ERROR;
    while (result == SQLITE_ROW && (result = sqlite3_step(s)) == SQLITE_ROW) {
        struct roll_code c = {.id = sqlite3_column_int64(s, 0),
                              .made = sqlite3_column_int64(s, 1),
                              .left = sqlite3_column_int64(s, 2),
                              .used = sqlite3_column_int64(s, 3)};
        take_text(s, 4, c.note, sizeof c.note);
        if (!each(to, &c))
            break;
    }
    bool fine = result == SQLITE_DONE || broken(r->path, r->db, e);
    sqlite3_finalize(s);
    return fine;
}

bool roll_is_member(struct roll *r, const char *guest)
{
    char found[8];
    return ask_text(prepare(r->db, "SELECT 1 FROM members WHERE guest = ?1", "s", guest), found,
                    sizeof found);
}

bool roll_admit(struct roll *r, const char *digest, const char *guest)
{
    if (roll_is_member(r, guest))
        return true;
    bool fine = begin(r) &&
                run(prepare(r->db,
                            "UPDATE codes SET left = left - 1, used = used + 1"
                            " WHERE digest = ?1 AND left > 0",
                            "s", digest)) &&
                sqlite3_changes(r->db) == 1 &&
                run(prepare(r->db, "INSERT INTO members VALUES (?1)", "s", guest));
    return end(r, fine);
}

/* --- Lost tokens ------------------------------------------------------------------------------ */

bool roll_set_recovery(struct roll *r, const char *guest, const char *digest, struct error *e)
{
    return run(prepare(r->db, "INSERT OR REPLACE INTO recoveries VALUES (?1, ?2)", "ss", guest,
                       digest)) ||
           broken(r->path, r->db, e);
}

bool roll_recover(struct roll *r, const char *code, const char *token, char guest[ROLL_DIGEST])
{
    if (!ask_text(prepare(r->db, "SELECT guest FROM recoveries WHERE code = ?1", "s", code), guest,
                  ROLL_DIGEST))
        return false;
    bool fine =
        begin(r) && run(prepare(r->db, "DELETE FROM recoveries WHERE guest = ?1", "s", guest)) &&
        run(prepare(r->db, "UPDATE tokens SET guest = '' WHERE guest = ?1", "s", guest)) &&
        run(prepare(r->db, "INSERT OR REPLACE INTO tokens VALUES (?1, '')", "s", guest)) &&
        run(prepare(r->db, "INSERT OR REPLACE INTO tokens VALUES (?1, ?2)", "ss", token, guest));
    return end(r, fine);
}

bool roll_known_as(struct roll *r, const char *token, char guest[ROLL_DIGEST])
{
    if (!ask_text(prepare(r->db, "SELECT guest FROM tokens WHERE token = ?1", "s", token), guest,
                  ROLL_DIGEST))
        snprintf(guest, ROLL_DIGEST, "%s", token);
    return guest[0];
}

/* --- What is kept about a person -------------------------------------------------------------- */

/* Hands over the rows of a query on the person, one text or two each. */
static bool ask_rows(const char *path, const char *query, const char *guest,
                     bool (*each)(void *to, sqlite3_stmt *row), void *to, struct error *e)
{
    sqlite3 *db = open_file(path, e);
    sqlite3_stmt *s = db ? prepare(db, query, "s", guest) : NULL;
    int result = s ? SQLITE_ROW : SQLITE_ERROR;
    bool fine = db;
    while (fine && result == SQLITE_ROW && (result = sqlite3_step(s)) == SQLITE_ROW)
        fine = each(to, s) || error_no_memory(e);
    fine = fine && (result == SQLITE_DONE || broken(path, db, e));
    sqlite3_finalize(s);
    sqlite3_close(db);
    return fine;
}

/* Whoever is told of a table, or of a thing that is kept. */
struct teller {
    bool (*table)(void *to, int64_t key, const char *id);
    bool (*each)(void *to, const char *what, const char *table, const char *words);
    void *to;
    int64_t key; /* the table whose lines come now, */
    struct scrub scrub;
    struct text unused;
};

static bool find_row(void *to, sqlite3_stmt *row)
{
    const struct teller *t = to;
    return t->table(t->to, sqlite3_column_int64(row, 0), (const char *)sqlite3_column_text(row, 1));
}

bool roll_find(const char *path, const char *guest,
               bool (*each)(void *to, int64_t key, const char *id), void *to, struct error *e)
{
    struct teller t = {.table = each, .to = to};
    return ask_rows(path,
                    "SELECT key, id FROM tables WHERE key IN"
                    " (SELECT key FROM log WHERE instr(line, ?1)"
                    " UNION SELECT key FROM games WHERE instr(record, ?1))",
                    guest, find_row, &t, e);
}

/* An entry of a table where the person is named: told if it is theirs. */
static bool tell_entry(void *to, sqlite3_stmt *row)
{
    struct teller *t = to;
    const char *line = (const char *)sqlite3_column_text(row, 2);
    if (t->key != sqlite3_column_int64(row, 0))
        t->scrub.mine = 0;
    t->key = sqlite3_column_int64(row, 0);
    return !scrub_line(&t->scrub, 0, line, &t->unused) ||
           t->each(t->to, "entry", (const char *)sqlite3_column_text(row, 1), line);
}

static bool tell_thing(void *to, sqlite3_stmt *row)
{
    const struct teller *t = to;
    return t->each(t->to, (const char *)sqlite3_column_text(row, 0),
                   (const char *)sqlite3_column_text(row, 1),
                   (const char *)sqlite3_column_text(row, 2));
}

bool roll_tell(const char *path, const char *guest,
               bool (*each)(void *to, const char *what, const char *table, const char *words),
               void *to, struct error *e)
{
    struct teller t = {.each = each, .to = to};
    snprintf(t.scrub.guest, sizeof t.scrub.guest, "%s", guest);
    bool fine = ask_rows(path,
                         "SELECT log.key, id, line FROM log JOIN tables USING (key) WHERE log.key"
                         " IN (SELECT key FROM log WHERE instr(line, ?1)) ORDER BY log.key, place",
                         guest, tell_entry, &t, e) &&
                ask_rows(path,
                         "SELECT 'game', id, number || ' ' || name || ' ' || ended FROM games"
                         " JOIN tables USING (key) WHERE instr(record, ?1)"
                         " UNION ALL SELECT iif(mute, 'mute', 'ban'), '', until || ' ' || note"
                         " FROM rules WHERE target = ?1"
                         " UNION ALL SELECT 'member', '', '' FROM members WHERE guest = ?1"
                         " UNION ALL SELECT 'recovery', '', '' FROM recoveries WHERE guest = ?1"
                         " UNION ALL SELECT 'token', '', token FROM tokens WHERE guest = ?1",
                         guest, tell_thing, &t, e);
    scrub_free(&t.scrub);
    text_free(&t.unused);
    return fine;
}

/* The entries of a table in order, each to be looked at; where there is a new line it is written.
 */
static bool scrub_entries(sqlite3 *db, int64_t key, int64_t last, struct scrub *s)
{
    static const char query[] =
        "WITH RECURSIVE chain(place) AS (SELECT ?2 UNION ALL SELECT before FROM log"
        " JOIN chain USING (place) WHERE key = ?1 AND before > 0)"
        " SELECT place, number, line FROM chain JOIN log USING (place) ORDER BY place";
    sqlite3_stmt *all = prepare(db, query, "ii", key, last);
    struct text out = {0};
    int result = all ? SQLITE_ROW : SQLITE_ERROR;
    bool fine = true;
    s->mine = 0;
    while (fine && (result = sqlite3_step(all)) == SQLITE_ROW) {
        scrub_line(s, (uint64_t)sqlite3_column_int64(all, 1),
                   (const char *)sqlite3_column_text(all, 2), &out);
        if (out.size)
            fine = run(prepare(db, "UPDATE log SET line = ?2 WHERE place = ?1", "is",
                               sqlite3_column_int64(all, 0), text_of(&out)));
        fine = fine && !out.failed;
    }
    sqlite3_finalize(all);
    text_free(&out);
    return fine && result == SQLITE_DONE;
}

static bool scrub_games(sqlite3 *db, int64_t key, struct scrub *s)
{
    sqlite3_stmt *all =
        prepare(db, "SELECT number, record FROM games WHERE key = ?1 ORDER BY number", "i", key);
    struct text out = {0};
    int result = all ? SQLITE_ROW : SQLITE_ERROR;
    bool fine = true;
    while (fine && (result = sqlite3_step(all)) == SQLITE_ROW) {
        scrub_record(s, (const char *)sqlite3_column_text(all, 1), &out);
        if (out.size)
            fine = run(prepare(db, "UPDATE games SET record = ?3 WHERE key = ?1 AND number = ?2",
                               "iis", key, sqlite3_column_int64(all, 0), text_of(&out)));
        fine = fine && !out.failed;
    }
    sqlite3_finalize(all);
    text_free(&out);
    return fine && result == SQLITE_DONE;
}

bool roll_scrub(struct roll *r, int64_t key, int64_t last, struct scrub *s, struct error *e)
{
    bool fine = begin(r) && (!last || scrub_entries(r->db, key, last, s)) &&
                run(prepare(r->db, "DELETE FROM pictures WHERE key = ?1", "i", key)) &&
                scrub_games(r->db, key, s) && !s->said.failed;
    return end(r, fine) || broken(r->path, r->db, e);
}

bool roll_forget(struct roll *r, const char *guest, struct error *e)
{
    static const char *const words[] = {
        "DELETE FROM members WHERE guest = ?1", "DELETE FROM recoveries WHERE guest = ?1",
        "DELETE FROM tokens WHERE guest = ?1 OR token = ?1", "DELETE FROM rules WHERE target = ?1"};
    bool fine = begin(r);
    for (size_t i = 0; fine && i < sizeof words / sizeof *words; i++)
        fine = run(prepare(r->db, words[i], "s", guest));
    return end(r, fine) || broken(r->path, r->db, e);
}

bool roll_settle(const char *path, struct error *e)
{
    sqlite3 *db = open_file(path, e);
    int busy = 1;
    for (int tries = 0; db && busy && tries < 10; tries++) {
        sqlite3_stmt *s = prepare(db, "PRAGMA wal_checkpoint(TRUNCATE)", "");
        busy = s && sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : 1;
        sqlite3_finalize(s);
    }
    bool fine = db && (!busy || error_set(e, "%s is busy; try again in a moment", path));
    sqlite3_close(db);
    return fine;
}
