/* A batch goes to PostgreSQL in one pipeline, all of it or nothing: statements follow each other
 * without waiting for answers, and count together. */
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where nothing of a table is written any more its key is missing in the answer; so it is where
 * another server was the first to open a table of that name. */
enum sql { ADD, APPEND, GAME, PICTURE, CLOSE, SEE, DROP_GAMES, DROP_TABLES, SIGN, STATEMENTS };

static const char *const sql[STATEMENTS] = {
    [ADD] = "INSERT INTO tables (key, id, secret, public, open, opened, latest, owner, epoch)"
            " VALUES ($1, $2, $3, $4, $5, $6, $6, $7, 1) ON CONFLICT (id) DO NOTHING",
    [APPEND] =
        "WITH mine AS (UPDATE tables t SET entries = b.ends, latest = greatest(t.latest, b.latest)"
        " FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])"
        " AS b(key, epoch, begins, ends, latest) WHERE t.key = b.key AND t.owner = $1"
        " AND t.epoch = b.epoch AND t.entries = b.begins - 1 RETURNING t.key),"
        " added AS (INSERT INTO log SELECT e.key, e.number, e.line"
        " FROM unnest($7::bigint[], $8::bigint[], $9::text[]) AS e(key, number, line)"
        " JOIN mine ON mine.key = e.key) SELECT key FROM mine",
    [GAME] = "INSERT INTO games SELECT key, $4, $5, $6, $7, $8 FROM tables"
             " WHERE owner = $1 AND key = $2 AND epoch = $3 ON CONFLICT (key, number) DO UPDATE"
             " SET ended = excluded.ended, name = excluded.name, record = excluded.record,"
             " open = excluded.open RETURNING key",
    [PICTURE] = "INSERT INTO pictures SELECT key, $4 FROM tables"
                " WHERE owner = $1 AND key = $2 AND epoch = $3 ON CONFLICT (key) DO UPDATE"
                " SET picture = excluded.picture RETURNING key",
    [CLOSE] = "WITH mine AS (UPDATE tables SET closed = 1, entries = 0"
              " WHERE owner = $1 AND key = $2 AND epoch = $3 RETURNING key),"
              " entries AS (DELETE FROM log USING mine WHERE log.key = mine.key),"
              " picture AS (DELETE FROM pictures USING mine WHERE pictures.key = mine.key)"
              " SELECT key FROM mine",
    [SEE] = "INSERT INTO seen VALUES ($1, $2) ON CONFLICT (elapsed) DO UPDATE"
            " SET clock = excluded.clock",
    [DROP_GAMES] = "DELETE FROM games WHERE ended < $1",
    [DROP_TABLES] = "DELETE FROM tables WHERE closed = 1"
                    " AND NOT EXISTS (SELECT 1 FROM games WHERE games.key = tables.key)",
    /* Nothing of all this counts if we are no server any more, or the batch is written already. */
    [SIGN] = "WITH own AS (UPDATE nodes SET batch = $2, " RENEW
             " WHERE node = $1 AND batch = $2 - 1 RETURNING node)"
             " SELECT 1 / count(*) FROM own",
};

/* --- Arguments -------------------------------------------------------------------------------- */

enum { ARGUMENTS = 9 };

/* The arguments of a statement; numbers have their words here. */
struct filled {
    const char *value[ARGUMENTS];
    int size[ARGUMENTS], binary[ARGUMENTS], count;
    char words[ARGUMENTS][24];
};

static void fill_text(struct filled *f, const char *words)
{
    f->value[f->count++] = words;
}

static void fill_number(struct filled *f, int64_t number)
{
    snprintf(f->words[f->count], sizeof f->words[0], "%lld", (long long)number);
    fill_text(f, f->words[f->count]);
}

static void fill_bytes(struct filled *f, const void *bytes, size_t size)
{
    f->size[f->count] = (int)size;
    f->binary[f->count] = 1;
    fill_text(f, bytes);
}

static bool send_filled(PGconn *c, enum sql what, const struct filled *f)
{
    char name[8];
    snprintf(name, sizeof name, "s%d", (int)what);
    return PQsendQueryPrepared(c, name, f->count, f->value, f->size, f->binary, 0);
}

/* --- What is sent, and for which tables it has to be answered --------------------------------- */

struct sending {
    struct writer *writer;
    const struct batch *batch;
    const struct pending **entry; /* sorted by table */
    size_t entries;
    struct text column[8]; /* of the statement that appends */
};

static int compare(const void *a, const void *b)
{
    const struct pending *one = *(const struct pending *const *)a;
    const struct pending *other = *(const struct pending *const *)b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return (one->number > other->number) - (one->number < other->number);
}

static void put_item(struct text *t, int64_t number)
{
    text_words(t, t->size ? "," : "{");
    text_number(t, number);
}

static void put_line(struct text *t, const char *line)
{
    text_words(t, t->size ? ",\"" : "{\"");
    for (size_t plain; *line; line += plain + (line[plain] != '\0')) {
        plain = strcspn(line, "\"\\");
        text_put(t, line, plain);
        if (line[plain]) {
            text_put(t, "\\", 1);
            text_put(t, line + plain, 1);
        }
    }
    text_put(t, "\"", 1);
}

/* The columns of tables (key, epoch, first number, last, time) and of entries (key, number, line).
 */
static bool fill_columns(struct sending *s)
{
    struct text *c = s->column;
    for (size_t i = 0; i < s->entries; i++) {
        const struct pending *p = s->entry[i];
        const char *line = batch_text(s->batch, p);
        if (i == 0 || p->key != s->entry[i - 1]->key) {
            put_item(&c[0], p->key);
            put_item(&c[1], p->epoch);
            put_item(&c[2], (int64_t)p->number);
        }
        if (i + 1 == s->entries || p->key != s->entry[i + 1]->key) {
            put_item(&c[3], (int64_t)p->number);
            put_item(&c[4], strtoll(line, NULL, 10)); /* a line begins with its time */
        }
        put_item(&c[5], p->key);
        put_item(&c[6], (int64_t)p->number);
        put_line(&c[7], line);
    }
    bool fine = true;
    for (int i = 0; i < 8; i++) {
        text_words(&c[i], "}");
        fine = fine && !c[i].failed;
    }
    return fine;
}

static bool send_entries(struct sending *s)
{
    struct filled f = {0};
    const struct batch *b = s->batch;
    for (size_t i = 0; i < b->count; i++)
        if (b->pending[i].what == ADD_ENTRY)
            s->entry[s->entries++] = &b->pending[i];
    if (!s->entries)
        return true;
    qsort(s->entry, s->entries, sizeof(const struct pending *), compare);
    bool fine = fill_columns(s);
    fill_number(&f, s->writer->node);
    for (int i = 0; i < 8; i++)
        fill_text(&f, text_of(&s->column[i]));
    return fine && send_filled(s->writer->c, APPEND, &f);
}

static bool send_table(struct sending *s, const struct pending *p)
{
    struct filled f = {0};
    fill_number(&f, p->key);
    fill_text(&f, batch_text(s->batch, p));
    fill_bytes(&f, p->secret, VAULT_SECRET);
    fill_number(&f, p->public);
    fill_number(&f, p->open);
    fill_number(&f, p->time);
    fill_number(&f, s->writer->node);
    return send_filled(s->writer->c, ADD, &f);
}

/* What begins with server, table and epoch. */
static bool send_guarded(struct sending *s, enum sql what, const struct pending *p)
{
    struct filled f = {0};
    fill_number(&f, s->writer->node);
    fill_number(&f, p->key);
    fill_number(&f, p->epoch);
    if (what == PICTURE) {
        fill_bytes(&f, batch_text(s->batch, p), p->size);
    } else if (what == GAME) {
        fill_number(&f, (int64_t)p->number);
        fill_number(&f, p->time);
        fill_text(&f, batch_text(s->batch, p));
        fill_text(&f, batch_other(s->batch, p));
        fill_number(&f, p->open);
    }
    return send_filled(s->writer->c, what, &f);
}

static bool send_numbers(struct sending *s, enum sql what, int numbers, int64_t one, int64_t other)
{
    struct filled f = {0};
    if (numbers > 0)
        fill_number(&f, one);
    if (numbers > 1)
        fill_number(&f, other);
    return send_filled(s->writer->c, what, &f);
}

static bool send_other(struct sending *s, const struct pending *p)
{
    switch (p->what) {
    case ADD_GAME:
        return send_guarded(s, GAME, p);
    case ADD_PICTURE:
        return send_guarded(s, PICTURE, p);
    case CLOSE_TABLE:
        return send_guarded(s, CLOSE, p);
    case ADD_SEEN:
        return send_numbers(s, SEE, 2, p->key, p->time);
    case FORGET:
        return send_numbers(s, DROP_GAMES, 1, p->time, 0) && send_numbers(s, DROP_TABLES, 0, 0, 0);
    default:
        return true;
    }
}

/* Tables first, then the entries of all, then whatever else there is; in order. */
static bool send_all(struct sending *s)
{
    const struct writer *w = s->writer;
    const struct batch *b = s->batch;
    bool fine = PQenterPipelineMode(w->c) == 1;
    for (size_t i = 0; fine && i < b->count; i++)
        if (b->pending[i].what == ADD_TABLE)
            fine = send_table(s, &b->pending[i]);
    fine = fine && send_entries(s);
    for (size_t i = 0; fine && i < b->count; i++)
        fine = send_other(s, &b->pending[i]);
    return fine && send_numbers(s, SIGN, 2, w->node, w->batch + 1) && PQpipelineSync(w->c) == 1;
}

/* --- What is answered ------------------------------------------------------------------------- */

/* A table is another's. If memory runs out all count as such. */
static void lose(struct writer *w, const struct pending *p)
{
    if (writer_has_lost(w, p->key, p->epoch))
        return;
    struct lost *more = realloc(w->lost, (w->lost_count + 1) * sizeof *more);
    if (!more) {
        w->gone = true;
        return;
    }
    w->lost = more;
    more[w->lost_count++] = (struct lost){p->key, p->epoch};
}

static bool has_row(const PGresult *r, int64_t key)
{
    for (int i = 0; i < PQntuples(r); i++)
        if (strtoll(PQgetvalue(r, i, 0), NULL, 10) == key)
            return true;
    return false;
}

/* One row for each table of an answer, in any order. */
static void check_entries(const struct sending *s, const PGresult *r)
{
    size_t tables = 0;
    for (size_t i = 0; i < s->entries; i++)
        tables += i == 0 || s->entry[i]->key != s->entry[i - 1]->key;
    if ((size_t)PQntuples(r) == tables)
        return;
    for (size_t i = 0; i < s->entries; i++)
        if ((i == 0 || s->entry[i]->key != s->entry[i - 1]->key) && !has_row(r, s->entry[i]->key))
            lose(s->writer, s->entry[i]);
}

/* The answer to one statement; false with a message if it is none. */
static PGresult *take(struct writer *w, ExecStatusType wanted, struct error *e)
{
    PGresult *r = postgres_next(w->c, PATIENCE_MILLISECONDS);
    if (r && PQresultStatus(r) == wanted) {
        if (wanted != PGRES_PIPELINE_SYNC)
            PQclear(postgres_next(w->c, PATIENCE_MILLISECONDS)); /* after each there is nothing */
        return r;
    }
    postgres_broken(r || PQstatus(w->c) != CONNECTION_OK ? w->c : NULL, r, e);
    PQclear(r);
    return NULL;
}

static bool take_one(struct sending *s, const struct pending *p, struct error *e)
{
    bool guarded = p->what == ADD_GAME || p->what == ADD_PICTURE || p->what == CLOSE_TABLE;
    PGresult *r = take(s->writer, guarded ? PGRES_TUPLES_OK : PGRES_COMMAND_OK, e);
    if (r && guarded && !PQntuples(r))
        lose(s->writer, p);
    PQclear(r);
    return r;
}

static bool take_entries(struct sending *s, struct error *e)
{
    PGresult *r = s->entries ? take(s->writer, PGRES_TUPLES_OK, e) : NULL;
    if (r)
        check_entries(s, r);
    PQclear(r);
    return r || !s->entries;
}

static bool take_plain(struct writer *w, ExecStatusType wanted, struct error *e)
{
    PGresult *r = take(w, wanted, e);
    PQclear(r);
    return r;
}

/* In the order of send_all. */
static bool take_all(struct sending *s, struct error *e)
{
    const struct batch *b = s->batch;
    bool fine = true;
    for (size_t i = 0; fine && i < b->count; i++)
        fine = b->pending[i].what != ADD_TABLE || take_one(s, &b->pending[i], e);
    fine = fine && take_entries(s, e);
    for (size_t i = 0; fine && i < b->count; i++) {
        enum thing what = b->pending[i].what;
        fine = what == ADD_TABLE || what == ADD_ENTRY || take_one(s, &b->pending[i], e);
        if (fine && what == FORGET)
            fine = take_plain(s->writer, PGRES_COMMAND_OK, e);
    }
    return fine && take_plain(s->writer, PGRES_TUPLES_OK, e) &&
           take_plain(s->writer, PGRES_PIPELINE_SYNC, e) && PQexitPipelineMode(s->writer->c) == 1;
}

/* --- The connection --------------------------------------------------------------------------- */

static bool prepare(PGconn *c, struct error *e)
{
    bool fine = true;
    for (int i = 0; fine && i < STATEMENTS; i++) {
        char name[8];
        snprintf(name, sizeof name, "s%d", i);
        PGresult *r = PQsendPrepare(c, name, sql[i], 0, NULL)
                          ? postgres_next(c, PATIENCE_MILLISECONDS)
                          : NULL;
        fine = (r && PQresultStatus(r) == PGRES_COMMAND_OK) || postgres_broken(c, r, e);
        PQclear(r);
        PQclear(fine ? postgres_next(c, PATIENCE_MILLISECONDS) : NULL);
    }
    return fine;
}

/* After a connection was lost: whether the batch that was on its way has been written. */
static bool clear_doubts(struct writer *w, bool *written, struct error *e)
{
    char words[24];
    const char *value = words;
    snprintf(words, sizeof words, "%lld", (long long)w->node);
    PGresult *r = NULL;
    if (PQsendQueryParams(w->c, "SELECT batch FROM nodes WHERE node = $1", 1, NULL, &value, NULL,
                          NULL, 0))
        r = postgres_next(w->c, PATIENCE_MILLISECONDS);
    bool fine = (r && PQresultStatus(r) == PGRES_TUPLES_OK) || postgres_broken(w->c, r, e);
    w->gone = w->gone || (fine && !PQntuples(r));
    *written = fine && PQntuples(r) && strtoll(PQgetvalue(r, 0, 0), NULL, 10) == w->batch + 1;
    PQclear(r);
    PQclear(fine ? postgres_next(w->c, PATIENCE_MILLISECONDS) : NULL);
    return fine;
}

static bool connect_writer(struct writer *w, bool *written, struct error *e)
{
    char name[64];
    snprintf(name, sizeof name, "pairs writer %lld", (long long)w->node);
    if (w->c)
        return true;
    w->c = postgres_connect(w->where, name, PATIENCE_MILLISECONDS, e);
    return w->c && prepare(w->c, e) && (!w->doubtful || clear_doubts(w, written, e));
}

void writer_close(struct writer *w)
{
    PQfinish(w->c);
    w->c = NULL;
}

bool writer_has_lost(const struct writer *w, int64_t key, int64_t epoch)
{
    bool lost = w->gone || (!key && w->lost_count);
    for (size_t i = 0; !lost && i < w->lost_count; i++)
        lost = w->lost[i].key == key && w->lost[i].epoch >= epoch;
    return lost;
}

static bool send_and_take(struct writer *w, const struct batch *b, struct error *e)
{
    struct sending s = {.writer = w, .batch = b, .entry = malloc(b->count * sizeof *s.entry)};
    size_t lost = w->lost_count;
    bool fine = s.entry || error_no_memory(e);
    fine = fine && (send_all(&s) || postgres_broken(w->c, NULL, e)) && take_all(&s, e);
    for (int i = 0; i < 8; i++)
        text_free(&s.column[i]);
    free(s.entry);
    if (!fine)
        w->lost_count = lost; /* it will be found again */
    return fine;
}

static bool try_once(struct writer *w, const struct batch *b, struct error *e)
{
    bool written = false;
    bool fine = !w->gone && connect_writer(w, &written, e) && !w->gone &&
                (written || send_and_take(w, b, e));
    w->doubtful = !fine;
    if (!fine)
        writer_close(w);
    return fine;
}

/* A connection that broke while nobody wrote is made anew, and all is as before. */
bool writer_write(struct writer *w, const struct batch *b, struct error *e)
{
    bool again = w->c;
    bool fine = try_once(w, b, e) || (again && try_once(w, b, e));
    w->batch += fine;
    return fine || (w->gone && error_set(e, "another server has taken over these tables"));
}
