#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { READ_MILLISECONDS = 1000, RENEW_MILLISECONDS = 500, TRY_MILLISECONDS = 100 };

/* A table as this server has it. */
struct owned {
    int64_t epoch; /* 0: it is not there */
    uint64_t entries;
};

struct postgres {
    struct store base;
    struct base *here;    /* for all that reads */
    struct writer writer; /* for the thread that writes */
    struct owned *owned;  /* by key */
    size_t room;
    bool shared;       /* with other servers: */
    int64_t key, keys; /* the last of a range of keys that was given away, and how many are left, */
    int64_t range;     /* and the beginning of the next one; 0: there is none yet */
    pthread_t renewer; /* of the lease */
    bool renews, ends;
    pthread_mutex_t mutex;
    pthread_cond_t end;
};

static bool take_number(void *to, const struct row *row)
{
    *(int64_t *)to = row_number(row, 0);
    return true;
}

/* --- The lease -------------------------------------------------------------------------------- */

/* Whether there is a lease to be renewed; if the database does not answer it may be the next time.
 */
static bool renew(struct base *b, int64_t node)
{
    struct error e = {0};
    return base_ask(b, NULL, NULL, &e, "UPDATE nodes SET " RENEW " WHERE node = $1", "i", node) !=
           0;
}

/* A range of keys of our own, 0 if the database does not answer. */
static int64_t take_range(struct base *b)
{
    struct error e = {0};
    int64_t first = 0;
    base_ask(b, take_number, &first, &e, "SELECT nextval('keys')", "");
    return first;
}

/* Nobody who opens a table waits for its key. */
static void prepare_keys(struct postgres *p, struct base *b)
{
    pthread_mutex_lock(&p->mutex);
    bool wanted = p->shared && !p->range;
    pthread_mutex_unlock(&p->mutex);
    int64_t range = wanted ? take_range(b) : 0;
    if (!range)
        return;
    pthread_mutex_lock(&p->mutex);
    p->range = range;
    pthread_mutex_unlock(&p->mutex);
}

static void *renew_all_the_time(void *to)
{
    struct postgres *p = to;
    struct error e = {0};
    struct base *b = base_postgres.open(p->writer.where, READ_MILLISECONDS, &e);
    pthread_mutex_lock(&p->mutex);
    while (!p->ends) {
        pthread_mutex_unlock(&p->mutex);
        if (!b)
            b = base_postgres.open(p->writer.where, READ_MILLISECONDS, &e);
        if (b && !renew(b, p->writer.node))
            p->writer.gone = true;
        if (b)
            prepare_keys(p, b);
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += RENEW_MILLISECONDS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_mutex_lock(&p->mutex);
        if (!p->ends)
            pthread_cond_timedwait(&p->end, &p->mutex, &until);
    }
    pthread_mutex_unlock(&p->mutex);
    base_close(b);
    return NULL;
}

static bool start_renewing(struct postgres *p, struct error *e)
{
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&p->end, &clock);
    pthread_mutex_init(&p->mutex, NULL);
    pthread_condattr_destroy(&clock);
    p->renews = pthread_create(&p->renewer, NULL, renew_all_the_time, p) == 0;
    return p->renews || error_set(e, "no thread can begin; see that the system allows one more");
}

static void stop_renewing(struct postgres *p)
{
    if (!p->renews)
        return;
    pthread_mutex_lock(&p->mutex);
    p->ends = true;
    pthread_cond_signal(&p->end);
    pthread_mutex_unlock(&p->mutex);
    pthread_join(p->renewer, NULL);
}

/* --- Opening ---------------------------------------------------------------------------------- */

static bool read_number(struct postgres *p, const char *words, int64_t *out, struct error *e)
{
    return base_ask(p->here, take_number, out, e, words, "") >= 0;
}

/* Takes over all tables once no other server has a lease; *taken tells whether. Whoever had one
 * before can write nothing more, and in the middle of writing is cut off. */
static bool take_over(struct postgres *p, bool *taken, struct error *e)
{
    struct base *b = p->here;
    int64_t others = 0;
    bool fine =
        base_begin(b, e) &&
        base_ask(b, NULL, NULL, e, "LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE", "") >= 0 &&
        read_number(p, "SELECT count(*) FROM nodes WHERE until > clock_timestamp()", &others, e);
    if (fine && !others)
        fine = base_ask(b, NULL, NULL, e,
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND usename = current_user"
                        " AND application_name IN (SELECT 'pairs writer ' || node FROM nodes)",
                        "") >= 0 &&
               base_ask(b, NULL, NULL, e, "DELETE FROM nodes", "") >= 0 &&
               read_number(p,
                           "INSERT INTO nodes (until) VALUES (clock_timestamp() + " LEASE
                           ") RETURNING node",
                           &p->writer.node, e) &&
               base_ask(b, NULL, NULL, e,
                        "UPDATE tables SET owner = $1, epoch = epoch + 1 WHERE closed = 0", "i",
                        p->writer.node) >= 0;
    *taken = fine && !others;
    return (base_end(b, *taken, e) || others) && fine;
}

/* Becomes one of several, unless there is one that is to be alone. */
static bool join(struct postgres *p, bool *joined, struct error *e)
{
    struct base *b = p->here;
    int64_t alone = 0;
    bool fine =
        base_begin(b, e) &&
        base_ask(b, NULL, NULL, e, "LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE", "") >= 0 &&
        read_number(p,
                    "SELECT count(*) FROM nodes WHERE until > clock_timestamp() AND link IS NULL",
                    &alone, e);
    if (fine && !alone)
        fine = read_number(p,
                           "INSERT INTO nodes (until, link) VALUES (clock_timestamp() + " LEASE
                           ", '') RETURNING node",
                           &p->writer.node, e) &&
               base_ask(b, NULL, NULL, e,
                        "SELECT setval('keys', greatest(nextval('keys'),"
                        " (SELECT coalesce(max(key), 0) + 1 FROM tables)), false)",
                        "") >= 0;
    *joined = fine && !alone;
    return (base_end(b, *joined, e) || alone) && fine;
}

static bool become_owner(struct postgres *p, struct error *e)
{
    bool taken = false, fine = true;
    int64_t until = postgres_clock() + 2 * LEASE_MILLISECONDS;
    while (fine && !taken && (fine = (p->shared ? join : take_over)(p, &taken, e)) && !taken) {
        static const struct timespec moment = {.tv_nsec = TRY_MILLISECONDS * 1000000L};
        if (postgres_clock() > until)
            return error_set(e, "this database is in use by another server; stop that one or give "
                                "another database");
        nanosleep(&moment, NULL);
    }
    return fine;
}

static struct owned *owned_of(struct postgres *p, int64_t key)
{
    size_t place = (size_t)key;
    if (place >= p->room) {
        size_t room = (place + 1) * 2;
        struct owned *more = realloc(p->owned, room * sizeof *more);
        if (!more)
            return NULL;
        memset(more + p->room, 0, (room - p->room) * sizeof *more);
        p->owned = more;
        p->room = room;
    }
    return &p->owned[place];
}

static bool take_owned(void *to, const struct row *row)
{
    struct owned *o = owned_of(to, row_number(row, 0));
    if (o)
        *o = (struct owned){row_number(row, 1), (uint64_t)row_number(row, 2)};
    return o;
}

static bool read_all(struct postgres *p, struct error *e)
{
    int64_t open = 0;
    if (p->shared) /* clocks differ: that of the database is everybody's */
        return read_number(p, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
                           &p->base.latest, e) &&
               read_number(p, "SELECT coalesce(max(elapsed), 0) FROM seen", &p->base.elapsed, e);
    return read_number(p, "SELECT coalesce(max(key), 0) FROM tables", &p->base.last_key, e) &&
           read_number(p, "SELECT coalesce(max(latest), 0) FROM tables WHERE entries > 0",
                       &p->base.latest, e) &&
           read_number(p, "SELECT coalesce(max(elapsed), 0) FROM seen", &p->base.elapsed, e) &&
           read_number(p, "SELECT count(*) FROM tables WHERE closed = 0", &open, e) &&
           (base_ask(p->here, take_owned, p, e,
                     "SELECT key, epoch, entries FROM tables WHERE closed = 0", "") == open ||
            error_no_memory(e));
}

/* --- What is added ---------------------------------------------------------------------------- */

static bool note(struct store *s, struct pending *thing)
{
    bool about_table = thing->what != ADD_SEEN && thing->what != FORGET;
    struct owned *o = about_table ? owned_of((struct postgres *)s, thing->key) : NULL;
    if (!o)
        return !about_table;
    if (thing->what == ADD_TABLE)
        *o = (struct owned){.epoch = 1};
    thing->epoch = o->epoch;
    if (thing->what == ADD_ENTRY)
        o->entries = thing->number;
    if (thing->what == CLOSE_TABLE)
        *o = (struct owned){0};
    return true;
}

static bool write_batch(struct store *s, const struct batch *b, struct error *e)
{
    return writer_write(&((struct postgres *)s)->writer, b, e);
}

static bool is_lost(struct store *s, int64_t key)
{
    const struct postgres *p = (const struct postgres *)s;
    return writer_has_lost(&p->writer, key, (size_t)key < p->room ? p->owned[key].epoch : 0);
}

/* --- One of several --------------------------------------------------------------------------- */

static int64_t own_number(const struct store *s, bool *gone)
{
    const struct postgres *p = (const struct postgres *)s;
    *gone = p->writer.gone;
    return p->writer.node;
}

static bool own_table(struct store *s, int64_t key, int64_t epoch, uint64_t entries)
{
    struct owned *o = owned_of((struct postgres *)s, key);
    if (o)
        *o = (struct owned){epoch, entries};
    return o;
}

static bool is_elsewhere(struct store *s, int64_t key)
{
    struct postgres *p = (struct postgres *)s;
    struct error e = {0};
    return base_ask(p->here, NULL, NULL, &e,
                    "SELECT 1 FROM tables WHERE key = $1 AND closed = 0 AND owner <> $2", "ii", key,
                    p->writer.node) != 0;
}

static void forget_lost(struct store *s)
{
    ((struct postgres *)s)->writer.lost_count = 0;
}

/* A range is used up only if a thousand tables are opened between two renewals of the lease. */
static int64_t next_key(struct store *s)
{
    struct postgres *p = (struct postgres *)s;
    if (!p->shared)
        return ++p->base.last_key;
    if (!p->keys) {
        pthread_mutex_lock(&p->mutex);
        int64_t first = p->range;
        p->range = 0;
        pthread_mutex_unlock(&p->mutex);
        if (!first)
            first = take_range(p->here);
        if (!first)
            return 0;
        p->key = first - 1;
        p->keys = KEYS;
    }
    p->keys--;
    return ++p->key;
}

/* --- Reading ---------------------------------------------------------------------------------- */

struct tables_taker {
    bool (*each)(void *to, const struct vault_table *t);
    void *to;
    bool failed;
};

static bool take_table(void *to, const struct row *row)
{
    struct tables_taker *t = to;
    size_t secret;
    struct vault_table table = {.key = row_number(row, 0),
                                .id = row_text(row, 1),
                                .secret = row_bytes(row, 2, &secret),
                                .public = row_number(row, 3),
                                .open = row_number(row, 4),
                                .opened = row_number(row, 5),
                                .entries = (uint64_t)row_number(row, 6)};
    t->failed = secret == VAULT_SECRET && !t->each(t->to, &table);
    return !t->failed;
}

static bool read_tables(struct store *s, bool (*each)(void *to, const struct vault_table *t),
                        void *to, struct error *e)
{
    struct tables_taker t = {each, to, false};
    return base_ask(((struct postgres *)s)->here, take_table, &t, e,
                    "SELECT key, id, secret, public, open, opened, entries FROM tables"
                    " WHERE closed = 0 AND owner = $1 ORDER BY key",
                    "i", ((struct postgres *)s)->writer.node) >= 0 &&
           (!t.failed || error_no_memory(e));
}

struct lines_taker {
    bool (*each)(void *to, const char *line, struct error *e);
    void *to;
    struct error *e;
    bool failed;
};

static bool take_line(void *to, const struct row *row)
{
    struct lines_taker *t = to;
    t->failed = !t->each(t->to, row_text(row, 0), t->e);
    return !t->failed;
}

static bool read_entries(struct store *s, int64_t key, uint64_t after, const struct pending *first,
                         bool (*each)(void *to, const char *line, struct error *e), void *to,
                         struct error *e)
{
    struct postgres *p = (struct postgres *)s;
    struct lines_taker t = {each, to, e, false};
    const struct owned *o = owned_of(p, key);
    uint64_t last = first ? first->number - 1 : o ? o->entries : 0;
    if (!o)
        return error_no_memory(e);
    if (last <= after)
        return true;
    int64_t count = base_ask(p->here, take_line, &t, e,
                             "SELECT line FROM log WHERE key = $1 AND number > $2 AND number <= $3"
                             " ORDER BY number",
                             "iii", key, (int64_t)after, (int64_t)last);
    if (count < 0 || t.failed)
        return false;
    return (uint64_t)count == last - after ||
           error_set(e, "of table %lld entries are missing", (long long)key);
}

struct games_taker {
    bool (*each)(void *to, const struct vault_found *g);
    void *to;
};

static bool take_game(void *to, const struct row *row)
{
    const struct games_taker *t = to;
    struct vault_found g = {.number = (uint64_t)row_number(row, 0),
                            .ended = row_number(row, 1),
                            .public = row_number(row, 4),
                            .open = row_number(row, 5)};
    size_t secret;
    const void *bytes = row_bytes(row, 6, &secret);
    snprintf(g.name, sizeof g.name, "%s", row_text(row, 2));
    text_words(&g.record, row_text(row, 3));
    if (secret == VAULT_SECRET)
        memcpy(g.secret, bytes, VAULT_SECRET);
    bool more = t->each(t->to, &g);
    text_free(&g.record);
    return more;
}

static int read_games(struct store *s, const char *id, uint64_t number,
                      bool (*each)(void *to, const struct vault_found *g), void *to,
                      struct error *e)
{
    static const char one[] =
        "SELECT number, ended, name, record, public, games.open, secret FROM games"
        " JOIN tables USING (key) WHERE id = $1 AND number = $2";
    static const char last[] =
        "SELECT number, ended, name, substr(record, 1, $3), public, games.open, secret FROM games"
        " JOIN tables USING (key) WHERE id = $1 ORDER BY number DESC LIMIT $2";
    struct base *b = ((struct postgres *)s)->here;
    struct games_taker t = {each, to};
    return number ? (int)base_ask(b, take_game, &t, e, one, "si", id, (int64_t)number)
                  : (int)base_ask(b, take_game, &t, e, last, "sii", id, (int64_t)VAULT_GAMES,
                                  (int64_t)VAULT_HEAD);
}

static bool take_picture(void *to, const struct row *row)
{
    size_t size;
    const char *bytes = row_bytes(row, 0, &size);
    text_put(to, bytes, size);
    return true;
}

static bool read_picture(struct store *s, int64_t key, struct text *out)
{
    struct error e = {0};
    return base_ask(((struct postgres *)s)->here, take_picture, out, &e,
                    "SELECT picture FROM pictures WHERE key = $1", "i", key) == 1;
}

static bool has_table(struct store *s, const char *id)
{
    struct error e = {0};
    return base_ask(((struct postgres *)s)->here, NULL, NULL, &e,
                    "SELECT 1 FROM tables WHERE id = $1", "s", id) != 0;
}

static int64_t get_clock(struct store *s, int64_t elapsed)
{
    struct error e = {0};
    int64_t clock = 0;
    base_ask(((struct postgres *)s)->here, take_number, &clock, &e,
             "SELECT clock FROM seen WHERE elapsed <= $1 ORDER BY elapsed DESC LIMIT 1", "i",
             elapsed);
    return clock;
}

static int64_t last_entry(const struct store *s, int64_t key)
{
    const struct postgres *p = (const struct postgres *)s;
    return (size_t)key < p->room ? (int64_t)p->owned[key].entries : 0;
}

struct old_taker {
    void (*each)(void *to, int64_t key, const char *id);
    void *to;
};

static bool take_old(void *to, const struct row *row)
{
    const struct old_taker *t = to;
    t->each(t->to, row_number(row, 0), row_text(row, 1));
    return true;
}

static bool old_tables(struct store *s, int64_t before,
                       void (*each)(void *to, int64_t key, const char *id), void *to,
                       struct error *e)
{
    struct old_taker t = {each, to};
    return base_ask(((struct postgres *)s)->here, take_old, &t, e,
                    "SELECT key, id FROM tables WHERE closed = 0 AND latest < $1 AND owner = $2"
                    " ORDER BY key",
                    "ii", before, ((struct postgres *)s)->writer.node) >= 0;
}

/* --- The table of functions ------------------------------------------------------------------- */

static void close_database(struct store *s)
{
    struct postgres *p = (struct postgres *)s;
    struct error e = {0};
    stop_renewing(p);
    if (p->here && p->renews) /* others may have its tables at once */
        base_ask(p->here, NULL, NULL, &e, "UPDATE nodes SET until = '-infinity' WHERE node = $1",
                 "i", p->writer.node);
    base_close(p->here);
    writer_close(&p->writer);
    free(p->writer.lost);
    free(p->writer.where);
    free(p->owned);
    free(p);
}

static const struct store_kind kind = {
    .close = close_database,
    .note = note,
    .write = write_batch,
    .tables = read_tables,
    .entries = read_entries,
    .games = read_games,
    .picture = read_picture,
    .knows = has_table,
    .clock_at = get_clock,
    .last = last_entry,
    .old = old_tables,
    .lost = is_lost,
    .forget_lost = forget_lost,
    .key = next_key,
    .own = own_table,
    .is_elsewhere = is_elsewhere,
    .number = own_number,
};

static struct store *open_database(const char *where, bool shared, struct error *e)
{
    struct postgres *p = calloc(1, sizeof *p);
    if (!p || !(p->writer.where = strdup(where))) {
        free(p);
        error_no_memory(e);
        return NULL;
    }
    p->base.kind = &kind;
    p->shared = shared;
    p->here = base_postgres.open(where, 0, e);
    if (p->here && postgres_migrate(p->here, e) && become_owner(p, e) && start_renewing(p, e) &&
        read_all(p, e)) {
        postgres_limit(p->here, READ_MILLISECONDS);
        return &p->base;
    }
    close_database(&p->base);
    return NULL;
}

const struct database postgres_database = {&base_postgres, open_database};
