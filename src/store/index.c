#include "store/index.h"

#include "store/folder.h"
#include "store/verdict.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char index_file[] = "history.sqlite";

enum {
    VERSION = 1,     /* of all that is below; another one is made anew */
    PATIENCE = 2000, /* milliseconds that another program may hold it */
    SECOND = 1000000000,
};

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS game ("
    " file TEXT PRIMARY KEY, size INTEGER NOT NULL, changed INTEGER NOT NULL,"
    " verdict_size INTEGER NOT NULL, verdict_changed INTEGER NOT NULL,"
    " game TEXT, variant TEXT, players INTEGER NOT NULL, hand INTEGER, over INTEGER,"
    " chips INTEGER) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS seat ("
    " file TEXT NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, bot TEXT NOT NULL,"
    " score INTEGER NOT NULL, result INTEGER NOT NULL, decisions INTEGER NOT NULL,"
    " lost REAL NOT NULL, luck REAL NOT NULL, PRIMARY KEY (file, seat)) STRICT, WITHOUT ROWID;"
    "PRAGMA user_version = 1;"
    "COMMIT;";
_Static_assert(VERSION == 1, "the schema says so too");

struct index {
    char *folder, *path;
    index_reader *read;
    sqlite3 *db;
    bool kept; /* in the file */
    struct error unkept;
};

/* A file as it is on disk, or was when it was read. */
struct stamp {
    char *file;
    int64_t size, changed, verdict_size, verdict_changed;
};

struct stamps {
    int count;
    struct stamp *at; /* by name */
};

/* --- SQLite ----------------------------------------------------------------------------------- */

/* What went wrong; the message is in `e`. */
enum fault { FAULT_NONE, FAULT_MEMORY, FAULT_DAMAGED, FAULT_UNKEPT };

static enum fault fault_of(const struct index *x, int code, struct error *e)
{
    int kind = code & 0xff;
    if (kind == SQLITE_OK || kind == SQLITE_ROW || kind == SQLITE_DONE)
        return FAULT_NONE;
    if (kind == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM) {
        error_no_memory(e);
        return FAULT_MEMORY;
    }
    error_set(e, "%.300s cannot be used: %s; all games are read anew", x->path,
              error_words(e, sqlite3_errstr(code)));
    bool damaged = kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_ERROR ||
                   kind == SQLITE_MISMATCH || kind == SQLITE_CONSTRAINT;
    return damaged ? FAULT_DAMAGED : FAULT_UNKEPT;
}

static enum fault run(struct index *x, const char *words, struct error *e)
{
    return fault_of(x, sqlite3_exec(x->db, words, NULL, NULL, NULL), e);
}

static enum fault prepare(struct index *x, const char *words, sqlite3_stmt **q, struct error *e)
{
    return fault_of(x, sqlite3_prepare_v2(x->db, words, -1, q, NULL), e);
}

/* Carries out a statement that has no rows, so that it can be bound anew. */
static enum fault carry_out(struct index *x, sqlite3_stmt *q, struct error *e)
{
    sqlite3_step(q);
    return fault_of(x, sqlite3_reset(q), e);
}

/* A column of text, as much of it as there is room for. No text is missing where there is memory.
 */
static bool column_text(sqlite3_stmt *q, int column, char *out, size_t room)
{
    const char *text = (const char *)sqlite3_column_text(q, column);
    snprintf(out, room, "%s", text ? text : "");
    return text;
}

static enum fault starved(struct error *e)
{
    error_no_memory(e);
    return FAULT_MEMORY;
}

static enum fault damaged(const struct index *x, struct error *e)
{
    error_set(e, "%.300s holds what cannot be; remove it, and it is made anew", x->path);
    return FAULT_DAMAGED;
}

/* --- The file --------------------------------------------------------------------------------- */

/* Whether the pragma answers with that. */
static enum fault must_answer(struct index *x, const char *pragma, const char *answer,
                              struct error *e)
{
    sqlite3_stmt *q;
    enum fault fault = prepare(x, pragma, &q, e);
    if (fault == FAULT_NONE)
        fault = fault_of(x, sqlite3_step(q), e);
    const char *said = fault == FAULT_NONE ? (const char *)sqlite3_column_text(q, 0) : NULL;
    if (fault == FAULT_NONE && !said)
        fault = starved(e);
    else if (fault == FAULT_NONE && strcmp(said, answer) != 0)
        fault = damaged(x, e);
    sqlite3_finalize(q);
    return fault;
}

/* A file that was just made holds nothing. */
static enum fault make_if_new(struct index *x, struct error *e)
{
    enum fault fault = must_answer(x, "SELECT count(*) FROM sqlite_master", "0", e);
    return fault == FAULT_NONE ? run(x, schema, e) : fault;
}

static enum fault look_through(struct index *x, struct error *e)
{
    sqlite3_busy_timeout(x->db, PATIENCE);
    enum fault fault = must_answer(x, "PRAGMA user_version", "1", e);
    if (fault == FAULT_DAMAGED)
        return make_if_new(x, e);
    return fault == FAULT_NONE ? must_answer(x, "PRAGMA quick_check(1)", "ok", e) : fault;
}

static void disconnect(struct index *x)
{
    sqlite3_close(x->db);
    x->db = NULL;
}

static enum fault connect_to(struct index *x, const char *path, struct error *e)
{
    int code = sqlite3_open_v2(path, &x->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    enum fault fault = fault_of(x, code, e);
    if (fault == FAULT_NONE)
        fault = look_through(x, e);
    if (fault != FAULT_NONE)
        disconnect(x);
    return fault;
}

/* Nothing is lost with it. */
static void throw_away(struct index *x)
{
    disconnect(x);
    unlink(x->path);
}

/* --- The folder ------------------------------------------------------------------------------- */

static void free_stamps(struct stamps *s)
{
    for (int i = 0; i < s->count; i++)
        free(s->at[i].file);
    free(s->at);
    *s = (struct stamps){0};
}

/* Room for another one. */
static struct stamp *add_stamp(struct stamps *s, const char *file)
{
    if ((s->count & (s->count - 1)) == 0) { /* it is full at every power of two */
        struct stamp *more = realloc(s->at, (s->count ? 2 * (size_t)s->count : 1) * sizeof *more);
        if (!more)
            return NULL;
        s->at = more;
    }
    s->at[s->count] = (struct stamp){.file = strdup(file)};
    return s->at[s->count].file ? &s->at[s->count++] : NULL;
}

static int64_t nanoseconds(const struct stat *there)
{
    return (int64_t)there->st_mtim.tv_sec * SECOND + there->st_mtim.tv_nsec;
}

/* A game with the verdict beside it. */
static bool take_file(void *context, const char *name, const char *path, const struct stat *there)
{
    struct stamp *at = add_stamp(context, name);
    struct text verdict = {0};
    struct stat beside;
    verdict_path(path, &verdict);
    bool fine = at && !verdict.failed;
    if (fine) {
        at->size = there->st_size;
        at->changed = nanoseconds(there);
    }
    if (fine && stat(verdict.at, &beside) == 0) {
        at->verdict_size = beside.st_size;
        at->verdict_changed = nanoseconds(&beside);
    }
    text_free(&verdict);
    return fine;
}

static int compare_files(const void *one, const void *other)
{
    const struct stamp *a = one, *b = other;
    return strcmp(a->file, b->file);
}

/* What is in the folder. */
static bool find_files(const char *folder, struct stamps *s, struct error *e)
{
    *s = (struct stamps){0};
    if (!folder_games(folder, take_file, s, e)) {
        free_stamps(s);
        return false;
    }
    if (s->count > 1)
        qsort(s->at, (size_t)s->count, sizeof *s->at, compare_files);
    return true;
}

/* What the index has. */
static enum fault find_rows(struct index *x, struct stamps *s, struct error *e)
{
    sqlite3_stmt *q;
    int code = SQLITE_ROW;
    *s = (struct stamps){0};
    enum fault fault = prepare(
        x, "SELECT file, size, changed, verdict_size, verdict_changed FROM game ORDER BY file", &q,
        e);
    while (fault == FAULT_NONE && (code = sqlite3_step(q)) == SQLITE_ROW) {
        const char *file = (const char *)sqlite3_column_text(q, 0);
        struct stamp *at = file ? add_stamp(s, file) : NULL;
        if (!at) {
            fault = starved(e);
            break;
        }
        at->size = sqlite3_column_int64(q, 1);
        at->changed = sqlite3_column_int64(q, 2);
        at->verdict_size = sqlite3_column_int64(q, 3);
        at->verdict_changed = sqlite3_column_int64(q, 4);
    }
    if (fault == FAULT_NONE)
        fault = fault_of(x, code, e);
    sqlite3_finalize(q);
    return fault;
}

/* --- Bringing it up to date ------------------------------------------------------------------- */

/* The statements that change it. */
struct changes {
    struct index *x;
    sqlite3_stmt *remove_game, *remove_seats, *add_game, *add_seat;
    bool begun;
};

/* Nothing is written, and no lock is taken, before something has to be. */
static enum fault begin(struct changes *c, struct error *e)
{
    struct index *x = c->x;
    if (c->begun)
        return FAULT_NONE;
    enum fault fault = prepare(x, "DELETE FROM game WHERE file = ?1", &c->remove_game, e);
    if (fault == FAULT_NONE)
        fault = prepare(x, "DELETE FROM seat WHERE file = ?1", &c->remove_seats, e);
    if (fault == FAULT_NONE)
        fault = prepare(x, "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                        &c->add_game, e);
    if (fault == FAULT_NONE)
        fault = prepare(x, "INSERT INTO seat VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                        &c->add_seat, e);
    if (fault == FAULT_NONE)
        fault = run(x, "BEGIN IMMEDIATE", e);
    c->begun = fault == FAULT_NONE;
    return fault;
}

/* All of it is there from now on, or nothing. */
static enum fault end(struct changes *c, enum fault fault, struct error *e)
{
    struct error none = {0};
    sqlite3_finalize(c->remove_game);
    sqlite3_finalize(c->remove_seats);
    sqlite3_finalize(c->add_game);
    sqlite3_finalize(c->add_seat);
    if (c->begun && fault == FAULT_NONE)
        fault = run(c->x, "COMMIT", e);
    if (c->begun && fault != FAULT_NONE)
        run(c->x, "ROLLBACK", &none);
    return fault;
}

static enum fault forget(struct changes *c, const char *file, struct error *e)
{
    enum fault fault = begin(c, e);
    if (fault != FAULT_NONE)
        return fault;
    sqlite3_bind_text(c->remove_seats, 1, file, -1, SQLITE_STATIC);
    sqlite3_bind_text(c->remove_game, 1, file, -1, SQLITE_STATIC);
    fault = carry_out(c->x, c->remove_seats, e);
    return fault == FAULT_NONE ? carry_out(c->x, c->remove_game, e) : fault;
}

static enum fault add_seat(struct changes *c, const char *file, int seat,
                           const struct played_seat *s, struct error *e)
{
    sqlite3_stmt *q = c->add_seat;
    sqlite3_bind_text(q, 1, file, -1, SQLITE_STATIC);
    sqlite3_bind_int(q, 2, seat);
    sqlite3_bind_text(q, 3, s->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 4, s->bot, -1, SQLITE_STATIC);
    sqlite3_bind_int(q, 5, s->score);
    sqlite3_bind_int(q, 6, (int)s->result);
    sqlite3_bind_int(q, 7, s->verdict.decisions);
    sqlite3_bind_double(q, 8, s->verdict.lost);
    sqlite3_bind_double(q, 9, s->verdict.luck);
    return carry_out(c->x, q, e);
}

/* A file without players is one that cannot be read; it is not tried again until it changes. */
static enum fault add_game(struct changes *c, const struct stamp *at, const struct played *p,
                           struct error *e)
{
    sqlite3_stmt *q = c->add_game;
    sqlite3_clear_bindings(q);
    sqlite3_bind_text(q, 1, at->file, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q, 2, at->size);
    sqlite3_bind_int64(q, 3, at->changed);
    sqlite3_bind_int64(q, 4, at->verdict_size);
    sqlite3_bind_int64(q, 5, at->verdict_changed);
    sqlite3_bind_int(q, 8, p->players);
    if (p->players) {
        sqlite3_bind_text(q, 6, p->game->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(q, 7, played_name(p), -1, SQLITE_STATIC);
        sqlite3_bind_int(q, 9, p->hand);
        sqlite3_bind_int(q, 10, p->over);
        sqlite3_bind_int(q, 11, p->chips);
    }
    enum fault fault = carry_out(c->x, q, e);
    for (int seat = 0; fault == FAULT_NONE && seat < p->players; seat++)
        fault = add_seat(c, at->file, seat, &p->seat[seat], e);
    return fault;
}

static enum fault take_in(struct changes *c, const struct stamp *at, struct error *e)
{
    struct text path = {0};
    struct played p = {0};
    struct error why = {0};
    text_add(&path, "%s/%s", c->x->folder, at->file);
    if (path.failed)
        error_no_memory(&why);
    else if (!c->x->read(path.at, &p, &why))
        p = (struct played){0};
    text_free(&path);
    if (why.no_memory) {
        *e = why;
        return FAULT_MEMORY;
    }
    enum fault fault = forget(c, at->file, e);
    return fault == FAULT_NONE ? add_game(c, at, &p, e) : fault;
}

static bool is_same(const struct stamp *a, const struct stamp *b)
{
    return a->size == b->size && a->changed == b->changed && a->verdict_size == b->verdict_size &&
           a->verdict_changed == b->verdict_changed;
}

/* Both are in the order of the names, so that one walk along both finds all differences. */
static enum fault level(struct index *x, const struct stamps *files, const struct stamps *rows,
                        struct error *e)
{
    struct changes c = {.x = x};
    enum fault fault = FAULT_NONE;
    for (int i = 0, k = 0; fault == FAULT_NONE && (i < files->count || k < rows->count);) {
        int order = i == files->count  ? 1
                    : k == rows->count ? -1
                                       : strcmp(files->at[i].file, rows->at[k].file);
        if (order > 0)
            fault = forget(&c, rows->at[k].file, e);
        else if (order < 0 || !is_same(&files->at[i], &rows->at[k]))
            fault = take_in(&c, &files->at[i], e);
        i += order <= 0;
        k += order >= 0;
    }
    return end(&c, fault, e);
}

static enum fault bring_up_to_date(struct index *x, const struct stamps *files, struct error *e)
{
    struct stamps rows;
    enum fault fault = x->db ? FAULT_NONE : connect_to(x, x->kept ? x->path : ":memory:", e);
    if (fault != FAULT_NONE)
        return fault;
    fault = find_rows(x, &rows, e);
    if (fault == FAULT_NONE)
        fault = level(x, files, &rows, e);
    free_stamps(&rows);
    return fault;
}

/* What is damaged is made anew, once; what then still cannot be kept is made in memory. */
bool index_refresh(struct index *x, struct error *e)
{
    struct stamps files;
    if (!find_files(x->folder, &files, e))
        return false;
    enum fault fault = bring_up_to_date(x, &files, e);
    if (fault == FAULT_DAMAGED && x->kept) {
        throw_away(x);
        fault = bring_up_to_date(x, &files, e);
    }
    if (fault != FAULT_NONE && fault != FAULT_MEMORY && x->kept) {
        x->kept = false;
        x->unkept = *e;
        disconnect(x);
        fault = bring_up_to_date(x, &files, e);
    }
    free_stamps(&files);
    return fault == FAULT_NONE;
}

struct index *index_open(const char *folder, index_reader *read, struct error *e)
{
    struct index *x = calloc(1, sizeof *x);
    struct text path = {0};
    text_add(&path, "%s/%s", folder, index_file);
    if (!x || path.failed || !(x->folder = strdup(folder))) {
        text_free(&path);
        free(x);
        error_no_memory(e);
        return NULL;
    }
    x->path = path.at;
    x->read = read;
    x->kept = true;
    if (index_refresh(x, e))
        return x;
    index_close(x);
    return NULL;
}

void index_close(struct index *x)
{
    if (!x)
        return;
    disconnect(x);
    free(x->folder);
    free(x->path);
    free(x);
}

const char *index_unkept(const struct index *x)
{
    return x->kept ? NULL : x->unkept.text;
}

/* --- Finding ---------------------------------------------------------------------------------- */

/* Games are numbered before anything is left out. */
static const char find_games[] =
    "WITH listed AS (SELECT *, row_number() OVER (ORDER BY changed DESC, file DESC) AS number,"
    "  (SELECT min(seat) FROM seat WHERE seat.file = game.file AND bot = ''"
    "    AND (?4 IS NULL OR name = ?4)) AS owner FROM game WHERE players > 0)"
    " SELECT file, changed, number, variant, players, hand, over, chips FROM listed"
    " WHERE (?1 IS NULL OR game = ?1 OR variant = ?1)"
    " AND (?2 IS NULL OR EXISTS (SELECT 1 FROM seat WHERE seat.file = listed.file"
    "  AND (bot = ?2 OR substr(bot, -length(?2) - 1) = '-' || ?2)))"
    " AND CASE ?3 WHEN 0 THEN 1 WHEN 1 THEN over WHEN 2 THEN NOT over"
    "  ELSE EXISTS (SELECT 1 FROM seat WHERE seat.file = listed.file AND seat = owner"
    "   AND result = CASE ?3 WHEN 3 THEN 1 ELSE 3 END) END"
    " AND (?4 IS NULL OR owner IS NOT NULL)"
    " AND (?5 = 0 OR changed >= ?5) AND (?6 = 0 OR changed < ?6)"
    " ORDER BY number";
_Static_assert(INDEX_OVER == 1 && INDEX_UNFINISHED == 2 && INDEX_LOST == 3 && INDEX_WON == 4 &&
                   RESULT_LOST == 1 && RESULT_WON == 3,
               "the words above count on it");

static const char find_seats[] = "SELECT seat, name, bot, score, result, decisions, lost, luck"
                                 " FROM seat WHERE file = ?1 ORDER BY seat";

/* A row of the table. */
static enum fault read_game(const struct index *x, sqlite3_stmt *q, struct played *p,
                            struct error *e)
{
    struct setup u;
    struct error none = {0};
    char variant[64];
    *p = (struct played){0};
    if (!column_text(q, 0, p->file, sizeof p->file) || !column_text(q, 3, variant, sizeof variant))
        return starved(e);
    p->when = sqlite3_column_int64(q, 1) / SECOND;
    p->number = sqlite3_column_int(q, 2);
    p->players = sqlite3_column_int(q, 4);
    p->hand = sqlite3_column_int(q, 5);
    p->over = sqlite3_column_int(q, 6);
    p->chips = sqlite3_column_int(q, 7);
    if (!setup_choose(&u, variant, &none) || p->players > PLAYERS_MAX)
        return damaged(x, e);
    p->game = u.game;
    p->preset = u.preset;
    return FAULT_NONE;
}

static enum fault read_seat(const struct index *x, sqlite3_stmt *q, int seat, struct played_seat *s,
                            struct error *e)
{
    int result = sqlite3_column_int(q, 4);
    if (!column_text(q, 1, s->name, sizeof s->name) || !column_text(q, 2, s->bot, sizeof s->bot))
        return starved(e);
    s->score = sqlite3_column_int(q, 3);
    s->verdict.decisions = sqlite3_column_int(q, 5);
    s->verdict.lost = sqlite3_column_double(q, 6);
    s->verdict.luck = sqlite3_column_double(q, 7);
    s->result = (enum fortune)result;
    bool fine = sqlite3_column_int(q, 0) == seat && result >= RESULT_OPEN && result <= RESULT_WON;
    return fine ? FAULT_NONE : damaged(x, e);
}

static enum fault read_seats(const struct index *x, sqlite3_stmt *q, struct played *p,
                             struct error *e)
{
    enum fault fault = FAULT_NONE;
    int seat = 0;
    sqlite3_bind_text(q, 1, p->file, -1, SQLITE_STATIC);
    for (; fault == FAULT_NONE && seat < p->players && sqlite3_step(q) == SQLITE_ROW; seat++)
        fault = read_seat(x, q, seat, &p->seat[seat], e);
    enum fault stopped = fault_of(x, sqlite3_reset(q), e);
    if (fault != FAULT_NONE || stopped != FAULT_NONE)
        return fault != FAULT_NONE ? fault : stopped;
    return seat < p->players ? damaged(x, e) : FAULT_NONE;
}

/* Room for another game in the list; NULL if memory runs out. */
static struct played *add_played(struct played_list *l)
{
    if ((l->count & (l->count - 1)) == 0) { /* as in add_stamp */
        size_t room = l->count ? 2 * (size_t)l->count : 1;
        struct played *more = realloc(l->game, room * sizeof *more);
        if (!more)
            return NULL;
        l->game = more;
    }
    return &l->game[l->count++];
}

static enum fault read_rows(const struct index *x, sqlite3_stmt *games, sqlite3_stmt *seats_of,
                            struct played_list *l, struct error *e)
{
    int code = SQLITE_DONE;
    enum fault fault = FAULT_NONE;
    while (fault == FAULT_NONE && (code = sqlite3_step(games)) == SQLITE_ROW) {
        struct played *p = add_played(l);
        fault = p ? read_game(x, games, p, e) : starved(e);
        if (fault == FAULT_NONE)
            fault = read_seats(x, seats_of, p, e);
    }
    return fault == FAULT_NONE ? fault_of(x, code, e) : fault;
}

static void bind_filter(sqlite3_stmt *q, const struct index_filter *f)
{
    sqlite3_bind_text(q, 1, f->game, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 2, f->bot, -1, SQLITE_STATIC);
    sqlite3_bind_int(q, 3, (int)f->which);
    sqlite3_bind_text(q, 4, f->person, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q, 5, f->since * SECOND);
    sqlite3_bind_int64(q, 6, f->until * SECOND);
}

static enum fault count_unreadable(struct index *x, int *count, struct error *e)
{
    sqlite3_stmt *q;
    enum fault fault = prepare(x, "SELECT count(*) FROM game WHERE players = 0", &q, e);
    if (fault == FAULT_NONE)
        fault = fault_of(x, sqlite3_step(q), e);
    if (fault == FAULT_NONE)
        *count = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return fault;
}

static enum fault find(struct index *x, const struct index_filter *f, struct played_list *l,
                       struct error *e)
{
    sqlite3_stmt *games = NULL, *seats_of = NULL;
    struct played_list found = {0};
    enum fault fault = prepare(x, find_games, &games, e);
    if (fault == FAULT_NONE)
        fault = prepare(x, find_seats, &seats_of, e);
    if (fault == FAULT_NONE) {
        bind_filter(games, f);
        fault = read_rows(x, games, seats_of, &found, e);
    }
    sqlite3_finalize(games);
    sqlite3_finalize(seats_of);
    if (fault == FAULT_NONE)
        fault = count_unreadable(x, &found.unreadable, e);
    if (fault == FAULT_NONE)
        *l = found;
    else
        played_list_free(&found);
    return fault;
}

/* Damage that nobody could see before shows here; what is made anew has none. */
bool index_find(struct index *x, const struct index_filter *f, struct played_list *l,
                struct error *e)
{
    enum fault fault = find(x, f, l, e);
    if (fault == FAULT_DAMAGED && x->kept) {
        throw_away(x);
        fault = index_refresh(x, e) ? find(x, f, l, e) : FAULT_MEMORY;
    }
    return fault == FAULT_NONE;
}

void played_list_free(struct played_list *l)
{
    free(l->game);
    *l = (struct played_list){0};
}
