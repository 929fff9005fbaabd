#include "store/salvage.h"

#include "live/ledger.h"
#include "store/roll.h"
#include "store/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    COMMIT_EVERY = 10000,
    BEYOND = 100000, /* places that are tried after the last one that is known */
};

/* What is known of a table so far. */
struct known {
    bool there, closed, cut;
    uint64_t kept, most; /* its last entry that is in the new file, and that there was */
    const struct game *game;
};

struct wreck {
    sqlite3 *db; /* a copy of the damaged file */
    struct vault *to;
    struct known *known; /* by key */
    int64_t keys, pending;
    struct salvaged *out;
    bool fine; /* the new file could be written */
    struct error *e;
};

/* --- The copy --------------------------------------------------------------------------------- */

static bool copy_file(const char *from, const char *to, struct error *e)
{
    char part[65536];
    ssize_t size = 0;
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool fine = out >= 0;
    while (fine && (size = read(in, part, sizeof part)) > 0)
        fine = write(out, part, (size_t)size) == size;
    fine = fine && size == 0;
    if (!fine)
        error_set(e, "%.200s cannot be copied to %.200s: %s; see that there is room", from, to,
                  error_reason(e, errno));
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    return fine;
}

static bool asks(sqlite3 *db, const char *words)
{
    sqlite3_stmt *s = NULL;
    bool fine =
        sqlite3_prepare_v2(db, words, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW;
    sqlite3_finalize(s);
    return fine;
}

static void put_number(unsigned char at[4], uint32_t n)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(n >> (24 - 8 * i));
}

/* Where even the first page is damaged, that of a new file takes its place: tables are made in the
 * same order in both, and so have the same pages. */
static bool graft(const char *copy, const char *fresh)
{
    unsigned char page[4096];
    int in = open(fresh, O_RDONLY | O_CLOEXEC), out = open(copy, O_RDWR | O_CLOEXEC);
    bool fine = in >= 0 && out >= 0 && read(in, page, sizeof page) == sizeof page;
    off_t size = fine ? lseek(out, 0, SEEK_END) : 0;
    unsigned char counter[4];
    memcpy(counter, page + 24, sizeof counter);
    put_number(page + 28, (uint32_t)(size / (off_t)sizeof page));
    put_number(page + 32, 0); /* no page counts as free */
    put_number(page + 36, 0);
    memcpy(page + 92, counter, sizeof counter);
    fine = fine && pwrite(out, page, sizeof page, 0) == sizeof page;
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    return fine;
}

static sqlite3 *open_copy(const char *copy, const char *fresh, struct error *e)
{
    static const char probe[] = "SELECT count(*) FROM sqlite_schema WHERE name = 'log' AND"
                                " rootpage > 0";
    for (int tries = 0; tries < 2; tries++) {
        sqlite3 *db = NULL;
        if (sqlite3_open_v2(copy, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
            asks(db, probe) && asks(db, "SELECT place FROM mark"))
            return db;
        sqlite3_close(db);
        if (tries == 0 && !graft(copy, fresh))
            break;
    }
    error_set(e, "%.300s cannot be read at all; restore a backup", copy);
    return NULL;
}

/* --- Rows, as far as there are any ------------------------------------------------------------ */

static int64_t number_of(const struct wreck *w, const char *words)
{
    sqlite3_stmt *s = NULL;
    int64_t n = 0;
    if (sqlite3_prepare_v2(w->db, words, -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW)
        n = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return n;
}

/* Hands over the rows of a table by the number in their first column: all in order and, behind a
 * page that cannot be read, one by one until they can be again. */
static void each_row(struct wreck *w, const char *query, int64_t most,
                     void (*take)(struct wreck *w, sqlite3_stmt *row))
{
    sqlite3_stmt *s = NULL;
    int64_t at = 1;
    if (sqlite3_prepare_v2(w->db, query, -1, &s, NULL) != SQLITE_OK)
        return;
    while (at <= most && w->fine) {
        int result;
        sqlite3_bind_int64(s, 1, at);
        sqlite3_bind_int64(s, 2, INT64_MAX);
        while ((result = sqlite3_step(s)) == SQLITE_ROW && w->fine) {
            at = sqlite3_column_int64(s, 0) + 1;
            take(w, s);
        }
        sqlite3_reset(s);
        if (result == SQLITE_DONE)
            break;
        for (bool there = false; at <= most && !there; at += !there) {
            sqlite3_bind_int64(s, 1, at);
            sqlite3_bind_int64(s, 2, at);
            there = sqlite3_step(s) == SQLITE_ROW;
            sqlite3_reset(s);
        }
    }
    sqlite3_finalize(s);
}

static struct known *known_of(struct wreck *w, int64_t key)
{
    if (key <= 0 || key > INT32_MAX)
        return NULL;
    if (key >= w->keys) {
        int64_t keys = key * 2 + 64;
        struct known *more = realloc(w->known, (size_t)keys * sizeof *more);
        if (!more) {
            w->fine = error_no_memory(w->e);
            return NULL;
        }
        memset(more + w->keys, 0, (size_t)(keys - w->keys) * sizeof *more);
        w->known = more;
        w->keys = keys;
    }
    return &w->known[key];
}

/* Something was added. */
static void added(struct wreck *w, bool fine)
{
    w->fine = w->fine && (fine || error_no_memory(w->e));
    if (w->fine && ++w->pending % COMMIT_EVERY == 0)
        w->fine = vault_commit(w->to, w->e);
}

static void take_table(struct wreck *w, sqlite3_stmt *s)
{
    struct known *k = known_of(w, sqlite3_column_int64(s, 0));
    const char *id = (const char *)sqlite3_column_text(s, 1);
    bool whole = k && id && *id && text_is_line(id, strlen(id)) &&
                 sqlite3_column_bytes(s, 2) == VAULT_SECRET;
    if (!whole || k->there)
        return;
    struct vault_table t = {.key = sqlite3_column_int64(s, 0),
                            .id = id,
                            .secret = sqlite3_column_blob(s, 2),
                            .public = sqlite3_column_int(s, 3),
                            .open = sqlite3_column_int(s, 4),
                            .opened = sqlite3_column_int64(s, 5)};
    k->there = true;
    k->closed = sqlite3_column_int(s, 7);
    k->most = k->closed ? 0 : (uint64_t)sqlite3_column_int64(s, 6);
    added(w, vault_add_table(w->to, &t));
}

/* Whether it is the next entry of its table, and one that a table has written. */
static bool follows(struct known *k, uint64_t number, const char *line)
{
    struct error e = {0};
    struct ledger l = {.game = k->game};
    bool fine = number == k->kept + 1 && line && ledger_read(&l, line, &e);
    if (fine)
        k->game = l.game;
    ledger_free(&l);
    return fine;
}

static void take_entry(struct wreck *w, sqlite3_stmt *s)
{
    int64_t key = sqlite3_column_int64(s, 1);
    struct known *k = known_of(w, key);
    uint64_t number = (uint64_t)sqlite3_column_int64(s, 2);
    const char *line = (const char *)sqlite3_column_text(s, 3);
    if (!k || (k->there && k->closed))
        return;
    if (number > k->most && number < UINT32_MAX)
        k->most = number;
    k->cut = k->cut || !k->there || !follows(k, number, line);
    if (k->cut)
        return;
    k->kept = number;
    w->out->entries++;
    added(w, vault_add_entry(w->to, key, number, line));
}

/* --- Games ------------------------------------------------------------------------------------ */

/* Whether a record is text from end to end: a long one lies on several pages, of which some may be
 * damaged. */
static bool is_whole(const char *record, int size)
{
    bool fine = record && strlen(record) == (size_t)size && strstr(record, "pairs 1\n");
    for (const char *at = record; fine && *at;) {
        size_t line = strcspn(at, "\n");
        fine = text_is_line(at, line);
        at += line + (at[line] == '\n');
    }
    return fine;
}

static void take_game(struct wreck *w, sqlite3_stmt *s)
{
    struct known *k = known_of(w, sqlite3_column_int64(s, 0));
    struct vault_game g = {.key = sqlite3_column_int64(s, 0),
                           .number = (uint64_t)sqlite3_column_int64(s, 1),
                           .ended = sqlite3_column_int64(s, 2),
                           .name = (const char *)sqlite3_column_text(s, 3),
                           .record = (const char *)sqlite3_column_text(s, 4),
                           .open = sqlite3_column_int(s, 5)};
    if (!k || !k->there || !g.name || !is_whole(g.record, sqlite3_column_bytes(s, 4))) {
        w->out->lost_games++;
        return;
    }
    w->out->games++;
    added(w, vault_add_game(w->to, &g));
}

/* The games of each table by itself: what is damaged costs those of one. */
static void take_games(struct wreck *w)
{
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(w->db,
                           "SELECT key, number, ended, name, record, open FROM games WHERE key = ?1"
                           " ORDER BY number",
                           -1, &s, NULL) != SQLITE_OK)
        return;
    for (int64_t key = 1; key < w->keys && w->fine; key++) {
        int result;
        sqlite3_bind_int64(s, 1, key);
        while ((result = sqlite3_step(s)) == SQLITE_ROW && w->fine)
            take_game(w, s);
        w->out->lost_games += result != SQLITE_DONE && result != SQLITE_ROW && w->known[key].there;
        sqlite3_reset(s);
    }
    sqlite3_finalize(s);
}

/* --- All of it -------------------------------------------------------------------------------- */

/* What became of each table; those that had closed are closed again. */
static void count(struct wreck *w)
{
    for (int64_t key = 1; key < w->keys && w->fine; key++) {
        const struct known *k = &w->known[key];
        bool gone = !k->there || (!k->closed && !k->kept);
        if (!k->there && !k->most)
            continue;
        w->out->lost_tables += gone;
        w->out->tables += !gone;
        w->out->cut_tables += !gone && k->kept < k->most;
        w->out->lost_entries += (int64_t)(k->most - (k->kept < k->most ? k->kept : k->most));
        if (k->there && (k->closed || gone))
            w->fine = vault_close_table(w->to, key) || error_no_memory(w->e);
    }
}

static bool take_all(struct wreck *w)
{
    int64_t keys = number_of(w, "SELECT max(key) FROM tables");
    int64_t last = number_of(w, "SELECT max(last) FROM tables");
    int64_t place = number_of(w, "SELECT max(place) FROM log");
    each_row(w,
             "SELECT key, id, secret, public, open, opened, entries, closed FROM tables"
             " WHERE key BETWEEN ?1 AND ?2 ORDER BY key",
             keys ? keys : BEYOND, take_table);
    each_row(w,
             "SELECT place, key, number, line FROM log WHERE place BETWEEN ?1 AND ?2"
             " ORDER BY place",
             place ? place : last + BEYOND, take_entry);
    take_games(w);
    w->fine = w->fine && vault_commit(w->to, w->e);
    count(w);
    return w->fine && vault_commit(w->to, w->e);
}

/* Bans, invitations and codes, each list as far as it can be read. */
static void take_roll(sqlite3 *db, const char *to)
{
    static const char *const lists[] = {"rules", "codes", "members", "recoveries", "tokens"};
    struct error e = {0};
    struct roll *r = roll_open(to, &e);
    char *words = sqlite3_mprintf("ATTACH %Q AS new", to);
    roll_close(r);
    if (words && r)
        sqlite3_exec(db, words, NULL, NULL, NULL);
    sqlite3_free(words);
    for (size_t i = 0; r && i < sizeof lists / sizeof *lists; i++) {
        words = sqlite3_mprintf("INSERT OR IGNORE INTO new.%s SELECT * FROM main.%s", lists[i],
                                lists[i]);
        if (words)
            sqlite3_exec(db, words, NULL, NULL, NULL);
        sqlite3_free(words);
    }
}

static bool work(const char *copy, const char *to, struct salvaged *out, struct error *e)
{
    struct wreck w = {.out = out, .fine = true, .e = e};
    vault_close(vault_open(to, e)); /* a new file, whose first page may be needed */
    w.db = open_copy(copy, to, e);
    w.to = w.db ? vault_open(to, e) : NULL;
    bool fine = w.to && take_all(&w);
    vault_close(w.to);
    if (fine)
        take_roll(w.db, to);
    sqlite3_close(w.db);
    free(w.known);
    return fine &&
           (out->tables || out->games || error_set(e, "nothing could be read; restore a backup"));
}

bool salvage(const char *from, const char *to, struct salvaged *out, struct error *e)
{
    char *copy = sqlite3_mprintf("%s.copy", to), *log = sqlite3_mprintf("%s-wal", from),
         *copied = sqlite3_mprintf("%s.copy-wal", to), *shared = sqlite3_mprintf("%s.copy-shm", to);
    bool fine = (copy && log && copied && shared) || error_no_memory(e);
    bool is_new = fine && (access(to, F_OK) != 0 ||
                           error_set(e, "%s is there already; give another name", to));
    fine = is_new && copy_file(from, copy, e) &&
           (access(log, F_OK) != 0 || copy_file(log, copied, e)) && work(copy, to, out, e);
    if (is_new) {
        unlink(copy);
        unlink(copied);
        unlink(shared);
    }
    if (is_new && !fine)
        unlink(to);
    sqlite3_free(copy);
    sqlite3_free(log);
    sqlite3_free(copied);
    sqlite3_free(shared);
    return fine;
}
